//! `loop a <0 | a>`, `pass`, `^[on]`, `S & T`: loopy games as they are written, and why their options go.
//!
//! While brackets are read whose game has a name, that name is a mention, and brackets with mentions in them are a draft. When
//! the outermost named game is closed the draft is a graph, and has a value.

use super::games::LoopyGame;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::games::Side;
use crate::limits::with_stack;
use crate::source::Span;
use crate::stoppers::{Graph, Link, Loopy, Stopper, Why};
use crate::value::{Fault, Flow, Res, Value};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// A game as it was written: a graph with a name for each node.
#[derive(Debug)]
pub struct Written {
    /// What can be played.
    pub graph: Graph,
    /// Where it begins.
    pub node: usize,
    /// The name that the library has for it.
    pub called: Option<&'static str>,
    /// How the nodes are spoken of.
    pub names: Vec<String>,
    /// Options that were written as forms of their own, by node, side and place.
    pub inside: FxHashMap<(usize, Side, usize), Value>,
    /// The position as which it is played, once somebody asked: games share what is inside them.
    pub played: OnceCell<Value>,
}

impl From<Graph> for Written {
    fn from(graph: Graph) -> Self {
        let names = (0..graph.len()).map(|node| format!("game {node}")).collect();
        Written { graph, node: 0, called: None, names, inside: FxHashMap::default(), played: OnceCell::new() }
    }
}

impl Written {
    /// An option that is a game of its own, with its value.
    fn enter(&mut self, node: usize, side: Side, option: &Value, value: Loopy) {
        if !matches!(option, Value::Game(_)) && !option.is_number() {
            self.inside.insert((node, side, self.graph.options(node, side).len()), option.clone());
        }
        self.graph.link(node, side, Link::Value(value));
    }
}

/// The name of a game inside its own brackets.
#[derive(Debug)]
struct Mention(u64);

/// Brackets with mentions in them.
#[derive(Clone, Debug)]
struct Draft {
    sides: Rc<[Vec<Value>; 2]>,
    /// The mentions that stand for it: that of a letter, that of `pass`.
    named: Vec<u64>,
}

/// How many names were given so far.
#[derive(Debug, Default)]
struct Names(u64);

/// How deep drafts are nested at most.
const MOST: usize = 1000;

macro_rules! unfinished {
    ($kind:ty) => {
        impl Thing for $kind {
            fn kind(&self) -> &'static str {
                "game that is being written"
            }

            fn same(&self, _: &dyn Thing) -> bool {
                false
            }

            fn digest(&self) -> u64 {
                3
            }

            fn notation(&self, _: &mut Machine) -> Res<String> {
                Ok("<…>".into())
            }

            fn is_option(&self) -> bool {
                true
            }
        }
    };
}

unfinished!(Mention);
unfinished!(Draft);

impl Machine {
    /// Brackets some of whose options are no games that end.
    pub fn loopy_brackets(&mut self, left: Vec<Value>, right: Vec<Value>) -> Res {
        let open = |v: &Value| v.thing::<Mention>().is_some() || v.thing::<Draft>().is_some();
        if left.iter().chain(&right).any(open) {
            return Ok(Value::of(Draft { sides: Rc::new([left, right]), named: Vec::new() }));
        }
        let mut written = Written::from(Graph::new(1));
        written.names = vec!["the game".into()];
        for (side, options) in [(Side::Left, &left), (Side::Right, &right)] {
            for option in options {
                let value = self.loopy_game(option)?;
                written.enter(0, side, option, value);
            }
        }
        self.valued(written)
    }

    /// A game that a function makes of its own name.
    pub fn looped(&mut self, function: &Value, span: Span) -> Res {
        let names = self.settings().of::<Names>();
        names.0 += 1;
        let name = names.0;
        let made = self.apply(function, vec![Value::of(Mention(name))], span)?;
        let Some(draft) = made.thing::<Draft>() else { return Ok(made) };
        let mut draft = draft.clone();
        draft.named.push(name);
        if has_free(&draft, &mut Vec::new(), MOST)? {
            return Ok(Value::of(draft));
        }
        let mut written = Written::from(Graph::new(0));
        self.enter_draft(&draft, &mut written, &mut Vec::new())?;
        self.valued(written)
    }

