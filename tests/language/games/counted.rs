//! How many positions of each rule set are compared with slow accounts of its rules. What each test compares stands in `counted.txt`, a rule set a line: a
//! test that compares another number fails, and the numbers together are promised. `UPDATE=1 cargo test --test language` writes the file.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Positions that have been compared, by rule sets.
type Numbers = BTreeMap<String, usize>;

thread_local! {
    static MET: RefCell<Numbers> = RefCell::default();
}

/// Tests that write the file do so one after the other.
static WRITING: Mutex<()> = Mutex::new(());

/// A position was compared; its text begins with the name of its rule set.
pub fn met(game: &str) {
    let name: String = game.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if name.starts_with(|c: char| c.is_alphabetic()) {
        MET.with_borrow_mut(|met| *met.entry(name).or_default() += 1);
    }
}

/// Counts what is met until its test is over.
pub struct Counted(&'static str);

impl Counted {
    /// For the test of this name.
    pub fn of(test: &'static str) -> Counted {
        MET.take();
        Counted(test)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let _alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let (found, mut all) = (MET.take(), known());
        if std::env::var_os("UPDATE").is_some() {
            all.insert(self.0.to_owned(), found);
            let lines = all.iter().flat_map(|(test, numbers)| {
                numbers.iter().map(move |(rules, number)| format!("{test} {rules} {number}\n"))
            });
            std::fs::write(file(), lines.collect::<String>()).expect("the file can be written");
        } else {
            assert_eq!(found, all.remove(self.0).unwrap_or_default(), "{}: run with UPDATE=1", self.0);
        }
    }
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/games/counted.txt")
}

/// The numbers of each test.
fn known() -> BTreeMap<String, Numbers> {
    let mut all: BTreeMap<String, Numbers> = BTreeMap::new();
    for line in std::fs::read_to_string(file()).unwrap_or_default().lines() {
        let [test, rules, number] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        all.entry(test.to_owned()).or_default().insert(rules.to_owned(), number.parse().unwrap());
    }
    all
}

/// The names of the rule sets in `stdlib/`.
fn library() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib")).unwrap() {
        for line in std::fs::read_to_string(entry.unwrap().path()).unwrap().lines() {
            let rest = line.strip_prefix("game ").or_else(|| line.strip_prefix("heap "));
            names.extend(rest.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric()).collect::<String>()));
        }
    }
    names
}

/// Every rule set is compared; variants by the functions that make them: `Impartial` as `impartial(Domineering)`.
#[test]
fn thousands_of_positions_are_compared() {
    if std::env::var_os("UPDATE").is_some() {
        return;
    }
    let all = known();
    let sum: usize = all.values().flat_map(BTreeMap::values).sum();
    assert!(sum >= 25_000, "{sum}");
    let told = format!("{},{:03} positions", sum / 1000, sum % 1000);
    assert!(include_str!("../../../docs/reliability.md").contains(&told), "docs/reliability.md is to say: {told}");
    let plain = |name: &String| name.replace('_', "").to_lowercase();
    let compared: BTreeSet<String> = all.values().flat_map(BTreeMap::keys).map(plain).collect();
    let library = library();
    assert!(library.len() >= 117, "{library:?}");
    let left: Vec<&String> = library.iter().filter(|name| !compared.contains(&plain(name))).collect();
    assert!(left.is_empty(), "{left:?}");
}
