//! Drawings for LaTeX: a `tikzpicture`, from the text that [`super::Scene`] writes.
//!
//! In: the SVG of a scene. Out: the picture for `\input`, which needs the package `tikz` and nothing else of it. It is as large as the
//! drawing, at most as a page of text; letters shrink with it. Only what scenes draw is understood; nothing is left out in silence.

use super::reading::{Attributes, Step, arrow_head, attributes, colour, content, element, end, head, steps};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// How every such picture begins.
pub(crate) const FIRST: &str = "% A drawing by Sprague: \\usepackage{tikz}";

/// Points of a pixel, and the width and height of a page of text, those of LaTeX's own classes, in points, less a blank and a caption.
const POINT: f32 = 0.75;
const PAGE: (f32, f32) = (340.0, 510.0);
/// The size of the smallest letters, in points.
const LEAST: f32 = 5.0;

/// Characters that mean something in LaTeX, spelled out.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// A label: also with the signs that the fonts of plain LaTeX lack.
fn label(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let sign = match c {
            '\u{2212}' => "$-$",
            '…' => "\\ldots{}",
            '●' => "$\\bullet$",
            '·' => "$\\cdot$",
            '×' => "$\\times$",
            '↑' => "$\\uparrow$",
            '↓' => "$\\downarrow$",
            '→' => "$\\rightarrow$",
            'ω' => "$\\omega$",
            '∞' => "$\\infty$",
            '≤' => "$\\le$",
            '≥' => "$\\ge$",
            '∅' => "$\\emptyset$",
            '"' => "{\\ttfamily\\char34}",
            // Two would become a dash.
            '-' => "{-}",
            c if c.is_control() => " ",
            c => {
                out.push_str(&escaped(c.encode_utf8(&mut [0; 4])));
                continue;
            }
        };
        out.push_str(sign);
    }
    out
}

/// The picture; nothing if it is no drawing of ours.
pub(crate) fn tikz(svg: &str) -> Option<String> {
    let page = attributes(svg.lines().next()?);
    let size = |name| page.get(name).and_then(|text| text.parse::<f32>().ok()).filter(|size| *size >= 1.0);
    let (width, height) = (size("width")?, size("height")?);
    let mut picture = Picture {
        unit: POINT.min(PAGE.0 / width).min(PAGE.1 / height),
        letters: page.get("font-size").and_then(|size| size.parse().ok()).unwrap_or(12.0),
        heads: HashMap::new(),
        colours: BTreeSet::new(),
        body: String::new(),
        title: String::new(),
    };
    for line in svg.lines() {
        picture.element(line)?;
    }
    let unit = number(picture.unit);
    let mut out = format!("{FIRST}\n");
    if !picture.title.is_empty() {
        let _ = writeln!(out, "% {}", picture.title);
    }
    let _ = writeln!(out, "\\begin{{tikzpicture}}[x={unit}pt,y=-{unit}pt,line cap=butt]");
    for (r, g, b) in &picture.colours {
        let code = format!("{r:02X}{g:02X}{b:02X}");
        let _ = writeln!(out, "  \\definecolor{{sprague{code}}}{{HTML}}{{{code}}}");
    }
    let (width, height) = (number(width), number(height));
    let _ = writeln!(out, "  \\path[use as bounding box] (0,0) rectangle ({width},{height});");
    out.push_str(&picture.body);
    out.push_str("\\end{tikzpicture}\n");
    Some(out)
}

/// A picture being drawn.
struct Picture {
    /// Points of a pixel.
    unit: f32,
    /// The size of texts that name no other, in pixels.
    letters: f32,
    /// The colours of arrow heads.
    heads: HashMap<String, String>,
    colours: BTreeSet<(u8, u8, u8)>,
    body: String,
    title: String,
}

impl Picture {
    fn element(&mut self, line: &str) -> Option<()> {
        let name = element(line)?;
        let of = attributes(line);
        let value = |name: &str| of.get(name).and_then(|text| text.parse::<f32>().ok());
        match name {
            "svg" | "/svg" => {}
            "title" => self.title = content(line, "title")?.split_whitespace().collect::<Vec<_>>().join(" "),
            // The page is white already.
            "rect" if of.get("width") == Some(&"100%") => {}
            "marker" => {
                let inner = line.split_once("<path ")?.1;
                self.heads.insert((*of.get("id")?).to_owned(), (*attributes(inner).get("fill")?).to_owned());
            }
            "line" => {
                let path =
                    format!("{} -- {}", place((value("x1")?, value("y1")?)), place((value("x2")?, value("y2")?)));
                self.path(&path, &of)?;
            }
            "rect" => {
                let (x, y, w, h) = (value("x")?, value("y")?, value("width")?, value("height")?);
                let round = value("rx").unwrap_or(0.0).min(w / 2.0).min(h / 2.0);
                let round = match round > 0.0 {
                    true => format!("[rounded corners={}pt] ", number(round * self.unit)),
                    false => String::new(),
                };
                self.path(&format!("{round}{} rectangle {}", place((x, y)), place((x + w, y + h))), &of)?;
            }
            "path" => self.steps(&of)?,
            "text" => self.text((value("x")?, value("y")?), &content(line, "text")?, &of)?,
            _ => return None,
        }
        Some(())
    }

