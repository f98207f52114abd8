//! A value as data: what JSON, HTML and LaTeX are made of. It needs no machine, so that it can be kept and rendered later.

use serde_json::Value as Json;

/// A value, taken apart as far as its notation is.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// `nothing`
    Nothing,
    /// `true` or `false`
    Truth(bool),
    /// A number of one word.
    Integer(i64),
    /// A string.
    Text(String),
    /// What is one piece: a game, a number, a position; in LaTeX, if it is a game.
    Notation {
        /// As it is written in a program.
        text: String,
        /// The same for mathematics mode.
        latex: Option<String>,
    },
    /// A tuple, list or set: what opens and closes it, and its elements.
    Sequence(char, char, Vec<Data>),
    /// A map.
    Map(Vec<(Data, Data)>),
    /// A grid, by its rows.
    Grid(Vec<String>),
    /// Text to be looked at: a table, a drawing.
    Picture {
        /// Lines for the terminal.
        text: String,
        /// The drawing.
        svg: Option<String>,
    },
    /// A table by its rows.
    Table {
        /// Lines for the terminal.
        text: String,
        /// What stands above the columns.
        header: Option<Vec<Data>>,
        /// The rows, each with what stands before it.
        rows: Vec<Vec<Data>>,
    },
    /// A value that one engine knows.
    Thing {
        /// As it is shown alone.
        text: String,
        /// For mathematics mode.
        latex: Option<String>,
        /// For programs.
        json: Json,
    },
}
