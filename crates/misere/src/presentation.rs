//! Generators and relations, as the literature prints them.
//!
//! In: a monoid and the values of the heaps. Out: as generators the values that are no products of values of smaller heaps, without those
//! that the rest makes superfluous; of every element its normal form, the least product of generators by degree, then by letters;
//! and relations that follow from no others. The relations found first are the least products that are no normal
//! forms (the reduced Gröbner basis of the congruence); one that already follows from smaller ones is left out.

use super::monoid::{Element, Monoid};
use super::search::generate;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::fmt;

/// Exponents, one a generator.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Exponents, Heaps, of_heaps};
/// let mut heaps = Heaps::default();
/// heaps.push(vec![])?;
/// heaps.push(vec![vec![0]])?;
/// let presentation = of_heaps(&heaps, Bounds::default(), &Handle::default())?.quotient.presentation();
/// let square: Exponents = vec![2];
/// assert_eq!((presentation.product(&square), presentation.relations()), ("a^2".into(), &[(square, vec![0])][..]));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
pub type Exponents = Vec<u32>;

/// Generators and relations of a quotient.
///
/// ```
/// use sprague_misere::{Bounds, Search};
/// let (mut search, handle) = (Search::new(Bounds::default()), sprague_limits::Handle::default());
/// for n in 0..3 {
///     search.push((0..n).map(|k| vec![k]).collect(), &handle)?;
/// }
/// assert_eq!(search.quotient().presentation().to_string(), "⟨a, b | a^2 = 1, b^3 = b⟩");
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    generators: Vec<Element>,
    heaps: Vec<usize>,
    normal: Vec<Exponents>,
    relations: Vec<(Exponents, Exponents)>,
}

impl Presentation {
    pub(crate) fn of(monoid: &Monoid, map: &[Element]) -> Presentation {
        let (mut heaps, ..) = generate(monoid, map);
        // A later heap may make an earlier one superfluous.
        let mut i = heaps.len();
        while i > 0 {
            i -= 1;
            let without: Vec<Element> =
                heaps.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &heap)| map[heap]).collect();
            if normal_forms(monoid, &without).iter().all(Option::is_some) {
                heaps.remove(i);
            }
        }
        let generators: Vec<Element> = heaps.iter().map(|&heap| map[heap]).collect();
        let normal: Vec<Exponents> =
            normal_forms(monoid, &generators).into_iter().map(Option::unwrap_or_default).collect();
        let relations = relations(monoid, &generators, &normal);
        Presentation { generators, heaps, normal, relations }
    }

    /// The generators.
    pub fn generators(&self) -> &[Element] {
        &self.generators
    }

    /// Of each generator: the first heap of this value.
    pub fn heaps(&self) -> &[usize] {
        &self.heaps
    }

    /// The normal form of an element.
    pub fn normal_form(&self, x: Element) -> &[u32] {
        &self.normal[x as usize]
    }

    /// Relations, the larger side first.
    pub fn relations(&self) -> &[(Exponents, Exponents)] {
        &self.relations
    }

    /// The letter of a generator: a to z, then a1, b1, …
    pub fn letter(generator: usize) -> String {
        let letter = char::from(b'a' + (generator % 26) as u8);
        if generator < 26 { letter.to_string() } else { format!("{letter}{}", generator / 26) }
    }

    /// A product of generators as text: `1`, `a`, `b^2*c`; with nothing between the factors where all letters are single.
    pub fn product(&self, exponents: &[u32]) -> String {
        let between = if self.generators.len() > 26 { " " } else { "" };
        let factors: Vec<String> = exponents
            .iter()
            .enumerate()
            .filter(|(_, n)| **n > 0)
            .map(|(i, &n)| if n == 1 { Self::letter(i) } else { format!("{}^{n}", Self::letter(i)) })
            .collect();
        if factors.is_empty() { "1".into() } else { factors.join(between) }
    }
}

impl fmt::Display for Presentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = (0..self.generators.len()).map(Self::letter).collect();
        let relations: Vec<String> = self
            .relations
            .iter()
            .map(|(large, small)| format!("{} = {}", self.product(large), self.product(small)))
            .collect();
        if letters.is_empty() {
            return write!(f, "⟨1⟩");
        }
        write!(f, "⟨{} | {}⟩", letters.join(", "), relations.join(", "))
    }
}

