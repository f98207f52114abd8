//! Arguments of the command. In: what the shell hands over. Out: an [`Invocation`], or what is wrong and what to do.
//!
//! What there is stands in [`super::table`]; here it is read. Options may stand anywhere; `--` ends them.

use super::grading::Grading;
use super::{checking, new, table};
use crate::homework::{Bounds, keyside, process};
use crate::report;
use crate::session::{Limits, nearest};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Error};
use std::error::Error as _;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Command {
    Interactive,
    Script {
        file: OsString,
        arguments: Vec<String>,
    },
    StandardInput {
        arguments: Vec<String>,
    },
    Eval {
        text: String,
    },
    Check {
        files: Vec<OsString>,
        key: Option<PathBuf>,
        bounds: Bounds,
        /// The time for each file.
        patience: Option<Duration>,
    },
    Grade(Box<Grading>),
    /// Certificates, and a script with the rules that they speak of.
    Verify {
        files: Vec<OsString>,
        rules: Option<PathBuf>,
        /// Whether to write it for Coq.
        coq: bool,
    },
    /// The hidden ones, with which this command starts itself: a process of its own for what somebody else wrote.
    Isolated {
        word: String,
        arguments: Vec<OsString>,
    },
    /// The server for editors.
    Lsp,
    /// Programs to lay out, or only to look over.
    Fmt {
        files: Vec<OsString>,
        check: bool,
    },
    Doc {
        name: Option<String>,
        markdown: bool,
    },
    /// A notebook's kernel: serve it, or install it.
    #[cfg(feature = "kernel")]
    Kernel(super::kernel::Task),
    /// A text that is known by now: help, the version, completions, a manual page.
    Text(String),
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// Options that every command takes.
#[derive(Clone, Debug)]
pub struct Options {
    /// JSON instead of text.
    pub json: bool,
    /// How outputs are written, unless as JSON.
    pub format: report::Format,
    /// Colour.
    pub color: Color,
    /// Bounds for every submission.
    pub limits: Limits,
    /// Threads of long computations; 0 for as many as the machine has.
    pub threads: usize,
    /// Where long computations keep how far they are.
    pub checkpoint: Option<PathBuf>,
    /// Several processes: workers of each, which of them this is, and the file that says where they listen.
    #[cfg(feature = "cluster")]
    pub processes: Option<(usize, usize, PathBuf)>,
}

/// Nested calls unless `--depth` says otherwise.
pub const DEPTH: u32 = 10_000;
/// More threads than this are of no use.
const MOST_THREADS: usize = 256;
/// The time for a file of `sprague check` unless `--time` says otherwise.
const PATIENCE: Duration = Duration::from_secs(300);
/// Memory in MiB unless `--memory` says otherwise.
pub const MEMORY: usize = 4096;

impl Default for Options {
    fn default() -> Self {
        let limits = Limits { steps: None, depth: Some(DEPTH), memory: Some(MEMORY << 20), time: None };
        Options {
            json: false,
            format: report::Format::Text,
            color: Color::Auto,
            limits,
            threads: 0,
            checkpoint: None,
            #[cfg(feature = "cluster")]
            processes: None,
        }
    }
}

/// A command with its options.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// What is asked.
    pub command: Command,
    /// How.
    pub options: Options,
}

/// Reads the arguments, without the command's own name.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Invocation, String> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let done = |command| Ok(Invocation { command, options: Options::default() });
    let hidden = [process::WORD, keyside::WORD, checking::WORD];
    if let Some(word) = hidden.into_iter().find(|word| arguments.first().is_some_and(|first| first == word)) {
        arguments.remove(0);
        return done(Command::Isolated { word: word.to_owned(), arguments });
    }
    arguments.insert(0, "sprague".into());
    match table::command().try_get_matches_from(&arguments) {
        Ok(given) => invocation(&given),
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            done(Command::Text(error.to_string().trim_end().to_owned()))
        }
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            done(Command::Text(concat!("sprague ", env!("CARGO_PKG_VERSION")).to_owned()))
        }
        Err(error) => Err(said(&error, &arguments)),
    }
}

fn invocation(given: &ArgMatches) -> Result<Invocation, String> {
    let script = all(given, "script");
    let command = match given.subcommand() {
        None => without_command(script, given.get_flag("json"))?,
        Some((name, _)) if !script.is_empty() => {
            return Err(format!("`{name}` stands behind a file\n{BEHIND_DASHES}"));
        }
        Some((name, given)) => command(name, given)?,
    };
    // Options before the command's word are found there, too.
    let given = given.subcommand().map_or(given, |(_, given)| given);
    Ok(Invocation { command, options: options(given) })
}

