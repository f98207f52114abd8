//! Homework, as far as values are needed for it: the questions of a key, what the statements of an answer file hand in, and
//! how an answer compares with what a question expects. Front ends hear of values as data, and of reasons as sentences.

mod answers;
mod key;
mod marking;
mod points;
mod sheet;
pub mod variant;
pub mod visible;
mod written;

pub use crate::portable::{Given, Line, Row};
pub use answers::Functions;
pub use key::{Criterion, Faulty, Key, Question, Reading};
pub use marking::Marked;
pub use points::Points;
pub use sheet::{sheet, sheet_for, varies};
pub use visible::{one_line, shown};
pub use written::Rule;
