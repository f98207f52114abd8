//! A thermograph in rows of text, one for each step of the tax, with every corner on a row of its own.
//!
//! Each row is exact: a wall stands in the column of its value at that tax, rounded to the nearest column. Corners are
//! labelled with their exact tax and values.

use super::foot;
use crate::games::{Dyadic, Thermograph};
use crate::limits::{Handle, Stop};
use crate::value::Res;
use std::fmt::Write;

/// Columns between the greatest and the least value, unless the window is narrower.
const WIDTH: usize = 32;
const LEAST: usize = 8;
/// Rows besides those of corners.
const ROWS: u32 = 6;
/// More corners than this are not drawn in text.
const CORNERS: usize = 60;

/// The drawing.
pub fn draw(t: &Thermograph, window: Option<usize>, handle: &Handle) -> Res<String> {
    let foot = foot(t);
    let (left, right) = (t.left.at(&foot), t.right.at(&foot));
    // Walls never leave the span of their values at the foot by more than they move: take all corners.
    let corners: Vec<&(Dyadic, Dyadic)> =
        t.left.corners().iter().chain(t.right.corners()).filter(|(s, _)| *s >= foot).collect();
    if corners.len() > CORNERS {
        return Err(Stop::TooLarge(format!("a thermograph with {} corners", corners.len())).into());
    }
    let mut high = left.clone();
    let mut low = right.clone();
    for (_, x) in &corners {
        high = high.max(x.clone());
        low = low.min(x.clone());
    }
    let mut taxes: Vec<Dyadic> = corners.iter().map(|(s, _)| s.clone()).collect();
    taxes.push(foot.clone());
    taxes.push(t.temperature.clone());
    let labelled = {
        let mut all = taxes.clone();
        all.sort_unstable();
        all.dedup();
        all
    };
    // Steps of a power of two, so that the rows between stand at plain taxes.
    let span = t.temperature.sub(&foot);
    let mut step = Dyadic::from(1);
    let rows = i64::from(ROWS);
    while step.mul_integer(&rows.into()) < span {
        handle.tick()?;
        step = step.add(&step);
    }
    while span.sign().is_gt() && step.mul_integer(&rows.into()) > span.add(&span) {
        handle.tick()?;
        step = step.half();
    }
    let mut at = foot.clone();
    while at < t.temperature {
        handle.tick()?;
        taxes.push(at.clone());
        at = at.add(&step);
    }
    // The mast goes on above.
    taxes.push(t.temperature.add(&step));
    taxes.sort_unstable();
    taxes.dedup();

    let margin = labelled.iter().map(|s| s.to_string().len()).max().unwrap_or(1).max(3);
    let note = |s: &Dyadic| {
        if *s >= t.temperature {
            format!("mast at {}", t.mast)
        } else {
            format!("{} to {}", t.left.at(s), t.right.at(s))
        }
    };
    let beside = labelled.iter().map(|s| note(s).len()).max().unwrap_or(0).max("walls".len());
    let width = window.map_or(WIDTH, |window| window.saturating_sub(margin + beside + 6).clamp(LEAST, WIDTH));

    let column = |x: &Dyadic| -> usize {
        let all = high.sub(&low).to_f64();
        if all <= 0.0 {
            return 0;
        }
        let part = high.sub(x).to_f64() / all;
        // A share of the width between 0 and 1.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let at = (part.clamp(0.0, 1.0) * width as f64).round() as usize;
        at
    };
    let mut text = format!("{:>margin$}   {:w$}  walls", "tax", "", w = width + 1);
    for s in taxes.iter().rev() {
        handle.tick()?;
        let (x, y) = (t.left.at(s), t.right.at(s));
        let is_labelled = labelled.contains(s);
        let label = if is_labelled { s.to_string() } else { String::new() };
        let mut row = vec![' '; width + 1];
        let above = s.add(&step);
        let mark = |wall: &crate::games::Trajectory, slanted: [char; 2]| match wall.at(&above).cmp(&wall.at(s)) {
            std::cmp::Ordering::Equal => '|',
            std::cmp::Ordering::Less => slanted[0],
            std::cmp::Ordering::Greater => slanted[1],
        };
        // Rightwards is down in value: a wall whose value falls with the tax leans to the right.
        row[column(&y)] = mark(&t.right, ['/', '\\']);
        row[column(&x)] = mark(&t.left, ['/', '\\']);
        if x == y {
            row[column(&x)] = '|';
        }
        let row: String = row.into_iter().collect();
        let note = if is_labelled { note(s) } else { String::new() };
        let line = format!("{label:>margin$} | {row}  {note}");
        let _ = write!(text, "\n{}", line.trim_end());
    }
    Ok(text)
}
