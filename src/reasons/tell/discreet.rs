//! The teller of grading: what shows that an answer is wrong. It names no right value: of the right one only that there is a
//! smaller or greater number, how much is missing, who wins; and moves in a game that the question itself shows.

use super::full;
use crate::adapters::lattices::LatticeGame;
use crate::eval::{Machine, opponent};
use crate::games::{Dyadic, Side};
use crate::reasons::compare::{Wrong, with_arrows};
use crate::reasons::near::Near;
use crate::reasons::words::{bounded, difference as minus, name, shortened, shown};
use crate::reasons::{Reason, Role};
use crate::value::notion::Notion;
use crate::value::{OutcomeClass, Player, Res, Value};
use num_bigint::BigInt;
use num_rational::BigRational;

/// The sentences of some reasons, each on a line.
pub fn lines(m: &mut Machine, reasons: &[Reason]) -> Res<Vec<String>> {
    let (mut lines, mut posed) = (Vec::new(), None);
    for reason in reasons {
        if let Reason::Fails { game: Some(game), .. } | Reason::WinsDifference { subject: Some(game), .. } = reason {
            posed = Some(Subject { name: shown(m, game)?, written: written(m, game)? });
        }
        lines.extend(line(m, reason, posed.as_ref())?);
    }
    Ok(lines)
}

/// The game of the question: what it is called elsewhere, and how it is written, which says less of its value.
struct Subject {
    name: String,
    written: String,
}

/// A game as it is written: by its options, though its value may have a name.
fn written(m: &mut Machine, game: &Value) -> Res<String> {
    let name = shown(m, game)?;
    match game {
        Value::Form(form) if !name.starts_with('<') => Ok(shortened(&m.form_notation(form)?)),
        _ => Ok(name),
    }
}

