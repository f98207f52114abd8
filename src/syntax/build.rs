//! The grammar's actions: they build nodes with places, turn expressions into targets and parameters, and push what
//! is wrong to the list of errors, so that reading goes on.
//!
//! Nesting is bounded here: each node knows its height, and one that would be higher than [`MAX_DEPTH`] becomes an error
//! instead. So a tree can be walked and dropped by recursion. The lexer has refused deeper brackets and prefixes before; what
//! is left for here are chains that lean to the left, such as `f(1)(1)(1)`, and loops in one comprehension.

use super::ast::*;
use super::lexer::{STARS, strength};
use super::token::{Tok, Token};
use crate::diagnostics::{Diagnostic, Mistake};
use crate::source::Span;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How deep expressions may be nested.
pub const MAX_DEPTH: u32 = 500;

/// Largest integers that programs may write or make, in bits: what is shown can be read again.
pub const MAX_BITS: u64 = 1 << 20;

/// How many digits the largest have.
pub const MAX_DIGITS: usize = 315_653;

pub(super) fn too_deep_message() -> String {
    format!("expressions are nested more than {MAX_DEPTH} deep")
}

pub(super) const TOO_DEEP_NOTE: &str = "give inner parts names of their own, or compute the value in a loop";

/// An element of a set or an entry of a map.
pub struct Entry {
    pub key: Expr,
    pub value: Option<Expr>,
}

/// What stands between two bars.
pub type Row = Vec<Entry>;

/// The state of the actions.
pub struct Builder<'t> {
    source: u32,
    text: &'t str,
    /// The parser's tokens; locations in the grammar are indices into it.
    pub tokens: Rc<Vec<Token>>,
    docs: FxHashMap<u32, Rc<str>>,
    /// What was reported.
    pub errors: Vec<Diagnostic>,
    /// Names of this text, each kept once.
    names: FxHashMap<&'t str, Rc<str>>,
    too_deep: bool,
}

/// A dyadic fraction that is one character.
fn vulgar(c: char) -> Option<(u8, u8)> {
    Some(match c {
        '½' => (1, 2),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    })
}

/// What one node adds to the height of a tree: loops of a comprehension run inside each other.
fn own_height(kind: &ExprKind) -> usize {
    match kind {
        ExprKind::ListFor(_, steps) | ExprKind::SetFor(_, steps) | ExprKind::MapFor(_, _, steps) => steps.len(),
        ExprKind::For(steps, _) => steps.len(),
        _ => 1,
    }
}

impl<'t> Builder<'t> {
    pub fn new(source: u32, text: &'t str, tokens: Vec<Token>, docs: FxHashMap<u32, Rc<str>>) -> Self {
        Builder {
            source,
            text,
            tokens: Rc::new(tokens),
            docs,
            errors: Vec::new(),
            names: FxHashMap::default(),
            too_deep: false,
        }
    }

    /// A new statement, or another attempt at one.
    pub fn next_statement(&mut self) {
        self.errors.clear();
        self.too_deep = false;
    }

    /// The place of the tokens from `l` up to `r`.
    pub fn span(&self, l: u32, r: u32) -> Span {
        let start = self.tokens.get(l as usize).map_or(self.text.len() as u32, |t| t.start);
        let end = self.tokens.get((r as usize).wrapping_sub(1)).map_or(start, |t| t.end);
        Span::new(self.source, start, end.max(start))
    }

    /// The text of a place.
    pub fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The length of the text.
    pub fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Whether a line ends between two places.
    pub fn breaks_line(&self, from: u32, to: u32) -> bool {
        self.slice(Span::new(self.source, from, to)).contains('\n')
    }

    fn error(&mut self, mistake: Mistake, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.errors.push(Diagnostic::new(mistake, span, message));
        let last = self.errors.len() - 1;
        &mut self.errors[last]
    }

    // ---- nodes

