//! Keys that are other ones for each student: `vary seed by student`.

use crate::eval::Machine;
use crate::value::Value;

/// A student's name as the name of a file, without its ending.
pub fn file_name(student: &str) -> String {
    student.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@') { c } else { '_' }).collect()
}

/// The number of a student: the same on every machine and in every year, from 0 to 10^9. Names differ in capitals and in blanks
/// around them only by mistake; a name and the file that is called by it have one number.
pub fn number(variable: &str, student: &str) -> i64 {
    let name = file_name(student.trim()).to_lowercase();
    // FNV-1a; then the bits are mixed, since names that differ in their last letter alone would give neighbours.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in variable.bytes().chain([0]).chain(name.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    i64::try_from((hash ^ hash >> 31) % 1_000_000_000).unwrap_or(0)
}

fn of_user(m: &Machine, name: &str) -> Option<Value> {
    m.globals().user.get(name).map(|&slot| m.globals().values[slot as usize].clone())
}

/// A text in which variables in braces are replaced by their values: `Nim with {a} and {b}`. Braces with anything else in them
/// are games and sets.
pub(super) fn told(m: &mut Machine, text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let name = after.split('}').next().unwrap_or_default();
        let plain = name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let value = if plain && after.len() > name.len() { of_user(m, name) } else { None };
        let shown = value
            .filter(|value| !matches!(value, Value::Func(_) | Value::Native(_) | Value::Rules(_)))
            .and_then(|value| m.attempt(|m| m.notation(&value)).ok());
        match shown {
            Some(shown) => {
                out.push_str(&shown);
                rest = &after[name.len() + 1..];
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}
