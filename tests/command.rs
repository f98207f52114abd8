//! The command: arguments, exit statuses, examples, the course; and the licences of what was built.

#[path = "command/certificates.rs"]
mod certificates;
#[path = "command/cli.rs"]
mod cli;
#[path = "command/course.rs"]
mod course;
#[path = "command/examples.rs"]
mod examples;
#[path = "command/house.rs"]
mod house;
#[path = "command/install.rs"]
mod install;
#[path = "command/licences.rs"]
mod licences;
