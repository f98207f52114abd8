//! The table of declarations, and what a text says apart from its names.

use sprague::syntax::ast::ClauseKind;
use sprague::syntax::outline::{outline, words};
use sprague::syntax::words::{BLOCKS, BlockId};
use sprague::syntax::{Mode, parse};

#[test]
fn numbers_fit_and_lead_back() {
    for block in &BLOCKS {
        let id = BlockId::named(block.word).expect("it is in the table");
        assert!(block.clauses.len() <= 16, "{}", block.word);
        for clause in block.clauses {
            let found = id.clause(clause.word).expect("it is in the row");
            assert!(std::ptr::eq(found.row(), clause), "{}", clause.word);
            assert!(clause.example.starts_with(clause.word), "{}", clause.word);
            let excluded = clause.excludes.map(|(word, _)| word);
            assert!(excluded.is_none_or(|word| id.clause(word).is_some()), "{}", clause.word);
        }
    }
}

#[test]
fn examples_can_be_read() {
    for block in &BLOCKS {
        let required = |word: &'static str| block.clauses.iter().filter(move |c| c.required && c.word != word);
        for clause in block.clauses {
            let lines: Vec<&str> = required(clause.word).chain([clause]).map(|c| c.example).collect();
            let text = match block.lines {
                true => format!("{}\n{}\nend", block.header, lines.join("\n")),
                false => format!("{} G(n) = {}", block.word, clause.example),
            };
            let parsed = parse(0, &text, Mode::Script);
            assert!(parsed.errors.is_empty(), "{text}: {:?}", parsed.errors);
            let known = ClauseKind::named(clause.word).is_some();
            assert!(known || block.word != "game", "nothing runs `{}`", clause.word);
        }
    }
}

fn of(text: &str) -> String {
    outline(&words(text), &["gcd"], &mut Vec::new())
}

#[test]
fn names_blanks_and_comments_do_not_matter() {
    let plain = of("heap A(n) = take k in 1.. if gcd(k, n) == 1");
    assert_eq!(plain, "heap $0 ( $1 ) = take $2 in 1 .. if gcd ( $2 , $1 ) == 1");
    assert_eq!(of("heap  Mine(size)=take v in 1..  if gcd( v,size )==1 # coprime"), plain);
    assert_ne!(of("heap A(n) = take k in 1.. if gcd(k, k) == 1"), plain);
    assert_ne!(of("heap A(n) = take k in 1.. if g(k, n) == 1"), plain);
}

#[test]
fn lines_are_told_by_their_first_word() {
    let words = words("game A(n)\n  moves A(n-1)  # one\n    if n > 0\nend");
    let first: Vec<&str> = words.iter().filter(|word| word.begins_line).map(|word| word.text).collect();
    assert_eq!(first, ["game", "moves", "if", "end"]);
}
