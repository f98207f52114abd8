//! Standard notation: the shortest text for a value that Sprague reads back.
//!
//! One value has one name, and what is printed is read as the same value. The rules, all of them:
//! - a number is `3` or `-7/4`;
//! - `number + ups + nimber`: the number unless it is 0, then `^`, `^^`, `^3`, … or `v`, `vv`, `v3`, …, then `*` or
//!   `*2`, …; between a number and the rest stands a `+` without spaces: `^*`, `^3*2`, `-1/2+v`, `1+*2`;
//! - `tiny(x)` for `{0||0|-x}`, `miny(x)` for `{x|0||0}` where `x` is above a positive number, also after a number: `1/4+tiny(3)`;
//! - powers of up: `^[2]` for `{^|*}`, the sum of the first two, `^<2>` for `{0|v*}`, the second, with a star touching it where there is
//!   one, with `-` before the negative, also after a number: `1+^[2]`, `1/2-^<3>*2`;
//! - a game that is its own negative: `+-1`, `+-3/2` where the option is a positive number, `+-<3|1>` where it is in
//!   brackets, `+-(2, <3|1>)` otherwise; a number before it is followed by ` +- ` with a space on both sides;
//! - otherwise brackets, options in the order of [`Store::order`](super::Store::order) with `, ` between them. A side with just one
//!   option that is in brackets itself may drop them, where the bars outside are more than those inside: `<2||1|0>`.
//!
//! Of several the shortest is taken; of equally long ones a power of up, else the later in this list, and bars before brackets.

use super::arena::{Arena, Game, STAR, Side, ZERO};
use super::dyadic::Dyadic;
use super::uptimal::MAX_POWER;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::fmt::Write;
use std::rc::Rc;

/// The longest name that is made, in symbols.
const MAX_NAME: usize = 1 << 20;
/// The deepest nesting of options that is written out; it bounds recursions over [`Notation`], also the reader's.
const MAX_NESTING: u32 = 500;
/// The largest nimber beside a power of up that is named.
const MAX_STAR: u64 = 5;
/// Powers up to this one are looked up; higher ones are told by their options.
const LOW_POWER: u64 = 40;
/// From this one on no form in brackets is as short, whatever stands around it.
const SHORT_POWER: u64 = 10;
/// The most bars that are written side by side.
const MAX_BARS: usize = 6;

/// Standard notation as a tree.
///
/// ```
/// use sprague_games::{Dyadic, Store, names::Notation};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let switch = store.switch(&[store.number(Dyadic::from(1))], &handle)?;
/// let one = Notation::Number(Dyadic::from(1));
/// assert_eq!(*store.notation(switch, &handle)?, Notation::Switch(vec![one.into()]));
/// assert_eq!(store.name(switch, &handle)?, "+-1");
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notation {
    /// A number.
    Number(Dyadic),
    /// `number + ups·↑ + *star`.
    UpStar(Dyadic, i64, u64),
    /// A number that is not 0 and one of the next five.
    Plus(Dyadic, Rc<Notation>),
    /// A power of up with a nimber, or the negative.
    Power(Power),
    /// `tiny(g)`.
    Tiny(Rc<Notation>),
    /// `miny(g)`.
    Miny(Rc<Notation>),
    /// `±g` with one option or several.
    Switch(Vec<Rc<Notation>>),
    /// `<left|right>` with so many bars.
    Bars {
        /// Left's options.
        left: Vec<Rc<Notation>>,
        /// How many bars separate them from Right's.
        bars: usize,
        /// Right's options.
        right: Vec<Rc<Notation>>,
        /// Whether the only option of Left, of Right drops its brackets.
        bare: [bool; 2],
    },
}

/// `^[n]` or `^<n>` with a nimber, or the negative.
///
/// ```
/// use sprague_games::{Store, names::{Notation, Power}};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let second = store.up_power(2, &handle)?;
/// let notation = store.notation(store.neg(second, &handle)?, &handle)?;
/// assert_eq!(*notation, Notation::Power(Power { negative: true, sum: false, power: 2, star: 0 }));
/// assert_eq!(store.name(second, &handle)?, "^<2>");
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Power {
    /// Whether it is the negative.
    pub negative: bool,
    /// Whether it is the sum of the powers so far.
    pub sum: bool,
    /// Which power.
    pub power: u64,
    /// The nimber beside it.
    pub star: u64,
}

/// A notation with its length.
type Spelled = (usize, Rc<Notation>);