    /// The value of the first node of a graph, as it was written.
    fn valued(&mut self, written: Written) -> Res {
        let sides = self.loops.values(&written.graph, &self.store, &self.handle)?[0];
        let Some(value) = sides.value() else {
            let found = self.loops.outcome_of(&written.graph, 0, &self.store, &self.handle)?;
            let [left, right] = [found.left_begins, found.right_begins].map(|winner| match winner {
                Some(Side::Left) => "Left wins",
                Some(Side::Right) => "Right wins",
                None => "it is a draw",
            });
            let told: Res = self.or_told(Err(crate::stoppers::Trouble::NotSided(sides)), None);
            return told.map_err(|flow| match *flow {
                Flow::Fault(fault) => fault.note(format!("If Left begins, {left}; if Right begins, {right}.")).into(),
                other => Box::new(other),
            });
        };
        if let Some(game) = value.short() {
            return Ok(self.game_value(game));
        }
        Ok(Value::of(LoopyGame { value, written: Some(Rc::new(written)) }))
    }

    fn enter_draft(&mut self, draft: &Draft, written: &mut Written, around: &mut Vec<(u64, usize)>) -> Res<usize> {
        self.handle.tick()?;
        let node = written.graph.add();
        written.names.push(if node == 0 { "the game".into() } else { format!("game {node} inside it") });
        around.extend(draft.named.iter().map(|&name| (name, node)));
        for (side, options) in [Side::Left, Side::Right].into_iter().zip(&*draft.sides) {
            for option in options {
                let to = if let Some(Mention(name)) = option.thing::<Mention>() {
                    let found = around.iter().rev().find(|(n, _)| n == name);
                    found.expect("a draft with a free mention is not entered").1
                } else if let Some(inner) = option.thing::<Draft>() {
                    with_stack(|| self.enter_draft(inner, written, around))?
                } else {
                    let value = self.loopy_game(option)?;
                    written.enter(node, side, option, value);
                    continue;
                };
                written.graph.link(node, side, Link::Node(to));
            }
        }
        around.truncate(around.len() - draft.named.len());
        Ok(node)
    }

    /// `S & T`.
    pub fn sided(&mut self, on: &Value, off: &Value) -> Res {
        if let (Value::Bool(_), _) | (_, Value::Bool(_)) = (on, off) {
            return Fault::new(Mistake::Operator, "`&` stands between the onside and the offside of a game")
                .note("“and” is written `and`, and binds less tightly than comparisons: `n > 0 and n < 9`.")
                .err();
        }
        for side in [on, off] {
            if !self.has_loopy_value(side) {
                return self.expected("a game", side).err();
            }
        }
        let (on, off) = (self.stopper(on)?, self.stopper(off)?);
        let found = self.loops.sided(on, off, &self.store, &self.handle);
        let value = self.or_told(found, None)?;
        Ok(self.loopy_result(value))
    }

    /// `^[on]` or `^<on>`, with a nimber beside it.
    pub fn power_on(&mut self, sum: bool, star: u64) -> Res {
        let up = if sum {
            self.loops.upon_value(&self.store, &self.handle)?
        } else {
            self.loops.upon_power_value(&self.store, &self.handle)?
        };
        let star = self.store.nimber(star);
        let found = self.loops.add(up.into(), star.into(), &self.store, &self.handle);
        let value = self.or_told(found, None)?;
        Ok(self.loopy_result(value))
    }

    /// What the value of a position is, why options of its rules are none of the value's, and what the sides are; nothing where
    /// that takes long, or no value is found.
    pub(crate) fn loopy_lines(&mut self, x: &Value) -> Res<Vec<String>> {
        // Of games in which all can be played by both the loopy nim-value says more.
        if self.moves_only(x) || self.loopy_worth(x)?.is_none() {
            return Ok(Vec::new());
        }
        let value = self.loopy_game(x)?;
        let name = self.loops.name(value, &self.store, &self.handle)?;
        let mut lines = vec![format!("The value is {name}.")];
        if let Value::Position(_) = x {
            let written = self.written_position(x)?;
            lines.extend(self.loopy_steps(&written)?);
        }
        lines.extend(self.sides_told(value)?);
        Ok(lines)
    }

    /// Sides, options and what goes of them.
    pub(super) fn explain_loopy(&mut self, game: &LoopyGame) -> Res {
        let name = self.loops.name(game.value, &self.store, &self.handle)?;
        let mut lines = Vec::new();
        if let Some(written) = &game.written {
            lines.extend(self.loopy_steps(written)?);
        }
        lines.extend(self.sides_told(game.value)?);
        Ok(Value::explanation(name, &lines))
    }

