//! Posets as values: an order on elements that are values themselves.
//!
//! Two posets are equal when they have the same elements and the same order; see [`crate::posets::Poset::isomorphic`] for
//! the question that forgets the elements' names. Results of `memo` functions with a parameter `P: poset` are kept up to
//! isomorphism ([`PosetClass`]).

pub mod chomp;
pub mod faces;
pub mod heavy;
mod literal;

use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::limits::Stop;
use crate::posets::{Bits, CanonicalKey, Poset, PosetError};
use crate::value::key::{Key, sorted};
use crate::value::{Fault, Operator, Res, Value};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use serde_json::{Value as Json, json};
use std::cell::OnceCell;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Elements up to which a poset is written out, or maximal elements of a downset.
const WRITTEN: usize = 400;

/// Letters of a formula that a poset is written by.
const FORMULA: usize = 200;
/// Factors of a power at most.
const FACTORS: i64 = 63;

/// How a poset is written where there is something shorter than its relations.
#[derive(Clone, Debug, Default)]
pub enum Name {
    /// By its relations.
    #[default]
    Relations,
    /// As an expression: `subsets(3)`; products and sums of them, with how tightly that binds (sum 1, product 2, call 3).
    Formula(String, u8),
    /// A downset of one that is written so, by its maximal elements.
    Downset(String),
    /// As `subsets(3)`; a downset of it is a complex.
    Subsets(String),
    /// A simplicial complex, by its facets.
    Complex,
}

impl Name {
    /// A formula of several lines is none.
    fn if_short(self) -> Name {
        match self {
            Name::Formula(text, _) if text.len() > FORMULA => Name::Relations,
            name => name,
        }
    }
}

/// A poset.
#[derive(Clone, Debug)]
pub struct PosetValue {
    /// The order on the numbers of the elements.
    pub order: Poset,
    /// The elements, in normal form.
    pub elements: Vec<Value>,
    /// How it is written.
    pub name: Name,
    /// Of how many factors its elements are tuples; 1 if it is no product.
    factors: usize,
    places: OnceCell<FxHashMap<Key, usize>>,
}

impl PosetValue {
    /// A poset with these elements, which are distinct and in normal form.
    pub fn new(order: Poset, elements: Vec<Value>, name: Name) -> PosetValue {
        PosetValue { order, elements, name, factors: 1, places: OnceCell::new() }
    }

    /// The number of an element, for which a move of Chomp may stand that takes it.
    pub fn place(&self, machine: &mut Machine, element: &Value) -> Res<Option<usize>> {
        let place = self.place_itself(machine, element)?;
        match element {
            Value::Move(made) if place.is_none() => match chomp::taken(made)? {
                Some(taken) => self.place_itself(machine, &taken),
                None => Ok(None),
            },
            _ => Ok(place),
        }
    }

    fn place_itself(&self, machine: &mut Machine, element: &Value) -> Res<Option<usize>> {
        let key = Key(machine.normal(element)?);
        let places = self.places.get_or_init(|| {
            let mut places = FxHashMap::default();
            for (i, element) in self.elements.iter().enumerate() {
                places.insert(Key(element.clone()), i);
            }
            places
        });
        Ok(places.get(&key).copied())
    }

    /// The number of an element, or the error that it is none.
    pub fn find(&self, machine: &mut Machine, element: &Value) -> Res<usize> {
        match self.place(machine, element)? {
            Some(place) => Ok(place),
            None => {
                let shown = machine.notation(element)?;
                let fault = Fault::new(Mistake::NoElement, format!("the poset has no element {shown}"));
                if let Value::Nothing = element {
                    return fault.note("`best_move` gives `nothing` where there is no move.").err();
                }
                if let Value::Move(made) = element {
                    let from = machine.notation(&made.component)?;
                    return fault.note(format!("It is a move in {from}.")).err();
                }
                // The text "1" is printed as the number is.
                let text = Value::text(Self::label_notation(machine, element)?);
                match element {
                    Value::Str(_) => fault,
                    _ if self.place(machine, &text)?.is_some() => {
                        fault.note(format!("It has the text {}.", machine.notation(&text)?))
                    }
                    _ => fault,
                }
                .err()
            }
        }
    }

