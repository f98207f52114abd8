//! Evaluation of resolved programs.
//!
//! In: a [`node::Program`]. Out: values, printed lines, verdicts of checks, or an error with its place and the calls that
//! led there. A walk over the resolved tree; a call costs a handful of pushes on one stack of slots.

pub mod globals;
pub mod loopy;
pub mod native;
pub mod node;
pub mod notion;

pub mod bind;
mod call;
pub mod chomp;
mod clauses;
mod compare;
mod convert;
mod graph;
mod heap_sets;
pub mod heap_words;
pub mod heaps;
mod impartial;
mod lattice_answers;
pub mod lattice_words;
pub mod lattices;
mod misere;
mod moves;
mod ops;
mod posets;
mod positions;
pub mod rules;
mod run;
mod runs;
pub mod takeaway;
pub mod text;

use crate::games::Store;
use crate::limits::Handle;
use crate::posets::subsets::checkpoint::Checkpoints;
use crate::report::Output;
use crate::value::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

pub use compare::holds;
pub use globals::Globals;
pub use loopy::{Answer, Scored};
pub use misere::Genus;
pub use moves::{MoveRecord, opponent};
pub use positions::{Term, Terms, mex};
pub use rules::{NativeRules, position_of};

/// Who hears what a program says.
pub type Sink = Rc<dyn Fn(Output, &crate::source::Sources)>;

/// A place for the levels of one computation, found by a name that says what is computed.
pub type Keeper = Rc<dyn Fn(&str) -> std::io::Result<Kept>>;

/// What such a place comes to.
pub struct Kept {
    /// The place, if it can be used at all.
    pub keeper: Option<Box<dyn Checkpoints>>,
    /// What people should hear: why nothing is written.
    pub note: Option<String>,
}

/// How computations that take minutes are run.
#[derive(Clone, Default)]
pub struct Heavy {
    /// Threads; 0 for as many as the machine has.
    pub threads: usize,
    /// Where levels are kept, so that a computation that was stopped goes on from there.
    pub checkpoints: Option<Keeper>,
    /// Who hears what a computation of over a minute will take, before it begins, and why levels are not kept.
    pub notice: Option<Rc<dyn Fn(&str)>>,
    /// What was said of levels that are not kept.
    pub said: Rc<RefCell<BTreeSet<String>>>,
}

impl Heavy {
    /// Says a thing once, however many computations it holds for.
    pub fn say_once(&self, text: &str) {
        if let Some(notice) = &self.notice
            && self.said.borrow_mut().insert(text.into())
        {
            notice(text);
        }
    }

    /// Threads, counted out.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// Who gives reasons: evaluation comes to a claim, what to say of it is known above.
#[derive(Clone, Copy)]
pub struct Reasons {
    /// Whether a claim holds, and if not, why.
    pub judge: fn(&mut Machine, &node::CheckNode) -> crate::value::Res<crate::report::Verdict>,
    /// The reasons of a claim, as a value to look at.
    pub why: fn(&mut Machine, &node::CheckNode) -> crate::value::Res,
    /// The steps that lead to a value.
    pub explain: fn(&mut Machine, &crate::value::Value) -> crate::value::Res,
}

/// Everything that evaluation needs: variables, values of games, positions seen, bounds.
pub struct Machine {
    /// Values of games.
    pub store: Store,
    /// Bounds, interruption, progress.
    pub handle: Rc<Handle>,
    /// Who gives reasons.
    pub reasons: Reasons,
    /// Variables of scripts and library.
    pub globals: Globals,
    /// Who hears what the program says.
    pub sink: Option<Sink>,
    /// How often it said something.
    said: std::cell::Cell<u64>,
    /// Whether a loop has dropped a value.
    unseen: bool,
    /// The first statement of a program whose loop dropped values and said nothing.
    pub silent: Option<crate::source::Span>,
    /// Checks that held, and that did not.
    pub checks: (usize, usize),
    /// File names and texts, for the lines of checks.
    pub sources: crate::source::Sources,
    /// Files that programs may read and write, if the front end lets them.
    pub files: Option<crate::files::Files>,
    /// How heavy computations are run: threads, where they are kept.
    pub heavy: Heavy,
    positions: positions::Table,
    misere: misere::Table,
    spaces: loopy::Spaces,
    /// Rule sets in which a cycle has been met.
    loopy_rules: rustc_hash::FxHashSet<u32>,
    /// What the interactive session is asked to play; `None` where nobody could answer.
    pub play: Option<Option<(Value, Option<crate::value::Player>)>>,
    /// How long the path of a search for a value may become.
    path_limit: usize,
    /// How many rule sets were made in Rust, for their numbers.
    native_rule_sets: u32,
    named_rules: rustc_hash::FxHashMap<Box<str>, Rc<node::Rules>>,
    stack: Vec<Value>,
    base: usize,
    /// Goes up whenever a variable that functions or rule sets read gets another value: results kept before no longer hold.
    epoch: u64,
    /// Goes up whenever a variable shared between functions gets another value.
    cell_epoch: u64,
}

impl Machine {
    /// A machine without any names.
    pub fn new(handle: Rc<Handle>, reasons: Reasons) -> Machine {
        Machine {
            store: Store::new(),
            handle,
            reasons,
            globals: Globals::default(),
            sink: None,
            said: std::cell::Cell::new(0),
            unseen: false,
            silent: None,
            checks: (0, 0),
            sources: crate::source::Sources::default(),
            files: None,
            heavy: Heavy::default(),
            positions: positions::Table::default(),
            misere: misere::Table::default(),
            spaces: loopy::Spaces::default(),
            loopy_rules: rustc_hash::FxHashSet::default(),
            path_limit: usize::MAX,
            play: None,
            native_rule_sets: 0,
            named_rules: rustc_hash::FxHashMap::default(),
            stack: Vec::new(),
            base: 0,
            epoch: 0,
            cell_epoch: 0,
        }
    }

    /// Hands something to whoever listens.
    pub fn emit(&self, output: Output) {
        self.said.set(self.said.get().wrapping_add(1));
        if let Some(sink) = &self.sink {
            sink(output, &self.sources);
        }
    }

    /// Back to an empty stack, after an error or at the start of a text.
    pub fn unwind(&mut self) {
        self.stack.clear();
        self.base = 0;
        self.positions.abandon();
        self.misere.abandon();
        self.spaces.abandon();
        self.path_limit = usize::MAX;
    }

    /// Forgets what was computed from variables that have changed: values of positions, results of `memo`.
    pub fn outdated(&mut self) {
        self.epoch += 1;
        self.forget_positions();
    }

    /// How often results have become outdated.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Gives a variable of the script or library its value.
    pub(crate) fn set_global(&mut self, slot: u32, value: Value) {
        let slot = slot as usize;
        let old = std::mem::replace(&mut self.globals.values[slot], value);
        if self.globals.watched[slot] && !matches!(old, Value::Unset) {
            let same = match (&old, &self.globals.values[slot]) {
                (Value::Int(x), Value::Int(y)) => x == y,
                (Value::Func(x), Value::Func(y)) => std::rc::Rc::ptr_eq(x, y),
                (Value::Rules(x), Value::Rules(y)) => std::rc::Rc::ptr_eq(x, y),
                _ => false,
            };
            if !same {
                self.outdated();
            }
        }
    }

    /// Forgets positions and what is known of them: they can be computed again.
    pub fn forget_positions(&mut self) {
        self.positions = positions::Table::default();
        self.misere = misere::Table::default();
        self.spaces = loopy::Spaces::default();
    }
}
