//! A tree as text again, in the style of the language reference, with as few parentheses as the grammar allows.
//!
//! Reading the text gives the same tree, places apart. Trees that no text stands for (an [`ExprKind::Error`], an up
//! that is zero without a star, one-element runs) are printed as something close.

mod declarations;
mod homework;
mod statements;

use super::ast::*;
use super::build::colon_misleads;
use crate::limits::with_stack;
use num_traits::{One, Signed, Zero};
use std::fmt::Write;

/// How tightly a place binds: what is printed there has at least this strength, or gets parentheses. From the
/// operator table, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Anything.
    Loose,
    /// Anything but an `if` that an `else` right behind would extend.
    Closed,
    Or,
    And,
    Not,
    Compare,
    Range,
    Xor,
    Sum,
    Term,
    Ordinal,
    Product,
    Negative,
    Power,
    Postfix,
    Operand,
}

/// A program, one statement a line.
pub fn print(program: &Program) -> String {
    let mut p = Printer { out: String::new(), indent: 0, inside: Inside::Plain };
    for statement in &program.statements {
        p.statement(statement);
        p.out.push('\n');
    }
    p.out
}

/// An expression on one line, unless it has blocks.
pub fn print_expr(e: &Expr) -> String {
    let mut p = Printer { out: String::new(), indent: 0, inside: Inside::Plain };
    p.expr(e, Level::Loose);
    p.out
}

struct Printer {
    out: String,
    indent: usize,
    inside: Inside,
}

/// The bracket directly around, as far as it changes how comparisons are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Nothing, or brackets in which `>` and bars compare.
    Plain,
    /// `{…}`: bars separate options.
    Braces,
    /// `<…>`: besides, `>` closes.
    Angles,
    /// A `heap` declaration, where some words are keywords.
    Heap,
}

/// Whether a node ends in an `if` without `else`.
fn open(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::If(_, _, None) => true,
        ExprKind::If(_, _, Some(last)) | ExprKind::Lambda(_, last) => open(last),
        _ => false,
    }
}

fn level(e: &Expr) -> Level {
    use ExprKind as K;
    match &*e.kind {
        K::If(..) | K::Lambda(..) | K::Do(_) | K::For(..) | K::While(..) | K::Why(_) => {
            if open(e) {
                Level::Loose
            } else {
                Level::Closed
            }
        }
        K::Or(_) => Level::Or,
        K::And(_) => Level::And,
        K::Not(_) => Level::Not,
        K::Compare(..) => Level::Compare,
        K::Range(..) => Level::Range,
        K::Xor(_) => Level::Xor,
        K::Sum(..) => Level::Sum,
        K::Switch(_) => Level::Term,
        K::Product(..) => Level::Product,
        K::Neg(_) => Level::Negative,
        K::Power(..) => Level::Power,
        K::Ordinal(..) => Level::Ordinal,
        K::Call(..) | K::Dot(..) | K::Index(..) => Level::Postfix,
        _ => Level::Operand,
    }
}

/// Whether it needs parentheses as an option of a game.
fn is_comparison(e: &Expr) -> bool {
    matches!(*e.kind, ExprKind::Compare(..) | ExprKind::And(_) | ExprKind::Or(_))
}

/// Whether a factor is written close to its `*` or `/`: one that neither begins nor ends in a star, an up or a minus.
fn plain(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Int(_) | ExprKind::Name(_) => true,
        ExprKind::Power(a, b) => plain(a) && plain(b),
        ExprKind::Call(f, _) => plain(f),
        ExprKind::Dot(x, ..) | ExprKind::Index(x, _) => plain(x),
        _ => level(e) < Level::Negative,
    }
}

impl Printer {
    /// Prints something between brackets.
    fn within(&mut self, inside: Inside, opener: &str, closer: &str, f: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.inside, inside);
        self.out.push_str(opener);
        f(self);
        self.out.push_str(closer);
        self.inside = before;
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn steps(&mut self, steps: &[CompStep]) {
        for step in steps {
            match step {
                CompStep::For(p, source) => {
                    self.out.push_str(" for ");
                    self.pattern(p);
                    self.out.push_str(" in ");
                    self.expr(source, Level::Or);
                }
                CompStep::If(c) => {
                    self.out.push_str(" if ");
                    self.expr(c, Level::Or);
                }
            }
        }
    }

