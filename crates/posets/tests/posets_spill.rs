//! Levels that outgrow memory: the same answers, whatever is lost on the way.

mod directory;
mod forge;

use directory::Directory;
use forge::{Kept, Shelf};
use num_bigint::BigUint;
use sprague_limits::{Handle, Limits, Stop};
use sprague_posets::chomp::Chomp;
use sprague_posets::subsets::chomp::{grundy, outcome};
use sprague_posets::subsets::downset::truncated;
use sprague_posets::subsets::error::{BadCheckpoint, Error};
use sprague_posets::subsets::estimate::{Quantity, estimate};
use sprague_posets::subsets::values::{ALL, SIX, last};
use sprague_posets::subsets::{self, extensions, ideals};
use sprague_posets::subsets::{ClassTally, Options};
use sprague_posets::{Poset, box_plan, linear_extensions_of_box};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// With so many bytes of memory.
fn handle(memory: usize) -> Handle {
    Handle::new(Limits { memory: Some(memory), ..Limits::default() })
}

fn on(kept: &mut Kept, threads: usize) -> Options<'_> {
    Options { checkpoints: Some(kept), ..Options::threads(threads) }
}

/// A place for levels and files.
fn place() -> Kept {
    Kept { left: usize::MAX, shelf: Some(Shelf::default()), ..Kept::default() }
}

/// The linear extensions of a product of chains.
fn solid(sides: [usize; 3], options: Options, h: &Handle) -> Result<BigUint, Error> {
    let chain = |side| Poset::chain(side, h).unwrap();
    let all = sides.iter().fold(chain(1), |all, &side| all.product(&chain(side), h).unwrap());
    linear_extensions_of_box(&all, options, h).and_then(|found| found.ok_or(Stop::Memory(0).into()))
}

/// Bytes with which the two levels around the middle are in files, and with which all large ones are.
const ODD: usize = 1_000_000;
const EVEN: usize = 5_000_000;

/// An odd number of elements.
fn odd(options: Options, h: &Handle) -> Result<BigUint, Error> {
    solid([3, 5, 5], options, h)
}

/// An even one.
fn even(options: Options, h: &Handle) -> Result<BigUint, Error> {
    solid([4, 4, 6], options, h)
}

/// The nim-values after all moves of Chomp on a box.
fn bar(sides: [usize; 3], options: Options, h: &Handle) -> Result<Vec<(usize, u32)>, Error> {
    let chain = |side| Poset::chain(side, h).unwrap();
    let all = sides.iter().fold(chain(1), |all, &side| all.product(&chain(side), h).unwrap());
    let mut chomp = Chomp::new(all, h)?;
    chomp.prepare(options, h)?;
    Ok(chomp.options(&chomp.start(), h)?)
}

type Compute<T> = fn(Options, &Handle) -> Result<T, Error>;
type Values = (Option<u32>, Vec<(u32, u32)>, u128, Vec<(u32, u128)>, Vec<ClassTally>);

fn nim_values(options: Options, h: &Handle) -> Result<Values, Error> {
    let replies = |mut replies: Vec<(u32, u128)>| {
        replies.sort_unstable();
        replies
    };
    grundy(6, truncated(6, 6), options, h).map(|r| (r.value, r.options, r.winning, replies(r.replies), r.levels))
}

fn winners(options: Options, h: &Handle) -> Result<(u128, Vec<(u32, u128)>, Vec<ClassTally>), Error> {
    outcome(6, truncated(6, 6), options, h).map(|r| (r.winning, r.replies, r.levels))
}

fn cube(options: Options, h: &Handle) -> Result<(BigUint, Vec<ClassTally>), Error> {
    extensions::of_truncated(6, 6, options, h).map(|r| (r.count, r.levels))
}

fn fours(options: Options, h: &Handle) -> Result<(BigUint, Vec<ClassTally>), Error> {
    extensions::of_truncated(6, 4, options, h).map(|r| (r.count, r.levels))
}

/// By graphs.
fn triples(options: Options, h: &Handle) -> Result<(BigUint, Vec<ClassTally>), Error> {
    extensions::of_truncated(8, 3, options, h).map(|r| (r.count, r.levels))
}

