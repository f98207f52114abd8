//! Drawings of trees and graphs of games: snapshots (`UPDATE=1` rewrites them; look at them then), and what must hold of each: labels lie
//! in their boxes, boxes do not overlap and nothing is cut off at the border.

use crate::lab::Lab;
use std::collections::HashMap;
use std::path::Path;

const RULES: &str = "game Take(n)
  moves Take(n - k) for k in 1..min(3, n)
end
game Half(n)
  moves Half(n - k) for k in 1..n if 2*k < n + 2
end
game Turn(n)
  moves Turn((n + 1) % 4)
  moves Turn(9) if n == 2
end
game Same(n)
  moves Same(n)
  moves Same(n - 1) if n > 0
end
";

/// File names and what is drawn. The first seven are the pictures of the note on chip-firing, and its own way to draw them follows; `ten_chips` and `solved` are those of the class blog.
const PICTURES: &[(&str, &str)] = &[
    ("k3", "game_graph(Chaos(complete_graph(3)), cut = true, values = false)"),
    ("k4", "game_graph(Chaos(complete_graph(4)), cut = true, values = false)"),
    ("k5", "game_graph(Chaos(complete_graph(5)), cut = true, values = false, most = 200)"),
    ("k6", "game_graph(Chaos(complete_graph(6)), cut = true, values = false, most = 1000)"),
    ("chip_number_k4", "game_graph(Chaos(complete_graph(4)), scores = true)"),
    ("chip_number_k4_cut", "game_graph(Chaos(complete_graph(4)), scores = true, cut = true)"),
    ("chip_number_k5_cut", "game_graph(Chaos(complete_graph(5)), scores = true, cut = true, most = 200)"),
    ("note_k3", "game_graph(Chaos(complete_graph(3)), style = \"note\")"),
    ("note_k4", "game_graph(Chaos(complete_graph(4)), style = \"note\")"),
    ("note_k5", "game_graph(Chaos(complete_graph(5)), style = \"note\", most = 200)"),
    ("note_partizan", "tree(Clobber(\"xoxox\"), style = \"note\")"),
    ("ten_chips", "game_graph(Take(10))"),
    ("solved", "game_graph(Half(8), values = grundy)"),
    ("tree", "tree(Take(4))"),
    ("partizan", "game_graph(<<1 | *> | 0> + <2 | -1>)"),
    ("cycle", "game_graph(Turn(0))"),
    ("loops", "game_graph(Same(2))"),
    ("many_more", "tree(Nim(371))"),
    ("domineering", "tree(Domineering(\"..|..\"))"),
    ("alone", "game_graph(0)"),
];

#[test]
fn snapshots() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let update = std::env::var_os("UPDATE").is_some();
    let mut lab = Lab::new();
    lab.say(RULES);
    for (name, picture) in PICTURES {
        let svg = lab.say(&format!("print(svg({picture}))"));
        sound(name, &svg);
        let file = folder.join(format!("{name}.svg"));
        if update {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &svg).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == svg, "{name}.svg differs: look at it, then run with UPDATE=1");
    }
}

/// Left, top, right, bottom.
type Area = [f64; 4];

fn number(node: roxmltree::Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name} of {node:?}"))
}

fn sound(name: &str, svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let root = document.root_element();
    let size: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    let inside = |x: f64, y: f64| x >= 0.0 && y >= 0.0 && x <= size[2] && y <= size[3];
    let mut boxes: Vec<Area> = Vec::new();
    for node in root.children().filter(|n| n.has_tag_name("rect") && n.has_attribute("rx")) {
        let (x, y) = (number(node, "x"), number(node, "y"));
        boxes.push([x, y, x + number(node, "width"), y + number(node, "height")]);
    }
    assert!(!boxes.is_empty(), "{name}");
    for (i, a) in boxes.iter().enumerate() {
        assert!(inside(a[0], a[1]) && inside(a[2], a[3]), "{name}: a box lies outside");
        for b in &boxes[..i] {
            let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
            assert!(apart, "{name}: boxes overlap: {a:?} {b:?}");
        }
    }
    for node in root.children().filter(|n| n.has_tag_name("text")) {
        let (x, y) = (number(node, "x"), number(node, "y"));
        // DejaVu Sans, a wide one, has 0.64 em a digit.
        let size = node.attribute("font-size").map_or(13.0, |s| s.parse().unwrap());
        let half = 0.32 * size * node.text().unwrap_or("").chars().count() as f64;
        // The words of the legend begin at their place.
        let x = if node.attribute("text-anchor") == Some("start") { x + half } else { x };
        assert!(inside(x - half, y - size) && inside(x + half, y + 3.0), "{name}: {:?} is cut off", node.text());
        for b in &boxes {
            let within = x - half >= b[0] && x + half <= b[2] && y - size * 0.8 >= b[1] && y <= b[3];
            let apart = x + half <= b[0] || x - half >= b[2] || y <= b[1] || y - size * 0.8 >= b[3];
            assert!(within || apart, "{name}: {:?} crosses a box", node.text());
        }
    }
    // Points of arrows lie in the picture.
    for node in root.children().filter(|n| n.has_tag_name("path")) {
        let path = node.attribute("d").unwrap();
        for pair in
            path.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',' || c == '-')).filter(|p| !p.is_empty())
        {
            let (x, y) = pair.split_once(',').unwrap();
            assert!(inside(x.parse().unwrap(), y.parse().unwrap()), "{name}: an arrow leaves the picture: {path}");
        }
    }
}

