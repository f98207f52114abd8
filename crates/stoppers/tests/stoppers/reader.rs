//! Reads the notation of loopy games, as a program would, so that names can be read back.

use sprague_games::{Dyadic, Side, Store};
use sprague_limits::Handle;
use sprague_stoppers::{Graph, Link, Loops, Loopy, Sides, Stopper};

pub struct World {
    pub store: Store,
    pub loops: Loops,
    pub h: Handle,
}

impl World {
    pub fn new() -> Self {
        World { store: Store::new(), loops: Loops::new(), h: Handle::default() }
    }

    pub fn read(&mut self, text: &str) -> Loopy {
        self.sides(text).value().unwrap_or_else(|| panic!("{text} has sides"))
    }

    pub fn stopper(&mut self, text: &str) -> Stopper {
        self.read(text).stopper().unwrap_or_else(|| panic!("{text} is a stopper"))
    }

    pub fn name(&mut self, g: impl Into<Loopy>) -> String {
        self.loops.name(g.into(), &self.store, &self.h).unwrap()
    }

    pub fn add(&mut self, a: Loopy, b: Loopy) -> Loopy {
        self.loops.add(a, b, &self.store, &self.h).unwrap()
    }

    pub fn neg(&mut self, a: Loopy) -> Loopy {
        self.loops.neg(a, &self.store, &self.h).unwrap()
    }

    pub fn sides(&mut self, text: &str) -> Sides {
        if let Some((on, off)) = text.split_once(" & ") {
            let (on, off) = (self.stopper(on), self.stopper(off));
            let value = self.loops.sided(on, off, &self.store, &self.h).unwrap();
            return Sides { on: Some(value.on), off: Some(value.off) };
        }
        let mut graph = Graph::new(0);
        match self.link(text.trim(), &mut graph, &mut Vec::new()) {
            Link::Value(value) => Sides { on: Some(value.on), off: Some(value.off) },
            Link::Node(n) => self.loops.values(&graph, &self.store, &self.h).unwrap()[n],
        }
    }

    pub fn link(&mut self, text: &str, graph: &mut Graph, around: &mut Vec<(String, usize)>) -> Link {
        let text = text.trim();
        let (letter, rest) = match text.strip_prefix("loop ") {
            Some(rest) => rest.split_once(' ').map(|(letter, rest)| (letter.to_owned(), rest)).unwrap(),
            None => (String::new(), text),
        };
        if let Some(inside) = rest.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'))
            && split(rest, 0).len() == 1
        {
            return Link::Node(self.brackets(inside, letter, graph, around));
        }
        if let Some((_, node)) = around.iter().rev().find(|(name, _)| name == text && !name.is_empty()) {
            return Link::Node(*node);
        }
        if text == "pass" {
            return Link::Node(around.last().expect("there are brackets").1);
        }
        Link::Value(self.atom(text))
    }

    fn brackets(
        &mut self,
        inside: &str,
        letter: String,
        graph: &mut Graph,
        around: &mut Vec<(String, usize)>,
    ) -> usize {
        let node = graph.add();
        around.push((letter, node));
        let bars = (1..10).rev().find(|&bars| split(inside, bars).len() > 1).expect("there are bars");
        let parts = split(inside, bars);
        assert_eq!(parts.len(), 2, "{inside}");
        for (side, part) in [Side::Left, Side::Right].into_iter().zip(parts) {
            let bare = (1..bars).any(|bars| split(&part, bars).len() > 1);
            if bare {
                let inner = self.brackets(&part, String::new(), graph, around);
                graph.link(node, side, Link::Node(inner));
                continue;
            }
            for option in split(&part, 100).iter().filter(|option| !option.trim().is_empty()) {
                let link = self.link(option, graph, around);
                graph.link(node, side, link);
            }
        }
        around.pop();
        node
    }