    /// The numbers of several elements: of one, or of all in a collection.
    pub fn find_all(&self, machine: &mut Machine, which: &Value) -> Res<Bits> {
        let n = self.elements.len();
        if let Some(place) = self.place(machine, which)? {
            return Ok(Bits::of(n, [place]));
        }
        let mut set = Bits::empty(n);
        match which {
            Value::List(_) | Value::Set(_) | Value::Tuple(_) | Value::Range(_) | Value::Thing(_) => {
                for element in machine.elements(which)? {
                    let Some(place) = self.place(machine, &element)? else {
                        let (all, one) = (machine.notation(which)?, machine.notation(&element)?);
                        let said = format!("the poset has no element {one}, and no element {all}");
                        return Fault::new(Mistake::NoElement, said).err();
                    };
                    set.insert(place);
                }
            }
            other => {
                self.find(machine, other)?;
            }
        }
        Ok(set)
    }

    /// The elements with these numbers.
    pub fn labels(&self, numbers: impl IntoIterator<Item = usize>) -> Vec<Value> {
        numbers.into_iter().map(|i| self.elements[i].clone()).collect()
    }

    /// The order on some of the elements.
    pub fn part(&self, machine: &mut Machine, set: &Bits) -> Res<PosetValue> {
        let n = self.elements.len();
        if set.len() == n {
            return Ok(self.again());
        }
        machine.handle.ticks(1 + n)?;
        let places: Vec<usize> = set.iter().collect();
        let order = self.order.induced(&places, &machine.handle)?;
        let is_downset = !set.is_empty() && self.order.is_downset(set);
        Ok(self.part_of(order, places, is_downset))
    }

    /// The components, as posets.
    pub fn components(&self, machine: &mut Machine) -> Res<Vec<PosetValue>> {
        let all = self.order.components();
        if all.len() == 1 {
            return Ok(vec![self.again()]);
        }
        let mut parts = Vec::new();
        for places in all {
            machine.handle.afford(places.len() * 2 * size_of::<Value>())?;
            let order = self.order.piece(&places, &machine.handle)?;
            parts.push(self.part_of(order, places, true));
        }
        Ok(parts)
    }

    /// The order on the elements at these places.
    fn part_of(&self, order: Poset, places: Vec<usize>, is_downset: bool) -> PosetValue {
        let name = match &self.name {
            Name::Subsets(_) | Name::Complex if is_downset => Name::Complex,
            Name::Formula(text, _) | Name::Downset(text) if is_downset => Name::Downset(text.clone()),
            _ => Name::Relations,
        };
        let mut part = PosetValue::new(order, self.labels(places), name);
        part.factors = self.factors;
        part
    }

    /// The same poset.
    fn again(&self) -> PosetValue {
        let mut same = PosetValue::new(self.order.clone(), self.elements.clone(), self.name.clone());
        same.factors = self.factors;
        same
    }

    /// The expression by which it is written, if there is one, and how tightly that binds.
    pub fn formula(&self) -> Option<(&str, u8)> {
        match &self.name {
            Name::Formula(text, tight) => Some((text, *tight)),
            Name::Subsets(text) => Some((text, 3)),
            _ => None,
        }
    }

    /// Side by side, or each upon those before it. If an element occurs in several of them, all get the number of their summand: `(0, x)`.
    pub fn together(machine: &mut Machine, parts: &[&PosetValue], upon: bool) -> Res<PosetValue> {
        if let [one] = parts {
            return Ok(one.again());
        }
        let handle = Rc::clone(&machine.handle);
        let orders: Vec<&Poset> = parts.iter().map(|part| &part.order).collect();
        let order = Poset::together(&orders, upon, &handle)?;
        handle.afford(order.len() * 4 * size_of::<Value>())?;
        let mut elements: Vec<Value> = Vec::with_capacity(order.len());
        let mut seen = FxHashSet::default();
        let mut common = false;
        for element in parts.iter().flat_map(|part| &part.elements) {
            handle.tick()?;
            common = common || !seen.insert(Key(element.clone()));
            elements.push(element.clone());
        }
        if common {
            let sides = parts.iter().enumerate().flat_map(|(side, part)| part.elements.iter().map(move |_| side));
            for (element, side) in elements.iter_mut().zip(sides) {
                *element = Value::tuple(vec![Value::from(side), element.clone()]);
            }
        }
        let formulas: Option<Vec<(&str, u8)>> = parts.iter().map(|part| part.formula()).collect();
        let name = match formulas.as_deref() {
            Some([(a, _), (b, tight)]) if !upon => {
                let b = if *tight < 2 { format!("({b})") } else { (*b).into() };
                Name::Formula(format!("{a} + {b}"), 1)
            }
            Some(formulas) if !formulas.is_empty() => {
                let all: Vec<&str> = formulas.iter().map(|(text, _)| *text).collect();
                let all = all.join(", ");
                Name::Formula(if upon { format!("ordinal_sum({all})") } else { format!("sum([{all}])") }, 3)
            }
            _ => Name::Relations,
        };
        Ok(PosetValue::new(order, elements, name.if_short()))
    }