fn command(name: &str, given: &ArgMatches) -> Result<Command, String> {
    let usage = |message: &str| format!("{message}\n`sprague {name} --help` shows an example.");
    Ok(match name {
        "eval" => {
            Command::Eval { text: one(given, "EXPR").ok_or_else(|| usage("`sprague eval` needs an expression"))? }
        }
        "check" => {
            let files = all(given, "FILE");
            if files.is_empty() {
                return Err(usage("`sprague check` needs at least one file"));
            }
            if given.contains_id("checkpoint") {
                let what = usage("`sprague check` keeps no files: `--checkpoint` is for scripts");
                return Err(what + "\nRun the file as a script: sprague FILE --checkpoint DIR");
            }
            let patience = one(given, "time").unwrap_or(Some(PATIENCE));
            Command::Check { files, key: one(given, "key"), bounds: bounds(given), patience }
        }
        "grade" => Command::Grade(Box::new(Grading::of(given).map_err(usage)?)),
        "verify" => {
            let files = all(given, "FILE");
            if files.is_empty() {
                return Err(usage("`sprague verify` needs at least one file"));
            }
            if given.get_flag("coq") && files.len() > 1 {
                return Err(usage("`sprague verify --coq` writes one file at a time"));
            }
            Command::Verify { files, rules: one(given, "rules"), coq: given.get_flag("coq") }
        }
        "fmt" => {
            let files = all(given, "FILE");
            if files.is_empty() {
                return Err(usage("`sprague fmt` needs at least one file, or `-` for standard input"));
            }
            Command::Fmt { files, check: given.get_flag("check") }
        }
        "lsp" => Command::Lsp,
        "doc" => Command::Doc { name: one(given, "NAME"), markdown: given.get_flag("markdown") },
        "new" => {
            let (Some("rules"), Some(name)) = (one::<String>(given, "WHAT").as_deref(), one::<String>(given, "NAME"))
            else {
                return Err(usage("`sprague new rules` needs a name, such as Frogs"));
            };
            let kind = one::<String>(given, "kind").unwrap_or_default();
            Command::Text(new::rules(&kind, &name).map_err(|wrong| usage(&wrong))?)
        }
        #[cfg(feature = "kernel")]
        "kernel" => Command::Kernel(super::kernel::Task::of(given).map_err(usage)?),
        "completions" => {
            let shell: clap_complete::Shell =
                one(given, "SHELL").ok_or_else(|| usage("`sprague completions` needs the name of a shell"))?;
            let mut script = Vec::new();
            // In zsh words are counted, so that nothing may stand before a command; files are offered in its place.
            let zsh = shell == clap_complete::Shell::Zsh;
            let mut command = if zsh { table::commands() } else { table::command() };
            clap_complete::generate(shell, &mut command, "sprague", &mut script);
            let script = String::from_utf8_lossy(&script);
            let both = "':: :{ _alternative \"commands:command:_sprague_commands\" \"files:script:_files\" }'";
            let script = if zsh { script.replace("\":: :_sprague_commands\"", both) } else { script.into_owned() };
            Command::Text(script.trim_end().to_owned())
        }
        _ => Command::Text(manual(one::<String>(given, "COMMAND").as_deref())?),
    })
}

/// The manual page of the command, or of one of its commands.
fn manual(about: Option<&str>) -> Result<String, String> {
    let mut all = table::command();
    all.build();
    let page = match about {
        None => all,
        Some(name) => all.find_subcommand(name).ok_or_else(|| no_command(name))?.clone(),
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}

pub(super) fn one<T: Clone + Send + Sync + 'static>(given: &ArgMatches, name: &str) -> Option<T> {
    given.get_one(name).cloned()
}

pub(super) fn all(given: &ArgMatches, name: &str) -> Vec<OsString> {
    given.get_many(name).into_iter().flatten().cloned().collect()
}