fn counts(options: Options, h: &Handle) -> Result<ideals::IdealCounts, Error> {
    ideals::count(6, 4, options, h)
}

/// The same in memory and in files, with less and less memory.
fn same<T: PartialEq + std::fmt::Debug>(compute: Compute<T>, memory: &[usize]) {
    let straight = compute(Options::threads(2), &Handle::default()).unwrap();
    for &memory in memory {
        assert!(compute(Options::threads(2), &handle(memory)).is_err(), "{memory} bytes are enough");
        for threads in [1, 2, 3] {
            let mut kept = place();
            let found = compute(on(&mut kept, threads), &handle(memory)).unwrap();
            assert_eq!(found, straight, "{memory} bytes, {threads} threads");
            let shelf = kept.shelf.as_ref().unwrap();
            assert!(shelf.appended() > 0, "{memory} bytes: nothing was put aside");
            assert_eq!(shelf.names(), Vec::<String>::new(), "files are left");
            // The answer is found again.
            assert_eq!(compute(on(&mut kept, threads), &handle(memory)).unwrap(), straight);
        }
    }
}

#[test]
fn in_memory_and_in_files() {
    same(nim_values, &[40_000, 90_000]);
    same(winners, &[15_000, 25_000]);
    same(fours, &[9_000, 20_000]);
    same(triples, &[50_000, 200_000]);
    same(counts, &[4_000]);
    same(even, &[EVEN]);
}

/// The middle of a cube is gone through in no order: it has to be in memory, or nothing comes of it.
#[test]
fn the_middle_in_memory() {
    let straight = cube(Options::threads(2), &Handle::default()).unwrap();
    assert!(matches!(cube(on(&mut place(), 2), &handle(40_000)), Err(Error::Stop(Stop::Memory(_)))));
    let mut kept = place();
    let shelf = kept.shelf.clone().unwrap();
    assert_eq!(cube(on(&mut kept, 1), &handle(40_000)).map(drop), Err(Error::Stop(Stop::Memory(40_000))));
    assert!(shelf.appended() > 0 && !shelf.names().is_empty());
    // What was put aside is enough for whoever has more.
    assert_eq!(cube(on(&mut kept, 2), &handle(1 << 20)).unwrap(), straight);
    assert_eq!(shelf.names(), Vec::<String>::new());
}

/// Dies twenty times, each time when so many blocks more have been written, and goes on from the last whole level.
fn dies<T: PartialEq + std::fmt::Debug>(compute: Compute<T>, memory: usize) {
    let straight = compute(Options::threads(2), &Handle::default()).unwrap();
    let mut kept = place();
    assert_eq!(compute(on(&mut kept, 2), &handle(memory)).unwrap(), straight);
    let whole = kept.shelf.as_ref().unwrap().appended();
    let mut kept = place();
    let (mut deaths, mut sizes) = (0, Vec::new());
    for _ in 0..20 {
        // A third of what is written up to a whole level may be lost, so that there is progress.
        kept.shelf.as_ref().unwrap().allow(whole / 12 + 3);
        match compute(on(&mut kept, 2), &handle(memory)) {
            Ok(found) => assert_eq!(found, straight),
            Err(Error::Checkpoint(BadCheckpoint::Unwritten(_))) => deaths += 1,
            Err(other) => panic!("{other:?}"),
        }
        sizes.push(kept.bytes.as_ref().map(|bytes| forge::Level::of(bytes).unwrap()).map(|l| l.header[l.size_at()]));
    }
    assert!(deaths > 5 && sizes.is_sorted(), "{deaths} deaths at {sizes:?}");
    kept.shelf.as_ref().unwrap().allow(usize::MAX);
    assert_eq!(compute(on(&mut kept, 2), &handle(memory)).unwrap(), straight);
}

#[test]
fn goes_on_from_the_last_level() {
    dies(nim_values, 40_000);
    dies(winners, 15_000);
    dies(fours, 9_000);
    dies(triples, 50_000);
}

