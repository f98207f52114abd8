//! The commands and options of `sprague`, in one table: reading, `--help`, "did you mean", completions and the manual page
//! come from it. Read a help text aloud before you change it.

use super::args::{DEPTH, MEMORY};
use super::new;
use crate::homework::report::Format;
use crate::report;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The whole command.
pub fn command() -> Command {
    commands().arg(words("script").allow_negative_numbers(true).hide(true))
}

/// The same, but that nothing goes before the name of a command.
pub fn commands() -> Command {
    Command::new("sprague")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Sprague, a small language for combinatorial games.")
        .override_usage(
            "sprague                the interactive session (or a script on standard input)
       sprague FILE [ARG]...  run a script; `-` is standard input
       sprague COMMAND ...    one of the commands below",
        )
        .after_help(
            "Examples:
  sprague eval '<0, *1 | 1/2>'
  sprague examples/tour.cgt
  sprague doc mex

A script shows what it prints, the values of the expressions that stand alone on a line,
and its checks. It finds its arguments in the list `arguments`, as strings; those that begin
with a dash go after `--`: sprague FILE -- --fast

Exit status:
  0  done           1  a check failed, or the program raised an error
  2  wrong usage    3  a bound was reached          130  interrupted",
        )
        .args_override_self(true)
        .propagate_version(true)
        .args(common())
        .subcommands([eval(), check(), grade(), verify(), fmt(), lsp(), doc(), new(), completions(), manual()])
        .subcommands(kernel())
}

fn eval() -> Command {
    Command::new("eval")
        .about("Compute an expression and print its value")
        .override_usage("sprague eval 'EXPR'")
        .arg(
            Arg::new("EXPR")
                .allow_hyphen_values(true)
                .value_parser(expression)
                .help("quoted, so that the shell leaves < | > alone; statements can be separated by semicolons"),
        )
        .arg(
            option("format", "F", "how values are written: text (the default), json, html or latex")
                .value_parser(PossibleValuesParser::new(report::Format::ALL.map(|(name, _)| name)))
                .hide_possible_values(true)
                .conflicts_with("json"),
        )
        .after_help("Example:\n  $ sprague eval '<0, *1 | 1/2>'\n  1/4")
}

fn check() -> Command {
    Command::new("check")
        .about("Check homework: every `check` of a file, a line each")
        .override_usage("sprague check [--key SHEET] FILE...")
        .args([
            words("FILE").help("scripts with lines that begin with `check`"),
            path("key", "SHEET", "look the files over against a sheet: which questions they answer, whether\nthe answers have values, and what the sheet itself says of them"),
        ])
        .after_help(
            "A check that fails shows the true value and says why; an error while one check runs does not
stop the others, but a name that is not known or an open bracket does. Ends with a summary,
and with exit status 1 if any check failed. Each file runs in a process of its own, without
files and with 300 s of time unless --time says otherwise; one that imports others is refused
and can be run as a script: `sprague FILE`.

Example: the file lesson4.cgt holds the line
  check outcome(Nim(1, 2, 3)) == P   \"Lesson 4\"
and then
  $ sprague check lesson4.cgt",
        )
}

fn grade() -> Command {
    Command::new("grade")
        .about("Grade files of answers by a key")
        .override_usage(
            "sprague grade KEY FILE|FOLDER...\n       sprague grade KEY --self-test\n       sprague grade KEY --sheet",
        )
        .args([
            Arg::new("KEY").value_parser(value_parser!(PathBuf)).help("docs/homework.md says how keys are written"),
            words("FILE").help("answers; a folder stands for all `.cgt` and `.txt` files in it"),
            option("format", "F", "text, json, csv, markdown, html, latex (sheets), gradescope,\njunit, moodle, canvas, or marks: what a person has to look at")
                .value_parser(PossibleValuesParser::new(Format::ALL.map(|(name, _)| name)))
                .hide_possible_values(true)
                .conflicts_with("json"),
            path("output", "FILE", "write the report there, whole or not at all; a folder gets many"),
            option("jobs", "N", "files graded at one time (default: one for each processor)")
                .value_parser(count("jobs", 1024)),
            option("try", "N", "which try this is, for hints (default: 1)").value_parser(count("try", 1_000_000)),
            path("metadata", "FILE", "or let Gradescope's submission_metadata.json tell which try it is")
                .conflicts_with("try"),
            path("marks", "CSV", "points that a person gave; `--format marks` writes the table to fill in"),
            option("student", "NAME", "the sheet of this student, if the key is another one for each")
                .requires("sheet"),
            path("students", "FILE", "a sheet for each name in this file, into the folder of --output")
                .requires("sheet")
                .requires("output")
                .conflicts_with("student"),
            flag("reveal", "tell the right answers, too"),
            flag("self-test", "try the key's own answers, and none: all points, and no points"),
            flag("sheet", "write what students may see: the questions without what is expected"),
        ])
        .group(ArgGroup::new("task").args(["self-test", "sheet"]))
        .after_help(
            "Each file runs in a process of its own, with bounded steps, depth and memory, without files
and without a clock; the bounds above are those of its answers (by default 10_000_000 steps,
depth 5_000, 768 MiB and 10 s for each; a file has six times the time of an answer, comparing
included).

Example:
  $ sprague grade key.cgt ada.cgt",
        )
}

