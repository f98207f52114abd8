//! Forms, each stored once: a game as it is written, with points where somebody may be stuck.

use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};
use std::rc::Rc;

/// One of the players.
///
/// ```
/// use sprague_absolute::Side;
/// assert_eq!(Side::Left.other(), Side::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Who likes high scores.
    Left,
    /// Who likes low ones.
    Right,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// Points of a scoring game.
///
/// ```
/// use sprague_absolute::{Forms, Points, Side};
/// let mut forms = Forms::default();
/// let three = forms.number(Points::from_integer(3.into()));
/// assert_eq!(forms.points(three, Side::Left), Points::from_integer(3.into()));
/// ```
pub type Points = BigRational;

/// A form in [`Forms`]: equal exactly if written the same, whatever the order of the options.
///
/// ```
/// use sprague_absolute::Forms;
/// let mut forms = Forms::default();
/// let (zero, star) = (forms.zero(), forms.star());
/// assert_eq!(forms.game(&[zero, zero], &[zero]), star);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

impl Form {
    /// A number for it, in the order in which forms were made.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The points at the ends of a form, and the range of those of all its followers.
#[derive(Debug)]
struct Scored {
    left: Points,
    right: Points,
    least: Points,
    most: Points,
}

#[derive(Debug)]
struct Node {
    left: Rc<[Form]>,
    right: Rc<[Form]>,
    /// None where all points are 0.
    scored: Option<Rc<Scored>>,
    birthday: u32,
}

/// What a form is found by; without points where there is a move.
type Key = (Rc<[Form]>, Rc<[Form]>, Points, Points);

/// All forms, with their sums and negatives.
///
/// ```
/// use sprague_absolute::{Forms, Side};
/// use sprague_limits::Handle;
/// let handle = Handle::default();
/// let mut forms = Forms::default();
/// let star = forms.star();
/// let double = forms.sum(star, star, &handle)?;
/// assert_eq!(forms.options(double, Side::Left), &[star]);
/// assert_eq!(forms.name(double, 100).as_deref(), Some("<*|*>"));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Debug)]
pub struct Forms {
    nodes: Vec<Node>,
    plain: FxHashMap<(Rc<[Form]>, Rc<[Form]>), Form>,
    scored: FxHashMap<Key, Form>,
    sums: FxHashMap<(Form, Form), Form>,
    negatives: FxHashMap<Form, Form>,
    adjoints: FxHashMap<Form, Form>,
    /// 0, 1, 2, … and 0, -1, -2, …, as far as they were asked for.
    integers: [Vec<Form>; 2],
}

impl Default for Forms {
    fn default() -> Forms {
        let mut forms = Forms {
            nodes: Vec::new(),
            plain: FxHashMap::default(),
            scored: FxHashMap::default(),
            sums: FxHashMap::default(),
            negatives: FxHashMap::default(),
            adjoints: FxHashMap::default(),
            integers: [Vec::new(), Vec::new()],
        };
        let zero = forms.game(&[], &[]);
        forms.integers = [vec![zero], vec![zero]];
        forms.game(&[zero], &[zero]);
        forms
    }
}

impl Forms {
    /// How many forms there are.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// `<|>`: nobody can move, and there are no points.
    pub fn zero(&self) -> Form {
        Form(0)
    }

    /// `<0|0>`.
    pub fn star(&self) -> Form {
        Form(1)
    }

    /// The form with these options, without points at its ends.
    pub fn game(&mut self, left: &[Form], right: &[Form]) -> Form {
        self.scored_game(left, right, Points::zero(), Points::zero())
    }