/// A level that was kept by whoever had more memory has to go to files when it is read.
#[test]
fn a_large_level_goes_to_files() {
    let straight = nim_values(Options::threads(2), &Handle::default()).unwrap();
    // The last ones are on both sides of where nim-values of six change their words.
    for levels in [20, 30, 33, 40, 41, 42] {
        let mut kept = Kept { left: levels, shelf: None, bytes: None };
        assert_eq!(nim_values(on(&mut kept, 2), &Handle::default()).unwrap(), straight);
        let mut kept = Kept { left: usize::MAX, shelf: Some(Shelf::default()), ..kept };
        assert_eq!(nim_values(on(&mut kept, 2), &handle(40_000)).unwrap(), straight);
    }
}

/// Levels of nim-values in files on both sides of where these change their words, which are read by whoever comes next.
#[test]
fn words_change_in_files() {
    let (memory, border) = (25_000, u64::from(last(SIX)));
    let straight = nim_values(Options::threads(2), &Handle::default()).unwrap();
    let mut kept = place();
    let shelf = kept.shelf.clone().unwrap();
    let mut in_files = BTreeSet::new();
    let (mut before, mut blocks) = (0, 100);
    let found = loop {
        shelf.allow(blocks);
        match nim_values(on(&mut kept, 2), &handle(memory)) {
            Ok(found) => break found,
            Err(Error::Checkpoint(BadCheckpoint::Unwritten(_))) => {}
            Err(other) => panic!("{other:?}"),
        }
        let level = forge::Level::of(kept.bytes.as_ref().unwrap()).unwrap();
        let at = level.size_at();
        let size = level.header[at];
        assert_eq!(level.header[at + 1], if size <= border { SIX } else { ALL } as u64);
        let name = format!("level-{size}.");
        if shelf.names().iter().any(|there| there.starts_with(&name)) {
            in_files.insert(size);
        }
        // Twice as much where that was too little for a level.
        blocks = if size == before { 2 * blocks } else { 100 };
        before = size;
    };
    assert_eq!(found, straight);
    assert!([border, border + 1].iter().all(|size| in_files.contains(size)), "{in_files:?}");
}

/// What is compared again with a level of thousands has no room either.
#[test]
fn a_level_of_thousands_goes_on() {
    let compute = |options: Options, h: &Handle| extensions::of_truncated(9, 3, options, h).map(|r| r.count);
    let straight = compute(Options::threads(2), &Handle::default()).unwrap();
    let mut kept = Kept { left: 22, shelf: None, bytes: None };
    assert_eq!(compute(on(&mut kept, 2), &Handle::default()).unwrap(), straight);
    let mut kept = Kept { left: usize::MAX, shelf: Some(Shelf::default()), ..kept };
    assert_eq!(compute(on(&mut kept, 2), &handle(1 << 20)).unwrap(), straight);
}

