//! Programs made from bytes, and what holds for all of them. Shared by the fuzz target and by `tests/fuzz_like.rs`.
//!
//! The same bytes make the same program. Each construct takes the bytes that it needs; when they run out, the simplest
//! choice is made, so that every program ends.

use sprague::diagnostics::Phase;
use sprague::limits::Limits;
use sprague::session::{Output, Session, Settings, Shown};
use sprague::source::Sources;
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;
use std::time::Duration;

const LITERALS: [&str; 48] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "1/2",
    "-7/4",
    "5/8",
    "1/3",
    "10",
    "64",
    "9223372036854775807",
    "(-9223372036854775807 - 1)",
    "2^100",
    "*",
    "*2",
    "*3",
    "^",
    "v",
    "^^",
    "^3*2",
    "v*",
    "+-1",
    "+-(2, *)",
    "<0|1>",
    "<*|>",
    "<2||1|0>",
    "<|>",
    "<0, * | 1/2>",
    "<^|*>",
    "\"\"",
    "\"x.o\"",
    "\"..|x.\"",
    "true",
    "false",
    "nothing",
    "[]",
    "[3, 1, 2]",
    "{}",
    "{1, *, ^}",
    "{=>}",
    "{\"a\" => 1, 2 => *}",
    "()",
    "(1, 2)",
    "1..4",
    "0..",
    "Left",
    "P",
];
const BINARY: [&str; 26] = [
    "+", "-", "*", "/", "//", "%", "^", ":", "==", "!=", "<", ">", "<=", ">=", "||", "<|", "|>", "in", "not in", "and",
    "or", "xor", "..", "+", "-", "+-",
];
const PREFIX: [&str; 6] = ["-", "not ", "+-", "*", "why ", "-"];
const NAMES: [&str; 8] = ["a", "b", "c", "xs", "n", "g", "f", "h"];
const RULES: [&str; 3] = ["G", "H", "K"];
const KINDS: [&str; 12] =
    ["integer", "number", "game", "position", "string", "tuple", "list", "set", "map", "grid", "function", "player"];

/// Every name has a meaning from the start.
const START: &str = "a = 3; b = [1, 2]; c = 0; xs = [[1], [2, 3]]; n = 4; g = <0 | *>; k = 1
f(n) = n + 1
h(a, b = 2) = [a, b]
game G(n)
  moves G(n - 1) if n > 0
end
game H(n, m = 2)
  left H(n - 1, m) if n > 0
  right H(n, m - 1) if m > 0
end
game K(xs)
  moves K([x for x in xs if x != y]) for y in xs
end
heap Fu = octal 0.77
lattice La(x, y)
  board x >= 0, y >= 0
  move (1, 0), (0, 1)
end
";

/// A program under construction.
struct Maker<'a> {
    bytes: std::slice::Iter<'a, u8>,
    functions: &'a [String],
    out: String,
}

/// Statements made from bytes, to be submitted one by one so that an error ends only its own; `functions` are the names
/// that they call.
pub fn program(bytes: &[u8], functions: &[String]) -> Vec<String> {
    let mut maker = Maker { bytes: bytes.iter(), functions, out: String::new() };
    let mut statements = vec![START.to_string()];
    while maker.bytes.len() > 0 && statements.len() < 40 {
        maker.statement(0);
        statements.push(std::mem::take(&mut maker.out));
    }
    statements
}