    pub fn expr(&mut self, l: u32, r: u32, kind: ExprKind) -> Expr {
        let span = self.span(l, r);
        self.node(span, kind)
    }

    fn node(&mut self, span: Span, kind: ExprKind) -> Expr {
        let mut below = 0;
        kind.for_each_child(&mut |e| below = below.max(usize::from(e.shape.height) + 1));
        let height = below + own_height(&kind);
        if height > MAX_DEPTH as usize {
            self.too_deep(span);
            return Expr::new(ExprKind::Error, span);
        }
        let shape = Shape { height: (height - 1) as u16, parenthesised: false };
        Expr { kind: Box::new(kind), span, shape }
    }

    fn too_deep(&mut self, span: Span) {
        if !self.too_deep {
            self.too_deep = true;
            self.error(Mistake::NestedTooDeep, span, too_deep_message()).notes.push(TOO_DEEP_NOTE.into());
        }
    }

    /// The steps of a clause, whose loops run inside each other, too.
    pub(super) fn bounded(&mut self, mut steps: Vec<CompStep>, span: Span) -> Vec<CompStep> {
        if steps.len() > MAX_DEPTH as usize {
            self.too_deep(span);
            steps.clear();
        }
        steps
    }

    pub fn parenthesised(&mut self, l: u32, r: u32, mut e: Expr) -> Expr {
        e.span = self.span(l, r);
        e.shape.parenthesised = true;
        e
    }

    pub fn statement(&mut self, l: u32, r: u32, kind: StmtKind) -> Stmt {
        let span = self.span(l, r);
        Stmt { kind, span, doc: self.docs.get(&span.start).cloned() }
    }

    pub fn block(&mut self, mut statements: Vec<Stmt>, last: Option<Stmt>) -> Vec<Stmt> {
        statements.extend(last);
        statements
    }

    pub fn steps(&mut self, first: CompStep, rest: Vec<CompStep>) -> Vec<CompStep> {
        std::iter::once(first).chain(rest).collect()
    }

    pub fn ident(&mut self, l: u32, r: u32) -> Ident {
        let span = self.span(l, r);
        Ident { name: self.named(span), span }
    }

    fn named(&mut self, span: Span) -> Rc<str> {
        let text = self.slice(span);
        Rc::clone(self.names.entry(text).or_insert_with(|| text.into()))
    }

    /// `oo{0, 2}`, as it is printed: `oo(0, 2)`.
    pub fn infinite(&mut self, l: u32, at: u32, r: u32, reached: Vec<Arg>) -> Expr {
        let f = self.name_expr(l, at);
        self.expr(l, r, ExprKind::Call(f, reached))
    }

    pub fn name_expr(&mut self, l: u32, r: u32) -> Expr {
        let name = self.named(self.span(l, r));
        self.expr(l, r, ExprKind::Name(name))
    }

    fn number(&mut self, span: Span, digits: &str) -> BigInt {
        // Reading a numeral takes quadratic time.
        let number = if digits.len() > MAX_DIGITS { None } else { digits.parse().ok() };
        match number.filter(|number: &BigInt| number.bits() <= MAX_BITS) {
            Some(number) => number,
            None => {
                let error = self.error(Mistake::Literal, span, "this number has more than 300,000 digits");
                error.notes.push("no larger ones can be computed either".into());
                BigInt::ZERO
            }
        }
    }

    /// `3`, `½`, `2½`.
    pub fn int(&mut self, l: u32, r: u32) -> Expr {
        let span = self.span(l, r);
        let text = self.slice(span);
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let Some((above, below)) = text[digits.len()..].chars().next().and_then(vulgar) else {
            let n = self.number(span, digits);
            return self.expr(l, r, ExprKind::Int(n));
        };
        let whole = if digits.is_empty() { BigInt::ZERO } else { self.number(span, digits) };
        let above = self.expr(l, r, ExprKind::Int(whole * below + above));
        let below = self.expr(l, r, ExprKind::Int(below.into()));
        let mut fraction = self.expr(l, r, ExprKind::Product(above, vec![(ProductOp::Div, below)]));
        fraction.shape.parenthesised = true;
        fraction
    }

