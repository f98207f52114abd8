//! Texts that are long, deep or full of errors: read in time and memory in proportion, or refused with a clear error; and
//! the bounds of a program hold while its text is read.

use sprague::allocator::CountingAllocator;
use sprague::diagnostics::{Diagnostic, Phase, render};
use sprague::homework::Bounds;
use sprague::homework::student::{self, Asked, Assignment, Event};
use sprague::limits::{Limits, allocated};
use sprague::session::homework::Rule;
use sprague::session::{Session, Settings};
use sprague::source::{MAX_BYTES, Sources};
use sprague::syntax::{Mode, Pace, parse, read, within};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[path = "support/submit.rs"]
#[allow(dead_code)]
mod submit;
use submit::submit;

fn session(limits: Limits) -> Session {
    Session::new(Settings { limits, ..Settings::default() })
}

fn messages(errors: &[Diagnostic]) -> Vec<&str> {
    errors.iter().map(|e| e.message.as_str()).collect()
}

#[track_caller]
fn says(text: &str, expected: &str) {
    let (output, errors) = submit(&mut session(Limits::default()), text);
    let start: String = text.chars().take(60).collect();
    assert!(errors.is_empty(), "{start}: {:?}", messages(&errors));
    assert_eq!(output, expected, "{start}");
}

#[test]
fn chains_of_one_level_work_at_any_length() {
    const N: usize = 100_000;
    let many = |part: &str| part.repeat(N);
    says(&format!("x = 1{}\nx", many("+1")), "100001");
    says(&format!("y = 1\nx = y{}\nx", many(" + y")), "100001");
    says(&format!("x = 1{}\nx", many("-1")), "-99999");
    says(&format!("x = 1{}\nx", many("*1")), "1");
    says(&format!("f(n) = n{}\nf(3)", many("*1/1")), "3");
    says(&format!("x = true{}\nx", many(" and true")), "true");
    says(&format!("x = false{}\nx", many(" or false")), "false");
    says(&format!("x = 1{}\nx", many(" xor 0")), "1");
    says(&format!("x = 1{}\nx", many("==1")), "true");
    says(&format!("x = [1{}]\nlength(x)", many(",1")), "100001");
    says(&format!("x = \"{}\"\nlength(x)", many("{1}")), "100000");
}

/// The values and the places of errors are those of the same text in parentheses, two operands at a time.
#[test]
fn long_runs_are_read_from_the_left() {
    let mut session = session(Limits::default());
    let mut next = 7u64;
    let mut random = |n: u64| {
        next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (next >> 33) % n
    };
    for round in 0..400 {
        let operators: &[&str] = if round % 2 == 0 { &["+", "-", "+-"] } else { &["*", "/", "//", "%"] };
        let (mut flat, mut nested) = ("1".to_string(), "1".to_string());
        for _ in 0..3 + random(12) {
            let op = operators[random(operators.len() as u64) as usize];
            let operand = ["1", "2", "3/1", "7", "\"a\"", "*2", "9223372036854775807"][random(7) as usize];
            let operand = if operand.len() > 2 || round % 2 == 0 { operand } else { "5" };
            write!(flat, " {op} {operand}").unwrap();
            nested = format!("({nested} {op} {operand})");
        }
        // A fraction in a product is divided in place in both.
        let (one, two) = (submit(&mut session, &flat), submit(&mut session, &nested));
        assert_eq!(one.0, two.0, "{flat}");
        assert_eq!(messages(&one.1), messages(&two.1), "{flat}");
        if let (Some(a), Some(b)) = (one.1.first(), two.1.first()) {
            let cited = |text: &str, e: &Diagnostic| {
                let span = e.labels[0].0;
                text[span.start as usize..span.end as usize].replace(['(', ')'], "")
            };
            assert_eq!(cited(&flat, a), cited(&nested, b), "{flat}");
        }
    }
}

