//! Reading: what a text means as a tree, and that reading never fails badly.

use sprague::syntax::{Highlight, Mode, Parsed, ast::Program, parse, tokens};

fn read(text: &str) -> Parsed {
    parse(0, text, Mode::Script)
}

/// The tree with its places left out.
fn tree(program: &Program) -> String {
    let text = format!("{:?}", program.statements);
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span { source") {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('}').expect("a span ends");
        rest = &rest[at + end + 1..];
    }
    out + rest
}

#[track_caller]
fn good(text: &str) -> Program {
    let parsed = read(text);
    let errors: Vec<_> = parsed.errors.iter().map(|e| &e.message).collect();
    assert!(errors.is_empty(), "{text}: {errors:?}");
    parsed.program
}

/// Both texts are the same tree.
#[track_caller]
fn same(text: &str, full: &str) {
    let (a, b) = (good(text), good(full));
    assert_eq!(tree(&a), tree(&b), "{text} and {full}");
}

#[track_caller]
fn bad(text: &str, message: &str) {
    let parsed = read(text);
    let messages: Vec<_> = parsed.errors.iter().map(|e| e.message.as_str()).collect();
    assert!(messages.iter().any(|m| m.contains(message)), "{text}: {messages:?}");
}

#[test]
fn heaps() {
    same("heap Kayles = octal 0.77", "heap Kayles =\n  octal \t0.77 # Kayles");
    same("heap K = code 4!.0A[2]; x = 1", "heap K = code 4!.0A[2]\nx = 1");
    same("heap Nim = take 1..; x", "heap Nim = take (1..)\nx");
    same("heap S(n) = take k in 1.. if 2*k < n + 2", "heap S((n)) = take k in (1..) if ((2*k) < (n + 2))");
    same("heap T = take 3 leave a, b", "heap T = take (3) leave a,\n b");
    same("heap T = take 1..leave a", "heap T = take 1.. leave a");
    same("heap G = split a, b if a != b", "heap G = split a, b if (a != b)");
    same("heap L = take 1.. or split a, b", "heap L = take 1..\n  or split a, b");
    same("heap L = take 1.. or split a, b", "heap L = take 1.. or # and\n\n  split a, b");
    same("heap A = take all but {1, 3}", "heap A = take all  but ({1, 3})");
    same(
        "heap A = take k in all but S leave a if a > k or octal 0.3",
        "heap A = take k ∈ all but S leave a if a > k or octal 0.3",
    );
    same(
        "heap O = take k in S if k == 1 or k == 2 or (take) or take 3 or split a, b if a or b or split c, d, e",
        "heap O = take k in S if (k == 1) or (k == 2) or (take)\n or take (3)\n or split a, b if (a or b)\n or split c, d, e",
    );
    same("heap heap = take take leave take, split", "heap heap = take (take) leave take, split");
    same("heap take(all) = take split in xs or take all", "heap take(all) = take split in (xs) or take (all)");
    same("heap T = take (k in S)", "heap T = take ((k in S))");
    same("heap T = take (f(take, octal, split or take))", "heap T = take f(take, octal, split or take)");
    same("octal = 1; code(2); take(3) + split; leave.all", "octal = (1); code((2)); take(3) + split; leave.all");
    bad("heap T = take in S", "found");
    bad("heap T = octal 0.7é", "`é` cannot stand in a code");
    bad("x = octal 0.77", "outside of a `heap`");
    let doc = good("## Kayles\nheap K = octal 0.77").statements[0].doc.clone();
    assert_eq!(doc.as_deref(), Some("Kayles"));
}

