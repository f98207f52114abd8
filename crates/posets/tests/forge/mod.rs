//! What a forger does who knows everything: changes numbers in what was kept, and makes checksums and seals right again.
//! Shared by tests here and above, and by the fuzz target of forgeries; each names `subsets` as it knows them.
#![allow(dead_code)]

use super::subsets::checkpoint::Checkpoints;
use super::subsets::seal::{Key, Seal};
use super::subsets::spill::Runs;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The key that these checkpoints are sealed with.
pub const KEY: Key = Key([7; Key::BYTES]);

/// Keeps the newest level in memory, and no more than so many.
#[derive(Clone, Default)]
pub struct Kept {
    pub bytes: Option<Vec<u8>>,
    pub left: usize,
    /// Where levels go that outgrow memory.
    pub shelf: Option<Shelf>,
}

impl Checkpoints for Kept {
    fn key(&self) -> Key {
        KEY
    }

    fn interval(&self) -> Option<Duration> {
        (self.left > 0).then_some(Duration::ZERO)
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        self.left -= 1;
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.bytes = Some(bytes);
        Ok(())
    }

    fn load(&mut self) -> io::Result<Option<Box<dyn Read + '_>>> {
        Ok(self.bytes.as_deref().map(|bytes| Box::new(bytes) as Box<dyn Read>))
    }

    fn runs(&mut self) -> Option<Arc<dyn Runs>> {
        self.shelf.clone().map(|shelf| Arc::new(shelf) as Arc<dyn Runs>)
    }
}

/// Files by their names.
pub type Contents = BTreeMap<String, Vec<u8>>;

/// Files that are none, and that take only so many blocks more.
#[derive(Clone, Default)]
pub struct Shelf(Arc<Mutex<Filed>>);

struct Filed {
    files: Contents,
    appended: usize,
    left: usize,
}

impl Default for Filed {
    fn default() -> Filed {
        Filed { files: Contents::new(), appended: 0, left: usize::MAX }
    }
}

impl Shelf {
    fn with<T>(&self, act: impl FnOnce(&mut Filed) -> T) -> T {
        act(&mut self.0.lock().unwrap())
    }

    pub fn allow(&self, blocks: usize) {
        self.with(|filed| filed.left = blocks);
    }

    pub fn appended(&self) -> usize {
        self.with(|filed| filed.appended)
    }

    pub fn names(&self) -> Vec<String> {
        self.with(|filed| filed.files.keys().cloned().collect())
    }

    pub fn contents(&self) -> Contents {
        self.with(|filed| filed.files.clone())
    }

    pub fn replace(&self, files: Contents) {
        self.with(|filed| filed.files = files);
    }
}

/// A file that is written at its end.
struct End<'a>(&'a Shelf, String);

