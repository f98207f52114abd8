//! Questions that are handed on and not answered: `certificate(outcome(g))` is about `g` and its outcome, not about what that comes to.
//!
//! In: the arguments of a function that is given questions (`Native::asks`). Out: what is asked about, the word or sign of the question, and
//! what it is compared with; arguments that are no question stay as they are. A question is a comparison, or a call of a function of
//! the library with one argument, and perhaps `method = "search"`, whose answers there are proofs of, by its notion.

use crate::syntax::ast::CompareOp;
use crate::value::Value;
use crate::value::native::Native;
use crate::value::node::{Code, Node};
use crate::value::notion::Notion;

fn native(code: &Code) -> Option<&'static Native> {
    match code.open() {
        Node::Const(Value::Native(native)) => Some(native),
        _ => None,
    }
}

/// Whether a function is given questions.
pub(super) fn are_for(code: &Code) -> bool {
    native(code).is_some_and(|native| native.asks)
}

/// The word of what a function asks.
fn word(code: &Code) -> Option<&'static str> {
    match native(code)?.notion? {
        Notion::Outcome | Notion::Winner => Some("outcome"),
        Notion::NimValue => Some("grundy"),
        _ => None,
    }
}

/// Whether an argument says nothing, or what is true of every proof: that the answer is found by search, and is not of misère play.
fn is_search(argument: &Code) -> bool {
    match argument.open() {
        Node::Const(Value::Unset | Value::Bool(false)) => true,
        Node::Const(Value::Str(text)) => ***text == *"search",
        _ => false,
    }
}

/// Whether a function is asked about misère play: then the word is that, of which there are no proofs.
fn is_misere(f: &Code, of: &[Code]) -> bool {
    let place = native(f).and_then(|native| native.names().iter().position(|&name| name == "misere"));
    let given = place.and_then(|place| of.get(place));
    given.is_some_and(|argument| matches!(argument.open(), Node::Const(Value::Bool(true))))
}

/// The parts of a question.
pub(super) fn apart(mut codes: Vec<Code>) -> Vec<Code> {
    let [Code { node, span }] = &mut codes[..] else { return codes };
    let span = *span;
    let constant = |value: Value| Code { node: Node::Const(value), span };
    match node {
        Node::Call(f, of) if of.split_first().is_some_and(|(_, further)| further.iter().all(is_search)) => {
            match word(f) {
                Some(word) => std::mem::take(of).into_iter().take(1).chain([constant(Value::text(word))]).collect(),
                None => codes,
            }
        }
        Node::Call(f, of) if word(f).is_some() && is_misere(f, of) => {
            std::mem::take(of).into_iter().take(1).chain([constant(Value::text("misere"))]).collect()
        }
        Node::Compare(CompareOp::In | CompareOp::NotIn, _)
        | Node::CompareConst(CompareOp::In | CompareOp::NotIn, ..) => codes,
        Node::Compare(op, sides) => {
            let word = constant(Value::text(op.sign()));
            let (a, b) = std::mem::replace(&mut **sides, (constant(Value::Nothing), constant(Value::Nothing)));
            vec![a, word, b]
        }
        Node::CompareConst(op, a, b) => {
            let (word, b) = (constant(Value::text(op.sign())), constant(Value::Int(*b)));
            let a = std::mem::replace(&mut **a, constant(Value::Nothing));
            vec![a, word, b]
        }
        _ => codes,
    }
}