impl Maker<'_> {
    fn byte(&mut self) -> usize {
        self.bytes.next().map_or(0, |b| usize::from(*b))
    }

    fn pick<'s>(&mut self, from: &[&'s str]) -> &'s str {
        from[self.byte() % from.len()]
    }

    fn name(&mut self) {
        let name = self.pick(&NAMES);
        self.out.push_str(name);
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn exprs(&mut self, depth: u32, most: usize) {
        let count = self.byte() % (most + 1);
        for i in 0..count {
            if i > 0 {
                self.put(", ");
            }
            self.expr(depth + 1);
        }
    }

    fn block(&mut self, depth: u32) {
        self.put(" do\n");
        for _ in 0..1 + self.byte() % 3 {
            self.statement(depth + 1);
            self.put("\n");
        }
        self.put("end");
    }

    fn statement(&mut self, depth: u32) {
        match if depth > 3 { 0 } else { self.byte() % 16 } {
            0 | 1 => self.expr(depth),
            2..=4 => {
                self.name();
                self.put(" = ");
                self.expr(depth);
            }
            5 => {
                self.name();
                self.put("[");
                self.expr(depth + 1);
                self.put("] = ");
                self.expr(depth + 1);
            }
            6 => {
                let words = ["f(n) = ", "memo f(n) = ", "h(a, b = 2) = ", "h((a, b), c: game = *) = ", "memo g() = "];
                let head = self.pick(&words);
                self.put(head);
                self.expr(depth + 1);
            }
            7 => {
                self.put("f(n) =");
                self.block(depth);
            }
            8 => {
                self.put("for ");
                self.name();
                self.put(" in ");
                self.expr(depth + 2);
                self.block(depth);
            }
            9 => {
                self.put("while ");
                self.expr(depth + 2);
                self.block(depth);
            }
            10 if depth == 0 => self.rules(),
            11 if depth == 0 => self.declaration(),
            12 => {
                self.put("(a, b) = ");
                self.expr(depth + 1);
            }
            13 => {
                let word = self.pick(&[
                    "check ",
                    "return ",
                    "break",
                    "continue",
                    "print(a, b)",
                    "c = c + 1",
                    "xs = xs + [xs]",
                ]);
                self.put(word);
                if word.ends_with(' ') {
                    self.expr(depth + 1);
                }
            }
            14 => {
                self.put("if ");
                self.expr(depth + 1);
                self.put(" then ");
                self.expr(depth + 1);
            }
            _ => {
                self.put("a = 3; b = [1, 2]; c = 0; xs = [[1], [2, 3]]; n = 4; g = <0 | *>");
            }
        }
    }

    /// Heaps, lattices and questions.
    fn declaration(&mut self) {
        match self.byte() % 4 {
            0 => {
                let code = self.pick(&[
                    "octal 0.77",
                    "octal 0.06",
                    "octal 4.3",
                    "code 0.F3",
                    "octal 0.12345670123",
                    "code 0.8",
                ]);
                let _ = write!(self.out, "heap Fu = {code}");
            }
            1 => {
                self.put("heap Fu = ");
                for i in 0..1 + self.byte() % 3 {
                    self.put(if i > 0 { " or " } else { "" });
                    let clause = self.pick(&[
                        "take 1..3",
                        "take 2 leave a, b",
                        "split a, b if a != b",
                        "take all but {1, 3}",
                        "take k in {j^2 for j in 1..}",
                    ]);
                    match self.byte() % 4 {
                        0 => {
                            self.put("take ");
                            self.expr(4);
                        }
                        1 => {
                            self.put("take k in 1.. if ");
                            self.expr(4);
                        }
                        _ => self.put(clause),
                    }
                }
            }
            2 => {
                self.put("lattice La(x, y)\n  board ");
                let board = self.pick(&[
                    "x >= 0, y >= 0",
                    "0 <= x, y >= 0, x <= 3*y",
                    "x + 2*y >= 1/2, x >= 0, y >= 0",
                    "x >= 0",
                ]);
                self.put(board);
                self.put("\n  move ");
                for i in 0..1 + self.byte() % 4 {
                    let (a, b) = (self.byte() % 6, self.byte() % 6);
                    let _ = write!(self.out, "{}({}, {})", if i > 0 { ", " } else { "" }, a as i64 - 1, b as i64 - 1);
                }
                let more = self.pick(&["", "", "\n  misere", "\n  defeated (0, 0)"]);
                self.put(more);
                self.put("\nend");
            }
            _ => {
                self.put("question qu worth 3\n  expect ");
                let how = self.pick(&["canonical ", "identical ", "unordered ", "outcome ", "table ", ""]);
                self.put(how);
                self.expr(3);
                self.put("\n  where a = ");
                self.expr(4);
                self.put("\nend");
            }
        }
    }

    /// Posets and graphs.
    fn relation(&mut self) {
        let poset = self.byte().is_multiple_of(2);
        self.put(if poset { "(poset {" } else { "(graph {" });
        for i in 0..self.byte() % 6 {
            self.put(if i > 0 { ", " } else { "" });
            let (a, b) = (self.byte() % 7, self.byte() % 7);
            let between = if poset { "<" } else { self.pick(&["--", "->"]) };
            match (self.byte() % 4, poset) {
                (0, _) => _ = write!(self.out, "{a}"),
                (1, false) => _ = write!(self.out, "{a} -- {b}: \"blue\""),
                _ => _ = write!(self.out, "{a} {between} {b}"),
            }
        }
        self.put("})");
    }

    fn rules(&mut self) {
        let name = self.pick(&RULES);
        let heads = ["(n)", "(n, m = 2)", "(n: integer)", "(xs)", "(b: grid)"];
        let head = self.pick(&heads);
        let _ = writeln!(self.out, "game {name}{head}");
        for _ in 0..1 + self.byte() % 3 {
            let kind = self.pick(&["moves", "left", "right", "value", "moves", "moves"]);
            self.put("  ");
            self.put(kind);
            self.put(" ");
            match self.byte() % 4 {
                0 => self.expr(2),
                1 => {
                    let rules = self.pick(&RULES);
                    let _ = write!(self.out, "{rules}(n - 1) if n > 0");
                }
                2 => {
                    let rules = self.pick(&RULES);
                    let _ = write!(self.out, "{rules}(n - k) + {rules}(k - 1) for k in 1..n");
                }
                _ => {
                    let rules = self.pick(&RULES);
                    self.put(rules);
                    self.put("(");
                    self.expr(2);
                    self.put(") for k in 1..3 if n > ");
                    self.expr(3);
                }
            }
            self.put("\n");
        }
        self.put("end");
    }

    fn expr(&mut self, depth: u32) {
        let choice = self.byte() % if depth > 5 { 4 } else { 34 };
        match choice {
            0 | 1 => {
                let literal = self.pick(&LITERALS);
                self.put(literal);
            }
            2 | 3 => self.name(),
            4..=8 => {
                self.put("(");
                self.expr(depth + 1);
                let operator = self.pick(&BINARY);
                let _ = write!(self.out, " {operator} ");
                self.expr(depth + 1);
                self.put(")");
            }
            9 | 10 => {
                let operator = self.pick(&PREFIX);
                self.put("(");
                self.put(operator);
                self.put("(");
                self.expr(depth + 1);
                self.put("))");
            }
            11..=18 => {
                let index = self.byte() * 256 + self.byte();
                let name = self.functions[index % self.functions.len()].clone();
                if self.byte().is_multiple_of(4) {
                    self.put("(");
                    self.expr(depth + 1);
                    self.put(").");
                }
                self.put(&name);
                self.put("(");
                self.exprs(depth, 3);
                self.put(")");
            }
            19 => {
                let rules = self.pick(&RULES);
                self.put(rules);
                self.put("(");
                self.exprs(depth, 2);
                self.put(")");
            }
            20 => {
                self.put("[");
                self.exprs(depth, 4);
                self.put("]");
            }
            21 => {
                self.put("{");
                self.exprs(depth, 4);
                self.put("}");
            }
            22 => {
                self.put("<");
                self.exprs(depth, 2);
                let bar = self.pick(&[" | ", " || ", " | "]);
                self.put(bar);
                self.exprs(depth, 2);
                self.put(">");
            }
            23 => {
                let bracket = self.byte().is_multiple_of(2);
                self.put(if bracket { "[" } else { "{" });
                self.expr(depth + 1);
                self.put(" for k in ");
                self.expr(depth + 1);
                if self.byte().is_multiple_of(3) {
                    self.put(" if ");
                    self.expr(depth + 1);
                }
                self.put(if bracket { "]" } else { "}" });
            }
            24 => {
                self.put("(");
                self.expr(depth + 1);
                self.put(")[");
                self.expr(depth + 1);
                self.put("]");
            }
            25 => {
                self.put("(if ");
                self.expr(depth + 1);
                self.put(" then ");
                self.expr(depth + 1);
                self.put(" else ");
                self.expr(depth + 1);
                self.put(")");
            }
            26 => {
                self.put("(n -> ");
                self.expr(depth + 1);
                self.put(")");
            }
            27 => {
                self.name();
                self.put("(");
                self.exprs(depth, 2);
                self.put(")");
            }
            28 => {
                self.put("\"v = {");
                self.expr(5);
                self.put("}\"");
            }
            29 => {
                self.put("(");
                self.expr(depth + 1);
                self.put(",)");
            }
            31 => self.relation(),
            32 => {
                let rules = self.pick(&["Fu", "La", "Kayles", "chomp", "Col", "octal(\"0.137\")", "Chaos"]);
                self.put(rules);
                self.put("(");
                self.exprs(depth, 2);
                self.put(")");
            }
            30 => {
                self.put("(");
                self.put("do\n");
                self.statement(depth + 1);
                self.put("\n");
                self.expr(depth + 1);
                self.put("\nend)");
            }
            _ => {
                let kind = self.pick(&KINDS);
                let _ = write!(self.out, "((n: {kind}) -> n)(");
                self.expr(depth + 1);
                self.put(")");
            }
        }
    }
}

