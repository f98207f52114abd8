//! A thermograph as SVG: walls, mast, and a dotted line with the exact number for the tax and value of each corner.
//!
//! Values increase to the left, the tax increases upwards. Coordinates are rounded to hundredths of a pixel; the numbers
//! written beside them are exact.

use super::foot;
use crate::games::{Dyadic, Thermograph, Trajectory};
use crate::limits::{Handle, Stop};
use crate::value::Res;
use std::fmt::Write;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 360.0;
/// Room for numbers at the left and below, and elsewhere.
const WIDE: f64 = 56.0;
const NARROW: f64 = 24.0;
/// More corners than this are not drawn.
const CORNERS: usize = 10_000;

/// Where things stand.
struct Frame {
    high: f64,
    low: f64,
    foot: f64,
    top: f64,
}

impl Frame {
    fn x(&self, value: &Dyadic) -> f64 {
        WIDE + (self.high - value.to_f64()) / (self.high - self.low) * (WIDTH - WIDE - NARROW)
    }

    fn y(&self, tax: f64) -> f64 {
        NARROW + (self.top - tax) / (self.top - self.foot) * (HEIGHT - WIDE - NARROW)
    }
}

/// The text of the file.
pub fn draw(t: &Thermograph, handle: &Handle) -> Res<String> {
    let foot = foot(t);
    let corners: Vec<(Dyadic, Dyadic)> = walls(t, &foot).into_iter().flatten().collect();
    if corners.len() > CORNERS {
        return Err(Stop::TooLarge(format!("a thermograph with {} corners", corners.len())).into());
    }
    let mut high = t.mast.clone();
    let mut low = t.mast.clone();
    for (_, x) in &corners {
        handle.tick()?;
        high = high.max(x.clone());
        low = low.min(x.clone());
    }
    // Something to stand beside: a mast alone, or a thermograph without height.
    let pad = if high == low { 1.0 } else { high.sub(&low).to_f64() * 0.06 };
    let rise = t.temperature.sub(&foot).to_f64();
    let frame = Frame {
        high: high.to_f64() + pad,
        low: low.to_f64() - pad,
        foot: foot.to_f64(),
        top: t.temperature.to_f64() + if rise > 0.0 { rise * 0.35 } else { 1.0 },
    };

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        escaped(&format!("Thermograph with mast {} from temperature {}", t.mast, t.temperature))
    );
    let (bottom, side) = (frame.y(frame.foot), WIDE - 12.0);
    let mut taxes: Vec<Dyadic> = corners.iter().map(|(s, _)| s.clone()).collect();
    taxes.extend([foot.clone(), t.temperature.clone()]);
    let mut values: Vec<Dyadic> = corners.iter().map(|(_, x)| x.clone()).collect();
    values.push(t.mast.clone());
    for (all, by_tax) in [(&mut taxes, true), (&mut values, false)] {
        all.sort_unstable();
        all.dedup();
        let mut last = f64::NEG_INFINITY;
        for number in all.iter() {
            handle.tick()?;
            let text = escaped(&number.to_string());
            if by_tax {
                let y = frame.y(number.to_f64());
                let _ = writeln!(
                    svg,
                    "<line x1=\"{side:.2}\" y1=\"{y:.2}\" x2=\"{:.2}\" y2=\"{y:.2}\" stroke=\"#bbb\" stroke-dasharray=\"2 4\"/>",
                    WIDTH - NARROW
                );
                // Numbers that would cover each other are left out; the lines stay.
                if (y - last).abs() >= 13.0 {
                    let _ = writeln!(
                        svg,
                        "<text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\">{text}</text>",
                        side - 4.0,
                        y + 4.0
                    );
                    last = y;
                }
            } else {
                let x = frame.x(number);
                let _ = writeln!(
                    svg,
                    "<line x1=\"{x:.2}\" y1=\"{NARROW:.2}\" x2=\"{x:.2}\" y2=\"{:.2}\" stroke=\"#ddd\" stroke-dasharray=\"2 4\"/>",
                    bottom + 6.0
                );
                #[allow(clippy::cast_precision_loss)]
                let room = 8.0 * text.len() as f64 + 6.0;
                if (x - last).abs() >= room {
                    let _ = writeln!(
                        svg,
                        "<text x=\"{x:.2}\" y=\"{:.2}\" text-anchor=\"middle\">{text}</text>",
                        bottom + 20.0
                    );
                    last = x;
                }
            }
        }
    }
    let _ = writeln!(
        svg,
        "<line x1=\"{side:.2}\" y1=\"{bottom:.2}\" x2=\"{:.2}\" y2=\"{bottom:.2}\" stroke=\"black\"/>",
        WIDTH - NARROW
    );
    let _ = writeln!(svg, "<text x=\"{:.2}\" y=\"16\" text-anchor=\"end\" fill=\"#555\">tax</text>", side - 4.0);
    let _ = writeln!(
        svg,
        "<text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\" fill=\"#555\">value</text>",
        WIDTH - NARROW,
        bottom + 38.0
    );
    for (wall, colour) in walls(t, &foot).iter().zip(["#1f5fbf", "#c0392b"]) {
        let points: Vec<String> =
            wall.iter().map(|(s, x)| format!("{:.2},{:.2}", frame.x(x), frame.y(s.to_f64()))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/>",
            points.join(" ")
        );
    }
    let (x, y) = (frame.x(&t.mast), frame.y(t.temperature.to_f64()));
    let _ = writeln!(
        svg,
        "<line x1=\"{x:.2}\" y1=\"{y:.2}\" x2=\"{x:.2}\" y2=\"{NARROW:.2}\" stroke=\"black\" stroke-width=\"2.5\"/>"
    );
    let _ = writeln!(
        svg,
        "<text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"{}\">mast {}</text>",
        if x > WIDTH / 2.0 { x - 8.0 } else { x + 8.0 },
        NARROW + 10.0,
        if x > WIDTH / 2.0 { "end" } else { "start" },
        escaped(&t.mast.to_string())
    );
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// The corners of both walls from the foot up to the temperature.
fn walls(t: &Thermograph, foot: &Dyadic) -> [Vec<(Dyadic, Dyadic)>; 2] {
    let wall = |wall: &Trajectory| {
        let mut corners = vec![(foot.clone(), wall.at(foot))];
        corners.extend(wall.corners().iter().filter(|(s, _)| s > foot && *s < t.temperature).cloned());
        corners.push((t.temperature.clone(), t.mast.clone()));
        corners
    };
    [wall(&t.left), wall(&t.right)]
}

/// Text inside XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
