//! Drawings in files.
//!
//! In: what can be drawn, or the text of a drawing, and the name of a file. Out: the file, written whole or not at all. What is
//! there already and is no drawing is never replaced.

use super::drawing;
use crate::builtins::{string, write_file};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::scene::tikz;
use crate::value::{Fault, Res, Value};

/// What a file is by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Tex,
    #[cfg(feature = "png")]
    Png,
}

/// By the end of its name; an error that says what there is.
fn kind_of(name: &str) -> Res<Kind> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    let what = match ending.as_deref() {
        Some("svg") => return Ok(Kind::Svg),
        Some("tex") => return Ok(Kind::Tex),
        #[cfg(feature = "png")]
        Some("png") => return Ok(Kind::Png),
        Some(ending) if ["png", "pdf", "jpg", "jpeg", "eps"].contains(&ending) => {
            let base = &name[..name.len() - ending.len()];
            format!(
                "Save it as \"{base}svg\"; browsers show that, and `rsvg-convert -f pdf {base}svg -o {base}pdf` or Inkscape make other files of it."
            )
        }
        _ => format!(
            "The name of the file ends in `.svg`{} or `.tex`: \"{name}.svg\".",
            if PNG { ", `.png`" } else { "" }
        ),
    };
    let kinds = if PNG { "SVG, PNG or TikZ" } else { "SVG or TikZ" };
    Fault::new(Mistake::Picture, format!("drawings are saved as {kinds}, not as `{name}`")).note(what).err()
}

/// Whether pictures of points can be made.
const PNG: bool = cfg!(feature = "png");

/// `save(picture, file)`.
pub fn save(m: &mut Machine, a: &[Value]) -> Res {
    let name = string(&a[1], "the name of the file")?.to_owned();
    let kind = kind_of(&name)?;
    let svg = match &a[0] {
        Value::Str(text) if is_drawing(text.as_bytes()) => text.to_string(),
        Value::Str(_) => {
            return Fault::new(Mistake::Picture, "this text is no drawing; `svg(picture)` gives the text of one").err();
        }
        picture => drawing(m, picture)?,
    };
    let bytes = match kind {
        Kind::Svg => svg.into_bytes(),
        Kind::Tex => typeset(&svg)?.into_bytes(),
        #[cfg(feature = "png")]
        Kind::Png => painted(m, &svg)?,
    };
    let known = |bytes: &[u8]| match kind {
        Kind::Svg => is_drawing(bytes),
        Kind::Tex => bytes.starts_with(tikz::FIRST.as_bytes()),
        #[cfg(feature = "png")]
        Kind::Png => bytes.starts_with(b"\x89PNG\r\n"),
    };
    write_file(m, &name, &bytes, "drawing", known)?;
    Ok(Value::text(name))
}

/// A drawing for LaTeX.
pub fn typeset(svg: &str) -> Res<String> {
    match tikz::tikz(svg) {
        Some(picture) => Ok(picture),
        None => Fault::new(Mistake::Picture, "only drawings that were made here become TikZ pictures")
            .note("Save it as SVG.")
            .err(),
    }
}

/// A drawing as a picture of points.
#[cfg(feature = "png")]
fn painted(m: &mut Machine, svg: &str) -> Res<Vec<u8>> {
    use crate::raster::{Painting, Unpainted};
    let refused = |why: Unpainted| {
        let what = match why {
            Unpainted::Foreign => "only drawings that were made here become PNG files",
            Unpainted::TooLarge => "this drawing has too many points for a PNG file",
        };
        Fault::new(Mistake::Picture, what).note("Save it as SVG.").err()
    };
    let painting = match Painting::of(svg) {
        Ok(painting) => painting,
        Err(why) => return refused(why),
    };
    m.handle.reserve(painting.bytes())?;
    painting.png().or_else(refused)
}

/// Whether this is an SVG file, as far as its beginning tells.
fn is_drawing(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let head = String::from_utf8_lossy(&start[..start.len().min(1000)]);
    head.starts_with("<svg") || head.starts_with("<?xml") && head.contains("<svg")
}
