//! Names, which Sprague reads back as the same value.
//!
//! - a short game has the name that it has among short games;
//! - `on`, `off`, `over`, `under`, `^[on]` for `upon = <upon | *>`, `^<on>` for `<0 || 0 | 0, pass>`, with a star touching them, `-^[on]` for
//!   their negatives; a number before them: `3/2 + under`, `-1/4 - ^[on]`;
//! - `tiny(on)` for `<0 || 0 | off>`, `miny(on)`; `+-over` for `<over | under>`;
//! - otherwise brackets. A game that comes again inside its own brackets has a letter before them, `loop a <0 || 0 | a>`, or, if it
//!   comes there right inside them only, `pass`: `<0, pass | 1>`;
//! - a game that is no stopper is `onside & offside`; `dud` is `on & off`.

use super::graph::{Nodes, Place, SIDES, index};
use super::order::Desk;
use super::store::{Loops, classes};
use super::value::{Loop, Loopy, NOTHING, Stopper, Trouble};
use rustc_hash::FxHashMap;
use sprague_games::{Dyadic, Side, Store, View};
use sprague_limits::{Handle, Stop, with_stack};

/// The longest name that is made, in symbols.
const MAX_NAME: usize = 100_000;
/// The deepest nesting of brackets in a name.
const MAX_NESTING: usize = 200;
/// The most bars that are written side by side.
const MAX_BARS: usize = 6;

/// A name as a tree.
enum Text {
    /// Something named, and whether it may stand beside bars and commas as it is.
    Name(String),
    /// The game of brackets further out, so many of them.
    Letter(u32),
    Brackets {
        node: u32,
        sides: [Vec<Text>; 2],
    },
}

/// Plain text or LaTeX.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Latex,
}

impl Loops {
    /// The name.
    pub fn name(&mut self, g: Loopy, store: &Store, h: &Handle) -> Result<String, Stop> {
        self.spelled(g, Kind::Plain, Desk { store, h })
    }

    /// The name for LaTeX's mathematical mode.
    pub fn latex(&mut self, g: Loopy, store: &Store, h: &Handle) -> Result<String, Stop> {
        self.spelled(g, Kind::Latex, Desk { store, h })
    }

    /// Whether the name is another one than brackets.
    pub fn has_name(&mut self, g: Loopy, store: &Store, h: &Handle) -> Result<bool, Stop> {
        let d = Desk { store, h };
        match g.stopper() {
            Some(Stopper::Loop(l)) => Ok(self.named(l, Kind::Plain, d)?.is_some()),
            Some(Stopper::Short(g)) => Ok(!matches!(d.store.view(g), View::Other)),
            None => Ok(true),
        }
    }

    fn spelled(&mut self, g: Loopy, kind: Kind, d: Desk) -> Result<String, Stop> {
        if let Some(s) = g.stopper() {
            return self.spelled_stopper(s, kind, d);
        }
        if (g.on, g.off) == (self.on(), self.off()) {
            return Ok(word("dud", kind));
        }
        let (on, off) = (self.spelled_stopper(g.on, kind, d)?, self.spelled_stopper(g.off, kind, d)?);
        Ok(format!("{on} {} {off}", if kind == Kind::Plain { "&" } else { r"\mathbin{\&}" }))
    }

    fn spelled_stopper(&mut self, s: Stopper, kind: Kind, d: Desk) -> Result<String, Stop> {
        let Stopper::Loop(l) = s else { return short_name(s, kind, d) };
        let named = self.named(l, kind, d)?;
        if let Some(name) = named {
            return Ok(name);
        }
        let ranks = self.ranks(l.0, d)?;
        let mut left = MAX_NAME;
        let text = self.unfolded(l.0, &mut Vec::new(), &ranks, &mut left, kind, d)?;
        let mut out = String::new();
        text.write(&mut Vec::new(), &mut 0, kind, &mut out);
        Ok(out)
    }