/// A level of files, then one of them changed.
#[test]
fn what_is_not_sound_is_refused() {
    let (memory, mut kept) = (90_000, place());
    let straight = nim_values(Options::threads(1), &Handle::default()).unwrap();
    let shelf = kept.shelf.clone().unwrap();
    shelf.allow(300);
    assert!(nim_values(on(&mut kept, 1), &handle(memory)).is_err());
    shelf.allow(usize::MAX);
    let (good, bytes) = (shelf.contents(), kept.bytes.clone());
    let kept_files = forge::Level::of(bytes.as_ref().unwrap()).unwrap();
    let level = format!("level-{}.", kept_files.header[kept_files.size_at()]);
    let names: Vec<&String> = good.keys().filter(|name| name.starts_with(&level)).collect();
    assert!(names.len() > 10, "{names:?}");
    let outcome_with = |contents: forge::Contents| {
        shelf.replace(contents);
        let mut kept = Kept { bytes: bytes.clone(), ..kept.clone() };
        nim_values(on(&mut kept, 2), &handle(memory))
    };
    let refused = |contents: forge::Contents, reason: &str| {
        let found = outcome_with(contents);
        assert!(
            matches!(&found, Err(Error::Checkpoint(why)) if why.to_string().contains(reason)),
            "{reason}: {found:?}"
        );
    };
    for at in [0, 7, 20, 40, 111] {
        let mut contents = good.clone();
        contents.get_mut(names[3]).unwrap()[at] ^= 1;
        refused(contents, "is damaged");
    }
    let mut contents = good.clone();
    contents.get_mut(names[0]).unwrap().pop();
    refused(contents, "ends too early");
    let mut contents = good.clone();
    contents.get_mut(names[0]).unwrap().push(0);
    refused(contents, "too long");
    let mut contents = good.clone();
    contents.remove(names[1]);
    refused(contents, "cannot be read");
    // That of another shard.
    let mut contents = good.clone();
    let other = contents[names[2]].clone();
    contents.insert(names[5].clone(), other);
    refused(contents, "is damaged");
    // Where there are no files.
    let mut without = Kept { bytes: bytes.clone(), shelf: None, left: usize::MAX };
    let found = nim_values(on(&mut without, 2), &Handle::default());
    assert!(matches!(found, Err(Error::Checkpoint(_))), "{found:?}");
    // With other memory and threads the same level is taken up.
    assert_eq!(outcome_with(good.clone()).unwrap(), straight);
    shelf.replace(good);
    assert_eq!(nim_values(on(&mut kept, 3), &Handle::default()).unwrap(), straight);
}

/// What was never refused for want of memory says what it takes of files.
#[test]
fn estimates_of_files() {
    let h = Handle::default();
    let small = estimate(Quantity::Grundy, 6, 6, 300, &h).unwrap();
    assert_eq!(small.disk(1 << 30), Some(0.0));
    let triples = estimate(Quantity::Extensions, 11, 3, 300, &h).unwrap();
    // One less than the graphs on up to eleven vertices, and the empty downset: OEIS A000088.
    assert!(triples.handled && triples.counted == "1031291299".parse().ok(), "{triples:?}");
    let (less, more) = (triples.disk(1 << 32).unwrap(), triples.disk(1 << 35).unwrap());
    assert!(more < less && less < 1e12, "{less} {more}");
    // The middle of the cube has to be in memory.
    assert_eq!(estimate(Quantity::Extensions, 7, 7, 300, &h).unwrap().disk(1 << 28), None);
    let counted = |n| subsets::burnside::classes(n, 2, &h).unwrap().unwrap();
    for n in 0..=8 {
        assert_eq!(Some(counted(n)), subsets::burnside::by_orbits(n, 2, &h).unwrap(), "{n}");
    }
}

/// A box whose levels are in files, ended when so many blocks more have been written, again and again.
#[test]
fn boxes_go_on_from_the_last_level() {
    for (compute, memory) in [(odd as Compute<BigUint>, ODD), (even, EVEN)] {
        let straight = compute(Options::threads(2), &Handle::default()).unwrap();
        let mut kept = place();
        assert_eq!(compute(on(&mut kept, 2), &handle(memory)).unwrap(), straight);
        let shelf = Shelf::default();
        let whole = kept.shelf.replace(shelf.clone()).unwrap().appended();
        // With room for all the same levels are kept, but the middle is not sorted in files.
        let mut rich = place();
        assert_eq!(compute(on(&mut rich, 2), &Handle::default()).unwrap(), straight);
        assert!(rich.shelf.unwrap().appended() < whole);
        kept.bytes = None;
        let (mut deaths, mut sizes) = (0, Vec::new());
        let found = loop {
            // More and more, as the middle goes to files in one go.
            shelf.allow(whole / 8 * (1 + deaths / 3));
            match compute(on(&mut kept, 2), &handle(memory)) {
                Ok(found) => break found,
                Err(Error::Checkpoint(BadCheckpoint::Unwritten(_))) => deaths += 1,
                Err(other) => panic!("{other:?}"),
            }
            let level = forge::Level::of(kept.bytes.as_ref().unwrap()).unwrap();
            sizes.push(level.header[level.size_at()]);
            assert!(deaths < 50);
        };
        assert_eq!(found, straight);
        assert!(deaths > 3 && sizes.is_sorted(), "{deaths} deaths at {sizes:?}");
        assert_eq!(shelf.names(), Vec::<String>::new());
    }
}

