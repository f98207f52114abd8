//! The session's own commands, `:name rest`. In: a line. Out: a [`Command`] with its rest, or what is wrong.

use crate::session::nearest;

/// What the session does beside computing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    Help,
    Doc,
    Type,
    Time,
    Load,
    Save,
    SaveAnyway,
    Names,
    Forget,
    Reset,
    Transcript,
    TranscriptAnyway,
    Quit,
}

/// Name, command, what follows it, what it does; in the order of `:help`.
pub const COMMANDS: [(&str, Command, &str, &str); 13] = [
    ("help", Command::Help, "", "this text"),
    ("doc", Command::Doc, "NAME", "the same as ?NAME"),
    ("type", Command::Type, "EXPR", "what kind of value it is; computes it"),
    ("time", Command::Time, "EXPR", "computes it, and says how long it took; alone: the last line"),
    ("load", Command::Load, "FILE", "runs a script in this session"),
    ("save", Command::Save, "FILE", "writes your definitions as a script"),
    ("save!", Command::SaveAnyway, "FILE", "the same, also over a file that is not its own"),
    ("names", Command::Names, "", "what you have defined"),
    ("forget", Command::Forget, "NAME", "forgets one definition, or several"),
    ("reset", Command::Reset, "", "forgets all your definitions"),
    ("transcript", Command::Transcript, "FILE", "keeps this session in a file; alone: no longer"),
    ("transcript!", Command::TranscriptAnyway, "FILE", "the same, also over a file that exists"),
    ("quit", Command::Quit, "", "leaves, as Ctrl-D does"),
];

/// Reads a line that begins with a colon. A beginning that fits one command only stands for it.
pub fn parse(line: &str) -> Result<(Command, &str), String> {
    let line = line.trim().strip_prefix(':').unwrap_or(line).trim_start();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if let Some((_, command, _, _)) = COMMANDS.iter().find(|c| c.0 == word) {
        return Ok((*command, rest));
    }
    let fitting: Vec<_> = COMMANDS.iter().filter(|c| !word.is_empty() && c.0.starts_with(word)).collect();
    match &fitting[..] {
        [one] => Ok((one.1, rest)),
        // `:sav` is `:save`, never `:save!`.
        [first, second] if second.0.strip_suffix('!') == Some(first.0) => Ok((first.1, rest)),
        [] => {
            let near = nearest(word, COMMANDS.iter().map(|c| c.0));
            let note = near.map_or(String::new(), |near| format!("Did you mean `:{near}`? "));
            Err(format!("there is no command `:{word}`\n{note}`:help` lists the commands."))
        }
        many => {
            let names: Vec<_> = many.iter().map(|c| format!("`:{}`", c.0)).collect();
            Err(format!("`:{word}` can be {}", names.join(" or ")))
        }
    }
}
