//! A run as bytes and back, so that long runs can be saved and resumed.
//!
//! The bytes are a magic number with the version, the text that identifies the game, a period to try, the values, and
//! a checksum of all that. What is read is checked: the magic number, the game, every length, the checksum, that no value
//! is larger than the rules allow, and for games that need no caller the first values are computed anew, and some values
//! further on, drawn at random, from those before them. That finds accidents, and no careful forger: a sequence that was read
//! says so ([`super::sequence::Standing`]). A period is only a hint, tried again by the reader. Writing to a file (aside, then
//! renamed) is the front end's part.

use super::moves::{Elements, each_rest};
use super::rule::{NoCaller, Rule};
use super::sequence::Sequence;
use super::values::{Data, ValueSet, Values};
use sprague_limits::{Handle, Stop};
use std::fmt;
use std::hash::{BuildHasher, RandomState};

const MAGIC: &[u8; 16] = b"SPRAGUE HEAPS 1\n";
/// Values computed anew when a run is read.
const AGAIN: u64 = 512;
/// Values further on, drawn at random, that are compared with those before them; and moves looked at for all of them.
const DRAWN: u64 = 64;
const MOVES: u64 = 1 << 22;

/// Why bytes are not a run of this game.
///
/// ```
/// use sprague_heaps::{Rule, Set, decode, store::StoreError};
/// let nim = Rule::subtraction_game(Set::From(1)).expect("it shrinks");
/// let read = decode(b"something else", nim, "", "a file", &Default::default());
/// assert_eq!(read.err(), Some(StoreError::Foreign));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// No run at all, or of another version.
    Foreign,
    /// Cut short, or longer than it says.
    Truncated,
    /// The checksum differs.
    Damaged,
    /// A run of another game, which identifies itself so.
    OtherGame(String),
    /// A value is larger than the rules allow.
    Large {
        /// The first such heap.
        heap: u64,
        /// The largest value that it may have.
        most: u64,
    },
    /// A value is not that of the game.
    Wrong {
        /// A heap that differs.
        heap: u64,
    },
    /// A bound was met.
    Stop(Stop),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Foreign => write!(f, "no saved run, or one of another version"),
            StoreError::Truncated => write!(f, "the run is cut short, or longer than it says"),
            StoreError::Damaged => write!(f, "the checksum differs"),
            StoreError::OtherGame(game) => write!(f, "a run of another game: {game}"),
            StoreError::Large { heap, most } => write!(f, "the value of heap {heap} is above {most}"),
            StoreError::Wrong { heap } => write!(f, "the value of heap {heap} is another"),
            StoreError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<Stop> for StoreError {
    fn from(stop: Stop) -> Self {
        StoreError::Stop(stop)
    }
}

/// The text that identifies a game: its code, or what the caller says of it (the text of the declaration).
fn identity(rule: &Rule, declared: &str) -> String {
    match rule.code_of() {
        Some(code) => format!("code {code}"),
        None => format!("declared {declared}"),
    }
}

/// The run as bytes. `declared` identifies games without a code.
///
/// ```
/// use sprague_heaps::{Rule, Sequence, Set, decode, encode};
/// use sprague_limits::Handle;
///
/// let (nim, handle) = (Rule::subtraction_game(Set::From(1)).expect("it shrinks"), Handle::default());
/// let bytes = encode(&Sequence::new(nim.clone()), "", &handle)?;
/// assert!(decode(&bytes, nim, "", "memory", &handle).is_ok());
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn encode(sequence: &Sequence, declared: &str, h: &Handle) -> Result<Vec<u8>, Stop> {
    let name = identity(sequence.rule(), declared);
    let (width, len) = match sequence.values().data() {
        Data::Byte(v) => (1u8, v.len()),
        Data::Short(v) => (2, v.len()),
        Data::Word(v) => (4, v.len()),
    };
    let size = len * usize::from(width) + name.len() + 64;
    h.reserve(size)?;
    let mut bytes = Vec::with_capacity(size);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&(name.len() as u64).to_le_bytes());
    bytes.extend_from_slice(name.as_bytes());
    bytes.extend_from_slice(&sequence.period_hint().to_le_bytes());
    bytes.push(width);
    bytes.extend_from_slice(&(len as u64).to_le_bytes());
    match sequence.values().data() {
        Data::Byte(v) => bytes.extend_from_slice(v),
        Data::Short(v) => v.iter().for_each(|x| bytes.extend_from_slice(&x.to_le_bytes())),
        Data::Word(v) => v.iter().for_each(|x| bytes.extend_from_slice(&x.to_le_bytes())),
    }
    h.ticks((len / 64) as u32)?;
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    Ok(bytes)
}

