//! Keys, answers and reports, through the command.

#[path = "homework/data.rs"]
mod data;
#[path = "homework/fairness.rs"]
mod fairness;
#[path = "homework/formats.rs"]
mod formats;
#[path = "homework/hostile.rs"]
mod hostile;
#[path = "homework/isolation.rs"]
mod isolation;
#[path = "homework/keys.rs"]
mod keys;
#[path = "homework/loops.rs"]
mod loops;
#[path = "homework/moves.rs"]
mod moves;
#[path = "homework/points.rs"]
mod points;
#[path = "homework/reports.rs"]
mod reports;
#[path = "homework/rules.rs"]
mod rules;
#[path = "homework/semilinear.rs"]
mod semilinear;
#[path = "homework/sentences.rs"]
mod sentences;
#[path = "support/submit.rs"]
#[allow(dead_code)]
mod submit;
#[path = "homework/support.rs"]
mod support;
#[path = "homework/syntax.rs"]
mod syntax;
#[path = "homework/tables.rs"]
mod tables;
#[path = "homework/truth.rs"]
mod truth;
#[path = "homework/variant.rs"]
mod variant;
#[path = "homework/visible.rs"]
mod visible;