/// The order of products: by degree, then with more of the earlier letters first. Multiplying
/// both sides keeps that, and it is the order in which [`normal_forms`] finds them.
fn by_degree(a: &[u32], b: &[u32]) -> Ordering {
    let degree = |e: &[u32]| e.iter().sum::<u32>();
    degree(a).cmp(&degree(b)).then_with(|| b.cmp(a))
}

/// Of every element the least product of generators; `None` where there is none.
fn normal_forms(monoid: &Monoid, generators: &[Element]) -> Vec<Option<Exponents>> {
    let mut forms: Vec<Option<Exponents>> = vec![None; monoid.order()];
    forms[0] = Some(vec![0; generators.len()]);
    let mut layer = vec![0];
    while !layer.is_empty() {
        let mut next: Vec<(Exponents, Element)> = Vec::new();
        for &x in &layer {
            let form = forms[x as usize].clone().unwrap_or_default();
            for (i, &g) in generators.iter().enumerate() {
                let y = monoid.times(x, g);
                if forms[y as usize].is_none() {
                    let mut longer = form.clone();
                    longer[i] += 1;
                    next.push((longer, y));
                }
            }
        }
        next.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        layer.clear();
        for (form, y) in next {
            if forms[y as usize].is_none() {
                forms[y as usize] = Some(form);
                layer.push(y);
            }
        }
    }
    forms
}

fn relations(monoid: &Monoid, generators: &[Element], normal: &[Exponents]) -> Vec<(Exponents, Exponents)> {
    let value = |e: &[u32]| e.iter().zip(generators).fold(0, |x, (&n, &g)| monoid.times(x, monoid.power(g, n.into())));
    let is_normal = |e: &[u32]| normal[value(e) as usize] == e;
    let mut basis: Vec<(Exponents, Exponents)> = Vec::new();
    for form in normal {
        for i in 0..generators.len() {
            let mut longer = form.clone();
            longer[i] += 1;
            let least = !is_normal(&longer)
                && (0..generators.len()).filter(|&j| longer[j] > 0).all(|j| {
                    let mut shorter = longer.clone();
                    shorter[j] -= 1;
                    is_normal(&shorter)
                });
            if least {
                let small = normal[value(&longer) as usize].clone();
                basis.push((longer, small));
            }
        }
    }
    basis.sort_unstable_by(|a, b| by_degree(&a.0, &b.0));
    basis.dedup();
    without_superfluous(basis, generators.len())
}

/// Most products among which consequences are looked for.
const MOST_PRODUCTS: usize = 200_000;

/// Relations that do not follow from earlier ones. Consequences are looked for among the products up to the largest degree only: a
/// relation may stay though it follows, none is lost.
fn without_superfluous(basis: Vec<(Exponents, Exponents)>, letters: usize) -> Vec<(Exponents, Exponents)> {
    let degree = basis.iter().map(|(large, _)| large.iter().sum::<u32>()).max().unwrap_or(0);
    let mut products: Vec<Exponents> = vec![vec![0; letters]];
    let mut start = 0;
    for _ in 0..degree {
        let end = products.len();
        for i in start..end {
            // The last letter that occurs is raised, or a later one.
            let last = products[i].iter().rposition(|&n| n > 0).unwrap_or(0);
            for letter in last..letters {
                let mut longer = products[i].clone();
                longer[letter] += 1;
                products.push(longer);
            }
            if products.len() > MOST_PRODUCTS {
                return basis;
            }
        }
        start = end;
    }
    let place: FxHashMap<Exponents, usize> = products.iter().enumerate().map(|(i, e)| (e.clone(), i)).collect();
    let mut parent: Vec<usize> = (0..products.len()).collect();
    fn root(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    let mut kept = Vec::new();
    for (large, small) in basis {
        let (a, b) = (root(&mut parent, place[&large]), root(&mut parent, place[&small]));
        if a == b {
            continue;
        }
        for product in &products {
            let sum = |side: &Exponents| -> Exponents { side.iter().zip(product).map(|(a, b)| a + b).collect() };
            if let (Some(&a), Some(&b)) = (place.get(&sum(&large)), place.get(&sum(&small))) {
                let (a, b) = (root(&mut parent, a), root(&mut parent, b));
                parent[a] = b;
            }
        }
        kept.push((large, small));
    }
    kept
}
