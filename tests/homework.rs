//! Keys, answers and reports, through the command.

#[path = "homework/formats.rs"]
mod formats;
#[path = "homework/hostile.rs"]
mod hostile;
#[path = "homework/keys.rs"]
mod keys;
#[path = "homework/support.rs"]
mod support;
