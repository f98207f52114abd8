//! Sentences of reasons, read back: the programs that try what they say.

use crate::truth::Referee;
use std::cell::RefCell;

/// What is known of the answer that a sentence is about.
pub struct Case<'a> {
    /// As it is written.
    pub given: &'a str,
    /// The right one.
    pub right: &'a str,
    /// The name of the rule set or function that the key compares.
    pub rules: Option<String>,
    /// The game of the sentence before.
    pub game: RefCell<String>,
}

/// The parts of a sentence between fixed words.
fn parts<'t>(text: &'t str, words: &[&str]) -> Option<Vec<&'t str>> {
    let mut rest = text.strip_prefix(words[0])?;
    let mut found = Vec::new();
    for (i, word) in words[1..].iter().enumerate() {
        let last = i + 2 == words.len();
        let at = if last && word.is_empty() {
            rest.len()
        } else if last {
            rest.len().checked_sub(word.len()).filter(|&at| rest.is_char_boundary(at) && rest[at..] == **word)?
        } else {
            rest.find(word)?
        };
        found.push(&rest[..at]);
        rest = &rest[at + word.len()..];
    }
    Some(found)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('{', "\\{"))
}

/// A move of `game` as it is written, after which `then` holds of `m.to`.
fn moved(game: &str, made: &str, then: &str) -> String {
    format!("any(\"{{m}}\" == {} and ({then}) for m in moves({game}))", quoted(made))
}

/// A move made by one of two players: `A -> B` in a game, or as positions write it.
fn partizan(who: &str, game: &str, made: &str) -> Option<String> {
    let (_, to) = made.split_once(" -> ")?;
    let (side, sign) = if who == "Left" { ("left", ">=") } else { ("right", "<=") };
    Some(format!("any(g == ({to}) and g {sign} 0 for g in {side}({game}))"))
}

const ONE: &str = "one ";

fn number(text: &str) -> Option<u64> {
    match text {
        "no" => Some(0),
        "One" | "one" => Some(1),
        digits => digits.parse().ok(),
    }
}

/// Sentences that claim nothing that could be tried.
const PLAIN: [&str; 22] = [
    // What strategies come to is tried in `rules.rs`; what an answer is made of is no claim.
    "Played against every reply, ",
    "From ",
    "This question asks for ",
    "This question forbids ",
    "Your function fails: ",
    "This is the game that the question itself shows.",
    "The key could not judge this answer. ",
    "That move wins, but another one",
    "That move loses, as they all do",
    "In misère play whoever cannot move wins.",
    "This answer is not right.",
    "Your answer has another shape than the table that the question asks for.",
    "The question asks for ",
    "Write the form out: ",
    "The options are all numbers: use the simplicity rule.",
    "The nim-value of a sum is the nim-sum of its components' nim-values.",
    "The number of moves there is right; where do they lead?",
    "A nim-sum is never negative.",
    "The mex is a whole number",
    "This should hold: ",
    "This could not be checked: ",
    "… and ",
];