    /// Names other than brackets.
    fn named(&mut self, l: Loop, kind: Kind, d: Desk) -> Result<Option<String>, Stop> {
        let s = Stopper::Loop(l);
        if s == self.on() {
            return Ok(Some(word("on", kind)));
        }
        if s == self.off() {
            return Ok(Some(word("off", kind)));
        }
        let stops = match (self.stop(s, Side::Left, d.store, d.h)?, self.stop(s, Side::Right, d.store, d.h)?) {
            (super::Pseudonumber::Near(x, _), super::Pseudonumber::Near(y, _)) if x == y => Some(x),
            _ => None,
        };
        if let Some(number) = stops {
            let beside = |negative: bool, name: String| -> Result<String, Stop> {
                if number.is_zero() {
                    return Ok(if negative { format!("-{name}") } else { name });
                }
                let before = short_name(Stopper::Short(d.store.number(number.clone())), kind, d)?;
                Ok(format!("{before} {} {name}", if negative { '-' } else { '+' }))
            };
            for (value, negative, name) in self.known_names(&number, kind, d)? {
                if value == s {
                    return beside(negative, name).map(Some);
                }
            }
            for (side, name) in [(Side::Left, "tiny"), (Side::Right, "miny")] {
                if let Some(of) = self.tiny_of(s, &number, side, d)? {
                    let of = self.spelled_stopper(of, kind, d)?;
                    let name = match (kind, name) {
                        (Kind::Plain, name) => format!("{name}({of})"),
                        (Kind::Latex, "tiny") => format!("⧾_{{{of}}}"),
                        (Kind::Latex, _) => format!("⧿_{{{of}}}"),
                    };
                    return beside(false, name).map(Some);
                }
            }
        }
        let [left, right] = self.nodes[l.0 as usize].options.clone();
        if let ([option], [_]) = (&left[..], &right[..])
            && *option != s
            && self.neg(s.into(), d.store, d.h)?.on == s
            && !matches!(option, Stopper::Loop(o) if self.loopy_followers(o.0, d.h)?.contains(&l.0))
        {
            let name = self.spelled_stopper(*option, kind, d)?;
            let plain = name.chars().all(|c| c.is_alphanumeric()) || name.starts_with('<');
            return Ok(Some(match kind {
                Kind::Plain if plain => format!("+-{name}"),
                Kind::Plain => format!("+-({name})"),
                Kind::Latex => format!(r"\pm({name})"),
            }));
        }
        Ok(None)
    }

    /// What has a name of its own, moved by a number, and whether that name is of the negative.
    fn known_names(&mut self, number: &Dyadic, kind: Kind, d: Desk) -> Result<Vec<(Stopper, bool, String)>, Stop> {
        let plain = kind == Kind::Plain;
        let mut all = vec![(self.over(), false, word("over", kind)), (self.under(), false, word("under", kind))];
        let (upon, power) = (self.upon(d)?, self.upon_power(d)?);
        let star = Stopper::Short(d.store.nimber(1));
        for (value, name, latex) in
            [(upon, "^[on]", r"\uparrow^{[\mathbf{on}]}"), (power, "^<on>", r"\uparrow^{\mathbf{on}}")]
        {
            let name = if plain { name } else { latex };
            let down = self.neg(value.into(), d.store, d.h)?.on;
            for (value, negative) in [(value, false), (down, true)] {
                let starred = self.sum_sides(value.into(), star.into(), d.store, d.h)?.on;
                all.push((value, negative, name.to_owned()));
                let name = format!("{name}{}", if plain { "*" } else { r"{\ast}" });
                all.extend(starred.map(|s| (s, negative, name)));
            }
        }
        if !number.is_zero() {
            let number = Stopper::Short(d.store.number(number.clone()));
            for (value, _, _) in &mut all {
                if let Some(sum) = self.sum_sides((*value).into(), number.into(), d.store, d.h)?.on {
                    *value = sum;
                }
            }
        }
        Ok(all)
    }

    /// `upon = <upon | *>`.
    pub(crate) fn upon(&mut self, d: Desk) -> Result<Stopper, Stop> {
        let nodes: Nodes = vec![[vec![Place::Local(0)], vec![Place::Short(d.store.nimber(1))]]];
        Ok(self.enter(&nodes, d)?[0])
    }

    /// `<0 || 0 | 0, pass>`, the power of up that comes after all others.
    fn upon_power(&mut self, d: Desk) -> Result<Stopper, Stop> {
        let zero = Place::Short(sprague_games::ZERO);
        let nodes: Nodes = vec![[vec![zero], vec![Place::Local(1)]], [vec![zero], vec![zero, Place::Local(1)]]];
        Ok(self.enter(&nodes, d)?[0])
    }

    /// The loopy `g` of `number + <0 || 0 | -g>`, or of the negative; it is above a positive number.
    fn tiny_of(&mut self, s: Stopper, number: &Dyadic, side: Side, d: Desk) -> Result<Option<Stopper>, Stop> {
        let here = Stopper::Short(d.store.number(number.clone()));
        let other = SIDES[1 - index(side)];
        let only = |options: Vec<Stopper>| <[Stopper; 1]>::try_from(options).ok().map(|[only]| only);
        if only(self.options_of(s, side, d)?) != Some(here) {
            return Ok(None);
        }
        let Some(threat @ Stopper::Loop(_)) = only(self.options_of(s, other, d)?) else { return Ok(None) };
        if threat == s || only(self.options_of(threat, side, d)?) != Some(here) {
            return Ok(None);
        }
        let Some(end) = only(self.options_of(threat, other, d)?) else { return Ok(None) };
        if matches!(end, Stopper::Loop(o) if Stopper::Loop(o) == threat) {
            return Ok(None);
        }
        let back = d.store.number(number.neg());
        let Some(end) = self.sum_sides(end.into(), back.into(), d.store, d.h)?.on else { return Ok(None) };
        let of = if side == Side::Left { self.neg(end.into(), d.store, d.h)?.on } else { end };
        let far = self.ge_stopper(of, NOTHING, d)? && !self.ge_stopper(NOTHING, of, d)?;
        Ok((far && !of.is_short()).then_some(of))
    }

