//! Statements, blocks, rule sets, parameters.

use super::super::ast::*;
use super::{Inside, Level, Printer};

impl Printer {
    pub(super) fn statement(&mut self, s: &Stmt) {
        if let Some(doc) = &s.doc {
            for text in doc.split('\n') {
                self.out.push_str("##");
                if !text.is_empty() {
                    self.out.push(' ');
                    self.out.push_str(text);
                }
                self.line();
            }
        }
        self.statement_kind(&s.kind);
    }

    pub(super) fn statement_kind(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Expr(e) => self.expr(e, Level::Loose),
            StmtKind::Assign(target, value) => {
                match target {
                    Target::Pattern(p) => self.pattern(p),
                    Target::Index(name, indices) => {
                        self.out.push_str(&name.name);
                        for i in indices {
                            self.bracketed("[", std::slice::from_ref(i), "]");
                        }
                    }
                }
                self.out.push_str(" = ");
                self.expr(value, Level::Loose);
            }
            StmtKind::Function(f) => {
                if f.memo {
                    self.out.push_str("memo ");
                }
                self.out.push_str(&f.name.name);
                self.params(&f.params);
                self.out.push_str(" = ");
                self.expr(&f.body, Level::Loose);
            }
            StmtKind::Game(g) => self.game(g),
            StmtKind::Question(question) => self.question("question", question),
            StmtKind::Answer(answer) => {
                self.out.push_str("answer ");
                self.statement(&answer.definition);
            }
            StmtKind::Heap(h) => self.heap(h),
            StmtKind::Lattice(l) => self.lattice(l),
            StmtKind::Import(file) => {
                self.out.push_str("import ");
                self.literal(file);
            }
            StmtKind::Check(claim, text) => {
                self.out.push_str("check ");
                self.expr(claim, Level::Or);
                if let Some(text) = text {
                    self.out.push_str("  ");
                    self.literal(text);
                }
            }
            StmtKind::Return(None) => self.out.push_str("return"),
            StmtKind::Return(Some(e)) => {
                self.out.push_str("return ");
                self.expr(e, Level::Loose);
            }
            StmtKind::Break => self.out.push_str("break"),
            StmtKind::Continue => self.out.push_str("continue"),
        }
    }

    fn game(&mut self, g: &GameDecl) {
        self.out.push_str("game ");
        self.out.push_str(&g.name.name);
        self.params(&g.params);
        self.indent += 1;
        for clause in &g.clauses {
            self.line();
            self.out.push_str(match clause.kind {
                ClauseKind::Left => "left ",
                ClauseKind::Right => "right ",
                ClauseKind::Moves => "moves ",
                ClauseKind::Value => "value ",
                ClauseKind::Score => "score ",
            });
            self.expr(&clause.body, Level::Loose);
            self.steps(&clause.steps);
        }
        self.indent -= 1;
        self.line();
        self.out.push_str("end");
    }

    pub(super) fn block(&mut self, statements: &[Stmt]) {
        self.within(Inside::Plain, "do", "end", |p| match statements {
            [] => p.out.push(' '),
            [one] if one.doc.is_none() && !matches!(one.kind, StmtKind::Game(_) | StmtKind::Lattice(_)) => {
                p.out.push(' ');
                p.statement(one);
                p.out.push(' ');
            }
            _ => {
                p.indent += 1;
                for s in statements {
                    p.line();
                    p.statement(s);
                }
                p.indent -= 1;
                p.line();
            }
        });
    }

    pub(super) fn pattern(&mut self, p: &Pattern) {
        match p {
            Pattern::Name(name) => self.out.push_str(&name.name),
            Pattern::Tuple(parts, _) => {
                self.out.push('(');
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    self.pattern(part);
                }
                self.out.push_str(if parts.len() == 1 { ",)" } else { ")" });
            }
        }
    }

    pub(super) fn params(&mut self, params: &[Param]) {
        self.within(Inside::Plain, "(", ")", |p| {
            for (i, param) in params.iter().enumerate() {
                if i > 0 {
                    p.out.push_str(", ");
                }
                p.param(param);
            }
        });
    }

    pub(super) fn param(&mut self, param: &Param) {
        self.pattern(&param.pattern);
        if let Some(kind) = &param.kind {
            self.out.push_str(": ");
            self.out.push_str(&kind.name);
        }
        if let Some(default) = &param.default {
            self.out.push_str(" = ");
            self.expr(default, Level::Loose);
        }
    }
}
