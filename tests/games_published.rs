//! Published values.

#[path = "support/domineering.rs"]
mod domineering;

use domineering::{Domineering, board};
use sprague::games::{Dyadic, Store};
use sprague::limits::Handle;

/// Values of empty rectangles (*Winning Ways*, ch. 5; Siegel, ch. I.1; Left vertical).
#[test]
fn domineering_rectangles() {
    let (store, h) = (Store::new(), Handle::default());
    let mut table = Domineering::default();
    let mut name = |rows, columns| {
        let g = table.value(&store, board(rows, columns), &h).unwrap();
        store.name(g, &h).unwrap()
    };
    for (rows, columns, expected) in [
        (1, 1, "0"),
        (2, 1, "1"),
        (1, 2, "-1"),
        (2, 2, "+-1"),
        (3, 1, "1"),
        (3, 2, "<1/2|-2>"),
        (2, 3, "<2|-1/2>"),
        (3, 3, "+-1"),
        (2, 4, "?"),
        (3, 4, "?"),
        (4, 4, "?"),
        (4, 5, "1"),
        (5, 5, "0"),
        (4, 6, "?"),
    ] {
        assert_eq!(name(rows, columns), expected, "{rows} rows, {columns} columns");
    }
    assert_eq!(store.as_number(store.number(Dyadic::from(1))), Some(Dyadic::from(1)));
}