/// A run from bytes, for the game that is expected. `origin` names the place that they come from.
///
/// ```
/// use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence, decode, encode};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let (mut run, handle) = (Sequence::new(kayles.clone()), Handle::default());
/// run.extend_to(40, &handle, &mut NoCaller).expect("no bound is reached");
/// let bytes = encode(&run, "", &handle).expect("no bound is reached");
/// // On another day the values go on from there.
/// let read = decode(&bytes, kayles, "", "kayles.run", &handle).expect("they are a run of Kayles");
/// assert_eq!(read.value(27), Some(8));
/// ```
pub fn decode(bytes: &[u8], rule: Rule, declared: &str, origin: &str, h: &Handle) -> Result<Sequence, StoreError> {
    let mut rest = bytes.strip_prefix(MAGIC).ok_or(StoreError::Foreign)?;
    let name_len = take_u64(&mut rest)?;
    let name = take(&mut rest, name_len)?;
    let hint = take_u64(&mut rest)?;
    let width = take(&mut rest, 1)?[0];
    let len = take_u64(&mut rest)?;
    let data = take(&mut rest, len.checked_mul(width.into()).ok_or(StoreError::Truncated)?)?;
    let sum = take_u64(&mut rest)?;
    if !rest.is_empty() {
        return Err(StoreError::Truncated);
    }
    h.ticks((data.len() / 64) as u32)?;
    if checksum(&bytes[..bytes.len() - 8]) != sum {
        return Err(StoreError::Damaged);
    }
    if name != identity(&rule, declared).as_bytes() {
        return Err(StoreError::OtherGame(String::from_utf8_lossy(name).into_owned()));
    }
    let large = match width {
        1 => too_large(data.iter().map(|&b| b.into()), &rule, h)?,
        2 => too_large(data.as_chunks().0.iter().map(|b| u16::from_le_bytes(*b).into()), &rule, h)?,
        4 => too_large(data.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)), &rule, h)?,
        _ => return Err(StoreError::Damaged),
    };
    if let Some((heap, most)) = large {
        return Err(StoreError::Large { heap, most });
    }
    h.reserve(data.len())?;
    let values = Values::from(match width {
        1 => Data::Byte(data.to_vec()),
        2 => Data::Short(data.as_chunks().0.iter().map(|b| u16::from_le_bytes(*b)).collect()),
        4 => Data::Word(data.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)).collect()),
        _ => return Err(StoreError::Damaged),
    });
    if !rule.needs_caller() {
        let mut again = Sequence::new(rule.clone());
        let first = len.min(AGAIN);
        again.extend_to(first, h, &mut NoCaller).map_err(|fault| fault.stop())?;
        if let Some(heap) = (0..first).find(|&n| again.value(n) != Some(values.get(n as usize).into())) {
            return Err(StoreError::Wrong { heap });
        }
        if let Some(heap) = drawn(&rule, &values, h)? {
            return Err(StoreError::Wrong { heap });
        }
    }
    Ok(Sequence::resume(rule, values, hint, origin))
}

/// The first heap whose value is larger than the rule allows, with the bound.
fn too_large(values: impl Iterator<Item = u32>, rule: &Rule, h: &Handle) -> Result<Option<(u64, u64)>, Stop> {
    for (n, value) in (0u64..).zip(values) {
        h.tick()?;
        let most = rule.most_value(n);
        if u64::from(value) > most {
            return Ok(Some((n, most)));
        }
    }
    Ok(None)
}

/// A heap drawn at random whose value does not follow from the values before it, if one is met.
fn drawn(rule: &Rule, values: &Values, h: &Handle) -> Result<Option<u64>, Stop> {
    let len = values.len() as u64;
    let (random, mut room) = (RandomState::new(), MOVES);
    for i in 0..DRAWN.min(len.saturating_sub(AGAIN)) {
        let n = AGAIN + random.hash_one(i) % (len - AGAIN);
        let mut options = ValueSet::default();
        let all = each_rest(rule, n, &mut Elements::default(), h, &mut NoCaller, &mut |_, parts| {
            options.insert(parts.iter().fold(0, |v, &a| v ^ values.get(a as usize)));
            room = room.saturating_sub(1);
            room > 0
        });
        if !all.map_err(|fault| fault.stop())? {
            break;
        }
        if options.mex() != values.get(n as usize) {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

fn take<'a>(rest: &mut &'a [u8], len: u64) -> Result<&'a [u8], StoreError> {
    let len = usize::try_from(len).map_err(|_| StoreError::Truncated)?;
    let (head, tail) = rest.split_at_checked(len).ok_or(StoreError::Truncated)?;
    *rest = tail;
    Ok(head)
}

fn take_u64(rest: &mut &[u8]) -> Result<u64, StoreError> {
    let bytes = take(rest, 8)?;
    Ok(bytes.first_chunk().map_or(0, |b| u64::from_le_bytes(*b)))
}

/// Word by word, every word through a multiplication that spreads it; against accidents, not against malice.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mix = |sum: u64, word: u64| {
        let x = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23)
    };
    let sum = words.iter().fold(bytes.len() as u64, |sum, w| mix(sum, u64::from_le_bytes(*w)));
    rest.iter().fold(sum, |sum, &b| mix(sum, b.into()))
}