#[test]
fn files_of_boxes_that_are_not_sound_are_refused() {
    let straight = even(Options::threads(1), &Handle::default()).unwrap();
    let mut kept = place();
    let shelf = kept.shelf.clone().unwrap();
    // In memory levels are kept, too: this is behind them.
    shelf.allow(3000);
    assert!(even(on(&mut kept, 1), &handle(EVEN)).is_err());
    shelf.allow(usize::MAX);
    let (good, bytes) = (shelf.contents(), kept.bytes.clone());
    let with = |contents: forge::Contents, compute: Compute<BigUint>, memory| {
        shelf.replace(contents);
        let mut kept = Kept { bytes: bytes.clone(), ..kept.clone() };
        compute(on(&mut kept, 2), &handle(memory)).map_err(|error| error.to_string())
    };
    let level = forge::Level::of(bytes.as_ref().unwrap()).unwrap();
    let level = format!("level-{}.", level.header[level.size_at()]);
    let names: Vec<&String> = good.keys().filter(|name| name.starts_with(&level)).collect();
    assert!(names.len() > 20, "{names:?}");
    for memory in [EVEN, usize::MAX] {
        let refused = |change: &dyn Fn(&mut forge::Contents), reason: &str| {
            let mut contents = good.clone();
            change(&mut contents);
            let found = with(contents, even, memory);
            assert!(found.as_ref().is_err_and(|why| why.contains(reason)), "{reason}: {found:?}");
        };
        refused(
            &|files| files.get_mut(names[3]).unwrap()[2] ^= 1,
            &format!("its file {} is damaged: its seal", names[3]),
        );
        refused(&|files| files.get_mut(names[0]).unwrap().truncate(3), "ends too early");
        refused(&|files| files.get_mut(names[0]).unwrap().push(0), "too long");
        refused(&|files| drop(files.remove(names[7])), "cannot be read");
        refused(
            &|files| drop(files.insert(names[5].clone(), good[names[6]].clone())),
            &format!("its file {} is damaged", names[5]),
        );
        // More memory, other threads.
        assert_eq!(with(good.clone(), even, memory), Ok(straight.clone()));
    }
    assert!(with(good.clone(), odd, 1 << 30).is_err_and(|why| why.contains("belongs to another computation")));
}

/// What a box takes in files is known before.
#[test]
fn estimates_of_boxes_in_files() {
    let h = Handle::default();
    let chain = |side| Poset::chain(side, &h).unwrap();
    let all = [4, 4, 6].iter().fold(chain(1), |all, &side| all.product(&chain(side), &h).unwrap());
    let plan = box_plan(&all, &h).unwrap().unwrap();
    let files = plan.files.unwrap();
    assert!(files.memory < plan.bytes.unwrap(), "{plan:?}");
    // It is enough, and so much is in files at a time, nearly.
    let mut kept = place();
    assert!(even(on(&mut kept, 1), &handle(files.memory as usize)).is_ok());
    // Of its tables no allocator tells here. What is too little for the numbers alone is refused before anything is put aside.
    let mut kept = place();
    let refused = even(on(&mut kept, 1), &handle(EVEN / 2));
    assert!(
        matches!(&refused, Err(Error::Stop(Stop::TooLarge(why))) if why.contains("even with files")),
        "{refused:?}"
    );
    assert_eq!(kept.shelf.unwrap().appended(), 0);
}

/// To know what a box takes its tables are not made.
#[test]
fn estimates_of_boxes_in_little_memory() {
    let product = |sides: [usize; 3], h: &Handle| {
        let chain = |side| Poset::chain(side, h).unwrap();
        sides.iter().fold(chain(1), |all, &side| all.product(&chain(side), h).unwrap())
    };
    for (sides, memory) in [([5, 5, 5], 8_000_000), ([5, 6, 6], 100_000_000)] {
        let (free, bound) = (Handle::default(), handle(memory));
        let plan = box_plan(&product(sides, &free), &free).unwrap().unwrap();
        assert!(plan.is_listed && plan.files.unwrap().memory > memory as f64, "{plan:?}");
        assert_eq!(box_plan(&product(sides, &bound), &bound).unwrap(), Some(plan));
    }
}

