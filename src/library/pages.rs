//! Help for what is no name: the words and signs of the language and the forms of its literals, a page each.
//!
//! `?game`, `?*` and `sprague doc '||'` show them. A test runs the examples, and another sees that everything the lexer knows has
//! its page.

use crate::report::Doc;
use crate::syntax::words::{BLOCKS, Block};
use crate::syntax::{Highlight, tokens};

/// The subject under which the pages stand.
pub const SUBJECT: &str = "Syntax";

/// What is said of a word, a sign, a literal or of names that belong together.
pub(super) struct Page {
    /// All that it is found by; the first is its name.
    pub(super) names: &'static [&'static str],
    /// How it is written.
    pub(super) form: &'static str,
    pub(super) text: &'static str,
    /// Inputs with the output that they give.
    pub(super) examples: &'static [(&'static str, &'static str)],
}

/// The pages as documentation records.
pub(crate) fn docs() -> impl Iterator<Item = Doc> {
    PAGES.iter().map(record)
}

/// The page of a word, a sign or a literal.
pub(crate) fn page(text: &str) -> Option<Doc> {
    let named = |name: &str| PAGES.iter().find(|page| page.names.contains(&name));
    named(text).or_else(|| named(declaration(text)?)).or_else(|| named(literal(text)?)).map(record)
}

/// The word of the declaration that has clauses of this word.
fn declaration(word: &str) -> Option<&'static str> {
    let has = |block: &&Block| block.clauses.iter().any(|clause| clause.word == word || clause.also == word);
    BLOCKS.iter().find(|block| !word.is_empty() && has(block)).map(|block| block.word)
}

/// The lines that a declaration may have.
fn lines(word: &str) -> String {
    let block = BLOCKS.iter().find(|block| block.word == word);
    block.map_or(String::new(), |block| {
        let lines: Vec<String> = block.clauses.iter().map(|clause| format!("`{}`", clause.example)).collect();
        let what = if block.lines { "lines" } else { "clauses" };
        format!("\n\nIts {what}: {}.", lines.join("; "))
    })
}

/// The name of the page for a literal, such as `*2`, `1/2`, `"text"` or `<0 | 1>`: that of its first token.
fn literal(text: &str) -> Option<&str> {
    let (kind, start, end) = tokens(text).into_iter().next()?;
    let token = &text[start..end];
    match kind {
        Highlight::Number => Some("1/2"),
        Highlight::String => Some("\""),
        Highlight::GameValue if token.starts_with('v') => Some("v"),
        Highlight::GameValue => token.char_indices().nth(1).map_or(Some(token), |(second, _)| Some(&token[..second])),
        Highlight::Comment => Some("#"),
        Highlight::GameBar | Highlight::Bracket | Highlight::Operator => Some(token),
        Highlight::Keyword | Highlight::Name | Highlight::Unknown => None,
    }
}

fn record(page: &Page) -> Doc {
    let doc = page.record(SUBJECT);
    Doc { text: doc.text + &lines(page.names[0]), ..doc }
}

impl Page {
    /// The page under a subject.
    pub(super) fn record(&self, subject: &str) -> Doc {
        Doc {
            name: self.names[0].into(),
            signature: self.form.into(),
            subject: subject.into(),
            text: self.text.into(),
            examples: self.examples.iter().map(|(input, output)| ((*input).into(), (*output).into())).collect(),
        }
    }
}

