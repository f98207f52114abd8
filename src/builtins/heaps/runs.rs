//! Long runs kept in a file: nim-values saved, and read back with every check.

use super::{game_of, heap_game};
use crate::builtins::{files, string};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::files::Files;
use crate::heaps::store::{self, StoreError};
use crate::value::node::Rules;
use crate::value::{Fault, Res, Value};
use std::rc::Rc;

/// Largest file that is read.
const LARGEST: u64 = 1 << 34;

/// `save_values(G, file)`.
pub fn save(m: &mut Machine, a: &[Value]) -> Res {
    let rules = heap_game(&a[0])?;
    let name = string(&a[1], "the name of the file")?;
    let files = files(m, name)?;
    let game = game_of(&rules)?;
    let there = match read(m, &files, name)? {
        // What is written anew must be a run of the same game, at least as it looks.
        Some(bytes) => Some(decoded(m, &rules, name, &bytes).map_err(|flow| instead(flow, name))?.values().len()),
        None => None,
    };
    let declared = declared(&rules);
    let (known, bytes) =
        game.with(m, |sequence, _, handle| Ok((sequence.values().len(), store::encode(sequence, &declared, handle)?)))?;
    if let Some(there) = there.filter(|&there| there > known) {
        return Fault::new(
            Mistake::FileRefused,
            format!("the file {name} holds {there} values, more than the {known} that are known here"),
        )
        .note(format!("`load_values({}, \"{name}\")` reads them; then go on from there.", rules.name))
        .err();
    }
    match files.replace(name, &bytes) {
        Ok(()) => Ok(Value::from(known)),
        Err(why) => Fault::new(Mistake::NoFile, format!("the file {name} cannot be written: {why}")).err(),
    }
}

/// `load_values(G, file)`.
pub fn load(m: &mut Machine, a: &[Value]) -> Res {
    let rules = heap_game(&a[0])?;
    let name = string(&a[1], "the name of the file")?;
    let files = files(m, name)?;
    let Some(bytes) = read(m, &files, name)? else {
        return Fault::new(Mistake::NoFile, format!("there is no file {name}")).err();
    };
    let loaded = decoded(m, &rules, name, &bytes)?;
    let count = loaded.values().len();
    let known = game_of(&rules)?.with(m, |sequence, _, _| {
        if let Some(heap) = sequence.contradicts(&loaded) {
            return Ok(Err(heap));
        }
        // What is known already is never given up for less.
        if sequence.values().len() < count {
            *sequence = loaded;
        }
        Ok(Ok(sequence.values().len()))
    })?;
    match known {
        Ok(known) => Ok(Value::from(known)),
        Err(heap) => refused_for(name, &format!("its value of heap {heap} is not the one known here")),
    }
}

/// The bytes, for which memory is asked first: they are held twice while they are looked at.
fn read(m: &Machine, files: &Rc<dyn Files>, name: &str) -> Res<Option<Vec<u8>>> {
    let length = files.length(name).min(LARGEST);
    m.handle.reserve(usize::try_from(length).unwrap_or(usize::MAX).saturating_mul(2))?;
    match files.read(name, length) {
        Ok(bytes) => Ok(bytes),
        Err(why) => Fault::new(Mistake::NoFile, format!("the file {name} cannot be read: {why}")).err(),
    }
}

/// What identifies a game without a code.
fn declared(rules: &Rules) -> String {
    rules.source.to_string()
}

fn decoded(m: &mut Machine, rules: &Rules, name: &str, bytes: &[u8]) -> Res<crate::heaps::Sequence> {
    let rule = game_of(rules)?.rule().clone();
    let why = match store::decode(bytes, rule, &declared(rules), name, &m.handle) {
        Ok(sequence) => return Ok(sequence),
        Err(StoreError::Stop(stop)) => return Err(stop.into()),
        Err(StoreError::Foreign) => "it is no run of nim-values saved by this version".into(),
        Err(StoreError::Truncated) => "it is cut short, or longer than it says".into(),
        Err(StoreError::Damaged) => "it is damaged: its checksum is wrong".into(),
        Err(StoreError::OtherGame(other)) => format!("it belongs to another game: {other}"),
        Err(StoreError::Large { heap, most }) => {
            format!("its value of heap {heap} is larger than {most}, the most that the rules allow")
        }
        Err(StoreError::Wrong { heap }) => format!("its value of heap {heap} is not that of {}", rules.name),
    };
    refused_for(name, &why)
}

fn refused_for<T>(name: &str, why: &str) -> Res<T> {
    Fault::new(Mistake::FileRefused, format!("the file {name} is refused: {why}")).err()
}

/// A file that is refused is not overwritten either.
fn instead(flow: Box<crate::value::Flow>, name: &str) -> Box<crate::value::Flow> {
    match *flow {
        crate::value::Flow::Fault(fault) => {
            fault.note(format!("{name} was left as it is. Choose another name.")).into()
        }
        other => Box::new(other),
    }
}
