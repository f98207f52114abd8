//! Coin-turning games (*Winning Ways*, ch. 14; Lenstra 1977): their nim-values, and those of their products.
//!
//! Coins are numbered from 0. A move turns one coin from heads to tails, and with it some smaller ones, as the rule allows; so
//! a position is the sum of its heads, each alone, and it is enough to know the values of single coins. In the *Tartan* product
//! of two games coins stand at pairs; a move in each, of the coins S with s the largest, and T with t, turns the coins at all pairs. Its values
//! are nim-products (the Tartan theorem). In the *acrostic* product a move is one of either game, in one row or one column; its values go by the definition.

use super::nim_field::product_u128;
use sprague_limits::{Handle, Stop, with_stack};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;

/// Coins are below this where they need those below them, and values where sets of them are kept.
const MOST: u64 = 1 << 26;
/// The largest number of coins that is counted; all above go together.
const COUNTED: u64 = 62;
/// Any number of coins.
const ALL: u64 = u64::MAX << 1;

/// A row of coins: how many are turned in a move, and whether they lie side by side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Row {
    /// Bit j: exactly j coins; bit 63: 63 and more.
    counts: u64,
    consecutive: bool,
}

/// The games that *Winning Ways* and their successors have names for.
const NAMED: [(&str, &str); 9] = [
    ("turning turtles", "1..2"),
    ("turtles", "1..2"),
    ("mock turtles", "1..3"),
    ("moebius", "1..5"),
    ("mogul", "1..7"),
    ("moidores", "1..9"),
    ("twins", "2"),
    ("triplets", "3"),
    ("ruler", "1+ consecutive"),
];

/// Why a text is no coin-turning game.
///
/// ```
/// use sprague_games::turning::{Turning, TurningError};
/// assert_eq!(Turning::parse("two").err(), Some(TurningError::Unknown("two".into())));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurningError {
    /// Nothing was given.
    Empty,
    /// No name and no number of coins.
    Unknown(String),
    /// No coin at all would be turned, or a range is empty.
    None(String),
    /// More coins than are counted.
    TooMany(String),
}

impl fmt::Display for TurningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurningError::Empty => write!(f, "no coin-turning game"),
            TurningError::Unknown(text) => write!(f, "`{text}` is no number of coins and no name of a game"),
            TurningError::None(text) => write!(f, "`{text}` turns no coin"),
            TurningError::TooMany(text) => write!(f, "`{text}` counts more than {COUNTED} coins"),
        }
    }
}

impl std::error::Error for TurningError {}

impl Row {
    fn parse(text: &str) -> Result<Row, TurningError> {
        let text = text.trim().to_lowercase();
        if text.is_empty() {
            return Err(TurningError::Empty);
        }
        if let Some((_, meant)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Row::parse(meant);
        }
        let (list, consecutive) = match text.strip_suffix("consecutive") {
            Some(list) => (list.trim(), true),
            None => (&*text, false),
        };
        let mut counts = 0;
        for item in list.split(',').map(str::trim) {
            let number = |part: &str| match part.trim().parse::<u64>() {
                Ok(n) if n > COUNTED => Err(TurningError::TooMany(item.into())),
                Ok(0) => Err(TurningError::None(item.into())),
                Ok(n) => Ok(n),
                Err(_) => Err(TurningError::Unknown(item.into())),
            };
            counts |= if let Some(first) = item.strip_suffix('+') {
                u64::MAX << number(first)?
            } else if let Some((first, last)) = item.split_once("..") {
                let (first, last) = (number(first)?, number(last)?);
                if first > last {
                    return Err(TurningError::None(item.into()));
                }
                (first..=last).fold(0, |all, j| all | 1 << j)
            } else {
                1 << number(item)?
            };
        }
        Ok(Row { counts, consecutive })
    }

    /// Whether so many coins may be turned.
    fn allows(&self, coins: u64) -> bool {
        self.counts >> coins.min(63) & 1 == 1
    }

