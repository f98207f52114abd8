//! Drawings as pictures of points: PNG, from the text that [`crate::scene`] writes.
//!
//! In: the SVG of a scene, an element a line. Out: the bytes of a PNG file, twice as fine as the drawing unless that would be too large.
//! Only what scenes draw is understood; other elements are an error, so that nothing is left out in silence. Texts are
//! drawn with the pen, in the letters of [`font`]: no font has to be brought along.

mod font;

use crate::scene::reading::{Attributes, Step, arrow_head, attributes, colour, content, element, end, head, steps};
use std::collections::HashMap;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

/// Points of a picture at most: a finer one would be of no use.
const MOST: f32 = 64e6;

/// Why there is no picture.
#[derive(Debug)]
pub(crate) enum Unpainted {
    /// It is no drawing of ours.
    Foreign,
    /// It has too many points.
    TooLarge,
}

/// What a picture needs of memory, in bytes, and the file itself.
pub(crate) struct Painting<'s> {
    svg: &'s str,
    width: f32,
    height: f32,
    scale: f32,
}

impl<'s> Painting<'s> {
    /// Begins: looks at the size.
    pub fn of(svg: &'s str) -> Result<Painting<'s>, Unpainted> {
        let head = attributes(svg.lines().next().unwrap_or(""));
        let size = |name| head.get(name).and_then(|text| text.parse::<f32>().ok()).filter(|size| *size >= 1.0);
        let (Some(width), Some(height)) = (size("width"), size("height")) else { return Err(Unpainted::Foreign) };
        let scale = if width * height * 4.0 <= MOST { 2.0 } else { 1.0 };
        if width * height * scale * scale > MOST {
            return Err(Unpainted::TooLarge);
        }
        Ok(Painting { svg, width, height, scale })
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        (self.width * self.height * self.scale * self.scale) as usize * 8
    }

    /// The file.
    pub fn png(&self) -> Result<Vec<u8>, Unpainted> {
        let points = |size: f32| (size * self.scale).ceil() as u32;
        let pixmap = Pixmap::new(points(self.width), points(self.height)).ok_or(Unpainted::TooLarge)?;
        let mut canvas =
            Canvas { pixmap, scale: Transform::from_scale(self.scale, self.scale), size: 12.0, heads: HashMap::new() };
        canvas.pixmap.fill(Color::WHITE);
        for line in self.svg.lines() {
            canvas.element(line).ok_or(Unpainted::Foreign)?;
        }
        canvas.pixmap.encode_png().map_err(|_| Unpainted::TooLarge)
    }
}

/// Where it is drawn.
struct Canvas {
    pixmap: Pixmap,
    scale: Transform,
    /// Of texts that name no other.
    size: f32,
    /// The colours of arrow heads.
    heads: HashMap<String, String>,
}

impl Canvas {
    fn element(&mut self, line: &str) -> Option<()> {
        let name = element(line)?;
        let of = attributes(line);
        let number = |name: &str| of.get(name).and_then(|text| text.parse::<f32>().ok());
        match name {
            "svg" => self.size = number("font-size").unwrap_or(self.size),
            "title" | "/svg" => {}
            // The page is white already.
            "rect" if of.get("width") == Some(&"100%") => {}
            "marker" => {
                let inner = line.split_once("<path ")?.1;
                self.heads.insert((*of.get("id")?).to_owned(), (*attributes(inner).get("fill")?).to_owned());
            }
            "line" => {
                let mut path = PathBuilder::new();
                path.move_to(number("x1")?, number("y1")?);
                path.line_to(number("x2")?, number("y2")?);
                self.stroke(path, &of)?;
            }
            "rect" => {
                let (x, y, w, h) = (number("x")?, number("y")?, number("width")?, number("height")?);
                let path = rounded((x, y), (w, h), number("rx").unwrap_or(0.0))?;
                if let Some(fill) = of.get("fill").filter(|fill| **fill != "none") {
                    self.pixmap.fill_path(&path, &paint(fill)?, FillRule::Winding, self.scale, None);
                }
                self.stroke_path(&path, &of)?;
            }
            "path" => {
                let steps = steps(of.get("d")?)?;
                let path = drawn(&steps);
                if let Some(fill) = of.get("fill").filter(|fill| **fill != "none")
                    && let Some(area) = path.clone().finish()
                {
                    self.pixmap.fill_path(&area, &paint(fill)?, FillRule::Winding, self.scale, None);
                }
                self.stroke(path, &of)?;
                if let Some(head) = head(&of) {
                    let fill = self.heads.get(head)?.clone();
                    self.arrow_head(arrow_head(end(&steps)?), &fill)?;
                }
            }
            "text" => {
                self.text((number("x")?, number("y")?), &content(line, "text")?, &of)?;
            }
            _ => return None,
        }
        Some(())
    }