    /// The form with these options; where one side has none, the points of being to move there. Others are not looked at.
    pub fn scored_game(&mut self, left: &[Form], right: &[Form], left_end: Points, right_end: Points) -> Form {
        let sorted = |list: &[Form]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list.dedup();
            Rc::<[Form]>::from(list)
        };
        let (left, right) = (sorted(left), sorted(right));
        let ends = [left.is_empty().then_some(left_end), right.is_empty().then_some(right_end)];
        let plain = ends.iter().flatten().all(Zero::is_zero)
            && left.iter().chain(&*right).all(|option| self.node(*option).scored.is_none());
        let known = match plain {
            true => self.plain.get(&(Rc::clone(&left), Rc::clone(&right))).copied(),
            false => None,
        };
        if let Some(known) = known {
            return known;
        }
        let own = |end: &Option<Points>| end.clone().unwrap_or_else(Points::zero);
        let key = (Rc::clone(&left), Rc::clone(&right), own(&ends[0]), own(&ends[1]));
        if let Some(&known) = self.scored.get(&key) {
            return known;
        }
        let scored = (!plain).then(|| {
            let zero = Points::zero();
            let mut all: Vec<&Points> = ends.iter().flatten().collect();
            for option in left.iter().chain(&*right) {
                match &self.node(*option).scored {
                    Some(scored) => all.extend([&scored.least, &scored.most]),
                    None => all.push(&zero),
                }
            }
            let least = all.iter().copied().min().unwrap_or(&zero).clone();
            let most = all.iter().copied().max().unwrap_or(&zero).clone();
            Rc::new(Scored { left: own(&ends[0]), right: own(&ends[1]), least, most })
        });
        let birthday = left.iter().chain(&*right).map(|option| self.node(*option).birthday + 1).max().unwrap_or(0);
        let form = Form(u32::try_from(self.nodes.len()).expect("memory holds fewer than 2^32 forms"));
        self.nodes.push(Node { left: Rc::clone(&left), right: Rc::clone(&right), scored, birthday });
        match plain {
            true => drop(self.plain.insert((left, right), form)),
            false => drop(self.scored.insert(key, form)),
        }
        form
    }

