//! Reasons: what failed checks, `why` and `explain` say, word for word; and that what they say is true.

use crate::submit;
use proptest::prelude::*;
use sprague::games::{Dyadic, Game, Side, Store, ZERO};
use sprague::limits::Handle;
use sprague::session::{Output, Session, Settings, Verdict};
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

const RULES: &str = "\
game Wythoff(m, n)
  moves Wythoff(m-k, n)    for k in 1..m
  moves Wythoff(m, n-k)    for k in 1..n
  moves Wythoff(m-k, n-k)  for k in 1..min(m, n)
end
game Kay(n)
  moves Kay(a) + Kay(n-1-a) for a in 0..n-1
  moves Kay(a) + Kay(n-2-a) for a in 0..n-2
end
game Cut(m, n)
  left  Cut(a, n) + Cut(m-a, n)  for a in 1..m-1
  right Cut(m, b) + Cut(m, n-b)  for b in 1..n-1
end
game Heap(n)
  moves Heap(k) for k in 0..n-1
end
heap Take = take k in {j^2 for j in 1..}
game Piles(a, b, c)
  value Heap(a) + Heap(b) + Heap(c)
end
";

/// What a text says after the rule sets above: values as text, checks as their true value and reasons.
fn say(text: &str) -> Vec<String> {
    let mut session = Session::new(Settings::default());
    let (outputs, errors) = submit::outputs(&mut session, &format!("{RULES}{text}\n"));
    let said = |output| match output {
        Output::Check(report) => match report.verdict {
            Verdict::True => "holds".to_owned(),
            Verdict::False { value, reason } => {
                let mut lines = vec![value.map_or_else(|| "-".to_owned(), |v| format!("true: {v}"))];
                lines.extend(reason);
                lines.join("\n")
            }
            Verdict::Failed(error) => format!("failed: {}", error.message),
        },
        other => submit::line(other),
    };
    outputs.into_iter().map(said).chain(errors.into_iter().map(|e| e.message)).collect()
}

/// The snapshots: inputs and what is said, separated as in the files of `tests/reasons/`.
///
/// `UPDATE=1 cargo test --test language reasons` writes them anew; read the difference.
fn snapshots(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reasons").join(name);
    let file = std::fs::read_to_string(&path).expect("the snapshots");
    let (mut wrong, mut all) = (Vec::new(), Vec::new());
    let mut count = 0;
    for case in format!("\n\n{}", file.trim_end()).split("\n\n> ") {
        let (input, expected) = case.split_once('\n').unwrap_or((case, ""));
        if input.trim().is_empty() {
            continue;
        }
        let found = say(input).join("\n");
        count += 1;
        if found != expected {
            wrong.push(format!("> {input}\n{found}\n"));
        }
        all.push(format!("> {input}\n{found}"));
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, format!("{}\n", all.join("\n\n"))).expect("the snapshots can be written");
        return;
    }
    assert!(count > 10, "only {count} cases were read");
    assert!(wrong.is_empty(), "these differ:\n\n{}", wrong.join("\n"));
}

#[test]
fn failed_checks() {
    snapshots("checks.txt");
}

#[test]
fn whys() {
    snapshots("why.txt");
}

/// The finite proofs of a course on partizan games: mirroring, answering in the component, dominated and reversible options, the mex
/// rule, the simplicity rule, halves and quarters; binary columns, remoteness, misère play, and a strategy that could be stolen.
#[test]
fn proofs() {
    snapshots("proofs.txt");
}

