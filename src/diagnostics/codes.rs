//! The codes of errors, one for each kind of mistake: what it is, a program that makes it, and the program mended.
//! `sprague doc E0303` shows an entry, docs/errors.md all of them; a test runs the programs. A code never changes its
//! meaning. Those without a program come from outside, or from a program that is too long to be looked at.

use super::Phase;

/// What is said of a kind of mistake.
#[derive(Debug)]
pub struct Page {
    /// The stable code, such as `E0303`; that of a warning begins with `W`.
    pub code: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What it means, and what to do.
    pub text: &'static str,
    /// A program that makes it, and the program mended. A line `# limits: steps=1000` sets bounds.
    pub programs: Option<(&'static str, &'static str)>,
}

macro_rules! mistakes {
    ($($name:ident $code:literal $title:literal $text:literal $(wrong $wrong:literal mended $mended:literal)?;)*) => {
        /// A kind of mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mistake {
            $(#[doc = $title] $name,)*
        }

        impl Mistake {
            /// All of them, by their codes.
            pub const ALL: &[Mistake] = &[$(Mistake::$name),*];
        }

        const ENTRIES: &[Page] = &[$(Page {
            code: $code,
            title: $title,
            text: $text,
            programs: programs(&[$($wrong, $mended)?]),
        }),*];
    };
}

const fn programs(both: &[&'static str]) -> Option<(&'static str, &'static str)> {
    match both {
        [wrong, mended] => Some((wrong, mended)),
        _ => None,
    }
}

impl Mistake {
    /// What is said of it.
    pub fn entry(self) -> &'static Page {
        &ENTRIES[self as usize]
    }

    /// The stable code, such as `E0303`.
    pub fn code(self) -> &'static str {
        self.entry().code
    }

    /// The mistake of a code.
    pub fn of_code(code: &str) -> Option<Mistake> {
        Self::ALL.iter().copied().find(|mistake| mistake.code().eq_ignore_ascii_case(code))
    }

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

    /// Whether the program runs all the same.
    pub fn is_warning(self) -> bool {
        self.code().starts_with('W')
    }

    /// What codes of its group begin with, and what the group is called.
    pub fn group(self) -> (&'static str, &'static str) {
        let code = self.code();
        let digit = code.as_bytes()[2];
        let name = match digit {
            _ if self.is_warning() => "Warnings",
            b'1' => "Reading the text",
            b'2' => "Names",
            b'3' => "Running",
            b'4' => "Engines and library",
            b'5' => "Bounds",
            b'6' => "Files",
            _ => "Homework",
        };
        (&code[..3], name)
    }
}