    /// The value of coin `n` where a theorem gives all (*Winning Ways*, ch. 14): of Twins and Turtles, which are Nim; of Mock Turtles, where
    /// they are the odious numbers in their order, those with an odd number of ones; of Triplets, where the first two coins are worth 0 and
    /// stand for turning fewer; and of Ruler, where it is the largest power of two that divides n + 1.
    fn closed(&self, n: u64) -> Option<u64> {
        let odious = |k: u64| k.checked_mul(2).map(|twice| twice + u64::from(k.count_ones().is_multiple_of(2)));
        match (self.counts, self.consecutive) {
            (0b100, false) => Some(n),
            (0b110, false) => n.checked_add(1),
            (0b1110, false) => odious(n),
            (0b1000, false) => n.checked_sub(2).map_or(Some(0), odious),
            (ALL, true) => n.checked_add(1).map(|n| 1 << n.trailing_zeros()),
            _ => None,
        }
    }

    /// The largest coin below `n` that is worth so much, as [`Row::closed`] has it; the outer `None`: no theorem gives all.
    fn closed_coin(&self, value: u64, n: u64) -> Option<Option<u64>> {
        let odious = |value: u64| (value.count_ones() % 2 == 1).then_some(value / 2);
        let coin = match (self.counts, self.consecutive) {
            (0b100, false) => Some(value),
            (0b110, false) => value.checked_sub(1),
            (0b1110, false) => odious(value),
            (0b1000, false) if value == 0 => n.min(2).checked_sub(1),
            (0b1000, false) => odious(value).and_then(|k| k.checked_add(2)),
            _ => return None,
        };
        Some(coin.filter(|&coin| coin < n))
    }

    /// At least how many moves coin `n` has: those that turn up to [`COUNTED`] coins.
    fn least_moves(&self, n: u64) -> u64 {
        if self.consecutive {
            return u64::from(self.allows(63)) * n.saturating_sub(COUNTED);
        }
        let (mut subsets, mut all) = (1u128, 0u128);
        for count in 1..=n.saturating_add(1).min(COUNTED) {
            all = all.saturating_add(if self.allows(count) { subsets } else { 0 });
            match subsets.checked_mul(u128::from(n + 1 - count)) {
                Some(product) => subsets = product / u128::from(count),
                // More coins than twice as many as are counted, of which larger sets are more.
                None if (count + 1..=COUNTED).any(|more| self.allows(more)) => return u64::MAX,
                None => break,
            }
        }
        u64::try_from(all).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut j, mut first) = (1, true);
        while j < 64 {
            if !self.allows(j) {
                j += 1;
                continue;
            }
            let end = (j..64).take_while(|&i| self.allows(i)).last().unwrap_or(j);
            write!(f, "{}{j}", if first { "" } else { ", " })?;
            match end {
                63 => write!(f, "+")?,
                _ if end > j + 1 => write!(f, "..{end}")?,
                _ if end > j => write!(f, ", {end}")?,
                _ => {}
            }
            (j, first) = (end + 1, false);
        }
        write!(f, "{}", if self.consecutive { " consecutive" } else { "" })
    }
}

#[derive(Debug)]
enum Kind {
    Row(Row, RefCell<Values>),
    Tartan(Rc<Turning>, Rc<Turning>),
    Acrostic(Rc<Turning>, Rc<Turning>, RefCell<BTreeMap<Vec<u64>, u64>>),
}

/// Values of a row, and what goes on from them.
#[derive(Default, Debug)]
struct Values {
    known: Vec<u64>,
    /// As bits: the nim-sums of the values of j coins, for each j that is told apart; the last one of all above.
    sums: Vec<Vec<u64>>,
}

/// A coin-turning game.
///
/// ```
/// use sprague_games::turning::Turning;
/// use sprague_limits::Handle;
/// use std::rc::Rc;
///
/// let (twins, handle) = (Rc::new(Turning::parse("twins").expect("a name")), Handle::default());
/// assert_eq!(twins.value(&[5], &handle)?, 5);
/// // Turning Corners: the corners of a rectangle. Its values are the nim-products.
/// let corners = Turning::tartan(&twins, &twins);
/// assert_eq!(corners.value(&[2, 3], &handle)?, 1);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Debug)]
pub struct Turning {
    kind: Kind,
}

impl Turning {
    /// A row of coins, by a name or by how many are turned in a move: `mock turtles`, `1..3`, `2, 4`, `1+ consecutive`.
    pub fn parse(text: &str) -> Result<Turning, TurningError> {
        Ok(Turning { kind: Kind::Row(Row::parse(text)?, RefCell::default()) })
    }

