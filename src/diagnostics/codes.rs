//! The codes of errors: one for each kind of mistake. A number never changes its meaning.

use super::Phase;

macro_rules! mistakes {
    ($($name:ident $code:literal $title:literal)*) => {
        /// A kind of mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mistake {
            $(#[doc = $title] $name,)*
        }

        impl Mistake {
            /// All of them, by their codes.
            pub const ALL: &[Mistake] = &[$(Mistake::$name),*];

            /// The stable code, such as `E0303`.
            pub fn code(self) -> &'static str {
                match self {
                    $(Mistake::$name => $code,)*
                }
            }

            /// What it is, in a few words.
            pub fn title(self) -> &'static str {
                match self {
                    $(Mistake::$name => $title,)*
                }
            }
        }
    };
}

impl Mistake {
    /// Who finds it.
    pub fn phase(self) -> Phase {
        match self.code().as_bytes()[2] {
            b'1' => Phase::Syntax,
            b'2' => Phase::Names,
            b'5' => Phase::Limit,
            b'6' => Phase::File,
            _ => Phase::Run,
        }
    }
}

mistakes! {
    Unexpected "E0101" "something that cannot stand here"
    Unclosed "E0102" "a bracket or block that is not closed"
    Unopened "E0103" "an end without a beginning"
    Character "E0104" "a character without a meaning"
    ForeignSign "E0105" "a sign of another language"
    Literal "E0106" "a number or name that is written otherwise"
    Text "E0107" "a string that is written otherwise"
    Ambiguous "E0108" "something that can be read in two ways"
    Chain "E0109" "comparisons in a chain"
    Options "E0110" "the bars and options of a game"
    Braces "E0111" "the entries of a set or map"
    NoTarget "E0112" "something that cannot get a value"
    Parameter "E0113" "something that is no parameter"
    Clause "E0114" "a clause that cannot be so"
    CodeText "E0115" "the place of a heap game's code"
    SheetLine "E0116" "a line of a homework sheet"
    NestedTooDeep "E0117" "nested too deep"
    LongText "E0118" "a text that is too long"
    UnknownName "E0201" "a name that means nothing here"
    Constant "E0202" "a constant gets a value"
    SameName "E0203" "one name for two things"
    UnknownKind "E0204" "an unknown kind of parameter"
    Misplaced "E0205" "a statement in the wrong place"
    SizeUnnamed "E0206" "the size of a heap has no name"
    NotLinear "E0207" "a board that is not bounded by linear inequalities"
    LatticeVector "E0208" "a vector that depends on the position"
    Mismatch "E0301" "a value of another kind than is needed"
    Operator "E0302" "an operator that does not go between these"
    DivisionByZero "E0303" "division by zero"
    NumberOutOfRange "E0304" "a number of the wrong size or kind"
    NoShortGame "E0305" "a number that is no short game"
    NoElement "E0306" "an element that is not there"
    NoElements "E0307" "a value without elements"
    NotCallable "E0308" "a value that cannot be called"
    Arguments "E0309" "the arguments of a call"
    Unset "E0310" "a name without a value yet"
    Pattern "E0311" "names that do not fit the value"
    Endless "E0312" "all elements of an endless range"
    TooLarge "E0313" "a result too large to be represented"
    Unsuitable "E0314" "an argument that the function cannot use"
    Unreadable "E0315" "a text that cannot be read"
    OwnError "E0316" "an error of the program's own"
    Bug "E0399" "a mistake of Sprague itself"
    Cycle "E0401" "play that can go round"
    Growing "E0402" "play that can grow without end"
    SelfReference "E0403" "moves that depend on themselves"
    NotImpartial "E0404" "a game without a nim-value"
    Undecided "E0405" "a question that is not decided"
    NoScore "E0406" "an end of play without a score"
    NotAPosition "E0407" "no position of the game"
    WrongGame "E0408" "a game of another sort"
    HeapCode "E0409" "a code that cannot be read"
    HeapClause "E0410" "a clause of a heap game that cannot be so"
    Board "E0411" "a board that cannot be so"
    LatticeMoves "E0412" "moves that make no lattice game"
    NoOrder "E0413" "an order that goes round"
    GridText "E0414" "a grid that is not a rectangle of cells"
    Dimension "E0415" "coordinates that do not go together"
    Infinite "E0416" "infinitely many points"
    Certificate "E0417" "a certificate that proves nothing"
    Claim "E0418" "no claim to explain"
    Picture "E0419" "something that cannot be drawn"
    OutOfReach "E0420" "a computation out of reach"
    NotHere "E0421" "a function of the session alone"
    Lost "E0422" "a process that broke down"
    TooManySteps "E0501" "too many steps"
    TooDeep "E0502" "calls nested too deep"
    TooMuchMemory "E0503" "too much memory"
    TooMuchTime "E0504" "too much time"
    Interrupted "E0505" "interrupted"
    Unshown "E0506" "more than can be shown"
    Import "E0601" "a file that cannot be imported"
    NoFile "E0602" "a file that cannot be read or written"
    FileRefused "E0603" "a file with unfit contents"
    KeyLine "E0701" "a line of a key that cannot be so"
    HandedIn "E0702" "a value that cannot be handed in"
}