/// A proof that a sum is 0 has an answer to each first move of either player.
#[test]
fn proofs_answer_every_first_move() {
    for game in [
        "<0 | *> - <0 | *>",
        "<0 | 1> + <0 | 1> - 1",
        "<0 | 1/2> + <0 | 1/2> - <0 | 1>",
        "<0 | 1, 1/2, 1/4> + <0 | 1, 1/2, 1/4> - <0 | 1, 1/2>",
        "<-5 | 2>",
        "<1/4 | 1> - 1/2",
        "<2, 1 | 4> - <2 | 4>",
        "<0, *, *3 | 0, *, *3> - *2",
        "*5 + *3 + *6",
        "Cut(3, 4) - Cut(3, 4)",
        "Wythoff(3, 5) + Wythoff(1, 2)",
    ] {
        let said = say(&format!("why {game} == 0")).join("\n");
        let (mut answered, mut who) = ([0usize; 3], 0);
        for line in said.lines() {
            let line = line.trim();
            for (i, name) in ["If the first player ", "If Left ", "If Right "].iter().enumerate() {
                if line.starts_with(name) {
                    assert!(line.contains(" answers "), "{line}");
                    (who, answered[i]) = (i, answered[i] + 1);
                }
            }
            if let Some(more) = line.strip_prefix("… and ").and_then(|rest| rest.split_once(" more move")) {
                answered[who] += more.0.parse::<usize>().expect("a number");
            }
        }
        let counts = say(&format!(
            "if is_impartial({game}) then (length(moves({game})), 0, 0) else (0, length(moves({game}, Left)), length(moves({game}, Right)))"
        ));
        assert_eq!(counts, [format!("({}, {}, {})", answered[0], answered[1], answered[2])], "{said}");
    }
}

#[test]
fn explanations() {
    snapshots("explain.txt");
}

#[test]
fn drawings_and_tables() {
    snapshots("pictures.txt");
}

#[test]
fn operands_are_evaluated_once() {
    let text = "f(n) = do\n  print(\"f\")\n  n\nend\ncheck f(1) == 2\ncheck 0 < f(1) < f(1)\ncheck grundy(f(0)) == 1\nwhy f(1) == 1";
    let said = say(text);
    let calls = said.iter().filter(|line| *line == "f").count();
    assert_eq!(calls, 5, "{said:?}");
}

#[test]
fn parts_behind_the_decisive_one_are_not_evaluated() {
    assert_eq!(say("check 1 == 2 and 1/0 == 1")[0], "-\n1 == 2 does not hold.\n1 is less than 2 by 1.");
    assert_eq!(say("check 1 == 1 or 1/0 == 1"), ["holds"]);
    assert_eq!(say("check 2 < 1 < 1/0")[0].lines().next(), Some("-"));
}

#[test]
fn a_claim_is_true_or_false() {
    assert_eq!(say("check 3"), ["failed: a check needs a claim that is true or false, found an integer"]);
    assert_eq!(say("why 3"), ["`why` needs a claim that is true or false, found an integer"]);
}

/// The moves that are named in impartial positions lead to P-positions, and there is one for each first move.
#[test]
fn named_moves_lead_to_p_positions() {
    for (m, n) in (0..7).flat_map(|m| (0..7).map(move |n| (m, n))) {
        let said = say(&format!("why outcome(Wythoff({m}, {n}))")).join("\n");
        let mut named = 0;
        for line in said.lines() {
            let told = line.split_once(" answers ").or_else(|| line.split_once(" wins with "));
            let Some((_, told)) = told else { continue };
            let to = told.split_once(" -> ").and_then(|(_, to)| to.split_once(')')).map(|(to, _)| to);
            let to = to.expect("a move has an end");
            assert_eq!(say(&format!("outcome(Wythoff{to}))")), ["P"], "{line}");
            named += 1;
        }
        assert!(named > 0 || (m, n) == (0, 0), "{said}");
    }
}

/// Literals of a few options and little depth.
fn literal() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3i32..4).prop_map(|n| n.to_string()),
        prop_oneof![Just("*"), Just("*2"), Just("^"), Just("v"), Just("1/2"), Just("-3/4"), Just("+-1")]
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(2, 8, 2, |inner| {
        let side = prop::collection::vec(inner, 0..3).prop_map(|all| all.join(", "));
        (side.clone(), side).prop_map(|(l, r)| format!("<{l} | {r}>"))
    })
}

/// A value of the session's notation in a store of its own.
struct Reader {
    session: Session,
}

