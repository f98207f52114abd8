//! Sprouts and Brussels Sprouts on drawings as they are: ends of lines in the order in which they lie around their spots. What a line can pass on its way follows
//! from this order, and Euler's formula says that nothing crosses. No drawing is simplified or compared with another one.

use super::counted::Counted;
use super::impartial;
use crate::lab::Lab;

/// Ends of lines, by numbers. Each end has a corner of its spot, between it and the next end around. Where no line has come to a spot yet, and in a free arm of a
/// cross, there is one end that is its own other end.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Drawing {
    /// The next end around the same spot.
    around: Vec<usize>,
    /// The other end of the line.
    other: Vec<usize>,
    spot: Vec<usize>,
    /// In which region the corner lies.
    region: Vec<usize>,
}

impl Drawing {
    /// So many spots or crosses, in one region.
    fn apart(count: usize, arms: usize) -> Drawing {
        let ends = count * arms;
        let next = |e: usize| e / arms * arms + (e + 1) % arms;
        Drawing {
            around: (0..ends).map(next).collect(),
            other: (0..ends).collect(),
            spot: (0..ends).map(|e| e / arms).collect(),
            region: vec![0; ends],
        }
    }

    fn ends(&self) -> usize {
        self.around.len()
    }

    /// A new end; its place around its spot is given later.
    fn add(&mut self, spot: usize, region: usize) -> usize {
        let end = self.ends();
        self.around.push(end);
        self.other.push(end);
        self.spot.push(spot);
        self.region.push(region);
        end
    }

    fn tie(&mut self, a: usize, b: usize) {
        (self.other[a], self.other[b]) = (b, a);
    }

    fn spots(&self) -> usize {
        self.spot.iter().max().map_or(0, |s| s + 1)
    }

    /// The corners along a boundary: out along the next end, and in by the other end of that line.
    fn boundary(&self, corner: usize) -> Vec<usize> {
        let mut corners = vec![corner];
        loop {
            let next = self.other[self.around[corners[corners.len() - 1]]];
            if next == corner {
                return corners;
            }
            corners.push(next);
        }
    }

    /// The boundaries, each once.
    fn boundaries(&self) -> Vec<Vec<usize>> {
        let all = (0..self.ends()).map(|c| self.boundary(c));
        all.enumerate().filter(|(c, b)| b.iter().all(|d| c <= d)).map(|(_, b)| b).collect()
    }

    /// Euler's formula, for each connected part on its own and for all of them in one plane.
    fn in_the_plane(&self) -> bool {
        let mut part: Vec<usize> = (0..self.spots()).collect();
        for (a, &b) in self.other.iter().enumerate() {
            let (from, to) = (part[self.spot[a]], part[self.spot[b]]);
            part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
        }
        let boundaries = self.boundaries();
        let of = |p: usize| {
            let spots = part.iter().filter(|q| **q == p).count();
            let lines = (0..self.ends()).filter(|&e| self.other[e] > e && part[self.spot[e]] == p).count();
            let around = boundaries.iter().filter(|b| part[self.spot[b[0]]] == p).count();
            (spots + around) as i64 - lines as i64
        };
        let parts: Vec<usize> = (0..part.len()).filter(|p| part.contains(p)).collect();
        let mut regions = self.region.clone();
        regions.sort_unstable();
        regions.dedup();
        parts.iter().all(|&p| of(p) == 2)
            && regions.len() == 1 + boundaries.len() - parts.len()
            && boundaries.iter().all(|b| b.iter().all(|&c| self.region[c] == self.region[b[0]]))
    }