mistakes! {
    // Reading the text.
    Unexpected "E0101" "something that cannot stand here"
        "The text was understood up to the mark; the message lists what could have followed. Often a sign is missing just before it: an operator, a comma, `then`, a bracket."
        wrong "x = 2 3"
        mended "x = 2 * 3";
    Unclosed "E0102" "a bracket or block that is not closed"
        "Every `(`, `[`, `{` and `<` needs its partner, every `do`, `game`, `lattice` and `question` its `end`."
        wrong "f(n) = do\n  x = n + 1\n  x\n\nf(1)"
        mended "f(n) = do\n  x = n + 1\n  x\nend\nf(1)";
    Unopened "E0103" "an end without a beginning"
        "A bracket closes, or a block ends, that was never opened, or another one is open here. After `if … then` on one line there is no `end`; several statements stand in `do … end`."
        wrong "f(n) = n + 1\nend"
        mended "f(n) = do\n  n + 1\nend";
    Character "E0104" "a character without a meaning"
        "Outside of strings and comments only some characters mean something. Names are made of letters, digits and `_`."
        wrong "f'(x) = 3"
        mended "f1(x) = 3";
    ForeignSign "E0105" "a sign of another language"
        "Here one writes `and`, `or`, `not`, `==`, `!=`, `<=`, `^` for powers, and `x = 3` to name a value; `;` stands between statements only."
        wrong "x = true && false"
        mended "x = true and false";
    Literal "E0106" "a number or name that is written otherwise"
        "Numbers are exact: integers and fractions such as `1/2`; there are no decimal fractions. A name begins with a letter."
        wrong "x = 0.5"
        mended "x = 1/2";
    Text "E0107" "a string that is written otherwise"
        "A string stands between double quotes and ends on its line. `\\n` in it is a new line, `{…}` the value of an expression, `\\{` a brace."
        wrong "print('win')"
        mended "print(\"win\")";
    Ambiguous "E0108" "something that can be read in two ways"
        "Blanks and parentheses tell what is meant: `*2` is a nimber, `x * 2` a product, `+-1` a switch, `x + -1` a sum."
        wrong "x = 3\nx+-1"
        mended "x = 3\nx + -1";
    Chain "E0109" "comparisons that do not chain"
        "`a < b < c` means both, and comparisons in one direction chain. For anything else say what is meant with `and` or `or`; `||` means “confused with”, not “or”."
        wrong "n = 1\nn == 0 || n == 1"
        mended "n = 1\nn == 0 or n == 1";
    Options "E0110" "the bars and options of a game"
        "A game is written `<Left's options | Right's options>`: one bar at a level, games between commas. A doubled bar `||` separates more weakly than `|`."
        wrong "<1 | 2 | 3>"
        mended "<1 || 2 | 3>";
    Braces "E0111" "the entries of a set or map"
        "A set is `{1, 2}`, a map `{key => value, …}`: one or the other."
        wrong "{\"a\" => 1, 2}"
        mended "{\"a\" => 1, \"b\" => 2}";
    NoTarget "E0112" "something that cannot get a value"
        "On the left of `=` stands a name, a tuple of names, an element `xs[0]`, or the head of a function. `v`, `vv`, … are games and no names."
        wrong "x = 2\n1 + x = 3"
        mended "x = 2\ncheck 1 + x == 3";
    Parameter "E0113" "something that is no parameter"
        "A parameter is a name, perhaps with a default or a kind, or a tuple of names. Cases are told apart by `if`, or by guards of clauses."
        wrong "f(n, 1) = n"
        mended "f(n, m = 1) = n + m";
    Clause "E0114" "a declaration that cannot be so"
        "A `game`, `heap` or `lattice` needs its clauses and parameters, a poset or graph its labels, in the form that the message tells."
        wrong "game G(n)\nend"
        mended "game G(n)\n  moves G(n - 1) if n > 0\nend";
    CodeText "E0115" "the code of a heap game"
        "A code follows the word `octal` or `code` in a `heap` declaration, without quotes: `heap Kayles = octal 0.77`."
        wrong "Kayles2 = octal 0.77"
        mended "heap Kayles2 = octal 0.77";
    SheetLine "E0116" "a line of a homework sheet"
        "An answer has one name: `answer q1 = …`. A question may have parts, but a part has none."
        wrong "answer xs[0] = 1"
        mended "answer x0 = 1";
    NestedTooDeep "E0117" "expressions nested too deep"
        "No text that a person writes nests that deep. Data of that shape are better computed, or named in pieces.";
    LongText "E0118" "a text that is too long"
        "A program has at most 16 MiB. Divide it into files that import one another.";

    // Finding what names mean.
    UnknownName "E0201" "a name that means nothing here"
        "The name was never given a value in this place. Names of functions and rule sets are spelled with their capitals; a variable inside a function is not seen outside."
        wrong "lenght([1, 2])"
        mended "length([1, 2])";
    Constant "E0202" "a constant that is given a value"
        "The players always have the same names: `Left`, `Right`, `First`, `Second`. Choose another."
        wrong "Left = 3"
        mended "l = 3";
    SameName "E0203" "one name for two things"
        "Parameters, coordinates, questions and the heaps left by a move need a name each."
        wrong "f(n, n) = n"
        mended "f(m, n) = m + n";
    UnknownKind "E0204" "an unknown kind of parameter"
        "After the colon of a parameter stands a kind: `n: integer`. The message lists them."
        wrong "f(n: int) = n"
        mended "f(n: integer) = n";
    Misplaced "E0205" "a statement in the wrong place"
        "Rule sets, imports and questions stand at the top level; `return` stands in a function, `break` and `continue` in a loop. A function can read the variables around it, but not change them."
        wrong "break"
        mended "for n in 1.. do\n  if n^2 > 50 then break\nend";
    SizeUnnamed "E0206" "a heap whose size has no name"
        "`n` does not mean the size by itself: the declaration names it."
        wrong "heap Half = take 1..n/2"
        mended "heap Half(n) = take 1..(n // 2)";
    NotLinear "E0207" "a board that is not bounded by linear inequalities"
        "A board is given by inequalities such as `x + 2*y >= 3`: sums of coordinates with fixed numbers before them, all of which must hold."
        wrong "lattice A(x, y)\n  board x*y >= 0, y >= 0\n  move (1, 0), (0, 1)\nend"
        mended "lattice A(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (0, 1)\nend";
    LatticeVector "E0208" "a vector that depends on the position"
        "The moves of a lattice game are the same everywhere; coordinates cannot stand in them."
        wrong "lattice A(x, y)\n  board x >= 0, y >= 0\n  move (x, 0), (0, 1)\nend"
        mended "lattice A(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (0, 1)\nend";

    // Running: values and kinds.
    Mismatch "E0301" "a value of another kind than is needed"
        "The message tells what was expected and what was found. `kind(x)` gives the kind of a value."
        wrong "abs([1, 2])"
        mended "[abs(x) for x in [1, -2]]";
    Operator "E0302" "an operator that does not go between these"
        "Numbers and games are added, games and integers multiplied, games compared; lists are joined by `++`. A string holds a value by `\"n = {n}\"`."
        wrong "n = 3\nprint(\"n = \" + n)"
        mended "n = 3\nprint(\"n = {n}\")";
    DivisionByZero "E0303" "division by zero"
        "Nothing divided by 0 has a value, and there is no remainder of it. Treat the case first."
        wrong "mean_of(xs) = sum(xs) / length(xs)\nmean_of([])"
        mended "mean_of(xs) = if length(xs) == 0 then 0 else sum(xs) / length(xs)\nmean_of([])";
    NumberOutOfRange "E0304" "a number of the wrong size"
        "Exponents and the ends of ranges are integers, sizes of nimbers integers that are not negative, all of them below 2^63."
        wrong "[k for k in 1..7/2]"
        mended "[k for k in 1..7//2]";
    NoShortGame "E0305" "a number that is no short game"
        "Values of short games are numbers whose denominator is a power of two. Other fractions are numbers to compute with, but not to play with."
        wrong "<1/3 | 1>"
        mended "<1/4 | 1>";
    NoElement "E0306" "an element that is not there"
        "Elements of a list are counted from 0, cells of a board from (1, 1); a map has the keys that it was given. `get(map, key, default)` asks without risk."
        wrong "xs = [1, 2, 3]\nxs[3]"
        mended "xs = [1, 2, 3]\nxs[2]";
    NoElements "E0307" "a value without elements"
        "Lists, tuples, sets, maps, strings, ranges and boards have elements; a number has none. A tuple cannot be changed."
        wrong "for k in 10 do print(k) end"
        mended "for k in 1..3 do print(k) end";
    NotCallable "E0308" "a value that cannot be called"
        "Functions and rule sets are called with parentheses; an element is picked with square brackets; a product needs its `*`."
        wrong "xs = [1, 2]\nxs(0)"
        mended "xs = [1, 2]\nxs[0]";
    Arguments "E0309" "arguments that do not fit the parameters"
        "A call gives each parameter without a default one argument, by its place or, after those, by its name."
        wrong "area(width, height) = width * height\narea(3)"
        mended "area(width, height) = width * height\narea(3, height = 2)";
    Unset "E0310" "a name that has no value yet"
        "Statements run from top to bottom, and the one that gives the name its value was not reached before."
        wrong "print(later)\nlater = 3"
        mended "later = 3\nprint(later)";
    Pattern "E0311" "names that do not fit the value"
        "On the left stand as many names as the tuple on the right has parts; `_` stands for a part that is not needed."
        wrong "(a, b, c) = (1, 2)"
        mended "(a, b) = (1, 2)";
    Endless "E0312" "all elements of an endless range"
        "A range such as `1..` has no last element. Give it an end, or look for one element with `find`."
        wrong "list(1..)"
        mended "list(1..5)";
    TooLarge "E0313" "a result that is too large"
        "The result has more digits, elements or options than can be kept, however much memory there is."
        wrong "2 ^ (2 ^ 30)"
        mended "2 ^ 30";
    Unsuitable "E0314" "an argument with which the function can do nothing"
        "The argument is of the right kind, but the question has no answer for it; the message tells why."
        wrong "simplest_between(1, 1/2)"
        mended "simplest_between(1/2, 1)";
    Unreadable "E0315" "a text that cannot be read as a value"
        "Functions that read a text expect the notation in which such values are shown."
        wrong "number(\"1.5\")"
        mended "number(\"3/2\")";
    OwnError "E0316" "an error that the program raised itself"
        "Somewhere it says `error(\"…\")`; the message is the author's."
        wrong "half(n) = if n % 2 == 0 then n / 2 else error(\"an even number, please\")\nhalf(3)"
        mended "half(n) = if n % 2 == 0 then n / 2 else error(\"an even number, please\")\nhalf(4)";
    Bug "E0317" "a mistake of Sprague itself"
        "A result that was found does not stand its own test. Nothing in your program is wrong; please report it.";

    // Engines and builtins.
    Cycle "E0401" "play that can go round"
        "A position can come again, so that play need not end, and what was asked belongs to games that end. `canonical`, `outcome`, `remoteness` and `winning_moves` answer for such games as well."
        wrong "game Ring(n)\n  moves Ring((n + 1) % 3)\nend\nbirthday(Ring(0))"
        mended "game Ring(n)\n  moves Ring((n + 1) % 3)\nend\noutcome(Ring(0))";
    Growing "E0402" "play whose positions grow without end"
        "Some number in the positions grows with every move, as it seems for ever, so that no value is found. Either a condition such as `if n > 0` is missing, or a move counts upwards."
        wrong "game Up(n)\n  moves Up(2*n + 1)\nend\ncanonical(Up(1))"
        mended "game Up(n)\n  moves Up(2*n + 1) if n < 10\nend\ncanonical(Up(1))";
    SelfReference "E0403" "moves that depend on themselves"
        "A clause may ask about other positions, never about the one whose moves it gives; a `heap` declaration not about its own heaps."
        wrong "game G(n)\n  moves G(n - 1) if outcome(G(n)) == P\nend\nmoves(G(1))"
        mended "game G(n)\n  moves G(n - 1) if n > 0 and n % 4 != 0\nend\nmoves(G(1))";
    NotImpartial "E0404" "a question for impartial games only"
        "Nim-values, the genus and remoteness without a player belong to games in which both players have the same moves."
        wrong "grundy(<1 | >)"
        mended "outcome(<1 | >)";
    Undecided "E0405" "a question that was not decided"
        "The search ended at its own bound without an answer. Larger bounds may help, which the note names if there are some; otherwise ask for less."
        wrong "certificate(period(Kayles, 50))"
        mended "certificate(period(Kayles))";
    NoScore "E0406" "play that ends without a score"
        "Where play ends a `score` clause must say how many points Left is ahead, and play must end."
        wrong "game G(n)\n  moves G(n - 1) if n > 0\nend\nscore(G(2))"
        mended "game G(n)\n  moves G(n - 1) if n > 0\n  score n if n == 0\nend\nscore(G(2))";
    NotAPosition "E0407" "no position of the game"
        "The rules do not allow this position: a point beyond the board, a heap of negative size, a move that cannot be made."
        wrong "Kayles(-1)"
        mended "Kayles(1)";
    WrongGame "E0408" "a game of another sort than the question needs"
        "Some questions are for games of one engine: periods for `heap` games, strategies for `lattice` games, estimates for Chomp on subsets."
        wrong "game G(n)\n  moves G(n - 1) if n > 0\nend\nperiod(G)"
        mended "heap G = take 1\nperiod(G)";
    HeapCode "E0409" "a code that says nothing"
        "An octal code has digits 0 to 7 after its point; each says what taking so many may leave: 1 nothing, 2 one heap, 4 two heaps, or sums of these."
        wrong "heap H = octal 0.79"
        mended "heap H = octal 0.77";
    HeapClause "E0410" "a clause of a heap game that cannot be so"
        "Every move takes something or splits a heap, so that play ends; sets of numbers to take rise; a code stands alone."
        wrong "heap H = octal 0.77 or take 3\nH(3)"
        mended "heap H = octal 0.77\nH(3)";
    Board "E0411" "a board that cannot be so"
        "A board has a corner, goes on for ever in as many independent directions as it has coordinates, and is not empty."
        wrong "lattice Strip(x, y)\n  board x >= 0\n  move (1, 0), (0, 1)\nend"
        mended "lattice Strip(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (0, 1)\nend";
    LatticeMoves "E0412" "moves that make no lattice game"
        "Moves are finitely many vectors of integers that lead play to an end, and along every side of the board some move must go back."
        wrong "lattice Circle(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (0, 1), (-2, -1)\nend"
        mended "lattice Circle(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (0, 1), (2, 1)\nend";
    NoOrder "E0413" "an order that goes round"
        "In a poset `a < b` and `b < a` cannot both hold, nor by way of others."
        wrong "poset {a < b, b < c < d, d < b}"
        mended "poset {a < b, b < c < d}";
    GridText "E0414" "a text that is no grid"
        "The rows of a grid are equally long, between `|` or line ends; its cells are letters, digits and signs, a blank one is `.`."
        wrong "grid(\"..x|.o\")"
        mended "grid(\"..x|.o.\")";
    Dimension "E0415" "coordinates that do not go together"
        "All points and vectors of one set or generating function have the same number of coordinates."
        wrong "(1, 2, 3) in stratum((0, 0), [(2, 0), (0, 2)])"
        mended "(1, 2) in stratum((0, 0), [(2, 0), (0, 2)])";
    Infinite "E0416" "infinitely many points, or a series without bound"
        "Sets with infinitely many points are handled whole; they are not listed one by one, and coefficients of series stay bounded."
        wrong "for p in orthant(2) do print(p) end"
        mended "for p in points(orthant(2), (0, 0), (1, 1)) do print(p) end";
    Certificate "E0417" "a certificate that proves nothing"
        "The checker reads a certificate by itself and believes nothing else; this one does not prove what it says. A set claimed to be that of the P-positions of a lattice game is refuted by a position about which it is wrong."
        wrong "strategy(lattice_of(Nim, 2), claim = stratum((0, 0), [(2, 0), (0, 1)]))"
        mended "strategy(lattice_of(Nim, 2), claim = stratum((0, 0), [(2, 0), (0, 2)]))";
    Claim "E0418" "nothing that could be explained"
        "`why` and `check` need a claim that is true or false, `explain` a game, a position or heaps of Nim."
        wrong "why 1 + 1"
        mended "why 1 + 1 == 2";
    Picture "E0419" "something that cannot be drawn"
        "There are drawings of games, thermographs, posets, graphs, boards and lattice games, and tables of functions and lists, up to the size that the message tells."
        wrong "draw(\"*2\")"
        mended "draw(*2)";
    OutOfReach "E0420" "a computation out of reach"
        "An estimate made beforehand shows that no computer would finish. `estimate` tells the costs of smaller cases."
        wrong "grundy(chomp(subsets(11)))"
        mended "grundy(chomp(subsets(4)))";
    NotHere "E0421" "something that needs a person"
        "`play` works in the interactive session, where somebody answers."
        wrong "play(Kayles(5))"
        mended "best_move(Kayles(5))";
    Lost "E0422" "a process that broke down"
        "Files of others run in processes of their own. One of them ended without a word; the others are not touched by that.";
    NoSides "E0423" "a loopy game without sides that are stoppers"
        "A value of a loopy game is told by its onside and its offside. For some games, such as Bach's carousel, no stoppers are known that these are equal to. Their outcome can be asked for all the same."
        wrong "loop a <0, <1 | 1, <*, <1+* | 1+*, a> | *>> | 0>"
        mended "loop a <0, <1 | 1, <*, <1+* | 1+*> | *>> | 0>";
    Bounds "E0424" "bounds that cannot be so"
        "A line `bounds` of a rule set names two games: one that the position is at least, and one that it is at most. `wrong_bounds(g)` finds the positions whose values do not lie between."
        wrong "game G(n)\n  moves G(n - 1) if n > 0\n  bounds 0\nend\noutcome(G(2))"
        mended "game G(n)\n  moves G(n - 1) if n > 0\n  bounds -1, 1\nend\noutcome(G(2))";

    // Bounds of a computation.
    TooManySteps "E0501" "too many steps"
        "The computation took more steps than it was allowed. A loop or search that never ends is the usual reason."
        wrong "# limits: steps=50000\nfind(1.., n -> n < 0)"
        mended "# limits: steps=50000\nfind(1.., n -> n^2 > 50)";
    TooDeep "E0502" "calls nested too deep"
        "A function calls itself, or others in a circle, without reaching a case that ends it."
        wrong "# limits: depth=100\nf(n) = n * f(n - 1)\nf(5)"
        mended "# limits: depth=100\nf(n) = if n == 0 then 1 else n * f(n - 1)\nf(5)";
    TooMuchMemory "E0503" "too much memory"
        "Values and positions need more memory than is allowed. Keep less of them, or ask for a smaller case."
        wrong "# limits: memory=16\nxs = [0]\nwhile true do xs = xs + xs end"
        mended "# limits: memory=16\nxs = [0]\nwhile length(xs) < 1000 do xs = xs + xs end";
    TooMuchTime "E0504" "too much time"
        "The computation took longer than it was allowed."
        wrong "# limits: time=0.1\nwhile true do end"
        mended "# limits: time=10\nn = 0\nwhile n < 9 do n = n + 1 end";
    Interrupted "E0505" "interrupted"
        "Somebody pressed Ctrl-C, or the system ended the command. What was shown before is right.";
    Unshown "E0506" "more than can be shown"
        "The rest of what a file shows is left out; its checks are counted.";

    // Files.
    Import "E0601" "a file that cannot be imported"
        "The name counts from the folder of the file that imports. It is a text in UTF-8, and files do not import one another in a circle."
        wrong "import \"kayels.cgt\""
        mended "import \"kayles.cgt\"";
    NoFile "E0602" "a file that cannot be read or written"
        "The system refuses the file; the message gives its reason."
        wrong "heap H = take 1\nload_values(H, \"no_such_file\")"
        mended "heap H = take 1\nH(5)";
    FileRefused "E0603" "a file with contents that do not fit"
        "Files of values and checkpoints carry a checksum and the rules that they belong to. Nothing of them is used unless all fits.";

    // Homework.
    KeyLine "E0701" "a line of a key that cannot be so"
        "A key is read before anything is graded: each question expects something, points and tolerances are numbers, and some answer gives all points."
        wrong "question q1 \"The value of * + *\" worth 2\nend"
        mended "question q1 \"The value of * + *\" worth 2\n  expect 0\nend";
    HandedIn "E0702" "a value that cannot be handed in"
        "Answers are values: numbers, games, positions, lists and so on, of a size that one could still look at.";
    Foreign "E0703" "a function of an answer that has no value here"
        "A key asks the functions that students hand in; what goes wrong in them is told as it was told there.";

    // Warnings: the program runs as it is written.
    DefinedTwice "W0201" "a name that is defined twice"
        "A script defines each function and rule set once. Of two definitions the second holds from its line on; the first one is silently gone then."
        wrong "f(n) = n + 1\nf(n) = n + 2\nf(1)"
        mended "f(n) = n + 1\ng(n) = n + 2\nf(1)";
    Hidden "W0202" "a name that hides one of the library"
        "A variable of the script takes the place of the library's function of that name, which can no longer be called, though the script calls it. In the session every name that hides one is told."
        wrong "mex = 3\nf(g) = mex(left(g))"
        mended "m = 3\nf(g) = mex(left(g))";
    NumberOption "W0203" "an option that is a number"
        "An option may be any game, numbers among them. One that is computed from the position's own number was most often meant as a position, which is written with the name of the rule set."
        wrong "game Foo(n)\n  left n - 1 if n > 0\nend\nFoo(2)"
        mended "game Foo(n)\n  left Foo(n - 1) if n > 0\nend\nFoo(2)";
    NoOutcome "W0204" "an outcome's name that means something else"
        "The names `P`, `N`, `L`, `R` and `D` of the outcomes may be given to variables. Where an outcome is compared with such a variable, its value counts."
        wrong "N = 10\noutcome(*) == N"
        mended "n = 10\noutcome(*) == N";
    ProductOrSum "W0205" "a product that could be meant as a sum"
        "In the literature `2*3` is the sum of 2 and the nimber `*3`; here it is the product 6. Blanks say that a product is meant."
        wrong "2*3"
        mended "2 + *3";
    LeftOpen "W0206" "an answer that was left open"
        "Nothing stands behind the `=` of an answer, neither on its line nor below, where a statement of its own begins. It counts as no answer."
        wrong "answer q1 =\nanswer q2 = 3"
        mended "answer q1 = *\nanswer q2 = 3";
}