/// What is known of a value's name.
#[derive(Clone)]
struct Named {
    best: Rc<Notation>,
    len: usize,
    /// How deep the options are nested.
    nesting: u32,
    /// The content of the brackets by number of bars, from 1, where the value has a bracket form: length without
    /// brackets, and the form.
    bracketed: Rc<[Option<Spelled>]>,
}

type Memo = FxHashMap<Game, Named>;

impl Arena {
    pub(crate) fn name(&mut self, g: Game, h: &Handle) -> Result<String, Stop> {
        let notation = self.notation(g, h)?;
        let mut text = String::new();
        notation.write(&mut text);
        Ok(text)
    }

    pub(crate) fn latex(&mut self, g: Game, h: &Handle) -> Result<String, Stop> {
        let notation = self.notation(g, h)?;
        let mut text = String::new();
        notation.write_latex(&mut text);
        Ok(text)
    }

    pub(crate) fn notation(&mut self, g: Game, h: &Handle) -> Result<Rc<Notation>, Stop> {
        Ok(self.named(g, &mut Memo::default(), h)?.best)
    }

    fn named(&mut self, g: Game, memo: &mut Memo, h: &Handle) -> Result<Named, Stop> {
        if let Some(x) = self.closed(g) {
            let (notation, len) = match (x.ups, x.star) {
                (0, 0) => {
                    let len = width(&x.number);
                    (Notation::Number(x.number), len)
                }
                (ups, star) => {
                    let mut rest = String::new();
                    Notation::UpStar(Dyadic::from(0), ups, star).write(&mut rest);
                    let before = if x.number.is_zero() { 0 } else { width(&x.number) + "+".len() };
                    (Notation::UpStar(x.number, ups, star), before + rest.len())
                }
            };
            return Ok(Named { best: Rc::new(notation), len, nesting: 0, bracketed: Rc::new([]) });
        }
        if let Some(named) = memo.get(&g) {
            return Ok(named.clone());
        }
        h.tick()?;
        let named = self.deeper(|arena| arena.named_other(g, memo, h))?;
        if named.len > MAX_NAME {
            return Err(Stop::TooLarge(format!("the name of this value has more than {MAX_NAME} symbols")));
        }
        if named.nesting > MAX_NESTING {
            return Err(Stop::TooLarge(format!("the name of this value nests more than {MAX_NESTING} games")));
        }
        memo.insert(g, named.clone());
        Ok(named)
    }

