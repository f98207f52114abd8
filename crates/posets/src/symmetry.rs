//! Downsets up to automorphisms of the poset: those of twins (elements with the same relations), and those of a group of some
//! hundred that keep the order of twins; every automorphism is one of the latter, then one of the former.

use super::automorphisms::twins;
use super::bits::Mask;
use super::count::binomial;
use super::poset::Poset;
use num_bigint::BigUint;
use sprague_limits::{Handle, Stop};

/// Largest group whose elements are tried one by one.
const GROUP: usize = 200;

/// What makes two downsets of one orbit equal.
pub(crate) struct Symmetry<M> {
    /// Twins, and for each class the masks of its first elements by number.
    pub twins: Vec<(M, Vec<M>)>,
    /// The class of each element that has twins.
    pub class: Vec<Option<usize>>,
    /// The identity first; empty if there is nothing else.
    group: Vec<Vec<u32>>,
}

impl<M: Mask> Symmetry<M> {
    /// All automorphisms of a poset; those of twins alone where the others are too many, or hard to find.
    pub(crate) fn new(poset: &Poset, handle: &Handle) -> Result<Self, Stop> {
        let mut class = vec![None; poset.len()];
        let mut masks = Vec::new();
        for (k, twins) in twins(poset)?.iter().enumerate() {
            let mut first = vec![M::EMPTY];
            for &x in twins {
                class[x] = Some(k);
                first.push(first[first.len() - 1].with(x));
            }
            masks.push((first[first.len() - 1], first));
        }
        let group = poset.automorphisms(GROUP, handle)?.unwrap_or_default();
        Ok(Symmetry { twins: masks, class, group: if group.len() > 1 { group } else { Vec::new() } })
    }

    /// Among twins the first ones.
    fn sorted(&self, mut set: M) -> M {
        for (all, first) in &self.twins {
            let size = set.and(*all).size();
            set = set.minus(*all).or(first[size as usize]);
        }
        set
    }

    /// The images of a set under the group.
    pub(crate) fn images(&self, set: M, images: &mut Vec<M>) {
        images.clear();
        images.extend(self.group.iter().map(|map| {
            let mut image = M::EMPTY;
            set.each(|x| image = image.with(map[x] as usize));
            image
        }));
    }

    /// Where one of the group takes an element.
    #[inline]
    pub(crate) fn image(&self, which: usize, x: usize) -> usize {
        self.group.get(which).map_or(x, |map| map[x] as usize)
    }

    /// The least member of the orbit of a set with `y` added, from the set and its images; which of the group leads there, but for twins.
    #[inline]
    pub(crate) fn canonical_with(&self, set: M, images: &[M], y: usize) -> (M, usize) {
        self.changed(set, images, y, M::with)
    }

    /// The same without `y`.
    #[inline]
    pub(crate) fn canonical_without(&self, set: M, images: &[M], y: usize) -> (M, usize) {
        self.changed(set, images, y, M::without)
    }

    #[inline]
    fn changed(&self, set: M, images: &[M], y: usize, change: impl Fn(M, usize) -> M) -> (M, usize) {
        let mut best = (self.sorted(change(set, y)), 0);
        for (which, (&image, map)) in images.iter().zip(&self.group).enumerate().skip(1) {
            best = best.min((self.sorted(change(image, map[y] as usize)), which));
        }
        best
    }

    /// The least member of the orbit.
    pub(crate) fn canonical(&self, set: M) -> M {
        let mut images = Vec::new();
        self.images(set, &mut images);
        images.into_iter().map(|image| self.sorted(image)).min().unwrap_or_else(|| self.sorted(set))
    }

    /// How many permutations there are.
    pub(crate) fn order(&self) -> f64 {
        let twins: f64 =
            self.twins.iter().map(|(_, first)| (1..first.len()).map(|k| k as f64).product::<f64>()).product();
        twins * self.group.len().max(1) as f64
    }

    /// Members of the orbit.
    pub(crate) fn orbit(&self, set: M) -> BigUint {
        let mut images: Vec<M> = vec![self.sorted(set)];
        for map in self.group.iter().skip(1) {
            let mut image = M::EMPTY;
            set.each(|x| image = image.with(map[x] as usize));
            images.push(self.sorted(image));
        }
        images.sort_unstable();
        images.dedup();
        let mut size = BigUint::from(images.len());
        for (all, first) in &self.twins {
            size *= binomial(first.len() - 1, set.and(*all).size() as usize);
        }
        size
    }

    /// For each element the greatest of its orbit.
    pub(crate) fn greatest_images(&self) -> Vec<usize> {
        let twin = |x: usize| self.class[x].map_or(x, |class| self.twins[class].0.highest());
        let images = |x: usize| (0..self.group.len()).map(move |which| twin(self.image(which, x)));
        (0..self.class.len()).map(|x| images(x).max().unwrap_or(twin(x))).collect()
    }
}