    pub fn star_int(&mut self, l: u32, r: u32) -> Expr {
        let span = self.span(l, r);
        let n = self.number(span, self.slice(span).trim_start_matches(STARS));
        let n = self.expr(l, r, ExprKind::Int(n));
        self.expr(l, r, ExprKind::Star(Some(n)))
    }

    /// `^3*2`, `v`, `⇑*`: a sign for each arrow, a number of them, a nimber.
    pub fn up(&mut self, l: u32, r: u32) -> Expr {
        let span = self.span(l, r);
        let (arrows, star) = match self.slice(span).split_once(STARS) {
            Some((arrows, star)) => (arrows, Some(star)),
            None => (self.slice(span), None),
        };
        if let Some((_, power)) = arrows.split_once(['[', '<']) {
            let sum = power.ends_with(']');
            let power = power.trim_end_matches([']', '>']);
            let power = (power != "on").then(|| self.number(span, power));
            let star = self.touching(span, star);
            return self.expr(l, r, ExprKind::UpPower { sum, power, star });
        }
        let digits = arrows.trim_start_matches(|c: char| !c.is_ascii_digit());
        let signs = &arrows[..arrows.len() - digits.len()];
        let count: i64 = signs.chars().map(|c| if matches!(c, '⇑' | '⇓') { 2 } else { 1 }).sum();
        let mut ups = BigInt::from(count.max(1));
        if !digits.is_empty() {
            ups *= self.number(span, digits);
        }
        if signs.starts_with(['v', '↓', '⇓']) {
            ups = -ups;
        }
        let star = self.touching(span, star);
        self.expr(l, r, ExprKind::Up { ups, star })
    }

    /// The nimber of a star that touches an up.
    fn touching(&mut self, span: Span, star: Option<&str>) -> BigInt {
        match star {
            None => BigInt::ZERO,
            Some("") => BigInt::from(1),
            Some(digits) => self.number(span, digits),
        }
    }

    pub fn run(&mut self, l: u32, r: u32, first: Expr, rest: Vec<Expr>, make: fn(Vec<Expr>) -> ExprKind) -> Expr {
        if rest.is_empty() {
            return first;
        }
        self.expr(l, r, make(std::iter::once(first).chain(rest).collect()))
    }

    pub fn sum(&mut self, l: u32, r: u32, first: Expr, rest: Vec<(SumOp, Expr)>) -> Expr {
        if rest.is_empty() { first } else { self.expr(l, r, ExprKind::Sum(first, rest)) }
    }

    pub fn product(&mut self, l: u32, r: u32, first: Expr, rest: Vec<(ProductOp, Expr)>) -> Expr {
        if rest.is_empty() { first } else { self.expr(l, r, ExprKind::Product(first, rest)) }
    }

    /// Only `< <=`, `> >=` and `==` chain.
    pub fn compare(&mut self, l: u32, r: u32, first: Expr, rest: Vec<(u32, CompareOp, Expr)>) -> Expr {
        if rest.is_empty() {
            return first;
        }
        let class = |op| match op {
            CompareOp::Lt | CompareOp::Le => 0,
            CompareOp::Gt | CompareOp::Ge => 1,
            CompareOp::Eq => 2,
            _ => 3,
        };
        let wrong = rest.windows(2).find(|w| class(w[0].1) == 3 || class(w[0].1) != class(w[1].1));
        if let Some(w) = wrong {
            let either_or = rest.iter().any(|x| x.1 == CompareOp::Confused);
            let op_span = |at: u32, b: &Self| b.span(at, at + 1);
            let (one, two) = (op_span(w[0].0, self), op_span(w[1].0, self));
            let message = format!("`{}` and `{}` do not chain", self.slice(one).trim(), self.slice(two).trim());
            let error = self.error(Mistake::Chain, two, message);
            error.labels.push((one, "the first comparison".into()));
            error.notes.push(if either_or {
                "`||` compares two games (“is confused with”); for either-or write `or`".into()
            } else {
                "only `<` with `<=`, `>` with `>=`, and `==` chain, as in `0 < x <= 1`; else join comparisons by `and`, or use parentheses".into()
            });
        }
        self.expr(l, r, ExprKind::Compare(first, rest.into_iter().map(|(_, op, e)| (op, e)).collect()))
    }

