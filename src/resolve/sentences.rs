//! What is said about names, all in this place. In: what was found. Out: an error with its places and what to do about it.
//! When something is wrong is decided elsewhere; read a sentence aloud before you change it.

use crate::diagnostics::{Detail, Diagnostic, Mistake, cited};
use crate::source::Span;
use crate::spelling::accents_apart;
use crate::syntax::ast::Ident;
use std::rc::Rc;

/// What a board is made of.
const LINEAR: &str = "A board is cut out by linear inequalities, such as `x >= 0`, `x + 2*y <= 7` or `0 <= x <= y`.";
/// What to do instead of changing an outer variable.
const COPY: &str = "Pass it as a parameter, change the copy, and return that.";
const OWN_NAME: &str = "Give each its own name.";

// ---- unknown names

/// A name that means nothing here. `near` are names spelled almost like it, the nearest first; `around` is the declaration that
/// it stands in.
pub fn unknown(what: &str, name: &str, span: Span, near: Vec<String>, around: Option<&Around>) -> Diagnostic {
    let error = Diagnostic::new(Mistake::UnknownName, span, format!("unknown {what} `{}`", cited(name)));
    if let Some(note) = foreign(name) {
        return error.label("not defined here").note(note);
    }
    let mut error = match (&near[..], numbered(name)) {
        ([one, ..], Some((stem, number))) if *one == stem => error
            .label(format!("did you mean `{stem}({number})`?"))
            .note("Names have no subscripts; numbers are arguments."),
        ([], _) => error.label("not defined here"),
        ([one], _) => error.label(format!("did you mean `{one}`?")),
        ([first, rest @ ..], _) => error.label(format!("did you mean `{first}` (or `{}`)?", rest.join("`, `"))),
    };
    if near.first().is_some_and(|near| accents_apart(name, near)) {
        error = error.note(
            "An accent may be part of its letter or a character behind it. The two look alike, but make two names.",
        );
    }
    if near.is_empty() {
        error = error.note(match around {
            Some(around) => around.parameters(),
            None => defining(what, name),
        });
    }
    error.detail = Detail::Suggestions(near);
    error
}

/// `_` where the session has shown nothing yet, or where no session is.
pub fn no_last(span: Span) -> Diagnostic {
    Diagnostic::new(Mistake::UnknownName, span, "`_` has no value here").note(
        "In the session `_` is the value that was shown last; in a file it only stands for a part that is not needed, and `_ = …` keeps \
         nothing. Give the value a name, such as `x = …`.",
    )
}

/// `_` inside of what it stands in for a part that is not needed.
pub fn not_needed(span: Span) -> Diagnostic {
    Diagnostic::new(Mistake::UnknownName, span, "`_` has no value here")
        .label("it stands for a part that is not needed")
        .note("Give what is needed a name: `[x + 1 for x in xs]`, `f(x) = x + 1`, `(a, b) = …`.")
}

/// The label of an element or vertex without quotes, where no poset or graph is written down.
pub fn bare_label(what: &str, name: &str, span: Span) -> Diagnostic {
    let label = format!("\"{name}\"");
    let mut error = Diagnostic::new(Mistake::UnknownName, span, format!("unknown {what} `{}`", cited(name)))
        .label(format!("did you mean `{}`?", cited(&label)))
        .note("Labels stand bare inside the braces of `poset {…}` and `graph {…}`, elsewhere in quotes.");
    error.detail = Detail::Suggestions(vec![label]);
    error
}

/// `tiny_1` as its two parts.
fn numbered(name: &str) -> Option<(&str, &str)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[stem.len()..];
    let stem = stem.trim_end_matches('_');
    (!stem.is_empty() && !number.is_empty()).then_some((stem, number))
}

/// How a name comes to mean something.
fn defining(what: &str, name: &str) -> String {
    if name == "import" {
        return "A file is imported by a line of its own: `import \"file.cgt\"`.".to_owned();
    }
    let name = cited(name);
    if what != "function" {
        return format!("A name gets its value by `{name} = …`, before it is used.");
    }
    match name.starts_with(char::is_uppercase) {
        true => format!("A rule set is declared by `game {name}(n)`, lines with its moves, and `end`."),
        false => format!("A function is defined by `{name}(x) = …`."),
    }
}

