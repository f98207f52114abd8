//! Which codes and which sets of numbers clauses are.

use sprague_heaps::rule::{ClauseError, Subtraction};
use sprague_heaps::{Clause, Code, Leave, Rule, Set};

fn code(clauses: Vec<Clause>) -> String {
    Rule::from_clauses(clauses).unwrap().code_of().map_or("none".into(), Code::to_string)
}

/// `split a, b, …`: none of the heaps is empty.
fn split(slots: usize) -> Leave {
    Leave { least: 1, ..Leave::parts(slots) }
}

#[test]
fn recognised() {
    let take = |s: &[u64], l| Clause::take(Set::Finite(s.to_vec()), l);
    let distinct = |l: Leave| Leave { distinct: true, ..l };
    assert_eq!(code(vec![take(&[1, 2], Leave::parts(2))]), "0.77");
    assert_eq!(code(vec![Clause::take(Set::From(1), Leave::REST)]), "0.[3]");
    assert_eq!(code(vec![take(&[3, 1], Leave::REST)]), "0.303");
    assert_eq!(code(vec![Clause::split(2)]), "4.0");
    assert_eq!(code(vec![take(&[0], distinct(split(2)))]), "4!.0");
    assert_eq!(code(vec![Clause::take(Set::From(1), Leave::REST), Clause::split(2)]), "4.[3]");
    assert_eq!(code(vec![take(&[3], Leave::parts(2))]), "0.007");
    assert_eq!(code(vec![take(&[1], distinct(Leave::parts(2)))]), "0.6!");
    assert_eq!(code(vec![take(&[1], distinct(split(2))), take(&[1], split(2))]), "0.4");
    assert_eq!(code(vec![take(&[1], distinct(split(2))), take(&[1], split(3))]), "0.{2!,3}");
    assert_eq!(code(vec![take(&[1], Leave::parts(6))]), "0.{0,1,2,3,4,5,6}");
    assert_eq!(code(vec![Clause::take(Set::AllBut(vec![2]), Leave::REST)]), "0.30[3]");
    assert_eq!(code(vec![take(&[1], Leave::parts(3))]), "0.F");
    assert_eq!(code(vec![take(&[1], Leave::REST).when()]), "none");
}

#[test]
fn unions_of_sets() {
    let rule = Rule::from_clauses(vec![
        Clause::take(Set::AllBut(vec![2, 5, 9]), Leave::REST),
        Clause::take(Set::Finite(vec![5]), Leave::REST),
        Clause::take(Set::From(7), Leave::REST),
    ]);
    assert_eq!(rule.unwrap().subtraction_of(), Some(&Subtraction::AllBut(vec![2])));
}

#[test]
fn clauses_that_leave_the_heap_are_refused() {
    let zero = Clause::take(Set::Finite(vec![0, 1]), Leave::parts(2));
    assert_eq!(Rule::from_clauses(vec![zero]), Err(ClauseError::NeverShrinks { clause: 0 }));
    assert_eq!(
        Rule::from_clauses(vec![Clause::split(2), Clause::split(1)]),
        Err(ClauseError::NeverShrinks { clause: 1 })
    );
    assert!(Rule::from_clauses(vec![Clause::take(Set::From(0), split(2))]).is_ok());
}
