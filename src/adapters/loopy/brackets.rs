//! Loopy games as they were written, in brackets: `loop a <0 || 0 | a>`, and `pass` where the brackets right around are meant.

use super::written_loops::Written;
use crate::eval::Machine;
use crate::games::Side;
use crate::limits::with_stack;
use crate::stoppers::Link;
use crate::value::{Res, Value};

/// Brackets that are open: their node, where they begin in the text, and the letter by which something inside spoke of them.
struct Open {
    node: usize,
    begins: usize,
    letter: Option<String>,
}

impl Machine {
    /// The text of a written game. Takes steps for each option, as often as it stands there.
    pub(crate) fn brackets(&mut self, written: &Written) -> Res<String> {
        if let Some(name) = written.called {
            return Ok(name.to_owned());
        }
        let mut text = String::new();
        self.write_brackets(written, written.node, &mut Vec::new(), &mut 0, &mut text)?;
        Ok(text)
    }

    fn write_brackets(
        &mut self,
        written: &Written,
        node: usize,
        open: &mut Vec<Open>,
        letters: &mut usize,
        text: &mut String,
    ) -> Res<()> {
        open.push(Open { node, begins: text.len(), letter: None });
        text.push('<');
        for side in [Side::Left, Side::Right] {
            if side == Side::Right {
                text.push('|');
            }
            for (i, &link) in written.graph.options(node, side).iter().enumerate() {
                self.handle.tick()?;
                if i > 0 {
                    text.push_str(", ");
                }
                match link {
                    Link::Node(to) => match open.iter().position(|open| open.node == to) {
                        Some(place) if place + 1 == open.len() => text.push_str("pass"),
                        Some(place) => {
                            let letter = open[place].letter.get_or_insert_with(|| {
                                *letters += 1;
                                letter(*letters - 1)
                            });
                            text.push_str(letter);
                        }
                        None => with_stack(|| self.write_brackets(written, to, open, letters, text))?,
                    },
                    Link::Value(value) => {
                        let name = match written.inside.get(&(node, side, i)) {
                            Some(Value::Form(form)) => self.form_notation(form)?,
                            _ => self.loops.name(value, &self.store, &self.handle)?,
                        };
                        text.push_str(&name);
                    }
                }
            }
        }
        text.push('>');
        if let Some(Open { begins, letter: Some(letter), .. }) = open.pop() {
            text.insert_str(begins, &format!("loop {letter} "));
        }
        Ok(())
    }
}

/// a, b, …, z, a1, b1, …
fn letter(n: usize) -> String {
    let letter = char::from(b'a' + (n % 26) as u8);
    if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26) }
}
