//! Sprague's grammar for tree-sitter, out of `grammar.js`.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_sprague() -> *const ();
}

/// The grammar: `parser.set_language(&LANGUAGE.into())`.
// SAFETY: the function is that of the parser that the build script generated and compiled; it takes nothing and hands out a constant.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_sprague) };

/// What has which colour.
pub const HIGHLIGHTS: &str = include_str!("../../queries/highlights.scm");