    fn named_other(&mut self, g: Game, memo: &mut Memo, h: &Handle) -> Result<Named, Stop> {
        let power = self.power_name(g, h)?;
        if let Some((power, (len, best))) = &power
            && power.power >= SHORT_POWER
        {
            return Ok(Named { best: Rc::clone(best), len: *len, nesting: 1, bracketed: Rc::new([]) });
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (named, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
            for o in self.list(g, side, h)? {
                named.push(self.named(o, memo, h)?);
            }
        }
        let bracketed = bracket_forms(&sides);
        let shortest = bracketed.iter().flatten().fold(None, |best: Option<&Spelled>, form| match best {
            Some(best) if best.0 < form.0 => Some(best),
            _ => Some(form),
        });
        let mut best = shortest.map(|(len, form)| (len + 2, Rc::clone(form)));
        for candidate in [self.switch_name(g, memo, h)?, self.tiny_name(g, memo, h)?] {
            best = match (best, candidate) {
                (Some(a), Some(b)) if b.0 < a.0 => Some(b),
                (None, b) => b,
                (a, _) => a,
            };
        }
        // Of equally long ones a power of up says more.
        if let Some((_, power)) = power
            && best.as_ref().is_none_or(|best| power.0 <= best.0)
        {
            best = Some(power);
        }
        match best {
            Some((len, best)) => {
                let nesting = sides.iter().flatten().map(|o| o.nesting).max().unwrap_or(0) + 1;
                Ok(Named { best, len, nesting, bracketed: bracketed.into() })
            }
            None => Err(Stop::TooLarge("this value has too many options to be named".to_owned())),
        }
    }

    /// `tiny(x)`, `miny(x)` and `number + ` these.
    fn tiny_name(&mut self, g: Game, memo: &mut Memo, h: &Handle) -> Result<Option<Spelled>, Stop> {
        let Some((number, side, x)) = self.number_and_tiny(g, h)? else { return Ok(None) };
        let x = self.named(x, memo, h)?;
        let (inner, len) = (x.best, x.len + "tiny()".len());
        let notation = if side == Side::Left { Notation::Tiny(inner) } else { Notation::Miny(inner) };
        Ok(Some(after_number(&number, Rc::new(notation), len, "+".len())))
    }

    /// `^[n]`, `^<n>` and their like.
    fn power_name(&mut self, g: Game, h: &Handle) -> Result<Option<(Power, Spelled)>, Stop> {
        let number = self.stop(g, Side::Left);
        let few = |arena: &Arena, side| arena.count(g, side) <= MAX_STAR + 2;
        if number != self.stop(g, Side::Right) || !few(self, Side::Left) || !few(self, Side::Right) {
            return Ok(None);
        }
        let small = if number.is_zero() {
            g
        } else {
            let back = self.number(number.neg());
            self.add(g, back, h)?
        };
        // They are born on day n + 1, with a star about then, so those of so many days are enough.
        let power = match self.birthday(small, h)?.to_u64() {
            Some(born) if born <= LOW_POWER => {
                self.know_powers(born + 2, h)?;
                self.powers.get(&small).copied()
            }
            Some(_) => self.high_power(small, h)?,
            None => None,
        };
        let Some(power) = power else { return Ok(None) };
        let mut text = String::new();
        power.write(&mut text);
        let mut len = text.len();
        let mut notation = Rc::new(Notation::Power(power));
        if !number.is_zero() {
            len += width(&number) + usize::from(!power.negative);
            notation = Rc::new(Notation::Plus(number, notation));
        }
        Ok(Some((power, (len, notation))))
    }

    /// The power of up that a game is, perhaps with a small star: `^[n] = {^[n-1] | *}` and `^<n> = {0 | * - ^[n-1]}` are born on day n + 1.
    fn high_power(&mut self, g: Game, h: &Handle) -> Result<Option<Power>, Stop> {
        for star in 0..=MAX_STAR {
            let nimber = self.nimber(star);
            let positive = self.add(g, nimber, h)?;
            for negative in [false, true] {
                let up = if negative { self.neg(positive, h)? } else { positive };
                let (left, right) = (self.list(up, Side::Left, h)?, self.list(up, Side::Right, h)?);
                let sum = match (&left[..], &right[..]) {
                    ([_], [STAR]) => true,
                    ([ZERO], [_]) => false,
                    _ => continue,
                };
                let Some(power) =
                    self.birthday(up, h)?.to_u64().map(|born| born.saturating_sub(1)).filter(|n| *n <= MAX_POWER)
                else {
                    continue;
                };
                if up == if sum { self.up_power_to(power, h)? } else { self.up_power(power, h)? } {
                    return Ok(Some(Power { negative, sum, power, star }));
                }
            }
        }
        Ok(None)
    }

    /// Enters the powers of up below one, with small stars.
    fn know_powers(&mut self, end: u64, h: &Handle) -> Result<(), Stop> {
        for power in self.powers_known.max(2)..end {
            for (sum, star) in [true, false].into_iter().flat_map(|sum| (0..=MAX_STAR).map(move |star| (sum, star))) {
                h.tick()?;
                let up = if sum { self.up_power_to(power, h)? } else { self.up_power(power, h)? };
                let nimber = self.nimber(star);
                let g = self.add(up, nimber, h)?;
                let negative = self.neg(g, h)?;
                self.powers.insert(g, Power { negative: false, sum, power, star });
                self.powers.insert(negative, Power { negative: true, sum, power, star });
            }
            self.powers_known = power + 1;
        }
        Ok(())
    }

    /// `±…` and `number +- …`.
    fn switch_name(&mut self, g: Game, memo: &mut Memo, h: &Handle) -> Result<Option<Spelled>, Stop> {
        if self.count(g, Side::Left) != self.count(g, Side::Right) {
            return Ok(None);
        }
        // If g = number + a symmetric game, the number is half the sum of the stops.
        let number = self.stop(g, Side::Left).add(&self.stop(g, Side::Right)).half();
        let symmetric = if number.is_zero() {
            g
        } else {
            let back = self.number(number.neg());
            self.add(g, back, h)?
        };
        if self.neg(symmetric, h)? != symmetric {
            return Ok(None);
        }
        let mut options = Vec::new();
        let mut len = 0;
        let list = self.list(symmetric, Side::Left, h)?;
        for &o in &list {
            let named = self.named(o, memo, h)?;
            len += named.len + ", ".len();
            options.push(named.best);
        }
        len -= ", ".len();
        len += if bare_switch(&options) { "+-".len() } else { "+-()".len() };
        Ok(Some(after_number(&number, Rc::new(Notation::Switch(options)), len, " ".len() * 2)))
    }
}

/// How many symbols a number takes. Digits of long ones are not written out to be counted, which would take as long again as
/// writing them: one more or less does not matter there.
fn width(x: &Dyadic) -> usize {
    let (bits, halvings) = (x.numerator().bits() as usize, x.exponent() as usize);
    if bits.max(halvings) <= 256 {
        return x.to_string().len();
    }
    let digits = |bits: usize| bits / 4 + bits / 20 + bits / 1000 + 1;
    digits(bits) + if halvings > 0 { digits(halvings) + 1 } else { 0 }
}

fn after_number(number: &Dyadic, rest: Rc<Notation>, len: usize, joint: usize) -> Spelled {
    if number.is_zero() {
        return (len, rest);
    }
    (width(number) + joint + len, Rc::new(Notation::Plus(number.clone(), rest)))
}

/// Whether `+-` stands right before the option: a positive number, or something in brackets.
fn bare_switch(options: &[Rc<Notation>]) -> bool {
    match options {
        [only] => match &**only {
            Notation::Number(x) => x.sign().is_gt(),
            Notation::Bars { .. } => true,
            _ => false,
        },
        _ => false,
    }
}

/// The shortest content of the brackets for each number of bars.
fn bracket_forms(sides: &[Vec<Named>; 2]) -> Vec<Option<Spelled>> {
    let mut forms = Vec::new();
    for bars in 1..=MAX_BARS {
        let [left, right] = [&sides[0], &sides[1]].map(|side| side_with(side, bars));
        let useful = bars == 1 || left.2 || right.2;
        forms.push(useful.then(|| {
            let len = left.0 + bars + right.0;
            (len, Rc::new(Notation::Bars { left: left.1, bars, right: right.1, bare: [left.2, right.2] }))
        }));
    }
    forms
}

/// The options of one side within so many bars: length, notations, and whether the only one drops its brackets.
fn side_with(side: &[Named], bars: usize) -> (usize, Vec<Rc<Notation>>, bool) {
    let commas = side.len().saturating_sub(1) * ", ".len();
    let mut best =
        (side.iter().map(|o| o.len).sum::<usize>() + commas, side.iter().map(|o| Rc::clone(&o.best)).collect(), false);
    if let [only] = side {
        for (len, form) in only.bracketed.iter().take(bars - 1).flatten() {
            if *len <= best.0 {
                best = (*len, vec![Rc::clone(form)], true);
            }
        }
    }
    best
}

impl Notation {
    /// Whether a number stands beside something else in it, as in `1+*`: read as it is written, that is a sum, with the moves of both.
    pub fn has_sum(&self) -> bool {
        match self {
            Notation::Number(_) | Notation::Power(_) => false,
            Notation::UpStar(number, ups, star) => !number.is_zero() && (*ups, *star) != (0, 0),
            Notation::Plus(..) => true,
            Notation::Tiny(x) | Notation::Miny(x) => x.has_sum(),
            Notation::Switch(options) => options.iter().any(|o| o.has_sum()),
            Notation::Bars { left, right, .. } => left.iter().chain(right).any(|o| o.has_sum()),
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Notation::Number(x) => push(out, x),
            Notation::UpStar(number, ups, star) => {
                if !number.is_zero() {
                    push(out, number);
                    out.push('+');
                }
                let arrow = if *ups > 0 { '^' } else { 'v' };
                match ups.unsigned_abs() {
                    n @ 0..=2 => out.extend((0..n).map(|_| arrow)),
                    n => {
                        out.push(arrow);
                        push(out, n);
                    }
                }
                match star {
                    0 => {}
                    1 => out.push('*'),
                    n => {
                        out.push('*');
                        push(out, n);
                    }
                }
            }
            Notation::Power(power) => power.write(out),
            Notation::Plus(number, rest) => {
                push(out, number);
                out.push_str(match **rest {
                    Notation::Switch(_) => " ",
                    Notation::Power(Power { negative: true, .. }) => "",
                    _ => "+",
                });
                match &**rest {
                    Notation::Switch(options) => write_switch(options, "+- ", out),
                    rest => rest.write(out),
                }
            }
            Notation::Tiny(x) | Notation::Miny(x) => {
                out.push_str(if matches!(self, Notation::Tiny(_)) { "tiny(" } else { "miny(" });
                x.write(out);
                out.push(')');
            }
            Notation::Switch(options) => write_switch(options, "+-", out),
            Notation::Bars { .. } => {
                out.push('<');
                self.write_content(out);
                out.push('>');
            }
        }
    }

