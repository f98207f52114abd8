//! The interactive session.

use crate::cli::{Status, args::Options, screen::Screen};
use std::{cell::RefCell, rc::Rc};

/// Talks with a person until they leave.
pub fn start(screen: &Rc<RefCell<Screen>>, options: &Options) -> Status {
    let _ = (screen, options);
    Status::Done
}
