//! Canonical forms of impartial games in misère play, each kept once.
//!
//! In: options. Out: a [`Form`], the number of a canonical form in its store [`Forms`]: two games are equal in misère play
//! exactly if they have the same form there. Games are equal if no third game beside them tells who wins; Conway's theorem (*On Numbers
//! and Games*, chapter 12; Siegel, *Combinatorial Game Theory*, V.1; proved in `docs/misere.md`) makes that decidable: the only simplification is to
//! leave out options that are reversible through the game itself. Sums are kept once computed.
//!
//! - `parts.rs`: differences, parts, and partitions into primes;
//! - `links.rs`: mates, links, and what tells two games apart;
//! - `kinds.rs`: tame, half-tame, restive and restless games;
//! - `born.rs`: all forms born by a day, and their number;
//! - `names.rs`: names as in *Winning Ways*, written and read.

mod born;
mod kinds;
mod links;
pub(crate) mod names;
mod parts;

use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};
use std::rc::Rc;

/// A canonical form, by its number in the store that made it.
///
/// ```
/// use sprague_misere::{Form, Forms};
/// let mut forms = Forms::new();
/// let star: Form = forms.star();
/// assert_eq!(forms.options(star), [forms.zero()]);
/// assert_ne!(star, forms.zero());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

#[derive(Clone, Debug)]
struct Node {
    options: Rc<[Form]>,
    birthday: u32,
    /// A hash of the structure, the same in every store.
    digest: u64,
    /// Nim-values in normal and in misère play.
    normal: u32,
    misere: u32,
}

/// A store of canonical forms.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::Forms;
/// let (mut forms, handle) = (Forms::new(), Handle::default());
/// let two = forms.heap(2, &handle)?;
/// let sharp = forms.form(vec![two], &handle)?;
/// assert_eq!(forms.name(sharp, &handle)?.as_deref(), Some("*[2#]"));
/// // *2 + *2 is no zero in misère play.
/// let twice = forms.sum(two, two, &handle)?;
/// assert!(forms.is_p_position(twice) && twice != forms.zero());
/// // From the game whose only option is * there is a move back to 0, and it is an N-position as 0 is: it is 0.
/// assert_eq!(forms.form(vec![forms.star()], &handle)?, forms.zero());
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forms {
    nodes: Vec<Node>,
    index: FxHashMap<Rc<[Form]>, Form>,
    sums: FxHashMap<(Form, Form), Form>,
    differences: FxHashMap<(Form, Form), Option<Form>>,
    parts: FxHashMap<Form, Rc<[Form]>>,
    mates: FxHashMap<Form, Form>,
    apart: FxHashMap<(Form, Form), Form>,
    tame: FxHashMap<Form, bool>,
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::new()
    }
}

/// The least number that is not there.
fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.collect();
    seen.sort_unstable();
    seen.dedup();
    seen.iter().enumerate().find(|(i, v)| *i as u32 != **v).map_or(seen.len() as u32, |(i, _)| i as u32)
}

impl Forms {
    /// A store with 0 and *.
    pub fn new() -> Forms {
        let mut forms = Forms {
            nodes: Vec::new(),
            index: FxHashMap::default(),
            sums: FxHashMap::default(),
            differences: FxHashMap::default(),
            parts: FxHashMap::default(),
            mates: FxHashMap::default(),
            apart: FxHashMap::default(),
            tame: FxHashMap::default(),
        };
        let zero = forms.keep(Vec::new());
        forms.keep(vec![zero]);
        forms
    }

    /// 0, the game without a move.
    pub fn zero(&self) -> Form {
        Form(0)
    }

    /// *, the game whose only option is 0; the only other game that has a negative, itself.
    pub fn star(&self) -> Form {
        Form(1)
    }

    /// A heap of Nim.
    pub fn heap(&mut self, size: u32, handle: &Handle) -> Result<Form, Stop> {
        // Every heap has all smaller ones as options.
        handle.afford((size as usize).saturating_mul(size as usize).saturating_mul(2))?;
        let mut below = vec![self.zero()];
        for n in 1..=size {
            handle.ticks(n / 16 + 1)?;
            let next = self.keep(below.clone());
            below.push(next);
        }
        Ok(below[size as usize])
    }

