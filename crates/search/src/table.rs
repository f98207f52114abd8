//! The transposition table: what is known of sums, in a bounded place.
//!
//! In: the key of a sum, and its two numbers. Out: these, unless they had to go. A bucket has two places: the first keeps the sum that
//! most work went into, the second the last one. The table begins small and grows with what is in it, up to its bound.

/// Numbers from here on mean: never.
pub const NEVER: u32 = u32::MAX / 2;

/// How far a sum is from being proved: won for Left, who is to move, and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// About so many positions are to be decided before it is proved won; 0: it is won.
    pub won: u32,
    /// The same for lost.
    pub lost: u32,
}

impl Numbers {
    pub const WON: Numbers = Numbers { won: 0, lost: NEVER };
    pub const LOST: Numbers = Numbers { won: NEVER, lost: 0 };

    pub fn decided(self) -> Option<bool> {
        match (self.won, self.lost) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
struct Place {
    key: u128,
    numbers: Numbers,
    /// Positions that were expanded for it.
    work: u32,
}

const EMPTY: Place = Place { key: 0, numbers: Numbers { won: 1, lost: 1 }, work: 0 };
const FIRST: usize = 1 << 10;

pub struct Table {
    places: Vec<Place>,
    used: usize,
    most: usize,
}

impl Table {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Table {
        let places = (bytes / size_of::<Place>()).max(2);
        let most = if places.is_power_of_two() { places } else { places.next_power_of_two() / 2 };
        Table { places: Vec::new(), used: 0, most }
    }

    /// One that has so many places from the beginning.
    pub fn with_places(places: usize, bytes: usize) -> Table {
        let mut table = Table::new(bytes);
        table.places = vec![EMPTY; places.min(table.most)];
        table
    }

    /// How many it takes now.
    pub fn bytes(&self) -> usize {
        self.places.len() * size_of::<Place>()
    }

    /// The first of the two places of a key.
    fn bucket(&self, key: u128) -> usize {
        (key as usize & (self.places.len() - 1)) & !1
    }

    pub fn get(&self, key: u128) -> Option<Numbers> {
        if self.places.is_empty() {
            return None;
        }
        let at = self.bucket(key);
        self.places[at..at + 2].iter().find(|place| place.work > 0 && place.key == key).map(|place| place.numbers)
    }

    /// All that is in it: keys, numbers, work.
    pub fn all(&self) -> impl Iterator<Item = (u128, Numbers, u32)> {
        self.places.iter().filter(|place| place.work > 0).map(|place| (place.key, place.numbers, place.work))
    }

    pub fn put(&mut self, key: u128, numbers: Numbers, work: u32) {
        if 2 * self.used >= self.places.len() && self.places.len() < self.most {
            self.grow();
        }
        self.place(Place { key, numbers, work: work.max(1) });
    }

    fn place(&mut self, new: Place) {
        let at = self.bucket(new.key);
        let (first, second) = (self.places[at], self.places[at + 1]);
        if first.work > 0 && first.key == new.key {
            self.places[at] = Place { work: first.work.saturating_add(new.work), ..new };
        } else if second.work > 0 && second.key == new.key {
            self.places[at + 1] = Place { work: second.work.saturating_add(new.work), ..new };
            if self.places[at + 1].work > first.work {
                self.places.swap(at, at + 1);
            }
        } else {
            self.used += usize::from(first.work == 0 || second.work == 0);
            if new.work >= first.work {
                // What was there is worth more than what is beside it.
                if first.work > 0 {
                    self.places[at + 1] = first;
                }
                self.places[at] = new;
            } else {
                self.places[at + 1] = new;
            }
        }
    }

    fn grow(&mut self) {
        let length = if self.places.is_empty() { FIRST.min(self.most) } else { (4 * self.places.len()).min(self.most) };
        let old = std::mem::replace(&mut self.places, vec![EMPTY; length]);
        self.used = 0;
        for place in old.into_iter().filter(|place| place.work > 0) {
            self.place(place);
        }
    }
}
