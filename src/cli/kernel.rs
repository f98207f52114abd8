//! `sprague kernel`: serving notebooks, and telling Jupyter how that is started.

use super::args::{self, Options};
use super::screen::Screen;
use super::{Status, interrupt};
use crate::kernel::{Connection, Interrupter, Place, install, serve};
use crate::session::Settings;
use clap::ArgMatches;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Serve by a connection file.
    Serve(PathBuf),
    /// Write the folder that Jupyter reads.
    Install(Place),
}

impl Task {
    /// From the arguments.
    pub fn of(given: &ArgMatches) -> Result<Task, &'static str> {
        let prefix = args::one::<PathBuf>(given, "prefix");
        let placed = prefix.is_some() || given.get_flag("user");
        let installs = args::one::<String>(given, "ACTION").is_some();
        match args::one(given, "connection") {
            Some(_) if installs || placed => Err("a kernel is either installed or served"),
            Some(file) => Ok(Task::Serve(file)),
            None if installs => Ok(Task::Install(prefix.map_or(Place::User, Place::Prefix))),
            None if placed => Err("`--user` and `--prefix` go with `install`"),
            None => Err("`sprague kernel` is started by Jupyter; `sprague kernel install` tells it how"),
        }
    }
}

/// Does it.
pub fn run(screen: &Rc<RefCell<Screen>>, options: &Options, task: &Task) -> Status {
    let done = match task {
        Task::Serve(file) => served(file, options),
        Task::Install(place) => install(place, &arguments(options)).map(|folder| {
            let folder = folder.display();
            let text = format!("The kernel is installed in {folder}; Jupyter calls it `Sprague`.\n`jupyter kernelspec remove sprague` takes it away.");
            screen.borrow_mut().line(&text);
        }),
    };
    match done {
        Ok(()) => Status::Done,
        Err(what) => {
            screen.borrow_mut().complain(&what);
            Status::Usage
        }
    }
}

fn served(file: &std::path::Path, options: &Options) -> Result<(), String> {
    let connection = Connection::read(file)?;
    let interrupter = Interrupter::default();
    let asked = interrupter.clone();
    interrupt::pass_to(move || asked.interrupt());
    // Jupyter starts a kernel in the folder of its notebook.
    let settings =
        Settings { limits: options.limits.clone(), import_from: Some(PathBuf::from(".")), arguments: Vec::new() };
    serve(&connection, settings, options.threads, interrupter)
}

/// The bounds that are not the usual ones, as they are written.
pub fn arguments(options: &Options) -> Vec<String> {
    let (given, usual) = (&options.limits, Options::default().limits);
    let number = |number: Option<String>| number.unwrap_or_else(|| "none".to_owned());
    let mut found = Vec::new();
    let mut add = |name: &str, value: String, differs: bool| {
        if differs {
            found.extend([format!("--{name}"), value]);
        }
    };
    add("steps", number(given.steps.map(|n| n.to_string())), given.steps != usual.steps);
    add("depth", number(given.depth.map(|n| n.to_string())), given.depth != usual.depth);
    add("memory", number(given.memory.map(|n| (n >> 20).to_string())), given.memory != usual.memory);
    add("time", number(given.time.map(|t| t.as_secs_f64().to_string())), given.time != usual.time);
    add("threads", options.threads.to_string(), options.threads != 0);
    found
}
