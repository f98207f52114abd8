//! Words and signs: how printed notation is read, what is a name and what a game, what has a page of help.

use sprague::report::text as show;
use sprague::session::{Output, Session, Settings};
use sprague::stdlib;
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::rc::Rc;

/// What a session says to a text: outputs, then the first lines of errors and warnings.
fn says(session: &mut Session, text: &str) -> String {
    told(session, text, Mode::Session)
}

fn told(session: &mut Session, text: &str, mode: Mode) -> String {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hears = Rc::clone(&heard);
    let sink = move |output: Output, sources: &sprague::source::Sources| {
        hears.borrow_mut().push(match output {
            Output::Printed(text) => text,
            Output::Value(shown) => show::value(&shown),
            Output::Check(report) => show::check(&report, sources, false),
        });
    };
    let outcome = session.run("text", text, mode, Rc::new(sink));
    let mut lines = heard.take();
    for said in outcome.errors.iter().chain(&outcome.warnings) {
        lines.push(format!("{}: {}", said.mistake.code(), said.message));
    }
    lines.join("\n")
}

fn said(text: &str) -> String {
    says(&mut Session::new(Settings::default()), text)
}

#[test]
fn printed_notation_is_read_for_what_it_means() {
    for (printed, typed) in [
        ("<1 ∣ 2>", "<1 | 2>"),
        ("{0 ｜ 1}", "{0 | 1}"),
        ("⟨0, ★ | 1/2⟩", "<0, * | 1/2>"),
        ("〈2 ‖ 1 ∣ 0〉", "<2 || 1 | 0>"),
        ("<3 ∥ 2 ∣ 1>", "<3 || 2 | 1>"),
        ("<4 ‖| 3 ‖ 2 | 1>", "<4 ||| 3 || 2 | 1>"),
        ("★2 + ⋆3", "*2 + *3"),
        ("↑★ + ⇓", "^* + vv"),
        ("^★2", "^*2"),
        ("½ + ¼ + ⅛", "7/8"),
        ("2½ - ¾", "7/4"),
        ("-½", "-1/2"),
        ("½^2", "1/4"),
        ("3⅝ == 29/8", "true"),
        ("<½ | 1>", "<1/2 | 1>"),
        ("* ‖ 0", "* || 0"),
        ("^ ∥ 0", "^ || 0"),
        ("(n ↦ n + 1)(2)", "3"),
        ("poset {½ < 1}", "poset {1/2 < 1}"),
    ] {
        let expected = said(typed);
        assert!(!expected.starts_with('E'), "{typed}: {expected}");
        assert_eq!(said(printed), expected, "{printed}");
    }
}

