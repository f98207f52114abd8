//! The parser over sequences of tokens: each byte is a word, with or without a blank before it.
#![no_main]

#[path = "laws.rs"]
mod laws;

const WORDS: [&str; 111] = [
    "a", "b", "f", "n", "v", "v3", "1", "2", "0", "12", "true", "false", "*", "^", "^^", "^3", "\"", "\"a\"", "\"{", "(",
    ")", "[", "]", "{", "}", "<", ">", "|", "||", "|||", "\n", "\n", ";", ",", ".", "=", "->", "=>", "==", "!=", "<=",
    ">=", "<|", "|>", "..", "+", "-", "+-", "±", "/", "//", "%", ":", "if", "then", "else", "for", "while", "do", "end",
    "in", "and", "or", "not", "xor", "check", "memo", "why", "return", "break", "continue", "game", "game G(n)\n",
    "left", "right", "moves", "value", "import", "heap H = ", "lattice L", "question q", "poset {", "graph {", "for x in xs",
    "f(n) = ", "x = ", "# c\n", "## d\n", "0.5", "2n", "@", "&&", ":=", "\\", "↑", "_",
    "octal ", "code 0.F3", "take ", "take k in ", "all but ", "leave ", "split ", "or take ", "a -- b", "--", "lattice L(x)\n", "board ", "move ", "misere\n", "score ",
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut text = String::new();
    for byte in data {
        if byte & 128 != 0 {
            text.push(' ');
        }
        text.push_str(WORDS[usize::from(byte & 127) % WORDS.len()]);
    }
    if std::env::var_os("SHOW").is_some() {
        eprintln!("{text:?}");
    }
    laws::hold(&text);
});