    /// The Tartan product.
    pub fn tartan(first: &Rc<Turning>, second: &Rc<Turning>) -> Turning {
        Turning { kind: Kind::Tartan(Rc::clone(first), Rc::clone(second)) }
    }

    /// The acrostic product.
    pub fn acrostic(first: &Rc<Turning>, second: &Rc<Turning>) -> Turning {
        Turning { kind: Kind::Acrostic(Rc::clone(first), Rc::clone(second), RefCell::default()) }
    }

    /// How many numbers say where a coin is.
    pub fn dimension(&self) -> usize {
        match &self.kind {
            Kind::Row(..) => 1,
            Kind::Tartan(a, b) | Kind::Acrostic(a, b, _) => a.dimension() + b.dimension(),
        }
    }

    /// The nim-value of one coin that shows heads, at a place of as many numbers as the dimension.
    pub fn value(&self, coin: &[u64], h: &Handle) -> Result<u64, Stop> {
        h.tick()?;
        match &self.kind {
            Kind::Row(row, values) => {
                let n = coin.first().copied().unwrap_or(0);
                if let Some(value) = row.closed(n) {
                    return Ok(value);
                }
                // The sums of values are all numbers below.
                if *row == (Row { counts: ALL, consecutive: false }) {
                    return 1u64.checked_shl(u32::try_from(n).unwrap_or(u32::MAX)).ok_or_else(|| {
                        Stop::TooLarge(format!("coin {n} is worth 2^{n}, and nim-values below 2^64 are worked out"))
                    });
                }
                values.borrow_mut().extend(row, n, h)
            }
            Kind::Tartan(a, b) => {
                let (x, y) = coin.split_at(a.dimension().min(coin.len()));
                let (x, y) = (a.value(x, h)?, b.value(y, h)?);
                // The nimbers below 2^64 are a field.
                Ok(u64::try_from(product_u128(x.into(), y.into())).unwrap_or(u64::MAX))
            }
            Kind::Acrostic(_, _, known) => {
                if let Some(&value) = known.borrow().get(coin) {
                    return Ok(value);
                }
                let mut met = Vec::new();
                for others in self.moves(coin, h)? {
                    let mut value = 0;
                    for other in &others {
                        value ^= with_stack(|| self.value(other, h))?;
                    }
                    met.push(value);
                }
                let value = mex(met);
                h.reserve(64)?;
                known.borrow_mut().insert(coin.to_vec(), value);
                Ok(value)
            }
        }
    }

    /// At least how many moves turn a coin from heads to tails, where that is known at once.
    pub fn least_moves(&self, coin: &[u64]) -> u64 {
        match (&self.kind, coin) {
            (Kind::Row(row, _), &[n]) => row.least_moves(n),
            _ => 0,
        }
    }

    /// The other coins of the first of [`Turning::moves`] in which they have this nim-sum, or of the first of all: one after the other is
    /// looked at, the last coin of each by its value. The inner `None`: there is none. The outer: this is a product.
    pub fn first_move(&self, coin: &[u64], sum: Option<u64>, h: &Handle) -> Result<Option<Option<Vec<u64>>>, Stop> {
        let (Kind::Row(row, _), &[n]) = (&self.kind, coin) else { return Ok(None) };
        let value = |coin: u64| self.value(&[coin], h);
        // Coin a is worth 2^a.
        if let (ALL, false, Some(sum)) = (row.counts, row.consecutive, sum) {
            let fits = sum.checked_shr(u32::try_from(n).unwrap_or(u32::MAX)).unwrap_or(0) == 0;
            return Ok(Some(fits.then(|| (0..64).rev().filter(|a| sum >> a & 1 == 1).collect())));
        }
        if row.consecutive {
            let mut beside = 0;
            for count in 1..=n.saturating_add(1) {
                h.tick()?;
                if row.allows(count) && sum.is_none_or(|sum| sum == beside) {
                    return Ok(Some(Some((n + 1 - count..n).collect())));
                }
                if count > n || (!row.allows(63) && count >= COUNTED) {
                    break;
                }
                beside ^= value(n - count)?;
            }
            return Ok(Some(None));
        }
        // The coins of each value, where no theorem finds them.
        let mut worth = HashMap::<u64, Vec<u64>>::new();
        if sum.is_some() && row.closed_coin(0, n).is_none() {
            for coin in 0..n {
                h.reserve(64)?;
                worth.entry(value(coin)?).or_default().push(coin);
            }
        }
        let last = |value: u64, below: u64| match row.closed_coin(value, below) {
            Some(coin) => coin,
            None => worth.get(&value).and_then(|coins| coins[..coins.partition_point(|&c| c < below)].last().copied()),
        };
        for count in (1..=n.saturating_add(1)).filter(|&count| row.allows(count)) {
            let mut chosen = Vec::new();
            if first_subset(n, count - 1, sum, &mut chosen, &value, &last, h)? {
                return Ok(Some(Some(chosen)));
            }
            if !row.allows(63) && count >= COUNTED {
                break;
            }
        }
        Ok(Some(None))
    }

