//! Questions.

use super::super::homework::{Line, LineKind, Question};
use super::{Level, Printer};

impl Printer {
    /// A question or a part, as its first word says.
    pub(super) fn question(&mut self, word: &str, q: &Question) {
        self.out.push_str(word);
        self.out.push(' ');
        self.out.push_str(&q.name.name);
        if let Some(text) = &q.text {
            self.out.push(' ');
            self.literal(text);
        }
        self.worth(q.worth.as_ref());
        for flag in &q.flags {
            self.out.push(' ');
            self.out.push_str(&flag.name);
        }
        self.indent += 1;
        for line in &q.lines {
            self.line();
            self.question_line(line);
        }
        self.indent -= 1;
        self.line();
        self.out.push_str("end");
    }

    fn worth(&mut self, worth: Option<&super::super::ast::Expr>) {
        if let Some(worth) = worth {
            self.out.push_str("  worth ");
            self.expr(worth, Level::Or);
        }
    }

    fn question_line(&mut self, line: &Line) {
        match &line.kind {
            LineKind::Expect(how, value, steps) => {
                self.out.push_str("expect ");
                if let Some(how) = how {
                    self.out.push_str(&how.name);
                    self.out.push(' ');
                }
                self.expr(value, Level::Or);
                self.steps(steps);
            }
            LineKind::Accept(test) => {
                self.out.push_str("accept ");
                self.expr(test, Level::Loose);
            }
            LineKind::Where(definition) => {
                self.out.push_str("where ");
                self.statement_kind(definition);
            }
            LineKind::Check(claim) => {
                self.out.push_str("check ");
                self.expr(claim, Level::Or);
            }
            LineKind::Hint(after) => {
                self.out.push_str("hint");
                if let Some(after) = after {
                    self.out.push_str(" after ");
                    self.expr(after, Level::Or);
                }
            }
            LineKind::Tolerance(x) => {
                self.out.push_str("tolerance ");
                self.expr(x, Level::Or);
            }
            LineKind::About(g) => {
                self.out.push_str("about ");
                self.expr(g, Level::Or);
            }
            LineKind::Part(part) => return self.question("part", part),
        }
        self.worth(line.worth.as_ref());
        if let Some(text) = &line.text {
            self.out.push_str("  ");
            self.literal(text);
        }
    }
}