const PAGES: &[Page] = &[
    // ---- declarations
    Page {
        names: &["game"],
        form: "game NAME(PARAMETERS) … end",
        text: "Declares a rule set: who may move where. Each line below the first is a clause. `left`, `right` and `moves` (both \
               players) give options, with `for … in …` and `if …` behind; `value` says what a position is equal to, `score` how \
               many points Left is ahead where play ends, `bounds` games that the position lies between. A position is written like a call, and can be added, negated and \
               compared like any game.",
        examples: &[
            ("game Pick(n)\n  moves Pick(n - k)  for k in 1..min(2, n)\nend", ""),
            ("Pick(4)", "Pick(4) = *"),
            ("outcome(Pick(3) + Pick(4))", "N"),
        ],
    },
    Page {
        names: &["heap", "octal", "code", "take", "all but", "all", "but", "leave", "split"],
        form: "heap NAME = octal CODE, heap NAME = take SET leave a, b if CONDITION or split a, b",
        text: "Declares a take-and-break game by what may be done to one heap. `octal 0.77` and `code 0.F3` are codes; `take` gives \
               the numbers that may be taken, `take all but` those that may not, `leave` the parts that are left; `split` takes \
               nothing. Clauses are joined by `or`. `heap Half(n) = …` gives the size of the heap a name.",
        examples: &[
            ("heap Bottles = octal 0.77", ""),
            ("Bottles(7)", "Bottles(7) = *2"),
            ("heap Both = take 1.. or split a, b", ""),
            ("nim_values(Both, 6)", "[0, 1, 2, 4, 3, 5, 6]"),
        ],
    },
    Page {
        names: &["lattice"],
        form: "lattice NAME(x, y) … end",
        text: "Declares a lattice game. `board` cuts out the points by linear inequalities, `move` lists the vectors that a move \
               subtracts, `defeated` the points that no one may move to; `misere` lets the player who moves last lose.",
        examples: &[
            ("lattice Nim2(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (-1, 1), (0, 1)\nend", ""),
            ("outcome(Nim2(2, 4))", "P"),
        ],
    },
    Page {
        names: &["oo"],
        form: "oo{0, 2}",
        text: "Infinity: alone the remoteness of a draw, greater than every number; with nim-values in braces, or in parentheses, \
               the loopy nim-value of a position whose moves to a nimber lead to these.",
        examples: &[("oo{0, 2} + *3", "oo{1, 3}"), ("oo > 1000", "true")],
    },
    Page {
        names: &["poset"],
        form: "poset {a < c, b < c < d}",
        text: "A partially ordered set by its relations. Names in the braces are labels and are not looked up; numbers, strings, \
               tuples and sets of these are labels, too.",
        examples: &[("P = poset {a < c, b < c, b < d}", ""), ("maximal(P)", "[\"c\", \"d\"]")],
    },
    Page {
        names: &["graph", "--"],
        form: "graph {a -- b, b -> c: \"label\", d}",
        text: "A graph by its edges: `--` without a direction, `->` with one. Names in the braces are labels; a chain is a path; an \
               expression after a colon labels its edges.",
        examples: &[("vertices(graph {a -- b -- c, d})", "[\"a\", \"b\", \"c\", \"d\"]")],
    },
    Page {
        names: &["import"],
        form: "import \"FILE\"",
        text: "Brings the definitions of another file. The name counts from the folder of the file that imports.",
        examples: &[],
    },
    // ---- statements and control
    Page {
        names: &["=", ":="],
        form: "NAME = VALUE, f(x) = VALUE, (a, b) = VALUE, xs[i] = VALUE",
        text: "Gives a name its value, or defines a function. Values are compared by `==`; only after `check` and `why` `=` \
               compares, as on paper.",
        examples: &[("f(n) = n^2 + 1", ""), ("(a, b) = (f(2), 3)", ""), ("a + b", "8")],
    },
    Page {
        names: &["if", "then", "else"],
        form: "if CONDITION then A else B",
        text: "The value of A or of B. Without `else` it is nothing where the condition fails. A branch may be a statement; several \
               stand in `do … end`. In comprehensions and clauses `if` keeps what fulfils the condition.",
        examples: &[
            ("x = 5", ""),
            ("if x > 3 then \"large\" else \"small\"", "large"),
            ("[n for n in 1..10 if n % 3 == 0]", "[3, 6, 9]"),
        ],
    },
    Page {
        names: &["for"],
        form: "for x in XS do … end, [x^2 for x in XS if x > 1]",
        text: "Goes through a list, set, map, range or anything else with elements. A loop has no value: what a round computes is \
               seen by `print`. In brackets, braces, arguments and clauses `for` makes one element a round.",
        examples: &[
            ("for k in 1..3 do print(k, *k) end", "1 *\n2 *2\n3 *3"),
            ("[m*n for m in 1..2 for n in 1..3]", "[1, 2, 3, 2, 4, 6]"),
        ],
    },
    Page {
        names: &["while", "break", "continue"],
        form: "while CONDITION do … end",
        text: "Repeats as long as the condition holds. `break` leaves the loop, `continue` goes on with its next round; both work in \
               `for`, too.",
        examples: &[("n = 1", ""), ("while n < 100 do n = 2*n end", ""), ("n", "128")],
    },
    Page {
        names: &["do", "end"],
        form: "do … end",
        text: "Several statements where one expression is expected; the last gives the value. `end` closes `do`, `game`, `lattice`, \
               `question` and `part`.",
        examples: &[("area(r) = do\n  s = r^2\n  3*s\nend", ""), ("area(2)", "12")],
    },
    Page {
        names: &["return"],
        form: "return VALUE",
        text: "Leaves a function with a value. The last expression of a function needs no `return`.",
        examples: &[("sign(n) = do\n  if n < 0 then return -1\n  1\nend", ""), ("sign(-7)", "-1")],
    },
    Page {
        names: &["memo"],
        form: "memo f(n) = VALUE",
        text: "Defines a function that keeps its results, so that each is computed once.",
        examples: &[("memo fib(n) = if n < 2 then n else fib(n-1) + fib(n-2)", ""), ("fib(90)", "2880067194370816120")],
    },
    Page {
        names: &["check"],
        form: "check CLAIM \"TEXT\"",
        text: "Says whether a claim holds, and if not, why; the program goes on. `=` is read as `==`. `sprague check FILE` counts \
               the checks of a file.",
        examples: &[("check <1/4 | 1> = 1/2", "ok      example:1  <1/4 | 1> = 1/2")],
    },
    Page {
        names: &["why"],
        form: "why CLAIM",
        text: "The reasons for a claim, or those against it.",
        examples: &[(
            "why *2 || 0",
            "*2 || 0 holds.\n  *2 is confused with 0: whoever begins wins.\n  The first player begins and wins with *2 -> 0, which leaves a P-position.",
        )],
    },
    Page {
        names: &["->", "→", "↦"],
        form: "x -> VALUE, (x, y) -> VALUE",
        text: "A function without a name. In the braces of a graph `->` is an edge with a direction.",
        examples: &[("map([1, 2, 3], n -> n^2)", "[1, 4, 9]")],
    },
    Page {
        names: &["answer"],
        form: "answer NAME = VALUE",
        text: "Hands a value in as homework. It is a binding like any other.",
        examples: &[("answer q1 = <1/4 | 1>", ""), ("q1 + 1", "3/2")],
    },
    Page {
        names: &[
            "question",
            "part",
            "worth",
            "optional",
            "bonus",
            "hidden",
            "expect",
            "accept",
            "where",
            "hint",
            "after",
            "about",
            "tolerance",
            "penalty",
            "literal",
            "forbid",
            "allow",
            "manual",
            "vary",
            "nim_value",
            "swapped",
            "near",
            "unordered",
            "rules",
        ],
        form: "question NAME \"TEXT\" worth POINTS … end",
        text: "A question of a homework key, for `sprague grade`. Its lines begin with `expect` (a right answer, perhaps with how it \
               is compared: `expect canonical G`), `accept`, `where`, `hint`, `check`, `about`, `tolerance`, `penalty`, `literal`, `forbid`, `allow`, \
               `manual` or `part`; docs/homework.md describes them, and `vary seed by student`. Run as a script, a question only binds what its `where` lines say.",
        examples: &[(
            "question q1 \"The value of * + *\" worth 2\n  expect 0\n  hint \"x + x is 0 for every nimber\"\nend",
            "",
        )],
    },
    // ---- loopy games
    Page {
        names: &["loop"],
        form: "loop a <L | R>",
        text: "A loopy game: inside its own brackets it is called `a`. What is shown is its canonical form, and where that is no stopper, its \
               onside and its offside, as in `1 & 0`.",
        examples: &[("loop a <0 | a>", "over"), ("loop a <<|a> | >", "1 & 0")],
    },
    Page {
        names: &["pass"],
        form: "<L, pass | R>",
        text: "Among the options of a game: the game itself, so that this move is a pass. It is the game whose brackets are the nearest around, \
               the ones that bars stand for included.",
        examples: &[("<pass | 3/2>", "3/2 + under"), ("<pass | > == on", "true")],
    },
    Page {
        names: &["&"],
        form: "S & T",
        text: "The game with onside S and offside T, which are stoppers: S if endless play is a win for Left, T if it is a win for Right. “And” is \
               written `and`.",
        examples: &[("on & off", "dud"), ("(1 & 0) + 1", "2 & 1")],
    },
    Page {
        names: &["on", "off", "over", "under", "upon", "dud", "tis", "tisn"],
        form: "on, off, over, under, upon, dud, tis, tisn",
        text: "Loopy games: `on` is `<pass | >`, `off` is `< | pass>`, `over` is `<0 | pass>`, `under` is `<pass | 0>`, `upon` is `<pass | *>`, shown as \
               `^[on]`, `dud` is `<pass | pass>`, `tis` is `<0 | tisn>`, `tisn` is `<tis | 0>`.",
        examples: &[("on + off", "dud"), ("over + ^", "over"), ("0 < upon < over", "true"), ("tis", "1 & <0|-1>")],
    },
    // ---- logic and comparison
    Page {
        names: &["and", "&&", "∧"],
        form: "A and B",
        text: "True if both hold; B is not computed if A fails. It binds tighter than `or`, looser than comparisons.",
        examples: &[("2 < 3 and 3 < 5", "true")],
    },
    Page {
        names: &["or", "∨"],
        form: "A or B",
        text: "True if one holds; B is not computed if A holds. `||` is another sign: it compares games. In a `heap` declaration \
               `or` joins clauses.",
        examples: &[("2 > 3 or 3 < 5", "true")],
    },
    Page {
        names: &["not", "!", "¬"],
        form: "not A, x not in XS",
        text: "True if A fails. It binds looser than comparisons: `not a == b` is `not (a == b)`.",
        examples: &[("not 2 > 3", "true"), ("7 not in 1..5", "true")],
    },
    Page {
        names: &["true", "false"],
        form: "true, false",
        text: "The truth values, which comparisons give and conditions need.",
        examples: &[("1 == 2", "false"), ("not false", "true")],
    },
    Page {
        names: &["in", "∈"],
        form: "x in XS, x not in XS",
        text: "Whether something is an element of a list, set, range, map (as a key) or set of points. After `for` it stands before \
               what is gone through.",
        examples: &[("3 in [1, 2, 3]", "true"), ("1/2 in {<0 | 1>, *}", "true")],
    },
    Page {
        names: &["==", "!=", "≠", "<=", ">=", "≤", "≥"],
        form: "G == H, G != H, G <= H, G >= H",
        text: "Compare by value: games as games, everything else as what it is. `G <= H` means that Right does at least as well in \
               G. `<` with `<=`, `>` with `>=`, and `==` chain: `0 < x <= 1`. Whether two games are written alike says \
               `identical(G, H)`.",
        examples: &[("<0 | 1> == 1/2", "true"), ("* <= ^", "false"), ("0 < 1/2 <= 1", "true")],
    },
    Page {
        names: &["<", ">", "⟨", "⟩", "〈", "〉"],
        form: "<Left's options | Right's options>, G < H, G > H",
        text: "Where a value is expected, `<` opens a game and `>` closes it; braces do the same. Options are separated by commas. \
               Where an operator is expected, they compare. Inside a game a comparison stands in parentheses.",
        examples: &[("<0, *1 | 1/2>", "1/4"), ("{0, * | 1/2}", "1/4"), ("0 < ^", "true")],
    },
    Page {
        names: &["|", "∣", "❘", "｜"],
        form: "<L | R>, {L | R}",
        text: "Separates Left's options from Right's. Several bars in a run separate more weakly: `<2 || 1 | 0>` is `<2 | <1 | 0>>`.",
        examples: &[("<1 | -1>", "+-1"), ("<2 || 1 | 0>", "<2||1|0>")],
    },
    Page {
        names: &["||", "‖", "∥"],
        form: "G || H, <A || B | C>",
        text: "Between games: confused with, so that neither is at least the other; whoever begins wins G - H. Inside a game's \
               brackets: a bar that separates more weakly than `|`. Either-or is written `or`.",
        examples: &[("* || 0", "true"), ("^ || 0", "false"), ("^ || *", "true")],
    },
    Page {
        names: &["<|", "|>"],
        form: "G <| H, G |> H",
        text: "`G <| H`: less than or confused with, so that Right wins G - H moving first. `G |> H` is `H <| G`.",
        examples: &[("* <| 0", "true"), ("^ |> *", "true"), ("1 <| 0", "false")],
    },
    // ---- games and numbers
    Page {
        names: &["*", "∗", "★", "⋆", "×", "·", "⋅"],
        form: "*, *2, *n, *(n + 1), 3 * G",
        text: "Where a value is expected: star, and with a number that touches it a nimber. Between values with a product: \
               `3 * G` is G + G + G. In `2*3` it is a product; the sum is written `2 + *3`. After an up or down that it touches it \
               is a star: `^*`, `v*2`.",
        examples: &[("*2 + *3", "*"), ("n = 3", ""), ("*(n + 1)", "*4"), ("2 * <1 | -1>", "0"), ("2 + *3", "2+*3")],
    },
    Page {
        names: &["^", "↑", "⇑"],
        form: "^, ^*, ^^, ^3*2, x^n",
        text: "Where a value is expected: up, and several of them, perhaps with a star that touches. Between values a power.",
        examples: &[("<0 | *>", "^"), ("^^ + *", "^^*"), ("2^10", "1024")],
    },
    Page {
        names: &["v", "↓", "⇓"],
        form: "v, v*, vv, v3*2",
        text: "Down, the negative of up, and several of them. Where a parameter, a variable of `for` or an assignment is called `v`, \
               `v` alone means that variable; `v*` and `↓` are always games.",
        examples: &[
            ("-^", "v"),
            ("v + ^^", "^"),
            ("v* == -(^*)", "true"),
            ("for v in [1, 2] do print(v + 1) end", "2\n3"),
        ],
    },
    Page {
        names: &["+-", "+–", "+−", "±"],
        form: "+-x, +-(G, H), G +- x",
        text: "A switch: `+-x` is `<x | -x>`. Between values, with blanks on both sides, the sum with a switch.",
        examples: &[("<3/2 | -3/2>", "+-3/2"), ("2 +- 1", "<3|1>")],
    },
    Page {
        names: &["+"],
        form: "G + H",
        text: "The sum of numbers and games; also joins lists and strings, and adds tuples as vectors. There is no sign `+` before \
               a value.",
        examples: &[("1 + ^ + *2", "1+^*2"), ("[1, 2] + [3]", "[1, 2, 3]"), ("(1, 2) + (3, 4)", "(4, 6)")],
    },
    Page {
        names: &["-", "–", "−"],
        form: "G - H, -G",
        text: "The difference, and the negative: the game with the players' roles exchanged.",
        examples: &[("-<2 | 1>", "<-1|-2>"), ("^ - ^", "0")],
    },
    Page {
        names: &["/"],
        form: "x / y",
        text: "The exact quotient of numbers. Fractions whose denominator is a power of two are games, too.",
        examples: &[("3/4 + 1/4", "1"), ("1/3 + 1/3", "2/3")],
    },
    Page {
        names: &["//", "%"],
        form: "x // y, x % y",
        text: "The quotient rounded down, and the remainder that goes with it: x == y*(x // y) + x % y.",
        examples: &[("17 // 5", "3"), ("17 % 5", "2"), ("-1 // 2", "-1")],
    },
    Page {
        names: &[":"],
        form: "G : H",
        text: "The ordinal sum, which depends on the form of G. After a parameter the colon stands before its kind, `f(n: integer)`; \
               after an edge of a graph before its label.",
        examples: &[("1 : *", "1+*"), ("* : 1", "^*")],
    },
    Page {
        names: &["xor", "⊕"],
        form: "m xor n",
        text: "The nim-sum of integers: addition in binary without carrying.",
        examples: &[("3 xor 5", "6"), ("1 xor 2 xor 3", "0")],
    },
    Page {
        names: &["1/2", "½", "¼", "¾", "⅛", "⅜", "⅝", "⅞"],
        form: "3, -7/4, ½",
        text: "Numbers are exact, integers and fractions of any size; there are no decimal fractions. A number is also the game of \
               that value if its denominator is a power of two.",
        examples: &[("<1 | 2> + 1/2", "2"), ("2½ - 3/4", "7/4"), ("10^20 + 1", "100000000000000000001")],
    },
    // ---- collections and punctuation
    Page {
        names: &["..", "...", "…"],
        form: "a..b, a..",
        text: "A range of integers with both ends; without its end it never stops.",
        examples: &[("list(2..5)", "[2, 3, 4, 5]"), ("find(1.., n -> n^2 > 50)", "8")],
    },
    Page {
        names: &["(", ")"],
        form: "(A), (A, B), f(A, B)",
        text: "Group, make a tuple, call. `(a,)` is a tuple of one, `()` the empty one. Arguments may be named: `f(x, bound = 10)`.",
        examples: &[("2 * (3 + 4)", "14"), ("(1, 2)[1]", "2")],
    },
    Page {
        names: &["[", "]"],
        form: "[A, B], [A for x in XS], XS[i]",
        text: "A list, or right after a value one of its elements. Places count from 0; cells of boards are `(row, column)` from 1.",
        examples: &[("xs = [3, 1, 2]", ""), ("xs[0]", "3"), ("[n^2 for n in 1..3]", "[1, 4, 9]")],
    },
    Page {
        names: &["{", "}"],
        form: "{A | B}, {A, B}, {K => V}",
        text: "With bars a game, with arrows a map, else a set; never a block. `{}` is the empty set, `{|}` zero, `{=>}` the empty \
               map.",
        examples: &[("{0 | 1}", "1/2"), ("{3, 1, 3}", "{1, 3}"), ("{\"a\" => 1}[\"a\"]", "1")],
    },
    Page {
        names: &["=>"],
        form: "{KEY => VALUE, …}",
        text: "Stands between the key and the value of a map's entry. “At least” is written `>=`, a function `x -> x^2`.",
        examples: &[("m = {\"a\" => 1, \"b\" => 2}", ""), ("m[\"b\"]", "2")],
    },
    Page {
        names: &[","],
        form: "a, b",
        text: "Separates arguments, elements, options. A statement goes on in the next line after a comma.",
        examples: &[("max(3, 4)", "4")],
    },
    Page {
        names: &["."],
        form: "x.f(y)",
        text: "Calls a function with what stands before the dot as its first argument: `x.f(y)` is `f(x, y)`, `x.f` is `f(x)`.",
        examples: &[("<1 | -1>.mean", "0"), ("[3, 1, 2].sort", "[1, 2, 3]")],
    },
    Page {
        names: &[";"],
        form: "A; B",
        text: "Separates two statements on one line.",
        examples: &[("x = 2; y = 3; x * y", "6")],
    },
    Page {
        names: &["\"", "“", "”", "„"],
        form: "\"TEXT {VALUE}\"",
        text: "A string. `{…}` in it stands for a value; `\\n` is a new line, `\\\"` a quote, `\\{` a brace. It ends on its line.",
        examples: &[("n = 7", ""), ("\"n is {n}\"", "n is 7")],
    },
    Page {
        names: &["#", "##"],
        form: "# COMMENT, ## DOCUMENTATION",
        text: "A comment to the end of the line. Lines with `##` right above a definition are its documentation, which `?name` shows.",
        examples: &[("## Twice n.\ntwice(n) = 2*n  # the double", ""), ("twice(4)", "8")],
    },
    Page {
        names: &["_"],
        form: "_",
        text: "In the session the last value that was shown; `_ = 3` gives it another. As a parameter, after `for`, within a tuple on the \
               left of `=`, and in files everywhere, a part that is not needed: it has no value there.",
        examples: &[
            ("6 * 7", "42"),
            ("_ + 1", "43"),
            ("(a, _) = (1, 2)", ""),
            ("a", "1"),
            ("[0 for _ in 1..3]", "[0, 0, 0]"),
        ],
    },
    Page {
        names: &["?"],
        form: "?NAME",
        text: "In the session: what a function, rule set, word or sign is. `?` alone gives an overview; `sprague doc NAME` does the \
               same at the command line.",
        examples: &[("mex({0, 1, 3})", "2")],
    },
];
