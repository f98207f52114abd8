//! From options to the canonical form.
//!
//! In this order: a number, where the simplicity theorem gives one; the mex rule, where both players have the same
//! nimbers; then dominated options are dropped, reversible ones bypassed, and dominated ones dropped again. Whether an
//! option is reversible depends on the *value* of `{L|R}` only, which no step changes, so one pass is enough. What
//! remains is the canonical form (Siegel, Theorem II.2.9).

use super::arena::{Arena, Game, NodeKind, Side};
use super::closed::{UpStar, recognise};
use super::dyadic::{Bound, Dyadic, simplest};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// A game `{left|right}` that is no number and not yet interned, with what is already known of it.
struct Reduction {
    left: Vec<Game>,
    right: Vec<Game>,
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// For `x`: whether `x <=` this form, and whether this form `<= x`.
    above: FxHashMap<Game, bool>,
    below: FxHashMap<Game, bool>,
}

impl Arena {
    /// The value of `{left|right}`.
    pub(crate) fn canonical(&mut self, left: &[Game], right: &[Game], h: &Handle) -> Result<Game, Stop> {
        h.tick()?;
        let (mut left, mut right) = (left.to_vec(), right.to_vec());
        for side in [&mut left, &mut right] {
            side.sort_unstable_by_key(|g| g.0);
            side.dedup();
        }
        if let Some(x) = self.simplest_number(&left, &right, h)? {
            return Ok(self.number(x));
        }
        if left == right
            && let Some(g) = self.mex_rule(&left)
        {
            return Ok(g);
        }
        // No number, so both players have options; the stops are those of the options.
        self.drop_dominated(&mut left, Side::Left, h)?;
        self.drop_dominated(&mut right, Side::Right, h)?;
        if left.iter().chain(&right).any(|&g| !self.is_number(g)) {
            let left_stop = left.iter().map(|&l| &self.node(l).right_stop).max().cloned().unwrap_or(Dyadic::zero());
            let right_stop = right.iter().map(|&r| &self.node(r).left_stop).min().cloned().unwrap_or(Dyadic::zero());
            let (above, below) = (FxHashMap::default(), FxHashMap::default());
            let mut form = Reduction { left, right, left_stop, right_stop, above, below };
            let by_left = self.bypass(&mut form, Side::Left, h)?;
            let by_right = self.bypass(&mut form, Side::Right, h)?;
            (left, right) = (form.left, form.right);
            if by_left {
                self.drop_dominated(&mut left, Side::Left, h)?;
            }
            if by_right {
                self.drop_dominated(&mut right, Side::Right, h)?;
            }
        }
        Ok(self.enter_canonical(left, right))
    }

    /// Interns a canonical form that is no number, by its closed form if it has one.
    pub(crate) fn enter_canonical(&mut self, left: Vec<Game>, right: Vec<Game>) -> Game {
        if left.iter().chain(&right).all(|&g| !matches!(self.node(g).kind, NodeKind::Other { .. })) {
            let (l, r) = (self.closed_options(&left), self.closed_options(&right));
            if let Some(x) = recognise(&l, &r) {
                return self.up_star(x);
            }
        }
        self.intern(left, right)
    }

    fn closed_options(&self, side: &[Game]) -> Vec<UpStar> {
        let mut all: Vec<_> = side.iter().filter_map(|&g| self.closed(g)).collect();
        all.sort_unstable_by_key(|x| (x.ups, x.star));
        all
    }

    /// The number that `{left|right}` is, if it is one: the simplest `x` with no `l >= x` and no `r <= x` (simplicity
    /// theorem, Siegel, Theorem II.3.11). `l >= x` holds where `RS(l) > x`, fails where `RS(l) < x`; only at
    /// `RS(l) = x` games are compared.
    pub(crate) fn simplest_number(
        &mut self,
        left: &[Game],
        right: &[Game],
        h: &Handle,
    ) -> Result<Option<Dyadic>, Stop> {
        let low = left.iter().map(|&l| &self.node(l).right_stop).max().cloned();
        let high = right.iter().map(|&r| &self.node(r).left_stop).min().cloned();
        if let (Some(a), Some(b)) = (&low, &high)
            && a > b
        {
            return Ok(None);
        }
        let mut ends = [Bound::Closed; 2];
        for (end, side, options) in [(&low, Side::Left, left), (&high, Side::Right, right)] {
            let Some(x) = end else { continue };
            let number = self.number(x.clone());
            for &o in options {
                h.tick()?;
                let reaches = match side {
                    Side::Left => self.node(o).right_stop == *x && self.le(number, o, h)?,
                    Side::Right => self.node(o).left_stop == *x && self.le(o, number, h)?,
                };
                if reaches {
                    ends[usize::from(side == Side::Right)] = Bound::Open;
                    break;
                }
            }
        }
        Ok(simplest(low.as_ref().map(|x| (x, ends[0])), high.as_ref().map(|x| (x, ends[1]))))
    }