    fn escape(&mut self, text: &str, interpolated: bool) {
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\t' => self.out.push_str("\\t"),
                '\r' => self.out.push_str("\\r"),
                '{' if interpolated => self.out.push_str("\\{"),
                c => self.out.push(c),
            }
        }
    }

    fn literal(&mut self, text: &str) {
        self.out.push('"');
        self.escape(text, false);
        self.out.push('"');
    }

    fn list(&mut self, es: &[Expr]) {
        for (i, e) in es.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.expr(e, Level::Loose);
        }
    }

    fn bracketed(&mut self, opener: &str, es: &[Expr], closer: &str) {
        self.within(Inside::Plain, opener, closer, |p| p.list(es));
    }

    fn args(&mut self, args: &[Arg]) {
        self.within(Inside::Plain, "(", ")", |p| {
            if let [Arg { name: None, value }] = args
                && let ExprKind::ListFor(body, steps) = &*value.kind
            {
                p.expr(body, Level::Loose);
                return p.steps(steps);
            }
            for (i, arg) in args.iter().enumerate() {
                if i > 0 {
                    p.out.push_str(", ");
                }
                if let Some(name) = &arg.name {
                    p.out.push_str(&name.name);
                    p.out.push_str(" = ");
                }
                p.expr(&arg.value, Level::Loose);
            }
        });
    }

    /// One operand after another, `between` them.
    fn run(&mut self, es: &[Expr], between: &str, at: Level) {
        for (i, e) in es.iter().enumerate() {
            if i > 0 {
                self.out.push_str(between);
            }
            self.expr(e, at);
        }
    }

    fn expr(&mut self, e: &Expr, at: Level) {
        with_stack(|| {
            if level(e) < at || self.misread(e) {
                self.within(Inside::Plain, "(", ")", |p| p.bare(e));
            } else {
                self.bare(e);
            }
        });
    }

    /// Whether the bracket around would take a comparison's sign for its own.
    fn misread(&self, e: &Expr) -> bool {
        if self.inside == Inside::Heap {
            return matches!(&*e.kind, ExprKind::Name(name) if matches!(&**name, "take" | "split" | "leave"));
        }
        let ExprKind::Compare(_, rest) = &*e.kind else { return false };
        let bars = |op| matches!(op, CompareOp::Confused | CompareOp::LtConfused | CompareOp::GtConfused);
        match self.inside {
            Inside::Plain | Inside::Heap => false,
            Inside::Braces => rest.iter().any(|x| bars(x.0)),
            Inside::Angles => true,
        }
    }

    fn bare(&mut self, e: &Expr) {
        use ExprKind as K;
        match &*e.kind {
            K::Error => self.out.push_str("nothing"),
            K::Name(name) => self.out.push_str(name),
            K::Bool(b) => self.out.push_str(if *b { "true" } else { "false" }),
            K::Int(n) => _ = write!(self.out, "{n}"),
            K::Str(parts) => {
                self.out.push('"');
                for part in parts {
                    match part {
                        StrPart::Text(text) => self.escape(text, true),
                        StrPart::Expr(e) => self.bracketed("{", std::slice::from_ref(e), "}"),
                    }
                }
                self.out.push('"');
            }
            K::Star(None) => self.out.push('*'),
            K::Star(Some(n)) => {
                self.out.push('*');
                match &*n.kind {
                    K::Int(_) | K::Name(_) => self.bare(n),
                    _ => self.bracketed("(", std::slice::from_ref(n), ")"),
                }
            }
            K::Up { ups, star } => {
                let count = ups.abs();
                self.out.push(if ups.is_negative() { 'v' } else { '^' });
                if count == 2.into() {
                    self.out.push(if ups.is_negative() { 'v' } else { '^' });
                } else if !count.is_one() {
                    _ = write!(self.out, "{count}");
                }
                if star.is_one() {
                    self.out.push('*');
                } else if !star.is_zero() {
                    _ = write!(self.out, "*{star}");
                }
            }
            K::Game(left, right) => self.options(left, right),
            K::Tuple(es) => self.bracketed("(", es, if es.len() == 1 { ",)" } else { ")" }),
            K::List(es) => self.bracketed("[", es, "]"),
            K::Set(es) => self.within(Inside::Braces, "{", "}", |p| {
                for (i, e) in es.iter().enumerate() {
                    if i > 0 {
                        p.out.push_str(", ");
                    }
                    if colon_misleads(e) {
                        p.bracketed("(", std::slice::from_ref(e), ")");
                    } else {
                        p.expr(e, Level::Loose);
                    }
                }
            }),
            K::Poset(chains) => self.poset(chains),
            K::Graph(items) => self.graph(items),
            K::Map(pairs) if pairs.is_empty() => self.out.push_str("{=>}"),
            K::Map(pairs) => self.within(Inside::Braces, "{", "}", |p| {
                for (i, (key, value)) in pairs.iter().enumerate() {
                    if i > 0 {
                        p.out.push_str(", ");
                    }
                    p.entry(key, value);
                }
            }),
            K::ListFor(body, steps) => self.within(Inside::Plain, "[", "]", |p| {
                p.expr(body, Level::Loose);
                p.steps(steps);
            }),
            K::SetFor(body, steps) => self.within(Inside::Braces, "{", "}", |p| {
                p.expr(body, Level::Loose);
                p.steps(steps);
            }),
            K::MapFor(key, value, steps) => self.within(Inside::Braces, "{", "}", |p| {
                p.entry(key, value);
                p.steps(steps);
            }),
            K::Call(f, args) => {
                // `x.f` takes the parentheses as its own; a star or an up is no function.
                let guarded = matches!(&*f.kind, K::Dot(_, _, args) if args.is_empty())
                    || matches!(*f.kind, K::Star(_) | K::Up { .. });
                if guarded {
                    self.bracketed("(", std::slice::from_ref(f), ")");
                } else {
                    self.expr(f, Level::Postfix);
                }
                self.args(args);
            }
            K::Dot(x, f, args) => {
                self.expr(x, Level::Postfix);
                self.out.push('.');
                self.out.push_str(&f.name);
                if !args.is_empty() {
                    self.args(args);
                }
            }
            K::Index(xs, i) => {
                self.expr(xs, Level::Postfix);
                self.bracketed("[", std::slice::from_ref(i), "]");
            }
            K::Neg(x) => {
                self.out.push('-');
                self.expr(x, Level::Negative);
            }
            K::Switch(x) => {
                self.out.push_str("+-");
                self.expr(x, Level::Product);
            }
            K::Not(x) => {
                self.out.push_str("not ");
                self.expr(x, Level::Not);
            }
            K::Sum(first, rest) => {
                self.expr(first, Level::Term);
                for (op, e) in rest {
                    self.out.push_str(match op {
                        SumOp::Add => " + ",
                        SumOp::Sub => " - ",
                        SumOp::PlusMinus => " +- ",
                    });
                    self.expr(e, Level::Term);
                }
            }
            K::Product(first, rest) => self.product(first, rest),
            K::Power(x, n) => {
                self.expr(x, Level::Postfix);
                // Two carets in a row would be a double up.
                self.out.push_str(if self.out.ends_with('^') { " ^ " } else { "^" });
                self.signed(n, Level::Power);
            }
            K::Ordinal(g, h) => {
                self.expr(g, Level::Ordinal);
                self.out.push_str(" : ");
                self.expr(h, Level::Product);
            }
            K::Xor(es) => self.run(es, " xor ", Level::Sum),
            K::Range(a, z) => {
                self.expr(a, Level::Xor);
                self.out.push_str("..");
                if let Some(z) = z {
                    let from = self.out.len();
                    self.expr(z, Level::Xor);
                    // A string right after `..` would be the text of a check.
                    if self.out[from..].starts_with('"') {
                        self.out.insert(from, '(');
                        self.out.push(')');
                    }
                }
            }
            K::Compare(first, rest) => {
                // `1.. < x` would be a range that ends in a game.
                let at = |e: &Expr| if matches!(*e.kind, K::Range(_, None)) { Level::Xor } else { Level::Range };
                self.expr(first, at(first));
                for (op, e) in rest {
                    self.out.push(' ');
                    self.out.push_str(op.sign());
                    self.out.push(' ');
                    self.expr(e, at(e));
                }
            }
            K::And(es) => self.run(es, " and ", Level::Not),
            K::Or(es) => self.run(es, " or ", Level::And),
            K::Lambda(params, body) => {
                match params.as_slice() {
                    [Param { pattern: Pattern::Name(name), kind: None, .. }] => self.out.push_str(&name.name),
                    [one @ Param { pattern: Pattern::Tuple(..), .. }] => {
                        self.within(Inside::Plain, "(", ",)", |p| p.param(one));
                    }
                    several => self.params(several),
                }
                self.out.push_str(" -> ");
                self.expr(body, Level::Loose);
            }
            K::If(c, a, b) => {
                self.out.push_str("if ");
                self.expr(c, Level::Or);
                self.out.push_str(" then ");
                self.expr(a, if b.is_some() { Level::Closed } else { Level::Loose });
                if let Some(b) = b {
                    self.out.push_str(" else ");
                    self.expr(b, Level::Loose);
                }
            }
            K::Do(statements) => self.block(statements),
            K::For(steps, body) => {
                let from = self.out.len();
                self.steps(steps);
                // The first step begins the expression.
                if self.out[from..].starts_with(' ') {
                    self.out.remove(from);
                }
                self.out.push(' ');
                self.block(body);
            }
            K::While(c, body) => {
                self.out.push_str("while ");
                self.expr(c, Level::Or);
                self.out.push(' ');
                self.block(body);
            }
            K::Why(claim) => {
                self.out.push_str("why ");
                self.expr(claim, Level::Or);
            }
        }
    }

    /// The right of `^` and `:`, where a minus needs no parentheses.
    fn signed(&mut self, e: &Expr, at: Level) {
        match &*e.kind {
            ExprKind::Neg(x) => {
                self.out.push('-');
                with_stack(|| self.signed(x, at));
            }
            _ => self.expr(e, at),
        }
    }

    fn product(&mut self, first: &Expr, rest: &[(ProductOp, Expr)]) {
        self.expr(first, Level::Negative);
        let signless = match &*first.kind {
            ExprKind::Neg(x) => x,
            _ => first,
        };
        let close = plain(signless) && rest.iter().all(|(_, e)| plain(e));
        for (op, e) in rest {
            self.out.push_str(match op {
                ProductOp::Mul if close => "*",
                ProductOp::Mul => " * ",
                ProductOp::Div if close => "/",
                ProductOp::Div => " / ",
                ProductOp::IntDiv => " // ",
                ProductOp::Mod => " % ",
            });
            self.expr(e, Level::Negative);
        }
    }

    fn entry(&mut self, key: &Expr, value: &Expr) {
        self.expr(key, Level::Loose);
        self.out.push_str(" => ");
        self.expr(value, Level::Loose);
    }

    /// `<L | R>`; a single option that is itself a game drops its brackets for a longer run of bars.
    fn options(&mut self, left: &[Expr], right: &[Expr]) {
        let bars = strength(left, right);
        self.within(Inside::Angles, "<", ">", |p| p.two_sides(left, right, bars));
    }

    fn two_sides(&mut self, left: &[Expr], right: &[Expr], bars: usize) {
        self.game_side(left, bars);
        let run = "|".repeat(bars);
        let before = if left.is_empty() { "" } else { " " };
        let after = if right.is_empty() { "" } else { " " };
        _ = write!(self.out, "{before}{run}{after}");
        self.game_side(right, bars);
    }

    fn game_side(&mut self, side: &[Expr], bars: usize) {
        if let ([one], true) = (side, bars > 1)
            && let ExprKind::Game(left, right) = &*one.kind
        {
            let inner = strength(left, right);
            if inner < bars {
                return self.two_sides(left, right, inner);
            }
        }
        for (i, e) in side.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            if is_comparison(e) {
                self.bracketed("(", std::slice::from_ref(e), ")");
            } else {
                self.expr(e, Level::Loose);
            }
        }
    }
}

/// How many bars a game prints with: one more than the sides that lose their brackets. Bounded, for the eye.
fn strength(left: &[Expr], right: &[Expr]) -> usize {
    let side = |side: &[Expr]| match side {
        [one] => match &*one.kind {
            ExprKind::Game(l, r) => strength(l, r),
            _ => 0,
        },
        _ => 0,
    };
    let inner = side(left).max(side(right));
    if inner >= 3 { 1 } else { inner + 1 }
}