    /// An order of loopy followers that depends on the game alone.
    fn ranks(&self, l: u32, d: Desk) -> Result<FxHashMap<u32, u32>, Stop> {
        let all = self.loopy_followers(l, d.h)?;
        let place: FxHashMap<u32, u32> = all.iter().zip(0..).map(|(&v, i)| (v, i)).collect();
        // Short games as nodes with as many options as they have before them in their order.
        let mut shorts: Vec<_> = all
            .iter()
            .flat_map(|&v| self.nodes[v as usize].options.iter().flatten().filter_map(|s| s.short()))
            .collect();
        shorts.sort_unstable_by(|&a, &b| d.store.order(a, b));
        shorts.dedup();
        let rank = |g| shorts.iter().position(|&s| s == g).unwrap_or(0) as u32;
        let code = |s: &Stopper| match s {
            Stopper::Short(g) => Place::Loop(rank(*g)),
            Stopper::Loop(l) => Place::Local(place[&l.0]),
        };
        let nodes: Nodes = all
            .iter()
            .map(|&v| self.nodes[v as usize].options.each_ref().map(|side| side.iter().map(code).collect()))
            .collect();
        let class = classes(&nodes, d.h)?;
        Ok(all.into_iter().zip(class).collect())
    }

    /// The brackets with what is in them, down to games that have names or are further out on the way.
    fn unfolded(
        &mut self,
        l: u32,
        way: &mut Vec<u32>,
        ranks: &FxHashMap<u32, u32>,
        left: &mut usize,
        kind: Kind,
        d: Desk,
    ) -> Result<Text, Stop> {
        d.h.tick()?;
        if way.len() >= MAX_NESTING || *left == 0 {
            return Err(Stop::TooLarge(format!(
                "the name of this value nests more than {MAX_NESTING} games or has more than {MAX_NAME} symbols"
            )));
        }
        way.push(l);
        let mut sides = [Vec::new(), Vec::new()];
        for side in SIDES {
            let mut options = self.nodes[l as usize].options[index(side)].clone();
            options.sort_by(|a, b| match (a, b) {
                (Stopper::Short(a), Stopper::Short(b)) => d.store.order(*a, *b),
                (Stopper::Loop(a), Stopper::Loop(b)) => ranks[&a.0].cmp(&ranks[&b.0]),
                (a, b) => b.is_short().cmp(&a.is_short()),
            });
            for o in options {
                let text = match o {
                    Stopper::Loop(o) if way.contains(&o.0) => Text::Letter(o.0),
                    Stopper::Loop(o) => match self.named_inside(o, way, kind, d)? {
                        Some(name) => Text::Name(name),
                        None => with_stack(|| self.unfolded(o.0, way, ranks, left, kind, d))?,
                    },
                    short => Text::Name(short_name(short, kind, d)?),
                };
                let length = if let Text::Name(name) = &text { name.len() } else { 2 };
                *left = left.saturating_sub(length);
                sides[index(side)].push(text);
            }
        }
        way.pop();
        Ok(Text::Brackets { node: l, sides })
    }

    /// A name that stands for itself: one from which no way leads back to the games around it.
    fn named_inside(&mut self, o: Loop, way: &[u32], kind: Kind, d: Desk) -> Result<Option<String>, Stop> {
        let back = self.loopy_followers(o.0, d.h)?;
        if back.iter().any(|v| way.contains(v)) {
            return Ok(None);
        }
        self.named(o, kind, d)
    }
}

fn short_name(s: Stopper, kind: Kind, d: Desk) -> Result<String, Stop> {
    match (s, kind) {
        (Stopper::Short(g), Kind::Plain) => d.store.name(g, d.h),
        (Stopper::Short(g), Kind::Latex) => d.store.latex(g, d.h),
        _ => Ok(String::new()),
    }
}

fn word(name: &str, kind: Kind) -> String {
    if kind == Kind::Plain { name.to_owned() } else { format!(r"\mathbf{{{name}}}") }
}

