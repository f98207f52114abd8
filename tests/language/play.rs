//! Which moves a position has, and for whom: told by its rules, whatever its value is.

use sprague::report::text as show;
use sprague::session::{Output, Session, Settings};
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::rc::Rc;

const CAKES: &str = "game Cake(m, n)
  left  Cake(a, n) + Cake(m-a, n)  for a in 1..m-1
  right Cake(m, b) + Cake(m, n-b)  for b in 1..n-1
end
game Green(n)
  left  Green(k) for k in 0..n-1
  right Green(k) for k in 0..n-1
end
game Heap(n)
  moves Heap(k) for k in 0..n-1
end
";

/// The values that a program shows after the rules above, and its errors' messages.
fn said(program: &str) -> Vec<String> {
    let mut session = Session::new(Settings::default());
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hears = Rc::clone(&heard);
    let sink = move |output: Output, _: &sprague::source::Sources| {
        if let Output::Value(value) = &output {
            hears.borrow_mut().push(show::value(value));
        }
    };
    let text = format!("{CAKES}{program}");
    let outcome = session.run("play.cgt", &text, Mode::Script, Rc::new(sink));
    let mut lines = heard.borrow().clone();
    lines.extend(outcome.errors.into_iter().map(|error| error.message));
    lines
}

#[test]
fn a_partisan_position_of_value_zero_is_not_impartial() {
    assert_eq!(
        said("canonical(Cake(2, 2))\nis_impartial(Cake(2, 2))\nis_impartial(Cake(1, 1))"),
        ["0", "false", "true"]
    );
    assert_eq!(
        said("moves(Cake(2, 2))"),
        ["[Left: (2, 2) -> (1, 2), (1, 2), Right: (2, 2) -> (2, 1), (2, 1)]"],
        "both players' moves, with their names"
    );
    assert_eq!(
        said("remoteness(Cake(2, 2))"),
        ["remoteness is defined for impartial games, and Cake(2, 2) is not impartial"]
    );
}

#[test]
fn a_position_whose_players_have_the_same_moves_is_impartial() {
    assert_eq!(said("is_impartial(Green(4))\nremoteness(Green(4))\nbest_move(Green(4))"), ["true", "1", "4 -> 0"]);
    assert_eq!(said("is_impartial(Green(4) + Heap(3) + *2)\nis_impartial(Green(4) + 1)"), ["true", "false"]);
    assert_eq!(said("is_impartial(Green(4) + Cake(2, 2))\nis_impartial(Green(2) - Green(2))"), ["false", "true"]);
}
