//! Collections that grow in their variable: `xs = append(xs, x)`, `xs = xs + ys`, `s = union(s, t)`.
//!
//! In: the variable, and the code of its new value, which begins by reading it. Out: the new value. If nobody else holds the collection it is
//! taken out of the variable and changed in place, so that a list that grows element by element is not copied each time; the assignment
//! puts it back. All else is computed as ever. Touches the variable. Cost: what is added.

use super::Machine;
use crate::value::node::{Code, Growth, Node, Place};
use crate::value::{Res, Value};
use smallvec::smallvec;
use std::rc::Rc;

impl Machine {
    /// The value of code such as `append(xs, x)` that is about to be assigned to `xs`.
    pub(super) fn grown(&mut self, place: Place, growth: Growth, code: &Code) -> Res {
        let old = match self.slot(place) {
            Value::Cell(cell) => cell.borrow().clone(),
            held @ (Value::List(_) | Value::Set(_)) => held.clone(),
            _ => Value::Nothing,
        };
        if !matches!(old, Value::List(_) | Value::Set(_)) {
            return self.eval(code);
        }
        let (native, more) = match &code.node {
            Node::Add(pair) if matches!(old, Value::List(_)) => (None, &pair.1),
            Node::Call(f, arguments)
                if let (Node::Const(Value::Native(native)), [_, more]) = (&f.node, &arguments[..]) =>
            {
                (Some(*native), more)
            }
            _ => return self.eval(code),
        };
        let more = self.eval(more)?;
        // Evaluated a second time, what is added could be something else.
        let added = match (growth, &old, &more) {
            (Growth::Append, Value::List(_), _) => Some(1),
            (Growth::Join, Value::List(_), Value::List(more)) => Some(more.len()),
            (Growth::Union, Value::Set(_), Value::Set(more)) => Some(more.len()),
            _ => None,
        };
        let Some(added) = added.filter(|_| self.is_alone(place, &old)) else {
            return match native {
                Some(native) => self.native(native, smallvec![old, more], code.span),
                None => self.add(&old, &more).map_err(|flow| flow.at(code.span)),
            };
        };
        self.pay_for(&old, added).map_err(|flow| flow.at(code.span))?;
        match self.slot(place) {
            Value::Cell(cell) => drop(cell.replace(Value::Nothing)),
            slot => *slot = Value::Nothing,
        }
        Ok(match (old, more) {
            (Value::List(mut items), more) => {
                let all = &mut Rc::make_mut(&mut items).0;
                match &more {
                    Value::List(more) if growth == Growth::Join => all.extend_from_slice(more),
                    _ => all.push(more),
                }
                Value::List(items)
            }
            (Value::Set(mut items), Value::Set(more)) => {
                Rc::make_mut(&mut items).0.extend(more.iter().cloned());
                Value::Set(items)
            }
            (old, _) => old,
        })
    }

    /// Whether nobody but a variable, and the caller, holds a collection.
    fn is_alone(&mut self, place: Place, held: &Value) -> bool {
        let alone = |value: &Value| match (value, held) {
            (Value::List(x), Value::List(y)) => Rc::ptr_eq(x, y) && Rc::strong_count(x) == 2,
            (Value::Set(x), Value::Set(y)) => Rc::ptr_eq(x, y) && Rc::strong_count(x) == 2,
            _ => false,
        };
        match self.slot(place) {
            Value::Cell(cell) => alone(&cell.borrow()),
            value => alone(value),
        }
    }

    /// Pays for so many elements more: what has no room is moved to where there is twice as much.
    fn pay_for(&self, grows: &Value, added: usize) -> Res<()> {
        let (held, room, size) = match grows {
            Value::List(items) => (items.len(), items.capacity(), size_of::<Value>()),
            Value::Set(items) => (items.len(), items.capacity(), 2 * size_of::<Value>()),
            _ => (0, 0, 0),
        };
        if held + added > room {
            self.handle.afford((2 * held + added) * size)?;
        }
        Ok(self.handle.ticks(1 + added)?)
    }
}