#[test]
fn posets_and_graphs() {
    same("Z = poset {a < c, b < c, b < d}", "Z = poset {a < c, b < c,\n\n b < d,}");
    same("poset {}; graph {}", "poset { }; graph { }");
    same("poset {a < b < c, d}", "poset {(a) < b < (c), d}");
    same(
        "poset {-1 < 1/2, -1/2, \"x {y}\", (0, a), {1, {v}}, v}",
        "poset {(-1) < (1/2), ((-1)/2), \"x \\{y}\", (0, a), {1, {(v)}}, v}",
    );
    same("graph {a -- b, b -- c, c -> a}", "graph {a--b,b – c,c→a}");
    same("graph {ground -- a: \"blue\", a -- b: \"red\"}", "graph {ground -- a: (\"blue\"), a -- b : \"red\"}");
    same("graph {1 -- -1 -> v: *:1, d}", "graph {1---1->v:(*) : 1,d}");
    same("graph {u -- v: x -> 2*v, v}", "graph {u -- v: (x -> 2*(v)), v}");
    same("graph {a -- b: x - -1, b -- c: {v}}", "graph {a -- b: x - (-1), b -- c: {(v)}}");
    same("f(poset {a}, graph {b}.x) + poset{c}", "f((poset {a}), (graph {b}).x) + (poset {c})");
    same("poset = 1; graph + 2; poset(a); graph < 1", "poset = (1); (graph) + 2; poset((a)); (graph) < 1");
    assert_ne!(tree(&good("graph {a -- b}")), tree(&good("graph {a -> b}")));
    bad("poset {a <= b}", "`<=` in a poset");
    bad("poset {2*a}", "cannot be the label");
    bad("graph {a - b}", "cannot be the label");
    bad("graph {a -- b, d: 3}", "no label");
}

#[test]
fn lattices() {
    same(
        "lattice Nim2(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (-1, 1), (0, 1)\nend",
        "lattice Nim2((x), y); board (x) >= 0,\n  y >= 0; move ((1), 0), (-1, 1),\n\n  (0, 1); end",
    );
    same(
        "lattice M(x)\n board 0 <= x < 1/2\n move 1, 2\n defeated 0\nend",
        "lattice M(x)\n\n board 0 <= x < (1/2)\n move 1, (2); defeated (0)\nend",
    );
    same("lattice M(x)\n board x >= 0\n move 1\n misère\nend", "lattice M(x)\n board x >= 0\n move 1\n misere\nend");
    same(
        "lattice board(move)\n board move in misere\n move move\nend",
        "lattice board(move)\n board (move) in misere\n move (move)\nend",
    );
    same("lattice = 1; board(2); move = 3; misere", "lattice = (1); board((2)); move = (3); misere");
    bad("lattice A(x)\n board x >= 0\nend", "has no `move`");
    bad("lattice A(x)\n move 1\nend", "has no `board`");
    bad("lattice A(x)\n board x >= 0,\n move 1\nend", "found the number `1`");
    bad("lattice A(x, y)\n board x >= 0,\n move (1, 0)\nend", "begins a line of its own");
    bad("lattice A(x)\n board x >= 0\n move 1", "`lattice` has no `end`");
    let doc = good("## Nim\nlattice A(x)\n board x >= 0\n move 1\nend").statements[0].doc.clone();
    assert_eq!(doc.as_deref(), Some("Nim"));
}

/// The blocks of the language's description that this version reads.
#[test]
fn the_description_of_the_language() {
    for block in include_str!("../syntax/description.cgt").split("\n%%\n") {
        let program = good(block);
        assert!(!program.statements.is_empty());
    }
}

#[test]
fn angle_brackets() {
    same("<0|1>==1/2", "(<0 | 1>) == (1/2)");
    same("<0|1>>=0", "(<0 | 1>) >= 0");
    same("<0|1>>0", "(<0 | 1>) > 0");
    same("<0|>|>0", "(<0 |>) |> (0)");
    same("<0|><|<|0>", "(<0 |>) <| (<| 0>)");
    same("<0|>||<|0>", "(<0 |>) || (<| 0>)");
    same("<<0|>||<|0>>", "< <0 | > || < | 0> >");
    same("<<0|>|<|0>>", "{ {0|} | {|0} }");
    bad("<<0|>>==1", "needs a bar");
    same("1<2", "1 < 2");
    same("1<<2|>", "1 < (<2 | >)");
    same("<(1 > 2) | 3>", "{(1 > 2) | 3}");
    bad("x = <0\n  | 1>", "missing `>`");
    same("x = <0 |\n 1>", "x = <0 | 1>");
    same("x = <0,\n 2 |\n 1>", "x = <0, 2 | 1>");
    same("0<x<=1", "0 < x <= 1");
    same("x<-1", "x < (-1)");
    same("f(<0|1>, <1|0>)", "f({0|1}, {1|0})");
    same("<if (a > b) then 1 else 2 | 3>", "{if a > b then 1 else 2 | 3}");
    same("(a)<(b)", "a < b");
}