impl Write for End<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.with(|filed| {
            filed.left = filed.left.checked_sub(1).ok_or_else(|| io::Error::other("no more"))?;
            filed.appended += 1;
            filed.files.entry(self.1.clone()).or_default().extend(bytes);
            Ok(bytes.len())
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Runs for Shelf {
    fn append(&self, name: &str, fresh: bool) -> io::Result<Box<dyn Write + '_>> {
        if fresh {
            self.with(|filed| filed.files.remove(name));
        }
        Ok(Box::new(End(self, name.into())))
    }

    fn sync(&self, _name: &str) -> io::Result<()> {
        Ok(())
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        let bytes = self.with(|filed| filed.files.get(name).cloned());
        Ok(Box::new(io::Cursor::new(bytes.ok_or_else(|| io::Error::other("no such file"))?)))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.with(|filed| filed.files.remove(name)).map(drop).ok_or_else(|| io::Error::other("no such file"))
    }

    fn retain(&self, keep: &dyn Fn(&str) -> bool) -> io::Result<()> {
        self.with(|filed| filed.files.retain(|name, _| keep(name)));
        Ok(())
    }
}

/// A checkpoint taken apart: the words of its header, and those of its records.
#[derive(Clone)]
pub struct Level {
    pub header: Vec<u64>,
    pub records: Vec<u64>,
    pub magic: u64,
}

/// Words of a seal.
const SEAL: usize = 4;

impl Level {
    pub fn of(bytes: &[u8]) -> Option<Level> {
        let words: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let (&magic, &length) = (words.first()?, words.get(1)?);
        let end = 3usize.checked_add(usize::try_from(length).ok()?)?;
        let header = words.get(3..end)?.to_vec();
        let records = words.get(end + SEAL..words.len().checked_sub(SEAL)?)?.to_vec();
        Some(Level { header, records, magic })
    }

    /// Where the header says what the level is: words of a payload and number of records come next.
    pub fn size_at(&self) -> usize {
        let program = 1 + self.header[0] as usize;
        program + 1 + self.header[program] as usize
    }

    /// Put together and sealed with a key.
    pub fn sealed(&self, key: &Key) -> Vec<u8> {
        let mut bytes = Vec::new();
        let put = |bytes: &mut Vec<u8>, words: &[u64]| words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        put(&mut bytes, &[self.magic, self.header.len() as u64, key.id()]);
        put(&mut bytes, &self.header);
        let seal = |bytes: &[u8]| {
            let mut seal = Seal::new(key);
            seal.take(bytes);
            seal.words()
        };
        let header = seal(&bytes);
        put(&mut bytes, &header);
        put(&mut bytes, &self.records);
        let all = seal(&bytes);
        put(&mut bytes, &all);
        bytes
    }
}

/// A file of nim-values, as `save_values` writes it.
#[derive(Clone)]
pub struct Run {
    pub name: String,
    pub hint: u64,
    pub width: u8,
    pub count: u64,
    pub data: Vec<u8>,
}

const RUN: &[u8] = b"SPRAGUE HEAPS 1\n";

impl Run {
    /// A run of values below 256.
    pub fn new(name: &str, hint: u64, values: Vec<u8>) -> Run {
        Run { name: name.into(), hint, width: 1, count: values.len() as u64, data: values }
    }

    /// The file, with its checksum.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = RUN.to_vec();
        bytes.extend((self.name.len() as u64).to_le_bytes());
        bytes.extend(self.name.as_bytes());
        bytes.extend(self.hint.to_le_bytes());
        bytes.push(self.width);
        bytes.extend(self.count.to_le_bytes());
        bytes.extend(&self.data);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mix = |sum: u64, word: u64| {
        let x = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23)
    };
    let sum = words.iter().fold(bytes.len() as u64, |sum, w| mix(sum, u64::from_le_bytes(*w)));
    rest.iter().fold(sum, |sum, &b| mix(sum, b.into()))
}

/// A change of a list of numbers, chosen by what comes out of `next`: one changed, dropped, doubled, swapped with another,
/// or the list cut.
pub fn change<T: Copy>(list: &mut Vec<T>, line: usize, next: &mut impl FnMut() -> u64, number: impl Fn(T, u64) -> T) {
    let line = line.max(1);
    let lines = list.len() / line;
    if lines == 0 {
        return;
    }
    let at = next() as usize % lines * line;
    match next() % 6 {
        0 | 1 => {
            let at = at + next() as usize % line;
            list[at] = number(list[at], next());
        }
        2 => drop(list.drain(at..at + line)),
        3 => {
            let doubled: Vec<T> = list[at..at + line].to_vec();
            list.splice(at..at, doubled);
        }
        4 => {
            let other = next() as usize % lines * line;
            (0..line).for_each(|i| list.swap(at + i, other + i));
        }
        _ => list.truncate(at),
    }
}

/// Another number instead of one: near it, far from it, or with a bit changed.
pub fn number(old: u64, choice: u64) -> u64 {
    match choice % 8 {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => 0,
        3 => u64::MAX,
        4 => choice >> 3,
        5 => (choice >> 3) % 256,
        _ => old ^ 1 << ((choice >> 3) % 64),
    }
}
