//! A store with its handle, and a reader of the notation that values are printed in.

use num_bigint::BigInt;
use sprague_games::{Dyadic, Game, Store};
use sprague_limits::Handle;

/// A store with its handle; what fails panics.
pub struct World {
    pub store: Store,
    pub h: Handle,
}

impl World {
    pub fn new() -> Self {
        World { store: Store::new(), h: Handle::default() }
    }
    pub fn add(&self, a: Game, b: Game) -> Game {
        self.store.add(a, b, &self.h).unwrap()
    }
    pub fn neg(&self, a: Game) -> Game {
        self.store.neg(a, &self.h).unwrap()
    }
    pub fn le(&self, a: Game, b: Game) -> bool {
        self.store.le(a, b, &self.h).unwrap()
    }
    pub fn name(&self, a: Game) -> String {
        self.store.name(a, &self.h).unwrap()
    }
    pub fn n(&self, n: i64) -> Game {
        self.store.number(Dyadic::from(n))
    }
}

/// A reader of the notation that values are printed in, written from its rules alone.
pub struct Reader<'a> {
    world: &'a World,
    text: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn read(world: &'a World, text: &'a str) -> Game {
        let mut reader = Reader { world, text: text.as_bytes() };
        let g = reader.sum();
        assert!(reader.text.is_empty(), "{text}: left over {:?}", String::from_utf8_lossy(reader.text));
        g
    }
    fn eat(&mut self, start: &str) -> bool {
        let found = self.text.starts_with(start.as_bytes());
        if found {
            self.text = &self.text[start.len()..];
        }
        found
    }
    fn digits(&mut self) -> Option<i64> {
        let n = self.text.iter().take_while(|c| c.is_ascii_digit()).count();
        let (digits, rest) = self.text.split_at(n);
        self.text = rest;
        std::str::from_utf8(digits).unwrap().parse().ok()
    }
    fn sum(&mut self) -> Game {
        let mut g = self.term();
        loop {
            let next = if self.eat(" +- ") {
                self.switch()
            } else if self.text.starts_with(b"+") {
                assert!(!self.text.starts_with(b"+-"), "a switch after an operand has spaces around its sign");
                self.eat("+");
                self.term()
            } else if self.text.starts_with(b"-^") {
                self.term()
            } else {
                return g;
            };
            g = self.world.add(g, next);
        }
    }
    fn switch(&mut self) -> Game {
        let options = if self.eat("(") {
            let mut options = vec![self.sum()];
            while self.eat(", ") {
                options.push(self.sum());
            }
            assert!(self.eat(")"));
            options
        } else {
            vec![self.term()]
        };
        self.world.store.switch(&options, &self.world.h).unwrap()
    }
    fn term(&mut self) -> Game {
        let store = &self.world.store;
        if self.eat("+-") {
            return self.switch();
        }
        for (word, tiny) in [("tiny(", true), ("miny(", false)] {
            if self.eat(word) {
                let g = self.sum();
                assert!(self.eat(")"));
                return if tiny { store.tiny(g, &self.world.h) } else { store.miny(g, &self.world.h) }.unwrap();
            }
        }
        if self.eat("<") {
            let g = self.bars();
            assert!(self.eat(">"));
            return g;
        }
        for (open, close, sum) in [("^[", "]", true), ("^<", ">", false)] {
            for (minus, negative) in [("", false), ("-", true)] {
                if self.eat(&format!("{minus}{open}")) {
                    let n = self.digits().unwrap() as u64;
                    assert!(self.eat(close));
                    let up = if sum { store.up_power_to(n, &self.world.h) } else { store.up_power(n, &self.world.h) };
                    let star = if self.eat("*") { self.digits().unwrap_or(1) } else { 0 };
                    let up = self.world.add(up.unwrap(), store.nimber(star as u64));
                    return if negative { self.world.neg(up) } else { up };
                }
            }
        }
        for (arrow, sign) in [("^", 1), ("v", -1)] {
            if self.eat(arrow) {
                let mut n = 1;
                while self.eat(arrow) {
                    n += 1;
                }
                if n == 1 {
                    n = self.digits().unwrap_or(1);
                }
                let star = if self.eat("*") { self.digits().unwrap_or(1) } else { 0 };
                return store.number_up_star(Dyadic::zero(), sign * n, star as u64);
            }
        }
        if self.eat("*") {
            return store.nimber(self.digits().unwrap_or(1) as u64);
        }
        let sign = if self.eat("-") { -1 } else { 1 };
        let n = sign * self.digits().unwrap_or_else(|| panic!("a term: {:?}", String::from_utf8_lossy(self.text)));
        let d = if self.eat("/") { self.digits().unwrap() } else { 1 };
        store.number(Dyadic::new(BigInt::from(n), d.trailing_zeros()).unwrap())
    }
    /// Directly inside brackets: lists and runs of bars, of which the longest binds least.
    fn bars(&mut self) -> Game {
        let mut lists = vec![self.list()];
        let mut runs = Vec::new();
        while self.text.starts_with(b"|") {
            let mut n = 0;
            while self.eat("|") {
                n += 1;
            }
            runs.push(n);
            lists.push(self.list());
        }
        self.tree(&lists, &runs)[0]
    }
    fn list(&mut self) -> Vec<Game> {
        let mut list = vec![self.sum()];
        while self.eat(", ") {
            list.push(self.sum());
        }
        list
    }
    fn tree(&self, lists: &[Vec<Game>], runs: &[usize]) -> Vec<Game> {
        let Some(most) = runs.iter().max() else { return lists[0].clone() };
        let places: Vec<usize> = (0..runs.len()).filter(|&i| runs[i] == *most).collect();
        assert_eq!(places.len(), 1, "two runs of equal strength at one level");
        let i = places[0];
        let (left, right) = (self.tree(&lists[..=i], &runs[..i]), self.tree(&lists[i + 1..], &runs[i + 1..]));
        vec![self.world.store.canonical(&left, &right, &self.world.h).unwrap()]
    }
}