    /// The product of `n` copies.
    fn power(&self, machine: &mut Machine, n: &Value) -> Res<PosetValue> {
        let Value::Int(n @ 1..=FACTORS) = *n else {
            return Fault::expected(format!("an exponent from 1 to {FACTORS}, as in `chain(2)^3`"), n).err();
        };
        if self.elements.len().saturating_pow(n as u32) > Poset::MOST {
            let said =
                format!("{} elements to the power {n}; at most {} can be handled", self.elements.len(), Poset::MOST);
            return Fault::new(Mistake::TooLarge, said).err();
        }
        (1..n).try_fold(self.clone(), |power, _| power.product(machine, self))
    }

    /// The product, whose elements are tuples; products of products have longer tuples.
    pub fn product(&self, machine: &mut Machine, other: &PosetValue) -> Res<PosetValue> {
        let handle = Rc::clone(&machine.handle);
        let order = self.order.product(&other.order, &handle)?;
        handle.afford(order.len() * (4 + self.factors + other.factors) * size_of::<Value>())?;
        let mut elements = Vec::with_capacity(order.len());
        let parts = |factors: usize, x: &Value| match x {
            Value::Tuple(items) if factors > 1 => items.to_vec(),
            x => vec![x.clone()],
        };
        for x in &self.elements {
            for y in &other.elements {
                handle.tick()?;
                let mut all = parts(self.factors, x);
                all.extend(parts(other.factors, y));
                elements.push(Value::tuple(all));
            }
        }
        let name = match (self.formula(), other.formula()) {
            (Some((a, s)), Some((b, t))) => {
                let a = if s < 2 { format!("({a})") } else { a.into() };
                let b = if t < 2 { format!("({b})") } else { b.into() };
                Name::Formula(format!("{a} * {b}"), 2)
            }
            _ => Name::Relations,
        };
        let mut product = PosetValue::new(order, elements, name.if_short());
        product.factors = self.factors + other.factors;
        Ok(product)
    }

    /// Without some of its elements.
    pub fn without(&self, machine: &mut Machine, which: &Value) -> Res<PosetValue> {
        let gone = self.find_all(machine, which)?;
        let left = Bits::of(self.elements.len(), (0..self.elements.len()).filter(|&i| !gone.contains(i)));
        self.part(machine, &left)
    }

    /// An element as it is written in `poset {…}`: names without quotes.
    pub fn label_notation(machine: &mut Machine, element: &Value) -> Res<String> {
        match element {
            Value::Str(name) if is_name(name) => Ok(name.to_string()),
            Value::Tuple(items) => {
                let parts = items.iter().map(|x| Self::label_notation(machine, x)).collect::<Res<Vec<_>>>()?;
                Ok(if parts.len() == 1 { format!("({},)", parts[0]) } else { format!("({})", parts.join(", ")) })
            }
            Value::Set(items) => {
                let items = sorted(items, &machine.store, &machine.handle)?;
                let parts = items.iter().map(|x| Self::label_notation(machine, x)).collect::<Res<Vec<_>>>()?;
                Ok(format!("{{{}}}", parts.join(", ")))
            }
            other => machine.notation(other),
        }
    }

