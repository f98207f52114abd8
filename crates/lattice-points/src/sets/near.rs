//! Which strata of a list may meet another one.
//!
//! `p + N A` and `q + N B` have a point in common only if `p - q` lies in the lattice of all integer combinations of A and B. So strata with
//! the same generators are sorted by the classes of their bases modulo that lattice, once for each A that is asked about; then one look tells
//! those of its class. Cost: the length of the list for each A and each B, and a reduction of the base for each question.

use crate::linear::hermite::hermite;
use crate::linear::{Matrix, Vector, add_multiple};
use crate::stratum::Stratum;
use num_integer::Integer;
use sprague_limits::{Handle, Stop};
use std::collections::{BTreeMap, HashMap};

/// Sets of generators that are asked about; with more of them nothing is gained.
const KINDS: usize = 32;
/// Pairs of strata from which on it is worth while to sort them.
pub(crate) const PAIRS: usize = 4096;

/// For each of some strata the places of those of a list that it may meet, rising; nothing if these are many.
pub(crate) fn near(asked: &[Stratum], list: &[Stratum], handle: &Handle) -> Result<Option<Vec<Vec<usize>>>, Stop> {
    let mut groups: BTreeMap<&[Vector], Vec<usize>> = BTreeMap::new();
    for (i, stratum) in list.iter().enumerate() {
        handle.tick()?;
        groups.entry(&stratum.generators).or_default().push(i);
    }
    let mut kinds: BTreeMap<&[Vector], Vec<Classes>> = BTreeMap::new();
    let (mut found, mut total) = (Vec::with_capacity(asked.len()), 0);
    for stratum in asked {
        if !kinds.contains_key(&stratum.generators[..]) {
            if kinds.len() == KINDS || groups.len() > KINDS {
                return Ok(None);
            }
            let classes = groups.iter().map(|(b, members)| Classes::new(&stratum.generators, b, members, list, handle));
            kinds.insert(&stratum.generators, classes.collect::<Result<_, _>>()?);
        }
        let mut of = Vec::new();
        for classes in &kinds[&stratum.generators[..]] {
            let class = classes.of(&stratum.base, handle)?;
            let members = classes.members.get(&class).map_or(&[][..], Vec::as_slice);
            handle.ticks(members.len())?;
            of.extend(members.iter().copied().filter(|&i| !stratum.apart(&list[i])));
        }
        of.sort_unstable();
        total += of.len();
        if total > 4 * (asked.len() + list.len()) {
            return Ok(None);
        }
        found.push(of);
    }
    Ok(Some(found))
}

/// Strata with the same generators by the classes of their bases.
struct Classes {
    /// In echelon form, with the columns of its positive pivots.
    lattice: Matrix,
    pivots: Vec<usize>,
    members: HashMap<Vector, Vec<usize>>,
}

impl Classes {
    fn new(a: &[Vector], b: &[Vector], places: &[usize], list: &[Stratum], handle: &Handle) -> Result<Classes, Stop> {
        let columns = list.first().map_or(0, |stratum| stratum.base.len());
        let form = hermite(&[a, b].concat(), columns, handle)?;
        let mut classes = Classes { lattice: form.form, pivots: form.pivots, members: HashMap::new() };
        for &i in places {
            let class = classes.of(&list[i].base, handle)?;
            classes.members.entry(class).or_default().push(i);
        }
        Ok(classes)
    }

    /// The representative of a point's class: between 0 and the pivot in the column of each pivot, from left to right.
    fn of(&self, point: &Vector, handle: &Handle) -> Result<Vector, Stop> {
        handle.ticks(1 + self.pivots.len())?;
        let mut class = point.clone();
        for (row, &column) in self.lattice.iter().zip(&self.pivots) {
            let times = -class[column].div_floor(&row[column]);
            add_multiple(&mut class, &times, row);
        }
        Ok(class)
    }
}