fn options(given: &ArgMatches) -> Options {
    let Options { limits: Limits { steps, depth, memory, time }, .. } = Options::default();
    let bound = |name| one::<Option<u64>>(given, name);
    let limits = Limits {
        steps: bound("steps").unwrap_or(steps),
        depth: bound("depth").map_or(depth, |given| given.map(|n| u32::try_from(n).unwrap_or(u32::MAX))),
        memory: bound("memory").map_or(memory, |given| given.map(bytes)),
        time: one(given, "time").unwrap_or(time),
    };
    let color = match one::<String>(given, "color").as_deref() {
        Some("always") => Color::Always,
        Some("never") => Color::Never,
        _ => Color::Auto,
    };
    let threads =
        bound("threads").flatten().map_or(0, |n| usize::try_from(n).unwrap_or(MOST_THREADS).min(MOST_THREADS));
    // Reports have formats of their own.
    let word = given.try_get_one::<String>("format").ok().flatten();
    let known = report::Format::ALL.into_iter().find(|(name, _)| word.is_some_and(|word| word == name));
    let format = known.map_or(report::Format::Text, |(_, format)| format);
    let json = given.get_flag("json") || word.is_some_and(|word| word == "json");
    Options {
        json,
        format,
        color,
        limits,
        threads,
        checkpoint: one(given, "checkpoint"),
        #[cfg(feature = "cluster")]
        processes: one(given, "hosts").map(|hosts| {
            let number = |name, default| usize::from(one::<u16>(given, name).unwrap_or(default));
            (number("workers", 1), number("process", 0), hosts)
        }),
    }
}

/// The bounds of answer files: their own defaults, unless something is said.
pub(super) fn bounds(given: &ArgMatches) -> Bounds {
    let mut bounds = Bounds::default();
    let bound = |name| one::<Option<u64>>(given, name);
    if let Some(steps) = bound("steps") {
        bounds.steps = steps.unwrap_or(u64::MAX);
    }
    if let Some(depth) = bound("depth") {
        bounds.depth = depth.map_or(u32::MAX, |n| u32::try_from(n).unwrap_or(u32::MAX));
    }
    if let Some(memory) = bound("memory") {
        bounds.memory = memory.map_or(usize::MAX, bytes);
    }
    if let Some(time) = one::<Option<Duration>>(given, "time") {
        bounds.seconds = time.map_or(u64::from(u32::MAX), |t| t.as_secs().max(1));
        bounds.patience = bounds.seconds.saturating_mul(6).min(86_400);
    }
    bounds
}

fn bytes(mebibytes: u64) -> usize {
    usize::try_from(mebibytes).unwrap_or(usize::MAX).saturating_mul(1 << 20)
}

/// No command word: a script, standard input, or the interactive session.
fn without_command(mut words: Vec<OsString>, json: bool) -> Result<Command, String> {
    if words.is_empty() {
        return match (std::io::stdin().is_terminal(), json) {
            (false, _) => Ok(Command::StandardInput { arguments: Vec::new() }),
            (true, false) => Ok(Command::Interactive),
            (true, true) => Err("`--json` needs a program\nFor instance: sprague --json eval '1/2 + *'".into()),
        };
    }
    let file = words.remove(0);
    let text =
        |w: OsString| w.into_string().map_err(|w| format!("the argument `{}` is not UTF-8", w.to_string_lossy()));
    let arguments = words.into_iter().map(text).collect::<Result<_, _>>()?;
    if file.is_empty() {
        return Err("the file's name is empty".into());
    }
    if file == "-" {
        return Ok(Command::StandardInput { arguments });
    }
    // A word that is no file and looks like a command is a slip of the finger.
    match file.to_str() {
        Some(word) if !word.contains(['/', '\\', '.']) && !Path::new(word).exists() => Err(no_command(word)),
        _ => Ok(Command::Script { file, arguments }),
    }
}

fn no_command(word: &str) -> String {
    let script = format!("{word}.cgt");
    let table = table::command();
    let near = nearest(word, table.get_subcommands().map(clap::Command::get_name).chain(["help"]));
    let note = match (word, near) {
        _ if Path::new(&script).is_file() => format!("Did you mean `sprague {script}`?"),
        (_, Some(near)) => format!("Did you mean `sprague {near}`?"),
        ("run", _) => "A script is run by its name alone: sprague FILE".into(),
        ("repl", _) => "The interactive session is `sprague` alone.".into(),
        _ => "`sprague --help` lists the commands.".into(),
    };
    format!("there is no file and no command `{word}`\n{note}")
}

/// What to do with arguments that look like something else.
const BEHIND_DASHES: &str = "To hand it to the script, write `--` before the script's arguments.";