/// A declaration while it is read.
#[derive(Debug)]
pub struct Around {
    /// Its name.
    pub name: Rc<str>,
    /// Its parameters.
    pub params: Vec<Rc<str>>,
    /// Whether it says what moves there are: then there are names of choices.
    pub moves: bool,
}

impl Around {
    /// What is known in it besides the names of the script.
    fn parameters(&self) -> String {
        let (of, listed) = (&self.name, self.params.join("`, `"));
        let mut text = match self.params.len() {
            0 => format!("`{of}` has no parameters"),
            1 => format!("The parameter of `{of}` is `{listed}`"),
            _ => format!("The parameters of `{of}` are `{listed}`"),
        };
        text.push_str(if self.moves { "; names of choices come from `for … in …`." } else { "." });
        text
    }
}

/// What to write for names of other languages and of paper.
pub fn foreign(name: &str) -> Option<&'static str> {
    Some(match name {
        "up" => "Up is written `^`, double up `^^` or `^2`.",
        "down" => "Down is written `v`, double down `vv` or `v2`.",
        "ω" => "The least infinite ordinal is written `omega`.",
        "star" => "Star is written `*`, other nimbers `*2`, `*n`, `*(n + 1)`.",
        "range" => "A range is written `0..n`; both ends belong to it.",
        "len" | "size" | "count_of" => "The number of elements is `length(xs)`.",
        "println" | "printf" | "puts" | "echo" | "console" | "display" => "A line is written by `print(x)`.",
        "str" | "string" | "to_string" => "A value becomes a text by `text(x)`, or inside one: `\"n is {n}\"`.",
        "int" => "A text becomes a number by `number(s)`; a fraction is rounded by `floor(x)`.",
        "None" | "null" | "nil" | "undefined" | "NULL" => "The value that is none is `nothing`.",
        "True" | "TRUE" => "The truth value is written `true`.",
        "False" | "FALSE" => "The truth value is written `false`.",
        "value" | "simplify" | "evaluate" => {
            "The value of a game is `canonical(G)`; a position alone on a line shows it, too."
        }
        "nim_value" | "nimber" | "sprague_grundy" => "The nim-value of a game is `grundy(G)`.",
        "options" => "Options are `left(G)` and `right(G)`; the moves of a position are `moves(G)`.",
        "pass" => {
            "`pass` is an option inside brackets, such as `<0 | pass>`: the game whose brackets are the nearest around it."
        }
        "negative" | "neg" => "The negative is written `-G`.",
        "sqrt" => "The whole part of a root is `isqrt(n)`.",
        "pow" | "power" => "A power is written `n^2`.",
        "factorial" => "A factorial is a product: `product(1..n)`.",
        "push" | "add" | "push_back" => "An element is added by `xs = append(xs, x)`.",
        "contains" | "member" | "includes" => "Membership is written `x in xs`.",
        "help" | "doc" | "man" => {
            "What a name means is said by `?name` in the session, and by `sprague doc name` outside."
        }
        "infinity" | "Infinity" | "inf" | "oo" => "An endless range is written `1..`.",
        "π" | "pi" => "Numbers are exact: integers and fractions.",
        "ℕ" | "ℤ" | "ℚ" | "ℝ" => {
            "An endless range is written `0..`; whether a number is whole says `is_integer(x)`."
        }
        _ => return None,
    })
}