    /// `{S|S}` for a set of `number + nimber`s with one number is that number plus the mex (Sprague–Grundy and number
    /// translation); the value is no number.
    fn mex_rule(&mut self, options: &[Game]) -> Option<Game> {
        let parts: Vec<UpStar> = options.iter().map(|&g| self.closed(g)).collect::<Option<_>>()?;
        let number = parts.first()?.number.clone();
        if parts.iter().any(|x| x.number != number || x.ups != 0) {
            return None;
        }
        let star = mex(parts.iter().map(|x| x.star));
        Some(self.up_star(UpStar { number, ups: 0, star }))
    }

    /// Keeps the maximal options of Left, the minimal ones of Right. The options must differ from each other.
    pub(crate) fn drop_dominated(&mut self, options: &mut Vec<Game>, side: Side, h: &Handle) -> Result<(), Stop> {
        // At one glance: what falls short of the best stop when the opponent begins there.
        match side {
            Side::Left => {
                if let Some(best) = options.iter().map(|&o| &self.node(o).right_stop).max().cloned() {
                    options.retain(|&o| self.node(o).left_stop >= best);
                }
            }
            Side::Right => {
                if let Some(best) = options.iter().map(|&o| &self.node(o).left_stop).min().cloned() {
                    options.retain(|&o| self.node(o).right_stop <= best);
                }
            }
        }
        let mut i = 0;
        'next: while i < options.len() {
            for j in 0..options.len() {
                h.tick()?;
                let (o, by) = (options[i], options[j]);
                let worse = i != j
                    && match side {
                        Side::Left => self.le(o, by, h)?,
                        Side::Right => self.le(by, o, h)?,
                    };
                if worse {
                    options.swap_remove(i);
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(())
    }

    /// Replaces each reversible option of one side until none is left; says whether there was one.
    fn bypass(&mut self, form: &mut Reduction, side: Side, h: &Handle) -> Result<bool, Stop> {
        let mut changed = false;
        let mut i = 0;
        while i < form.side(side).len() {
            let option = form.side(side)[i];
            let Some(through) = self.reverses(option, form, side, h)? else {
                i += 1;
                continue;
            };
            changed = true;
            let replacing = self.list(through, side, h)?;
            let options = form.side(side);
            options.swap_remove(i);
            for o in replacing {
                h.tick()?;
                if !options.contains(&o) {
                    options.push(o);
                }
            }
        }
        Ok(changed)
    }

    /// The opponent's answer through which an option reverses: `G^L` through `G^LR <= G`, `G^R` through `G^RL >= G`.
    /// An undominated option that is a number never reverses, as `G` is none.
    fn reverses(&mut self, option: Game, form: &mut Reduction, side: Side, h: &Handle) -> Result<Option<Game>, Stop> {
        if self.is_number(option) {
            return Ok(None);
        }
        for i in 0..self.count(option, side.opposite()) {
            h.tick()?;
            let answer = self.option(option, side.opposite(), i);
            let back = match side {
                Side::Left => self.le_form(answer, form, h)?,
                Side::Right => self.form_le(form, answer, h)?,
            };
            if back {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Whether `x <=` the form.
    fn le_form(&mut self, x: Game, form: &mut Reduction, h: &Handle) -> Result<bool, Stop> {
        let node = self.node(x);
        if node.left_stop > form.left_stop || node.right_stop > form.right_stop {
            return Ok(false);
        }
        if node.left_stop < form.right_stop {
            return Ok(true);
        }
        if let Some(&known) = form.above.get(&x) {
            return Ok(known);
        }
        h.tick()?;
        let result = self.deeper(|arena| {
            for i in 0..form.right.len() {
                if arena.le(form.right[i], x, h)? {
                    return Ok(false);
                }
            }
            if !arena.is_number(x) {
                for i in 0..arena.count(x, Side::Left) {
                    h.tick()?;
                    let l = arena.option(x, Side::Left, i);
                    if arena.form_le(form, l, h)? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        })?;
        form.above.insert(x, result);
        Ok(result)
    }

    /// Whether the form `<= x`.
    fn form_le(&mut self, form: &mut Reduction, x: Game, h: &Handle) -> Result<bool, Stop> {
        let node = self.node(x);
        if form.left_stop > node.left_stop || form.right_stop > node.right_stop {
            return Ok(false);
        }
        if form.left_stop < node.right_stop {
            return Ok(true);
        }
        if let Some(&known) = form.below.get(&x) {
            return Ok(known);
        }
        h.tick()?;
        let result = self.deeper(|arena| {
            for i in 0..form.left.len() {
                if arena.le(x, form.left[i], h)? {
                    return Ok(false);
                }
            }
            if !arena.is_number(x) {
                for i in 0..arena.count(x, Side::Right) {
                    h.tick()?;
                    let r = arena.option(x, Side::Right, i);
                    if arena.le_form(r, form, h)? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        })?;
        form.below.insert(x, result);
        Ok(result)
    }
}

impl Reduction {
    fn side(&mut self, side: Side) -> &mut Vec<Game> {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }
}

/// The least number that is not among them.
pub(super) fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let mut all: Vec<u64> = values.collect();
    all.sort_unstable();
    all.dedup();
    all.iter().zip(0..).find(|&(&v, i)| v != i).map_or(all.len() as u64, |(_, i)| i)
}