    /// The moves that turn this coin from heads to tails: each a list of the other coins that are turned with it.
    pub fn moves(&self, coin: &[u64], h: &Handle) -> Result<Vec<Vec<Vec<u64>>>, Stop> {
        h.tick()?;
        let parts = |a: &Turning| coin.split_at(a.dimension().min(coin.len()));
        let join = |x: &[u64], y: &[u64]| [x, y].concat();
        let mut moves = Vec::new();
        match &self.kind {
            Kind::Row(row, _) => {
                let n = coin.first().copied().unwrap_or(0);
                h.reserve(usize::try_from(row.least_moves(n)).unwrap_or(usize::MAX).saturating_mul(32))?;
                for count in (1..=n.saturating_add(1)).filter(|&count| row.allows(count)) {
                    h.tick()?;
                    if row.consecutive {
                        moves.push((n + 1 - count..n).map(|a| vec![a]).collect());
                    } else {
                        subsets(n, count - 1, &mut Vec::new(), &mut moves, h)?;
                    }
                    if !row.allows(63) && count >= COUNTED {
                        break;
                    }
                }
            }
            Kind::Tartan(a, b) => {
                let (x, y) = parts(a);
                let of = |game: &Turning, place: &[u64]| -> Result<Vec<Vec<Vec<u64>>>, Stop> {
                    let mut moves = game.moves(place, h)?;
                    moves.iter_mut().for_each(|others| others.push(place.to_vec()));
                    Ok(moves)
                };
                let (first, second) = (of(a, x)?, of(b, y)?);
                for s in &first {
                    for t in &second {
                        h.reserve(s.len().saturating_mul(t.len()).saturating_mul(64))?;
                        h.ticks(u32::try_from(s.len() * t.len()).unwrap_or(u32::MAX))?;
                        let all = s.iter().flat_map(|x| t.iter().map(|y| join(x, y)));
                        moves.push(all.filter(|other| other != coin).collect());
                    }
                }
            }
            Kind::Acrostic(a, b, _) => {
                let (x, y) = parts(a);
                for s in a.moves(x, h)? {
                    moves.push(s.iter().map(|x| join(x, y)).collect());
                }
                for t in b.moves(y, h)? {
                    moves.push(t.iter().map(|y| join(x, y)).collect());
                }
                moves.sort();
                moves.dedup();
            }
        }
        Ok(moves)
    }
}

impl fmt::Display for Turning {
    /// As it is read where it is a row; else with `x` and `+` between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Row(row, _) => row.fmt(f),
            Kind::Tartan(a, b) => write!(f, "({a}) x ({b})"),
            Kind::Acrostic(a, b, _) => write!(f, "({a}) + ({b})"),
        }
    }
}

fn mex(mut met: Vec<u64>) -> u64 {
    met.sort_unstable();
    met.dedup();
    (0..).zip(&met).find(|(i, v)| i != *v).map_or(met.len() as u64, |(i, _)| i)
}

/// All lists of so many coins below `n`, added to `found`.
fn subsets(
    n: u64,
    count: u64,
    chosen: &mut Vec<Vec<u64>>,
    found: &mut Vec<Vec<Vec<u64>>>,
    h: &Handle,
) -> Result<(), Stop> {
    h.tick()?;
    if count == 0 {
        h.reserve(chosen.len() * 64 + 32)?;
        found.push(chosen.clone());
        return Ok(());
    }
    for a in (count - 1..n).rev() {
        chosen.push(vec![a]);
        let made = with_stack(|| subsets(a, count - 1, chosen, found, h));
        chosen.pop();
        made?;
    }
    Ok(())
}

