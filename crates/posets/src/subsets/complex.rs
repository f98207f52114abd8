//! Simplicial complexes by their facets, on at most 16 vertices: moves, relabelling, components, reflections.
//!
//! A complex stands for the downset of all subsets of its facets; the complex without facets is the empty set alone. A
//! facet is a mask of vertices. Small and plain, for proofs of few positions; the push engine has its own words.

/// The facets, an antichain in ascending order.
pub type Facets = Vec<u16>;

/// The largest number of vertices.
pub const MOST_VERTICES: usize = 16;

/// Where each vertex goes.
pub type Map = Vec<u8>;

/// Keeps the maximal nonempty ones, in order.
pub fn antichain(mut sets: Facets) -> Facets {
    sets.sort_unstable();
    sets.dedup();
    let maximal = |&x: &u16| x != 0 && !sets.iter().any(|&y| y != x && x & y == x);
    sets.iter().copied().filter(maximal).collect()
}

/// P(n, k).
pub fn truncated(n: u32, k: u32) -> Facets {
    let k = k.min(n);
    if k == 0 {
        return Vec::new();
    }
    (0..1u32 << n).filter(|x| x.count_ones() == k).map(|x| x as u16).collect()
}

/// What is left when `x` and everything above it is taken.
pub fn after(facets: &[u16], x: u16) -> Facets {
    let mut left = Vec::new();
    for &f in facets {
        if f & x == x {
            left.extend((0..16).filter(|i| x >> i & 1 == 1).map(|i| f & !(1 << i)));
        } else {
            left.push(f);
        }
    }
    antichain(left)
}

/// All nonempty elements, in ascending order.
pub(crate) fn elements(facets: &[u16]) -> Vec<u16> {
    let mut all = Vec::new();
    for &f in facets {
        let mut x = f;
        while x != 0 {
            all.push(x);
            x = (x - 1) & f;
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The vertices in use.
pub fn vertices(facets: &[u16]) -> u16 {
    facets.iter().fold(0, |all, f| all | f)
}

/// The image under a map of vertices.
pub(crate) fn mapped(facets: &[u16], map: &[u8]) -> Facets {
    let mut image: Facets = facets.iter().map(|&f| mapped_set(f, map)).collect();
    image.sort_unstable();
    image
}

/// The image of one set.
pub(crate) fn mapped_set(set: u16, map: &[u8]) -> u16 {
    map.iter().enumerate().filter(|(v, _)| set >> v & 1 == 1).fold(0, |image, (_, &to)| image | 1 << (to & 15))
}

/// Whether no two vertices in use go to one place.
pub(crate) fn is_injective(map: &[u8], used: u16) -> bool {
    let mut taken = 0u16;
    (0..16).filter(|v| used >> v & 1 == 1).all(|v| {
        let to = map.get(v).copied().filter(|&to| to < 16);
        let free = to.is_some_and(|to| taken >> to & 1 == 0);
        taken |= to.map_or(0, |to| 1 << to);
        free
    })
}

/// The complex on the vertices of `kept`.
pub fn induced(facets: &[u16], kept: u16) -> Facets {
    antichain(facets.iter().map(|f| f & kept).collect())
}

/// The parts that share no vertex, each a complex.
pub(crate) fn components(facets: &[u16]) -> Vec<Facets> {
    let mut rest = vertices(facets);
    let mut parts = Vec::new();
    while rest != 0 {
        let mut part = rest & rest.wrapping_neg();
        loop {
            let grown = facets.iter().filter(|&f| f & part != 0).fold(part, |part, f| part | f);
            if grown == part {
                break;
            }
            part = grown;
        }
        rest &= !part;
        parts.push(facets.iter().copied().filter(|f| f & part != 0).collect());
    }
    parts
}

fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (x ^ (x >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// One round of telling vertices apart by the facets around them.
fn refine(facets: &[u16], colours: &mut [u64; 16]) {
    let old = *colours;
    let sum = |f: u16| {
        (0..16).filter(|v| f >> v & 1 == 1).fold(mix(u64::from(f.count_ones())), |s, v| s.wrapping_add(mix(old[v])))
    };
    for (v, colour) in colours.iter_mut().enumerate() {
        let around = facets.iter().filter(|&f| f >> v & 1 == 1).fold(0u64, |s, &f| s.wrapping_add(mix(sum(f))));
        *colour = mix(old[v]).wrapping_add(around);
    }
}

/// The complex with its vertices renumbered from 0, mostly the same for isomorphic ones, and the way there. Two forms of
/// one class cost time, never truth: nobody concludes from forms that differ.
pub(crate) fn form(facets: &[u16]) -> (Facets, Map) {
    let used = vertices(facets);
    let mut order: Vec<usize> = (0..16).filter(|v| used >> v & 1 == 1).collect();
    let mut colours = [0u64; 16];
    for round in 0..2 * order.len() + 2 {
        refine(facets, &mut colours);
        order.sort_by_key(|&v| colours[v]);
        if round % 2 == 1 {
            let Some(tie) = order.windows(2).find(|two| colours[two[0]] == colours[two[1]]) else { break };
            let chosen = tie[0];
            colours[chosen] = mix(colours[chosen] ^ 1);
        }
    }
    let mut map = vec![0; MOST_VERTICES];
    for (place, &v) in order.iter().enumerate() {
        map[v] = place as u8;
    }
    (mapped(facets, &map), map)
}

/// The reflections of a complex: automorphisms of order two that exchange no two vertices of a common facet. The
/// elements that such a one fixes are those on its fixed vertices, a downset. Among them the first that moves most.
pub(crate) fn reflection(facets: &[u16]) -> Option<Map> {
    let used = vertices(facets);
    let neighbours: Vec<u16> =
        (0..16).map(|v| facets.iter().filter(|&f| f >> v & 1 == 1).fold(0, |all, f| all | f)).collect();
    let mut colours = [0u64; 16];
    refine(facets, &mut colours);
    refine(facets, &mut colours);
    let mut search = Reflections { facets, neighbours, colours, map: (0..16).collect(), best: None, moved: 0 };
    search.extend(used, 0);
    search.best
}

struct Reflections<'a> {
    facets: &'a [u16],
    neighbours: Vec<u16>,
    colours: [u64; 16],
    map: Map,
    best: Option<Map>,
    moved: usize,
}

impl Reflections<'_> {
    /// Decides the lowest vertex of `rest`; at most 9,496 ways on ten vertices.
    fn extend(&mut self, rest: u16, moved: usize) {
        if moved + rest.count_ones() as usize <= self.moved {
            return;
        }
        if rest == 0 {
            if mapped(self.facets, &self.map) == self.facets {
                (self.best, self.moved) = (Some(self.map.clone()), moved);
            }
            return;
        }
        let v = rest.trailing_zeros() as usize;
        let others = rest & !(1 << v);
        let apart = others & !self.neighbours[v];
        for w in (v + 1..16).filter(|w| apart >> w & 1 == 1) {
            if self.colours[v] == self.colours[w] {
                (self.map[v], self.map[w]) = (w as u8, v as u8);
                self.extend(others & !(1 << w), moved + 2);
                (self.map[v], self.map[w]) = (v as u8, w as u8);
            }
        }
        self.extend(others, moved);
    }
}