/// A kill may strike while a level is written or after the answer: what is listed stays as it is, and files of nobody go.
#[test]
fn files_of_boxes_stay_while_they_are_listed() {
    let straight = even(Options::threads(1), &Handle::default()).unwrap();
    let mut kept = place();
    let shelf = kept.shelf.clone().unwrap();
    shelf.allow(1000);
    assert!(even(on(&mut kept, 1), &handle(EVEN)).is_err());
    // With room for all and none for files: nothing more is kept, and the level is there for whoever comes next.
    shelf.allow(0);
    let listed = kept.bytes.clone();
    assert_eq!(even(on(&mut kept, 1), &Handle::default()), Ok(straight.clone()));
    assert!(kept.bytes == listed);
    shelf.allow(usize::MAX);
    assert_eq!(even(on(&mut kept, 1), &handle(EVEN)), Ok(straight.clone()));
    shelf.replace([("level-7.1.0.run".to_owned(), vec![0; 9])].into());
    assert_eq!(even(on(&mut kept, 1), &handle(EVEN)), Ok(straight));
    assert_eq!(shelf.names(), Vec::<String>::new());
}

/// The table of Chomp on a box is kept while it is made: whoever comes next makes what is missing.
#[test]
fn chomp_on_boxes_goes_on() {
    let (sides, h) = ([3, 4, 4], Handle::default());
    let straight = bar(sides, Options::threads(2), &h).unwrap();
    let mut kept = place();
    let shelf = kept.shelf.clone().unwrap();
    assert_eq!(bar(sides, on(&mut kept, 2), &h).unwrap(), straight);
    let whole = shelf.appended();
    assert!(whole > 10, "{whole} levels");
    for stopped in [1, whole / 2, whole - 1] {
        let mut kept = place();
        let shelf = kept.shelf.clone().unwrap();
        shelf.allow(stopped);
        // What has no room is not kept; the values are found all the same.
        assert_eq!(bar(sides, on(&mut kept, 2), &h).unwrap(), straight);
        shelf.allow(usize::MAX);
        assert_eq!(bar(sides, on(&mut kept, 1), &h).unwrap(), straight);
        assert_eq!(shelf.appended(), whole, "levels were made again after {stopped}");
        // The end is found again, in the one file that is left.
        assert_eq!(bar(sides, on(&mut kept, 2), &h).unwrap(), straight);
        assert_eq!((shelf.appended(), shelf.names().len()), (whole, 1));
    }
}

/// The same where cells have two bytes, as the box has 256 elements.
#[test]
fn wide_tables_of_chomp_go_on() {
    let (sides, h) = ([2, 2, 64], Handle::default());
    let straight = bar(sides, Options::threads(2), &h).unwrap();
    let mut kept = place();
    let shelf = kept.shelf.clone().unwrap();
    shelf.allow(20);
    assert_eq!(bar(sides, on(&mut kept, 2), &h).unwrap(), straight);
    let bytes: Vec<usize> = shelf.contents().values().map(Vec::len).collect();
    // Beside it there may be what had no room.
    assert!(bytes.contains(&(2 * 65 * 66 * 66 * 67 / 12)), "{bytes:?}");
    shelf.allow(usize::MAX);
    assert_eq!(bar(sides, on(&mut kept, 2), &h).unwrap(), straight);
}

