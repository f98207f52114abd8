//! Asks a session with the library, as a script would.

use super::oracle::{Oracle, Tree};
use super::submit;
use sprague::games::Game;
use sprague::session::{Session, Settings};
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

    /// The session, for what no text says.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// What a text says, a line an output.
    pub fn say(&mut self, text: &str) -> String {
        let (outputs, errors) = submit::outputs(&mut self.session, text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        outputs.into_iter().map(submit::shown).collect::<Vec<_>>().join("\n")
    }

    /// The same, or the errors in words.
    pub fn try_say(&mut self, text: &str) -> Result<String, String> {
        let (outputs, errors) = submit::outputs(&mut self.session, text);
        if errors.is_empty() {
            return Ok(outputs.into_iter().map(submit::shown).collect::<Vec<_>>().join("\n"));
        }
        Err(errors.iter().map(|error| format!("{error:?}").replace("\\\"", "\"")).collect::<Vec<_>>().join("\n"))
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
        let game = self.session.game("the_game").expect("a game").expect("it was bound");
        self.form(game, oracle)
    }

    fn form(&mut self, game: Game, oracle: &Oracle) -> Rc<Tree> {
        if let Some(tree) = self.trees.get(&game) {
            return Rc::clone(tree);
        }
        let (store, handle) = self.session.games();
        let left = store.left(game, handle).unwrap();
        let right = store.right(game, handle).unwrap();
        let left = left.into_iter().map(|g| self.form(g, oracle)).collect();
        let right = right.into_iter().map(|g| self.form(g, oracle)).collect();
        let tree = oracle.tree(left, right);
        self.trees.insert(game, Rc::clone(&tree));
        tree
    }
}
