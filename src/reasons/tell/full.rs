//! The teller of `check` and `why`: all that is known, the shortest first.

use super::explain::{self, set};
use crate::eval::{Machine, opponent};
use crate::games::{Dyadic, Game, Relation, Side, View, ZERO};
use crate::graphs::Outcome as Verdict;
use crate::limits::with_stack;
use crate::reasons::collections::SHOWN;
use crate::reasons::words::{bounded, difference, full, listed, name, relation, shown, with_value};
use crate::reasons::{Reason, Role};
use crate::value::notion::Notion;
use crate::value::{OutcomeClass, Player, Res, Value};

/// The sentences of some reasons, each on a line.
pub fn lines(m: &mut Machine, reasons: &[Reason]) -> Res<Vec<String>> {
    let mut lines = Vec::new();
    for reason in reasons {
        lines.extend(line(m, reason)?);
    }
    Ok(lines)
}

/// Reasons to be looked at, indented under their headline.
pub fn explanation(m: &mut Machine, headline: String, reasons: &[Reason]) -> Res {
    let lines = lines(m, reasons)?;
    Ok(Value::explanation(headline, &lines))
}

/// Of a claim.
pub fn holds(truth: bool) -> &'static str {
    if truth { "holds" } else { "does not hold" }
}

/// Who begins, and who answers.
pub fn sides(who: Option<Player>) -> (&'static str, &'static str) {
    who.map_or(("the first player", "the second player"), |player| (player.name(), opponent(player).name()))
}

/// A part of a claim with its reasons, the first on its line, the others below it.
fn behind(m: &mut Machine, claim: &str, truth: bool, because: &[Reason]) -> Res<Vec<String>> {
    let mut text = format!("{claim} {}.", holds(truth));
    let mut because = with_stack(|| lines(m, because))?.into_iter();
    if let Some(first) = because.next() {
        text = format!("{text} {first}");
    }
    Ok(std::iter::once(text).chain(because.map(|line| format!("  {line}"))).collect())
}

fn all_shown(m: &mut Machine, values: &[Value], count: usize) -> Res<String> {
    let mut texts = values.iter().take(SHOWN).map(|value| shown(m, value)).collect::<Res<Vec<_>>>()?;
    texts.resize(count, String::new());
    Ok(bounded(texts, SHOWN))
}

