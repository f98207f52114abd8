//! Arguments of the command. In: what the shell hands over. Out: an [`Invocation`], or what is wrong and what to do.
//!
//! Options may stand anywhere; `--` ends them. Only `--word` and a dash with one letter are options, so that `-3`, and
//! in `sprague eval` any `-x`, are what they look like.

use super::checking;
use super::grade_args::{FLAGS, GradeOptions, Grading};
use super::help::Topic;
use crate::homework::{Bounds, keyside, process};
use crate::session::{Limits, nearest};
use std::ffi::OsString;
use std::fmt;
use std::io::IsTerminal;
use std::path::PathBuf;
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
        key: Option<std::path::PathBuf>,
        bounds: Bounds,
        /// The time for each file.
        patience: Option<Duration>,
    },
    Grade(Box<Grading>),
    /// The hidden ones, with which this command starts itself: a process of its own for what somebody else wrote.
    Isolated {
        word: String,
        arguments: Vec<OsString>,
    },
    Doc {
        name: Option<String>,
        markdown: bool,
    },
    Help(Topic),
    Version,
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
    /// Colour.
    pub color: Color,
    /// Bounds for every submission.
    pub limits: Limits,
    /// Threads of long computations; 0 for as many as the machine has.
    pub threads: usize,
    /// Where long computations keep how far they are.
    pub checkpoint: Option<PathBuf>,
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
        Options { json: false, color: Color::Auto, limits, threads: 0, checkpoint: None }
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

/// What is wrong with the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError {
    /// One sentence, no full stop.
    pub message: String,
    /// What to do, a sentence each.
    pub notes: Vec<String>,
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        self.notes.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

pub(super) fn wrong(message: impl Into<String>) -> UsageError {
    UsageError { message: message.into(), notes: Vec::new() }
}

impl UsageError {
    pub(super) fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }
}

const COMMANDS: [&str; 5] = ["eval", "check", "grade", "doc", "help"];
const OPTIONS: [&str; 20] = [
    "--help",
    "--version",
    "--json",
    "--color",
    "--steps",
    "--depth",
    "--memory",
    "--time",
    "--markdown",
    "--format",
    "--output",
    "--jobs",
    "--try",
    "--metadata",
    "--key",
    "--reveal",
    "--self-test",
    "--sheet",
    "--threads",
    "--checkpoint",
];