fn line(m: &mut Machine, reason: &Reason, posed: Option<&Subject>) -> Res<Vec<String>> {
    Ok(vec![match reason {
        Reason::Near(near) => alike(*near).to_owned(),
        Reason::OtherKind { wanted, found } => {
            let article = if found.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let found = if found == "nothing" { "nothing".to_owned() } else { format!("{article} {found}") };
            format!("The question asks for {wanted}; your answer is {found}.")
        }
        Reason::NoNumber(given) => format!("The question asks for a number, and {} is none.", shown(m, given)?),
        Reason::Plain(text) => (*text).to_owned(),
        Reason::Coefficient(Some(power)) => format!("The coefficient of {power} is not right."),
        Reason::Coefficient(None) => "The constant term is not right.".to_owned(),

        Reason::Meaning(given) => return Ok(meaning(given).into_iter().collect()),
        Reason::Fails { given, class, game, who, wins, made } => {
            let says = meaning(given).or_else(|| meaning(&Value::Outcome(*class))).unwrap_or_default();
            let (who, other) = full::sides(*who);
            let written = game.as_ref().map_or(Ok("it".to_owned()), |game| posed_as(m, game))?;
            match made {
                Some(made) => format!("{says} But {who} begins and wins {written} with {}.", brief(made, posed)),
                None if *wins => format!("{says} But {who} can begin and win {written}."),
                None => format!("{says} But if {who} begins, {other} wins {written}."),
            }
        }
        Reason::FailsEndless { game, claimed, class, made } => {
            let written = posed_as(m, game)?;
            let made = made.as_deref().map(|made| brief(made, posed)).unwrap_or_default();
            match (claimed, class) {
                (_, OutcomeClass::N) => format!("But from {written} the first player wins with {made}."),
                (OutcomeClass::N, _) => {
                    format!("But no move from {written} leads to a position in which whoever begins loses.")
                }
                (OutcomeClass::P, _) => format!("But after {made} the opponent cannot win either."),
                _ => format!("But after each move from {written} the opponent wins."),
            }
        }
        Reason::NoMove(None) => "There is no move to begin with.".to_owned(),
        Reason::NoMove(Some(player)) => format!("{} has no move to begin with.", player.name()),
        Reason::Answered { who, made, reply } => {
            let (who, other) = full::sides(*who);
            format!("If {who} moves {}, {other} answers {}.", brief(&made.text, posed), brief(&reply.text, posed))
        }
        Reason::MoreAnswered(1) => "And so with the other move.".to_owned(),
        Reason::MoreAnswered(more) => format!("And so with each of the other {more} moves."),
        Reason::NoSuchMove { from, to } => format!("No move leads from {} to {}.", shown(m, from)?, shown(m, to)?),
        Reason::Refuted { to, reply } => format!("After {} the opponent wins with {reply}.", shown(m, to)?),
        Reason::RefutedByEnd(to) => format!("After {} the opponent has no move, and so wins.", shown(m, to)?),
        Reason::MisereRule => "In misère play whoever cannot move wins.".to_owned(),
        Reason::MisereEnd(None) => "There is no move to begin with.".to_owned(),
        Reason::MisereEnd(Some(player)) => format!("{} has no move to begin with.", player.name()),
        Reason::MisereAnswered { who, made, reply } => {
            let (who, other) = full::sides(*who);
            format!("If {who} moves {}, {other} answers {}.", brief(made, None), brief(reply, None))
        }
        Reason::MisereOver { who, made } => {
            let (who, other) = full::sides(*who);
            format!("If {who} moves {}, {other} has no move, and so wins.", brief(made, None))
        }
        Reason::InSeveral(value) => {
            let name = shown(m, value)?;
            let name = name.trim_matches('"');
            format!(
                "Moves of several components are called {name}: write the one that you mean as the position to which it leads."
            )
        }
        Reason::NoPosition { value: value @ Value::Str(text), game } if with_arrows(text).contains("->") => {
            format!("From {} there is no move {}.", shown(m, game)?, shown(m, value)?.trim_matches('"'))
        }
        Reason::NoPosition { value: value @ Value::Tuple(_), game: game @ Value::Position(from) }
            if from.rules.native::<LatticeGame>().is_some() =>
        {
            let (value, from) = (shown(m, value)?, shown(m, game)?);
            let from = from.find('(').map_or(&*from, |at| &from[at..]);
            format!("{value} is no move: moves from {from} are written `{from} -> …`.")
        }
        Reason::NoPosition { value, game } => {
            let (value, game) = (shown(m, value)?, shown(m, game)?);
            format!("{value} is no position: write where the move leads to, as in {game}.")
        }
        Reason::DoesNotWin(value) => format!("{} does not win.", shown(m, value)?),
        Reason::MoreDoNotWin(more) => format!("… and {more} more that do not win."),
        Reason::Missing { count: 0, .. } => return Ok(Vec::new()),
        Reason::Missing { all: true, .. } => "There is a move that wins.".to_owned(),
        Reason::Missing { what, count, .. } => {
            let what = match what {
                Some(Notion::WinningMoves | Notion::MisereWinningMoves) => "winning move",
                Some(_) => "option",
                None => "element",
            };
            match count {
                1 => format!("One {what} is missing."),
                n => format!("{n} {what}s are missing."),
            }
        }
        Reason::Foreign { values, .. } if values.is_empty() => return Ok(Vec::new()),
        Reason::Foreign { of, values } => {
            let texts = values.iter().map(|v| shown(m, v)).collect::<Res<Vec<_>>>()?;
            let one = texts.len() == 1;
            let texts = bounded(texts, 4);
            match of {
                None => format!("{texts} {} not belong there.", if one { "does" } else { "do" }),
                Some((notion, game)) => {
                    let whose = match notion {
                        Notion::LeftOptions => "Left's options",
                        Notion::RightOptions => "Right's options",
                        _ => "the options",
                    };
                    // The key may have computed the game from that which the question shows.
                    let of = match game {
                        Value::Position(_) | Value::Sum(_) => format!(" of {}", posed_as(m, game)?),
                        _ => String::new(),
                    };
                    format!("Not among {whose}{of} {}: {texts}.", if one { "is" } else { "are" })
                }
            }
        }

        Reason::Column { value, ones, right, given } => {
            let digit = i32::from(given & value != BigInt::from(0));
            let count = match &ones[..] {
                [] => "no number has a one".to_owned(),
                [one] => format!("one number has a one: {one}"),
                many => {
                    let texts = many.iter().map(ToString::to_string).collect();
                    format!("{} numbers have a one: {}", many.len(), bounded(texts, 8))
                }
            };
            let (parity, own) = if *right { ("an odd", 1) } else { ("an even", 0) };
            format!(
                "In the binary column of {value}, {count}. That is {parity} number, so the sum has a {own} there; {given} has a {digit}."
            )
        }
        Reason::OfOption { game, claimed, options, most } => {
            let (game, such) = (shown(m, game)?, bounded(options.clone(), *most));
            format!("{claimed} is the nim-value of an option of {game}, so it is not left out: {such}.")
        }
        Reason::TooGreat { game, claimed, .. } => format!(
            "{claimed} is too great: a smaller number is the nim-value of no option of {}. The mex is the least number left out.",
            shown(m, game)?
        ),
        Reason::ClaimedMex { claimed, among: true, .. } => {
            format!("{claimed} is among the numbers, so it is not left out.")
        }
        Reason::ClaimedMex { claimed, .. } => {
            format!("{claimed} is left out, but so is a smaller number: the mex is the least one.")
        }
        Reason::OverAtOnce(game) => format!("There is no move in {}: the game is over at once.", shown(m, game)?),
        Reason::Remote { claimed, own, wins } => remote(*claimed, *own, *wins),

        Reason::NotSimplest { form, given, low, high } => {
            not_simplest(&crate::reasons::words::full(m, form)?, given, low.as_ref(), high.as_ref())
        }
        Reason::Size { given, small } => {
            format!("{} is too {}.", shown(m, given)?, if *small { "small" } else { "great" })
        }
        Reason::WinsDifference { subject, given, winner, both, made } => {
            let answer = shown(m, given)?;
            let test = match subject {
                Some(subject) => {
                    let game = posed_as(m, subject)?;
                    let zero = matches!(given, Value::Int(0));
                    let whole = if zero { "it".to_owned() } else { minus(&game, &answer) };
                    format!("If {game} were equal to {answer}, whoever begins would lose {whole}.")
                }
                None => format!(
                    "If {answer} were right, whoever begins would lose the difference of the right value and {answer}."
                ),
            };
            let (who, other) = (winner.name(), opponent(*winner).name());
            let with = made.as_ref().map_or("it".to_owned(), |(text, own)| match own {
                true => format!("with {}, a move in the negative of your answer", brief(text, None)),
                false => format!("with {}", brief(text, posed)),
            });
            if *both {
                format!("{test} But {who} begins and wins {with}, and so does Right if he begins.")
            } else {
                let size = if *winner == Player::Left { "small" } else { "great" };
                return Ok(vec![
                    format!("{test} But {who} begins and wins {with}."),
                    format!("{other} loses even as the second player: {answer} is too {size}."),
                ]);
            }
        }
        Reason::OptionCounts { who, given, asked } => {
            format!(
                "{} has {} in yours, {asked} in the form that was asked for.",
                who.name(),
                counted(*given, "option")
            )
        }
        Reason::Strike { side, option, role } => {
            let (how, other) = match role {
                Role::Dominated(by) => ("dominated by", by),
                Role::Reversible(through) => ("reversible through", through),
            };
            format!("{} option {} is {how} {}.", whose(*side), name(m, *option)?, name(m, *other)?)
        }
        Reason::CanBeSimplified { side, option } => {
            format!("{} option {} can be simplified itself.", whose(*side), shown(m, option)?)
        }

        Reason::Table { right, all, first } => {
            let first = first.as_ref().map(|first| first_wrong(m, first)).transpose()?;
            return Ok([format!("{right} of {all} entries are right.")].into_iter().chain(first).collect());
        }
        Reason::FirstWrong(first) => first_wrong(m, first)?,
        Reason::ListLengths { given, asked } => {
            format!("Your list has {}, the question asks for {asked}.", counted(*given, "element"))
        }
        Reason::NoRules(kind) => {
            format!("The question asks for a rule set or a function; your answer is of another kind: {kind}.")
        }
        Reason::RulesMove(place) => {
            format!("The values are right, but the moves are not: the first difference is at {}.", heap(m, place)?)
        }
        Reason::Rules { place, theirs: Err(message) } => {
            format!("At {} yours has no value: {message}.", heap(m, place)?)
        }
        Reason::Rules { place, theirs: Ok(value) } => {
            let (place, value) = (heap(m, place)?, shown(m, value)?);
            format!("The first difference is at {place}: by yours it is {value}, and that is not right.")
        }
        Reason::MoveCounts { who, theirs, ours } => {
            let who = who.map_or("A player", Player::name);
            let (theirs, ours) = (moves(*theirs), moves(*ours));
            format!("{who} has {theirs} there by your rules, {ours} by those of the question.")
        }
        Reason::PeriodBreaks { period, places: [a, b], values: [x, y] } => {
            let (a, b, x, y) = (heap(m, a)?, heap(m, b)?, m.notation(x)?, m.notation(y)?);
            format!("With period {period} the values at {a} and {b} would be equal; they are {x} and {y}.")
        }
        Reason::TooFew { period, values } => {
            format!("The question looks at {values} values: that is too few to show a period of {period}.")
        }
        Reason::NotShortest(period) => format!("{period} is a period, but not the shortest one."),
        // All others would tell too much.
        _ => return Ok(Vec::new()),
    }])
}