fn line(m: &mut Machine, reason: &Reason) -> Res<Vec<String>> {
    Ok(vec![match reason {
        Reason::Part { claim, truth, because } => return behind(m, claim, *truth, because),
        Reason::Link { left, sign, right, truth, because } => {
            let claim = format!("{} {sign} {}", shown(m, left)?, shown(m, right)?);
            return behind(m, &claim, *truth, because);
        }
        Reason::Same(value) => format!("Both sides are {}.", shown(m, value)?),
        Reason::Sides { left, right, kinds } => {
            let (x, y) = (shown(m, left)?, shown(m, right)?);
            match kinds {
                true => format!("The left side is {}, {x}; the right side is {}, {y}.", left.a_kind(), right.a_kind()),
                false => format!("The left side is {x}, the right side is {y}."),
            }
        }
        Reason::Plain(text) => (*text).to_owned(),
        Reason::Step(text) => text.clone(),

        Reason::Worth { value, game } => {
            let rule = explain::simplicity(m, value, *game)?.map_or(String::new(), |rule| format!(", {rule}"));
            format!("{} = {}{rule}.", shown(m, value)?, name(m, *game)?)
        }
        Reason::Ratios(x, y, found) => format!("{} {} {}.", shown(m, x)?, relation(*found), shown(m, y)?),
        Reason::Stops { number, game } => stops(m, number, *game)?,
        Reason::Numbers { x, y, relation: found, gap, play } => {
            let winner = match found {
                Relation::Greater if *play => ", so Left wins the difference, whoever begins",
                Relation::Less if *play => ", so Right wins the difference, whoever begins",
                _ => "",
            };
            match found {
                Relation::Equal => format!("Both sides are equal to {}.", name(m, *x)?),
                _ => format!("{} {} {} by {}{winner}.", name(m, *x)?, relation(*found), name(m, *y)?, name(m, *gap)?),
            }
        }
        Reason::Games { x, y, relation, gap } => games(m, (*x, *y), *relation, *gap)?,
        Reason::Beyond { x, y, greater } => beyond(m, *x, *y, *greater)?,

        Reason::Begins { who, made } => {
            let left = remainder(m, made.after, who.is_none())?;
            let who = who.map_or("The first player", Player::name);
            format!("{who} begins and wins with {}, which leaves {left}.", made.text)
        }
        Reason::Answered { who, made, reply } => {
            let left = remainder(m, reply.after, who.is_none())?;
            let (who, other) = sides(*who);
            format!("If {who} moves {}, {other} answers {} and leaves {left}.", made.text, reply.text)
        }
        Reason::Mirror { pairs, whole } => mirror(m, pairs, *whole)?,
        Reason::Locally(None) => {
            "Each component is won by whoever moves second in it, so the second player answers where the first has moved."
                .to_owned()
        }
        Reason::Locally(Some(player)) => {
            let (who, other) = (player.name(), opponent(*player).name());
            let sign = if *player == Player::Left { "at least" } else { "at most" };
            format!("Each component is {sign} 0, so {who} can answer {other} where {other} has moved.")
        }
        Reason::Parity(rows, total) => explain::verdict(rows, total).0,
        Reason::Steal(made) => format!(
            "Nobody needs to know a winning move to see that there is one: if {made} does not win, some answer to it does, and the first player could have moved there at once (strategy stealing)."
        ),
        Reason::MoreAnswered(1) => "… and 1 more move, each with an answer.".to_owned(),
        Reason::MoreAnswered(more) => format!("… and {more} more moves, each with an answer."),
        Reason::NoMove(None) => "There is no move to begin with, so the first player loses.".to_owned(),
        Reason::NoMove(Some(player)) => format!("{} has no move to begin with.", player.name()),
        Reason::Outcome { game, class, fair } => outcome(m, game, *class, *fair)?,
        Reason::Searched { game, class, fair, expanded, valued } => {
            let outcome = endless(*class, *fair);
            let proof = format!("A search proved it, which expanded {expanded} sums and used {valued} values of parts; `certificate(outcome(g))` is a proof.");
            format!("{} {outcome}. {proof}", shown(m, game)?)
        }
        Reason::Endless { game, class: None, .. } => {
            format!("{} is not decided by the positions that could be explored.", shown(m, game)?)
        }
        Reason::Endless { game, class: Some(class), fair } => {
            format!("{} {}.", shown(m, game)?, endless(*class, *fair))
        }
        Reason::Leads { who, moves, .. } if moves.is_empty() => {
            who.map_or("There is no move.".to_owned(), |p| format!("{} has no move.", p.name()))
        }
        Reason::Leads { who, moves, most } => {
            let verb = |verdict: &Option<Verdict>| match verdict {
                Some(Verdict::P) => "wins",
                Some(Verdict::N) => "loses",
                Some(Verdict::D) => "draws",
                None => "is not decided",
            };
            let parts = moves.iter().map(|(text, verdict)| format!("{text} {}", verb(verdict))).collect();
            let who = who.map_or("Moves".to_owned(), |p| format!("{}'s moves", p.name()));
            format!("{who}: {}.", bounded(parts, *most))
        }
        Reason::NoSuchMove { from, to } => format!("No move leads from {} to {}.", shown(m, from)?, shown(m, to)?),
        Reason::Refuted { to, reply } => format!("After {} the opponent wins with {reply}.", shown(m, to)?),
        Reason::RefutedByEnd(to) => format!("After {} the opponent has no move, and so wins.", shown(m, to)?),

        Reason::Points { game, scores } => format!("{} is played for points: {scores}.", shown(m, game)?),
        Reason::NothingToMove => "There is no move, so the remoteness is 0.".to_owned(),
        Reason::Decides { made, remoteness: r, own, wins: true } => format!(
            "The next player wins, and hurries: {made} has the least {} remoteness, {r}, so it is {r} + 1 = {own}.",
            parity(*r)
        ),
        Reason::Decides { made, remoteness: r, own, .. } => format!(
            "All moves lose, and the loser delays: {made} has the greatest remoteness, {r}, so it is {r} + 1 = {own}."
        ),
        Reason::Chosen { made, remoteness: None, .. } => format!("{made} leads to a draw, and no move wins."),
        Reason::Chosen { made, remoteness: Some(r), best, won, wins } => match (best, won) {
            (true, true) => {
                format!("The best move wins, and quickly: {made} has the least {} remoteness, {r}.", parity(*r))
            }
            (true, false) => format!("All moves lose, and the best one delays: {made} has the greatest remoteness, {r}."),
            (false, _) if !wins => {
                format!("The worst move loses, and quickly: {made} has the least {} remoteness, {r}.", parity(*r))
            }
            (false, _) => format!("All moves win, and the worst one is slow: {made} has the greatest remoteness, {r}."),
        },
        Reason::Claimed { made, remoteness: None, .. } => format!("{made} leads to a draw."),
        Reason::Claimed { made, remoteness: Some(r), wins } => {
            let what = if *wins { "wins" } else { "loses" };
            let end = match r {
                0 => "play is over at once".to_owned(),
                1 => "1 more move ends the game".to_owned(),
                r => format!("the game lasts {r} more moves"),
            };
            format!("{made} {what}, with remoteness {r}: {end}.")
        }
        Reason::MisereRule => "In misère play whoever cannot move wins.".to_owned(),
        Reason::MisereEnd(None) => "There is no move, so the first player wins.".to_owned(),
        Reason::MisereEnd(Some(player)) => {
            format!("{} has no move to begin with, and so wins.", player.name())
        }
        Reason::MisereBegins { who: None, made } => {
            format!("The first player wins with {made}: whoever is to move then loses in misère play.")
        }
        Reason::MisereBegins { who: Some(player), made } => {
            let (who, other) = (player.name(), opponent(*player).name());
            format!("{who} begins and wins with {made}: then {other}, to move, loses in misère play.")
        }
        Reason::MisereAnswered { who, made, reply } => {
            let (who, other) = sides(*who);
            format!("If {who} moves {made}, {other} answers {reply}.")
        }
        Reason::MisereOver { who, made } => {
            let (who, other) = sides(*who);
            format!("If {who} moves {made}, {other} has no move, and so wins.")
        }
        Reason::MisereValue { quotient, parts, value, lost } => {
            let all = parts.iter().map(|(part, value)| format!("{part} is {value}")).collect();
            let product = if parts.len() > 1 { format!("; the product is {value}") } else { String::new() };
            let (place, end) = if *lost { ("in", "loses") } else { ("not in", "wins") };
            format!("In the {quotient} {}{product}. That is {place} the P-portion: the player to move {end}.", bounded(all, 8))
        }
        Reason::Genera { options, normal, misere, own, most } => {
            let all = options.iter().map(|(text, genus)| format!("{text} has {genus}")).collect();
            let mut lines = Vec::new();
            if !options.is_empty() {
                lines.push(format!("Genera of the options: {}.", bounded(all, *most)));
                lines.push(format!(
                    "The nim-value is the mex of {}: {}; the misère nim-value that of {}: {}.",
                    set(normal), own.0, set(misere), own.1
                ));
            }
            return Ok(lines);
        }
        Reason::NobodyWins => {
            "No move leads to a P-position, and one leads to a draw: nobody wins, so the remoteness is infinite."
                .to_owned()
        }
        Reason::Remotenesses(options, most) => {
            let name = |r: u32| if r == u32::MAX { "oo".to_owned() } else { r.to_string() };
            let all = options.iter().map(|(text, r)| format!("{text} has {}", name(*r))).collect();
            format!("Remoteness of the options: {}.", bounded(all, *most))
        }

        Reason::Components(heaps, own) => {
            let all = heaps.iter().map(|(text, n)| format!("{text} has {n}")).collect();
            let values: Vec<String> = heaps.iter().map(|(_, n)| n.to_string()).collect();
            let sum = if heaps.len() <= 12 { format!("{} = ", values.join(" xor ")) } else { String::new() };
            return Ok(vec![
                format!("Nim-values of the components: {}.", bounded(all, 12)),
                format!("The nim-value of a sum is their nim-sum: {sum}{own}."),
            ]);
        }
        Reason::HeapOf(value, own) => format!("{} is the value of a Nim heap of {own}.", shown(m, value)?),
        Reason::NoOptions(game) => format!("{} has no options, and the mex of no numbers is 0.", shown(m, game)?),
        Reason::OptionValues { game, values, own } => {
            format!("The options of {} have the nim-values {}; their mex is {own}.", shown(m, game)?, set(values))
        }
        Reason::TooGreat { claimed, own, .. } => {
            format!("{claimed} is too great: no option has the nim-value {own}.")
        }
        Reason::OfOption { claimed, options, most, .. } => {
            let such = bounded(options.clone(), *most);
            format!("{claimed} is the nim-value of an option, perhaps a forgotten one: {such}.")
        }
        Reason::Options(options, most) => return Ok(explain::table(options, *most)),
        Reason::LeftOut { least, own } => {
            let own = m.notation(own)?;
            let below: Vec<String> = match least {
                n if *n <= 6 => (0..*n).map(|i| i.to_string()).collect(),
                n => vec![format!("0 to {}", n - 1)],
            };
            let verb = if *least == 1 { "is" } else { "are" };
            match below.len() {
                0 => format!("{own} is not among the numbers, and it is the least possible: the mex is {own}."),
                _ => format!("{} {verb} among the numbers, {own} is not: the mex is {own}.", listed(&below)),
            }
        }
        Reason::ClaimedMex { claimed, greater: false, .. } => {
            format!("{claimed} is among them, so it is not left out.")
        }
        Reason::ClaimedMex { claimed, among: true, .. } => {
            format!("{claimed} is among them; and the mex is the least number left out.")
        }
        Reason::ClaimedMex { claimed, .. } => {
            format!("{claimed} is not among them either, but the mex is the least number left out.")
        }
        Reason::Columns(rows, sum) => return Ok(explain::columns(rows, sum)),

        Reason::Class { value, game } => {
            let what = match m.store.view(*game) {
                View::Number(n) if n.is_integer() => "an integer",
                View::Number(_) => "a number, but no integer",
                _ if m.store.as_nimber(*game).is_some() => "a nimber, and no number",
                _ if m.store.is_infinitesimal(*game) => "an infinitesimal, neither a number nor a nimber",
                _ => "neither a number nor a nimber",
            };
            let value = with_value(m, value)?;
            let joint = if value.contains(" = ") { ", which is" } else { " is" };
            format!("{value}{joint} {what}.")
        }
        Reason::NumberStops(left, right) if left == right => {
            format!("Both stops are {left}, but it is not equal to {left}.")
        }
        Reason::NumberStops(left, right) => format!("Its stops differ: Left's is {left}, Right's is {right}."),
        Reason::InfinitesimalStops(left, right) => {
            format!("Its stops are {left} and {right}; those of an infinitesimal are both 0.")
        }
        Reason::Simplest { value, game } => {
            return Ok(explain::simplicity(m, value, *game)?
                .map(|rule| format!("It is {rule}."))
                .into_iter()
                .collect());
        }
        Reason::Quantified { element: Some(x), truth } => format!("It is {truth} for {}.", shown(m, x)?),
        Reason::Quantified { truth, .. } => format!("It is {truth} for every element."),
        Reason::AtIndex { index, truth } => format!("The element with index {index} is {truth}."),
        Reason::NoInteger(value) => format!("{} is a number, but no integer.", m.notation(value)?),
        Reason::OnlyFor { who, to } => {
            format!("{} can move to {}, {} cannot.", who.name(), shown(m, to)?, opponent(*who).name())
        }
        Reason::NotImpartial(option) => {
            format!("Both players have the same options, but {} is not impartial.", shown(m, option)?)
        }
        Reason::Unequal(g, h) => format!("They are not even equal: {} and {}.", with_value(m, g)?, with_value(m, h)?),
        Reason::OtherForms(game) => format!("Both have the value {}, but their forms differ.", name(m, *game)?),
        Reason::OnlyIn { who, option, form, role } => {
            let role = match role {
                None => String::new(),
                Some(Role::Dominated(by)) => format!("; it is dominated by {}", name(m, *by)?),
                Some(Role::Reversible(through)) => format!("; it is reversible through {}", name(m, *through)?),
            };
            let (option, form) = (full(m, option)?, shown(m, form)?);
            format!("{} has the option {option} in {form}, not in the other form{role}.", who.name())
        }
        Reason::ByCanonical(value) => format!("{}: the birthday is that of the canonical form.", with_value(m, value)?),
        Reason::LatestOption { option, day, value, own } => format!(
            "Its latest option, {}, is born on day {day}, so {} is born on day {own}.",
            name(m, *option)?,
            name(m, *value)?
        ),
        Reason::StopsOfNumber { value, wide: false } => {
            format!("{} is a number: both stops are that number.", with_value(m, value)?)
        }
        Reason::StopsOfNumber { value, .. } => {
            format!("{} differs from a number by a nimber: both stops are that number.", with_value(m, value)?)
        }
        Reason::BestMove { side, option, stop } => {
            let (who, other) = if *side == Side::Left { ("Left", "Right") } else { ("Right", "Left") };
            let number = m.store.is_number(*option);
            let then = if number { "a number".to_owned() } else { format!("whose {other} stop is {stop}") };
            let option = name(m, *option)?;
            format!("If {who} begins, the best move is to {option}, {then}: {who}'s stop is {stop}.")
        }
        Reason::Mast { temperature, mast, walls } => {
            let meet = format!(
                "The walls of the thermograph meet at temperature {temperature}; there the mast stands, at {mast}."
            );
            let start = walls.as_ref().map(|(left, right)| format!("Untaxed, the walls start at {left} and {right}."));
            return Ok([meet].into_iter().chain(start).collect());
        }

        Reason::Among { element, index } => {
            let index = index.map(|i| format!(", at index {i}")).unwrap_or_default();
            format!("{} is among the elements{index}.", shown(m, element)?)
        }
        Reason::RangeFrom(first, None) => format!("The range starts at {first}."),
        Reason::RangeFrom(first, Some(last)) => format!("The range goes from {first} to {last}."),
        Reason::NotAmong { what, keys, all, count, element } => {
            let what = match what {
                Some(Notion::WinningMoves | Notion::MisereWinningMoves) => "winning moves",
                Some(notion) if notion.lists_moves() => "options",
                _ if *keys => "keys",
                _ => "elements",
            };
            match count {
                0 => format!("There are no {what}."),
                _ => {
                    let (all, element) = (all_shown(m, all, *count)?, shown(m, element)?);
                    format!("The {what} are {all}; {element} is not among them.")
                }
            }
        }
        Reason::OnlyOnSide { left, elements } => {
            format!("Only on the {}: {}.", side(*left), all_shown(m, elements, elements.len())?)
        }
        Reason::OnlyKey { left, key } => format!("The key {} is only on the {}.", shown(m, key)?, side(*left)),
        Reason::AtKey { key, left, right } => {
            let (key, left, right) = (shown(m, key)?, shown(m, left)?, shown(m, right)?);
            format!("At the key {key} there is {left} on the left, {right} on the right.")
        }
        Reason::Lengths(left, right) => {
            let elements = if *left == 1 { "element" } else { "elements" };
            format!("The left side has {left} {elements}, the right side {right}.")
        }
        Reason::FirstDifference { index, left, right } => {
            let (left, right) = (shown(m, left)?, shown(m, right)?);
            format!("The first difference is at index {index}: {left} on the left, {right} on the right.")
        }
        // What is found of answers alone is told by the other teller.
        _ => return super::discreet::lines(m, std::slice::from_ref(reason)),
    }])
}