/// Reads the arguments, without the command's own name.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Invocation, UsageError> {
    let mut reader = Reader::default();
    let mut rest = arguments.into_iter().peekable();
    let hidden = [process::WORD, keyside::WORD, checking::WORD];
    if let Some(word) = rest.peek().and_then(|word| hidden.into_iter().find(|hidden| word == hidden)) {
        let command = Command::Isolated { word: word.to_owned(), arguments: rest.skip(1).collect() };
        return Ok(Invocation { command, options: Options::default() });
    }
    let mut only_words = false;
    while let Some(argument) = rest.next() {
        match argument.to_str() {
            Some("--") if !only_words => only_words = true,
            Some(text) if !only_words && reader.is_option(text) => reader.option(text, &mut rest)?,
            _ => reader.words.push(argument),
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    words: Vec<OsString>,
    options: Options,
    help: bool,
    version: bool,
    markdown: bool,
    grade: GradeOptions,
}

impl Reader {
    /// The command word, if the first word is one.
    fn command(&self) -> Option<&str> {
        self.words.first().and_then(|w| w.to_str()).filter(|w| COMMANDS.contains(w))
    }

    fn is_option(&self, text: &str) -> bool {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        if let Some(long) = text.strip_prefix("--") {
            return letter(long.chars().next());
        }
        let Some(short) = text.strip_prefix('-') else { return false };
        if self.command() == Some("eval") { matches!(short, "h" | "V") } else { letter(short.chars().next()) }
    }

    fn option(&mut self, text: &str, rest: &mut dyn Iterator<Item = OsString>) -> Result<(), UsageError> {
        let (name, attached) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        let is_flag =
            matches!(name, "-h" | "--help" | "-V" | "--version" | "--json" | "--markdown") || FLAGS.contains(&name);
        if is_flag && attached.is_some() {
            return Err(wrong(format!("`{name}` takes no value")));
        }
        let mut value = || -> Result<String, UsageError> {
            let value = match attached.clone() {
                Some(value) => Some(value),
                None => rest.next().map(|v| v.to_string_lossy().into_owned()),
            };
            value.filter(|v| !v.is_empty()).ok_or_else(|| wrong(format!("`{name}` needs a value")).note(value_of(name)))
        };
        if self.grade.option(name, &mut value)? {
            return Ok(());
        }
        if let Some(bound) = ["--steps", "--depth", "--memory", "--time"].into_iter().find(|b| *b == name) {
            self.grade.bounds.push(bound);
        }
        match name {
            "-h" | "--help" => self.help = true,
            "-V" | "--version" => self.version = true,
            "--json" => self.options.json = true,
            "--markdown" => self.markdown = true,
            "--color" => {
                self.options.color = match value()?.as_str() {
                    "auto" => Color::Auto,
                    "always" => Color::Always,
                    "never" => Color::Never,
                    other => return Err(wrong(format!("`--color {other}` is not known")).note(value_of(name))),
                };
            }
            "--steps" => self.options.limits.steps = number(name, &value()?)?,
            "--depth" => {
                let depth = number(name, &value()?)?;
                self.options.limits.depth = depth.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            }
            "--memory" => {
                let mebibytes = number(name, &value()?)?;
                let bytes = |n: u64| usize::try_from(n).unwrap_or(usize::MAX).saturating_mul(1 << 20);
                self.options.limits.memory = mebibytes.map(bytes);
            }
            "--time" => self.options.limits.time = seconds(&value()?)?,
            "--threads" => {
                let threads = number(name, &value()?)?;
                self.options.threads =
                    threads.map_or(0, |n| usize::try_from(n).unwrap_or(MOST_THREADS).min(MOST_THREADS));
            }
            "--checkpoint" => self.options.checkpoint = Some(PathBuf::from(value()?)),
            _ => return Err(self.unknown(name)),
        }
        Ok(())
    }

    fn unknown(&self, name: &str) -> UsageError {
        let mut error = wrong(format!("there is no option `{name}`"));
        if let Some(near) = nearest(name, OPTIONS) {
            error = error.note(format!("Did you mean `{near}`?"));
        }
        if self.command().is_none() && !self.words.is_empty() {
            error = error.note("To hand it to the script, write `--` before the script's arguments.");
        }
        error.note(format!("`{}` lists the options.", Topic::of(self.command()).call()))
    }

    fn finish(self) -> Result<Invocation, UsageError> {
        let topic = Topic::of(self.command());
        let Reader { mut words, options, help, version, markdown, grade } = self;
        let done = |command| Ok(Invocation { command, options: options.clone() });
        if help {
            return done(Command::Help(topic));
        }
        if version {
            return done(Command::Version);
        }
        if markdown && topic != Topic::Doc {
            return Err(wrong("`--markdown` belongs to `sprague doc`"));
        }
        grade.belongs(topic == Topic::Grade, topic == Topic::Check)?;
        if topic == Topic::Main {
            return done(without_command(words, options.json)?);
        }
        words.remove(0);
        let usage = |message: &str| wrong(message).note(format!("`{}` shows an example.", topic.call()));
        match topic {
            Topic::Main => unreachable!("handled above"),
            Topic::Help => {
                let about = words.first().and_then(|w| w.to_str());
                match about {
                    Some(name) if !COMMANDS.contains(&name) => Err(no_command(name)),
                    about => done(Command::Help(Topic::of(about))),
                }
            }
            Topic::Grade => {
                let grading = grade.finish(words, options.json, &options.limits)?;
                done(Command::Grade(Box::new(grading)))
            }
            Topic::Check if words.is_empty() => Err(usage("`sprague check` needs at least one file")),
            Topic::Check => {
                if options.checkpoint.is_some() {
                    let error = usage("`sprague check` keeps no files: `--checkpoint` is for scripts");
                    return Err(error.note("Run the file as a script: sprague FILE --checkpoint DIR"));
                }
                let bounds = grade.bounds(&options.limits);
                let given = grade.bounds.contains(&"--time");
                let patience = if given { options.limits.time } else { Some(PATIENCE) };
                done(Command::Check { files: words, key: grade.key, bounds, patience })
            }
            Topic::Eval => {
                let mut texts = strings(words)?;
                match texts.len() {
                    1 => done(Command::Eval { text: texts.remove(0) }),
                    0 => Err(usage("`sprague eval` needs an expression")),
                    _ => Err(usage("`sprague eval` takes one expression").note("Quote it: sprague eval '1/2 + *'")),
                }
            }
            Topic::Doc => {
                let mut names = strings(words)?;
                match names.len() {
                    0 => done(Command::Doc { name: None, markdown }),
                    1 if markdown => Err(usage("`sprague doc --markdown` writes the whole library and takes no name")),
                    1 => done(Command::Doc { name: Some(names.remove(0)), markdown }),
                    _ => Err(usage("`sprague doc` takes one name")),
                }
            }
        }
    }
}

/// No command word: a script, standard input, or the interactive session.
fn without_command(mut words: Vec<OsString>, json: bool) -> Result<Command, UsageError> {
    if words.is_empty() {
        if !std::io::stdin().is_terminal() {
            return Ok(Command::StandardInput { arguments: Vec::new() });
        }
        if json {
            return Err(wrong("`--json` needs a program").note("For instance: sprague --json eval '1/2 + *'"));
        }
        return Ok(Command::Interactive);
    }
    let file = words.remove(0);
    let arguments = strings(words)?;
    if file.is_empty() {
        return Err(wrong("the file's name is empty"));
    }
    if file == "-" {
        return Ok(Command::StandardInput { arguments });
    }
    // A word that is no file and looks like a command is a slip of the finger.
    if let Some(word) = file.to_str()
        && !word.contains(['/', '\\', '.'])
        && !std::path::Path::new(word).exists()
    {
        return Err(no_command(word));
    }
    Ok(Command::Script { file, arguments })
}

fn no_command(word: &str) -> UsageError {
    let error = wrong(format!("there is no file and no command `{word}`"));
    let script = format!("{word}.cgt");
    if std::path::Path::new(&script).is_file() {
        return error.note(format!("Did you mean `sprague {script}`?"));
    }
    match (word, nearest(word, COMMANDS)) {
        (_, Some(near)) => error.note(format!("Did you mean `sprague {near}`?")),
        ("run", _) => error.note("A script is run by its name alone: sprague FILE"),
        ("repl", _) => error.note("The interactive session is `sprague` alone."),
        _ => error.note("`sprague --help` lists the commands."),
    }
}

fn strings(words: Vec<OsString>) -> Result<Vec<String>, UsageError> {
    let text = |w: OsString| {
        w.into_string().map_err(|w| wrong(format!("the argument `{}` is not UTF-8", w.to_string_lossy())))
    };
    words.into_iter().map(text).collect()
}

fn value_of(option: &str) -> &'static str {
    match option {
        "--color" => "One of: auto, always, never.",
        "--time" => "A number of seconds such as 10 or 0.5, or `none`.",
        "--threads" => "A number of threads, or `none` for as many as the machine has.",
        "--checkpoint" => "A directory; it is made if it does not exist.",
        "--memory" => "A number of MiB such as 512, or `none`.",
        _ => "A positive whole number such as 1_000_000, or `none`.",
    }
}

