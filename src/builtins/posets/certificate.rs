//! Proofs of who wins Chomp, as values and in files.
//!
//! In: a proof that was found, or the lines of a file. Out: what `proof(g)` gives, and what `verify` checks. In a file every line is
//! a position by its largest sets, of points by number, with who wins and why; reasons lean on earlier lines alone.

use super::proof;
use crate::builtins::once::read_once;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::posets::subsets::complex::{Facets, MOST_VERTICES, Map};
use crate::posets::subsets::proof::{MOST_SEARCHED, Proof, Reason};
use crate::value::key::Key;
use crate::value::{Fault, Position, Res, Value};
use serde_json::{Value as Json, json};
use std::rc::Rc;

/// The most lines that are read.
const MOST_LINES: usize = 4000;

/// A proof of who wins a position of Chomp.
#[derive(Debug)]
pub struct ChompProof {
    /// The position.
    pub game: Rc<Position>,
    /// Why.
    pub proof: Rc<Proof>,
    /// The points, by number.
    pub points: Vec<Value>,
}

impl ChompProof {
    /// What it claims, in the language's own syntax.
    pub fn claim(&self, m: &mut Machine) -> Res<String> {
        let game = m.notation(&Value::Position(Rc::clone(&self.game)))?;
        Ok(format!("winner({game}) == {}", if self.proof.won { "First" } else { "Second" }))
    }

    /// The lines of a file.
    pub fn lines(&self, m: &mut Machine) -> Res<Vec<Json>> {
        let game = m.notation(&Value::Position(Rc::clone(&self.game)))?;
        let claim = self.claim(m)?;
        let mut points = Vec::with_capacity(self.points.len());
        for point in &self.points {
            points.push(m.notation(point)?);
        }
        let mut lines = Vec::new();
        write(&self.proof, &mut Vec::new(), &mut lines);
        let head = json!({ "sprague": "certificate 1", "kind": "chomp", "claim": claim, "game": game, "points": points,
            "lines": lines.len() });
        lines.insert(0, head);
        Ok(lines)
    }

    /// Whether it proves its claim: every line is looked at, and that the last one is about the position.
    pub fn verify(&self, m: &mut Machine) -> Res {
        match m.check_chomp(&self.game, &self.proof)? {
            None => Ok(Value::Bool(true)),
            Some(why) => Fault::new(Mistake::Certificate, format!("the certificate proves nothing: {why}")).err(),
        }
    }
}

fn points(set: u16) -> Vec<usize> {
    (0..MOST_VERTICES).filter(|v| set >> v & 1 == 1).collect()
}

/// Without the last places that stay where they are.
fn moved(map: &Map) -> &[u8] {
    let end = (0..map.len()).rev().find(|&v| usize::from(map[v]) != v).map_or(0, |v| v + 1);
    &map[..end]
}

/// Writes a proof behind those that it leans on; gives the number of its line, counted from 1.
fn write(proof: &Rc<Proof>, known: &mut Vec<*const Proof>, out: &mut Vec<Json>) -> usize {
    if let Some(at) = known.iter().position(|other| *other == Rc::as_ptr(proof)) {
        return at + 1;
    }
    let mut to = |proof: &Rc<Proof>| crate::limits::with_stack(|| write(proof, known, out));
    let sets = |facets: &Facets| facets.iter().map(|&f| points(f)).collect::<Vec<_>>();
    let reason = match &proof.reason {
        Reason::Move(x, map, proof) => json!({ "move": points(*x), "map": moved(map), "to": to(proof) }),
        Reason::Every(answers) => {
            let mut all = Vec::new();
            for (x, map, proof) in answers {
                all.push(json!({ "move": points(*x), "map": moved(map), "to": to(proof) }));
            }
            json!({ "every": all })
        }
        Reason::Reflection(map, back, proof) => {
            json!({ "reflection": moved(map), "map": moved(back), "to": to(proof) })
        }
        Reason::Parts(parts) => {
            let parts: Vec<Json> =
                parts.iter().map(|(part, value)| json!({ "part": sets(part), "value": value })).collect();
            json!({ "parts": parts })
        }
        Reason::StrategyStealing => json!("one largest set"),
        Reason::Theorem(n, k) => json!({ "theorem": [n, k] }),
        Reason::Cited(n, k) => json!({ "exhaustion": [n, k] }),
    };
    out.push(json!({ "position": sets(&proof.position), "won": proof.won, "by": reason }));
    known.push(Rc::as_ptr(proof));
    out.len()
}