/// What is nested is refused beyond a stated depth, and works below it.
#[test]
fn nesting_is_bounded() {
    let nests: Vec<(&str, Box<dyn Fn(usize) -> String>)> = vec![
        ("parentheses", Box::new(|n| format!("x = {}1{}", "(".repeat(n), ")".repeat(n)))),
        ("lists", Box::new(|n| format!("x = {}1{}", "[".repeat(n), "]".repeat(n)))),
        ("tuples", Box::new(|n| format!("x = {}1{}", "(".repeat(n), ",)".repeat(n)))),
        ("sets", Box::new(|n| format!("x = {}1{}", "{".repeat(n), "}".repeat(n)))),
        ("games", Box::new(|n| format!("x = {}{}", "<".repeat(n), "|>".repeat(n)))),
        ("minus", Box::new(|n| format!("x = {}1", "- ".repeat(n)))),
        ("not", Box::new(|n| format!("x = {}true", "not ".repeat(n)))),
        ("stars", Box::new(|n| format!("x = {}1{}", "*(".repeat(n), ")".repeat(n)))),
        ("switches", Box::new(|n| format!("x = {}1{}", "+-(".repeat(n), ")".repeat(n)))),
        ("powers", Box::new(|n| format!("x = 1{}", "^1".repeat(n)))),
        ("functions", Box::new(|n| format!("x = {}1", "a -> ".repeat(n)))),
        ("named functions", Box::new(|n| format!("{}1{}", "f(a) = do\n".repeat(n), "\nend".repeat(n)))),
        ("conditions", Box::new(|n| format!("x = {}1", "if true then ".repeat(n)))),
        ("else if", Box::new(|n| format!("x = {}1", "if false then 0 else ".repeat(n)))),
        ("blocks", Box::new(|n| format!("{}1{}", "do\n".repeat(n), "\nend".repeat(n)))),
        ("loops", Box::new(|n| format!("{}1{}", "for a in 1..1 do ".repeat(n), " end".repeat(n)))),
        ("texts", Box::new(|n| format!("x = {}1{}", "\"{".repeat(n), "}\"".repeat(n)))),
        ("calls", Box::new(|n| format!("f(g) = f\nx = f{}", "(1)".repeat(n)))),
        ("inner calls", Box::new(|n| format!("x = {}1{}", "abs(".repeat(n), ")".repeat(n)))),
        ("named arguments", Box::new(|n| format!("f(a) = a\nx = {}1{}", "f(a = ".repeat(n), ")".repeat(n)))),
        ("indices", Box::new(|n| format!("a = [1]\nf() = a{}", "[0]".repeat(n)))),
        ("dots", Box::new(|n| format!("x = 1{}", ".abs".repeat(n)))),
        ("ordinal sums", Box::new(|n| format!("x = 1{}", ":1".repeat(n)))),
        ("steps", Box::new(|n| format!("x = [1{}]", " for a in 1..1".repeat(n)))),
        ("steps of a loop", Box::new(|n| format!("for a in 1..1{} do 1 end", " for a in 1..1".repeat(n)))),
        ("steps of a clause", Box::new(|n| format!("game G(n)\n  moves 0{}\nend", " for a in 1..1".repeat(n)))),
    ];
    for (name, text) in nests {
        for n in [501, 3000, 200_000] {
            let text = text(n);
            let before = allocated();
            let (_, errors) = submit(&mut session(Limits { depth: Some(1000), ..Limits::default() }), &text);
            let found = messages(&errors);
            assert!(found.iter().any(|m| m.contains("nested more than 500 deep")), "{name}, {n}: {found:?}");
            assert!(allocated() < before + (64 << 20), "{name}");
        }
        // The next statement is read nevertheless.
        let after = parse(0, &format!("{}\nnext = ) 1", text(3000)), Mode::Script).errors;
        assert!(messages(&after).iter().any(|m| m.contains("`)` without `(`")), "{name}: {:?}", messages(&after));
        let parsed = parse(0, &text(450), Mode::Script);
        assert!(parsed.errors.is_empty(), "{name}: {:?}", messages(&parsed.errors));
    }
}