/// What an answer has in common with the right one.
fn alike(near: Near) -> &'static str {
    match near {
        Near::NotCanonical => "The value is right, but this is not its canonical form.",
        Near::OtherForm => "The value is right, but the form is not the one that was asked for.",
        Near::Swapped => "This is the negative of the right value: are Left and Right swapped?",
        Near::Sign => "Only the sign is wrong.",
        Near::Star => "Off by a star: your answer and the right value differ by *.",
        Near::Infinitesimal => {
            "Off by an infinitesimal: the difference from the right value lies between all negative and all positive numbers."
        }
        Near::Mean => "The mean is right, the value is not.",
        Near::Outcome(OutcomeClass::L) => "So much is right: Left wins, whoever begins. But the value is another.",
        Near::Outcome(OutcomeClass::R) => "So much is right: Right wins, whoever begins. But the value is another.",
        Near::Outcome(OutcomeClass::N) => "So much is right: whoever begins wins. But the value is another.",
        Near::Outcome(_) => "The outcome is right, the value is not.",
    }
}

/// What an outcome, or the name of a winner, means.
fn meaning(given: &Value) -> Option<String> {
    let (name, class) = match given {
        Value::Outcome(class) => (class.name(), *class),
        Value::Player(player) => (player.name(), crate::reasons::compare::told(given)?),
        _ => return None,
    };
    let means = match class {
        OutcomeClass::N => "whoever begins wins",
        OutcomeClass::P => "whoever begins loses",
        OutcomeClass::L => "Left wins, whoever begins",
        OutcomeClass::R => "Right wins, whoever begins",
        OutcomeClass::D => "both players can go on for ever",
        _ => return None,
    };
    Some(format!("{name} means that {means}."))
}