    fn write_content(&self, out: &mut String) {
        if let Notation::Bars { left, bars, right, bare } = self {
            write_list(left, bare[0], out);
            out.extend((0..*bars).map(|_| '|'));
            write_list(right, bare[1], out);
        }
    }

    fn write_latex(&self, out: &mut String) {
        match self {
            Notation::Number(x) => latex_number(x, out),
            Notation::UpStar(number, ups, star) => {
                if !number.is_zero() {
                    latex_number(number, out);
                    out.push_str(if *ups == 0 { "" } else { "+" });
                }
                let arrow = if *ups > 0 { "uparrow" } else { "downarrow" };
                match ups.unsigned_abs() {
                    0 => {}
                    1 => push(out, format_args!("\\{arrow}")),
                    2 => push(out, format_args!("\\{}", if *ups > 0 { "Uparrow" } else { "Downarrow" })),
                    n => push(out, format_args!("{n}\\cdot{{\\{arrow}}}")),
                }
                match star {
                    0 => {}
                    1 => out.push_str("{\\ast}"),
                    n => push(out, format_args!("{{\\ast}}{n}")),
                }
            }
            Notation::Power(power) => power.write_latex(out),
            Notation::Plus(number, rest) => {
                latex_number(number, out);
                if !matches!(**rest, Notation::Switch(_)) {
                    out.push('+');
                }
                rest.write_latex(out);
            }
            Notation::Tiny(x) | Notation::Miny(x) => {
                out.push_str(if matches!(self, Notation::Tiny(_)) { "⧾_{" } else { "⧿_{" });
                x.write_latex(out);
                out.push('}');
            }
            Notation::Switch(options) => {
                out.push_str("\\pm ");
                let bare = bare_switch(options);
                out.push_str(if bare { "" } else { "(" });
                latex_list(options, out);
                out.push_str(if bare { "" } else { ")" });
            }
            Notation::Bars { .. } => {
                out.push_str("\\{");
                self.latex_content(out);
                out.push_str("\\}");
            }
        }
    }