/// The first of those lists that has this nim-sum, or the first of all; `last` finds the largest coin of a value below another.
fn first_subset(
    n: u64,
    count: u64,
    sum: Option<u64>,
    chosen: &mut Vec<u64>,
    value: &dyn Fn(u64) -> Result<u64, Stop>,
    last: &dyn Fn(u64, u64) -> Option<u64>,
    h: &Handle,
) -> Result<bool, Stop> {
    h.tick()?;
    match (count, sum) {
        (0, sum) => return Ok(sum.unwrap_or(0) == 0),
        (1, Some(sum)) => {
            let found = last(sum, n);
            chosen.extend(found);
            return Ok(found.is_some());
        }
        _ => {}
    }
    for a in (count - 1..n).rev() {
        chosen.push(a);
        let rest = sum.map(|sum| Ok::<_, Stop>(sum ^ value(a)?)).transpose()?;
        if with_stack(|| first_subset(a, count - 1, rest, chosen, value, last, h))? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}

impl Values {
    /// The value of coin `n`, after those below it.
    fn extend(&mut self, row: &Row, n: u64, h: &Handle) -> Result<u64, Stop> {
        let at = usize::try_from(n).ok().filter(|_| n < MOST).ok_or_else(|| {
            Stop::TooLarge(format!(
                "the nim-value of coin {n} needs those of all below it, and {MOST} coins at most are worked out"
            ))
        })?;
        while self.known.len() <= at {
            h.tick()?;
            let value = if row.consecutive { self.beside(row, h)? } else { self.anywhere(row, h)? };
            h.reserve(self.known.len() * 16)?;
            self.known.push(value);
        }
        Ok(self.known[at])
    }

    /// The next value where coins lie side by side.
    fn beside(&self, row: &Row, h: &Handle) -> Result<u64, Stop> {
        let mut met = Vec::new();
        let mut value = 0;
        let most = if row.allows(63) { u64::MAX } else { 63 - u64::from(row.counts.leading_zeros()) };
        for (count, g) in (1u64..).zip(self.known.iter().rev().map(Some).chain([None])) {
            h.tick()?;
            if count > most {
                break;
            }
            if row.allows(count) {
                met.push(value);
            }
            value ^= g.copied().unwrap_or(0);
        }
        Ok(mex(met))
    }

    /// The next value where they lie anywhere.
    fn anywhere(&mut self, row: &Row, h: &Handle) -> Result<u64, Stop> {
        // Of j - 1 other coins; what is beyond the numbers that are told apart goes together.
        let told = if row.allows(63) {
            63 - u64::from(row.counts.leading_ones())
        } else {
            63 - u64::from(row.counts.leading_zeros())
        };
        let sets = usize::try_from(told).unwrap_or(63) + usize::from(row.allows(63));
        if self.sums.is_empty() {
            self.sums = vec![Vec::new(); sets.max(1)];
            self.sums[0] = vec![1];
        }
        let mut met: Vec<u64> = Vec::new();
        for (others, sums) in (0u64..).zip(&self.sums) {
            if row.allows(others + 1) {
                met.resize(met.len().max(sums.len()), 0);
                met.iter_mut().zip(sums).for_each(|(to, from)| *to |= from);
            }
        }
        h.ticks(met.len() as u32 + 1)?;
        let full = met.iter().take_while(|&&word| word == u64::MAX).count();
        let value = 64 * full as u64 + met.get(full).map_or(0, |word| u64::from(word.trailing_ones()));
        if value >= MOST {
            return Err(Stop::TooLarge(format!("nim-values of coins from {MOST} on are not worked out")));
        }
        // One more coin, of this value, beside what there was; from above, so that it is there once. Made aside, since a bound may
        // end this.
        let mut sums = self.sums.clone();
        for j in (1..sets).rev() {
            let mut from = vec![&self.sums[j - 1]];
            if row.allows(63) && j + 1 == sets {
                from.push(&self.sums[j]);
            }
            for set in from {
                for (i, &word) in (0u64..).zip(set) {
                    for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
                        let sum = (64 * i + bit) ^ value;
                        let place = (sum / 64) as usize;
                        if place >= sums[j].len() {
                            h.reserve(place * 8)?;
                            sums[j].resize(place + 1, 0);
                        }
                        sums[j][place] |= 1 << (sum % 64);
                    }
                    h.tick()?;
                }
            }
        }
        self.sums = sums;
        Ok(value)
    }
}
