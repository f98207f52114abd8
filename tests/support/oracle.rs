//! An oracle for rule sets that knows nothing of the engine: games are trees, compared by the bare definition.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

/// A game: its options, and a number of its own.
pub struct Tree {
    number: usize,
    left: Vec<Rc<Tree>>,
    right: Vec<Rc<Tree>>,
}

/// Left's and Right's options of a position.
pub type Options<'a, P> = dyn Fn(&P) -> (Vec<P>, Vec<P>) + 'a;

/// Makes trees and remembers comparisons.
#[derive(Default)]
pub struct Oracle {
    made: RefCell<usize>,
    compared: RefCell<HashMap<(usize, usize), bool>>,
}

impl Oracle {
    /// A game from its options.
    pub fn tree(&self, left: Vec<Rc<Tree>>, right: Vec<Rc<Tree>>) -> Rc<Tree> {
        *self.made.borrow_mut() += 1;
        Rc::new(Tree { number: *self.made.borrow(), left, right })
    }

    /// The tree of a position by a function that lists Left's and Right's options.
    pub fn play<P: Clone + Eq + Hash>(
        &self,
        position: &P,
        options: &Options<'_, P>,
        known: &mut HashMap<P, Rc<Tree>>,
    ) -> Rc<Tree> {
        if let Some(tree) = known.get(position) {
            return Rc::clone(tree);
        }
        let (left, right) = options(position);
        let left = left.iter().map(|p| self.play(p, options, known)).collect();
        let right = right.iter().map(|p| self.play(p, options, known)).collect();
        let tree = self.tree(left, right);
        known.insert(position.clone(), Rc::clone(&tree));
        tree
    }

    /// G <= H unless H <= some Left option of G, or some Right option of H <= G.
    pub fn le(&self, g: &Tree, h: &Tree) -> bool {
        if let Some(&known) = self.compared.borrow().get(&(g.number, h.number)) {
            return known;
        }
        let le = !g.left.iter().any(|l| self.le(h, l)) && !h.right.iter().any(|r| self.le(r, g));
        self.compared.borrow_mut().insert((g.number, h.number), le);
        le
    }

    /// G = H: each is at most the other.
    pub fn equal(&self, g: &Tree, h: &Tree) -> bool {
        self.le(g, h) && self.le(h, g)
    }
}