/// The programs that try a sentence; nothing if it claims nothing; an error if nobody can read it.
pub fn claims(referee: &mut Referee, case: &Case<'_>, sentence: &str) -> Result<Vec<String>, String> {
    let (given, right) = (case.given, case.right);
    // A game too long to be named in a sentence.
    let named = sentence.replace("the game", &format!("({right})"));
    let sentence = if sentence.starts_with("If the game were ") { &*named } else { sentence };
    // All questions of such a key are about misère play.
    let misere = referee.key.starts_with("# Misère play");
    let under = if misere { ", misere = true" } else { "" };
    if PLAIN.iter().any(|plain| sentence.starts_with(plain)) || referee.key.contains(&quoted(sentence)) {
        return Ok(Vec::new());
    }
    if sentence.contains('…') {
        // Something was left out: what is there cannot be read back.
        return Ok(Vec::new());
    }
    // ---- what the answer has in common with the right one
    let alike = [
        ("The value is right, but", format!("({given}) == ({right})")),
        ("This is the negative of the right value", format!("({given}) == -({right})")),
        ("Only the sign is wrong.", format!("({given}) == -({right})")),
        ("Off by a star", format!("({given}) == ({right}) + *")),
        (
            "Off by an infinitesimal",
            format!("-1/2^20 < ({given}) - ({right}) and ({given}) - ({right}) < 1/2^20 and ({given}) != ({right})"),
        ),
        ("The mean is right", format!("mean({given}) == mean({right}) and ({given}) != ({right})")),
        ("So much is right: Left wins", format!("({given}) > 0 and ({right}) > 0")),
        ("So much is right: Right wins", format!("({given}) < 0 and ({right}) < 0")),
        ("So much is right: whoever begins", format!("({given}) || 0 and ({right}) || 0")),
        ("The outcome is right", format!("outcome({given}) == outcome({right})")),
    ];
    if let Some((_, claim)) = alike.iter().find(|(words, _)| sentence.starts_with(words)) {
        return Ok(vec![claim.clone()]);
    }
    // ---- numbers and the simplicity rule
    if let Some([told, x, whose]) =
        parts(sentence, &["The value of ", ", but ", " does not respect ", "'s option."]).as_deref()
    {
        let place = [" lies between ", " is greater than ", " is less than "].iter().find_map(|w| told.split_once(w));
        let (text, ends) = place.ok_or("no place")?;
        let end = match ends.split_once(" and ") {
            Some((low, high)) => {
                if *whose == "Left" {
                    low
                } else {
                    high
                }
            }
            None => ends,
        };
        let (wrong, fine) = if *whose == "Left" { ("<=", ">") } else { (">=", "<") };
        return Ok(vec![format!("({x}) {wrong} ({end}) and ({text}) {fine} ({end})")]);
    }
    if let Some([x, a, b, c, d]) = parts(
        sentence,
        &[
            "",
            " is the average of ",
            " and ",
            ". The value is the simplest number that lies between ",
            " and ",
            ", and there is a simpler one.",
        ],
    )
    .as_deref()
    {
        assert_eq!((a, b), (c, d));
        return Ok(vec![format!(
            "2 * ({x}) == ({a}) + ({b}) and ({a}) < ({right}) and ({right}) < ({b}) and ({x}) != ({right})"
        )]);
    }
    if let Some([x, rest, look]) =
        parts(sentence, &["", " ", ", but it is not the simplest such number: ", "."]).as_deref()
    {
        let more = match *look {
            "look for an integer, or a smaller denominator" => format!("birthday({x}) < omega and ({x}) % 1 != 0"),
            "look for an integer nearer to 0" => format!("({x}) % 1 == 0 and abs({right}) < abs({x})"),
            // What is born on the day omega is no short game.
            "the denominator of a game's value is a power of two" => format!("birthday({x}) == omega"),
            other => return Err(format!("look where? {other}")),
        };
        let claim = if let Some([a, b]) = parts(rest, &["lies between ", " and ", ""]).as_deref() {
            format!("({a}) < ({x}) and ({x}) < ({b}) and ({a}) < ({right}) and ({right}) < ({b})")
        } else if let Some(a) = rest.strip_prefix("is greater than ") {
            format!("({x}) > ({a}) and ({right}) > ({a})")
        } else {
            let b = rest.strip_prefix("is less than ").ok_or("no bound")?;
            format!("({x}) < ({b}) and ({right}) < ({b})")
        };
        return Ok(vec![format!("{claim} and ({x}) != ({right})"), more]);
    }
    if let Some([x, size]) = parts(sentence, &["", " is too ", "."]).as_deref()
        && ["small", "great"].contains(size)
    {
        let x = x.rsplit(": ").next().unwrap_or(x);
        return Ok(vec![format!("({x}) {} ({right})", if *size == "small" { "<" } else { ">" })]);
    }
    // ---- differences
    if let Some([test, won]) = parts(sentence, &["If ", ". But ", ""]).as_deref()
        && test.contains("whoever begins would lose")
    {
        let (who, won) = won.split_once(" begins and wins ").ok_or("nobody wins")?;
        let mut all = Vec::new();
        let mut won = won.trim_end_matches('.');
        if let Some(short) = won.strip_suffix(", and so does Right if he begins") {
            won = short;
            all.push(format!("({right}) || ({given})"));
        }
        all.push(format!("not (({right}) - ({given}) {} 0)", if who == "Left" { "<=" } else { ">=" }));
        if let Some(made) = won.strip_prefix("with ") {
            let (side, sign) = if who == "Left" { ("left", ">=") } else { ("right", "<=") };
            let game = parts(test, &["", " were equal to ", ""]).map_or(right, |parts| parts[0]);
            if let Some(made) = made.strip_suffix(", a move in the negative of your answer") {
                let to = made.split_once(" -> ").ok_or("no move")?.1;
                all.push(format!("any(g == ({to}) and g + ({game}) {sign} 0 for g in {side}(-({given})))"));
            } else if let Some((_, to)) = made.split_once(" -> ") {
                all.push(format!("any(g == ({to}) and g - ({given}) {sign} 0 for g in {side}({game}))"));
            } else if let Some(to) = made.strip_prefix("the move to ") {
                // The key's own game is too long for the sentence.
                all.push(format!("({to}) - ({given}) {sign} 0"));
            } else {
                return Err("no move".into());
            }
        }
        return Ok(all);
    }
    // ---- forms
    if let Some([side, option, by]) = parts(sentence, &["", "'s option ", " is dominated by ", "."]).as_deref() {
        let (options, sign) = if *side == "Left" { ("left", "<=") } else { ("right", ">=") };
        return Ok(vec![format!(
            "({option}) {sign} ({by}) and ({option}) in {options}({given}) and ({by}) in {options}({given}) and length({options}({given})) > 1"
        )]);
    }
    if let Some([side, option, through]) =
        parts(sentence, &["", "'s option ", " is reversible through ", "."]).as_deref()
    {
        let (options, replies, sign) = if *side == "Left" { ("left", "right", "<=") } else { ("right", "left", ">=") };
        return Ok(vec![format!(
            "({option}) in {options}({given}) and ({through}) in {replies}({option}) and ({through}) {sign} ({given})"
        )]);
    }
    if let Some([_, option]) = parts(sentence, &["", "'s option ", " can be simplified itself."]).as_deref() {
        return Ok(vec![format!("not identical({option}, canonical({option}))")]);
    }
    if sentence == "An option stands in it twice." {
        return Ok(vec![format!("not identical({given}, canonical({given}))")]);
    }
    if let Some([who, n, k]) =
        parts(sentence, &["", " has ", " in yours, ", " in the form that was asked for."]).as_deref()
    {
        let count = |text: &str| number(text.split(' ').next().unwrap_or_default()).ok_or("no number");
        let side = who.to_lowercase();
        return Ok(vec![format!("length({side}({given})) == {} and {} != {}", count(n)?, count(n)?, count(k)?)]);
    }
    // ---- outcomes
    if sentence.starts_with("The game always ends") {
        return Ok(vec![format!("({right}) in [N, P, L, R]")]);
    }
    if let Some((_, rest)) = sentence.split_once(" means that ") {
        return match rest.split_once(". But ") {
            Some((_, rest)) => claims(referee, case, &format!("But {rest}")),
            None => Ok(Vec::new()),
        };
    }
    if let Some([game, made]) = parts(sentence, &["But from ", " the first player wins with ", "."]).as_deref() {
        return Ok(vec![moved(game, made, "outcome(m.to) == P")]);
    }
    if let Some([game]) =
        parts(sentence, &["But no move from ", " leads to a position in which whoever begins loses."]).as_deref()
    {
        return Ok(vec![format!("not any(outcome(g) == P for g in options({game}))")]);
    }
    if let Some([game]) = parts(sentence, &["But after each move from ", " the opponent wins."]).as_deref() {
        return Ok(vec![format!("all(outcome(g) == N for g in options({game})) and length(options({game})) > 0")]);
    }
    if let Some([_]) = parts(sentence, &["But after ", " the opponent cannot win either."]).as_deref() {
        return Ok(vec![format!("({right}) == D")]);
    }
    if let Some([who, game, made]) = parts(sentence, &["But ", " begins and wins ", " with ", "."]).as_deref() {
        if *game == "the game" {
            return Ok(vec![format!("({right}) in [N, {}]", if *who == "Left" { "L" } else { "R" })]);
        }
        return Ok(match *who {
            "the first player" if misere && game.starts_with('(') => vec![tuple_won(game, made).ok_or("no heap")?],
            "the first player" => {
                vec![format!("any(\"{{m}}\" == {} for m in winning_moves({game}{under}))", quoted(made))]
            }
            who if misere => {
                let made = quoted(&format!("{who}: {made}"));
                vec![format!("any(\"{{m}}\" == {made} for m in winning_moves({game}, {who}{under}))")]
            }
            who => vec![partizan(who, game, made).ok_or("no move")?],
        });
    }
    if let Some([who, _]) = parts(sentence, &["But ", " can begin and win ", "."]).as_deref() {
        return Ok(vec![format!(
            "({right}) in [N, {}]",
            if *who == "Left" {
                "L"
            } else if *who == "Right" {
                "R"
            } else {
                "N"
            }
        )]);
    }
    if let Some([who, other, game]) = parts(sentence, &["But if ", " begins, ", " wins ", "."]).as_deref() {
        assert_ne!(who, other);
        case.game.replace((*game).to_owned());
        let fine = match *who {
            "Left" => "[P, R]",
            "Right" => "[P, L]",
            _ => "[P]",
        };
        return Ok(vec![format!("({right}) in {fine}")]);
    }
    if let Some(rest) = sentence.strip_prefix("If ")
        && let Some((who, rest)) = rest.split_once(" moves ")
        && let Some(made) = rest.strip_suffix(" has no move, and so wins.")
        && let Some((made, other)) = made.rsplit_once(", ")
    {
        let game = case.game.borrow().clone();
        if who == "the first player" {
            return Ok(vec![moved(&game, made, "length(moves(m.to)) == 0")]);
        }
        let made = quoted(&format!("{who}: {made}"));
        let then = format!("length(moves(m.to, {other})) == 0");
        return Ok(vec![format!("any(\"{{m}}\" == {made} and ({then}) for m in moves({game}, {who}))")]);
    }
    if let Some(rest) = sentence.strip_prefix("If ")
        && let Some((who, rest)) = rest.split_once(" moves ")
        && let Some((made, reply)) = rest.split_once(" answers ")
        // The opponent's name stands behind the last comma: moves such as `3 -> 0, 2` hold commas themselves.
        && let Some((made, _)) = made.rsplit_once(", ")
    {
        let reply = reply.trim_end_matches('.');
        let game = case.game.borrow().clone();
        if game == "the game" {
            return Ok(Vec::new());
        }
        if who == "the first player" {
            let then = format!("any(\"{{r}}\" == {} for r in winning_moves(m.to{under}))", quoted(reply));
            return Ok(vec![moved(&game, made, &then)]);
        }
        if misere {
            let other = if who == "Left" { "Right" } else { "Left" };
            let (made, reply) = (quoted(&format!("{who}: {made}")), quoted(&format!("{other}: {reply}")));
            let then = format!("any(\"{{r}}\" == {reply} for r in winning_moves(m.to, {other}{under}))");
            return Ok(vec![format!("any(\"{{m}}\" == {made} and ({then}) for m in moves({game}, {who}))")]);
        }
        let to = |text: &str| text.split_once(" -> ").map(|(_, to)| to.to_owned()).ok_or("no move");
        let (a, b) = (to(made)?, to(reply)?);
        let (own, replies, sign) = if who == "Left" { ("left", "right", "<=") } else { ("right", "left", ">=") };
        return Ok(vec![format!("({a}) in {own}({game}) and ({b}) in {replies}({a}) and ({b}) {sign} 0")]);
    }
    if let Some(rest) = sentence.strip_prefix("And so with ") {
        let more = rest.strip_prefix("each of the other ").and_then(|r| r.strip_suffix(" moves.")).unwrap_or("1");
        let game = case.game.borrow().clone();
        let check = format!("length(moves({game})) == {more} + 2");
        return Ok(if game.contains("Nim") || game.contains("Kayles(") { vec![check] } else { Vec::new() });
    }
    if sentence.contains("no move to begin with") {
        return Ok(vec![format!("({right}) != {}", if misere { "P" } else { "N" })]);
    }
    // ---- lists of moves and options
    if let Some([position, reply]) = parts(sentence, &["After ", " the opponent wins with ", "."]).as_deref() {
        return Ok(vec![format!("any(\"{{m}}\" == {} for m in winning_moves({position}{under}))", quoted(reply))]);
    }
    if let Some([position]) = parts(sentence, &["After ", " the opponent has no move, and so wins."]).as_deref() {
        return Ok(vec![format!("length(moves({position})) == 0")]);
    }
    if let Some([from, to]) = parts(sentence, &["No move leads from ", " to ", "."]).as_deref() {
        return Ok(vec![format!("not (({to}) in options({from}))")]);
    }
    if let Some([what, from]) =
        parts(sentence, &["", " is no position: write where the move leads to, as in ", "."]).as_deref()
    {
        return Ok(vec![format!("({from}) == ({from})"), format!("not ({} in options({from}))", quoted(what))]);
    }
    if let Some([what, from, again]) =
        parts(sentence, &["", " is no move: moves from ", " are written `", " -> …`."]).as_deref()
    {
        return Ok(vec![format!("{from} == {again}"), format!("length({what}) == length({from})")]);
    }
    if let Some([from, made]) = parts(sentence, &["From ", " there is no move ", "."]).as_deref() {
        return Ok(vec![format!("not any(\"{{m}}\" == {} for m in moves({from}))", quoted(made))]);
    }
    if let Some([position]) = parts(sentence, &["", " does not win."]).as_deref() {
        let claim =
            if misere { format!("misere_outcome({position}) != P") } else { format!("not (({position}) == 0)") };
        return Ok(vec![claim]);
    }
    if sentence == "There is a move that wins." {
        return Ok(vec![format!("length({}) > 0", list(right))]);
    }
    let missing = sentence.strip_suffix(" missing.").and_then(|rest| {
        let (n, rest) = rest.split_once(' ')?;
        let what = rest.trim_end_matches(" is").trim_end_matches(" are").trim_end_matches('s');
        ["element", "option", "winning move"].contains(&what).then(|| number(n))?
    });
    if let Some(missing) = missing {
        // A pair in an answer is as good as a list of two.
        let pairs = given.starts_with("{(") && right.starts_with("{[") && !given.contains(char::is_alphabetic);
        let given = if pairs { given.replace('(', "[").replace(')', "]") } else { given.to_owned() };
        let (right, given) = (list(right), list(&given));
        return Ok(vec![format!("length([x for x in set({right}) if not (x in {given})]) == {missing}")]);
    }
    if let Some([_, first]) = parts(sentence, &["Not among ", ": ", "."]).as_deref() {
        let first = first.split(" and ").next().unwrap_or(first);
        return Ok(if first.contains(", ") { Vec::new() } else { vec![format!("not (({first}) in {})", list(right))] });
    }
    if let Some(rest) = sentence.strip_suffix(" not belong there.") {
        let rest = rest.trim_end_matches(" does").trim_end_matches(" do");
        let value = if sentence.contains(" does not ") {
            format!("[{rest}]")
        } else {
            format!("[{}]", rest.replace(" and ", ", "))
        };
        let right = list(right);
        return Ok(vec![format!(
            "all(not (x in {right}) for x in {value}) and all(any(x == y for y in {}) for x in {value})",
            list(given)
        )]);
    }
    if sentence == "An element stands there too often, or not often enough." {
        return Ok(Vec::new());
    }
    if let Some([n, k]) = parts(sentence, &["Your list has ", ", the question asks for ", "."]).as_deref() {
        let n = n.split(' ').next().unwrap_or_default();
        return Ok(vec![format!("length({}) == {n} and length({}) == {k}", list(given), list(right))]);
    }
    if let Some([n, all]) = parts(sentence, &["", " of ", " entries are right."]).as_deref() {
        return Ok(vec![format!("{n} < {all}")]);
    }
    if let Some([value, place]) =
        parts(sentence, &["The first wrong one is ", ", at ", " (counting from 0)."]).as_deref()
    {
        let there = format!("({given}){place}");
        let beyond = referee.value(&format!("({right}){place}")).is_err();
        let mut all = vec![format!("{there} == ({value})")];
        if !beyond {
            all.push(format!("not ({there} == ({right}){place})"));
        }
        return Ok(all);
    }
    if let Some([place]) =
        parts(sentence, &["The first one that is missing stands at ", " (counting from 0)."]).as_deref()
    {
        return match referee.value(&format!("({given}){place}")) {
            Ok(value) => Err(format!("there is {value}")),
            Err(_) => Ok(vec![format!("({right}){place} == ({right}){place}")]),
        };
    }
    // ---- nim
    if let Some([column, ones, parity, x, digit]) =
        parts(sentence, &["In the binary column of ", ", ", ". That is ", "; ", " has a ", "."]).as_deref()
    {
        let bit = |n: &str| format!("(if is_number({n}) then {n} else grundy({n})) // ({column}) % 2");
        let own = if parity.contains("an odd number, so the sum has a 1") { "1" } else { "0" };
        assert_ne!(own, *digit);
        let mut all = vec![format!("{} == {own}", bit(right)), format!("{} == {digit}", bit(x))];
        if let Some((count, numbers)) = ones.split_once(": ") {
            let numbers = numbers.replace(" and ", ", ");
            let count = if count.starts_with(ONE) {
                1
            } else {
                count.split(' ').next().and_then(|n| n.parse().ok()).ok_or("no number")?
            };
            all.push(format!("all(n // ({column}) % 2 == 1 for n in [{numbers}]) and length([{numbers}]) == {count} and {count} % 2 == {own}"));
        } else {
            assert!(ones.starts_with("no number") && own == "0");
        }
        return Ok(all);
    }
    if let Some([n, game, moves]) =
        parts(sentence, &["", " is the nim-value of an option of ", ", so it is not left out: ", "."]).as_deref()
    {
        let such = referee.value(&format!("[\"{{m}}\" for m in moves({game}) if grundy(m.to) == {n}]"))?;
        let named = such.trim_matches(['[', ']']).split("\", \"").any(|text| moves.contains(text.trim_matches('"')));
        return if named { Ok(vec![format!("any(grundy(g) == {n} for g in options({game}))")]) } else { Err(such) };
    }
    if let Some([n, game]) = parts(
        sentence,
        &[
            "",
            " is too great: a smaller number is the nim-value of no option of ",
            ". The mex is the least number left out.",
        ],
    )
    .as_deref()
    {
        return Ok(vec![format!("any(not any(grundy(g) == k for g in options({game})) for k in 0..({n}) - 1)")]);
    }
    if sentence.ends_with(" is among the numbers, so it is not left out.") {
        return Ok(vec![format!("({given}) != ({right})")]);
    }
    if sentence.ends_with(" is left out, but so is a smaller number: the mex is the least one.") {
        return Ok(vec![format!("({given}) > ({right})")]);
    }
    if let Some([n, parity, options]) = parts(
        sentence,
        &[
            "",
            " is an ",
            " remoteness: the next player loses. But the next player wins: some move leads to an ",
            " remoteness.",
        ],
    )
    .or_else(|| {
        parts(
            sentence,
            &[
                "",
                " is an ",
                " remoteness: the next player wins. But the next player loses: every move leads to an ",
                " remoteness.",
            ],
        )
    })
    .as_deref()
    {
        assert_eq!(parity, options);
        let loses = sentence.contains("the next player loses. But");
        assert_eq!(loses, (*parity == "even") != misere, "in normal play even remoteness is lost");
        let even = u8::from(*parity == "odd");
        return Ok(vec![format!("({n}) % 2 == {even} and ({right}) % 2 != {even}")]);
    }
    if let Some(rest) = sentence.strip_prefix("The next player ") {
        let sign =
            if rest.starts_with("wins, but hurries") || rest.contains("cannot delay so long") { ">" } else { "<" };
        return Ok(vec![format!("({given}) {sign} ({right}) and (({given}) - ({right})) % 2 == 0")]);
    }
    // ---- rules and periods
    let rules = case.rules.clone().unwrap_or_default();
    let call =
        |place: &str| if place.starts_with('(') { format!("{rules}{place}") } else { format!("{rules}({place})") };
    if let Some([place, value]) =
        parts(sentence, &["The first difference is at ", ": by yours it is ", ", and that is not right."]).as_deref()
    {
        case.game.replace(call(place));
        return Ok(vec![format!("{} != ({value})", call(place))]);
    }
    if let Some([place]) =
        parts(sentence, &["The values are right, but the moves are not: the first difference is at ", "."]).as_deref()
    {
        case.game.replace(call(place));
        return Ok(Vec::new());
    }
    if sentence.starts_with("At ") && sentence.contains(" yours has no value: ") {
        return Ok(Vec::new());
    }
    if let Some([who, theirs, ours]) =
        parts(sentence, &["", " has ", " there by your rules, ", " by those of the question."]).as_deref()
    {
        let count = |text: &str| number(text.split(' ').next().unwrap_or_default()).ok_or("no number");
        let side = if *who == "Right" { "right" } else { "left" };
        return Ok(vec![format!(
            "length({side}({})) == {} and {} != {}",
            case.game.borrow(),
            count(ours)?,
            count(ours)?,
            count(theirs)?
        )]);
    }
    if let Some([p, a, b, x, y]) =
        parts(sentence, &["With period ", " the values at ", " and ", " would be equal; they are ", " and ", "."])
            .as_deref()
    {
        return Ok(vec![format!(
            "({a}) + ({p}) == ({b}) and {} == ({x}) and {} == ({y}) and ({x}) != ({y})",
            call(a),
            call(b)
        )]);
    }
    if let Some([p]) = parts(sentence, &["", " is a period, but not the shortest one."]).as_deref() {
        return Ok(vec![format!("({p}) % ({right})[0] == 0 and ({p}) > ({right})[0]")]);
    }
    if sentence == "The period holds from an earlier place on." {
        return Ok(vec![format!("({given})[1] > ({right})[1]")]);
    }
    if let Some([n, p]) =
        parts(sentence, &["The question looks at ", " values: that is too few to show a period of ", "."]).as_deref()
    {
        return Ok(vec![format!("({n}) < 2 * ({p}) or kind({given}) == \"tuple\"")]);
    }
    Err("nobody can read this".into())
}

/// A heap of misère Nim by its size: the others with the new one are lost, which their genus says.
fn tuple_won(game: &str, made: &str) -> Option<String> {
    let (from, to) = made.split_once(" -> ")?;
    let sizes: Vec<&str> = game.trim_matches(['(', ')']).split(", ").collect();
    let at = sizes.iter().position(|size| *size == from)?;
    let mut after = sizes.clone();
    after[at] = to;
    let stars: Vec<String> = after.iter().map(|size| format!("*{size}")).collect();
    // The misère nim-value in the genus, which is computed from the options.
    Some(format!("{to} < {from} and genus({})[0] == 0", stars.join(" + ")))
}

/// A value as a list: a single game stands for itself.
fn list(text: &str) -> String {
    if text.starts_with(['[', '(']) && !text.ends_with(|c: char| c.is_ascii_digit()) {
        return text.to_owned();
    }
    let bare: String = text.split('"').step_by(2).collect();
    if text.starts_with('{') && !bare.contains('|') { format!("list({text})") } else { format!("[{text}]") }
}
