//! Forms: games as they were written. A literal `<L|R>` has its options; a sum of games has components.
//!
//! A sum is flat: its components are literals and values, never sums, each with how often it stands there; numbers are added
//! up beside them. A sum that grows in a loop shares its components with the shorter sums that it came from, so that one more
//! component costs no copy of the others; where two sums go on from one, a chunk at most is copied. In very
//! long sums equal components are counted together. The value is computed when somebody asks, and then from what was
//! known of a shorter sum.

use super::{Deep, Value};
use crate::games::Game;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Components that a longer sum has to copy at most if it does not go on where another does.
const CHUNK: usize = 128;

/// Chunks from which on equal components are counted together, whenever there are twice as many: before that it costs more
/// than it saves.
const LONG: usize = 256;

/// Components that do not change any more.
type Chunk = Rc<Vec<Part>>;

/// A game as it was written.
#[derive(Debug)]
pub struct Form {
    shape: Shape,
    /// Its value, once somebody asked.
    pub value: Cell<Option<Game>>,
    /// Its negative, once somebody asked: forms share parts, and walking those again and again would never end.
    pub negative: RefCell<Deep<Option<Rc<Form>>>>,
    /// Its number among all forms of the machine, from 1 on, once somebody asked.
    pub number: Cell<u32>,
    /// Whether it is shown as it is written, and not by the name of its value: its value in normal play is not what it is about.
    pub shown_as_written: bool,
    /// Whether it is played for points: some position in it has a `score` clause.
    pub for_points: bool,
}

#[derive(Clone, Debug)]
enum Shape {
    Literal(Deep<(Vec<Value>, Vec<Value>)>),
    Sum(Parts),
}

/// The components of a sum.
#[derive(Clone, Debug)]
pub struct Parts {
    /// All but the last ones, in chunks that are full.
    full: Rc<Vec<Chunk>>,
    /// The last ones, shared with sums that have the same up to some place, and perhaps others behind it.
    tail: Rc<RefCell<Vec<Part>>>,
    /// How many of the tail belong to this sum.
    length: usize,
    /// The numbers in it, added up.
    pub number: Value,
    /// The value of so many components without the number, once known.
    pub known: Cell<Option<(usize, Game)>>,
    /// Whether one of them is played for points.
    for_points: bool,
}

/// A component that is no number.
#[derive(Clone, Debug)]
pub struct Part {
    /// How often it stands in the sum.
    pub count: u64,
    /// A literal or a value.
    pub game: Value,
}

impl Form {
    /// `<L|R>`.
    pub fn literal(left: Vec<Value>, right: Vec<Value>) -> Rc<Form> {
        Form::new(Shape::Literal(Deep((left, right))))
    }

    /// `<L|R>`, shown as it is written.
    pub fn written(left: Vec<Value>, right: Vec<Value>) -> Rc<Form> {
        let mut form = Form::literal(left, right);
        if let Some(form) = Rc::get_mut(&mut form) {
            form.shown_as_written = true;
        }
        form
    }

    /// The same, shown as it is written.
    pub fn as_written(&self) -> Rc<Form> {
        let mut form = Form::new(self.shape.clone());
        if let Some(form) = Rc::get_mut(&mut form) {
            form.shown_as_written = true;
        }
        form
    }

    /// A sum.
    pub fn sum(parts: Parts) -> Rc<Form> {
        Form::new(Shape::Sum(parts))
    }

    fn new(shape: Shape) -> Rc<Form> {
        let for_points = match &shape {
            Shape::Literal(options) => {
                let (left, right) = &**options;
                left.iter().chain(right).any(Value::for_points)
            }
            Shape::Sum(parts) => parts.for_points,
        };
        Rc::new(Form {
            shape,
            for_points,
            value: Cell::default(),
            negative: RefCell::default(),
            number: Cell::default(),
            shown_as_written: for_points,
        })
    }

    /// Left's and Right's options, if it is a literal.
    pub fn options(&self) -> Option<&(Vec<Value>, Vec<Value>)> {
        match &self.shape {
            Shape::Literal(options) => Some(options),
            Shape::Sum(_) => None,
        }
    }

    /// The components, if it is a sum.
    pub fn parts(&self) -> Option<&Parts> {
        match &self.shape {
            Shape::Literal(_) => None,
            Shape::Sum(parts) => Some(parts),
        }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Parts {
            full: Rc::default(),
            tail: Rc::default(),
            length: 0,
            number: Value::Int(0),
            known: Cell::default(),
            for_points: false,
        }
    }
}