    /// The name of a colour, which is then known.
    fn colour(&mut self, text: &str) -> Option<String> {
        let (r, g, b) = colour(text)?;
        self.colours.insert((r, g, b));
        Some(format!("sprague{r:02X}{g:02X}{b:02X}"))
    }

    /// Filled and drawn as the attributes say.
    fn path(&mut self, path: &str, of: &Attributes<'_>) -> Option<()> {
        let mut look = Vec::new();
        for (name, key) in [("fill", "fill"), ("stroke", "draw")] {
            if let Some(paint) = of.get(name).filter(|paint| **paint != "none") {
                look.push(format!("{key}={}", self.colour(paint)?));
            }
        }
        if look.is_empty() {
            return Some(());
        }
        let width: f32 = of.get("stroke-width").map_or(Some(1.0), |width| width.parse().ok())?;
        look.push(format!("line width={}pt", number(width * self.unit)));
        if of.get("stroke-linecap") == Some(&"round") {
            look.push("line cap=round".into());
        }
        if of.get("stroke-linejoin") == Some(&"round") {
            look.push("line join=round".into());
        }
        if let Some(dashes) = of.get("stroke-dasharray") {
            let lengths = dashes.split([' ', ',']).map(|dash| dash.parse().ok()).collect::<Option<Vec<f32>>>()?;
            let pattern = lengths.iter().enumerate().map(|(i, length)| {
                format!("{} {}pt", if i % 2 == 0 { "on" } else { "off" }, number(length * self.unit))
            });
            look.push(format!("dash pattern={}", pattern.collect::<Vec<_>>().join(" ")));
        }
        let _ = writeln!(self.body, "  \\path[{}] {path};", look.join(","));
        Some(())
    }

    fn steps(&mut self, of: &Attributes<'_>) -> Option<()> {
        let all = steps(of.get("d")?)?;
        let (mut path, mut at, mut dots) = (String::new(), (0.0, 0.0), Vec::new());
        for step in &all {
            match *step {
                Step::Move(x, y) => {
                    at = (x, y);
                    let _ = write!(path, " {}", place(at));
                }
                Step::Line(x, y) => {
                    at = (x, y);
                    let _ = write!(path, " -- {}", place(at));
                }
                Step::Bend([a, b, c, d, x, y]) => {
                    at = (x, y);
                    let _ = write!(path, " .. controls {} and {} .. {}", place((a, b)), place((c, d)), place(at));
                }
                Step::Dot => dots.push(at),
                Step::Close => path.push_str(" -- cycle"),
            }
        }
        if dots.is_empty() {
            self.path(path.trim_start(), of)?;
        } else {
            // Dots are as wide as the line.
            let ink = self.colour(of.get("stroke")?)?;
            let width: f32 = of.get("stroke-width").map_or(Some(1.0), |width| width.parse().ok())?;
            let radius = number(width * self.unit / 2.0);
            for dot in dots {
                let _ = writeln!(self.body, "  \\fill[{ink}] {} circle[radius={radius}pt];", place(dot));
            }
        }
        if let Some(name) = head(of) {
            let fill = self.heads.get(name)?.clone();
            let ink = self.colour(&fill)?;
            let corners = arrow_head(end(&all)?).map(place).join(" -- ");
            let _ = writeln!(self.body, "  \\fill[{ink}] {corners} -- cycle;");
        }
        Some(())
    }

    fn text(&mut self, at: (f32, f32), text: &str, of: &Attributes<'_>) -> Option<()> {
        let size: f32 = of.get("font-size").map_or(Some(self.letters), |size| size.parse().ok())? * self.unit;
        let anchor = match of.get("text-anchor") {
            Some(&"middle") => "base",
            Some(&"end") => "base east",
            _ => "base west",
        };
        let ink = self.colour(of.get("fill").unwrap_or(&"black"))?;
        let mut look = vec![format!("anchor={anchor}"), format!("text={ink}")];
        // A halo keeps the text apart from what it lies on.
        match of.get("stroke") {
            Some(halo) => look.extend([format!("fill={}", self.colour(halo)?), "inner sep=1pt".into()]),
            None => look.push("inner sep=0pt".into()),
        }
        let family = if of.get("font-family") == Some(&"monospace") { "\\ttfamily" } else { "\\sffamily" };
        let bold = if of.get("font-weight") == Some(&"bold") { "\\bfseries" } else { "" };
        // The fonts of plain LaTeX have no smaller letters; these are scaled.
        let printed = size.max(LEAST);
        if size < printed {
            look.push(format!("scale={}", number(size / printed)));
        }
        let (size, lead) = (number(printed), number(printed * 1.2));
        look.push(format!("font=\\fontsize{{{size}}}{{{lead}}}{family}{bold}\\selectfont"));
        let _ = writeln!(self.body, "  \\node[{}] at {} {{{}}};", look.join(","), place(at), label(text));
        Some(())
    }
}

fn place((x, y): (f32, f32)) -> String {
    format!("({},{})", number(x), number(y))
}

/// Rounded to hundredths, without a zero that has a sign.
fn number(x: f32) -> String {
    format!("{}", (x * 100.0).round() / 100.0 + 0.0)
}
