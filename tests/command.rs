//! The command: arguments, exit statuses, examples, the course; and the licences of what was built.

#[path = "command/arguments.rs"]
mod arguments;
#[path = "command/certificates.rs"]
mod certificates;
#[path = "command/cli.rs"]
mod cli;
#[path = "command/course.rs"]
mod course;
#[path = "command/examples.rs"]
mod examples;
#[path = "command/help.rs"]
mod help;
#[path = "command/house.rs"]
mod house;
#[path = "command/install.rs"]
mod install;
#[cfg(feature = "kernel")]
#[path = "command/kernels.rs"]
mod kernels;
#[path = "command/licences.rs"]
mod licences;
#[path = "command/pages.rs"]
mod pages;
#[path = "command/report_files.rs"]
mod report_files;
#[path = "command/session/mod.rs"]
mod session;
#[path = "command/state.rs"]
mod state;