    fn stroke(&mut self, path: PathBuilder, of: &Attributes<'_>) -> Option<()> {
        // A path of nothing is nothing to see.
        path.finish().map_or(Some(()), |path| self.stroke_path(&path, of))
    }

    fn stroke_path(&mut self, path: &Path, of: &Attributes<'_>) -> Option<()> {
        let Some(ink) = of.get("stroke").filter(|stroke| **stroke != "none") else { return Some(()) };
        let mut stroke =
            Stroke { width: of.get("stroke-width").map_or(Some(1.0), |w| w.parse().ok())?, ..Stroke::default() };
        if of.get("stroke-linecap") == Some(&"round") {
            stroke.line_cap = LineCap::Round;
        }
        if of.get("stroke-linejoin") == Some(&"round") {
            stroke.line_join = LineJoin::Round;
        }
        if let Some(dashes) = of.get("stroke-dasharray") {
            let dashes = dashes.split([' ', ',']).map(|dash| dash.parse().ok()).collect::<Option<Vec<f32>>>()?;
            stroke.dash = StrokeDash::new(dashes, 0.0);
        }
        self.pixmap.stroke_path(path, &paint(ink)?, &stroke, self.scale, None);
        Some(())
    }

    fn arrow_head(&mut self, [left, tip, right]: [(f32, f32); 3], fill: &str) -> Option<()> {
        let mut path = PathBuilder::new();
        path.move_to(left.0, left.1);
        path.line_to(tip.0, tip.1);
        path.line_to(right.0, right.1);
        path.close();
        let path = path.finish()?;
        self.pixmap.fill_path(&path, &paint(fill)?, FillRule::Winding, self.scale, None);
        Some(())
    }

    fn text(&mut self, (x, y): (f32, f32), text: &str, of: &Attributes<'_>) -> Option<()> {
        let size = of.get("font-size").map_or(Some(self.size), |size| size.parse().ok())?;
        let width = font::width(text) * size;
        let start = match of.get("text-anchor") {
            Some(&"middle") => x - width / 2.0,
            Some(&"end") => x - width,
            _ => x,
        };
        let mut path = PathBuilder::new();
        font::draw(text, |step, (across, up)| {
            let (x, y) = (start + across * size, y - up * size);
            if step { path.line_to(x, y) } else { path.move_to(x, y) }
        });
        let Some(path) = path.finish() else { return Some(()) };
        let bold = if of.get("font-weight") == Some(&"bold") { 1.7 } else { 1.0 };
        let mut pen = Stroke {
            width: size * font::PEN * bold,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let ink = pen.width;
        // A halo keeps the text apart from what it lies on.
        if let Some(halo) = of.get("stroke") {
            let width: f32 = of.get("stroke-width").map_or(Some(1.0), |w| w.parse().ok())?;
            pen.width = ink + width;
            self.pixmap.stroke_path(&path, &paint(halo)?, &pen, self.scale, None);
        }
        pen.width = ink;
        self.pixmap.stroke_path(&path, &paint(of.get("fill").unwrap_or(&"black"))?, &pen, self.scale, None);
        Some(())
    }
}

/// A colour to paint with.
fn paint(text: &str) -> Option<Paint<'static>> {
    let (r, g, b) = colour(text)?;
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 255);
    Some(paint)
}

/// A rectangle with round corners.
fn rounded((x, y): (f32, f32), (w, h): (f32, f32), radius: f32) -> Option<Path> {
    let r = radius.min(w / 2.0).min(h / 2.0);
    if r <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_xywh(x, y, w, h)?));
    }
    // So far from the corner the handles of a quarter of a circle lie.
    let k = r * 0.447_715_25;
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(x + w - r, y);
    path.cubic_to(x + w - k, y, x + w, y + k, x + w, y + r);
    path.line_to(x + w, y + h - r);
    path.cubic_to(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
    path.line_to(x + r, y + h);
    path.cubic_to(x + k, y + h, x, y + h - k, x, y + h - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + k, x + k, y, x + r, y);
    path.close();
    path.finish()
}

/// A path to be drawn.
fn drawn(steps: &[Step]) -> PathBuilder {
    let mut path = PathBuilder::new();
    let mut at = (0.0, 0.0);
    for step in steps {
        match *step {
            Step::Move(x, y) => {
                path.move_to(x, y);
                at = (x, y);
            }
            Step::Line(x, y) => {
                path.line_to(x, y);
                at = (x, y);
            }
            Step::Bend([a, b, c, d, x, y]) => {
                path.cubic_to(a, b, c, d, x, y);
                at = (x, y);
            }
            Step::Close => path.close(),
            // Of no length it would not be seen.
            Step::Dot => path.line_to(at.0 + 0.01, at.1),
        }
    }
    path
}