    pub fn tuple(&mut self, l: u32, r: u32, first: Expr, rest: Vec<Expr>) -> Expr {
        self.expr(l, r, ExprKind::Tuple(std::iter::once(first).chain(rest).collect()))
    }

    pub fn index(&mut self, l: u32, r: u32, xs: Expr, i: Expr, more: Vec<Expr>) -> Expr {
        let i = if more.is_empty() {
            i
        } else {
            let mut tuple = self.tuple(l, r, i, more);
            if let ExprKind::Tuple(parts) = &*tuple.kind {
                let span = parts.iter().map(|p| p.span).reduce(Span::to);
                tuple.span = span.unwrap_or(tuple.span);
            }
            tuple
        };
        self.expr(l, r, ExprKind::Index(xs, i))
    }

    /// A call. `at` is the parenthesis: right after `x.f` the arguments belong to the dot.
    pub fn call(&mut self, l: u32, at: u32, r: u32, f: Expr, args: Vec<Arg>) -> Expr {
        let slip = !f.shape.parenthesised;
        match *f.kind {
            ExprKind::Dot(x, name, _) if slip && self.token_before(at) == Some(Tok::Name) => {
                return self.expr(l, r, ExprKind::Dot(x, name, args));
            }
            ExprKind::Star(Some(ref n)) if slip => {
                let inner = self.slice(n.span);
                let whole = self.slice(Span::new(n.span.source, n.span.start, self.span(l, r).end));
                let span = self.span(l, r);
                let message = format!("`{}` could be read in two ways", self.slice(span));
                let note = if matches!(*n.kind, ExprKind::Name(_)) {
                    format!("for the nimber of a call write `*({whole})`")
                } else {
                    format!("a nimber is no function; for a product write `*{inner} * (…)`")
                };
                self.error(Mistake::Ambiguous, span, message).notes.push(note);
            }
            ExprKind::Up { .. } if slip => {
                let span = self.span(l, r);
                let (up, message) = (self.slice(f.span), "an up cannot be called");
                let note = format!("for a multiple write `n * {up}`, for a sum `{up} + …`");
                self.error(Mistake::Ambiguous, span, message).notes.push(note);
            }
            _ => {}
        }
        self.expr(l, r, ExprKind::Call(f, args))
    }

    fn token_before(&self, at: u32) -> Option<Tok> {
        self.tokens.get((at as usize).checked_sub(1)?).map(|t| t.tok)
    }

    pub fn generator(&mut self, l: u32, r: u32, body: Expr, steps: Vec<CompStep>) -> Vec<Arg> {
        vec![Arg::new(None, self.expr(l, r, ExprKind::ListFor(body, steps)))]
    }

    // ---- strings

    pub fn text_part(&mut self, l: u32, r: u32) -> StrPart {
        StrPart::Text(unescape(self.slice(self.span(l, r))).into())
    }

    pub fn string(&mut self, l: u32, r: u32, parts: Vec<StrPart>) -> Expr {
        self.expr(l, r, ExprKind::Str(parts))
    }

    /// The text of a `check`, the file of an `import`.
    pub fn literal_text(&mut self, _l: u32, _r: u32, parts: Vec<StrPart>) -> Rc<str> {
        match parts.into_iter().next() {
            Some(StrPart::Text(text)) => text,
            _ => "".into(),
        }
    }

