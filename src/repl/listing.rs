//! The choices under a line, as far as they fit. In: texts, the size of the terminal. Out: pages of columns.

/// The page of this number, from 0, and how many there are. No line is as wide as the terminal.
pub fn page(texts: &[String], number: usize, (columns, rows): (usize, usize)) -> (String, usize) {
    let widest = columns.saturating_sub(1).max(8);
    let texts: Vec<String> = texts.iter().map(|text| cut(text, widest)).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let across = ((widest + 2) / width).max(1);
    let whole = texts.len().div_ceil(across);
    // Room for the line that is typed and for what is said under the choices.
    let high = rows.saturating_sub(4).clamp(2, 20);
    let pages = whole.div_ceil(high).max(1);
    let number = number % pages;
    let shown = &texts[(number * high * across).min(texts.len())..((number + 1) * high * across).min(texts.len())];
    let down = shown.len().div_ceil(across).max(1);
    let mut lines: Vec<String> = (0..down)
        .map(|row| {
            let line: String =
                shown.iter().skip(row).step_by(down).map(|text| format!("{text:width$}")).collect::<String>();
            line.trim_end().to_owned()
        })
        .collect();
    if pages > 1 {
        lines.push(cut(&format!("… {} of {pages}: Tab shows the next", number + 1), widest));
    }
    (lines.join("\n"), pages)
}

/// A text of at most so many characters.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
