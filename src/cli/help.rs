//! Help texts of the command, all in this place. Read one aloud before you change it.

/// What help is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Topic {
    Main,
    Eval,
    Check,
    Grade,
    Doc,
    Help,
}

impl Topic {
    /// The topic of a command word; without one, the command as a whole.
    pub fn of(command: Option<&str>) -> Topic {
        match command {
            Some("eval") => Topic::Eval,
            Some("check") => Topic::Check,
            Some("grade") => Topic::Grade,
            Some("doc") => Topic::Doc,
            Some("help") => Topic::Help,
            _ => Topic::Main,
        }
    }

    /// How to ask for it.
    pub const fn call(self) -> &'static str {
        match self {
            Topic::Main | Topic::Help => "sprague --help",
            Topic::Eval => "sprague eval --help",
            Topic::Check => "sprague check --help",
            Topic::Grade => "sprague grade --help",
            Topic::Doc => "sprague doc --help",
        }
    }
}

/// The text, without its last line end.
pub const fn text(topic: Topic) -> &'static str {
    match topic {
        Topic::Main | Topic::Help => MAIN,
        Topic::Eval => EVAL,
        Topic::Check => CHECK,
        Topic::Grade => GRADE,
        Topic::Doc => DOC,
    }
}

/// The options that every command takes; a macro, because `concat!` wants literals.
macro_rules! options {
    () => {
        "\
Options
  --json            the answer as JSON, as described in docs/json.md
  --steps N         stop after N steps                     (default: none)
  --depth N         stop when calls nest deeper than N     (default: 10_000)
  --memory MIB      stop when more memory than this is used (default: 4096)
  --time SECONDS    stop after this time                   (default: none)
                    A bound can be lifted: --depth none.
  --threads N       threads of long computations           (default: all)
  --checkpoint DIR  keep long computations there, and go on where they stopped
  --color WHEN      auto, always or never; auto means on a terminal
                    unless the variable NO_COLOR is set
  -h, --help        this text
  -V, --version     the version

Exit status
  0  done           1  a check failed, or the program raised an error
  2  wrong usage    3  a bound was reached          130  interrupted"
    };
}

const MAIN: &str = concat!(
    "\
Sprague, a small language for combinatorial games.

  sprague                    the interactive session (or a script on standard input)
  sprague FILE [ARG...]      run a script; `-` is standard input
  sprague eval 'EXPR'        print a value
  sprague check FILE...      check homework
  sprague grade KEY FILE...  grade it
  sprague doc [NAME]         what a function does, with examples

Examples
  sprague eval '<0, *1 | 1/2>'
  sprague examples/tour.cgt
  sprague doc mex

A script shows what it prints, the values of the expressions that stand alone on a line,
and its checks. Arguments that begin with a dash go after `--`: sprague FILE -- --fast

",
    options!()
);

const EVAL: &str = concat!(
    "\
sprague eval 'EXPR'

Computes an expression and prints its value. Quote it, so that the shell leaves < | > alone.
Several statements can be separated by semicolons.

Example
  $ sprague eval '<0, *1 | 1/2>'
  1/4

",
    options!()
);

const CHECK: &str = concat!(
    "\
sprague check [--key SHEET] FILE...

Runs each file and reports every `check` in it, a line each. A check that fails shows the true
value and says why; an error in one check does not stop the others. Ends with a summary, and
with exit status 1 if any check failed. Each file runs in a process of its own, without files and
with 300 s of time unless --time says otherwise; a file that imports others is run as a script.

Example: the file lesson4.cgt holds the line
  check outcome(Nim(1, 2, 3)) == P   \"Lesson 4\"
and then
  $ sprague check lesson4.cgt

Homework
  --key SHEET       look the file over against a sheet: which questions it answers, whether
                    the answers have values, and what the sheet itself says of them

",
    options!()
);

const GRADE: &str = concat!(
    "\
sprague grade KEY FILE|FOLDER...
sprague grade KEY --self-test
sprague grade KEY --sheet

Grades files of answers by a key. A folder stands for all `.cgt` files in it. docs/homework.md
says how keys are written. Each file runs in a process of its own, with bounded steps, depth
and memory, without files and without a clock; the bounds below are those of its answers
(by default 10_000_000 steps, depth 5_000, 768 MiB and 10 s for each; a file has six times the
time of an answer, comparing included).

Example
  $ sprague grade key.cgt ada.cgt

  --format F        text, json, gradescope, junit, csv or markdown
  --output FILE     write the report there, whole or not at all; for Gradescope also a folder
  --jobs N          files graded at one time   (default: one for each processor)
  --try N           which try this is, for hints       (default: 1)
  --metadata FILE   or let Gradescope's submission_metadata.json tell which try it is
  --reveal          tell the right answers, too
  --self-test       try the key's own answers, and none: all points, and no points
  --sheet           write what students may see: the questions without what is expected

",
    options!()
);

const DOC: &str = concat!(
    "\
sprague doc [NAME]

Says what a function, rule set or topic is, with examples. Without a name it lists everything
by subject. `sprague doc --markdown` writes the whole library as one Markdown page.

Example
  $ sprague doc mex

",
    options!()
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{DEPTH, MEMORY};

    #[test]
    fn every_help_shows_an_example_and_the_true_defaults() {
        for topic in [Topic::Main, Topic::Eval, Topic::Check, Topic::Grade, Topic::Doc] {
            let text = text(topic);
            assert!(text.contains("Example"), "{topic:?}");
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{topic:?}");
            let depth = text.lines().find(|l| l.contains("--depth N")).unwrap().replace('_', "");
            assert!(depth.contains(&format!("(default: {DEPTH})")));
            assert!(text.contains(&format!("(default: {MEMORY})")));
        }
    }
}