impl Reader {
    /// Runs an expression and gives what it says.
    fn eval(&mut self, text: &str) -> String {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let sink = Rc::clone(&heard);
        let outcome = self.session.run(
            "test",
            text,
            Mode::Script,
            Rc::new(move |output, _| {
                if let Output::Value(shown) = output {
                    sink.borrow_mut().push(shown.text);
                }
            }),
        );
        assert!(outcome.errors.is_empty(), "{text}: {:?}", outcome.errors);
        heard.take().join("\n")
    }
}

/// `begins and wins with A -> B, which leaves C.` and `If X moves A -> B, Y answers C -> D and leaves E.`
fn told_moves(line: &str) -> Option<(&str, &str)> {
    if let Some((who, rest)) = line.trim().split_once(" begins and wins with ") {
        let (_, left) = rest.rsplit_once(", which leaves ")?;
        return Some((who, left.strip_suffix('.')?));
    }
    let (before, answer) = line.trim().strip_prefix("If ")?.rsplit_once(" answers ")?;
    let who = before.rsplit(", ").next()?;
    let (_, left) = answer.rsplit_once(" and leaves ")?;
    Some((who, left.strip_suffix('.')?))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Whatever a winning move or an answer is said to leave is won by the player who has just moved.
    #[test]
    fn named_moves_win(a in literal(), b in literal()) {
        let mut reader = Reader { session: Session::new(Settings::default()) };
        let said = reader.eval(&format!("why {a} >= {b}"));
        let mut named = 0;
        for line in said.lines().skip(1) {
            let Some((who, left)) = told_moves(line) else { continue };
            named += 1;
            let claim = match who {
                "Left" => format!("({left}) >= 0"),
                "Right" => format!("({left}) <= 0"),
                _ => { prop_assert_eq!(left, "a P-position"); continue }
            };
            if left.ends_with('…') { continue }
            prop_assert_eq!(reader.eval(&claim), "true", "{}: {}", said, line);
        }
        let trivial = reader.eval(&format!("is_number({a}) and is_number({b})")) == "true";
        prop_assert!(named > 0 || trivial || said.contains("no move"), "{said}");
        // The headline tells the truth.
        let truth = reader.eval(&format!("{a} >= {b}")) == "true";
        prop_assert_eq!(said.lines().next().is_some_and(|l| l.ends_with(" holds.")), truth);
    }

    /// The last step of an explanation names the value.
    #[test]
    fn explanations_end_with_the_value(g in literal()) {
        let mut reader = Reader { session: Session::new(Settings::default()) };
        let said = reader.eval(&format!("explain({g})"));
        let value = reader.eval(&format!("canonical({g})"));
        let last = format!(": {value}.");
        let named = format!("the value is {value}.");
        let told = said.lines().any(|line| line == value || line.ends_with(&last) || line.ends_with(&named));
        let canonical = said.lines().last().is_some_and(|line| line.ends_with("this is the canonical form."));
        prop_assert!(told || canonical || value.chars().count() > 70, "{said}\n{value}");
    }

    /// Replies that the engine finds win, and each move of the loser has one.
    #[test]
    fn replies_win(choices in prop::collection::vec((0usize..4, 0usize..6, 0usize..6), 1..6)) {
        let (store, handle) = (Store::new(), Handle::default());
        let mut games: Vec<Game> = vec![ZERO, store.nimber(1), store.nimber(2), store.number(Dyadic::from(1))];
        for (_, i, j) in choices {
            let (l, r) = (games[i % games.len()], games[j % games.len()]);
            games.push(store.canonical(&[l], &[r], &handle).unwrap());
        }
        let sum = &games[games.len().saturating_sub(3)..];
        let total = store.sum(sum, &handle).unwrap();
        for side in [Side::Left, Side::Right] {
            let reply = store.winning_reply(sum, side, &handle).unwrap();
            prop_assert_eq!(reply.is_some(), store.wins_first(sum, side, &handle).unwrap());
            if let Some(reply) = reply {
                let rest = store.sub(total, reply.from, &handle).unwrap();
                let after = store.add(rest, reply.to, &handle).unwrap();
                let wins = if side == Side::Left { store.le(ZERO, after, &handle) } else { store.le(after, ZERO, &handle) };
                prop_assert!(wins.unwrap());
            }
        }
    }
}
