//! Tables: aligned columns, a header row and a header column, and one-row tables wrapped as books print them.

use crate::builtins::given;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, NoValue};
use crate::source::Span;
use crate::value::key::sorted_entries;
use crate::value::{Display, Fault, Res, Table, Value};
use std::rc::Rc;

/// Columns side by side in a table of one row.
const WRAP: usize = 16;
/// Most entries of a table.
const ENTRIES: usize = 100_000;

/// `table(f, rows, columns)`.
pub fn table(m: &mut Machine, a: &[Value]) -> Res {
    let (rows, columns) = (given(&a[1]), given(&a[2]));
    let (text, table) = match &a[0] {
        f if f.is_called() => {
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
            let pairs = sorted_entries(entries, &m.store, &m.handle)?;
            plain(m, pairs.into_iter().map(|(key, value)| vec![key, value]).collect(), Some(1))?
        }
        Value::List(_) | Value::Tuple(_) | Value::Set(_) => {
            let mut rows = Vec::new();
            for row in m.elements(&a[0])? {
                rows.push(match &row {
                    Value::List(_) | Value::Tuple(_) | Value::Range(_) => m.elements(&row)?,
                    one => vec![one.clone()],
                });
            }
            plain(m, rows, None)?
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
    Ok(Value::Display(Rc::new(Display { kind: "table", text, table: Some(table), ..Display::default() })))
}

/// Rows as they are.
fn plain(m: &mut Machine, rows: Vec<Vec<Value>>, header: Option<usize>) -> Res<(String, Table)> {
    let (mut lines, mut table) = (Vec::new(), Table::default());
    for row in rows {
        lines.push(cells(m, &row)?);
        table.rows.push(entries(m, row)?);
    }
    let blocks = fitted(&lines, header, m.width());
    Ok((joined(blocks), table))
}

/// The elements above, the values below, in stretches that fit a page.
fn one_way(m: &mut Machine, f: &Value, rows: &[Value]) -> Res<(String, Table)> {
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
    let mut table = Table { header: Some(vec![Value::text(&*parameter), Value::text(&*title)]), rows: Vec::new() };
    let mut blocks = Vec::new();
    for stretch in rows.chunks(WRAP) {
        let mut lines = [vec![parameter.clone()], vec![title.clone()]];
        for row in stretch {
            lines[0].push(cell(m, row)?);
            let value = m.apply(f, vec![row.clone()], Span::default())?;
            lines[1].push(cell(m, &value)?);
            table.rows.push(entries(m, vec![row.clone(), value])?);
        }
        blocks.extend(fitted(&lines, Some(1), m.width()));
    }
    Ok((joined(blocks), table))
}

/// One row for each element of `rows`, one column for each element of `columns`.
fn two_way(m: &mut Machine, f: &Value, rows: &[Value], columns: &[Value]) -> Res<(String, Table)> {
    enough(rows.len().saturating_mul(columns.len()))?;
    let mut header = vec![String::new()];
    header.extend(cells(m, columns)?);
    let mut above = vec![Value::Nothing];
    above.extend(entries(m, columns.to_vec())?);
    let mut table = Table { header: Some(above), rows: Vec::new() };
    let mut lines = vec![header];
    for row in rows {
        let mut values = vec![row.clone()];
        for column in columns {
            values.push(m.apply(f, vec![row.clone(), column.clone()], Span::default())?);
        }
        lines.push(cells(m, &values)?);
        table.rows.push(entries(m, values)?);
    }
    let mut blocks = fitted(&lines, Some(1), m.width());
    for lines in &mut blocks {
        let rule = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
        let bar = lines.first().and_then(|l| l.chars().position(|c| c == '|')).unwrap_or(0);
        let rule: String = (0..rule).map(|i| if i == bar { '+' } else { '-' }).collect();
        lines.insert(1, rule);
    }
    Ok((joined(blocks), table))
}

fn joined(blocks: Vec<Vec<String>>) -> String {
    blocks.into_iter().map(|lines| lines.join("\n")).collect::<Vec<_>>().join("\n\n")
}

/// Values as a table holds them: positions by their value.
fn entries(m: &mut Machine, mut values: Vec<Value>) -> Res<Vec<Value>> {
    for value in &mut values {
        if matches!(value, Value::Position(_) | Value::Sum(_)) {
            *value = match m.short_value(value, usize::MAX)? {
                Ok(game) => m.game_value(game),
                // Without a value it is what is written.
                Err(_) => Value::text(cell(m, value)?),
            };
        }
    }
    Ok(values)
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
        Value::Position(_) | Value::Sum(_) => match m.short_value(value, usize::MAX)? {
            Ok(game) => Ok(m.store.name(game, &m.handle)?),
            // Where positions may come again, a loopy nim-value or the outcome says what it is worth.
            Err(NoValue { fault, .. }) => m.worth(value)?.ok_or(fault),
        },
        Value::Nothing => Ok(String::new()),
        Value::Str(text) => Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        other => m.notation(other),
    }
}

/// Rows as [`aligned`] sets them, in blocks of columns that are no wider than this; what stands before the bar comes again in each.
pub fn fitted(rows: &[Vec<String>], header: Option<usize>, width: Option<usize>) -> Vec<Vec<String>> {
    let Some(width) = width else { return vec![aligned(rows, header)] };
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |i: usize| 2 + rows.iter().filter_map(|row| row.get(i)).map(|t| t.chars().count()).max().unwrap_or(0);
    let head = header.unwrap_or(0).min(count);
    let before: usize = (0..head).map(wide).sum::<usize>() + usize::from(head > 0);
    let (mut blocks, mut from) = (Vec::new(), head);
    loop {
        let mut used = before;
        let columns = (from..count).take_while(|&i| {
            used += wide(i);
            // The blanks before the first column are not there.
            i == from || used <= width + 2
        });
        let to = from + columns.count();
        let some: Vec<Vec<String>> = rows
            .iter()
            .map(|row| {
                let part = row.get(from..to.min(row.len())).unwrap_or_default();
                row[..head.min(row.len())].iter().chain(part).cloned().collect()
            })
            .collect();
        blocks.push(aligned(&some, header));
        from = to;
        if from >= count {
            return blocks;
        }
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
                // A format has no room for more than 65,535 characters.
                line.push_str(&" ".repeat(widths[i] - text.chars().count()));
                line.push_str(text);
            }
            line.trim_end().to_owned()
        })
        .collect()
}