fn verify() -> Command {
    Command::new("verify")
        .about("Verify certificates: replay each with the rules alone")
        .override_usage("sprague verify [--rules SCRIPT] [--coq] FILE...")
        .args([
            words("FILE").help("certificates, as `save_certificate` writes them"),
            path("rules", "SCRIPT", "a script with the rule sets that the certificates speak of"),
            flag("coq", "write a verified certificate as a file for Coq 8.16, to standard output"),
        ])
        .after_help(
            "Nothing in a certificate is believed. Each file says what it claims, in Sprague's own syntax; a
line tells whether that is proved. docs/certificates.md describes the format.

Example:
  $ sprague eval 'save_certificate(certificate(outcome(Clobber(\"xoxo|oxox\"))), \"clobber.cert\")'
  $ sprague verify clobber.cert
  $ sprague verify --coq clobber.cert > clobber.v && coqc clobber.v",
        )
}

fn fmt() -> Command {
    Command::new("fmt")
        .about("Lay out programs: blanks, indentation, columns")
        .override_usage("sprague fmt [--check] FILE|FOLDER...")
        .args([
            words("FILE").help("programs; a folder stands for all `.cgt` files in it, `-` for standard input"),
            flag("check", "change nothing; name the files that would change; status 1 if there are any"),
        ])
        .after_help(
            "Line breaks are yours, and so are columns: what is aligned stays aligned. The program stays
the same. A file with a syntax error is left as it is. With `-` the result goes to standard
output.

Examples:
  $ sprague fmt my_games.cgt
  $ sprague fmt --check .",
        )
}

fn lsp() -> Command {
    Command::new("lsp")
        .about("Serve an editor over standard input and output")
        .override_usage("sprague lsp")
        .after_help(
            "An editor that speaks the Language Server Protocol starts this itself; docs/editor.md says how.

Example, for Neovim:
  vim.lsp.config('sprague', { cmd = { 'sprague', 'lsp' }, filetypes = { 'sprague' } })",
        )
}

fn doc() -> Command {
    Command::new("doc")
        .about("What a function, rule set or topic is, with examples")
        .override_usage("sprague doc [NAME]")
        .arg(Arg::new("NAME").help("without a name everything is listed by subject"))
        .arg(flag("markdown", "write the whole library as one Markdown page").conflicts_with_all(["NAME", "json"]))
        .after_help("Examples:\n  $ sprague doc mex\n  $ sprague doc games")
}

fn new() -> Command {
    Command::new("new")
        .about("Write rules to begin with: a script that runs")
        .override_usage("sprague new rules NAME [--kind KIND]")
        .args([
            Arg::new("WHAT").value_parser(["rules"]).hide_possible_values(true).help("`rules`"),
            Arg::new("NAME").help("the name of the rule set"),
            option("kind", "KIND", "board (the default), strip, heap or graph")
                .value_parser(PossibleValuesParser::new(new::KINDS.map(|(kind, _)| kind)))
                .hide_possible_values(true),
        ])
        .after_help("Example:\n  $ sprague new rules Frogs --kind strip > frogs.cgt\n  $ sprague frogs.cgt")
}

fn completions() -> Command {
    Command::new("completions")
        .about("Write what a shell needs to complete commands and options")
        .override_usage("sprague completions SHELL")
        .arg(Arg::new("SHELL").value_parser(value_parser!(clap_complete::Shell)))
        .after_help("Example:\n  $ sprague completions bash > ~/.local/share/bash-completion/completions/sprague")
}

fn manual() -> Command {
    Command::new("manual")
        .about("Write the manual page of the command, or of one of its commands")
        .override_usage("sprague manual [COMMAND]")
        .arg(Arg::new("COMMAND").help("a command that `sprague --help` lists"))
        .after_help("Example:\n  $ sprague manual | man -l -")
}