    // ---- braces and angles

    pub fn braces(&mut self, l: u32, r: u32, first: Row, rest: Vec<(u32, Row)>) -> Expr {
        if !rest.is_empty() {
            return self.bars(l, r, first, rest);
        }
        let pairs = first.iter().filter(|e| e.value.is_some()).count();
        if pairs == 0 {
            first.iter().for_each(|entry| self.colon_in_set(&entry.key));
            return self.expr(l, r, ExprKind::Set(first.into_iter().map(|e| e.key).collect()));
        }
        if pairs < first.len() {
            let odd = first.iter().find(|e| e.value.is_none()).map_or(self.span(l, r), |e| e.key.span);
            let error = self.error(Mistake::Braces, odd, "this entry of a map has no value");
            error.notes.push("a map is written `{key => value, …}`, a set `{value, …}`".into());
        }
        let entries = first.into_iter().filter_map(|e| e.value.map(|v| (e.key, v))).collect();
        self.expr(l, r, ExprKind::Map(entries))
    }

    /// `{"a": 1}` and `{x : x in S}` are read as ordinal sums, and never meant as one.
    fn colon_in_set(&mut self, e: &Expr) {
        if e.shape.parenthesised || !colon_misleads(e) {
            return;
        }
        let note = match &*e.kind {
            ExprKind::Ordinal(..) => "an entry of a map is written `key => value`: `{\"a\" => 1}`",
            _ => "a set is written `{x for x in S}`, with a condition `{x for x in S if x > 2}`",
        };
        self.error(Mistake::Braces, e.span, "a colon among the elements of a set").notes.push(note.into());
    }

    pub fn braces_for(&mut self, l: u32, r: u32, entry: Entry, steps: Vec<CompStep>) -> Expr {
        let kind = match entry.value {
            None => ExprKind::SetFor(entry.key, steps),
            Some(value) => ExprKind::MapFor(entry.key, value, steps),
        };
        self.expr(l, r, kind)
    }

    pub fn angles(&mut self, l: u32, r: u32, first: Row, rest: Vec<(u32, Row)>) -> Expr {
        if rest.is_empty() {
            if first.iter().any(|e| *e.key.kind == ExprKind::Error) {
                return self.expr(l, r, ExprKind::Error);
            }
            let span = self.span(l, r);
            let error = self.error(Mistake::Options, span, "a game needs a bar between Left's and Right's options");
            error.notes.push("write `<0 | 1>`; without options `<|>`, which is 0".into());
            return self.expr(l, r, ExprKind::Error);
        }
        self.bars(l, r, first, rest)
    }

    /// `loop a <0 | a>`; `at` is where the brackets open.
    pub fn looped(&mut self, l: u32, at: u32, r: u32, name: Ident, (first, rest): (Row, Vec<(u32, Row)>)) -> Expr {
        let game = self.angles(at, r, first, rest);
        let param = Param { pattern: Pattern::Name(name), kind: None, default: None };
        let inside = self.expr(at, r, ExprKind::Lambda(vec![param], game));
        self.expr(l, r, ExprKind::Loop(inside))
    }

    fn bars(&mut self, l: u32, r: u32, first: Row, rest: Vec<(u32, Row)>) -> Expr {
        let braces = self.tokens.get(l as usize).is_some_and(|t| t.tok == Tok::LBrace);
        let mut rows = vec![self.row(first, braces)];
        let mut bars = Vec::new();
        for (at, row) in rest {
            bars.push(at);
            let row = self.row(row, braces);
            rows.push(row);
        }
        let strengths: Vec<u32> = bars.iter().map(|&at| strength(self.slice(self.span(at, at + 1)))).collect();
        let mut rows: Vec<Option<Vec<Expr>>> = rows.into_iter().map(Some).collect();
        let span = self.span(l, r);
        let mut game = self.split(&mut rows, &bars, &strengths, span, 0);
        game.span = span;
        game
    }