    fn atom(&mut self, text: &str) -> Loopy {
        let (store, h) = (&self.store, &self.h);
        if let Some(rest) = text.strip_prefix("+-") {
            let g = self.read(rest.trim_start_matches('(').trim_end_matches(')'));
            let minus = self.neg(g);
            return self.loops.brackets(&[g], &[minus], &self.store, &self.h).unwrap();
        }
        if let Some((a, b)) = text.split_once(" - ") {
            let (a, b) = (self.read(a), self.read(b));
            let minus = self.neg(b);
            return self.add(a, minus);
        }
        if let Some(power) = text.strip_prefix('-').filter(|rest| rest.starts_with('^')) {
            let power = self.read(power);
            return self.neg(power);
        }
        if let Some((a, b)) = text.split_once(" + ") {
            let (a, b) = (self.read(a), self.read(b));
            return self.add(a, b);
        }
        for (word, sign) in [("tiny(", 1), ("miny(", -1)] {
            if let Some(inside) = text.strip_prefix(word).and_then(|rest| rest.strip_suffix(')')) {
                let g = self.stopper(inside);
                let tiny = self.loops.tiny(g, &self.store, &self.h).unwrap();
                return if sign > 0 { tiny } else { self.neg(tiny) };
            }
        }
        // number + ups + nimber, as short games are named.
        if let Some((number, rest)) = text.split_once('+')
            && number.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        {
            let (a, b) = (self.read(number), self.read(rest));
            return self.add(a, b);
        }
        if let Some((rest, star)) = text.split_once('*') {
            let n = if star.is_empty() { 1 } else { star.parse().expect("a nimber") };
            let nimber = store.nimber(n).into();
            if rest.is_empty() {
                return nimber;
            }
            let rest = self.read(rest);
            return self.add(rest, nimber);
        }
        let up = |n| Loopy::from(store.number_up_star(Dyadic::zero(), n, 0));
        match text {
            "on" => self.loops.on().into(),
            "off" => self.loops.off().into(),
            "over" => self.loops.over().into(),
            "under" => self.loops.under().into(),
            "dud" => Loopy { on: self.loops.on(), off: self.loops.off() },
            "^[on]" => self.loops.upon_value(store, h).unwrap().into(),
            "v[on]" => {
                let upon = self.read("^[on]");
                self.neg(upon)
            }
            "^<on>" => self.read("<0||0|0, pass>"),
            "v<on>" => self.read("<0, pass|0||0>"),
            ups if ups.trim_start_matches(['^', 'v']).chars().all(|c| c.is_ascii_digit())
                && ups.starts_with(['^', 'v']) =>
            {
                let (sign, count) = (if ups.starts_with('^') { 1 } else { -1 }, ups.trim_start_matches(['^', 'v']));
                let many = (ups.len() - count.len()) as i64;
                up(sign * count.parse().unwrap_or(many))
            }
            number => {
                let (n, m) = number.split_once('/').unwrap_or((number, "1"));
                let (n, m): (i64, u32) = (n.parse().unwrap_or_else(|_| panic!("`{number}`")), m.parse().unwrap());
                Loopy::from(store.number(Dyadic::new(n.into(), m.trailing_zeros()).unwrap()))
            }
        }
    }
}

/// Splits at so many bars, or with 100 at commas, that are outside of all brackets.
fn split(text: &str, bars: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut chars) = (0, text.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 && bars == 100 => {
                parts.push(String::new());
                continue;
            }
            '|' if depth == 0 => {
                let mut run = 1;
                while chars.next_if_eq(&'|').is_some() {
                    run += 1;
                }
                if run == bars {
                    parts.push(String::new());
                } else {
                    parts.last_mut().unwrap().push_str(&"|".repeat(run));
                }
                continue;
            }
            _ => {}
        }
        // Two games side by side are no brackets; `bars` 0 asks whether there is one.
        if bars == 0 && depth == 0 && c == '>' && chars.peek().is_some() {
            parts.push(String::new());
        }
        parts.last_mut().unwrap().push(c);
    }
    parts
}