/// Text pictures.
#[test]
fn text() {
    let mut lab = Lab::new();
    lab.say(RULES);
    assert_eq!(lab.say("print(tree(Nim(371), most = 60, values = false))").lines().last(), Some("└─ … 312 more"));
    assert_eq!(
        lab.say("print(tree(Nim(3)))"),
        "3 = *3\n├─ 2 = *2\n│  ├─ 1 = *\n│  │  └─ [0]!\n│  └─ [0]!\n├─ 1 = *\n│  └─ [0]!\n└─ [0]!"
    );
    assert_eq!(
        lab.say("print(game_graph(Take(6), cut = true))"),
        "6 = *2  -> 5 = *, [4 = 0]!, 3 = *3\n5 = *   -> …\n[4 = 0] -> 3 = *3, 2 = *2, 1 = *\n3 = *3  -> …\n2 = *2  -> 1 = *, [0]!\n1 = *   -> [0]!\n[0]"
    );
    assert_eq!(
        lab.say("print(game_graph(Take(2), values = n -> remoteness(n) + 1))"),
        "2: 2   -> 1: 2, [0: 1]!\n1: 2   -> [0: 1]!\n[0: 1]"
    );
}

/// The pictures of the note on chip-firing, by what its script says: who wins is found anew for each board, a board from which
/// the player to move can end the game at once has nothing below it, and below boards that the second player wins nothing is drawn. The
/// boxed boards, the red arrows and the others.
fn note(n: usize) -> (Vec<String>, Vec<String>, Vec<String>) {
    type Board = Vec<usize>;
    fn fired(mut board: Board) -> Option<Board> {
        let most = board.len() - 1;
        for _ in 0..100 {
            let Some(at) = board.iter().position(|&chips| chips >= most) else {
                board.sort_by(|a, b| b.cmp(a));
                return Some(board);
            };
            board.iter_mut().enumerate().for_each(|(i, chips)| if i == at { *chips -= most } else { *chips += 1 });
        }
        None
    }
    /// The boards after a move; none if one ends the game.
    fn after(board: &Board) -> Vec<Board> {
        let mut found = Vec::new();
        for at in 0..board.len() {
            let mut next = board.clone();
            next[at] += 1;
            match fired(next) {
                None => return Vec::new(),
                Some(next) if !found.contains(&next) => found.push(next),
                Some(_) => {}
            }
        }
        found
    }
    /// Whose turn it is goes by the number of chips, which firing keeps.
    fn first_wins(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
        if let Some(&wins) = known.get(board) {
            return wins;
        }
        let first_moves = board.iter().sum::<usize>() % 2 == 0;
        let options: Vec<bool> = after(board).iter().map(|option| first_wins(option, known)).collect();
        let wins = if options.is_empty() {
            first_moves
        } else {
            options.contains(&true) && (first_moves || !options.contains(&false))
        };
        known.insert(board.clone(), wins);
        wins
    }
    let known = &mut HashMap::new();
    let (mut boxed, mut red, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    let (mut open, mut met) = (vec![vec![0; n]], Vec::new());
    while let Some(board) = open.pop() {
        if met.contains(&board) {
            continue;
        }
        met.push(board.clone());
        if !first_wins(&board, known) {
            boxed.push(format!("{board:?}"));
            continue;
        }
        for next in after(&board) {
            let arrow = format!("{board:?} -> {next:?}");
            if first_wins(&next, known) {
                plain.push(arrow)
            } else {
                red.push(arrow)
            }
            open.push(next);
        }
    }
    [&mut boxed, &mut red, &mut plain].into_iter().for_each(|list| list.sort());
    (boxed, red, plain)
}

#[test]
fn the_note_on_chip_firing_is_drawn_as_it_draws_itself() {
    for n in 3..=5 {
        let (boxed, red, plain) = note(n);
        let dot = Lab::new().say(&format!("print(dot(Chaos(complete_graph({n})), style = \"note\", most = 5000))"));
        let name = |id: &str| {
            let start = format!("  {id} [label=\"");
            let line = dot.lines().find(|line| line.starts_with(&start)).unwrap();
            (line[start.len()..].split('"').next().unwrap().to_owned(), line.contains("shape=box"))
        };
        let mut found: (Vec<String>, Vec<String>, Vec<String>) = Default::default();
        for line in dot.lines().filter(|line| line.starts_with("  ")) {
            match line.trim().trim_end_matches(';').split_once(" -> ") {
                Some((from, rest)) => {
                    let (to, look) = rest.split_once(' ').unwrap_or((rest, ""));
                    let arrow = format!("{} -> {}", name(from).0, name(to).0);
                    if look == "[color=red]" { found.1.push(arrow) } else { found.2.push(arrow) }
                }
                None => {
                    let (label, is_boxed) = name(line.trim().split(' ').next().unwrap());
                    if is_boxed {
                        found.0.push(label);
                    }
                }
            }
        }
        [&mut found.0, &mut found.1, &mut found.2].into_iter().for_each(|list| list.sort());
        assert_eq!(found, (boxed, red, plain), "{n}");
        assert!(!dot.contains("endless"), "{dot}");
    }
}