fn number(option: &str, text: &str) -> Result<Option<u64>, UsageError> {
    if text == "none" {
        return Ok(None);
    }
    let digits = text.replace('_', "");
    let number = if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None };
    match number {
        Some(n) if n > 0 => Ok(Some(n)),
        _ => Err(wrong(format!("`{option} {text}` is not a bound")).note(value_of(option))),
    }
}

fn seconds(text: &str) -> Result<Option<Duration>, UsageError> {
    if text == "none" {
        return Ok(None);
    }
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let time = text.parse().ok().filter(|_| plain).and_then(|s| Duration::try_from_secs_f64(s).ok());
    match time {
        Some(time) if !time.is_zero() => Ok(Some(time)),
        _ => Err(wrong(format!("`--time {text}` is not a time")).note(value_of("--time"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Invocation, String> {
        parse(line.split(' ').map(OsString::from)).map_err(|e| e.to_string())
    }

    #[test]
    fn options_stand_anywhere() {
        let got = read("x.cgt 1 -3 --steps=1_000 --json b --time 0.5 -- --steps").unwrap();
        let arguments = ["1", "-3", "b", "--steps"].map(String::from).to_vec();
        assert_eq!(got.command, Command::Script { file: "x.cgt".into(), arguments });
        assert!(got.options.json);
        assert_eq!(got.options.limits.steps, Some(1000));
        assert_eq!(got.options.limits.time, Some(Duration::from_millis(500)));
        assert_eq!(got.options.limits.depth, Some(DEPTH));
    }

    #[test]
    fn eval_takes_what_begins_with_a_dash() {
        for text in ["-1/2", "-x", "-*2", "-(1)", "-"] {
            let got = read(&format!("eval {text}")).unwrap();
            assert_eq!(got.command, Command::Eval { text: text.into() });
        }
        assert_eq!(read("eval -h").unwrap().command, Command::Help(Topic::Eval));
    }

    #[test]
    fn slips_are_named() {
        assert!(read("check --jsn a.cgt").unwrap_err().contains("Did you mean `--json`?"));
        assert!(read("chekc a.cgt").unwrap_err().contains("Did you mean `sprague check`?"));
        assert!(read("run a.cgt").unwrap_err().contains("sprague FILE"));
        assert!(read("a.cgt --verbose").unwrap_err().contains("write `--` before"));
        for wrong in [
            "--steps",
            "--steps 0",
            "--steps x",
            "--steps 1e3",
            "--time inf",
            "--time nan",
            "--time 0",
            "--time -1",
            "--depth +4",
            "--json=yes",
            "--color red",
            "check",
            "eval",
            "eval 1 + 2",
            "a.cgt --markdown",
            "doc mex --markdown",
            "doc a b",
            "-x",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn bounds_can_be_lifted() {
        let limits = read("--depth none --memory none a.cgt").unwrap().options.limits;
        assert_eq!((limits.depth, limits.memory), (None, None));
        let limits = read("--depth 99999999999 --memory 99999999999999999 a.cgt").unwrap().options.limits;
        assert_eq!((limits.depth, limits.memory), (Some(u32::MAX), Some(usize::MAX)));
    }
}