/// Whether a game is too long to be repeated in a sentence: literals soon are.
fn unwieldy(text: &str) -> bool {
    text.chars().count() > if text.starts_with('<') { 30 } else { 60 }
}

/// The game as the question shows it; a long one is not repeated.
fn posed_as(m: &mut Machine, x: &Value) -> Res<String> {
    let text = written(m, x)?;
    Ok(if unwieldy(&text) { "the game".to_owned() } else { text })
}

/// A move; of one in a long literal only where it leads.
fn brief(text: &str, posed: Option<&Subject>) -> String {
    match (text.split_once(" -> "), posed) {
        (Some((from, to)), Some(posed)) if from == posed.name => brief(&format!("{} -> {to}", posed.written), None),
        (Some((from, to)), _) if unwieldy(from) => format!("the move to {to}"),
        _ => text.to_owned(),
    }
}

fn remote(claimed: i64, own: i64, wins: bool) -> String {
    // The parity that the answer has, if it is the wrong one, is that of the options that decide.
    let parity = if own % 2 == 1 { "even" } else { "odd" };
    if claimed.rem_euclid(2) != own % 2 {
        let (says, other) = if wins { ("loses", "wins: some move leads") } else { ("wins", "loses: every move leads") };
        return format!(
            "{claimed} is an {parity} remoteness: the next player {says}. But the next player {other} to an {parity} remoteness."
        );
    }
    match (wins, claimed > own) {
        (true, true) => format!(
            "The next player wins, but hurries: there is a move to an {parity} remoteness smaller than yours less 1."
        ),
        (true, false) => format!("The next player wins, but not so soon: no move leads to remoteness {}.", claimed - 1),
        (false, true) => {
            format!("The next player loses, and cannot delay so long: no move leads to remoteness {}.", claimed - 1)
        }
        (false, false) => {
            "The next player loses, but delays: there is a move to a remoteness greater than yours less 1.".to_owned()
        }
    }
}

