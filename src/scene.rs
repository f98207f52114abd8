//! Drawings for pages: lines, boxes, curves and texts in the order in which they cover each other, and the one writer of
//! SVG, from which LaTeX ([`tikz`]) and points ([`crate::raster`]) are made. Coordinates are rounded to hundredths of a pixel. How
//! something looks is told in attributes of SVG.

pub(crate) mod reading;
pub(crate) mod tikz;

use std::fmt::Write;

/// A place, or a size: across, then downwards.
pub(crate) type Point = (f64, f64);

/// What is drawn so far.
pub(crate) struct Scene {
    svg: String,
}

impl Scene {
    /// A white page of this size; the title is for those who cannot see it.
    pub fn new((width, height): Point, font: u32, title: &str) -> Scene {
        let (width, height) = (short(width), short(height));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"{font}\" role=\"img\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            escaped(title)
        );
        Scene { svg }
    }

    fn element(&mut self, name: &str, numbers: &[(&str, f64)], look: &str, text: Option<&str>) {
        let _ = write!(self.svg, "<{name}");
        for (name, number) in numbers {
            let _ = write!(self.svg, " {name}=\"{}\"", short(*number));
        }
        let _ = write!(self.svg, "{}{look}", if look.is_empty() { "" } else { " " });
        let _ = match text {
            Some(text) => writeln!(self.svg, ">{}</{name}>", escaped(text)),
            None => writeln!(self.svg, "/>"),
        };
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, look: &str) {
        self.element("line", &[("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)], look, None);
    }

    /// A rectangle by its upper left corner.
    pub fn rect(&mut self, (x, y): Point, (width, height): Point, look: &str) {
        self.element("rect", &[("x", x), ("y", y), ("width", width), ("height", height)], look, None);
    }

    /// A text that starts, has its middle, or ends at a place of its base line.
    pub fn text(&mut self, (x, y): Point, anchor: &str, look: &str, text: &str) {
        let look = format!("text-anchor=\"{anchor}\" {look}");
        self.element("text", &[("x", x), ("y", y)], look.trim_end(), Some(text));
    }

    /// A line with corners and bends.
    pub fn path(&mut self, path: &Path, look: &str) {
        self.element("path", &[], &format!("d=\"{}\" fill=\"none\" {look}", path.0), None);
    }

    /// A filled polygon by its corners.
    pub fn area(&mut self, corners: &[Point], look: &str) {
        let mut path = Path::default();
        path.step('M', &corners[..1]);
        corners[1..].iter().for_each(|corner| path.step('L', &[*corner]));
        self.element("path", &[], &format!("d=\"{}Z\" {look}", path.0), None);
    }

    /// A head for the ends of paths, `marker-end="url(#name)"`.
    pub fn arrow_head(&mut self, name: &str, colour: &str) {
        let _ = writeln!(
            self.svg,
            "<marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"{colour}\"/></marker>"
        );
    }

    /// The text of the file.
    pub fn svg(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// Where the pen of a path goes.
#[derive(Default)]
pub(crate) struct Path(String);

impl Path {
    /// A point, to be seen where lines have round ends.
    pub fn dot(&mut self, place: Point) {
        self.step('M', &[place]);
        self.0.push_str("h0");
    }

    /// A step by its letter in SVG: `M` moves, `L` draws a straight line, `C` a bend with two handles before its end.
    pub fn step(&mut self, letter: char, points: &[Point]) {
        self.0.push(letter);
        for (i, (x, y)) in points.iter().enumerate() {
            let _ = write!(self.0, "{}{},{}", if i > 0 { " " } else { "" }, short(*x), short(*y));
        }
    }
}

/// Without a zero that has a sign.
fn short(x: f64) -> f64 {
    (x * 100.0).round() / 100.0 + 0.0
}

/// Text and attributes of XML 1.0 and HTML; characters that it cannot hold are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
