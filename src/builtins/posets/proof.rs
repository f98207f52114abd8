//! `proof(g)`: a proof by reflections, in words.
//!
//! In: a position of Chomp on the faces of a complex. Out: numbered lines, each a position with the reason why it is won
//! or lost and the lines that the reason leans on. The search and its checker are [`crate::posets::subsets::proof`].

use super::certificate::ChompProof;
use super::games::position;
use crate::adapters::posets::PosetValue;
use crate::eval::Machine;
use crate::posets::subsets::complex::{self, Facets, Map};
use crate::posets::subsets::proof::{Proof, Reason};
use crate::value::{Res, Value};
use std::rc::Rc;

/// Largest sets that are written out.
const WRITTEN: usize = 6;

/// `proof(g)`.
pub fn proof(m: &mut Machine, a: &[Value]) -> Res {
    let game = position(&a[0])?;
    Ok(match m.chomp_proof(game)? {
        Some((proof, points)) => Value::of(ChompProof { game: Rc::clone(game), proof, points }),
        None => Value::Nothing,
    })
}

/// A proof in numbered lines.
pub fn told(m: &mut Machine, proof: &Rc<Proof>, points: &[Value]) -> Res<String> {
    let mut names = Vec::with_capacity(points.len());
    for point in points {
        names.push(PosetValue::label_notation(m, point)?);
    }
    let mut told = Lines { lines: Vec::new(), known: Vec::new() };
    told.tell(proof, names);
    let mut lines: Vec<String> =
        told.lines.iter().enumerate().map(|(at, line)| format!("{}. {line}", at + 1)).collect();
    for (n, k) in proof.cited() {
        lines.push(format!("Taken from an exhaustion: the player to move loses chomp(subsets({n}, {k}))."));
    }
    Ok(lines.join("\n"))
}

/// The names of the points of a position, by number.
type Names = Vec<String>;

struct Lines {
    lines: Vec<String>,
    known: Vec<(Rc<Proof>, usize, Names)>,
}

impl Lines {
    /// Writes the line of a position, and those it leans on before or after; returns how it is referred to.
    fn tell(&mut self, proof: &Rc<Proof>, names: Names) -> String {
        if let Some((_, line, other)) = self.known.iter().find(|known| Rc::ptr_eq(&known.0, proof)) {
            let used = complex::vertices(&proof.position);
            let renamed: Vec<String> = (0..names.len().min(other.len()))
                .filter(|&v| used >> v & 1 == 1 && names[v] != other[v])
                .map(|v| format!("{} for {}", names[v], other[v]))
                .collect();
            let with = if renamed.is_empty() { String::new() } else { format!(" with {}", renamed.join(", ")) };
            return format!("line {line}{with}");
        }
        let at = self.lines.len();
        self.lines.push(String::new());
        self.known.push((Rc::clone(proof), at + 1, names.clone()));
        let reason = crate::limits::with_stack(|| self.reason(proof, &names));
        let outcome = if proof.won { "won" } else { "lost" };
        self.lines[at] = format!("{}: {outcome}; {reason}", written(&proof.position, &names));
        format!("line {}", at + 1)
    }

    fn reason(&mut self, proof: &Rc<Proof>, names: &Names) -> String {
        match &proof.reason {
            Reason::Move(x, map, to) => {
                let line = self.tell(to, renamed(names, map, &complex::after(&proof.position, *x)));
                format!("take {}, which leaves {line}.", set(*x, names))
            }
            Reason::Every(answers) => {
                let told: Vec<String> = answers
                    .iter()
                    .map(|(x, map, to)| {
                        let line = self.tell(to, renamed(names, map, &complex::after(&proof.position, *x)));
                        format!("{} ({line})", set(*x, names))
                    })
                    .collect();
                format!("every move leaves a won position: {}.", told.join(", "))
            }
            Reason::Reflection(map, back, to) => {
                let used = complex::vertices(&proof.position);
                let swaps: Vec<String> = (0..map.len())
                    .filter(|&v| used >> v & 1 == 1 && usize::from(map[v]) > v)
                    .map(|v| {
                        let (a, b) = (&names[v], &names[usize::from(map[v])]);
                        let (a, b) = if (a.len(), a) <= (b.len(), b) { (a, b) } else { (b, a) };
                        format!("{a} and {b}")
                    })
                    .collect();
                let kept = (0..map.len()).filter(|&v| used >> v & 1 == 1 && usize::from(map[v]) == v);
                let fixed = complex::induced(&proof.position, kept.fold(0, |kept, v| kept | 1 << v));
                let line = self.tell(to, renamed(names, back, &fixed));
                format!(
                    "exchanging {} changes nothing and no set holds both, so that the sets without them decide: {line}.",
                    swaps.join(", ")
                )
            }
            Reason::Parts(parts) if parts.is_empty() => "there is no move.".into(),
            Reason::Parts(parts) => {
                let told: Vec<String> = parts
                    .iter()
                    .map(|(part, value)| format!("{} with nim-value {value}", written(part, names)))
                    .collect();
                let sum = parts.iter().fold(0, |sum, part| sum ^ part.1);
                match told.len() {
                    1 => format!("by exhaustion its nim-value is {sum}."),
                    _ => format!("its parts share no point: {}; the nim-sum is {sum}.", told.join(", ")),
                }
            }
            Reason::StrategyStealing => {
                "it has one largest set; if taking that does not win, then the answer to it does.".into()
            }
            Reason::Theorem(n, k) => format!(
                "{n} points with all sets of at most {k} are lost exactly if {} divides {n} (Gale and Neyman).",
                k + 1
            ),
            Reason::Cited(..) => "this is known from an exhaustion.".into(),
        }
    }
}

/// The names after the vertices in use are renumbered.
fn renamed(names: &Names, map: &Map, position: &Facets) -> Names {
    let mut new = vec![String::new(); complex::MOST_VERTICES];
    let used = complex::vertices(position);
    for (v, name) in names.iter().enumerate().filter(|(v, _)| used >> v & 1 == 1) {
        new[usize::from(map[v])].clone_from(name);
    }
    new
}

fn set(x: u16, names: &Names) -> String {
    let mut inside: Vec<&str> = (0..names.len()).filter(|v| x >> v & 1 == 1).map(|v| names[v].as_str()).collect();
    inside.sort_unstable_by_key(|name| (name.len(), *name));
    format!("{{{}}}", inside.join(", "))
}

/// A position by its largest sets, in few words where it can be.
fn written(facets: &Facets, names: &Names) -> String {
    let used = complex::vertices(facets);
    let (n, k) = (used.count_ones(), facets.first().map_or(0, |f| f.count_ones()));
    if facets.is_empty() {
        return "The empty set alone".into();
    }
    let all = (0..k).fold(1u64, |c, i| c * u64::from(n - i) / u64::from(i + 1));
    if facets.iter().all(|f| f.count_ones() == k) && facets.len() as u64 == all && k < n {
        return format!("All sets of at most {k} of {}", set(used, names));
    }
    let mut sets: Vec<String> = facets.iter().map(|&f| set(f, names)).collect();
    sets.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let more = if sets.len() > WRITTEN { format!(" and {} more", sets.len() - WRITTEN) } else { String::new() };
    sets.truncate(WRITTEN);
    format!("All below {}{more}", sets.join(", "))
}