    /// How many forms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none; there always are 0 and *.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn node(&self, form: Form) -> &Node {
        &self.nodes[form.0 as usize]
    }

    fn listed(&self, form: Form) -> Rc<[Form]> {
        Rc::clone(&self.node(form).options)
    }

    /// The options of a form, each one canonical.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.node(form).options
    }

    /// The day on which a form is born: one more than the latest of its options.
    pub fn birthday(&self, form: Form) -> u32 {
        self.node(form).birthday
    }

    /// The nim-value in normal play.
    pub fn nim_value(&self, form: Form) -> u32 {
        self.node(form).normal
    }

    /// The misère nim-value: 1 for 0, else the least number that is not that of an option. It is 0 exactly for P-positions.
    pub fn misere_nim_value(&self, form: Form) -> u32 {
        self.node(form).misere
    }

    /// Whether the player who moved last, to this form, wins in misère play.
    pub fn is_p_position(&self, form: Form) -> bool {
        self.node(form).misere == 0
    }

    /// A hash of the structure: that of the same form in another store is the same.
    pub fn digest(&self, form: Form) -> u64 {
        self.node(form).digest
    }

    fn has_option(&self, form: Form, option: Form) -> bool {
        self.node(form).options.binary_search(&option).is_ok()
    }

    /// The canonical form of the game with these options.
    pub fn form(&mut self, mut options: Vec<Form>, handle: &Handle) -> Result<Form, Stop> {
        handle.ticks(options.len() + 1)?;
        options.sort_unstable();
        options.dedup();
        // What is kept is canonical.
        if let Some(&known) = self.index.get(&options[..]) {
            return Ok(known);
        }
        Ok(match self.simpler(&options) {
            Some(form) => form,
            None => self.keep(options),
        })
    }

    /// The form that a game with these options (sorted) is equal to, if it is not canonical: its options are among them, and it is
    /// an option of each of the rest. It is an option of the one born last, for its own options are born earlier than itself.
    fn simpler(&self, options: &[Form]) -> Option<Form> {
        let last = options.iter().copied().max_by_key(|&option| self.birthday(option))?;
        // It is none of them itself, for no game is an option of itself.
        self.options(last).iter().copied().filter(|to| options.binary_search(to).is_err()).find(|&to| {
            let own = self.options(to);
            let reversible = |option: &Form| own.binary_search(option).is_ok() || self.has_option(*option, to);
            own.iter().all(|option| options.binary_search(option).is_ok())
                && options.iter().all(reversible)
                // The proviso: nothing may become 0 but what the player to move wins, as they win 0.
                && (!own.is_empty() || options.iter().any(|&option| self.is_p_position(option)))
        })
    }

    /// Keeps a canonical form, given its options in increasing order.
    fn keep(&mut self, options: Vec<Form>) -> Form {
        if let Some(&known) = self.index.get(&options[..]) {
            return known;
        }
        let birthday = options.iter().map(|&option| self.birthday(option) + 1).max().unwrap_or(0);
        let normal = mex(options.iter().map(|&option| self.nim_value(option)));
        let misere = if options.is_empty() { 1 } else { mex(options.iter().map(|&o| self.misere_nim_value(o))) };
        // Numbers go by when forms came; a sum of well mixed words goes by the structure alone.
        let mixed = |x: u64| {
            let x = (x ^ x >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
            (x ^ x >> 27).wrapping_mul(0x81da_def4_bc2d_d44d)
        };
        let digest = options.iter().fold(mixed(17), |sum, &o| sum.wrapping_add(mixed(self.digest(o) ^ 0x9e37_79b9)));
        let form = Form(u32::try_from(self.nodes.len()).expect("memory ends before 2^32 forms"));
        let options: Rc<[Form]> = options.into();
        self.index.insert(Rc::clone(&options), form);
        self.nodes.push(Node { options, birthday, digest: mixed(digest), normal, misere });
        form
    }

    /// The sum of two forms.
    pub fn sum(&mut self, g: Form, h: Form, handle: &Handle) -> Result<Form, Stop> {
        let (g, h) = (g.min(h), g.max(h));
        if g == self.zero() {
            return Ok(h);
        }
        if let Some(&known) = self.sums.get(&(g, h)) {
            return Ok(known);
        }
        handle.tick()?;
        let (of_g, of_h) = (self.listed(g), self.listed(h));
        let mut options = Vec::with_capacity(of_g.len() + of_h.len());
        for &option in &*of_g {
            options.push(with_stack(|| self.sum(option, h, handle))?);
        }
        for &option in &*of_h {
            options.push(with_stack(|| self.sum(g, option, handle))?);
        }
        let sum = self.form(options, handle)?;
        self.sums.insert((g, h), sum);
        Ok(sum)
    }

    /// The same form in this store, of one of another store.
    pub fn import(&mut self, from: &Forms, form: Form, handle: &Handle) -> Result<Form, Stop> {
        let mut known: FxHashMap<Form, Form> = FxHashMap::default();
        let mut stack = vec![form];
        while let Some(&next) = stack.last() {
            handle.tick()?;
            let missing: Vec<Form> = from.options(next).iter().copied().filter(|o| !known.contains_key(o)).collect();
            if missing.is_empty() {
                stack.pop();
                let mut options: Vec<Form> = from.options(next).iter().map(|option| known[option]).collect();
                options.sort_unstable();
                let kept = self.keep(options);
                known.insert(next, kept);
            } else {
                stack.extend(missing);
            }
        }
        Ok(known[&form])
    }

    /// Whether two forms of two stores are the same.
    pub fn is_same(&self, form: Form, other: &Forms, of_other: Form) -> bool {
        if self.digest(form) != other.digest(of_other) || self.birthday(form) != other.birthday(of_other) {
            return false;
        }
        let mut known: FxHashMap<Form, Form> = FxHashMap::default();
        let mut stack = vec![of_other];
        while let Some(&next) = stack.last() {
            let before = stack.len();
            stack.extend(other.options(next).iter().filter(|option| !known.contains_key(option)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let mut options: Vec<Form> = other.options(next).iter().map(|option| known[option]).collect();
            options.sort_unstable();
            let Some(&same) = self.index.get(&options[..]) else { return false };
            known.insert(next, same);
        }
        known.get(&of_other) == Some(&form)
    }
}
