//! The Cayley graph of a quotient: as lines of text, and as SVG.

use super::{letters, quotient};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::scene::{Path, Scene};
use crate::value::{Display, Fault, Res, Value};
use std::f64::consts::TAU;
use std::rc::Rc;

/// Elements of the largest graph that is drawn.
const MOST: usize = 300;
/// Colours of generators, which come again after the last.
const COLOURS: [&str; 8] = ["#c0392b", "#2060b0", "#2e8b57", "#b8860b", "#7d3c98", "#117a8b", "#d35400", "#555555"];

/// `cayley_graph(Q)`.
pub fn cayley_graph(m: &mut Machine, a: &[Value]) -> Res {
    let value = quotient(&a[0])?;
    let q = &value.quotient;
    let order = q.monoid().order();
    if order > MOST {
        return Fault::new(Mistake::Picture, format!("a graph of {order} elements; at most {MOST} are drawn")).err();
    }
    let presentation = q.presentation();
    let (words, letters) = (value.words(&presentation), letters(&presentation));
    let mut layers: Vec<Vec<u32>> = Vec::new();
    let mut elements: Vec<u32> = q.monoid().elements().collect();
    let degree = |x: u32| presentation.normal_form(x).iter().sum::<u32>();
    // The normal forms of one degree stand as in a dictionary.
    elements.sort_by(|&x, &y| {
        let forms = (presentation.normal_form(y), presentation.normal_form(x));
        degree(x).cmp(&degree(y)).then_with(|| forms.0.cmp(forms.1))
    });
    for &x in &elements {
        let degree = degree(x) as usize;
        layers.resize(layers.len().max(degree + 1), Vec::new());
        layers[degree].push(x);
    }

    let name = |x: u32| if q.is_p(x) { format!("[{}]", words[x as usize]) } else { format!(" {} ", words[x as usize]) };
    let wide = elements.iter().map(|&x| name(x).chars().count()).max().unwrap_or(0);
    let mut lines = Vec::with_capacity(order);
    for &x in &elements {
        m.handle.ticks(letters.len())?;
        let arrows: Vec<String> = letters
            .iter()
            .zip(presentation.generators())
            .map(|(letter, &g)| format!("{letter} -> {}", words[q.monoid().times(x, g) as usize]))
            .collect();
        let name = name(x);
        let blanks = " ".repeat(wide - name.chars().count());
        lines.push(format!("{blanks}{name}: {}", arrows.join(", ")));
    }

    let widest = layers.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let cell = 9.0 * words.iter().map(|w| w.chars().count()).max().unwrap_or(1) as f64 + 44.0;
    let (level, head) = (110.0, 40.0);
    let size = (cell * widest + 40.0, level * layers.len() as f64 + head);
    let mut scene = Scene::new(size, 14, &format!("Cayley graph: {}", value.headline()));
    for (i, colour) in COLOURS.iter().enumerate().take(letters.len()) {
        scene.arrow_head(&format!("head{i}"), colour);
    }
    let mut at = vec![(0.0, 0.0); order];
    for (row, layer) in layers.iter().enumerate() {
        for (i, &x) in layer.iter().enumerate() {
            let across = 20.0 + cell * ((widest - layer.len() as f64) / 2.0 + i as f64 + 0.5);
            // Every other one stands lower, so that arrows within a row are seen.
            at[x as usize] = (across, head + level * (row as f64 + 0.35) + if i % 2 == 1 { 26.0 } else { 0.0 });
        }
    }
    for (i, letter) in letters.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        scene.text(
            (24.0 + 28.0 * i as f64, 22.0),
            "middle",
            &format!("fill=\"{colour}\" font-weight=\"bold\""),
            letter,
        );
    }
    for (i, &g) in presentation.generators().iter().enumerate() {
        let (colour, head) = (COLOURS[i % COLOURS.len()], i % COLOURS.len());
        let look = format!("stroke=\"{colour}\" stroke-width=\"1.2\" marker-end=\"url(#head{head})\"");
        for x in q.monoid().elements() {
            m.handle.tick()?;
            let y = q.monoid().times(x, g);
            let (from, to) = (at[x as usize], at[y as usize]);
            let mut path = Path::default();
            if x == y {
                // A loop, at a place of its own for each generator.
                let angle = TAU * i as f64 / letters.len() as f64;
                let (dx, dy) = (angle.cos(), angle.sin());
                let near = |turn: f64, far: f64| {
                    (
                        from.0 + far * (dx * turn.cos() - dy * turn.sin()),
                        from.1 + far * (dx * turn.sin() + dy * turn.cos()),
                    )
                };
                path.step('M', &[near(-0.5, 14.0)]);
                path.step('C', &[near(-0.5, 36.0), near(0.5, 36.0), near(0.5, 14.0)]);
            } else {
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let far = dx.hypot(dy);
                let (ux, uy) = (dx / far, dy / far);
                // Bent a little, so that there and back are two lines.
                let bend = 0.12 * far;
                let middle = ((from.0 + to.0) / 2.0 - uy * bend, (from.1 + to.1) / 2.0 + ux * bend);
                path.step('M', &[(from.0 + 14.0 * ux, from.1 + 14.0 * uy)]);
                path.step('C', &[middle, middle, (to.0 - 15.0 * ux, to.1 - 15.0 * uy)]);
            }
            scene.path(&path, &look);
        }
    }
    for &x in &elements {
        let (word, (across, down)) = (&words[x as usize], at[x as usize]);
        let half = 4.5 * word.chars().count() as f64 + 6.0;
        let look =
            if q.is_p(x) { "fill=\"#fde8c8\" stroke=\"#222\"" } else { "fill=\"white\" stroke=\"#bbb\" rx=\"10\"" };
        scene.rect((across - half, down - 11.0), (2.0 * half, 22.0), look);
        scene.text((across, down + 5.0), "middle", "", word);
    }
    Ok(Value::Display(Rc::new(Display {
        kind: "Cayley graph",
        text: lines.join("\n"),
        svg: Some(scene.svg()),
        ..Display::default()
    })))
}