/// `chomp_certificate(g, lines)`: a proof from its lines, the last one about the position.
pub fn read(m: &mut Machine, a: &[Value]) -> Res {
    let game = Rc::clone(super::games::position(&a[0])?);
    let mut lines: Vec<Rc<Proof>> = Vec::new();
    for (number, line) in (1..).zip(m.elements(&a[1])?) {
        m.handle.tick()?;
        let text = crate::builtins::string(&line, "a line")?;
        let proof = read_once(text).ok().and_then(|line| parsed(&line, &lines));
        let Some(proof) = proof.filter(|_| number <= MOST_LINES) else {
            return Fault::new(Mistake::Certificate, format!("line {number} is none of a proof about Chomp")).err();
        };
        lines.push(Rc::new(proof));
    }
    let before = lines.len().saturating_sub(1);
    // What leans on a line holds it, too.
    if let Some(idle) = lines[..before].iter().position(|line| Rc::strong_count(line) == 1) {
        let why = format!("nothing needs line {} of the proof about Chomp", idle + 1);
        return Fault::new(Mistake::Certificate, why).err();
    }
    match lines.last() {
        Some(proof) => {
            let points = m.chomp_points(&game)?;
            Ok(Value::of(ChompProof { game, proof: Rc::clone(proof), points }))
        }
        None => Fault::new(Mistake::Certificate, "a proof about Chomp has at least one line").err(),
    }
}

fn parsed(line: &Json, before: &[Rc<Proof>]) -> Option<Proof> {
    let set = |of: &Json| {
        let points = of.as_array()?.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>()?;
        let set = points.iter().filter(|&&v| v < u64::from(MOST_SEARCHED)).fold(0u16, |set, v| set | 1 << v);
        (set.count_ones() as usize == points.len()).then_some(set)
    };
    let sets = |of: &Json| of.as_array()?.iter().map(set).collect::<Option<Facets>>();
    let map = |of: &Json| {
        let given = of.as_array()?.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>()?;
        let fits = given.len() <= MOST_VERTICES && given.iter().all(|&v| v < MOST_VERTICES as u64);
        fits.then(|| (0..MOST_VERTICES).map(|v| given.get(v).map_or(v as u8, |&to| to as u8)).collect::<Map>())
    };
    let to = |of: &Json| {
        let number = usize::try_from(of.as_u64()?).ok()?;
        before.get(number.checked_sub(1)?).cloned()
    };
    let step = |of: &Json| Some((set(&of["move"])?, map(&of["map"])?, to(&of["to"])?));
    let pair = |of: &Json| match &of.as_array()?[..] {
        [n, k] => Some((u32::try_from(n.as_u64()?).ok()?, u32::try_from(k.as_u64()?).ok()?)),
        _ => None,
    };
    let by = &line["by"];
    let has = |name: &str| !by[name].is_null();
    let reason = if by.as_str() == Some("one largest set") {
        Reason::StrategyStealing
    } else if has("every") {
        Reason::Every(by["every"].as_array()?.iter().map(step).collect::<Option<Vec<_>>>()?)
    } else if has("reflection") {
        Reason::Reflection(map(&by["reflection"])?, map(&by["map"])?, to(&by["to"])?)
    } else if has("parts") {
        let part = |of: &Json| Some((sets(&of["part"])?, u32::try_from(of["value"].as_u64()?).ok()?));
        Reason::Parts(by["parts"].as_array()?.iter().map(part).collect::<Option<Vec<_>>>()?)
    } else if has("theorem") {
        let (n, k) = pair(&by["theorem"])?;
        Reason::Theorem(n, k)
    } else if has("exhaustion") {
        let (n, k) = pair(&by["exhaustion"])?;
        Reason::Cited(n, k)
    } else {
        let (x, map, to) = step(by)?;
        Reason::Move(x, map, to)
    };
    Some(Proof { position: sets(&line["position"])?, won: line["won"].as_bool()?, reason })
}

impl Thing for ChompProof {
    fn kind(&self) -> &'static str {
        "proof"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        let game = |proof: &ChompProof| Key(Value::Position(Rc::clone(&proof.game)));
        other.downcast_ref::<ChompProof>().is_some_and(|other| self.proof == other.proof && game(self) == game(other))
    }

    fn digest(&self) -> u64 {
        self.proof.position.iter().fold(0, |hash: u64, &f| hash.wrapping_mul(31).wrapping_add(f.into()))
    }

    fn notation(&self, m: &mut Machine) -> Res<String> {
        Ok(format!("proof({})", m.notation(&Value::Position(Rc::clone(&self.game)))?))
    }

    fn display(&self, m: &mut Machine) -> Res<String> {
        proof::told(m, &self.proof, &self.points)
    }

    fn json(&self, m: &mut Machine) -> Res<Json> {
        Ok(json!({ "claim": self.claim(m)?, "proof": self.display(m)? }))
    }
}
