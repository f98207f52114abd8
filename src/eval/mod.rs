//! Evaluation of resolved programs.
//!
//! In: a [`node::Program`]. Out: values, printed lines, verdicts of checks, or an error with its place and the calls that
//! led there. A walk over the resolved tree; a call costs a handful of pushes on one stack of slots. Each file says what it touches
//! of the [`Machine`], besides its handle.

mod show;
pub mod thing;
mod variables;
mod voice;

mod addends;
pub(crate) mod bind;
mod boards;
mod call;
mod clauses;
mod compare;
pub(crate) mod composed;
mod convert;
mod endless;
pub(crate) mod forms;
mod frames;
mod given;
mod growing;
mod hindsight;
mod identical;
mod integers;
mod loops;
mod memo;
mod memory;
mod misere;
mod moves;
pub mod multitude;
mod nim_moves;
mod ops;
mod plans;
pub mod points;
mod positions;
mod queens;
pub mod rules;
mod run;
mod runs;
pub mod shape;
mod small;
mod tables;
mod unrolled;
mod wythoff;

/// Functions written in Rust, with bodies that evaluation can run.
pub mod native {
    use super::Machine;
    use crate::value::{Res, Value};

    /// A body.
    pub(crate) type Body = fn(&mut Machine, &[Value]) -> Res;
    /// Who is given the elements of a list one by one.
    pub(crate) type Taker<'a> = &'a mut dyn FnMut(&mut Machine, Value) -> Res<()>;
    /// A body that hands over the elements of the list that it would give.
    pub(crate) type Each = fn(&mut Machine, &[Value], Taker<'_>) -> Res<()>;
    /// A function.
    pub(crate) type Native = crate::value::native::Native<Body>;
}

use crate::games::Store;
use crate::limits::Handle;
use crate::stoppers::Loops;
use std::rc::Rc;

use crate::value::{Globals, node};
pub use endless::NoValue;
pub(crate) use given::Given;
pub use memory::Memory;
pub use misere::Genus;
pub use moves::{MoveRecord, opponent};
pub use positions::{Term, Terms, mex};
pub use rules::{NativeRules, position_of};
pub use thing::Thing;
pub use voice::{Request, Sink};

/// Who gives reasons: evaluation comes to a claim, what to say of it is known above.
#[derive(Clone, Copy)]
pub struct Reasons {
    /// Whether a claim holds, and if not, why.
    pub judge: fn(&mut Machine, &node::CheckNode) -> crate::value::Res<crate::report::Verdict>,
    /// The reasons of a claim, as a value to look at.
    pub why: fn(&mut Machine, &node::CheckNode) -> crate::value::Res,
    /// The steps that lead to a value.
    pub explain: fn(&mut Machine, &crate::value::Value, crate::value::Convention) -> crate::value::Res,
    /// The steps of one function: `explain(g, atomic_weight)`, all arguments.
    pub explain_about: fn(&mut Machine, &[crate::value::Value]) -> crate::value::Res,
}

/// What engines make of literals in words of their own. Evaluation knows none of them.
#[derive(Clone, Copy)]
pub struct Engines {
    /// `poset {a < b}`.
    pub poset: fn(&mut Machine, &[Vec<node::Code>]) -> crate::value::Res,
    /// `graph {a -- b}`.
    pub graph: fn(&mut Machine, &node::GraphLiteral) -> crate::value::Res,
    /// `1/3 + ^`: a game and a fraction that is the value of no short game.
    pub beyond: fn(&mut Machine, &crate::value::Value, &crate::value::Value) -> crate::value::Res,
    /// Whether the player who begins wins a game that ends, by its value or by search; nothing if it is not known to end.
    pub wins: fn(&mut Machine, &crate::value::Value, crate::value::Player) -> crate::value::Res<Option<bool>>,
    /// The nim-value of an impartial position, by its value or by search; nothing if it is not known to have one.
    pub nim_value: fn(&mut Machine, &Rc<crate::value::Position>) -> crate::value::Res<Option<u64>>,
    /// `<L | R>` where some option is no game that ends.
    pub brackets: fn(&mut Machine, Vec<crate::value::Value>, Vec<crate::value::Value>) -> crate::value::Res,
    /// `loop a <L | R>`, as a function of `a`.
    pub looped: fn(&mut Machine, &crate::value::Value, crate::source::Span) -> crate::value::Res,
    /// `S & T`.
    pub sided: fn(&mut Machine, &crate::value::Value, &crate::value::Value) -> crate::value::Res,
    /// `^[on]`, or `^<on>`, with a nimber.
    pub power_on: fn(&mut Machine, bool, u64) -> crate::value::Res,
    /// How games compare whose play can go round.
    pub relation:
        fn(&mut Machine, &crate::value::Value, &crate::value::Value) -> crate::value::Res<crate::games::Relation>,
}

/// Everything that evaluation needs, in parts that change together. Each part is a small struct with methods of its own, and
/// knows nothing of the others.
pub struct Machine {
    /// Values of games. It and the handle are borrowed side by side, as methods could not lend them.
    pub(crate) store: Store,
    /// Values of loopy games beside them.
    pub(crate) loops: Loops,
    /// Bounds, interruption, progress.
    pub(crate) handle: Rc<Handle>,
    /// Who gives reasons.
    pub(crate) reasons: Reasons,
    engines: Engines,
    globals: Globals,
    changes: variables::Changes,
    frames: frames::Frames,
    forms: forms::Forms,
    tables: tables::Tables,
    rule_sets: rules::RuleSets,
    voice: voice::Voice,
    settings: Memory,
    /// Whether clauses of a rule set are running: what they make is no position that somebody wrote down.
    playing: bool,
}

impl Machine {
    /// A machine without any names.
    pub fn new(handle: Rc<Handle>, reasons: Reasons, engines: Engines) -> Machine {
        Machine {
            store: Store::new(),
            loops: Loops::new(),
            handle,
            reasons,
            engines,
            globals: Globals::default(),
            changes: variables::Changes::default(),
            frames: frames::Frames::default(),
            forms: forms::Forms::default(),
            tables: tables::Tables::default(),
            rule_sets: rules::RuleSets::default(),
            voice: voice::Voice::default(),
            settings: Memory::default(),
            playing: false,
        }
    }

    /// The handle of its computations.
    pub fn handle(&self) -> &Rc<Handle> {
        &self.handle
    }

    /// Back to an empty stack, after an error or at the start of a text.
    pub(crate) fn unwind(&mut self) {
        self.frames.clear();
        self.tables.abandon();
    }

    /// Forgets values of games: they can be computed again.
    pub fn forget_games(&mut self) {
        self.store.forget();
        self.loops.forget();
    }

    /// Forgets positions and what is known of them: they can be computed again.
    pub fn forget_positions(&mut self) {
        self.tables.forget();
    }
}