fn mirror(m: &mut Machine, pairs: &[(Value, Value)], whole: bool) -> Res<String> {
    let mut texts = Vec::new();
    let mut alike = true;
    for (a, b) in pairs {
        let game = m.game(a)?;
        let (a, b) = (shown(m, a)?, shown(m, b)?);
        alike = alike && a == b && m.store.is_impartial(game);
        texts.push(if a == b { format!("{a} and {a}") } else { format!("{a} and {b}") });
    }
    let what = if alike && pairs.len() == 1 { "are the same impartial game" } else { "are negatives of each other" };
    let texts = bounded(texts, 4);
    let end = match whole {
        true => "so the second player always has an answer and makes the last move",
        false => "so they cancel, and the rest decides",
    };
    Ok(format!("{texts} {what}: whatever is moved in one, the mirror image is moved in the other, {end}."))
}

fn parity(r: u32) -> &'static str {
    if r.is_multiple_of(2) { "even" } else { "odd" }
}

fn side(left: bool) -> &'static str {
    if left { "left" } else { "right" }
}

/// What a winning move leaves.
fn remainder(m: &mut Machine, after: Game, impartial: bool) -> Res<String> {
    if impartial && after == ZERO { Ok("a P-position".to_owned()) } else { name(m, after) }
}

fn games(m: &mut Machine, (x, y): (Game, Game), found: Relation, gap: Game) -> Res<String> {
    let who = match found {
        Relation::Less => "Right wins, whoever begins",
        Relation::Greater => "Left wins, whoever begins",
        Relation::Equal => "whoever begins loses",
        Relation::Confused => "whoever begins wins",
    };
    let (a, b, relation) = (name(m, x)?, name(m, y)?, relation(found));
    if y == ZERO || x == ZERO {
        // `0 < G`: seen from 0, the winner of G is the other way round.
        let who = match found {
            Relation::Less if x == ZERO => "Left wins it, whoever begins",
            Relation::Greater if x == ZERO => "Right wins it, whoever begins",
            _ => who,
        };
        return Ok(format!("{a} {relation} {b}: {who}."));
    }
    if found == Relation::Equal {
        return Ok(format!("Both sides are equal to {a}: in the difference {who}."));
    }
    let (written, gap) = (difference(&a, &b), name(m, gap)?);
    let gap = if gap == written || gap.chars().count() > 24 { String::new() } else { format!(" = {gap}") };
    Ok(format!("{a} {relation} {b}: in the difference {written}{gap} {who}."))
}