    /// By its relations: the covers as chains, then the elements that are comparable to none.
    fn relations(&self, machine: &mut Machine) -> Res<String> {
        let n = self.elements.len();
        if n > WRITTEN {
            return Ok(format!("a poset of {n} elements"));
        }
        let handle = Rc::clone(&machine.handle);
        let covers = self.order.covers(&handle)?;
        let mut upper: Vec<Vec<usize>> = vec![Vec::new(); n];
        let mut related = vec![false; n];
        for (x, y) in covers {
            upper[x].push(y);
            (related[x], related[y]) = (true, true);
        }
        let mut labels = Vec::with_capacity(n);
        for element in &self.elements {
            labels.push(Self::label_notation(machine, element)?);
        }
        // Each cover once, chains as long as they go.
        let mut next = vec![0; n];
        let mut parts = Vec::new();
        for x in self.order.linear_order() {
            if !related[x] {
                parts.push(labels[x].clone());
            }
            while next[x] < upper[x].len() {
                let mut chain = labels[x].clone();
                let mut at = x;
                while next[at] < upper[at].len() {
                    handle.tick()?;
                    next[at] += 1;
                    at = upper[at][next[at] - 1];
                    chain.push_str(" < ");
                    chain.push_str(&labels[at]);
                }
                parts.push(chain);
            }
        }
        Ok(format!("poset {{{}}}", parts.join(", ")))
    }

