//! Help texts of the session, all in this place. Read one aloud before you change it.

use super::commands::COMMANDS;
use std::fmt::Write;

/// What greets a person.
pub const BANNER: &str =
    concat!("Sprague ", env!("CARGO_PKG_VERSION"), ", combinatorial games.  ? helps, Ctrl-D leaves.");

/// What `?` says, before the list of subjects.
const OVERVIEW: &str = "\
Type an expression and press Enter; its value appears, and is then called _.

  <0, *1 | 1/2>              a game by its options; {0, * | 1/2} is the same
  1 + ^ + *2                 numbers, ups and nimbers add up
  f(n) = n^2 + 1             a definition; so is x = 3
  why <1/8 | 1> > 1/4        the reasons for a claim
  ?mex                       what a function does; Tab completes a name
  ?game, ?*, ?||             what a word or sign means

A line that is not finished goes on in the next; two empty lines end it in any case. \
Ctrl-C stops a computation or takes back a line. The arrow keys bring earlier lines again, those that begin as what is \
typed; Tab completes, and after a dot shows what can be done with the value before it.";

/// The overview with the subjects of the library.
pub fn overview(subjects: &[String]) -> String {
    let mut text = OVERVIEW.to_owned();
    if !subjects.is_empty() {
        let _ = write!(text, "\n\nSubjects, for ?SUBJECT: {}", subjects.join(", "));
    }
    text + "\nThe session's own commands: :help"
}

/// What `:help` says.
pub fn commands() -> String {
    let mut text = String::from("Commands of the session\n");
    for (name, _, rest, what) in COMMANDS {
        let call = format!(":{name} {rest}");
        let _ = writeln!(text, "  {call:20}{what}");
    }
    text + "  ?NAME               what a function, rule set or topic is, with examples\n\
            A beginning is enough where it fits one command only: :q leaves.\n\
            The variable SPRAGUE_HISTORY names another file for the history; empty, none is kept."
}