#[test]
fn a_bound_v_is_a_variable_and_any_other_the_game() {
    for (text, expected) in [
        ("v", "v"),
        ("v + ^", "0"),
        ("<v | vv>", "vv*"),
        ("for v in [1, 2] do print(v + 1) end", "2\n3"),
        ("[v for v in 1..3] + [v]", "[1, 2, 3, v]"),
        ("f(v) = v * 2; (f(3), v)", "(6, v)"),
        ("f(v, vv = 2) = v + vv; (f(1), f(vv = 5, v = 1))", "(3, 6)"),
        ("g(x) = do\n  v = x + 1\n  v*v\nend\n1", "E0108: the `*` touching `v` is a star"),
        ("g(x) = do\n  v = x + 1\n  v * v\nend\n(g(2), v)", "(9, v)"),
        ("v = 3\nv + 1", "4"),
        ("v1 = 5\nv2 = 6\nv1 * v2", "30"),
        ("map([1, 2], v -> v^2)", "[1, 4]"),
        ("v -> v", "v -> v"),
        ("(v, w) = (1, 2)\nv - w", "-1"),
        ("v*", "v*"),
        ("v*2", "v*2"),
        ("f(v) = v*2", "E0108: `v*2` is a game, and `v` is a variable here"),
        ("v = 3\nv*", "E0108: `v*` is a game, and `v` is a variable here"),
        ("v = 3\n↓*2 + ↓", "vv*2"),
        ("game Walk(v)\n  moves Walk(v - 1) if v > 0\nend\nWalk(3)", "Walk(3) = *"),
        ("heap H = take v in 1..3 if v != 2\nnim_values(H, 4)", "[0, 1, 0, 1, 0]"),
        ("for v in vertices(graph {u -- v}) do print(v) end", "u\nv"),
        ("v(3)", "E0108: an up cannot be called"),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
    // A binding lasts as long as any other.
    let mut session = Session::new(Settings::default());
    assert_eq!(says(&mut session, "v = 3"), "");
    assert_eq!(says(&mut session, "v + 1"), "4");
    session.reset();
    assert_eq!(says(&mut session, "v + ^"), "0");
}

/// What is written down can be read again, whatever is called `v`.
#[test]
fn definitions_are_saved_beside_a_variable_called_v() {
    let mut session = Session::new(Settings::default());
    says(&mut session, "g = [v, vv*2, \"v\", 1]\nv = 3\nf = x -> x + v");
    let saved = session.saved().script;
    let mut other = Session::new(Settings::default());
    assert_eq!(says(&mut other, &saved), "", "{saved}");
    assert_eq!(says(&mut other, "(g, v, f(1))"), says(&mut session, "(g, v, f(1))"), "{saved}");
}

/// What cannot be saved is told for what it is.
#[test]
fn what_is_not_saved_has_its_reason() {
    let mut session = Session::new(Settings::default());
    says(&mut session, "all = moves(*2)\nfound = period(Kayles)\none = genus(*2)\nfine = [1, *2]");
    let saved = session.saved().script;
    for line in [
        "# all is not saved: read in a script, what it is written as would be an error",
        "# found is not saved: read in a script, what it is written as would be an error",
        "# one is not saved: read in a script, what it is written as would be something else",
        "fine = [1, *2]",
    ] {
        assert!(saved.lines().any(|said| said == line), "{line}: {saved}");
    }
}

#[test]
fn outcomes_lend_their_names() {
    for (text, expected) in [
        ("P = 3; N = 10; P + N", "13"),
        ("P = poset {a < b}; maximal(P)", "[\"b\"]"),
        ("outcome(*) == N", "true"),
        ("N = 10; length(nim_values(Nim, N))", "11"),
        ("N = 10\noutcome(*) == N", "false\nW0204: `N` is a variable here, not the outcome N"),
        ("Left = 3", "E0202: `Left` is a constant and cannot be assigned"),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
}

#[test]
fn functions_go_by_the_name_of_their_variable() {
    let mut session = Session::new(Settings::default());
    assert_eq!(says(&mut session, "f = x -> x + 1"), "");
    assert_eq!(says(&mut session, "f"), "x -> x + 1");
    assert_eq!(says(&mut session, "f(1, 2)"), "E0309: `f` takes 1 argument, 2 given");
    assert_eq!(session.doc("f").map(|doc| doc.signature).as_deref(), Some("f(x)"));
    assert!(session.saved().script.contains("f = x -> x + 1"), "{:?}", session.saved());
}

/// Warnings are told once, and leave everything as it was.
#[test]
fn warnings_change_nothing() {
    let mut session = Session::new(Settings::default());
    assert_eq!(says(&mut session, "2*3"), "6\nW0205: `2*3` is a product");
    assert_eq!(says(&mut session, "4*5"), "20");
    let hides = "W0202: `mex` hides the function `mex` of the library";
    assert_eq!(says(&mut session, "mex = 3"), hides);
    assert_eq!(says(&mut session, "mex = 4; mex"), "4");
    session.reset();
    assert_eq!(says(&mut session, "mex = 5; mex"), format!("5\n{hides}"));
    // What is written with blanks, or among numbers, is a product.
    for text in ["2 * 3", "x = 2*3", "f(n) = 2*3 + n", "print(2*3)", "2*(3)"] {
        assert!(!says(&mut Session::new(Settings::default()), text).contains('W'), "{text}");
    }
}

#[test]
fn the_library_is_meant_as_it_is_written() {
    for (file, text) in stdlib::FILES {
        let mut session = Session::new(Settings::default());
        assert_eq!(told(&mut session, text, Mode::Script), "", "{file}");
    }
}

// ---- pages of help

fn has_page(session: &mut Session, text: &str) -> bool {
    session.about(text).iter().any(|doc| doc.subject == "Syntax")
}

/// The terminals of the grammar that are no words and signs themselves, and what a person would type to ask about them.
const TERMINALS: [(&str, &str); 31] = [
    ("name", ""),
    ("integer", "7"),
    ("star", "*"),
    ("star number", "*2"),
    ("star of", "*n"),
    ("up", "^3*2"),
    ("hole", ""),
    ("string", "\"text\""),
    ("string text", "\"text\""),
    ("string end", "\""),
    ("interpolation", "{"),
    ("interpolation end", "}"),
    ("newline", ""),
    ("compare <", "<"),
    ("compare >", ">"),
    ("endless ..", ".."),
    ("prefix +-", "+-1"),
    ("times", "*"),
    ("return alone", "return"),
    ("left open", "answer"),
    ("expected", "nim_value"),
    ("flag", "optional"),
    ("code text", "octal"),
    ("take each", "take"),
    ("or clause", "or"),
    ("block", "game"),
    ("clause", "moves"),
    ("clause of condition", "require"),
    ("clause of several", "board"),
    ("clause alone", "misere"),
    ("by student", "vary"),
];

#[test]
fn everything_that_is_read_has_its_page() {
    let mut session = Session::new(Settings::default());
    let mut missing = Vec::new();
    let grammar = include_str!("../../grammar/sprague.lalrpop");
    let (_, tokens) = grammar.split_once("enum Tok {").expect("the grammar lists its tokens");
    let mut count = 0;
    for line in tokens.lines().filter_map(|line| line.trim().strip_prefix('"')) {
        let Some((terminal, _)) = line.split_once("\" =>") else { continue };
        let asked = TERMINALS.iter().find(|known| known.0 == terminal).map_or(terminal, |known| known.1);
        let asked = if terminal == "label of edge" { ":" } else { asked };
        count += 1;
        if !asked.is_empty() && !has_page(&mut session, asked) {
            missing.push(asked.to_owned());
        }
    }
    assert!(count > 80, "{count} tokens");
    for row in include_str!("../../src/syntax/words.rs").split("word: \"").skip(1) {
        let word = row.split('"').next().unwrap_or("");
        if !word.is_empty() && !has_page(&mut session, word) {
            missing.push(word.to_owned());
        }
    }
    for line in include_str!("../../src/syntax/raw.rs").lines() {
        let Some(sign) = line.trim().strip_prefix("#[token(\"").and_then(|rest| rest.strip_suffix("\")]")) else {
            continue;
        };
        let sign = sign.replace("\\\"", "\"");
        if sign != "\\n" && !has_page(&mut session, &sign) {
            missing.push(sign);
        }
    }
    assert!(missing.is_empty(), "no page for {missing:?}");
}

#[test]
fn pages_are_found_by_literals_and_beside_functions() {
    let mut session = Session::new(Settings::default());
    let mut first = |text: &str| session.about(text).first().map(|doc| (doc.subject.clone(), doc.name.clone()));
    for (text, name) in [
        ("*2", "*"),
        ("*(n + 1)", "*"),
        ("^^", "^"),
        ("⇑", "^"),
        ("v3", "v"),
        ("12", "1/2"),
        ("1/2", "1/2"),
        ("½", "1/2"),
        ("\"text\"", "\""),
        ("<0 | 1>", "<"),
        ("<|", "<|"),
        ("{0 | 1}", "{"),
        ("then", "if"),
        ("leave", "heap"),
    ] {
        assert_eq!(first(text), Some(("Syntax".into(), name.into())), "{text}");
    }
    let mut subjects = |text: &str| session.about(text).into_iter().map(|doc| doc.subject).collect::<Vec<_>>();
    assert_eq!(subjects("poset"), ["Posets", "Syntax"]);
    assert_eq!(subjects("mex"), ["Impartial games"]);
    assert!(subjects("nothing_like_this").is_empty());
}

/// What completion offers can be asked for; the kinds of parameters, too.
#[test]
fn every_name_is_documented() {
    let mut session = Session::new(Settings::default());
    let names: Vec<String> = session.names().into_iter().map(|info| info.name).collect();
    assert!(names.len() > 400 && names.iter().any(|name| name == "Dicot"));
    let kinds = sprague::value::node::Kind::ALL.iter().map(|(name, _)| (*name).to_owned());
    let missing: Vec<String> = names.into_iter().chain(kinds).filter(|name| session.about(name).is_empty()).collect();
    assert!(missing.is_empty(), "nothing is known of {missing:?}");
    assert_eq!(session.about("P").len(), 1);
    assert!(session.about("P")[0].text.contains("previous player"));
    // A name of the user's own is not told to be the library's.
    says(&mut session, "P = 3");
    let own = session.names().into_iter().find(|info| info.name == "P").expect("it is a name");
    assert_eq!(own.signature, None);
}

/// At the prompt `_` has a value, which an assignment changes; as a part that is not needed it has none.
#[test]
fn the_last_value_is_not_lost() {
    let mut session = Session::new(Settings::default());
    assert_eq!(says(&mut session, "1 + 1"), "2");
    assert_eq!(says(&mut session, "_ = 10"), "");
    assert_eq!(says(&mut session, "_ + 1"), "11");
    assert_eq!(says(&mut session, "_ + 1"), "12");
    assert_eq!(says(&mut session, "(a, _) = (5, 6)"), "");
    assert_eq!(says(&mut session, "[_ + k for k in 1..2]"), "[13, 14]");
    for text in ["[_ for _ in 1..3]", "map([1, 2], _ -> _)", "for _ in 1..2 do print(_) end", "f(_) = _ + 1"] {
        assert_eq!(says(&mut session, text), "E0201: `_` has no value here", "{text}");
    }
    assert_eq!(says(&mut session, "g(x, _) = x; g(7, 8)"), "7");
    assert_eq!(told(&mut Session::new(Settings::default()), "_ = 3\n_", Mode::Script), "E0201: `_` has no value here");
}