    /// Splits at the longest run of bars; what stands on a side is one game if bars are left there.
    fn split(
        &mut self,
        rows: &mut [Option<Vec<Expr>>],
        bars: &[u32],
        strengths: &[u32],
        span: Span,
        level: u32,
    ) -> Expr {
        let longest = strengths.iter().copied().max().unwrap_or(0);
        let at = strengths.iter().position(|&s| s == longest).unwrap_or(0);
        let second = strengths.iter().rposition(|&s| s == longest).unwrap_or(0);
        if second != at {
            let (one, two) = (self.span(bars[at], bars[at] + 1), self.span(bars[second], bars[second] + 1));
            let run = "|".repeat(longest.min(9) as usize);
            let error = self.error(Mistake::Options, two, format!("two bars `{run}` at one level"));
            error.labels.push((one, "the other one".into()));
            error.notes.push(format!(
                "only one run of bars can part Left's options from Right's; more bars bind less: `<2 {run}| 1 {run} 0>`, or use inner brackets"
            ));
        }
        // A side holds ever shorter runs, so levels are fewer than the square root of the text's length; the tree
        // itself is bounded by `expr`.
        if second != at || level > MAX_DEPTH {
            return self.node(span, ExprKind::Error);
        }
        let (left_rows, right_rows) = rows.split_at_mut(at + 1);
        let left = self.side(left_rows, &bars[..at], &strengths[..at], level);
        let right = self.side(right_rows, &bars[at + 1..], &strengths[at + 1..], level);
        self.node(span, ExprKind::Game(left, right))
    }

    fn side(&mut self, rows: &mut [Option<Vec<Expr>>], bars: &[u32], strengths: &[u32], level: u32) -> Vec<Expr> {
        if bars.is_empty() {
            return rows.first_mut().and_then(Option::take).unwrap_or_default();
        }
        let spans = rows.iter().flatten().flatten().map(|e| e.span);
        let span = spans.chain(bars.iter().map(|&at| self.span(at, at + 1))).reduce(Span::to).unwrap_or_default();
        vec![self.split(rows, bars, strengths, span, level + 1)]
    }

    fn row(&mut self, row: Row, braces: bool) -> Vec<Expr> {
        let mut options = Vec::with_capacity(row.len());
        for entry in row {
            if let Some(value) = &entry.value {
                let error = self.error(Mistake::Options, value.span, "`=>` among the options of a game");
                error.notes.push("options are separated by commas; a map has no bars: `{key => value}`".into());
            }
            let comparison = matches!(*entry.key.kind, ExprKind::Compare(..) | ExprKind::And(_) | ExprKind::Or(_));
            if comparison && !entry.key.shape.parenthesised {
                let text = self.slice(entry.key.span);
                let note = if braces && text.contains(" in ") {
                    "for a set write `{x for x in S}`, with a condition `{x for x in S if x > 2}`".to_string()
                } else {
                    "options are values; to compare inside a game, use parentheses".to_string()
                };
                self.error(Mistake::Options, entry.key.span, "a comparison among the options of a game")
                    .notes
                    .push(note);
            }
            options.push(entry.key);
        }
        options
    }
}

/// Whether an element of a set looks like an entry of a map, or like a condition after a colon.
pub(super) fn colon_misleads(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Ordinal(key, _) => matches!(*key.kind, ExprKind::Str(_)),
        ExprKind::Compare(first, rest) => {
            matches!(*first.kind, ExprKind::Ordinal(..)) && matches!(rest[..], [(CompareOp::In, _)])
        }
        _ => false,
    }
}

/// Replaces the escapes of a string; the lexer has reported the unknown ones.
pub fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\r' if chars.as_str().is_empty() => continue,
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some(other) => other,
                None => continue,
            },
            c => c,
        });
    }
    out
}