    /// Whether both orders are the same on these elements of the one and of the other, which are downsets. Each element asks for steps.
    pub fn same_on(
        &self,
        on: &Bits,
        other: &PosetValue,
        there: &Bits,
        tick: impl Fn(usize) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        if on.len() != there.len() {
            return Ok(false);
        }
        let places: FxHashMap<Key, usize> = there.iter().map(|i| (Key(other.elements[i].clone()), i)).collect();
        let mut map = vec![usize::MAX; self.elements.len()];
        for i in on.iter() {
            let Some(&j) = places.get(&Key(self.elements[i].clone())) else { return Ok(false) };
            map[i] = j;
        }
        // Of a large poset and one that is not, only what is below an element is told alike.
        let alike = (self.elements.len() > Poset::PAIRED) == (other.elements.len() > Poset::PAIRED);
        let lower = |order: &Poset, x: usize| {
            if alike { order.lower(x) } else { order.down(x).iter().filter(|&y| y != x).collect() }
        };
        for i in on.iter() {
            let (below, there) = (lower(&self.order, i), lower(&other.order, map[i]));
            tick(1 + below.len() / 32)?;
            let mut images: Vec<usize> = below.into_iter().map(|x| map[x]).collect();
            images.sort_unstable();
            if images != there {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The maximal elements, as a list of values.
    pub fn maximal(&self) -> Vec<Value> {
        self.labels(self.order.maximal())
    }
}

/// Whether a text can stand as a name among the labels of a poset.
fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_')
        && !crate::syntax::is_reserved(text)
        // `v`, `vv` and `v3` are downs.
        && !text.trim_start_matches('v').bytes().all(|b| b.is_ascii_digit())
}

impl Thing for PosetValue {
    fn kind(&self) -> &'static str {
        "poset"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<PosetValue>().is_some_and(|other| {
            if std::ptr::eq(self, other) {
                return true;
            }
            let (all, others) = (Bits::full(self.elements.len()), Bits::full(other.elements.len()));
            self.same_on(&all, other, &others, |_| Ok(())) == Ok(true)
        })
    }

    fn equals(&self, machine: &mut Machine, other: &Value) -> Option<Res<bool>> {
        let other = other.thing::<PosetValue>()?;
        let (all, others) = (Bits::full(self.elements.len()), Bits::full(other.elements.len()));
        Some(self.same_on(&all, other, &others, |steps| machine.handle.ticks(steps)).map_err(Into::into))
    }

    fn digest(&self) -> u64 {
        // Independent of the order in which elements are numbered. Large posets are told by their ends.
        let hash = |i: usize| FxBuildHasher.hash_one((Key(self.elements[i].clone()), self.order.lower_count(i)));
        let sum = |hashes: &mut dyn Iterator<Item = u64>| hashes.fold(self.elements.len() as u64, u64::wrapping_add);
        if self.elements.len() <= Poset::PAIRED {
            return sum(&mut (0..self.elements.len()).map(hash));
        }
        sum(&mut self.order.minimal().into_iter().chain(self.order.maximal()).map(hash))
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        match &self.name {
            Name::Downset(_) | Name::Complex if self.order.maximal().len() > WRITTEN => {
                Ok(format!("a poset of {} elements", self.elements.len()))
            }
            Name::Relations => self.relations(machine),
            Name::Formula(text, _) | Name::Subsets(text) => Ok(text.clone()),
            Name::Downset(text) => {
                let maximal = Value::list(self.maximal());
                Ok(format!("down({text}, {})", machine.notation(&maximal)?))
            }
            Name::Complex => {
                let mut facets = Vec::new();
                for facet in self.maximal() {
                    facets.push(match &facet {
                        Value::Set(points) => Value::list(sorted(points, &machine.store, &machine.handle)?),
                        other => other.clone(),
                    });
                }
                Ok(format!("complex({})", machine.notation(&Value::list(facets))?))
            }
        }
    }

    fn json(&self, machine: &mut Machine) -> Res<Json> {
        let mut elements = Vec::new();
        for element in &self.elements {
            elements.push(Self::label_notation(machine, element)?);
        }
        let handle = Rc::clone(&machine.handle);
        let covers: Vec<Json> = self.order.covers(&handle)?.into_iter().map(|(x, y)| json!([x, y])).collect();
        Ok(json!({ "notation": self.notation(machine)?, "elements": elements, "covers": covers }))
    }

    fn elements(&self, machine: &mut Machine) -> Option<Res<Vec<Value>>> {
        // Each after what is below it.
        let order = self.order.linear_order();
        Some(machine.handle.reserve(order.len() * size_of::<Value>()).map(|()| self.labels(order)).map_err(Into::into))
    }

    fn contains(&self, machine: &mut Machine, x: &Value) -> Option<Res<bool>> {
        Some(self.place(machine, x).map(|place| place.is_some()))
    }

    fn operate(&self, machine: &mut Machine, op: Operator, other: &Value, reversed: bool) -> Option<Res> {
        let poset = other.thing::<PosetValue>();
        match (op, poset) {
            (Operator::Add, Some(other)) if !reversed => {
                Some(Self::together(machine, &[self, other], false).map(Value::of))
            }
            (Operator::Mul, Some(other)) if !reversed => Some(self.product(machine, other).map(Value::of)),
            (Operator::Power, None) if !reversed && matches!(other, Value::Int(_) | Value::Big(_)) => {
                Some(self.power(machine, other).map(Value::of))
            }
            (Operator::Sub, _) if !reversed => Some(self.without(machine, other).map(Value::of)),
            _ => None,
        }
    }

    fn class(&self, machine: &mut Machine) -> Res<Option<Value>> {
        // Large posets are known by equality alone.
        if self.elements.len() > Poset::PAIRED {
            return Ok(None);
        }
        Ok(Some(Value::of(PosetClass(self.order.canonical_key(&machine.handle)?))))
    }

    fn place_in_class(&self, machine: &mut Machine, name: &Value) -> Res<Option<usize>> {
        // Few results are of the kind that the elements are of.
        let kind = std::mem::discriminant(name);
        if !self.elements.iter().any(|element| std::mem::discriminant(element) == kind) {
            return Ok(None);
        }
        let Some(place) = self.place(machine, name)? else { return Ok(None) };
        let order = self.order.canonical_order(&machine.handle)?;
        Ok(order.iter().position(|&x| x == place))
    }
}

/// A poset up to isomorphism: what `memo` keeps results of functions with a parameter `P: poset` under.
#[derive(Debug)]
pub struct PosetClass(pub CanonicalKey);

impl Thing for PosetClass {
    fn kind(&self) -> &'static str {
        "class of posets"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<PosetClass>().is_some_and(|other| self.0 == other.0)
    }

    fn digest(&self) -> u64 {
        FxBuildHasher.hash_one(&self.0)
    }

    fn notation(&self, _machine: &mut Machine) -> Res<String> {
        Ok("a class of posets".into())
    }
}

impl Machine {
    /// The poset with these elements in which `x < y` for the given pairs of their numbers.
    pub fn poset(&mut self, elements: Vec<Value>, pairs: &[(usize, usize)]) -> Res<PosetValue> {
        let handle = Rc::clone(&self.handle);
        match Poset::from_relations(elements.len(), pairs, &handle) {
            Ok(order) => Ok(PosetValue::new(order, elements, Name::Relations)),
            Err(PosetError::Stop(stop)) => Err(stop.into()),
            Err(PosetError::Cycle(cycle)) => {
                let mut around = Vec::new();
                for &x in cycle.iter().take(12).chain(cycle.first()) {
                    around.push(PosetValue::label_notation(self, &elements[x])?);
                }
                if cycle.len() > 12 {
                    around.insert(12, "…".into());
                }
                Fault::new(Mistake::NoOrder, format!("this is no order: {}", around.join(" < ")))
                    .label("the relations go round")
                    .note("In a poset no element is below itself, not even by way of others.")
                    .err()
            }
        }
    }
}