fn beyond(m: &mut Machine, x: Game, y: Game, greater: bool) -> Res<String> {
    let text = if greater {
        let (a, b) = (m.store.right_stop(x), m.store.left_stop(y));
        format!("{} is greater than {}", stopped(m, x, "Right", &a)?, stopped(m, y, "Left", &b)?)
    } else {
        let (a, b) = (m.store.left_stop(x), m.store.right_stop(y));
        format!("{} is less than {}", stopped(m, x, "Left", &a)?, stopped(m, y, "Right", &b)?)
    };
    Ok(format!("Even {}.", text.trim_end_matches(',')))
}

/// How a number that is no short game compares with one.
fn stops(m: &mut Machine, number: &Value, game: Game) -> Res<String> {
    let (left, right) = (m.store.left_stop(game), m.store.right_stop(game));
    let above = |stop: &Dyadic| matches!(number, Value::Ratio(q) if **q > stop.to_ratio());
    let shown = shown(m, number)?;
    Ok(if above(&left) {
        format!("{shown} is greater than {}.", stopped(m, game, "Left", &left)?.trim_end_matches(','))
    } else if above(&right) {
        format!("{shown} lies between the stops of {}, {right} and {left}, so the two are confused.", name(m, game)?)
    } else {
        format!("{shown} is less than {}.", stopped(m, game, "Right", &right)?.trim_end_matches(','))
    })
}