/// An error of the reader in our words: what is wrong, then what to do, a line each.
fn said(error: &Error, arguments: &[OsString]) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let first =
        |kind| context(kind).first().and_then(|text| text.split(' ').next().map(str::to_owned)).unwrap_or_default();
    let (argument, value) = (first(ContextKind::InvalidArg), context(ContextKind::InvalidValue).concat());
    let table = table::command();
    let asked = arguments.iter().find_map(|word| table.find_subcommand(word)).map(clap::Command::get_name);
    let call = ["sprague"].into_iter().chain(asked).chain(["--help"]).collect::<Vec<_>>().join(" ");
    // In an expression a dash may begin anything: that it was an option shows only now.
    let mut given = arguments.iter().filter_map(|word| word.to_str()?.split('=').next());
    let known =
        |word| table.get_subcommands().filter(|c| c.get_name() == "eval").chain([&table]).any(|c| takes(c, word));
    let stray = given.find(|word| asked == Some("eval") && table::is_option(word) && !known(word));
    if let Some(stray) = stray {
        return unknown(stray, asked, &call, &table);
    }
    match error.kind() {
        ErrorKind::UnknownArgument if argument.starts_with('-') => unknown(&argument, asked, &call, &table),
        ErrorKind::UnknownArgument if asked == Some("eval") => {
            format!("`sprague eval` takes one expression\nQuote it: sprague eval '1/2 + *'\n`{call}` shows an example.")
        }
        ErrorKind::UnknownArgument => format!("`{argument}` is one word too many\n`{call}` shows an example."),
        ErrorKind::InvalidSubcommand => no_command(&context(ContextKind::InvalidSubcommand).concat()),
        ErrorKind::TooManyValues => format!("`{argument}` takes no value"),
        ErrorKind::ArgumentConflict => {
            format!(
                "`{argument}` and `{}` do not go together\n`{call}` shows an example.",
                first(ContextKind::PriorArg)
            )
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = context(ContextKind::InvalidArg).join("` and `");
            format!("`{missing}` is needed, too\n`{call}` shows an example.")
        }
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8".into(),
        ErrorKind::InvalidValue if value.is_empty() => format!("`{argument}` needs a value\n`{call}` says which."),
        ErrorKind::InvalidValue => {
            let known = context(ContextKind::ValidValue);
            let near = nearest(&value, known.iter().map(String::as_str));
            let near = near.map_or(String::new(), |near| format!("Did you mean `{near}`?\n"));
            let argument = if argument.starts_with('-') { argument + " " } else { String::new() };
            format!("`{argument}{value}` is not known\n{near}One of: {}.", known.join(", "))
        }
        kind => error.source().map(ToString::to_string).unwrap_or_else(|| kind.to_string()),
    }
}

/// Whether a command has an option of this name.
fn takes(command: &clap::Command, option: &str) -> bool {
    command.get_arguments().any(|known| known.get_long().is_some() && known.get_long() == option.strip_prefix("--"))
}

/// An option that the command does not take: it is misspelt, or another command's, or the script's.
fn unknown(name: &str, asked: Option<&str>, call: &str, table: &clap::Command) -> String {
    if let Some(owner) = table.get_subcommands().find(|command| takes(command, name)) {
        let owner = owner.get_name();
        let note = match (name, asked) {
            ("--key", Some("grade")) => "For grading, the key is the first file: sprague grade KEY FILE...",
            _ => "It stands behind that word.",
        };
        return format!("`{name}` belongs to `sprague {owner}`\n{note}");
    }
    let options = table.get_subcommands().chain([table]).flat_map(clap::Command::get_arguments);
    let known: Vec<String> = options
        .filter_map(|a| Some(format!("--{}", a.get_long()?)))
        .chain(["--help".into(), "--version".into()])
        .collect();
    let mut text = format!("there is no option `{name}`");
    if !cfg!(feature = "cluster") && matches!(name, "--workers" | "--process" | "--hosts") {
        return text
            + "\nSeveral processes compute together in a build with `cargo build --release --features cluster`.";
    }
    if let Some(near) = nearest(name, known.iter().map(String::as_str)) {
        text += &format!("\nDid you mean `{near}`?");
    }
    if asked == Some("doc") && !name.starts_with("--") {
        text += &format!("\nA sign goes behind two dashes: sprague doc -- '{name}'");
    }
    if asked.is_none() {
        text += &format!("\n{BEHIND_DASHES}");
    }
    format!("{text}\n`{call}` lists the options.")
}