#[test]
fn bars() {
    same("{0, * | 1/2}", "<0, * | 1/2>");
    same("<2 || 1 | 0>", "<2 | <1 | 0>>");
    same("<2||1|0>", "<2 | <1 | 0>>");
    same("{a|b||c|d|||e}", "<<<a | b> | <c | d>> | e>");
    same("{|}; <|>; {0|}; <|0>", "<|>; {|}; <0|>; {|0}");
    same("<| ||>", "<<|> |>");
    same("{}", "{}");
    same("{1, 2,}", "{1, 2}");
    same("{=>}", "{=>}");
    same("{\"a\" => 1, 2 => 3}", "{\"a\" => (1), (2) => 3}");
    same("{x for x in S if x || y}", "{x for x in S if (x || y)}");
    same("{k => w for (k, w) in m}", "{(k) => (w) for (k, w) in m}");
    same("{(a || b), 2}", "{(a || b), (2)}");
    same("<{*k for k in 0..2} | {*k for k in 0..2}>", "{{*k for k in 0..2} | {*k for k in (0..2)}}");
    same("a || b", "(a) || (b)");
    same("a<|b", "a <| b");
    same("a|>b", "a |> b");
    bad("<1 | 2 | 3>", "two bars `|`");
    bad("{1 || 2 || 3}", "two bars `||`");
    bad("|x|", "bars separate options");
}

#[test]
fn stars_and_arrows() {
    same("*; *2; *(2+1); *n", "(*); *(2); *(2 + 1); *(n)");
    same("2*3", "(2) * (3)");
    same("2*n*3", "2 * n * 3");
    same("2*(n)", "2 * n");
    same("a*b", "a * b");
    same("2 * *", "2 * (*)");
    same("* + *2", "(*) + (*2)");
    same("* * 2", "(*) * (2)");
    same("*2*3", "(*2) * 3");
    same("^; ^^; ^^^; ^3; ^*; ^*2; ^3*2", "↑; ⇑; ^3; ↑3; ↑*; ↑∗2; ↑3*2");
    same("v*; v*2; v3*2; vv*", "↓*; ↓*2; ↓3*2; ⇓*");
    same("½; 2¾", "(1/2); (11/4)");
    same("a^2", "(a) ^ (2)");
    same("2^-1", "2 ^ (-1)");
    same("2^3^4", "2 ^ (3 ^ 4)");
    same("-a^2", "-(a^2)");
    same("x^*2", "x ^ (*2)");
    same("(^)^2", "(^) ^ 2");
    same("^ ^2", "(^) ^ 2");
    same("2*^", "2 * (^)");
    same("x.v", "x.v");
    same("*:1", "(*) : 1");
    same("G:H:-1", "(G : H) : (-1)");
    same("a:b^2", "a : (b^2)");
    same("1/2 : 1/4 + -a : b", "((1/2) : (1/4)) + ((-a) : b)");
    same("f(*)(2)", "(f(*))(2)");
    same("*n.f", "(*n).f");
    bad("2**3", "`**`");
    bad("*f(3)", "two ways");
    bad("2*", "end of the text");
    bad("^n", "`n`");
    bad("^(n)", "cannot be called");
    bad("^*n", "is a star");
    good("v = 3; for vv in xs do f(v1 = vv) end");
}

#[test]
fn sums_and_switches() {
    same("+-1", "±1");
    same("+-3/2", "+-(3/2)");
    same("+-(2, <3|1>)", "± (2, <3 | 1>)");
    same("1 +- 2", "1 ± 2");
    same("1 + +-2", "1 + (+-2)");
    same("1 + ^ + *2", "((1)) + (^) + (*2)");
    same("x – 1 − 2", "x - 1 - 2");
    same("a-b-c", "a - b - c");
    same("a--b", "a - (-b)");
    same("a xor b ⊕ c", "a xor b xor c");
    same("a xor b + c", "a xor (b + c)");
    same("7//2%3", "7 // 2 % 3");
    bad("x+-1", "two ways");
    bad("x +-1", "two ways");
    bad("2 * +-1", "found `+-`");
}

