//! Periods with their proofs, tables of them, and statistics of nim-values.

use super::lists::display;
use super::thing::{Finding, Period, Proof, origin};
use super::{game_of, heap_game};
use crate::adapters::heaps::HeapGame;
use crate::builtins::pictures::table::fitted;
use crate::builtins::{given, natural};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::heaps::check::{self, CheckError, Refusal};
use crate::heaps::rule::Subtraction;
use crate::heaps::sequence::{Engine, Why};
use crate::heaps::statistics::survey;
use crate::heaps::{Sequence, Standing};
use crate::limits::{Handle, Stop};
use crate::report::fit;
use crate::value::{Deep, Display, Entries, Fault, Res, Table, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Heaps that are looked at when nobody says how many, by what one more heap costs.
const FAST: u64 = 4_000_000;
const PAIRS: u64 = 100_000;
const CONDITIONS: u64 = 2_000;
/// Steps that the separate checker may take unasked, and values that it may compute: a second or two.
const CHECKED: u128 = 2_000_000_000;
const MOST_CHECKED: u64 = 1 << 24;
/// Most entries of a table.
const ENTRIES: u64 = 10_000;

/// `period(G, bound)`.
pub fn period(m: &mut Machine, a: &[Value]) -> Res {
    let bound = given(&a[1]).map(|b| natural(b, "the bound")).transpose()?;
    if let Some(period) = crate::builtins::misere::period(&a[0]) {
        return period;
    }
    Ok(Value::of(found(m, &a[0], bound)?))
}

/// Looks for the period, at most to the bound.
pub fn found(m: &mut Machine, game: &Value, bound: Option<u64>) -> Res<Period> {
    let rules = heap_game(game)?;
    let heaps = game_of(&rules)?;
    if let Some((period, from, saltus)) = heaps.period_by_theorem() {
        let finding = Finding::Theorem(period, from, saltus);
        let engine = "A theorem gives the values of all heaps.".into();
        return Ok(Period { game: Rc::clone(&rules), finding, standing: Standing::Checked, engine });
    }
    let (finding, standing, engine, refused) = heaps.with(m, |sequence, asked, handle| {
        let rule = sequence.rule();
        let first = match bound {
            Some(bound) => bound,
            None => match rule.subtraction_of() {
                // A period can't be proved before the largest number has been taken often.
                Some(Subtraction::Finite(set)) => set.last().map_or(PAIRS, |s| s.saturating_mul(4).clamp(PAIRS, FAST)),
                None if rule.needs_caller() => CONDITIONS,
                _ => PAIRS,
            },
        };
        sequence.prove_period(first, handle, asked)?;
        // Far out only where heaps are cheap.
        let sparse = matches!(sequence.engine(), Engine::Sparse { .. });
        if bound.is_none() && sparse && sequence.certificate().is_none() {
            sequence.prove_period(FAST, handle, asked)?;
        }
        let cheap = sequence.to_confirm().is_some_and(|steps| steps <= CHECKED)
            && sequence.certificate().is_some_and(|c| c.known <= MOST_CHECKED);
        let refused = if cheap { confirm(sequence, handle)? } else { None };
        let finding = match (sequence.certificate(), sequence.observed(handle)?) {
            (Some(certificate), _) => Finding::Certified(certificate.clone()),
            (None, Some(observed)) => Finding::Observed(observed),
            (None, None) => Finding::Unknown { known: sequence.values().len() as u64 },
        };
        Ok((finding, sequence.standing(), engine(&sequence.engine()), refused))
    })?;
    match refused {
        Some(refused) => refused.fault(&rules.name).err(),
        None => Ok(Period { game: rules, finding, standing, engine }),
    }
}

/// What the checker says against a sequence, and against whose values.
struct Refused {
    why: Refusal,
    standing: Standing,
}

impl Refused {
    fn fault(&self, game: &str) -> Fault {
        let why = &self.why;
        match origin(&self.standing) {
            Some(file) => Fault::new(
                Mistake::FileRefused,
                format!("the values in {file} are not those of {game}: the checker finds that {why}"),
            )
            .note("They are given up; the next question computes the values anew."),
            None => Fault::new(Mistake::Certificate, format!("the certificate proves nothing: {why}")),
        }
    }
}

/// Has a sequence checked. Values that were read and are wrong are given up.
fn confirm(sequence: &mut Sequence, handle: &Handle) -> Result<Option<Refused>, Stop> {
    match sequence.confirm(handle) {
        Ok(()) => Ok(None),
        Err(CheckError::Stop(stop)) => Err(stop),
        Err(CheckError::Refused(why)) => {
            let standing = sequence.standing();
            if origin(&standing).is_some() {
                *sequence = Sequence::new(sequence.rule().clone());
            }
            Ok(Some(Refused { why, standing }))
        }
    }
}

/// Which engine works, and why, in a sentence.
fn engine(engine: &Engine) -> String {
    match engine {
        Engine::Naive(Why::Short) => "All pairs of heaps were looked at: so few heaps need nothing else.".into(),
        Engine::Naive(Why::NoSplits) => {
            "All moves were looked at: no move leaves two heaps, or the last place of the code is far out.".into()
        }
        Engine::Naive(Why::NotSparse { mask, flag, rare, among }) => format!(
            "All pairs of heaps were looked at: the game is not sparse. With the best mask, {mask:#x}{}, {rare} of {among} heaps are rare.",
            if *flag { " and the parity of the position" } else { "" }
        ),
        Engine::Naive(Why::Asked) => "All pairs of heaps were looked at, as was asked for.".into(),
        Engine::Sparse { mask, flag, rare, last_rare } => format!(
            "Rare and common values: with the mask {mask:#x}{} only {rare} heaps are rare, the last of them {last_rare}; a common value costs a look at those.",
            if *flag { " and the parity of the position" } else { "" }
        ),
        Engine::Subtraction => "One look for each number that may be taken.".into(),
        Engine::Marks { numbers, largest } => format!(
            "A sieve for each value, on bits: {numbers} numbers up to {largest} may be taken, and a step marks the heaps at 64 distances."
        ),
        Engine::Parts => "Splits into several heaps were put together from splits into fewer: the values of j heaps of one size in all as a set.".into(),
        Engine::General => "Every way to take and to leave heaps was looked at, as the clauses say.".into(),
    }
}

/// The period that an argument is or has.
fn of(m: &mut Machine, value: &Value) -> Res<Period> {
    match value.thing::<Period>() {
        Some(period) => Ok(period.clone()),
        None => found(m, value, None),
    }
}

/// Whether a value is a period.
pub fn is_period(value: &Value) -> bool {
    value.thing::<Period>().is_some()
}

/// `certificate(G)`.
pub fn certificate(m: &mut Machine, a: &[Value]) -> Res {
    let period = of(m, &a[0])?;
    match &period.finding {
        Finding::Certified(certificate) => Ok(Value::of(Proof {
            game: Rc::clone(&period.game),
            certificate: certificate.clone(),
            standing: period.standing.clone(),
        })),
        Finding::Theorem(..) => Fault::new(
            Mistake::Unsuitable,
            format!("there is no certificate to check: {} has {}", period.game.name, period.words()),
        )
        .note("docs/heaps.md proves it for all heaps at once, under “Closed forms”.")
        .err(),
        other => {
            let fault = Fault::new(Mistake::Undecided, format!("nothing is proved here: {}", period.words()));
            match other {
                Finding::Unknown { .. } => fault.note("A larger bound may help: `period(G, 10^7)`.").err(),
                _ => fault.note("No theorem covers this game, so that what was seen stays an observation.").err(),
            }
        }
    }
}

/// `verify(certificate)`.
pub fn verify(m: &mut Machine, a: &[Value]) -> Res {
    let proof = match a[0].thing::<Proof>() {
        Some(proof) => proof.clone(),
        None => {
            let made = certificate(m, a)?;
            match made.thing::<Proof>() {
                Some(proof) => proof.clone(),
                None => return Fault::expected("a certificate", &a[0]).err(),
            }
        }
    };
    // What the game knows is compared too, where it knows this certificate, and counts as verified from then on.
    let refused = game_of(&proof.game)?.with(m, |sequence, _, handle| {
        if sequence.certificate() == Some(&proof.certificate) && sequence.standing() != Standing::Checked {
            return Ok(confirm(sequence, handle)?);
        }
        match check::check(&proof.certificate, handle) {
            Ok(()) => Ok(None),
            Err(CheckError::Stop(stop)) => Err(stop.into()),
            Err(CheckError::Refused(why)) => Ok(Some(Refused { why, standing: proof.standing.clone() })),
        }
    })?;
    match refused {
        None => Ok(Value::Bool(true)),
        Some(refused) => refused.fault(&proof.game.name).err(),
    }
}

/// `start(period)`, `length(period)` and the like.
pub fn start(m: &mut Machine, a: &[Value]) -> Res {
    if let Some(period) = crate::builtins::misere::period_of(&a[0]) {
        return Ok(period?.period.from.into());
    }
    Ok(of(m, &a[0])?.numbers().map_or(Value::Nothing, |(_, from, _)| from.into()))
}

/// `period_length(period)`.
pub fn length(m: &mut Machine, a: &[Value]) -> Res {
    if let Some(period) = crate::builtins::misere::period_of(&a[0]) {
        return Ok(period?.period.length.into());
    }
    Ok(of(m, &a[0])?.numbers().map_or(Value::Nothing, |(period, _, _)| period.into()))
}

/// `is_proved(period)`.
pub fn is_proved(m: &mut Machine, a: &[Value]) -> Res {
    if let Some(period) = crate::builtins::misere::period_of(&a[0]) {
        return Ok(Value::Bool(period.is_ok()));
    }
    Ok(Value::Bool(of(m, &a[0])?.is_proved()))
}

/// `explain(period)`.
pub fn explain(m: &mut Machine, period: &Period) -> Res {
    let mut lines = vec![format!("{}: {}", period.game.name, period.words())];
    lines.push(format!("  {}", period.engine));
    match &period.finding {
        Finding::Certified(c) => {
            let standing = Standing::Checked;
            let proof = Proof { game: Rc::clone(&period.game), certificate: c.clone(), standing };
            let text = crate::eval::Thing::notation(&proof, m)?;
            lines.extend(text.lines().skip(1).map(|line| format!("  {}", line.trim_start())));
            lines.push(match &period.standing {
                Standing::Checked => "  The separate checker computed the values below N anew and accepted every number.".into(),
                Standing::Computed => "  The separate checker has not run: `verify(G)` computes the values below N anew and checks every number.".into(),
                Standing::Given(given) => format!(
                    "  The values of heaps below {} were read from {} and are believed: `verify(G)` computes those below N anew and checks every number.",
                    given.heaps, given.origin
                ),
            });
        }
        Finding::Theorem(..) => {}
        Finding::Observed(o) => lines.push(format!(
            "  Seen for all n from {} on with n + {} below {}. No theorem covers this game, so that it is not proved.",
            o.from, o.period, o.known
        )),
        Finding::Unknown { .. } => lines.push("  A larger bound may find one: `period(G, 10^7)`.".into()),
    }
    Ok(display("explanation", lines.join("\n")))
}

/// `period_table(G)`.
pub fn table(m: &mut Machine, a: &[Value]) -> Res {
    let period = of(m, &a[0])?;
    let Some((p, from, saltus)) = period.numbers() else {
        return Fault::new(Mistake::Undecided, format!("there is no period to show: {}", period.words())).err();
    };
    // Whole rows: the exceptional ones, and one of the period itself.
    let rows = from.div_ceil(p) + 1;
    let count = rows.saturating_mul(p);
    if count > ENTRIES {
        return Fault::new(Mistake::Picture, format!("a table of {count} values; at most {ENTRIES} are shown")).err();
    }
    let values = super::lists::values(m, &Value::Rules(Rc::clone(&period.game)), count)?;
    let wide = usize::try_from(p).unwrap_or(usize::MAX);
    let last = values.len() - wide;
    // From n0 on everything repeats; a value before it that fits the period is no exception.
    let expected = |n: usize| {
        let steps = (last + n % wide - n) / wide;
        values[last + n % wide].checked_sub(saltus * steps as u64)
    };
    let mut lines = vec![vec![String::new()]];
    let step = wide.min(34);
    lines[0].extend((0..step).map(|i| i.to_string()));
    for (row, stretch) in values.chunks(wide).enumerate() {
        for (part, some) in stretch.chunks(step).enumerate() {
            let first = row * wide + part * step;
            let mut line = vec![if first < last { format!("{first}") } else { format!("{first}…") }];
            for (i, value) in some.iter().enumerate() {
                let exception = expected(first + i) != Some(*value);
                line.push(if exception { format!("({value})") } else { value.to_string() });
            }
            lines.push(line);
        }
    }
    let mut blocks: Vec<String> = fitted(&lines, Some(1), m.width()).iter().map(|lines| lines.join("\n")).collect();
    let words = format!("{}: {}; exceptions are in brackets.", period.game.name, period.words());
    blocks.push(m.width().map_or_else(|| words.clone(), |width| fit::fitted(&words, width)));
    // In one block the sentence stands right under it.
    let text = blocks.join(if blocks.len() == 2 { "\n" } else { "\n\n" });
    let heaps = (0u64..).zip(&values).map(|(heap, &value)| vec![heap.into(), value.into()]);
    let header = Some(vec![Value::text("heap"), Value::text("nim-value")]);
    let table = Some(Table { header, rows: heaps.collect() });
    Ok(Value::Display(Rc::new(Display { kind: "table", text, table, ..Display::default() })))
}

/// `statistics(G, n)`.
pub fn statistics(m: &mut Machine, a: &[Value]) -> Res {
    let count = natural(&a[1], "the largest heap")?.saturating_add(1);
    let mut frequencies = BTreeMap::<u64, u64>::new();
    let (mut largest, mut first) = (0, 0u64);
    let (mut rare, mut standing) = (None, Standing::Computed);
    if let Value::Rules(rules) = &a[0]
        && let Some(game) = rules.native::<HeapGame>()
    {
        let (found, engine, rests) = game.with(m, |sequence, asked, handle| {
            Ok((survey(sequence, count, handle, asked)?, sequence.engine(), sequence.standing()))
        })?;
        standing = rests;
        (largest, first) = (found.largest, found.first);
        frequencies.extend((0u64..).zip(found.frequencies).filter(|(_, times)| *times > 0));
        rare = found.rare.filter(|_| matches!(engine, Engine::Sparse { .. }));
    } else {
        super::count(m, &a[1])?;
        for (heap, value) in (0u64..).zip(super::lists::values(m, &a[0], count)?) {
            m.handle.tick()?;
            *frequencies.entry(value).or_default() += 1;
            if value > largest {
                (largest, first) = (value, heap);
            }
        }
    }
    let mut entries = Entries::default();
    let mut put = |m: &mut Machine, name: &str, value: Value| -> Res<()> {
        entries.insert(m.key(&Value::text(name))?, value);
        Ok(())
    };
    put(m, "heaps", count.into())?;
    put(m, "largest", largest.into())?;
    put(m, "first at", first.into())?;
    if let Some(file) = origin(&standing) {
        put(m, "if right", Value::text(file))?;
    }
    if let Some(rare) = rare {
        put(m, "mask", u64::from(rare.mask).into())?;
        put(m, "parity of position", Value::Bool(rare.flag))?;
        put(m, "rare heaps", rare.heaps.len().into())?;
        put(m, "last rare heap", rare.heaps.last().copied().unwrap_or(0).into())?;
    }
    let mut table = Entries::default();
    for (value, times) in frequencies {
        table.insert(m.key(&value.into())?, times.into());
    }
    put(m, "frequencies", Value::Map(Rc::new(Deep(table))))?;
    Ok(Value::Map(Rc::new(Deep(entries))))
}