    fn latex_content(&self, out: &mut String) {
        if let Notation::Bars { left, bars, right, bare } = self {
            for (side, bare) in [left, right].into_iter().zip(bare) {
                match &side[..] {
                    [only] if *bare => only.latex_content(out),
                    _ => latex_list(side, out),
                }
                if std::ptr::eq(side, left) {
                    push(out, format_args!("\\mathrel{{{}}}", "|".repeat(*bars)));
                }
            }
        }
    }
}

impl Power {
    fn write(self, out: &mut String) {
        let (open, close) = if self.sum { ('[', ']') } else { ('<', '>') };
        push(out, format_args!("{}^{open}{}{close}", if self.negative { "-" } else { "" }, self.power));
        match self.star {
            0 => {}
            1 => out.push('*'),
            n => push(out, format_args!("*{n}")),
        }
    }

    /// The negative of an up with a star is a down with this star.
    fn write_latex(self, out: &mut String) {
        let arrow = if self.negative { "downarrow" } else { "uparrow" };
        let (open, close) = if self.sum { ("[", "]") } else { ("", "") };
        push(out, format_args!("\\{arrow}^{{{open}{}{close}}}", self.power));
        match self.star {
            0 => {}
            1 => out.push_str("{\\ast}"),
            n => push(out, format_args!("{{\\ast}}{n}")),
        }
    }
}

/// Writing to a string never fails.
fn push(out: &mut String, x: impl std::fmt::Display) {
    let _ = write!(out, "{x}");
}

fn write_list(list: &[Rc<Notation>], bare: bool, out: &mut String) {
    for (i, o) in list.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        if bare { o.write_content(out) } else { o.write(out) }
    }
}

fn write_switch(options: &[Rc<Notation>], sign: &str, out: &mut String) {
    out.push_str(sign);
    let bare = bare_switch(options);
    out.push_str(if bare { "" } else { "(" });
    write_list(options, false, out);
    out.push_str(if bare { "" } else { ")" });
}

fn latex_list(list: &[Rc<Notation>], out: &mut String) {
    for (i, o) in list.iter().enumerate() {
        out.push_str(if i > 0 { "," } else { "" });
        o.write_latex(out);
    }
}

fn latex_number(x: &Dyadic, out: &mut String) {
    if x.is_integer() {
        return push(out, x);
    }
    let text = x.abs().to_string();
    let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
    let sign = if x.sign().is_lt() { "-" } else { "" };
    push(out, format_args!("{sign}\\tfrac{{{numerator}}}{{{denominator}}}"));
}