impl Parts {
    /// These components and a number.
    pub fn of(list: Vec<Part>, number: Value) -> Parts {
        let for_points = list.iter().any(|part| part.game.for_points());
        let mut parts = Parts { number, for_points, ..Parts::default() };
        if list.len() <= CHUNK {
            parts.length = list.len();
            parts.tail = Rc::new(RefCell::new(list));
            return parts;
        }
        let mut chunks: Vec<Chunk> = list.chunks(CHUNK).map(|chunk| Rc::new(chunk.to_vec())).collect();
        let tail = chunks.pop().map(|chunk| chunk.to_vec()).unwrap_or_default();
        parts.length = tail.len();
        parts.tail = Rc::new(RefCell::new(tail));
        parts.full = Rc::new(chunks);
        parts
    }

    /// How many entries there are, numbers apart.
    pub fn len(&self) -> usize {
        self.full.len() * CHUNK + self.length
    }

    /// Whether there is nothing but a number.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    pub fn get(&self, index: usize) -> Part {
        match self.full.get(index / CHUNK) {
            Some(chunk) => chunk[index % CHUNK].clone(),
            None => self.tail.borrow()[index - self.full.len() * CHUNK].clone(),
        }
    }

    /// All of them from some place on.
    pub fn from(&self, start: usize) -> Vec<Part> {
        let mut all = Vec::with_capacity(self.len().saturating_sub(start));
        for (i, chunk) in self.full.iter().enumerate().skip(start / CHUNK) {
            all.extend_from_slice(&chunk[start.saturating_sub(i * CHUNK).min(CHUNK)..]);
        }
        let before = self.full.len() * CHUNK;
        all.extend_from_slice(&self.tail.borrow()[start.saturating_sub(before).min(self.length)..self.length]);
        all
    }

    /// All of them.
    pub fn all(&self) -> Vec<Part> {
        self.from(0)
    }

    /// One more; how many had to be copied for it.
    pub fn push(&mut self, part: Part) -> usize {
        let mut copied = 0;
        self.for_points |= part.game.for_points();
        if self.length == CHUNK {
            copied += CHUNK + self.full.len() / 4;
            let chunk = self.tail.borrow()[..CHUNK].to_vec();
            let mut full = (*self.full).clone();
            full.push(Rc::new(chunk));
            let tail = Rc::new(RefCell::new(Vec::with_capacity(CHUNK)));
            (self.full, self.tail, self.length) = (Rc::new(full), tail, 0);
            if self.full.len() >= LONG && self.full.len().is_power_of_two() {
                copied += self.len();
                self.merge();
            }
        }
        if self.tail.borrow().len() > self.length {
            // Somebody went on from here. If nobody but this sum and its beginning look any more, what follows is forgotten.
            if Rc::strong_count(&self.tail) <= 2 {
                self.tail.borrow_mut().truncate(self.length);
            } else {
                copied += self.length;
                let own = self.tail.borrow()[..self.length].to_vec();
                self.tail = Rc::new(RefCell::new(own));
            }
        }
        self.tail.borrow_mut().push(part);
        self.length += 1;
        copied
    }

    /// Equal components become one, if that is worth while.
    fn merge(&mut self) {
        let mut places: FxHashMap<Place, usize> = FxHashMap::default();
        let mut merged: Vec<Part> = Vec::new();
        for (i, part) in self.all().into_iter().enumerate() {
            let at = *places.entry(Place::of(&part.game, i)).or_insert(merged.len());
            match merged.get(at).and_then(|known| known.count.checked_add(part.count)) {
                Some(count) => merged[at].count = count,
                None => merged.push(part),
            }
            if merged.len() > self.len() / 2 {
                return;
            }
        }
        let whole = self.known.get().filter(|(length, _)| *length == self.len());
        let list = Parts::of(merged, self.number.clone());
        list.known.set(whole.map(|(_, game)| (list.len(), game)));
        *self = list;
    }
}

/// What makes components surely equal.
#[derive(PartialEq, Eq, Hash)]
enum Place {
    Game(Game),
    Form(*const Form),
    /// Not known to be equal to any other: by its place.
    Other(usize),
}

impl Place {
    fn of(value: &Value, place: usize) -> Place {
        match value {
            Value::Game(game) => Place::Game(*game),
            Value::Form(form) => Place::Form(Rc::as_ptr(form)),
            _ => Place::Other(place),
        }
    }
}