/// The kernel of notebooks, where it was built.
fn kernel() -> Option<Command> {
    let command = Command::new("kernel")
        .about("The kernel of Jupyter notebooks")
        .override_usage("sprague kernel install [--user|--prefix DIR]\n       sprague kernel --connection FILE")
        .args([
            Arg::new("ACTION")
                .value_parser(["install"])
                .hide_possible_values(true)
                .help("tells Jupyter that there is such a kernel"),
            flag("user", "install it for this user (the default)"),
            path("prefix", "DIR", "install it below DIR, such as a Python environment").conflicts_with("user"),
            path("connection", "FILE", "serve notebooks by a connection file; Jupyter calls this itself").short('f'),
        ])
        .after_help(
            "Bounds that are told to `install` hold for every notebook. docs/notebook.md says more.

Example:
  $ sprague kernel install
  $ jupyter lab examples/notebook.ipynb",
        );
    cfg!(feature = "kernel").then_some(command)
}

/// What every command takes.
fn common() -> impl Iterator<Item = Arg> {
    let bound = |name, value, help: String| option(name, value, help).value_parser(bound(name, value));
    [
        flag("json", "the answer as JSON, as described in docs/json.md"),
        bound("steps", "N", "stop after N steps (default: none)".into()),
        bound("depth", "N", format!("stop when calls nest deeper than N (default: {DEPTH})")),
        bound("memory", "MIB", format!("stop when more memory than this is used (default: {MEMORY})")),
        option("time", "SECONDS", "stop after this time (default: none)\nA bound can be lifted: --depth none")
            .value_parser(seconds),
        bound("threads", "THREADS", "threads of long computations (default: all)".into()),
        path("checkpoint", "DIR", "keep long computations there, and go on where they stopped"),
        option("color", "WHEN", "auto (on a terminal unless the variable NO_COLOR is set), always or never")
            .value_parser(["auto", "always", "never"])
            .hide_possible_values(true),
    ]
    .into_iter()
    .chain(together())
    .map(|arg| arg.global(true).help_heading("All commands take"))
}

/// How several processes compute together.
fn together() -> impl Iterator<Item = Arg> {
    #[cfg(feature = "cluster")]
    let options = [
        option("workers", "N", "long computations by several processes: workers of each (default: 1)")
            .value_parser(clap::value_parser!(u16).range(1..=1024)),
        option("process", "P", "which of the processes this is, from 0 (default: 0)")
            .value_parser(clap::value_parser!(u16)),
        path("hosts", "FILE", "where the processes listen: a line host:port for each"),
    ];
    #[cfg(not(feature = "cluster"))]
    let options: [Arg; 0] = [];
    options.into_iter()
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn option(name: &'static str, value: &'static str, help: impl Into<String>) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help.into())
}

fn path(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    option(name, value, help).value_parser(value_parser!(PathBuf))
}

fn words(name: &'static str) -> Arg {
    Arg::new(name).num_args(0..).value_parser(value_parser!(OsString))
}

/// What begins with a dash may be an expression, unless it looks like an option.
fn expression(text: &str) -> Result<String, String> {
    if is_option(text) { Err(format!("there is no option `{text}`")) } else { Ok(text.to_owned()) }
}

/// Whether a word looks like an option with a long name.
pub(super) fn is_option(word: &str) -> bool {
    word.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic))
}

/// A positive number, or `none`.
fn bound(name: &'static str, value: &'static str) -> impl Fn(&str) -> Result<Option<u64>, String> + Clone {
    let such = match value {
        "MIB" => "A number of MiB such as 512, or `none`.",
        "THREADS" => "A number of threads, or `none` for as many as the machine has.",
        _ => "A positive whole number such as 1_000_000, or `none`.",
    };
    move |text| match whole(&text.replace('_', "")) {
        _ if text == "none" => Ok(None),
        Some(number) if number > 0 => Ok(Some(number)),
        _ => Err(format!("`--{name} {text}` is not a bound\n{such}")),
    }
}

fn seconds(text: &str) -> Result<Option<Duration>, String> {
    if text == "none" {
        return Ok(None);
    }
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let time = text.parse().ok().filter(|_| plain).and_then(|s| Duration::try_from_secs_f64(s).ok());
    let time = time.filter(|time| !time.is_zero());
    time.map(Some)
        .ok_or_else(|| format!("`--time {text}` is not a time\nA number of seconds such as 10 or 0.5, or `none`."))
}

fn count(name: &'static str, most: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| match whole(text).and_then(|number| u32::try_from(number).ok()) {
        Some(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("`--{name} {text}` is not a number from 1 to {most}")),
    }
}

fn whole(digits: &str) -> Option<u64> {
    digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
}