    /// What the sides of a value are, and what can be played from them.
    pub(crate) fn sides_told(&mut self, value: Loopy) -> Res<Vec<String>> {
        let mut lines = Vec::new();
        let sides: Vec<(&str, Stopper)> = match value.stopper() {
            Some(stopper) => vec![("It is a stopper: play in which the players take turns ends.", stopper)],
            None => vec![
                ("Onside, if endless play is a win for Left:", value.on),
                ("Offside, if endless play is a win for Right:", value.off),
            ],
        };
        for (what, stopper) in sides {
            let name = self.loops.name(stopper.into(), &self.store, &self.handle)?;
            let mut shown = Vec::new();
            for side in [Side::Left, Side::Right] {
                let mut names = Vec::new();
                for option in self.loops.options(stopper, side, &self.store, &self.handle)? {
                    names.push(match option == stopper {
                        true => "pass".to_owned(),
                        false => self.loops.name(option.into(), &self.store, &self.handle)?,
                    });
                }
                shown.push(if names.is_empty() { "none".to_owned() } else { names.join(", ") });
            }
            let ends = if what.ends_with(':') { format!(" {name}.") } else { String::new() };
            lines.push(format!("{what}{ends} Options in its canonical form: Left {}; Right {}.", shown[0], shown[1]));
        }
        Ok(lines)
    }

    /// Whether a game is written by a name, or in brackets that are canonical: at each place the options are, each once, those of the
    /// value there.
    pub(crate) fn is_canonical_loop(&mut self, game: &LoopyGame) -> Res<bool> {
        let Some(written) = &game.written else { return Ok(true) };
        let graph = &written.graph;
        let values = self.loops.values(graph, &self.store, &self.handle)?;
        for (node, sides) in values.iter().enumerate() {
            let Some(here) = sides.value().and_then(Loopy::stopper) else { return Ok(false) };
            for side in [Side::Left, Side::Right] {
                let mut options = self.loops.options(here, side, &self.store, &self.handle)?;
                let links = graph.options(node, side).iter();
                let value = |link: &Link| match *link {
                    Link::Node(node) => values[node].value()?.stopper(),
                    Link::Value(value) => value.stopper(),
                };
                let Some(mut shown) = links.map(value).collect::<Option<Vec<_>>>() else { return Ok(false) };
                options.sort_unstable();
                shown.sort_unstable();
                if options != shown {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Which options of a written game go, and why.
    pub(crate) fn loopy_steps(&mut self, written: &Written) -> Res<Vec<String>> {
        let steps = self.loops.explain(&written.graph, written.node, &self.store, &self.handle)?;
        let mut lines = Vec::new();
        for step in steps {
            let option = self.link_name(written, step.option)?;
            let player = if step.side == Side::Left { "Left" } else { "Right" };
            let other = if step.side == Side::Left { "Right" } else { "Left" };
            let on = match step.sides {
                [true, true] => "",
                [true, false] => " on the onside",
                _ => " on the offside",
            };
            lines.push(match step.why {
                Why::Dominated { by } => {
                    let by = self.link_name(written, by)?;
                    format!("{player}'s option {option} is dominated by {by}{on}.")
                }
                Why::Reversible { through, by_cycle } => {
                    let through = self.link_name(written, through)?;
                    let round = if by_cycle { ", round the loop," } else { "" };
                    let worse = if step.side == Side::Left { "not more" } else { "not less" };
                    format!(
                        "{player}'s option {option} is reversible{on}: {other} answers{round} with {through}, which is {worse} than the game."
                    )
                }
            });
        }
        Ok(lines)
    }

    fn link_name(&mut self, written: &Written, link: Link) -> Res<String> {
        match link {
            Link::Node(node) => Ok(written.names[node].clone()),
            Link::Value(value) => Ok(self.loops.name(value, &self.store, &self.handle)?),
        }
    }
}

/// Whether a draft mentions a game that is not around it.
fn has_free(draft: &Draft, around: &mut Vec<u64>, depth: usize) -> Res<bool> {
    if depth == 0 {
        return Fault::new(Mistake::TooLarge, format!("games with names inside are nested more than {MOST} deep"))
            .err();
    }
    around.extend(&draft.named);
    let mut free = false;
    for option in draft.sides.iter().flatten() {
        free |= match (option.thing::<Mention>(), option.thing::<Draft>()) {
            (Some(Mention(name)), _) => !around.contains(name),
            (_, Some(inner)) => with_stack(|| has_free(inner, around, depth - 1))?,
            _ => false,
        };
    }
    around.truncate(around.len() - draft.named.len());
    Ok(free)
}
