//! The language: programs, errors, values, pictures, documentation. One binary, since each one costs a link.

use sprague::allocator::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[path = "language/boards.rs"]
mod boards;
#[path = "language/bounds.rs"]
mod bounds;
#[path = "language/calculus.rs"]
mod calculus;
#[path = "language/catalogue.rs"]
mod catalogue;
#[path = "language/clauses.rs"]
mod clauses;
#[path = "language/closed.rs"]
mod closed;
#[path = "language/codes.rs"]
mod codes;
#[path = "language/completion.rs"]
mod completion;
#[path = "language/diagnostics.rs"]
mod diagnostics;
#[path = "language/digits.rs"]
mod digits;
#[path = "language/documentation.rs"]
mod documentation;
#[path = "language/endless.rs"]
mod endless;
#[path = "language/errors.rs"]
mod errors;
#[path = "language/evaluator.rs"]
mod evaluator;
#[path = "language/fitting.rs"]
mod fitting;
#[path = "language/form_games.rs"]
mod form_games;
#[path = "language/formats.rs"]
mod formats;
#[path = "language/fuzz_like.rs"]
mod fuzz_like;
#[path = "language/games/mod.rs"]
mod games;
#[path = "language/graph_games.rs"]
mod graph_games;
#[path = "language/growing.rs"]
mod growing;
#[path = "language/heap_language.rs"]
mod heap_language;
#[path = "language/json_kinds.rs"]
mod json_kinds;
#[path = "support/lab.rs"]
mod lab;
#[path = "language/large_and_loopy.rs"]
mod large_and_loopy;
#[path = "language/lattice_language.rs"]
mod lattice_language;
#[path = "language/layout.rs"]
mod layout;
#[path = "language/library.rs"]
mod library;
#[path = "language/lines.rs"]
mod lines;
#[path = "language/loopy_course.rs"]
mod loopy_course;
#[path = "language/loopy_language.rs"]
mod loopy_language;
#[path = "language/loopy_values.rs"]
mod loopy_values;
#[path = "language/mime.rs"]
mod mime;
#[path = "language/misere_language.rs"]
mod misere_language;
#[path = "language/misere_play.rs"]
mod misere_play;
#[path = "language/natives.rs"]
mod natives;
#[path = "support/oracle.rs"]
mod oracle;
#[path = "language/painting.rs"]
mod painting;
#[path = "language/parameters.rs"]
mod parameters;
#[path = "language/pictures.rs"]
mod pictures;
#[path = "language/play.rs"]
mod play;
#[path = "language/played_loops.rs"]
mod played_loops;
#[path = "language/posets_language.rs"]
mod posets_language;
#[path = "language/progress.rs"]
mod progress;
#[path = "language/reasons.rs"]
mod reasons;
#[path = "language/records.rs"]
mod records;
#[path = "language/regressions.rs"]
mod regressions;
#[path = "language/requirements.rs"]
mod requirements;
#[path = "language/rule_sets.rs"]
mod rule_sets;
#[path = "language/rule_sets_oracle.rs"]
mod rule_sets_oracle;
#[path = "language/said.rs"]
mod said;
#[path = "language/saving.rs"]
mod saving;
#[path = "language/scores.rs"]
mod scores;
#[path = "language/search_language.rs"]
mod search_language;
#[path = "language/seen_through.rs"]
mod seen_through;
#[path = "language/sources.rs"]
mod sources;
#[path = "language/spelling.rs"]
mod spelling;
#[path = "support/submit.rs"]
mod submit;
#[path = "language/syntax.rs"]
mod syntax;
#[path = "language/tables.rs"]
mod tables;
#[path = "language/tellings.rs"]
mod tellings;
#[path = "language/text_files.rs"]
mod text_files;
#[path = "language/typed.rs"]
mod typed;
#[path = "language/universes_language.rs"]
mod universes_language;
#[path = "language/values.rs"]
mod values;
#[path = "language/windows.rs"]
mod windows;
#[path = "language/words.rs"]
mod words;
#[path = "language/wythoff.rs"]
mod wythoff;