fn not_simplest(form: &str, given: &BigRational, low: Option<&Dyadic>, high: Option<&Dyadic>) -> String {
    let place = match (low, high) {
        (Some(low), Some(high)) => format!("lies between {low} and {high}"),
        (Some(low), None) => format!("is greater than {low}"),
        (None, high) => format!("is less than {}", high.map(ToString::to_string).unwrap_or_default()),
    };
    let below = low.is_some_and(|low| *given <= low.to_ratio());
    if below || high.is_some_and(|high| *given >= high.to_ratio()) {
        let whose = if below { "Left's" } else { "Right's" };
        return format!("The value of {form} {place}, but {given} does not respect {whose} option.");
    }
    if let (Some(low), Some(high)) = (low, high)
        && (low.to_ratio() + high.to_ratio()) / BigRational::from_integer(2.into()) == *given
    {
        return format!(
            "{given} is the average of {low} and {high}. The value is the simplest number that {place}, and there is a simpler one."
        );
    }
    let simpler = match Dyadic::is_ratio(given) {
        false => "the denominator of a game's value is a power of two",
        true if given.is_integer() => "look for an integer nearer to 0",
        true => "look for an integer, or a smaller denominator",
    };
    format!("{given} {place}, but it is not the simplest such number: {simpler}.")
}

fn whose(side: Side) -> &'static str {
    if side == Side::Left { "Left's" } else { "Right's" }
}

/// `1 option`, `3 options`.
fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn moves(n: usize) -> String {
    match n {
        0 => "no move".to_owned(),
        1 => "1 move".to_owned(),
        n => format!("{n} different moves"),
    }
}

/// The first entry of a table that is wrong.
fn first_wrong(m: &mut Machine, Wrong { place, counted, given }: &Wrong) -> Res<String> {
    let counting = if *counted { " (counting from 0)" } else { "" };
    Ok(match given {
        Some(value) => format!("The first wrong one is {}, at {place}{counting}.", shown(m, value)?),
        None => format!("The first one that is missing stands at {place}{counting}."),
    })
}

fn heap(m: &mut Machine, place: &Value) -> Res<String> {
    match place {
        Value::Tuple(items) if items.len() == 1 => m.notation(&items[0].clone()),
        other => m.notation(other),
    }
}