    /// The integer n as it is written: n moves of Left alone, or of Right alone if n is negative.
    pub fn integer(&mut self, n: i64, handle: &Handle) -> Result<Form, Stop> {
        let sign = usize::from(n < 0);
        let place = usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX);
        while self.integers[sign].len() <= place {
            handle.tick()?;
            let last = self.integers[sign].last().copied().unwrap_or(self.zero());
            let next = if n > 0 { self.game(&[last], &[]) } else { self.game(&[], &[last]) };
            self.integers[sign].push(next);
        }
        Ok(self.integers[sign][place])
    }

    /// Nobody can move, and these are the points.
    pub fn number(&mut self, points: Points) -> Form {
        self.scored_game(&[], &[], points.clone(), points)
    }

    fn node(&self, form: Form) -> &Node {
        &self.nodes[form.index()]
    }

    /// The options of a side, each once.
    pub fn options(&self, form: Form, side: Side) -> &[Form] {
        match side {
            Side::Left => &self.node(form).left,
            Side::Right => &self.node(form).right,
        }
    }

    /// The same, to be kept while other forms are made.
    pub(crate) fn list(&self, form: Form, side: Side) -> Rc<[Form]> {
        match side {
            Side::Left => Rc::clone(&self.node(form).left),
            Side::Right => Rc::clone(&self.node(form).right),
        }
    }

    /// Whether that side cannot move.
    pub fn is_end(&self, form: Form, side: Side) -> bool {
        self.options(form, side).is_empty()
    }

    /// The points if that side is to move and cannot.
    pub fn points(&self, form: Form, side: Side) -> Points {
        match (&self.node(form).scored, side) {
            (None, _) => Points::zero(),
            (Some(scored), Side::Left) => scored.left.clone(),
            (Some(scored), Side::Right) => scored.right.clone(),
        }
    }

    /// The least and the most points at ends of followers.
    pub fn range(&self, form: Form) -> (Points, Points) {
        self.node(form).scored.as_ref().map_or_else(Default::default, |s| (s.least.clone(), s.most.clone()))
    }

    /// Whether there are points other than 0 at an end of a follower.
    pub fn has_points(&self, form: Form) -> bool {
        self.node(form).scored.is_some()
    }

    /// The most moves that can be made.
    pub fn birthday(&self, form: Form) -> u32 {
        self.node(form).birthday
    }

    /// The form with options on this side and that: `mine` are those of `side`.
    pub(crate) fn sided(&mut self, side: Side, mine: &[Form], others: &[Form]) -> Form {
        match side {
            Side::Left => self.game(mine, others),
            Side::Right => self.game(others, mine),
        }
    }

    /// The same form with other options of one side; points are kept where there still is no move, 0 where there is none now.
    pub(crate) fn with_options(&mut self, form: Form, side: Side, mine: &[Form]) -> Form {
        let others = self.list(form, side.other());
        let (left, right) = (self.points(form, Side::Left), self.points(form, Side::Right));
        match side {
            Side::Left => self.scored_game(mine, &others, left, right),
            Side::Right => self.scored_game(&others, mine, left, right),
        }
    }

    /// The sum: a move is one in either. Where nobody can move in both, points are added.
    pub fn sum(&mut self, g: Form, h: Form, handle: &Handle) -> Result<Form, Stop> {
        if g == self.zero() || h == self.zero() {
            return Ok(if g == self.zero() { h } else { g });
        }
        let key = (g.min(h), g.max(h));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        handle.tick()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (options, side) in sides.iter_mut().zip(Side::BOTH) {
            for &option in &*self.list(g, side) {
                options.push(with_stack(|| self.sum(option, h, handle))?);
            }
            for &option in &*self.list(h, side) {
                options.push(with_stack(|| self.sum(g, option, handle))?);
            }
        }
        let points = |forms: &Forms, side| match forms.has_points(g) || forms.has_points(h) {
            true => forms.points(g, side) + forms.points(h, side),
            false => Points::zero(),
        };
        let (left, right) = (points(self, Side::Left), points(self, Side::Right));
        let sum = self.scored_game(&sides[0], &sides[1], left, right);
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The conjugate: the players change sides, and points change their sign.
    pub fn negative(&mut self, g: Form, handle: &Handle) -> Result<Form, Stop> {
        if let Some(&known) = self.negatives.get(&g) {
            return Ok(known);
        }
        handle.tick()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (options, side) in sides.iter_mut().zip(Side::BOTH) {
            for &option in &*self.list(g, side) {
                options.push(with_stack(|| self.negative(option, handle))?);
            }
        }
        let (left, right) = (-self.points(g, Side::Right), -self.points(g, Side::Left));
        let negative = self.scored_game(&sides[1], &sides[0], left, right);
        self.negatives.insert(g, negative);
        self.negatives.insert(negative, g);
        Ok(negative)
    }

    /// Siegel's adjoint: beside g it loses misère play for whoever begins. It is dicot if g is.
    pub fn adjoint(&mut self, g: Form, handle: &Handle) -> Result<Form, Stop> {
        if g == self.zero() {
            return Ok(self.star());
        }
        if let Some(&known) = self.adjoints.get(&g) {
            return Ok(known);
        }
        handle.tick()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (options, side) in sides.iter_mut().zip([Side::Right, Side::Left]) {
            for &option in &*self.list(g, side) {
                options.push(with_stack(|| self.adjoint(option, handle))?);
            }
            if options.is_empty() {
                options.push(self.zero());
            }
        }
        let adjoint = self.game(&sides[0], &sides[1]);
        self.adjoints.insert(g, adjoint);
        Ok(adjoint)
    }

    /// All followers, the form itself among them, options before those that have them.
    pub fn followers(&self, g: Form, handle: &Handle) -> Result<Vec<Form>, Stop> {
        let mut seen = rustc_hash::FxHashSet::default();
        let (mut stack, mut all) = (vec![g], Vec::new());
        while let Some(form) = stack.pop() {
            handle.tick()?;
            if seen.insert(form) {
                all.push(form);
                stack.extend(Side::BOTH.iter().flat_map(|&side| self.options(form, side)));
            }
        }
        all.sort_unstable();
        Ok(all)
    }

    /// How it is written, in at most so many characters: integers and stars by their names, points of an end as `(3)`.
    pub fn name(&self, g: Form, most: usize) -> Option<String> {
        let mut text = String::new();
        self.write(g, most, &mut text).then_some(text)
    }

    fn write(&self, g: Form, most: usize, text: &mut String) -> bool {
        if text.len() > most {
            return false;
        }
        if let Some(name) = self.short(g) {
            text.push_str(&name);
            return text.len() <= most;
        }
        text.push('<');
        for side in Side::BOTH {
            let options = self.options(g, side);
            if options.is_empty() && self.has_points(g) {
                text.push_str(&format!("({})", self.points(g, side)));
            }
            for (i, &option) in options.iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                if !with_stack(|| self.write(option, most, text)) {
                    return false;
                }
            }
            text.push(if side == Side::Left { '|' } else { '>' });
        }
        text.len() <= most
    }

    /// 0, *, integers.
    fn short(&self, g: Form) -> Option<String> {
        if self.has_points(g) {
            return None;
        }
        if g == self.star() {
            return Some("*".into());
        }
        for (side, sign) in [(Side::Left, ""), (Side::Right, "-")] {
            let (mut at, mut n) = (g, 0u32);
            while let ([next], true) = (self.options(at, side), self.is_end(at, side.other())) {
                (at, n) = (*next, n + 1);
            }
            if at == self.zero() {
                return Some(if n == 0 { "0".into() } else { format!("{sign}{n}") });
            }
        }
        None
    }
}
