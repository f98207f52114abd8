//! Asks a session with the library, as a script would.

use super::oracle::{Oracle, Tree};
use sprague::cli::show;
use sprague::games::Game;
use sprague::session::{Output, Session, Settings};
use sprague::syntax::Mode;
use sprague::value::Player;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A session, and the trees of the values that it gave.
pub struct Lab {
    session: Session,
    trees: HashMap<Game, Rc<Tree>>,
}

impl Lab {
    /// A fresh session.
    pub fn new() -> Lab {
        Lab { session: Session::new(Settings::default()), trees: HashMap::new() }
    }

    /// What a text says, a line an output.
    pub fn say(&mut self, text: &str) -> String {
        let outputs = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&outputs);
        let outcome = self.session.run(
            "test",
            text,
            Mode::Script,
            Rc::new(move |output, _| {
                heard.borrow_mut().push(match output {
                    Output::Printed(text) => text,
                    Output::Value(shown) => show::value(&shown),
                    Output::Check(report) => format!("{:?}", report.verdict),
                });
            }),
        );
        assert!(outcome.errors.is_empty(), "{text}: {:?}", outcome.errors);
        outputs.take().join("\n")
    }

    /// The value of a game.
    pub fn value(&mut self, game: &str) -> String {
        self.say(&format!("canonical({game})"))
    }

    /// A list of integers.
    pub fn numbers(&mut self, list: &str) -> Vec<u64> {
        let text = self.say(list);
        let inside = text.trim_start_matches('[').trim_end_matches(']');
        inside
            .split(", ")
            .filter(|n| !n.is_empty())
            .map(|n| n.parse().unwrap_or_else(|_| panic!("{list}: {text}")))
            .collect()
    }

    /// The canonical form of a game as a tree for the oracle.
    pub fn tree(&mut self, game: &str, oracle: &Oracle) -> Rc<Tree> {
        self.say(&format!("the_game = {game}"));
        let machine = self.session.machine();
        let value = machine.globals().value("the_game").expect("it was bound").clone();
        let game = machine.game(&value).unwrap_or_else(|_| panic!("no value"));
        self.form(game, oracle)
    }

    fn form(&mut self, game: Game, oracle: &Oracle) -> Rc<Tree> {
        if let Some(tree) = self.trees.get(&game) {
            return Rc::clone(tree);
        }
        let machine = self.session.machine();
        let left = machine.game_options(game, Player::Left).unwrap();
        let right = machine.game_options(game, Player::Right).unwrap();
        let left = left.into_iter().map(|g| self.form(g, oracle)).collect();
        let right = right.into_iter().map(|g| self.form(g, oracle)).collect();
        let tree = oracle.tree(left, right);
        self.trees.insert(game, Rc::clone(&tree));
        tree
    }
}
