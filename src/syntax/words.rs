//! The words of declarations, in one table. The lexer, the layout of lines, the grammar's actions, the messages and the help read it,
//! so that another clause is a row here and its meaning in the adapter of its engine.

/// What stands behind the word that begins a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Follows {
    /// An expression, then any number of `for`s and `if`s.
    Option,
    /// A condition, perhaps a comma and a text, then any number of `for`s and `if`s.
    Condition,
    /// Expressions with commas between them.
    Several,
    /// Nothing.
    Nothing,
    /// What the grammar says of this clause alone.
    Own,
}

/// What names the parameters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Params {
    /// Those of a function: with kinds, defaults, tuples.
    Any,
    /// Plain names, at least one.
    Names,
}

/// A clause: a kind of line.
#[derive(Debug)]
pub struct Clause {
    /// The word that it begins with.
    pub word: &'static str,
    /// Another spelling of it.
    pub also: &'static str,
    /// What stands behind.
    pub follows: Follows,
    /// Whether every declaration needs one.
    pub required: bool,
    /// What to do where nothing stands behind, and where a required line is missing. The example follows.
    pub says: &'static str,
    /// What separates where several stand behind.
    pub commas: &'static str,
    /// A line.
    pub example: &'static str,
    /// Another clause that says the same in another way, and what to do about both.
    pub excludes: Option<(&'static str, &'static str)>,
}

/// A declaration: its word, a name, parameters, and clauses: in lines up to `end`, or behind `=`.
#[derive(Debug)]
pub struct Block {
    /// The word that it begins with.
    pub word: &'static str,
    /// Whether its clauses stand in lines.
    pub lines: bool,
    /// What it makes, as messages call it.
    pub makes: &'static str,
    /// How its parameters are called, one and several.
    pub params: (Params, &'static str, &'static str),
    /// The name of a parameter that nobody names, if it may be left out.
    pub unnamed: &'static str,
    /// A first line.
    pub header: &'static str,
    /// Where it can stand only, for those who put it into a block.
    pub at_top: (&'static str, &'static str),
    /// Its clauses.
    pub clauses: &'static [Clause],
    /// Words that begin a line by mistake, and what to write.
    pub slips: &'static [(&'static str, &'static str)],
}

/// An ordinary clause, to be changed where one is not.
const CLAUSE: Clause = Clause {
    word: "",
    also: "",
    follows: Follows::Option,
    required: false,
    says: "",
    commas: "",
    example: "",
    excludes: None,
};

