//! What adapters keep in a machine, which need not know them.
//!
//! In: a type. Out: the one value of that type. Touches nothing else of the machine.

use super::Machine;
use std::any::{Any, TypeId};
use std::fmt;

/// One value of each type, made when it is first asked for.
#[derive(Default)]
pub struct Memory(Vec<(TypeId, Box<dyn Any>)>);

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Memory of {}", self.0.len())
    }
}

impl Memory {
    /// The value of this type.
    pub fn of<T: Any + Default>(&mut self) -> &mut T {
        let wanted = TypeId::of::<T>();
        let found = self.0.iter().position(|(kept, _)| *kept == wanted);
        let at = found.unwrap_or_else(|| {
            self.0.push((wanted, Box::<T>::default()));
            self.0.len() - 1
        });
        self.0[at].1.downcast_mut().expect("it was found by its type")
    }
}

impl Machine {
    /// What adapters have found out about positions; forgotten with them.
    pub fn facts(&mut self) -> &mut Memory {
        &mut self.tables.facts
    }

    /// What front ends tell adapters, such as the number of threads.
    pub fn settings(&mut self) -> &mut Memory {
        &mut self.settings
    }
}