#[test]
fn tables_of_chomp_that_are_not_sound_are_refused() {
    let (sides, h) = ([3, 4, 4], Handle::default());
    let straight = bar(sides, Options::threads(2), &h).unwrap();
    let mut kept = place();
    let shelf = kept.shelf.clone().unwrap();
    shelf.allow(8);
    assert!(bar(sides, on(&mut kept, 1), &h).is_ok());
    shelf.allow(usize::MAX);
    let (good, bytes) = (shelf.contents(), kept.bytes.clone());
    let (name, table) = good.first_key_value().unwrap();
    let with = |table: Option<Vec<u8>>, sides| {
        shelf.replace(table.map(|table| (name.clone(), table)).into_iter().collect());
        let mut kept = Kept { bytes: bytes.clone(), ..kept.clone() };
        bar(sides, on(&mut kept, 2), &h).map_err(|error| error.to_string())
    };
    let refused = |table: Option<Vec<u8>>, reason: &str| {
        let found = with(table, sides);
        assert!(found.as_ref().is_err_and(|why| why.contains(reason)), "{reason}: {found:?}");
    };
    let mut wrong = table.clone();
    wrong[5] ^= 1;
    refused(Some(wrong), &format!("its file {name} is damaged"));
    refused(Some(table[1..].to_vec()), "ends too early");
    refused(Some([&table[..], &[0]].concat()), "too long");
    refused(None, "cannot be read");
    assert!(with(Some(table.clone()), [3, 3, 4]).is_err_and(|why| why.contains("belongs to another computation")));
    assert_eq!(with(Some(table.clone()), sides), Ok(straight));
}

/// What a process of the next test computes, by its name.
fn by_name(name: &str, place: &Path) -> Result<String, Error> {
    let mut place = Directory { path: place.to_owned(), interval: Duration::ZERO, is_flushed: false };
    let options = Options { checkpoints: Some(&mut place), ..Options::threads(2) };
    match name {
        "odd box" => odd(options, &handle(ODD)).map(|count| count.to_string()),
        "even box" => even(options, &handle(EVEN)).map(|count| count.to_string()),
        "nim-values" => nim_values(options, &handle(90_000)).map(|values| format!("{values:?}")),
        "winners" => winners(options, &handle(25_000)).map(|values| format!("{values:?}")),
        "fours" => fours(options, &handle(20_000)).map(|count| format!("{count:?}")),
        "bar" => bar([4, 4, 4], options, &Handle::default()).map(|values| format!("{values:?}")),
        _ => unreachable!("{name}"),
    }
}

/// The next test starts this again and again; by itself it does nothing.
#[test]
#[ignore = "begun by another test"]
fn one_process() {
    let Ok(asked) = std::env::var("SPRAGUE_PROCESS") else { return };
    let (name, place) = asked.split_once(": ").unwrap();
    let place = PathBuf::from(place);
    fs::write(place.join("answer"), by_name(name, &place.join("levels")).unwrap()).unwrap();
}

/// Killed at any moment and started again, levels in files: the same answers, and no files are left.
#[test]
fn killed_and_started_again() {
    for name in ["odd box", "even box", "nim-values", "winners", "fours", "bar"] {
        let place = std::env::temp_dir().join(format!("sprague-killed-{}", std::process::id()));
        let levels = place.join("levels");
        let clear = || drop(fs::remove_dir_all(&place));
        clear();
        fs::create_dir_all(&levels).unwrap();
        let begun = Instant::now();
        let straight = by_name(name, &levels).unwrap();
        let whole = begun.elapsed();
        clear();
        fs::create_dir_all(&levels).unwrap();
        let begin = || {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--ignored", "--exact", "one_process"]);
            command.env("SPRAGUE_PROCESS", format!("{name}: {}", place.display()));
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        for _ in 0..6 {
            let mut child = begin();
            // Where a kill strikes differs from run to run.
            let moment = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos() % 1000;
            std::thread::sleep(whole.mul_f64(f64::from(moment) / 1000.0));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert!(begin().wait().unwrap().success(), "{name}");
        assert_eq!(fs::read_to_string(place.join("answer")).unwrap(), straight, "{name}");
        let left = fs::read_dir(&levels).unwrap().map(|entry| entry.unwrap().file_name());
        let mut left: Vec<String> = left.map(|name| name.into_string().unwrap()).collect();
        // A table is kept as a whole.
        left.retain(|file| name != "bar" || !file.ends_with(".run"));
        assert_eq!(left, ["level.checkpoint"], "{name}");
        clear();
    }
}