#[test]
fn code_of_the_greatest_depth_is_copied_and_dropped_with_little_stack() {
    let run = || {
        let mut session = session(Limits { depth: Some(1000), ..Limits::default() });
        for text in [
            format!("f(x) = {}x{}", "abs(1 + 2 * ".repeat(160), ")".repeat(160)),
            format!("f(x) = {}x", "a -> ".repeat(480)),
            format!("if false then {}1{}", "[".repeat(490), "]".repeat(490)),
        ] {
            assert!(submit(&mut session, &text).1.is_empty());
            assert!(submit(&mut session, "f(x) = 1").1.is_empty());
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

/// Ticks are counted, not seconds: twice the text takes twice the work.
#[test]
fn work_grows_like_the_text() {
    let kinds = [
        "x",
        "x=1\n",
        "f(x)=x\n",
        "12 ",
        "x=[",
        "\"a\" ",
        "\"a",
        "\"{",
        "# c\n",
        "## c\n",
        "\n",
        "\r\n",
        " ",
        "(",
        ")",
        "[",
        "}",
        "<",
        "<|",
        "end ",
        "do ",
        "+",
        "* ",
        "-",
        "not ",
        "^",
        "|",
        "| ",
        ".",
        "1+",
        "1*",
        "x = )\n",
        "x = 1 2\n",
        "if a then\nb\nend\n",
        "0.5 ",
        "2n\n",
        "game G(n)\n",
        "game G(n)\n  moves G(n)\nend\n",
        "question q \"t\"\n expect 1\nend\n",
        "answer q = 1\n",
        "answer q = 1 2\n",
        "answer q = ((\n",
        "é ",
        "☃ ",
        "\0",
        "'a ",
        "check 1\n",
        "heap H = octal 0.7\n",
        "lattice L(x)\n",
        "poset {",
        "{1|",
        "x =< ",
        "return 1\n",
        "for x in xs do\n",
    ];
    for kind in kinds {
        let work = |n: usize| {
            let pace = Pace::unbounded();
            within(0, &kind.repeat(n), Mode::Script, &pace);
            let many = Pace::unbounded();
            read(0, &kind.repeat(n / 8), &many);
            (pace.ticks() + many.ticks()) as f64
        };
        let (one, two) = (work(4_000), work(8_000));
        assert!(two <= 2.3 * one + 3000.0, "{kind:?}: {one} and {two}");
        // A statement that is wrong is read a few times.
        assert!(two <= 8_000.0 * kind.len() as f64 * 30.0, "{kind:?}: {two}");
    }
}

#[test]
fn bounds_hold_while_a_text_is_read() {
    let text = "x=1\n".repeat(MAX_BYTES / 4);
    let time = Duration::from_millis(300);
    let (_, errors) = submit(&mut session(Limits { time: Some(time), ..Limits::default() }), &text);
    assert_eq!((messages(&errors), errors[0].phase()), (vec!["stopped after 0.3 s"], Phase::Limit));
    assert!(errors[0].notes.iter().any(|note| note.contains("while the text was read")), "{errors:?}");

    let memory = 200 << 20;
    let (_, errors) = submit(&mut session(Limits { memory: Some(memory), ..Limits::default() }), &text);
    assert_eq!(errors[0].phase(), Phase::Limit);
    assert!(errors[0].message.contains("200 MiB"), "{errors:?}");

    // Names are resolved under the same bounds.
    let names: String = (0..400_000).map(|i| format!("n{i} = m{i}\n")).collect();
    let (_, errors) = submit(&mut session(Limits { memory: Some(memory), ..Limits::default() }), &names);
    assert_eq!(errors[0].phase(), Phase::Limit);

    let mut session = session(Limits::default());
    let (flag, done) = (session.handle().interruption_flag(), std::sync::Arc::new(AtomicBool::new(false)));
    let ended = std::sync::Arc::clone(&done);
    let person = std::thread::spawn(move || {
        while !ended.load(Ordering::Relaxed) {
            flag.store(true, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let (_, errors) = submit(&mut session, &text);
    done.store(true, Ordering::Relaxed);
    person.join().unwrap();
    assert_eq!(messages(&errors), ["interrupted"]);
}

#[test]
fn reading_counts_no_steps() {
    let steps = |text: &str| {
        let mut session = session(Limits { steps: Some(1000), ..Limits::default() });
        let (output, errors) = submit(&mut session, text);
        assert!(errors.is_empty() && output == "1", "{errors:?}");
        session.handle().steps()
    };
    assert_eq!(steps("1"), steps(&format!("1{}", " # a comment\n".repeat(100_000))));
    assert_eq!(steps("1"), steps(&format!("{}1", "f(x) = x\n".repeat(20_000))));
}

#[test]
fn a_source_has_a_greatest_size() {
    let (_, errors) = submit(&mut session(Limits::default()), &" ".repeat(MAX_BYTES + 1));
    assert_eq!(messages(&errors), ["a text of more than 16 MiB cannot be read"]);
    let (_, errors) = submit(&mut session(Limits::default()), &" ".repeat(MAX_BYTES));
    assert!(errors.is_empty());
}

#[test]
fn many_unknown_names_are_counted() {
    let text: String = (0..20_000).map(|i| format!("print(lenght{i})\n")).collect();
    let (_, errors) = submit(&mut session(Limits::default()), &text);
    assert_eq!((errors.len(), &*errors[100].message), (101, "… and 19900 more errors"));
    assert_eq!(errors[0].message, "unknown name `lenght0`");
    let (_, errors) = submit(&mut session(Limits::default()), &"lenght([1])\n".repeat(101));
    assert_eq!(errors[100].message, "… and 1 more error");
    assert!(errors[..100].iter().all(|e| e.labels[0].1 == "did you mean `length` (or `height`)?"));
}

#[test]
fn long_names_are_cut_in_messages() {
    let name = "a".repeat(300_000);
    for text in [name.clone(), format!("x = 1 {name}"), format!("{name}(1)"), format!("*{name}(1)"), format!("1{name}")]
    {
        let mut session = session(Limits::default());
        let (_, errors) = submit(&mut session, &text);
        assert!(!errors.is_empty());
        assert!(render(&errors, session.sources(), false).len() < 4000);
    }
}

/// Only what is drawn is looked at; line numbers are those of the whole text.
#[test]
fn drawings_of_long_texts() {
    let mut sources = Sources::default();
    let (few, many) = ("# a line\r\n".repeat(50_000), "# a line\n".repeat(300_000));
    let text = format!("{few}x = 1 2\n{many}y = 1 2\n{many}");
    sources.add("long.cgt", &text);
    let errors = parse(0, &text, Mode::Script).errors;
    let drawn = render(&errors, &sources, false);
    assert!(drawn.contains("long.cgt:50001:7") && drawn.contains("50001 │ x = 1 2"), "{drawn}");
    assert!(drawn.contains("long.cgt:350002:7") && drawn.contains("    y = 1 2\n"), "{drawn}");
    let one_line = format!("x = [{}1 2]", "1,".repeat(2_000_000));
    let source = sources.add("wide.cgt", &one_line);
    let drawn = render(&parse(source, &one_line, Mode::Script).errors, &sources, false);
    assert!(drawn.contains("wide.cgt:1:4000008") && drawn.len() < 2000, "{drawn}");
}

fn answers(text: &str) -> Vec<(String, Result<sprague::session::homework::Given, student::Failure>)> {
    let asked = ["good", "last"].map(|name| Asked { name: name.into(), places: Vec::new(), rule: Rule::default() });
    let (name, text, asked) = ("a.cgt".into(), text.into(), asked.into());
    let (bounds, time) = (Bounds::default(), Duration::from_secs(300));
    let work = Assignment { name, text, asked, bounds, time, skip: Vec::new(), careful: false };
    let (mut names, mut answers) = (Vec::new(), Vec::new());
    let mut hear = |event| match event {
        Event::Plan(plan) => names = plan,
        Event::Answer(i, value) => {
            let name = names.iter().find(|(at, ..)| *at == i).map(|(_, name, _)| name.clone());
            answers.push((name.expect("answers are planned"), *value));
        }
        Event::Begin(_) | Event::Rest(_) | Event::Reply(_) => {}
    };
    student::run(&work, &mut hear, &mut std::iter::empty());
    answers
}

#[track_caller]
fn keeps_its_answers(bad: &str, count: usize) {
    let lines: String = (0..count).map(|i| bad.replace("NAME", &format!("q{i}"))).collect();
    let answers = answers(&format!("answer good = 1 + 1\n{lines}answer last = 7\n"));
    let value = |name: &str| answers.iter().find(|a| a.0 == name).map(|a| a.1.clone());
    for (name, shown) in [("good", "2"), ("last", "7")] {
        assert_eq!(value(name).unwrap().unwrap().shown, shown, "{bad}");
    }
    let failed = answers.iter().filter(|a| a.1.is_err()).count();
    assert_eq!((failed, answers.len()), (count, count + 2), "{bad}");
}

#[test]
fn an_answer_file_full_of_errors_keeps_its_whole_answers() {
    keeps_its_answers("answer NAME = lenght(1)\n", 5000);
    keeps_its_answers("answer NAME = 1 2\n", 3000);
    keeps_its_answers("answer NAME = (1]\n", 3000);
    keeps_its_answers(&format!("answer NAME = {}1\n", "(".repeat(2000)), 30);
    keeps_its_answers(&format!("answer NAME = {}1{}\n", "[".repeat(600), "]".repeat(600)), 300);
    keeps_its_answers(&format!("answer NAME = {}1\n", "- ".repeat(700)), 300);
}

#[test]
fn a_pasted_line_is_seen_to_be_whole_or_not() {
    let incomplete = |text: &str| parse(0, text, Mode::Session).incomplete();
    assert!(incomplete(&format!("xs = [{}", "1, ".repeat(200_000))));
    assert!(!incomplete(&format!("xs = [{}]", "1, ".repeat(200_000))));
    assert!(!incomplete(&"(".repeat(200_000)));
    assert!(incomplete(&"(".repeat(400)));
}
