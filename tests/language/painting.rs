//! Drawings as pictures of points, from texts as they are written here.

use sprague::session::{Session, Settings};
use std::fs;
use std::path::Path;
use tiny_skia::Pixmap;

/// The file of a drawing; or what is said instead.
fn saved(folder: &Path, svg: &str) -> Result<Vec<u8>, String> {
    let mut session = Session::new(Settings { import_from: Some(folder.to_owned()), ..Settings::default() });
    let text = svg.replace('\\', "\\\\").replace('{', "\\{").replace('"', "\\\"").replace('\n', "\\n");
    let (_, errors) = crate::submit::outputs(&mut session, &format!("save(\"{text}\", \"p.png\")"));
    match errors.first() {
        Some(error) => Err(error.message.clone()),
        None => Ok(fs::read(folder.join("p.png")).unwrap()),
    }
}

/// A page of this size with these elements, a line each.
fn painted((width, height): (u32, u32), font: u32, elements: &str) -> Pixmap {
    let folder = tempfile::tempdir().unwrap();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-size=\"{font}\">\n<title>a &lt;title&gt;</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{elements}\n</svg>\n"
    );
    Pixmap::decode_png(&saved(folder.path(), &svg).unwrap()).unwrap()
}

/// Red, green and blue of a place of the drawing.
fn at(pixmap: &Pixmap, x: u32, y: u32) -> (u8, u8, u8) {
    let point = pixmap.pixel(2 * x, 2 * y).unwrap();
    (point.red(), point.green(), point.blue())
}

#[test]
fn shapes_are_where_they_were_drawn() {
    let picture = painted(
        (60, 40),
        12,
        r##"<rect x="10" y="10" width="20" height="20" fill="#102030"/>
<line x1="40" y1="5" x2="40" y2="35" stroke="black" stroke-width="4"/>
<marker id="h" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#f00"/></marker>
<path d="M45,20C48,20 50,20 52,20" fill="none" stroke="#00f" stroke-width="2" marker-end="url(#h)"/>"##,
    );
    assert_eq!((picture.width(), picture.height()), (120, 80));
    assert_eq!(at(&picture, 20, 20), (0x10, 0x20, 0x30));
    assert_eq!(at(&picture, 40, 20), (0, 0, 0));
    assert_eq!(at(&picture, 50, 20), (255, 0, 0));
    assert_eq!(at(&picture, 5, 5), (255, 255, 255));
    assert_eq!(at(&picture, 55, 35), (255, 255, 255));
}

/// A line of text at a place, in the language of drawings.
fn text((x, y): (u32, u32), anchor: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"black\">{text}</text>")
}

/// The first and the last column with ink.
fn ink(picture: &Pixmap) -> (Option<u32>, Option<u32>) {
    let dark = |x: &u32| (0..picture.height()).any(|y| picture.pixel(*x, y).unwrap().red() < 128);
    let mut columns = (0..picture.width()).filter(dark);
    let first = columns.next();
    (first, columns.next_back().or(first))
}

#[test]
fn texts_have_ink_where_they_stand() {
    let ink = |anchor: &str, written: &str| ink(&painted((100, 40), 20, &text((50, 30), anchor, written)));
    // Half of the pen's line, up to two points, may lie beyond the place.
    let (Some(first), Some(last)) = ink("start", "<0|1>") else { panic!("nothing to see") };
    assert!((98..106).contains(&first) && last < 200, "{first} {last}");
    let (Some(first), Some(last)) = ink("end", "A") else { panic!("nothing to see") };
    assert!(first > 60 && last <= 102, "{first} {last}");
    assert_eq!(ink("middle", " "), (None, None));
    // What has no letter is seen all the same.
    assert_ne!(ink("middle", "語"), (None, None));
}

/// Everything that can be typed on a keyboard has a letter of its own, which stays in its place.
#[test]
fn letters_are_told_apart() {
    let all: Vec<char> = ('!'..='~').chain(['語']).collect();
    // Each in a field of its own, ten in a row: written from the left, and once more up to the right.
    let mut elements = [Vec::new(), Vec::new()];
    let field = |i: usize| (40 * (i as u32 % 10), 40 * (i as u32 / 10));
    for (i, letter) in all.iter().enumerate() {
        let (x, y) = field(i);
        elements[0].push(text((x + 10, y + 28), "start", &letter.to_string()));
        elements[1].push(text((x + 30, y + 28), "end", &letter.to_string()));
    }
    let pages = elements.map(|elements| painted((400, 400), 20, &elements.join("\n")));
    let pixels = |page: &Pixmap, i: usize| -> Vec<bool> {
        let (left, top) = field(i);
        let places = (0..80).flat_map(|y| (0..80).map(move |x| (2 * left + x, 2 * top + y)));
        places.map(|(x, y)| page.pixel(x, y).unwrap().red() < 128).collect()
    };
    for (i, letter) in all.iter().enumerate() {
        let [start, end] = [0, 1].map(|page| pixels(&pages[page], i));
        let columns = |pixels: &[bool]| -> Vec<usize> {
            (0..80).filter(|x| pixels.iter().skip(*x).step_by(80).any(|dark| *dark)).collect()
        };
        let (from, to) = (columns(&start), columns(&end));
        // No line of it leaves the room that the letter takes, but for half of the pen.
        assert!(
            from.first().is_some_and(|x| *x >= 18) && to.last().is_some_and(|x| *x <= 62),
            "{letter} {from:?} {to:?}"
        );
        for (j, other) in all[..i].iter().enumerate() {
            assert!(pixels(&pages[0], j) != start, "{letter} {other}");
        }
    }
}

#[test]
fn other_signs_are_written_with_these_letters() {
    let page = |written: &str| painted((100, 40), 20, &text((10, 30), "start", written)).data().to_vec();
    let pairs = [
        ("−", "-"),
        ("–", "-"),
        ("∗", "*"),
        ("⋆", "*"),
        ("★", "*"),
        ("½", "1/2"),
        ("¼", "1/4"),
        ("¾", "3/4"),
        ("∞", "oo"),
        ("×", "x"),
        ("’", "'"),
    ];
    for (sign, letters) in pairs {
        assert!(page(sign) == page(letters), "{sign}");
    }
    assert!(page("½") != page("¼") && page("A\tA") == page("A A"));
    // Two letters of four squares of 0.113 of the font's size, and two squares between them.
    let width = |written: &str| {
        let both = |anchor: &str| ink(&painted((200, 40), 20, &text((100, 30), anchor, written))).0.unwrap();
        f64::from(both("start") - both("end")) / 2.0
    };
    assert!((width("AA") - 10.0 * 0.113 * 20.0).abs() < 1.0, "{}", width("AA"));
}

#[test]
fn other_drawings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for foreign in [
        "<svg>\n</svg>",
        "<svg width=\"10\" height=\"10\"><circle r=\"3\"/></svg>",
        "<svg width=\"10\" height=\"10\">\n<circle r=\"3\"/>\n</svg>",
    ] {
        assert_eq!(saved(folder.path(), foreign).unwrap_err(), "only drawings that were made here become PNG files");
    }
    let large = saved(folder.path(), "<svg width=\"100000\" height=\"100000\">\n</svg>").unwrap_err();
    assert_eq!(large, "this drawing has too many points for a PNG file");
    assert!(saved(folder.path(), "<svg width=\"10\" height=\"10\">\n</svg>").is_ok());
}