/// All of them.
pub static BLOCKS: [Block; 3] = [
    Block {
        word: "game",
        lines: true,
        makes: "rule set",
        params: (Params::Any, "parameter", "parameters"),
        unnamed: "",
        header: "game Nim(n)",
        at_top: (
            "a rule set is declared inside a block",
            "Move it to the top level of the script; parameters carry what differs.",
        ),
        clauses: &[
            Clause { word: "left", example: "left G(n - 1)", ..CLAUSE },
            Clause { word: "right", example: "right G(n - 1)", ..CLAUSE },
            Clause { word: "moves", example: "moves G(n - 1)", ..CLAUSE },
            Clause { word: "value", example: "value G(n - 1)", ..CLAUSE },
            Clause { word: "score", example: "score n", ..CLAUSE },
            Clause { word: "draw", example: "draw grid(1, n)", ..CLAUSE },
            Clause { word: "notation", example: "notation m -> n - m", ..CLAUSE },
            Clause {
                word: "require",
                follows: Follows::Condition,
                says: "say what must hold for a position that somebody writes down",
                example: "require n >= 0, \"a heap has no {n} beans\"",
                ..CLAUSE
            },
            Clause {
                word: "bounds",
                follows: Follows::Several,
                says: "say a game that the position is at least, and one that it is at most",
                commas: "the two bounds",
                example: "bounds -n, n",
                ..CLAUSE
            },
        ],
        slips: &[("move", "write `moves` for both players, `left` or `right` for one")],
    },
    Block {
        word: "lattice",
        lines: true,
        makes: "lattice game",
        params: (Params::Names, "coordinate", "coordinates"),
        unnamed: "",
        header: "lattice Nim2(x, y)",
        at_top: ("a lattice game is declared inside a block", "Move it to the top level of the script."),
        clauses: &[
            Clause {
                word: "board",
                follows: Follows::Several,
                required: true,
                says: "say where positions are",
                commas: "inequalities",
                example: "board x >= 0, y >= 0",
                ..CLAUSE
            },
            Clause {
                word: "move",
                follows: Follows::Several,
                required: true,
                says: "say what a move subtracts",
                commas: "vectors",
                example: "move (1, 0), (-1, 1)",
                ..CLAUSE
            },
            Clause {
                word: "defeated",
                follows: Follows::Several,
                says: "say which points no one may move to",
                commas: "vectors",
                example: "defeated (0, 0)",
                ..CLAUSE
            },
            Clause {
                word: "misere",
                also: "misère",
                follows: Follows::Nothing,
                says: "points that no one may move to: `defeated (0, 0)`",
                example: "misere",
                excludes: Some((
                    "defeated",
                    "`misere` says that who moves last loses; `defeated` says the same by naming the points that no one may move to: keep one of them",
                )),
                ..CLAUSE
            },
        ],
        slips: &[("moves", VECTORS), ("left", VECTORS), ("right", VECTORS)],
    },
    Block {
        word: "heap",
        lines: false,
        makes: "take-and-break game",
        params: (Params::Names, "size", "sizes"),
        unnamed: "n",
        header: "heap Nim = take 1..",
        at_top: ("a `heap` declaration stands inside a block", "Move it to the top level of the script."),
        clauses: &[
            Clause { word: "octal", follows: Follows::Own, example: "octal 0.77", ..CLAUSE },
            Clause { word: "code", follows: Follows::Own, example: "code 0.F3", ..CLAUSE },
            Clause { word: "take", follows: Follows::Own, example: "take k in 1..3 leave a, b if a != b", ..CLAUSE },
            Clause { word: "split", follows: Follows::Own, example: "split a, b if a != b", ..CLAUSE },
        ],
        slips: &[],
    },
];

const VECTORS: &str = "both players have the same moves, vectors that are subtracted: `move (1, 0), (-1, 1)`";

/// Declarations of homework, which have lines of other sorts.
const OTHERS: [&str; 2] = ["question", "answer"];

/// A declaration of [`BLOCKS`] by its number: small enough for a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockId(u8);

/// A clause by its number: that of its declaration, times 16, and its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClauseId(u8);

impl BlockId {
    /// The declaration that a word begins.
    pub fn named(word: &str) -> Option<BlockId> {
        BLOCKS.iter().position(|block| block.word == word).map(|i| BlockId(i as u8))
    }

    /// Its row.
    pub fn row(self) -> &'static Block {
        &BLOCKS[usize::from(self.0)]
    }

    /// The clause that a word begins.
    pub fn clause(self, word: &str) -> Option<ClauseId> {
        let clauses = self.row().clauses;
        let i = clauses.iter().position(|c| c.word == word || !c.also.is_empty() && c.also == word)?;
        Some(ClauseId(self.0 << 4 | i as u8))
    }
}

impl ClauseId {
    /// The declaration that has it.
    pub fn block(self) -> BlockId {
        BlockId(self.0 >> 4)
    }

    /// Its row.
    pub fn row(self) -> &'static Clause {
        &BLOCKS[usize::from(self.0 >> 4)].clauses[usize::from(self.0 & 15)]
    }
}

impl Block {
    /// Its words, with one more: "`left`, `right` or `end`".
    pub fn words(&self, last: &str) -> String {
        let mut words: Vec<String> = self.clauses.iter().map(|clause| format!("`{}`", clause.word)).collect();
        words.extend((!last.is_empty()).then(|| format!("`{last}`")));
        let last = words.pop().unwrap_or_default();
        format!("{} or {last}", words.join(", "))
    }

    /// The row of a word that the grammar has read.
    pub fn of(word: &str) -> &'static Block {
        BlockId::named(word).map_or(&BLOCKS[0], BlockId::row)
    }

    /// Whether a line may go on with `for` or `if`.
    pub fn has_steps(&self) -> bool {
        self.clauses.iter().any(|clause| matches!(clause.follows, Follows::Option | Follows::Condition))
    }
}

/// Whether a declaration begins with this word, before a name.
pub fn declares(word: &str) -> bool {
    BlockId::named(word).is_some() || OTHERS.contains(&word)
}