#[test]
fn ranges() {
    same("1..n", "(1)..(n)");
    same("1..n-1", "1..(n - 1)");
    same("[1.., 2]", "[(1..), 2]");
    same("x in 1..", "x in (1..)");
    same("[k for k in 1.. if k > 2]", "[k for k in (1..) if k > 2]");
    same("for k in 1.. do f(k) end", "for k in (1..) do f(k) end");
    same("check x in 1.. \"t\"", "check x in (1..) \"t\"");
    same("-1..-2", "(-1)..(-2)");
    bad("1...3", "two dots");
}

#[test]
fn comparisons_and_logic() {
    same("a == b or c and not d < e", "(a == b) or (c and (not (d < e)))");
    same("not a == b", "not (a == b)");
    same("a ≤ b; a ≥ b; a ≠ b; a ∈ b", "a <= b; a >= b; a != b; a in b");
    same("n % 2 == 1", "(n % 2) == 1");
    bad("a < b > c", "do not chain");
    bad("a != b != c", "do not chain");
    bad("n == 0 || n == 1", "do not chain");
}

#[test]
fn calls() {
    same("f(x for x in xs)", "f([x for x in xs])");
    same("f(x, bound = 10)", "f((x), bound = (10))");
    same("x.f(y).g", "((x.f(y))).g()");
    same("xs[1][2]", "(xs[1])[2]");
    same("g[1, 2]", "g[(1, 2)]");
    same("(a,)", "(a,)");
    same("()", "( )");
    same("x.left.end.if", "((x.left).end).if");
    same("f(1,\n  2,\n)", "f(1, 2)");
    assert_ne!(tree(&good("(x.f)(y)")), tree(&good("x.f(y)")));
    same("(x.f)(y)", "((x.f))(y)");
}

#[test]
fn functions() {
    same("f(n) = n", "f(n) = (n)");
    same("(a, b) = p", "(a, (b)) = p");
    same("x -> y -> x + y", "x -> (y -> (x + y))");
    same("(a, b) -> a", "((a), b) -> a");
    same("() -> 1", "( ) -> 1");
    same("((a, b),) -> a", "((a, b),) -> (a)");
    same("memo e(P: poset, (a, b), bound = 10) = 1", "memo e(P : poset, (a, b), bound = (10)) = 1");
    same("xs[1][2] = 3", "xs[(1)][2] = 3");
    assert_ne!(tree(&good("((a, b),) -> a")), tree(&good("(a, b) -> a")));
    bad("1 + x = 3", "cannot get a value");
    bad("f(0) = 1", "not a parameter");
    bad("memo x = 1", "`memo` needs a function");
}

#[test]
fn statements_go_on() {
    same("x = 1 +\n  2", "x = 1 + 2");
    same("x =\n  1", "x = 1");
    same("f(n) = if n < 2\n  then n\n  else 2", "f(n) = if n < 2 then n else 2");
    same("x = a\n  or b\n  and c\n", "x = a or b and c");
    same("xs\n  .map(f)\n  .sum", "xs.map(f).sum");
    same("x = (1\n + 2)\n", "x = (1 + 2)");
    same("x = 1 # one\n# two\n\n+-2", "x = 1; ±2");
    same("x = 1 + # one\n  # two\n\n 2", "x = 1 + 2");
    same("a; ; b;", "a\nb");
    same("do\n  a\n\n  b; c\nend", "do a; b; c end");
    same(
        "game G(n)\n left 1\n  for k in 1..n\n  if k > 2\n right 0\nend",
        "game G(n); left 1 for k in 1..n if k > 2; right 0; end",
    );
    same("x =\r\n 1\r\ny = 2\r\n", "x = 1; y = 2");
}

#[test]
fn conditions() {
    same("if a then if b then c else d", "if a then (if b then c else d)");
    same("if a then (if b then c) else d", "if a then (if b then c) else d");
    same("if a then b else if c then d", "if a then b else (if c then d)");
    same("if a then x -> if b then c else d", "if a then (x -> (if b then c else d))");
    same("if n > m then m = n", "if n > m then do m = n end");
    same("if a then break else x = 1", "if a then do break end else do x = 1 end");
    same("if a then return", "if a then do return end");
    same(
        "while c do if a then return x else continue end",
        "while c do (if a then do return x end else do continue end) end",
    );
    same("[if a then b for x in xs if c]", "[(if a then b) for x in xs if c]");
}