/// A kind of parameter that there is not.
pub fn unknown_kind(ident: &Ident, kinds: &[&str]) -> Diagnostic {
    let error =
        Diagnostic::new(Mistake::UnknownKind, ident.span, format!("unknown kind `{}` of parameter", ident.name))
            .note(format!("Kinds are: {}.", kinds.join(", ")));
    let near = kind_elsewhere(&ident.name)
        .map(str::to_owned)
        .or_else(|| crate::spelling::names(&ident.name, kinds.iter().copied()).into_iter().next());
    match near {
        Some(near) => error.label(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// The kind of parameter that has another name in other languages.
fn kind_elsewhere(word: &str) -> Option<&'static str> {
    Some(match &*word.to_lowercase() {
        "int" | "nat" | "natural" | "whole" | "long" => "integer",
        "rational" | "fraction" | "float" | "double" | "num" | "real" => "number",
        "str" | "text" | "char" => "string",
        "array" | "vector" | "seq" => "list",
        "dict" | "dictionary" | "hash" => "map",
        "pair" => "tuple",
        "board" | "matrix" => "grid",
        "func" | "lambda" | "fn" => "function",
        _ => return None,
    })
}

// ---- names given twice, or that cannot be given

/// A constant on the left of `=`.
pub fn constant(ident: &Ident) -> Diagnostic {
    let name = &ident.name;
    Diagnostic::new(Mistake::Constant, ident.span, format!("`{name}` is a constant and cannot be assigned"))
        .note(format!("Choose another name. Inside a function, a parameter may be called `{name}`."))
}

/// Two parameters, or coordinates, of one name.
pub fn twins(what: &str, ident: &Ident) -> Diagnostic {
    let message = format!("two {what} are called `{}`", ident.name);
    Diagnostic::new(Mistake::SameName, ident.span, message).note(OWN_NAME)
}

/// Two things in a clause of a `heap` declaration with one name.
pub fn heap_twins(ident: &Ident, first: &Ident) -> Diagnostic {
    Diagnostic::new(Mistake::SameName, ident.span, format!("`{}` already means something else", ident.name))
        .also(first.span, "it is named here first")
        .note("The size, the number taken and each part have names of their own.")
}

/// `n` in a `heap` declaration that has no parameter.
pub fn size_unnamed(heap: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Mistake::SizeUnnamed, span, "`n` is used, but the declaration does not name it")
        .note(format!("To use the size of the heap write `heap {heap}(n) = …`."))
}

/// A word for a down that touches a star, where that word is a variable.
pub fn down_or_variable(span: Span, written: &str, word: &str, rest: &str) -> Diagnostic {
    let ups = &word[1..];
    let ups = if ups.starts_with('v') { (ups.len() + 1).to_string() } else { ups.to_owned() };
    let product = if rest.is_empty() { "n".to_owned() } else { rest.to_owned() };
    Diagnostic::new(Mistake::Ambiguous, span, format!("`{written}` is a game, and `{word}` is a variable here"))
        .note(format!("For a product write `{word} * {product}`, with blanks."))
        .note(format!("The game can always be written `↓{ups}*{rest}`."))
}

// ---- statements where they cannot be

/// What can stand in the wrong place.
pub enum Misplaced<'a> {
    /// `xs[0] = 1` for a variable of the function around.
    OuterLocal(&'a str),
    /// The same for a variable of the script.
    OuterGlobal(&'a str),
    /// A declaration in a block: what the table of words says of it.
    Declaration((&'a str, &'a str)),
    /// A question in a block.
    Question,
    /// An answer in a block.
    Answer,
    /// An import in a block.
    Import(&'a str),
    /// `return` outside of functions.
    Return,
    /// `break` or `continue` outside of loops.
    Jump(&'a str),
    /// A rule set that needs the variable of a loop around it.
    GameInLoop,
    /// The same for a `heap` declaration.
    HeapInLoop,
}

/// A statement in the wrong place.
pub fn misplaced(span: Span, what: &Misplaced<'_>) -> Diagnostic {
    let (message, note): (String, &str) = match what {
        Misplaced::OuterLocal(name) => {
            (format!("`{name}` belongs to the function around; a function never changes outer variables"), COPY)
        }
        Misplaced::OuterGlobal(name) => {
            (format!("`{name}` belongs to the script; a function never changes outer variables"), COPY)
        }
        Misplaced::Declaration((message, note)) => ((*message).into(), *note),
        Misplaced::Question => ("a question stands inside a block".into(), "Move it to the top level of the key."),
        Misplaced::Answer => (
            "an answer stands inside a block".into(),
            "Compute the value first, and hand it in at the top level: `answer q1 = value`.",
        ),
        Misplaced::Import(path) => {
            (format!("`import \"{path}\"` stands inside a block"), "Imports stand at the top level of a script.")
        }
        Misplaced::Return => ("`return` outside a function".into(), "A script ends at its last line."),
        Misplaced::Jump(word) => {
            (format!("`{word}` outside a loop"), "It belongs inside `for … do … end` or `while … do … end`.")
        }
        Misplaced::GameInLoop => (
            "a rule set uses a loop's variable".into(),
            "Make the variable a parameter of the rule set, or assign it at the top level.",
        ),
        Misplaced::HeapInLoop => {
            ("a `heap` declaration uses a loop's variable".into(), "Assign the variable at the top level.")
        }
    };
    Diagnostic::new(Mistake::Misplaced, span, message).note(note)
}

/// A `bounds` clause with another number of games than two.
pub fn bounds(span: Span, count: usize) -> Diagnostic {
    let message = if count == 1 { "one bound".into() } else { format!("{count} bounds") };
    Diagnostic::new(Mistake::Bounds, span, format!("{message} where there are two"))
        .note("A game that the position is at least, a comma, and one that it is at most: `bounds -n, n`.")
}

// ---- what was hardly meant

/// A second definition of a name in one text.
pub fn defined_twice(again: &Ident, first: Span, functions: bool) -> Diagnostic {
    let message = format!("`{}` is defined twice: the second definition takes the place of the first", again.name);
    Diagnostic::new(Mistake::DefinedTwice, again.span, message)
        .label("this one holds from here on")
        .also(first, "this one is gone then")
        .note(match functions {
            true => "Cases of one function stand in one definition: `f(n) = if n == 0 then 1 else n * f(n - 1)`.",
            false => "Give one of them another name.",
        })
}

/// An answer with nothing behind its `=`.
pub fn left_open(ident: &Ident) -> Diagnostic {
    let message = format!("`{}` has no answer", ident.name);
    Diagnostic::new(Mistake::LeftOpen, ident.span, message).label("nothing stands behind its `=`")
}

/// A name that takes that of something in the library.
pub fn hidden(ident: &Ident, what: &str) -> Diagnostic {
    let name = &ident.name;
    Diagnostic::new(Mistake::Hidden, ident.span, format!("`{name}` hides the {what} `{name}` of the library"))
        .label("from here on the name means this")
        .note(format!("If the library's `{name}` is needed, too, choose another name."))
}

/// A clause that gives a number where a position was meant.
pub fn number_option(span: Span, written: &str, game: &str, params: usize) -> Diagnostic {
    let more = if params > 1 { ", …" } else { "" };
    Diagnostic::new(
        Mistake::NumberOption,
        span,
        format!("this option is the number `{written}`, no position of `{game}`"),
    )
    .note(format!("For the position write `{game}({written}{more})`."))
}

/// An outcome's name that means something else where an outcome is asked for.
pub fn no_outcome(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Mistake::NoOutcome, span, format!("`{name}` is a variable here, not the outcome {name}"))
        .note("The comparison goes by the variable's value: to ask for the outcome, give the variable another name.")
}

/// An outcome written as a text.
pub fn quoted_outcome(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Mistake::NoOutcome, span, format!("`\"{name}\"` is a text, which no outcome is equal to"))
        .note(format!("Outcomes have no quotes: `{name}`."))
}

/// A product that the literature would read as a sum.
pub fn product_or_sum(span: Span, left: &str, right: &str) -> Diagnostic {
    Diagnostic::new(Mistake::ProductOrSum, span, format!("`{left}*{right}` is a product"))
        .note(format!("For the sum with a nimber write `{left} + *{right}`; blanks, as in `{left} * {right}`, say that a product is meant."))
}

/// A game written as a call: `v(3)`.
pub fn down_called(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Mistake::Ambiguous, span, "an up cannot be called")
        .note(format!("for a multiple write `n * {word}`, for a sum `{word} + …`"))
}

/// A down with too many digits.
pub fn long_number(span: Span) -> Diagnostic {
    Diagnostic::new(Mistake::Literal, span, "this number has more than 300,000 digits")
        .note("no larger ones can be computed either")
}

// ---- lattice games

/// A vector that uses a coordinate.
pub fn vector_with(span: Span, what: &str, coordinate: &str) -> Diagnostic {
    let message = format!("a {what} cannot use the coordinate `{coordinate}`");
    Diagnostic::new(Mistake::LatticeVector, span, message)
        .note("It is a vector of integers, the same for every position: `(1, 0)`, `(-1, 1)`.")
}

/// A vector with another number of entries than there are coordinates.
pub fn vector_of_size(span: Span, entries: usize, coordinates: usize, in_parentheses: bool) -> Diagnostic {
    let count = |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    let message = format!(
        "this vector has {}, the game {}",
        count(entries, "entry", "entries"),
        count(coordinates, "coordinate", "coordinates")
    );
    Diagnostic::new(Mistake::LatticeVector, span, message).note(if in_parentheses {
        "A vector has an entry for each coordinate."
    } else {
        "A vector with several entries stands in parentheses: `(1, 0)`."
    })
}

/// Why an item of a board is no linear inequality.
pub enum NotLinear {
    /// `x or y`.
    Or,
    /// No comparison at all.
    NoInequality,
    /// `!=`, `in`, …
    Comparison,
    /// `+-`.
    Switch,
    /// `x^2`.
    Power,
    /// Anything else.
    Other,
    /// More than so many factors.
    Factors(usize),
    /// `1/x`.
    Division,
    /// `x*y`.
    Product,
    /// `x // 2`.
    Rounded,
}

/// An item of a board that is no linear inequality.
pub fn not_linear(span: Span, why: &NotLinear) -> Diagnostic {
    let message: String = match why {
        NotLinear::Or => {
            return Diagnostic::new(Mistake::NotLinear, span, "`or` in the board of a lattice game")
                .note("A board is convex: all its inequalities hold at once.");
        }
        NotLinear::NoInequality => "this is no inequality".into(),
        NotLinear::Comparison => "this comparison cannot bound the board".into(),
        NotLinear::Switch => "a switch in the board of a lattice game".into(),
        NotLinear::Power => "a power of a coordinate is not linear".into(),
        NotLinear::Other => "this is not linear in the coordinates".into(),
        NotLinear::Factors(most) => format!("a product of more than {most} factors in the board of a lattice game"),
        NotLinear::Division => "division by a coordinate is not linear".into(),
        NotLinear::Product => "a product or quotient of coordinates is not linear".into(),
        NotLinear::Rounded => "a rounded quotient or a remainder is not linear".into(),
    };
    Diagnostic::new(Mistake::NotLinear, span, message).note(LINEAR)
}

// ---- keys

/// `f(n: integer = 3)`, where the function is not defined but called.
pub fn kind_in_call(span: Span) -> Diagnostic {
    Diagnostic::new(Mistake::Unexpected, span, "a kind belongs to a parameter, and this is a call")
        .note("An argument is a value, or `name = value`; a claim is written `check f(2) == 3`.")
}

/// A move as it is printed, where no answer is written.
pub fn no_parameter(span: Span) -> Diagnostic {
    Diagnostic::new(Mistake::Parameter, span, "this is not a parameter").note(crate::syntax::PARAMETERS)
}

/// `expect rules` without a call and its parameters.
pub fn no_call(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Mistake::KeyLine, span, format!("`expect {word}` compares the values of a call"))
        .note(format!("For example: `expect {word} Nim(n) for n in 0..20`."))
}

/// A `for` after an `expect` that takes none.
pub fn idle_for(span: Span) -> Diagnostic {
    Diagnostic::new(Mistake::KeyLine, span, "this `for` belongs to nothing")
        .note("For a list write `expect [f(n) for n in 0..9]`; for a rule set `expect rules Nim(n) for n in 0..9`.")
}
