//! Drawings read back from the text that [`super::Scene`] writes, an element a line: for whoever draws them in another way.

use std::collections::HashMap;

/// What an element says of itself.
pub(crate) type Attributes<'s> = HashMap<&'s str, &'s str>;

/// The name of the element that begins a line, if the line holds that element alone.
pub(crate) fn element(line: &str) -> Option<&str> {
    let name = line.strip_prefix('<')?.split([' ', '>']).next()?;
    let tags = match name {
        "title" | "text" => 2,
        "marker" => 3,
        _ => 1,
    };
    (line.matches('<').count() == tags).then_some(name)
}

/// The attributes of the first element in a line.
pub(crate) fn attributes(line: &str) -> Attributes<'_> {
    let mut rest = line.split('>').next().unwrap_or("");
    let mut found = HashMap::new();
    while let Some((before, after)) = rest.split_once("=\"") {
        let Some((value, more)) = after.split_once('"') else { break };
        found.insert(before.rsplit(' ').next().unwrap_or(before), value);
        rest = more;
    }
    found
}

/// The text between the tags of an element.
pub(crate) fn content(line: &str, name: &str) -> Option<String> {
    let text = line.split_once('>')?.1.strip_suffix(&format!("</{name}>"))?;
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", " "), ("&#9;", " "), ("&amp;", "&")];
    Some(signs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)))
}

/// Which head an arrow has, by the name of its marker.
pub(crate) fn head<'s>(of: &Attributes<'s>) -> Option<&'s str> {
    of.get("marker-end").and_then(|url| url.strip_prefix("url(#")?.strip_suffix(')'))
}

/// Red, green and blue: by a few names, or by three or six digits.
pub(crate) fn colour(text: &str) -> Option<(u8, u8, u8)> {
    match text {
        "black" => return Some((0, 0, 0)),
        "white" => return Some((255, 255, 255)),
        _ => {}
    }
    let digits = text.strip_prefix('#')?;
    let one = |at: usize, length: usize| u8::from_str_radix(digits.get(at..at + length)?, 16).ok();
    match digits.len() {
        3 => Some((one(0, 1)? * 17, one(1, 1)? * 17, one(2, 1)? * 17)),
        6 => Some((one(0, 2)?, one(2, 2)?, one(4, 2)?)),
        _ => None,
    }
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// To a place, without drawing.
    Move(f32, f32),
    /// In a straight line.
    Line(f32, f32),
    /// In a bend with two handles before its end.
    Bend([f32; 6]),
    /// A dot where the pen is.
    Dot,
    /// Back to where it began.
    Close,
}

/// A path as scenes write it: `M`, `L`, `C`, `h0` and `Z`, each letter before its points.
pub(crate) fn steps(d: &str) -> Option<Vec<Step>> {
    let mut found = Vec::new();
    let mut rest = d;
    while let Some(letter) = rest.chars().next() {
        let length = rest.get(1..)?.find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |next| next + 1);
        let numbers = rest[1..length].split([' ', ',']).filter(|text| !text.is_empty());
        let numbers = numbers.map(|text| text.parse().ok()).collect::<Option<Vec<f32>>>()?;
        found.push(match (letter, &numbers[..]) {
            ('M', &[x, y]) => Step::Move(x, y),
            ('L', &[x, y]) => Step::Line(x, y),
            ('C', &[a, b, c, d, x, y]) => Step::Bend([a, b, c, d, x, y]),
            ('Z', &[]) => Step::Close,
            ('h', &[0.0]) => Step::Dot,
            _ => return None,
        });
        rest = &rest[length..];
    }
    Some(found)
}

/// A place in a drawing.
type Place = (f32, f32);

/// The last step of a path that leads somewhere: from where, in the direction of its end, and to where.
pub(crate) fn end(steps: &[Step]) -> Option<(Place, Place)> {
    let (mut at, mut end) = ((0.0, 0.0), None);
    for step in steps {
        match *step {
            Step::Move(x, y) => at = (x, y),
            Step::Line(x, y) => {
                end = Some((at, (x, y)));
                at = (x, y);
            }
            Step::Bend([a, b, c, d, x, y]) => {
                end = Some((if (c, d) == (x, y) { (a, b) } else { (c, d) }, (x, y)));
                at = (x, y);
            }
            Step::Dot | Step::Close => {}
        }
    }
    end
}

/// The corners of an arrow head: its tip lies a little behind the end of the path, as the marker of a scene has it.
pub(crate) fn arrow_head((from, to): (Place, Place)) -> [Place; 3] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let (ux, uy) = if length > 0.0 { (dx / length, dy / length) } else { (1.0, 0.0) };
    let at = |along: f32, across: f32| (to.0 + ux * along - uy * across, to.1 + uy * along + ux * across);
    [at(-7.0, -4.0), at(1.0, 0.0), at(-7.0, 4.0)]
}