impl Text {
    /// How a game is spoken of inside these brackets: not at all, as `pass`, or by a letter.
    fn mentions(&self, node: u32, inside: bool, direct: &mut bool, deep: &mut bool) {
        match self {
            Text::Letter(n) if *n == node => *(if inside { deep } else { direct }) = true,
            Text::Brackets { sides, .. } => {
                sides.iter().flatten().for_each(|o| with_stack(|| o.mentions(node, true, direct, deep)));
            }
            _ => {}
        }
    }

    /// How its own game is spoken of.
    fn loops(&self) -> (bool, bool) {
        let (mut direct, mut deep) = (false, false);
        if let Text::Brackets { node, sides } = self {
            sides.iter().flatten().for_each(|o| o.mentions(*node, false, &mut direct, &mut deep));
        }
        (direct, deep)
    }

    /// How many bars it takes to write the brackets, where the content may stand without its own.
    fn bars(&self) -> usize {
        let Text::Brackets { sides, .. } = self else { return 0 };
        1 + sides.iter().map(|side| bare(side).map_or(0, |(_, bars)| bars)).max().unwrap_or(0)
    }

    /// Writes it; `letters` are those of the games around, `None` for `pass`.
    fn write(&self, letters: &mut Vec<(u32, Option<String>)>, used: &mut usize, kind: Kind, out: &mut String) {
        match self {
            Text::Name(name) => out.push_str(name),
            Text::Letter(node) => match letters.iter().rev().find(|(n, _)| n == node) {
                Some((_, Some(letter))) => out.push_str(letter),
                _ => out.push_str(&if kind == Kind::Plain { "pass".to_owned() } else { word("pass", kind) }),
            },
            Text::Brackets { node, .. } => {
                let (_, deep) = self.loops();
                let letter = deep.then(|| letter(*used));
                if let Some(letter) = &letter {
                    *used += 1;
                    match kind {
                        Kind::Plain => out.push_str(&format!("loop {letter} ")),
                        Kind::Latex => out.push_str(letter),
                    }
                }
                letters.push((*node, letter));
                out.push_str(if kind == Kind::Plain { "<" } else { r"\left\{" });
                self.write_inside(letters, used, kind, out);
                out.push_str(if kind == Kind::Plain { ">" } else { r"\right\}" });
                letters.pop();
            }
        }
    }

    fn write_inside(&self, letters: &mut Vec<(u32, Option<String>)>, used: &mut usize, kind: Kind, out: &mut String) {
        let Text::Brackets { sides, .. } = self else { return };
        let bars = "|".repeat(self.bars());
        for (i, side) in sides.iter().enumerate() {
            if i == 1 {
                match kind {
                    Kind::Plain => out.push_str(&bars),
                    Kind::Latex => out.push_str(&format!(r"\mathrel{{{bars}}}")),
                }
            }
            if let Some((inner, _)) = bare(side) {
                with_stack(|| inner.write_inside(letters, used, kind, out));
                continue;
            }
            for (j, o) in side.iter().enumerate() {
                out.push_str(if j > 0 { ", " } else { "" });
                with_stack(|| o.write(letters, used, kind, out));
            }
        }
    }
}

/// The only option of a side, if it is in brackets that may be dropped, and how many bars it takes.
fn bare(side: &[Text]) -> Option<(&Text, usize)> {
    match side {
        [only @ Text::Brackets { .. }] if only.loops() == (false, false) => {
            Some((only, with_stack(|| only.bars()))).filter(|(_, bars)| *bars < MAX_BARS)
        }
        _ => None,
    }
}

/// `a`, `b`, …, without `v`, which is down.
fn letter(n: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
    let letter = char::from(LETTERS[n % LETTERS.len()]);
    if n < LETTERS.len() { letter.to_string() } else { format!("{letter}{}", n / LETTERS.len()) }
}

impl Loops {
    /// `^[on]`, which is also called upon.
    pub fn upon_value(&mut self, store: &Store, h: &Handle) -> Result<Stopper, Stop> {
        self.upon(Desk { store, h })
    }

    /// `^<on>`, which is `<0 || 0 | 0, pass>`.
    pub fn upon_power_value(&mut self, store: &Store, h: &Handle) -> Result<Stopper, Stop> {
        self.upon_power(Desk { store, h })
    }

    /// `<0 || 0 | -g>` for a stopper.
    pub fn tiny(&mut self, g: Stopper, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        let end = self.neg(g.into(), store, h)?;
        let zero = Loopy::from(NOTHING);
        let threat = self.brackets(&[zero], &[end], store, h)?;
        self.brackets(&[zero], &[threat], store, h)
    }

    /// Whether both stops are one number, up to `over` and `under`.
    pub fn is_number(&self, s: Stopper, store: &Store) -> bool {
        matches!(s, Stopper::Short(g) if matches!(store.view(g), View::Number(_)))
    }
}
