//! Letters for the pen: lines with corners, on a grid whose squares are a ninth of the letters' size. Capitals stand from 2 to 8, small
//! letters to 6, tails reach down to 0.

/// The width of the pen in sizes of the letters.
pub const PEN: f32 = 0.085;
/// A square of the grid in sizes of the letters.
const SQUARE: f32 = 0.113;
/// Between two letters, in squares.
const GAP: f32 = 2.0;
/// Where the base line is.
const BASE: f32 = 2.0;

/// A letter, how many squares it is wide, and its lines: of each point its place across and up.
type Letter = (char, u8, &'static str);

#[rustfmt::skip]
const LETTERS: &[Letter] = &[
    ('A', 4, "022842 1434"), ('B', 4, "02083847463505 3544433202"), ('C', 4, "4738180703123243"),
    ('D', 4, "02082846442202"), ('E', 3, "38080232 0525"), ('F', 3, "380802 0525"), ('G', 4, "47381807031232434525"),
    ('H', 4, "0208 4842 0545"), ('I', 0, "0208"), ('J', 3, "3833221203"), ('K', 4, "0208 4804 1542"), ('L', 3, "080232"),
    ('M', 4, "0208254842"), ('N', 4, "02084248"), ('O', 4, "183847433212030718"), ('P', 4, "02083847463505"),
    ('Q', 4, "183847433212030718 2441"), ('R', 4, "02083847463505 2542"), ('S', 4, "473818070615354443321203"),
    ('T', 4, "0848 2822"), ('U', 4, "080312324348"), ('V', 4, "082248"), ('W', 6, "0812365268"), ('X', 4, "0248 0842"),
    ('Y', 4, "082548 2522"), ('Z', 4, "08480242"),
    ('a', 3, "3632 3526160503122233"), ('b', 3, "0802 0516263533221203"), ('c', 3, "3526160503122233"),
    ('d', 3, "3832 3526160503122233"), ('e', 3, "04343526160503122233"), ('f', 2, "281712 0626"),
    ('g', 3, "3631201001 3526160503122233"), ('h', 3, "0802 0516263532"), ('i', 0, "0602 0808"), ('j', 1, "161100 1818"),
    ('k', 3, "0802 3604 1532"), ('l', 1, "080312"), ('m', 4, "0602 05162522 25364542"), ('n', 3, "0602 0516263532"),
    ('o', 3, "162635332212030516"), ('p', 3, "0600 0516263533221203"), ('q', 3, "3630 3526160503122233"),
    ('r', 2, "0602 051626"), ('s', 3, "35261605142433221203"), ('t', 2, "181322 0626"), ('u', 3, "0603122233 3632"),
    ('v', 2, "061226"), ('w', 4, "0612243246"), ('x', 3, "0236 0632"), ('y', 4, "0622 462210"), ('z', 3, "06360232"),
    ('0', 3, "182837332212030718"), ('1', 3, "062822"), ('2', 3, "071828373602 0232"), ('3', 3, "071828373625 15253433221203"),
    ('4', 3, "22280434"), ('5', 3, "3808052534332212 1203"), ('6', 3, "281807031222333425 251504"), ('7', 3, "083812"),
    ('8', 3, "152536372818070615 150403122233342515"), ('9', 3, "12223337281807061525 2536"),
    ('+', 4, "0545 2327"), ('-', 3, "0535"), ('=', 4, "0444 0646"), ('*', 4, "2428 0547 0745"), ('/', 3, "0138"), ('\\', 3, "0831"),
    ('|', 0, "0009"), ('<', 3, "370533"), ('>', 3, "073503"), ('(', 1, "18070312"), (')', 1, "08171302"), ('[', 1, "19090111"),
    (']', 1, "09191101"), ('{', 2, "29181605141221"), ('}', 2, "09181625141201"), (',', 1, "1200"), ('.', 0, "0202"),
    (':', 0, "0202 0606"), (';', 1, "1200 1616"), ('!', 0, "0804 0202"), ('?', 3, "07182837361514 1212"), ('\'', 0, "0907"),
    ('"', 1, "0907 1917"), ('_', 4, "0141"), ('^', 4, "052845"), ('~', 4, "04163446"), ('%', 4, "0248 0818170708 3343423233"),
    ('&', 4, "42071827040312 122244"), ('#', 5, "1218 3238 0656 0454"), ('@', 4, "35252434362717060413 1333"),
    ('$', 4, "473818070615354443321203 2921"), ('`', 1, "0917"), ('…', 4, "0202 2222 4242"), ('·', 0, "0505"),
    ('↑', 4, "2228 062846"), ('↓', 4, "2822 042244"), ('→', 5, "0555 375533"), ('±', 4, "2529 0747 0343"),
];

/// What is written with other letters.
const OTHERS: [(char, &str); 12] = [
    ('−', "-"),
    ('–', "-"),
    ('∗', "*"),
    ('⋆', "*"),
    ('★', "*"),
    ('½', "1/2"),
    ('¼', "1/4"),
    ('¾', "3/4"),
    ('∞', "oo"),
    ('×', "x"),
    ('’', "'"),
    ('\t', " "),
];

/// Where there is no letter.
const BOX: Letter = ('\u{fffd}', 3, "0208383202");

fn letters(text: &str) -> impl Iterator<Item = Option<&'static Letter>> {
    text.chars().flat_map(|c| {
        let written = OTHERS.iter().find(|(other, _)| *other == c).map(|(_, written)| *written);
        let chars: Vec<char> = written.map_or_else(|| vec![c], |written| written.chars().collect());
        chars.into_iter().map(|c| match c {
            ' ' => None,
            c => Some(LETTERS.iter().find(|letter| letter.0 == c).unwrap_or(&BOX)),
        })
    })
}

/// How far the pen goes on, in squares.
fn advance(letter: Option<&Letter>) -> f32 {
    letter.map_or(2.5, |letter| f32::from(letter.1) + GAP)
}

/// How wide a text is, in sizes of its letters.
pub fn width(text: &str) -> f32 {
    let squares: f32 = letters(text).map(advance).sum();
    (squares - GAP).max(0.0) * SQUARE
}

/// Each point of each line, across from the beginning of the text and up from its base line, in sizes of its letters; whether
/// the pen is down on the way to it.
pub fn draw(text: &str, mut point: impl FnMut(bool, (f32, f32))) {
    let mut start = 0.0;
    for letter in letters(text) {
        for line in letter.map_or("", |letter| letter.2).split(' ') {
            let digits: Vec<f32> = line.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as f32).collect();
            for (i, pair) in digits.chunks_exact(2).enumerate() {
                // A dot: of no length it would not be seen.
                let more = if i > 0 && digits[2 * i - 2..2 * i] == *pair { 0.01 } else { 0.0 };
                point(i > 0, ((start + pair[0] + more) * SQUARE, (pair[1] - BASE) * SQUARE));
            }
        }
        start += advance(letter);
    }
}