/// Small bounds, no files.
pub fn session() -> Session {
    let limits =
        Limits { steps: Some(100_000), depth: Some(200), memory: Some(512 << 20), time: Some(Duration::from_secs(2)) };
    Session::new(Settings { limits, ..Settings::default() })
}

/// Names that can be called.
pub fn functions(session: &mut Session) -> Vec<String> {
    session.names().into_iter().filter(|name| name.signature.is_some()).map(|name| name.name).collect()
}

fn values(session: &mut Session, text: &str) -> (Vec<Shown>, Vec<Phase>) {
    let heard: Rc<RefCell<Vec<Shown>>> = Rc::default();
    let sink = {
        let heard = Rc::clone(&heard);
        Rc::new(move |output: Output, _: &Sources| {
            if let Output::Value(shown) = output {
                heard.borrow_mut().push(shown);
            }
        })
    };
    let outcome = session.run("program", text, Mode::Script, sink);
    for error in &outcome.errors {
        assert!(!error.message.is_empty());
    }
    sprague::diagnostics::render(&outcome.errors, session.sources(), false);
    (heard.take(), outcome.errors.iter().map(|error| error.phase()).collect())
}

/// What holds for every statement: it ends, the session goes on, and numbers and games are read back as what they were.
/// Gives whether it was evaluated, with or without an error.
pub fn hold(session: &mut Session, text: &str) -> bool {
    let (shown, errors) = values(session, text);
    let (two, none) = values(session, "1 + 1");
    assert!(none.is_empty() && two[0].text == "2", "{text}");
    if !errors.is_empty() {
        return !errors.iter().any(|phase| matches!(phase, Phase::Syntax | Phase::Names | Phase::File));
    }
    let hidden = session.is_own("tiny") || session.is_own("miny");
    let readable = |shown: &&Shown| {
        let kind = matches!(shown.kind, "integer" | "number" | "game" | "list" | "tuple" | "set" | "map");
        let plain = shown.text.replace("tiny(", "(").replace("miny(", "(");
        let plain = plain.chars().all(|c| c == 'v' || !(c.is_alphabetic() || matches!(c, '.' | '"' | '\n' | '_')));
        kind && plain && !hidden && !shown.text.contains("->") && shown.text.len() < 10_000
    };
    if let [one] = &shown[..]
        && readable(&one)
    {
        // The last value is `_`; `1 + 1` above has taken its place.
        let (_, failed) = values(session, text);
        let (same, errors) = values(session, &format!("_ == ({})", one.text));
        let compared = failed.is_empty() && errors.is_empty() && !text.contains(['_', '=']);
        assert!(!compared || same.last().is_some_and(|s| s.text == "true"), "{} of {text}", one.text);
    }
    for shown in shown.iter().filter(readable) {
        let (again, errors) = values(session, &shown.text);
        match &errors[..] {
            [] => assert_eq!(again.last().map(|s| &s.text), Some(&shown.text), "{text}"),
            // A value near a bound may pass it when it is read.
            errors => assert!(errors.contains(&Phase::Limit), "{} of {text}", shown.text),
        }
    }
    true
}