#[test]
fn claims() {
    same("check <1/4 | 1> = 1/2", "check <1/4 | 1> == 1/2");
    same("check f(x, k = 2) = 3", "check f(x, k = 2) == 3");
    same("why a = b", "why (a == b)");
    same("x = why a = b", "x = (why a == b)");
    same("check a == b \"{literal}\"", "check a == b \"\\{literal}\"");
    same("check f(\"{x}\") = y", "check f(\"{(x)}\") == y");
    same("check a == \"{b}\" \"c\"", "check a == \"{(b)}\" \"c\"");
}

#[test]
fn strings() {
    same(r#""a{b}c{"d{e}"}""#, r#""a{(b)}c{("d{(e)}")}""#);
    same("“a{“b”}”", "\"a{\"b\"}\"");
    same(r#""\{ \n \" \\""#, r#""\{ \n \" \\""#);
    same(r#""{ {1, 2} }""#, r#""{{1, 2}}""#);
    bad("\"abc", "no closing");
    bad("\"a{b", "never closed");
    bad("\"a{b\" + 1", "never closed");
    bad("\"{}\"", "expected an expression");
}

#[test]
fn soft_keywords_are_names_elsewhere() {
    same(
        "game = 1; heap = 2; left(g); value = 3; moves + 1; import = 4; poset = 5",
        "game = (1); heap = (2); left((g)); value = (3); (moves) + 1; import = (4); poset = (5)",
    );
    same(
        "game G(left, right)\n  left left\n  right right + value\nend",
        "game G(left, right)\n  left (left)\n  right (right) + value\nend",
    );
    same("game G(n)\n score n\n  if n > 2\n score score\nend", "game G(n); score (n) if (n > 2); score (score); end");
    same("game G(n); value do left = 3; left end; end", "game G(n); value do left = (3); (left) end; end");
}

#[test]
fn documentation() {
    let doc = |text: &str| good(text).statements.last().and_then(|s| s.doc.as_deref().map(str::to_owned));
    assert_eq!(doc("## one\n##two\nf(n) = n"), Some("one\ntwo".into()));
    assert_eq!(doc("x = 1\n## one\nf(n) = n"), Some("one".into()));
    assert_eq!(doc("## one\n\nf(n) = n"), None);
    assert_eq!(doc("## one\n# two\nf(n) = n"), None);
    assert_eq!(doc("x = 1 ## one\nf(n) = n"), None);
    assert_eq!(doc("#!/usr/bin/sprague\n## one\nmemo f(n) = n"), Some("one".into()));
}

#[test]
fn incomplete_input() {
    for text in [
        "f(1,",
        "x =",
        "1 +",
        "do",
        "game G(n)",
        "game G(n)\n left 1",
        "heap K =",
        "lattice L(x)\n board x >= 0",
        "heap K = take 3 or",
        "heap K = take {1,",
        "if a then",
        "if a",
        "<0 |",
        "{1, 2",
        "for x in xs do\n  f(x)",
        "[x for x in",
        "x ->",
        "\n(",
        "memo",
        "f(g(h(",
        "(1, [2",
        "check",
        "do\nx = 1\n",
        "f(do",
    ] {
        assert!(parse(0, text, Mode::Session).incomplete(), "{text}: {:?}", read(text).errors);
        assert!(parse(0, &format!("{text}\n"), Mode::Session).incomplete(), "{text} and a line end");
    }
    for text in [
        "1",
        "if a then b",
        "return",
        "<0",
        "\"a",
        ")",
        "1 2",
        "f(1 2",
        "x = @",
        "end",
        "",
        "heap K",
        "heap K = take",
        "heap K = split a, b",
    ] {
        assert!(!parse(0, text, Mode::Session).incomplete(), "{text}");
    }
}

#[test]
fn at_the_prompt_a_condition_ends_with_its_line() {
    let text = "if a then b\nelse c";
    assert!(read(text).errors.is_empty());
    let session = parse(0, text, Mode::Session);
    assert_eq!(session.errors.len(), 1);
    assert!(session.errors[0].notes[0].contains("at the prompt"));
    assert!(parse(0, "do\nif a then b\nelse c\nend", Mode::Session).errors.is_empty());
}

#[test]
fn every_part_reports_its_own_error() {
    let text = "x = (1 2)\ny = [3 4, f(5 6)]\ndo\n  a b\n  c = = d\nend\ngame G(n)\n  left 1 1\n  oops\n  right 2 2\nend\nz = 7 8";
    let places: Vec<_> = read(text)
        .errors
        .iter()
        .map(|e| &text[..e.labels[0].0.start as usize])
        .map(|t| t.matches('\n').count() + 1)
        .collect();
    assert_eq!(places, [1, 2, 2, 4, 5, 8, 9, 10, 12]);
}

#[test]
fn the_highlighter_sees_every_token() {
    let text = "check <0|v*> == \"a{b}\" # c";
    let kinds: Vec<_> = tokens(text).iter().map(|&(kind, start, end)| (kind, &text[start..end])).collect();
    use Highlight::*;
    let expected = [
        (Keyword, "check"),
        (GameBar, "<"),
        (Number, "0"),
        (GameBar, "|"),
        (GameValue, "v*"),
        (GameBar, ">"),
        (Operator, "=="),
        (String, "\""),
        (String, "a"),
        (Bracket, "{"),
        (Name, "b"),
        (Bracket, "}"),
        (String, "\""),
        (Comment, "# c"),
    ];
    assert_eq!(kinds, expected);
}

/// Deep or broken texts of a megabyte come back as a few errors.
#[test]
fn hostile_texts() {
    let million = 1_000_000;
    let half = million / 2;
    let texts = [
        "(".repeat(million),
        "[".repeat(million),
        "{".repeat(million),
        "<".repeat(million),
        "<|".repeat(half),
        ")".repeat(million),
        "end ".repeat(million / 4),
        "do ".repeat(million / 3),
        format!("{}{}", "(".repeat(half), "]".repeat(half)),
        format!("{}1{}", "[".repeat(half), "]".repeat(half)),
        format!("{}1{}", "{".repeat(half), "|}".repeat(half)),
        "-".repeat(million),
        format!("{}1", "- ".repeat(half)),
        format!("{}1", "not ".repeat(million / 4)),
        "1 : ".repeat(million / 4),
        format!("1{}", "^1".repeat(half)),
        format!("f{}", "()".repeat(half)),
        format!("f{}", ".f".repeat(half)),
        "x -> ".repeat(million / 5),
        "if a then ".repeat(million / 10),
        "if a then b else ".repeat(million / 17),
        "why ".repeat(million / 4),
        "return ".repeat(million / 7),
        "\"{".repeat(half),
        "\"".repeat(million),
        "for ((((".repeat(million / 8),
        format!("for {}a{} in b do end", "(".repeat(half), ",)".repeat(half / 2)),
        format!("{}then then", "- ".repeat(half)),
        "1 2 ".repeat(million / 4),
        "1 2\n".repeat(million / 4),
        "@ ".repeat(half),
        "game G(n)\n".repeat(million / 10),
        "1 + ".repeat(million / 4) + "1",
        "1".repeat(million),
        "a = ".repeat(million / 4),
        "{1;".repeat(million / 3),
        (1..1400).map(|n| format!("1{}", "|".repeat(n))).collect::<String>() + "}",
        "{".to_string() + &(1..1400).map(|n| format!("1{}", "|".repeat(n))).collect::<String>() + "}",
        "heap x = (".repeat(million / 10),
        "poset {".repeat(million / 7),
        "\n## doc".repeat(million / 7),
        "x = <0\n".repeat(million / 7),
        "(\ncheck a\n".repeat(million / 10),
    ];
    for text in texts {
        let start = &text[..text.len().min(20)];
        let parsed = read(&text);
        assert!(parsed.errors.len() <= 21, "{start}");
        // Walks, clones and drops the tree.
        assert!(!tree(&parsed.program).is_empty());
    }
}