    /// A line was drawn inside a region, and `sides` are corners on its two sides. If these lie on one boundary now, nothing is cut off. Else the other boundaries of the
    /// region may lie on either side.
    fn parted(self, sides: [usize; 2], region: usize) -> Vec<Drawing> {
        let cut = self.boundary(sides[1]);
        if cut.contains(&sides[0]) {
            return vec![self];
        }
        let kept = self.boundary(sides[0]);
        let beside = |b: &Vec<usize>| self.region[b[0]] == region && !kept.contains(&b[0]) && !cut.contains(&b[0]);
        let free: Vec<Vec<usize>> = self.boundaries().into_iter().filter(beside).collect();
        let fresh = 1 + self.region.iter().max().unwrap_or(&0);
        (0..1usize << free.len())
            .map(|chosen| {
                let mut after = self.clone();
                let beyond = free.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).flat_map(|(_, b)| b);
                for &corner in beyond.chain(&cut) {
                    after.region[corner] = fresh;
                }
                after
            })
            .collect()
    }

    /// How many lines end at a spot.
    fn degree(&self, spot: usize) -> usize {
        (0..self.ends()).filter(|&e| self.spot[e] == spot && self.other[e] != e).count()
    }

    /// A line comes to a spot through a corner: the end that it has there.
    fn line_end(&mut self, corner: usize) -> usize {
        if self.other[corner] == corner {
            return corner;
        }
        let end = self.add(self.spot[corner], self.region[corner]);
        self.around[end] = self.around[corner];
        self.around[corner] = end;
        end
    }

    /// The drawings after a move of Sprouts.
    fn sprouted(&self) -> Vec<Drawing> {
        let mut after = Vec::new();
        for a in 0..self.ends() {
            for b in (0..=a).filter(|&b| self.region[a] == self.region[b]) {
                let (s, t) = (self.spot[a], self.spot[b]);
                if s == t && self.degree(s) > 1 || self.degree(s) > 2 || self.degree(t) > 2 {
                    continue;
                }
                let mut drawn = self.clone();
                let (z, region) = (drawn.spots(), self.region[a]);
                let from = drawn.line_end(a);
                let new = drawn.add(z, region);
                drawn.tie(from, new);
                let to = drawn.line_end(b);
                let last = drawn.add(z, region);
                drawn.tie(to, last);
                (drawn.around[new], drawn.around[last]) = (last, new);
                after.extend(drawn.parted([new, last], region));
            }
        }
        after
    }

    /// The drawings after a move of Brussels Sprouts: a line between two free arms, and a cross on it.
    fn crossed(&self) -> Vec<Drawing> {
        let free = |e: &usize| self.other[*e] == *e;
        let mut after = Vec::new();
        for a in (0..self.ends()).filter(free) {
            for b in (0..a).filter(free) {
                // The corner behind an arm lies in the same region as the arm.
                if self.region[a] == self.region[b] {
                    let mut drawn = self.clone();
                    let (z, region) = (drawn.spots(), self.region[a]);
                    let arms = [(); 4].map(|()| drawn.add(z, region));
                    (0..4).for_each(|i| drawn.around[arms[i]] = arms[(i + 1) % 4]);
                    drawn.tie(a, arms[0]);
                    drawn.tie(b, arms[2]);
                    after.extend(drawn.parted([arms[1], arms[3]], region));
                }
            }
        }
        after
    }

    /// The boundaries by regions.
    fn by_regions(&self) -> Vec<Vec<Vec<usize>>> {
        let last = *self.region.iter().max().unwrap_or(&0);
        let boundaries = self.boundaries();
        (0..=last).map(|r| boundaries.iter().filter(|b| self.region[b[0]] == r).cloned().collect()).collect()
    }

    /// As the library writes it for Sprouts: the spots that may still be used.
    fn of_spots(&self) -> String {
        let boundary = |corners: &Vec<usize>| {
            let spots = corners.iter().map(|&c| (self.spot[c] + 1, self.degree(self.spot[c])));
            spots.filter(|&(_, ends)| ends < 3).map(|s| format!("{s:?}")).collect::<Vec<_>>()
        };
        let region = |boundaries: &Vec<Vec<usize>>| {
            let alive = boundaries.iter().map(boundary).filter(|b| !b.is_empty());
            alive.map(|b| format!("[{}]", b.join(", "))).collect::<Vec<_>>()
        };
        let regions: Vec<String> =
            self.by_regions().iter().map(region).map(|r| format!("[{}]", r.join(", "))).collect();
        format!("Sprouts([{}])", regions.join(", "))
    }

    /// As the library writes it for Brussels Sprouts: how many arms are free along each boundary.
    fn of_arms(&self) -> String {
        let free = |corners: &Vec<usize>| corners.iter().filter(|&&c| self.other[c] == c).count();
        let regions: Vec<Vec<usize>> =
            self.by_regions().iter().map(|boundaries| boundaries.iter().map(free).collect()).collect();
        format!("BrusselsSprouts({regions:?})")
    }
}

/// Drawings along plays that take now this move and now that.
fn played(start: &Drawing, moves: impl Fn(&Drawing) -> Vec<Drawing>, skip: usize, plays: usize) -> Vec<Drawing> {
    let mut met = Vec::new();
    for play in 0..plays {
        let (mut at, mut turn) = (start.clone(), play);
        for length in 0.. {
            assert!(at.in_the_plane());
            if length >= skip && !met.contains(&at) {
                met.push(at.clone());
            }
            let after = moves(&at);
            if after.is_empty() {
                break;
            }
            turn = (turn * 31 + 17 * length + 7) % 1009;
            at = after[turn % after.len()].clone();
        }
    }
    met
}

#[test]
fn sprouts() {
    let _counted = Counted::of("sprouts");
    for (spots, skip, plays) in [(1, 0, 5), (2, 0, 60), (3, 4, 60), (4, 7, 60), (5, 10, 60)] {
        let drawings = played(&Drawing::apart(spots, 1), Drawing::sprouted, skip, plays);
        impartial(drawings, Drawing::of_spots, Drawing::sprouted);
    }
}

#[test]
fn brussels_sprouts() {
    let _counted = Counted::of("brussels_sprouts");
    for (crosses, skip, plays) in [(1, 0, 20), (2, 4, 40), (3, 9, 40)] {
        let drawings = played(&Drawing::apart(crosses, 4), Drawing::crossed, skip, plays);
        impartial(drawings, Drawing::of_arms, Drawing::crossed);
    }
}

/// Winning Ways, ch. 17: Sprouts with n spots lasts from 2n to 3n - 1 moves, Brussels Sprouts with n crosses exactly 5n - 2. Who wins is from Applegate, Jacobson and
/// Sleator (1991).
#[test]
fn sprouts_last_as_long_as_they_must() {
    let mut lab = Lab::new();
    lab.say("memo shortest(g) = if moves(g) == [] then 0 else 1 + min([shortest(h) for h in options(g)])");
    lab.say("memo longest(g) = if moves(g) == [] then 0 else 1 + max([longest(h) for h in options(g)])");
    for n in 1..=2 {
        let (least, most) = (2 * n, 3 * n - 1);
        assert_eq!(lab.say(&format!("(shortest(Sprouts({n})), longest(Sprouts({n})))")), format!("({least}, {most})"));
        let moves = 5 * n - 2;
        let said = lab.say(&format!("(shortest(BrusselsSprouts({n})), longest(BrusselsSprouts({n})))"));
        assert_eq!(said, format!("({moves}, {moves})"));
    }
    assert_eq!(lab.say("[outcome(Sprouts(n)) for n in 0..3]"), "[P, P, P, N]");
}
