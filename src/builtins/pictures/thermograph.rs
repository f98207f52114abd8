//! A thermograph as SVG: walls, mast, and a dotted line with the exact number for the tax and value of each corner.
//!
//! Values increase to the left, the tax increases upwards, both on one scale, so that walls stand upright or lean by 45°. Coordinates are rounded to hundredths of a pixel; the numbers
//! written beside them are exact.

use super::foot;
use crate::games::{Dyadic, Thermograph, Trajectory};
use crate::limits::{Handle, Stop};
use crate::scene::{Path, Scene};
use crate::value::Res;

/// The most that walls and mast take, and the least.
const MOST: (f64, f64) = (480.0, 360.0);
const LEAST: (f64, f64) = (160.0, 120.0);
/// Room for numbers at the left and below, and elsewhere.
const WIDE: f64 = 56.0;
const NARROW: f64 = 24.0;
/// More corners than this are not drawn.
const CORNERS: usize = 10_000;

/// Where things stand.
struct Plane {
    high: f64,
    foot: f64,
    top: f64,
    /// Pixels of one.
    unit: f64,
    /// Of the picture.
    size: (f64, f64),
}

impl Plane {
    fn new((high, low): (f64, f64), (foot, top): (f64, f64)) -> Plane {
        let (across, up) = (high - low, top - foot);
        let unit = (MOST.0 / across).min(MOST.1 / up);
        // What is narrow or low gets room beside and above.
        let (room, sky) = ((LEAST.0 - across * unit).max(0.0), (LEAST.1 - up * unit).max(0.0));
        let size = (WIDE + NARROW + across * unit + room, WIDE + NARROW + up * unit + sky);
        Plane { high: high + room / 2.0 / unit, foot, top: top + sky / unit, unit, size }
    }

    fn x(&self, value: &Dyadic) -> f64 {
        WIDE + (self.high - value.to_f64()) * self.unit
    }

    fn y(&self, tax: f64) -> f64 {
        NARROW + (self.top - tax) * self.unit
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
    let top = t.temperature.to_f64() + if rise > 0.0 { rise * 0.35 } else { 1.0 };
    let frame = Plane::new((high.to_f64() + pad, low.to_f64() - pad), (foot.to_f64(), top));
    let width = frame.size.0;

    let title = format!("Thermograph with mast {} from temperature {}", t.mast, t.temperature);
    let mut scene = Scene::new(frame.size, 13, &title);
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
            let text = number.to_string();
            // Numbers that would cover each other are left out; the lines stay.
            if by_tax {
                let y = frame.y(number.to_f64());
                scene.line((side, y), (width - NARROW, y), "stroke=\"#bbb\" stroke-dasharray=\"2 4\"");
                if (y - last).abs() >= 13.0 {
                    scene.text((side - 4.0, y + 4.0), "end", "", &text);
                    last = y;
                }
            } else {
                let x = frame.x(number);
                scene.line((x, NARROW), (x, bottom + 6.0), "stroke=\"#ddd\" stroke-dasharray=\"2 4\"");
                #[allow(clippy::cast_precision_loss)]
                let room = 8.0 * text.len() as f64 + 6.0;
                if (x - last).abs() >= room {
                    scene.text((x, bottom + 20.0), "middle", "", &text);
                    last = x;
                }
            }
        }
    }
    scene.line((side, bottom), (width - NARROW, bottom), "stroke=\"black\"");
    scene.text((side - 4.0, 16.0), "end", "fill=\"#555\"", "tax");
    scene.text((width - NARROW, bottom + 38.0), "end", "fill=\"#555\"", "value");
    for (wall, colour) in walls(t, &foot).iter().zip(["#1f5fbf", "#c0392b"]) {
        let mut path = Path::default();
        for (i, (s, x)) in wall.iter().enumerate() {
            path.step(if i == 0 { 'M' } else { 'L' }, &[(frame.x(x), frame.y(s.to_f64()))]);
        }
        scene.path(&path, &format!("stroke=\"{colour}\" stroke-width=\"2.5\" stroke-linejoin=\"round\""));
    }
    let (x, y) = (frame.x(&t.mast), frame.y(t.temperature.to_f64()));
    scene.line((x, y), (x, NARROW), "stroke=\"black\" stroke-width=\"2.5\"");
    let (at, anchor) = if x > width / 2.0 { (x - 8.0, "end") } else { (x + 8.0, "start") };
    scene.text((at, NARROW + 10.0), anchor, "", &format!("mast {}", t.mast));
    Ok(scene.svg())
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