/// A stop as it is called; the stops of a number are the number itself.
fn stopped(m: &mut Machine, game: Game, whose: &str, stop: &Dyadic) -> Res<String> {
    let name = name(m, game)?;
    Ok(if m.store.is_number(game) { name } else { format!("the {whose} stop of {name}, {stop},") })
}

fn outcome(m: &mut Machine, game: &Value, class: OutcomeClass, fair: bool) -> Res<String> {
    let written = with_value(m, game)?;
    // `Kayles(7) = *2, which is not 0`, but `*2 is not 0`.
    let equation = written.contains(" = ");
    let why = match class {
        OutcomeClass::N if fair => "is not 0: an N-position, the next player wins",
        OutcomeClass::N => "is confused with 0: the outcome is N, whoever begins wins",
        OutcomeClass::L => "is greater than 0: the outcome is L, Left wins, whoever begins",
        OutcomeClass::R => "is less than 0: the outcome is R, Right wins, whoever begins",
        _ if equation => return Ok(format!("{written}, so it is a P-position: the previous player wins.")),
        _ => return Ok(format!("{written} is a P-position: the previous player wins.")),
    };
    Ok(format!("{written}{} {why}.", if equation { ", which" } else { "" }))
}

fn endless(class: OutcomeClass, fair: bool) -> &'static str {
    match class {
        OutcomeClass::P => "is a P-position: the previous player wins",
        OutcomeClass::N if fair => "is an N-position: the next player wins",
        OutcomeClass::N => "is won by whoever begins",
        OutcomeClass::L => "is won by Left, whoever begins",
        OutcomeClass::R => "is won by Right, whoever begins",
        OutcomeClass::D => "is a draw: play goes on for ever",
        OutcomeClass::LD => "is won by Left if Left begins, and a draw if Right begins",
        OutcomeClass::DL => "is a draw if Left begins, and won by Left if Right begins",
        OutcomeClass::DR => "is a draw if Left begins, and won by Right if Right begins",
        OutcomeClass::RD => "is won by Right if Left begins, and a draw if Right begins",
    }
}
