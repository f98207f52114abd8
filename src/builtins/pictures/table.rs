//! Tables: aligned columns, a header row and a header column, and one-row tables wrapped as books print them.

use crate::builtins::given;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::source::Span;
use crate::value::key::{order, sort};
use crate::value::{Display, Fault, Res, Value};
use std::rc::Rc;

/// Columns side by side in a table of one row.
const WRAP: usize = 16;
/// Most entries of a table.
const ENTRIES: usize = 100_000;

/// `table(f, rows, columns)`.
pub fn table(m: &mut Machine, a: &[Value]) -> Res {
    let (rows, columns) = (given(&a[1]), given(&a[2]));
    let text = match &a[0] {
        f @ (Value::Func(_) | Value::Native(_) | Value::Rules(_)) => {
            let Some(rows) = rows else {
                return Fault::new(Mistake::Picture, "a table of a function needs the rows for which it is computed")
                    .note("Write `table(f, 0..10)` or `table(f, 0..8, 0..8)`.")
                    .err();
            };
            let rows = m.elements(rows)?;
            match columns {
                Some(columns) => {
                    let columns = m.elements(columns)?;
                    two_way(m, f, &rows, &columns)?
                }
                None => one_way(m, f, &rows)?,
            }
        }
        _ if rows.is_some() => {
            return Fault::new(
                Mistake::Picture,
                format!("rows and columns go with a function, found {}", a[0].a_kind()),
            )
            .note("Write `table(n -> n^2, 0..10)`, or `table(rows)` for a list of rows.")
            .err();
        }
        Value::Map(entries) => {
            m.handle.afford(entries.len() * 2 * size_of::<Value>())?;
            let mut pairs: Vec<(Value, Value)> = entries.iter().map(|(k, v)| (k.0.clone(), v.clone())).collect();
            pairs = sort(pairs, |x, y| order(&x.0, &y.0, &m.store, &m.handle), &m.handle)?;
            let mut lines = Vec::new();
            for (key, value) in &pairs {
                lines.push(vec![cell(m, key)?, cell(m, value)?]);
            }
            aligned(&lines, Some(1)).join("\n")
        }
        Value::List(_) | Value::Tuple(_) | Value::Set(_) => {
            let mut lines = Vec::new();
            for row in m.elements(&a[0])? {
                let items = match &row {
                    Value::List(_) | Value::Tuple(_) | Value::Range(_) => m.elements(&row)?,
                    one => vec![one.clone()],
                };
                lines.push(cells(m, &items)?);
            }
            aligned(&lines, None).join("\n")
        }
        other => {
            return Fault::new(
                Mistake::Picture,
                format!("a table is made of a function, a map or a list of rows, found {}", other.a_kind()),
            )
            .note("Write `table(n -> n^2, 0..10)` or `table([[1, 2], [3, 4]])`.")
            .err();
        }
    };
    Ok(Value::Display(Rc::new(Display { kind: "table", text, svg: None })))
}

/// The elements above, the values below, in stretches that fit a page.
fn one_way(m: &mut Machine, f: &Value, rows: &[Value]) -> Res<String> {
    enough(rows.len())?;
    let (parameter, title) = match f {
        Value::Func(closure) if closure.proto.params.len() == 1 => {
            let name = closure.proto.params[0].name.as_deref().unwrap_or("").to_string();
            // A nameless function has no title.
            let nameless = &*closure.proto.name == "function";
            (name, if nameless { String::new() } else { closure.proto.signature.clone() })
        }
        Value::Rules(rules) => {
            let name = rules.params.first().and_then(|p| p.name.as_deref()).unwrap_or("").to_string();
            (if rules.params.len() == 1 { name } else { String::new() }, rules.signature.clone())
        }
        Value::Native(native) => {
            (native.names().first().map(ToString::to_string).unwrap_or_default(), native.name.to_string())
        }
        _ => (String::new(), String::new()),
    };
    let mut blocks = Vec::new();
    for stretch in rows.chunks(WRAP) {
        let mut lines = [vec![parameter.clone()], vec![title.clone()]];
        for row in stretch {
            lines[0].push(cell(m, row)?);
            let value = m.apply(f, vec![row.clone()], Span::default())?;
            lines[1].push(cell(m, &value)?);
        }
        blocks.push(aligned(&lines, Some(1)).join("\n"));
    }
    Ok(blocks.join("\n\n"))
}

/// One row for each element of `rows`, one column for each element of `columns`.
fn two_way(m: &mut Machine, f: &Value, rows: &[Value], columns: &[Value]) -> Res<String> {
    enough(rows.len().saturating_mul(columns.len()))?;
    let mut header = vec![String::new()];
    header.extend(cells(m, columns)?);
    let mut lines = vec![header];
    for row in rows {
        let mut line = vec![cell(m, row)?];
        for column in columns {
            let value = m.apply(f, vec![row.clone(), column.clone()], Span::default())?;
            line.push(cell(m, &value)?);
        }
        lines.push(line);
    }
    let mut lines = aligned(&lines, Some(1));
    let rule = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let bar = lines.first().and_then(|l| l.chars().position(|c| c == '|')).unwrap_or(0);
    let rule: String = (0..rule).map(|i| if i == bar { '+' } else { '-' }).collect();
    lines.insert(1, rule);
    Ok(lines.join("\n"))
}

fn enough(entries: usize) -> Res<()> {
    if entries > ENTRIES {
        return Fault::new(Mistake::Picture, format!("a table of {entries} entries; at most {ENTRIES} are shown"))
            .err();
    }
    Ok(())
}

fn cells(m: &mut Machine, values: &[Value]) -> Res<Vec<String>> {
    values.iter().map(|v| cell(m, v)).collect()
}

/// An entry on one line; a position is shown by its value.
fn cell(m: &mut Machine, value: &Value) -> Res<String> {
    m.handle.tick()?;
    match value {
        Value::Position(_) | Value::Sum(_) => {
            let game = m.game(value)?;
            Ok(m.store.name(game, &m.handle)?)
        }
        Value::Nothing => Ok(String::new()),
        Value::Str(text) => Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        other => m.notation(other),
    }
}

/// Rows with their columns aligned to the right; a bar stands after the first `header` columns.
pub fn aligned(rows: &[Vec<String>], header: Option<usize>) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut widths = vec![0; count];
    for row in rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = (*width).max(text.chars().count());
        }
    }
    rows.iter()
        .map(|row| {
            let mut line = String::new();
            for (i, text) in row.iter().enumerate() {
                if i > 0 {
                    line.push_str(if header == Some(i) { " | " } else { "  " });
                }
                line.push_str(&format!("{text:>width$}", width = widths[i]));
            }
            line.trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn columns_are_aligned() {
        let row = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            aligned(&[row(&["", "10", "2"]), row(&["ab", "1", "345"])], Some(1)),
            ["   | 10    2", "ab |  1  345"]
        );
        assert_eq!(aligned(&[row(&["1"]), row(&[])], None), ["1", ""]);
    }
}
