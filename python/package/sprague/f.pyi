# Written by UPDATE=1 python/test from the library's own documentation.
# What is defined below hides the names of Python.
from typing import Any as _Any
from typing import List as _List

def __dir__() -> _List[str]: ...

def AcrosticTwins(*arguments: _Any, **named: _Any) -> _Any:
    """Acrostic Twins: coins on a board; turn over two in a row or a column; the one further to the right or further down
    goes from heads `h` to tails `t`.

    Winning Ways, ch. 14: heads in row r and column c are worth `(r - 1) xor (c - 1)`. Boards of any size.

    > AcrosticTwins("tt|th")
    AcrosticTwins("tt|th") = 0
    > [grundy(AcrosticTwins(grid(4, 4, "t").put((3, c), "h"))) for c in 1..4]
    [2, 3, 0, 1]"""

def Aliquot(n: _Any) -> _Any:
    """The Aliquot Game: a move takes from a heap a divisor of its size, but not the whole heap.

    The nim-value of n is the number of factors 2 in it: odd heaps have odd divisors only, and lead to even ones.
    Winning Ways, ch. 4, has Dim, where the whole heap may be taken.

    > nim_values(Aliquot, 16)
    [0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4]"""

def Amazons(*arguments: _Any, **named: _Any) -> _Any:
    """Amazons (Walter Zamkauskas, 1988): a queen moves as in chess, then shoots an arrow, as a queen moves, at a cell that
    is blocked from then on. Left has the queens `x`, Right `o`; `.` is free, `#` blocked.

    Berlekamp, "Sums of N x 2 Amazons" (IMS Lecture Notes 35, 2000). A move is called `a1-b2/c3`: a queen goes from a1 to b2, its arrow to
    c3. Two queens on 3 by 4.

    > Amazons("x.o")
    Amazons("x.o") = *
    > Amazons("x..|...")
    Amazons("x..|...") = 5
    > canonical(Amazons("x..|..o"))
    +-(1, <2|0>)
    > [move_name(m) for m in moves(Amazons("x..|###"), Left)]
    ["a1-b1/c1", "a1-b1/a1", "a1-c1/b1", "a1-c1/a1"]"""

def AntiClobber(*arguments: _Any, **named: _Any) -> _Any:
    """Anti-Clobber: a stone moves onto a free square beside it, and leaves a stone of the other colour behind. Left has
    `x`, Right `o`.

    `AntiClobber` in Siegel's CGSuite 2, where the value of the first example is from. Every move fills a square, so
    play ends. Boards of some 12 free squares.

    > AntiClobber("xoxo|oo..")
    AntiClobber("xoxo|oo..") = <*|-1>
    > AntiClobber("x.")
    AntiClobber("x.") = 1"""

def Antonim(*arguments: _Any, **named: _Any) -> _Any:
    """Antonim: Nim in which no two heaps may be equal, unless they are empty.

    Winning Ways, ch. 15. Some 4 heaps of 8.

    > [outcome(Antonim(heaps)) for heaps in [[1], [1, 2], [2, 3], [3, 4], [1, 2, 3]]]
    [N, P, N, P, N]"""

def ArcKayles(G: _Any) -> _Any:
    """Arc Kayles: take an edge with its two ends, and all edges at them. The player who cannot move loses.

    Schaefer 1978. A path of n vertices is Dawson's Kayles with n bottles, a star is worth *. Graphs of some 14 edges,
    paths of some 50 vertices.

    > [grundy(ArcKayles(path_graph(n))) for n in 1..15]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0]
    > ArcKayles(star_graph(5))
    ArcKayles(star_graph(5)) = *
    > ArcKayles(grid_graph(2, 3))
    ArcKayles(grid_graph(2, 3)) = *"""

def BackslidingToadsAndFrogs(*arguments: _Any, **named: _Any) -> _Any:
    """Backsliding Toads and Frogs: Toads and Frogs in which an animal may also step back one free square: toads `T` step
    right or left and leap to the right over one frog `F`, frogs the other way.

    Winning Ways, ch. 11. Play may go round, so values are loopy; that of the last example is from the tests of Siegel's CGSuite 2. Strips of
    some 8 squares.

    > outcome(BackslidingToadsAndFrogs("T.F"))
    P
    > outcome(BackslidingToadsAndFrogs("TTT..FFF"))
    D
    > canonical(BackslidingToadsAndFrogs("TTT..FFF"))
    <on|<0|-1/2>> & <<1/2|0>|off>"""

def Binary(n: _Any) -> _Any:
    """The Binary Game: a move takes a power of two from a heap.

    Exactly the multiples of 3 are lost for the player to move: no power of two is a multiple of 3.

    > nim_values(Binary, 8)
    [0, 1, 2, 0, 1, 2, 0, 1, 2]"""

def BrusselsSprouts(regions: _Any) -> _Any:
    """Brussels Sprouts: draw a line from a free arm of a cross to a free arm, and a bar across it, whose two arms are
    free. Lines do not cross. Whoever cannot move loses.

    `BrusselsSprouts(n)` begins with n crosses of four arms. A position is the list of its regions, each the list of
    how many free arms lie along each boundary in it.

    Winning Ways, ch. 17: play lasts exactly 5n - 2 moves, whatever one does. Up to 3 crosses.

    > [outcome(BrusselsSprouts(n)) for n in 1..3]
    [N, P, N]
    > remoteness(BrusselsSprouts(2))
    8"""

def Chaos(G: _Any, chips: _Any = ...) -> _Any:
    """The chip-firing game on a graph: a move adds a chip to a vertex; vertices with at least as many chips as neighbours send one to each, and who makes that go on for ever has made the last move. Chips are given as a list in the order of the vertices or as a map; a number instead is the end of a game in which so many were played. Boards that a symmetry of the graph takes into each other are the same position.

    > outcome(Chaos(complete_graph(9)))
    N
    > moves(Chaos(path_graph(3)))
    [[0, 0, 0] -> [0, 1, 0]]
    > grundy(Chaos(cycle_graph(4)))
    0"""

def ChildishHackenbush(picture: _Any) -> _Any:
    """Childish Hackenbush: Hackenbush in which a player may only cut a blue or red edge if everything else stays joined to the
    ground. Left cuts blue edges, Right red ones; green edges are for grown-ups, both may cut them, and what hangs on them falls.

    Winning Ways, ch. 8; the values of the first two examples, and of the lollipop, a ring on two green sticks, are from Siegel's CGSuite 2. Pictures of some
    14 edges.

    > ChildishHackenbush([("ground", 1, "blue"), (1, 2, "blue"), (1, 3, "red"), (3, 4, "blue")])
    ChildishHackenbush([("ground", 1, "blue"), (1, 2, "blue"), (1, 3, "red"), (3, 4, "blue")]) = 2
    > canonical(ChildishHackenbush(ring("bbbbbbrrrr")))
    <4|-2>
    > canonical(ChildishHackenbush(lollipop(2, "bbbbbbrrr"))) == <0 | ^[4]* || vv>
    true"""

def Chomp(*arguments: _Any, **named: _Any) -> _Any:
    """Chomp: a move takes a square and everything below it and to its right. The square at the top left is poisoned and is
    never taken, so who cannot move loses. A board is the list of its rows' lengths.

    The first player wins every rectangle but 1 by 1, since otherwise the move that takes only the last square could be
    improved on (Gale, "A curious Nim-type game", Amer. Math. Monthly 81, 1974).

    > outcome(Chomp([4, 4, 4]))
    N
    > winning_moves(Chomp([3, 3]))
    [Chomp([3, 3]) -> Chomp([3, 2])]
    > Chomp([4, 1, 1, 1])
    Chomp([4, 1, 1, 1]) = 0"""

def ChompBox(m: _Any, n: _Any, p: _Any, bites: _Any = ...) -> _Any:
    """Chomp in three dimensions: a move takes a cube out of a box of `m` by `n` by `p` cubes, and all that are not nearer
    to the corner (1, 1, 1) in any direction. That corner is poisoned and is never taken. `bites` are the cubes that
    were chosen.

    Winning Ways, ch. 18; the first player wins every box but a single cube, since otherwise the far corner alone could
    be improved on. Some 16 cubes; `chomp(chain(m) * chain(n) * chain(p))` has an engine of its own.

    > winning_moves(ChompBox(2, 2, 2))
    [ChompBox(2, 2, 2, []) -> ChompBox(2, 2, 2, [(2, 2, 2)])]
    > [outcome(ChompBox(2, 2, n)) for n in 1..3]
    [N, N, N]"""

def Clobber(*arguments: _Any, **named: _Any) -> _Any:
    """Clobber: a stone moves onto a neighbouring stone of the other colour and takes its place. Left has `x`, Right `o`.

    Albert, Grossman, Nowakowski, Wolfe, "An introduction to Clobber" (Integers 5(2), 2005, A1). Clobber is all-small: as
    long as one player can move, so can the other. Boards of some 16 stones.

    > Clobber("xo")
    Clobber("xo") = *
    > Clobber("xxo")
    Clobber("xxo") = ^
    > canonical(Clobber("xoxo|oxox|xoxo"))
    0"""

def ClobberBy(*arguments: _Any, **named: _Any) -> _Any:
    """Clobber by rules of one's own. Left moves a stone `x` along a step onto a square whose sign is one of `onto`, and
    leaves the sign `stays` behind; with `far = true` it may first go on over free squares `.` in the same direction.
    Right does the same with `x` and `o` exchanged.

    Positions that `clobber(…)` makes; generalized Clobber is in Siegel's CGSuite 2, where the value of the example is
    from. Boards that fall apart are not taken apart: some 12 stones.

    > ClobberBy("xoxo|oox.|xxx.", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
    ClobberBy("xoxo|oox.|xxx.", [(1, 1), (1, -1), (-1, 1), (-1, -1)], "o", ".", false) = <0, v*|vv>"""

def Col(G: _Any) -> _Any:
    """Col: Left paints a vertex blue, Right red; neighbours never have the same colour. A vertex that only one player may paint has
    that player's colour, `"blue"` or `"red"`.

    Winning Ways, ch. 2: every position is a number or a number plus *. Grids of 4 by 4.

    > Col(path_graph(3))
    Col(path_graph(3)) = 0
    > [canonical(Col(path_graph(n))) for n in 1..5]
    [*, 0, 0, 0, 0]"""

def Conjunctive(g: _Any, h: _Any) -> _Any:
    """The conjunctive compound of two games: a move is a move in both, and play ends as soon as one of them has none.

    Smith 1966; Winning Ways, ch. 9, where it is a rapid join. The lesser remoteness of the two decides: who begins wins
    exactly if it is odd. `conjunctive(G, H)` joins rule sets; `conjunctive_sum`
    gives the value alone.

    > outcome(Conjunctive(Nim(2), Nim(0)))
    P
    > remoteness(Conjunctive(Square(17), Square(20))) == min(remoteness(Square(17)), remoteness(Square(20)))
    true"""

def CouplesAreForever(n: _Any) -> _Any:
    """Couples-are-Forever: a move splits a heap into two, but a heap of 2 stays together.

    Winning Ways, ch. 4; the nim-values are not known to become periodic.

    > nim_values(CouplesAreForever, 12)
    [0, 0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4]"""

def Cram(*arguments: _Any, **named: _Any) -> _Any:
    """Cram: both players place dominoes, either way; impartial Domineering, also called plugg.

    Boards of even by even cells are second-player wins and those of even by odd cells first-player wins, by symmetry
    (Winning Ways, ch. 15).

    > Cram(grid(3, 3))
    Cram("...|...|...") = 0
    > outcome(Cram(grid(4, 3)))
    N
    > winning_moves(Cram("...."))
    [Cram("....") -> Cram(".##.")]"""

def Cube(n: _Any) -> _Any:
    """The Cube Game: a move takes a cube, at least 1, from a heap.

    > nim_values(Cube, 16)
    [0, 1, 0, 1, 0, 1, 0, 1, 2, 0, 1, 0, 1, 0, 1, 0, 1]"""

def Cutcake(m: _Any, n: _Any) -> _Any:
    """Cutcake: Left cuts a piece of `m` by `n` squares in two along a vertical line of the grid, Right along a horizontal
    one; `m` is its breadth, `n` its height.

    All values are integers (Winning Ways, ch. 2): if `n` lies between the powers of two `p` and `2 p`, and `m` is at least
    `p`, Left is `m // p - 1` moves ahead. Cakes of any size.

    > Cutcake(4, 2)
    Cutcake(4, 2) = 1
    > Cutcake(2, 7)
    Cutcake(2, 7) = -2"""

def DawsonsChess(n: _Any) -> _Any:
    """Dawson's Chess: a move takes a pawn with its neighbours from a row of pawns, as the captures on a board of three rows
    force it.

    Dawson, "Caissa's Wild Roses" (1935); worth what a row of Dawson's Kayles with one bottle more is worth (Winning
    Ways, ch. 4).

    > nim_values(DawsonsChess, 10)
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
    > nim_values(DawsonsChess, 100) == [grundy(DawsonsKayles(n + 1)) for n in 0..100]
    true"""

def DawsonsKayles(n: _Any) -> _Any:
    """Dawson's Kayles: a move knocks down two neighbouring bottles of a row.

    The nim-values have period 34 from 53 on (Guy and Smith, 1956).

    > nim_values(DawsonsKayles, 11)
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]"""

def Dicotic(g: _Any) -> _Any:
    """The dicotic variant of a game: a player may move only where the other one could, too.

    Siegel's CGSuite 2 has such variants; a dicotic game is all-small. `dicotic(Domineering)` is the variant of a rule
    set.

    > canonical(Dicotic(Domineering("...|...")))
    ^
    > Dicotic(3)
    Dicotic(3) = 0"""

def Dim(n: _Any) -> _Any:
    """Dim: a move takes a divisor of a heap from it, 1 and the whole heap among them.

    The nim-value of n is one more than the number of factors 2 in it (Winning Ways, ch. 4).

    > nim_values(Dim, 16)
    [0, 1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1, 5]"""

def Domineering(*arguments: _Any, **named: _Any) -> _Any:
    """Domineering (Göran Andersson): Left places a vertical domino on two free cells `.`, Right a horizontal one.

    Winning Ways, ch. 5, has the values of small boards: 4 by 5 is 1, 5 by 5 is 0. Conway's real estate (On Numbers and Games, ch. 10) bounds them:
    Left keeps the dominoes that Right cannot touch, and Right has no more moves than find room.

    > Domineering("..|..")
    Domineering("..|..") = +-1
    > Domineering("..|.#|.#")
    Domineering("..|.#|.#") = 1/2
    > canonical(Domineering(grid(4, 5)))
    1"""

def DotsAndBoxes(*arguments: _Any, **named: _Any) -> _Any:
    """Dots and Boxes: a move draws a line between neighbouring dots; whoever draws the fourth side of a box takes it and
    moves again. The most boxes win.

    A board has dots `+`, lines `.` that may be drawn and `-` that are, boxes `o` that may be taken and `#` that are;
    `dots(m, n)` is the empty board of m by n boxes. Winning Ways, ch. 16; Berlekamp, *The Dots and Boxes Game* (2000).
    Some 12 lines.

    > dots(1, 2)
    +.+.+
    .o.o.
    +.+.+
    > [score(DotsAndBoxes(dots(1, n))) for n in 1..3]
    [-1, 0, -1]
    > score(DotsAndBoxes(dots(2, 2)))
    2
    > score(DotsAndBoxes("+-+-+|.o.o.|+-+-+"))
    -2
    > DotsAndBoxes(dots(1, 2))
    DotsAndBoxes("+.+.+|.o.o.|+.+.+") = score 0"""

def DynamicNim(n: _Any, most: _Any = ..., factor: _Any = ...) -> _Any:
    """Dynamic Nim: a move takes from a heap of `n` at least one and at most `most`; the next may take at most `factor`
    times as many. Without `most` it is the beginning, where all but the whole heap may be taken.

    Schwenk, "Take-away games" (Fibonacci Quarterly 8, 1970). With factor 1 the powers of two are lost at the
    beginning, with 2 the Fibonacci numbers. Heaps of some hundreds.

    > [n for n in 1..40 if outcome(DynamicNim(n, factor = 1)) == P]
    [1, 2, 4, 8, 16, 32]
    > [n for n in 1..40 if outcome(DynamicNim(n, factor = 3)) == P]
    [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40]"""

def Eatcake(m: _Any, n: _Any) -> _Any:
    """Eatcake: Left eats a column of a cake with m rows and n columns, Right a row; what is left may be two cakes.

    Winning Ways, ch. 8; the values of the example are from Siegel's CGSuite 2. Cakes of some 9 by 9.

    > [canonical(Eatcake(8, n)) for n in [1, 2, 3, 4, 8]]
    [^, <^|||^*|v||0>, <^^|*>, <^^|*||0, <0|vv*>>, *]"""

def EdgeGeography(G: _Any, token: _Any) -> _Any:
    """Edge Geography: a token moves along an edge, which is then gone. The player who cannot move loses.

    On graphs without directions (Fraenkel, Scheinerman, Ullman 1993: "Undirected edge geography") and with them;
    Geography takes vertices away instead, so that these are its four kinds. An edge with a direction beside one without is another move.
    Graphs of some 14 edges.

    > outcome(EdgeGeography(cycle_graph(5), 1))
    N
    > outcome(EdgeGeography(cycle_graph(6), 1))
    P
    > outcome(EdgeGeography(graph {a -> b, b -> c, c -> a, a -> d}, "a"))
    N
    > outcome(EdgeGeography(graph {a -- b, a -- b, a -> b, b -- c, c -> a}, "a"))
    N"""

def ElephantsAndRhinos(*arguments: _Any, **named: _Any) -> _Any:
    """Elephants and Rhinos: on a strip Left moves an elephant `E` one free square to the right, Right a rhino `R` one to
    the left. Nobody leaps. Several rows are several strips.

    Where the herds have come together, the value is an integer: the moves that each player can make behind. Before that
    it may be a switch or a star. The value of the example is from Siegel's CGSuite 2. Strips of some 16 squares.

    > ElephantsAndRhinos("EEEE..RRR")
    ElephantsAndRhinos("EEEE..RRR") = 1"""

def EndNim(*arguments: _Any, **named: _Any) -> _Any:
    """End-Nim: heaps in a row; Left takes any number from the leftmost heap, Right from the rightmost.

    Albert and Nowakowski, "The game of End-Nim" (Electronic J. Combin. 8(2), 2001). A single heap is a Nim heap. Some
    5 heaps of 5.

    > EndNim([4])
    EndNim([4]) = *4
    > [outcome(EndNim(heaps)) for heaps in [[1, 1], [2, 1], [1, 2], [2, 1, 1]]]
    [P, L, R, L]"""

def Euclid(m: _Any, n: _Any) -> _Any:
    """Euclid: a move takes a multiple of the smaller of two numbers from the larger, which must not become negative.
    Whoever makes a 0 wins.

    Cole and Davie, "A game based on the Euclidean algorithm and a winning strategy for it" (Math. Gazette 53, 1969):
    lost are the pairs of different numbers whose quotient is less than the golden ratio. Numbers of any size.

    > [(m, n) for n in 1..8 for m in 1..n if outcome(Euclid(m, n)) == P]
    [(2, 3), (3, 4), (4, 5), (4, 6), (5, 6), (5, 7), (6, 7), (5, 8), (6, 8), (7, 8)]"""

def FibonacciNim(n: _Any, most: _Any = ...) -> _Any:
    """Fibonacci Nim: the first move takes any number from a heap of `n`, but not all; each other at most twice what the
    one before took. `most` is what the next may take.

    Whinihan, "Fibonacci Nim" (Fibonacci Quarterly 1, 1963): the Fibonacci numbers are lost at the beginning, and later
    those where fewer may be taken than the least part of n as a sum of Fibonacci numbers that are no neighbours. Who
    wins heaps of some thousands, nim-values of some hundreds.

    > [n for n in 1..40 if outcome(FibonacciNim(n)) == P]
    [1, 2, 3, 5, 8, 13, 21, 34]
    > winning_moves(FibonacciNim(11))
    [(11, 10) -> (8, 6)]"""

def Fission(*arguments: _Any, **named: _Any) -> _Any:
    """Fission: a piece `x` splits into two that move apart, onto the free squares `.` on both sides of it: Left splits
    pieces vertically, Right horizontally.

    Siegel's CGSuite 2. Boards of some 16 squares.

    > Fission(".|x|.")
    Fission(".|x|.") = 1
    > Fission("...|.x.|...")
    Fission("...|.x.|...") = 0"""

def Fjords(*arguments: _Any, **named: _Any) -> _Any:
    """Fjords: a player claims a free square beside a square of their own. Left has `x`, Right `o`.

    The second half of the board game Fjords (Franz-Benno Delonge, 2005); on graphs in Siegel's CGSuite 2. Boards of
    some 14 squares.

    > Fjords("x..")
    Fjords("x..") = 2
    > Fjords("x...o")
    Fjords("x...o") = *
    > Fjords("x.o")
    Fjords("x.o") = *"""

def FoxAndGeese(*arguments: _Any, **named: _Any) -> _Any:
    """Fox and Geese: Left moves a goose `x` one square diagonally down, Right the fox `o` one square diagonally, either
    way; the square must be free. Nobody takes anything. The fox wins when it is past the geese, since they run out of
    moves.

    Winning Ways, ch. 20: the geese win from their first rank, but cannot give away a move. Values are loopy: a fox that has passed the geese is
    worth `off` if there is a free rank behind them, where it can go up and down for ever. The value of the third example is from the tests of
    Siegel's CGSuite 2. Four ranks of the board of 8 columns.

    > outcome(FoxAndGeese(".x..|....|o..."))
    R
    > geese = ".x.x.x.x|........|........|o......."

    > outcome(FoxAndGeese(geese))
    L
    > geese = "........|x.x.x.x.|.o......|........"

    > canonical(FoxAndGeese(geese))
    2 + over"""

def Geography(G: _Any, token: _Any) -> _Any:
    """Geography: a token moves along an edge, from its vertex, which is then gone. The player who cannot move loses.

    Vertex geography; on graphs without directions the first player wins exactly if every maximum matching covers the token's vertex
    (Fraenkel, Scheinerman, Ullman 1993). Grids of 5 by 5.

    > outcome(Geography(path_graph(4), 1))
    N
    > outcome(Geography(path_graph(3), 1))
    P
    > outcome(Geography(graph {a -> b, b -> c, c -> a, a -> c}, "a"))
    N"""

def Ghost(*arguments: _Any, **named: _Any) -> _Any:
    """Ghost: add a letter to what was said so far, such that a word of the list begins with it; whoever would complete a
    word loses, so that nobody does.

    An old parlour game. Lists of thousands of words.

    > winning_moves(Ghost(["ape", "apple", "bee", "cats"]))
    [Ghost(["ape", "apple", "bee", "cats"], "") -> Ghost(["ape", "apple", "bee", "cats"], "c")]
    > outcome(Ghost(["star", "stare", "string"], "st"))
    N"""

def GreedyNim(*arguments: _Any, **named: _Any) -> _Any:
    """Greedy Nim: a move takes any number from a largest heap.

    Albert and Nowakowski, "Nim restrictions" (Integers 4, 2004): lost are the positions with an even number of largest
    heaps. Who wins some heaps of some thousands, nim-values of some 5 heaps of 8.

    > [outcome(GreedyNim(heaps)) for heaps in [[3], [3, 3], [1, 3, 3], [3, 3, 3], [1, 2, 3]]]
    [N, P, P, N, N]"""

def Grundy(n: _Any) -> _Any:
    """Grundy's Game: a move splits a heap into two of different sizes.

    Grundy, "Mathematics and games" (Eureka 2, 1939). Nobody knows whether the nim-values become periodic.

    > nim_values(Grundy, 11)
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]
    > outcome(Grundy(10, 11, 12))
    N"""

def Grunt(*arguments: _Any, **named: _Any) -> _Any:
    """Grunt: turn over four coins that lie symmetrically, one of them the coin furthest to the left in the row; the one
    furthest to the right goes from heads `h` to tails `t`.

    Winning Ways, ch. 14: heads in place n are worth a heap of n - 1 in Grundy's Game. Rows of any length.

    > [grundy(Grunt(repeated("t", n) + "h")) for n in 0..19] == [grundy(Grundy(n)) for n in 0..19]
    true
    > Grunt("thhth")
    Grunt("thhth") = 0"""

def Guiles(n: _Any) -> _Any:
    """Guiles: a move takes a heap of 1 or of 2, or takes 2 from a heap and leaves two heaps.

    Winning Ways, ch. 4, among the octal games with names.

    > nim_values(Guiles, 12)
    [0, 1, 1, 0, 1, 1, 2, 2, 1, 2, 2, 1, 1]"""

def Hackenbush(picture: _Any) -> _Any:
    """Hackenbush: a move cuts an edge, and what no longer hangs on the ground falls away. Left cuts blue edges, Right red
    ones, both cut green ones.

    A picture is a graph whose edges have colours as labels, `"ground"` being the ground and an edge without a label green; or a list
    of edges: two vertices and a colour. A stalk is a text of colours from the ground up, by their initials `b r g`; `L` and `R`
    will do for bLue and Red. What does not hang on the ground has fallen; a picture without any ground is refused. Isomorphic parts of pictures are one position.

    Winning Ways, ch. 1, 2 and 7; Conway, On Numbers and Games, ch. 8 and 15. A stalk of blue and red edges is a number,
    by Berlekamp's rule; a stalk of green ones is a Nim heap.

    > Hackenbush("bbr")
    Hackenbush("bbr") = 3/2
    > Hackenbush(graph {ground -- a: "blue", a -- b: "red", a -- c: "blue"})
    Hackenbush(graph {a -- b: "red", a -- c: "blue", a -- ground: "blue"}) = 1
    > Hackenbush([("ground", "a", "blue"), ("a", "b", "red"), ("a", "c", "blue")])
    Hackenbush([("ground", "a", "blue"), ("a", "b", "red"), ("a", "c", "blue")]) = 1
    > canonical(Hackenbush(graph {ground -- a, a -- b, b -- ground}))
    *
    > moves(Hackenbush("grb"), Left)
    [Left: Hackenbush("grb") -> Hackenbush(""), Left: Hackenbush("grb") -> Hackenbush("gr")]"""

def HackenbushSprings(stalk: _Any) -> _Any:
    """Hackenbush springs: a stalk of Hackenbush, from the ground up, in which edges in capitals are springs. Cutting an edge takes it and all above it away; a spring comes back
    at once, so that only what stands on it is gone. Left cuts blue edges and springs, `b` and `B`, Right red ones, `r` and `R`, both green ones, `g` and `G`.

    Each edge is a base on which the rest of the stalk stands, so the value is an ordinal sum, such as `1 : off` for a red spring on a blue
    edge. The names of the values are those of Winning Ways, ch. 11: `over` is `<0 | pass>`, and `^[on]*` is `<0, pass | 0>`. Stalks of some 8 edges.

    > [canonical(HackenbushSprings(stalk)) for stalk in ["B", "R", "G"]]
    [on, off, dud]
    > [canonical(HackenbushSprings(stalk)) for stalk in ["bR", "bB", "gB", "gbR"]]
    [over, on, ^[on]*, <0, *|0, pass>]
    > canonical(HackenbushSprings("bR")) == 1 : off
    true"""

def HareAndHounds(*arguments: _Any, **named: _Any) -> _Any:
    """Hare and Hounds, the French military game, on the small board of eleven points: 0 on the left, the columns 1 2 3, 4
    5 6, 7 8 9 from above, 10 on the right. Left moves one of three hounds along a line, never to the left; Right moves
    the hare along a line, either way. A point holds one animal. The hare wins where no hound is to its left any more:
    play stops there, and Right may pass.

    Winning Ways, ch. 21; the rule that hounds must not move up and down for ever is left out, so that play may go
    round and nobody win. The hounds win moving first from their side, with the hare on its own.

    > outcome(HareAndHounds([0, 1, 3], 10))
    L
    > moves(HareAndHounds([4, 5, 6], 10), Right)
    [Right: HareAndHounds([4, 5, 6], 10) -> HareAndHounds([4, 5, 6], 7), Right: HareAndHounds([4, 5, 6], 10) -> HareAndHounds([4, 5, 6], 8), Right: HareAndHounds([4, 5, 6], 10) -> HareAndHounds([4, 5, 6], 9)]"""

def HotClobber(*arguments: _Any, **named: _Any) -> _Any:
    """Hot Clobber: a stone moves onto any stone beside it, of either colour. Left has `x`, Right `o`.

    `HotClobber` in Siegel's CGSuite 2. A row of n stones of one colour is n - 1 moves for its owner. Boards of some 14
    stones.

    > HotClobber("xxxx")
    HotClobber("xxxx") = 3
    > HotClobber("xxoo")
    HotClobber("xxoo") = 0"""

def Impartial(g: _Any) -> _Any:
    """The impartial variant of a game: each player may make the moves of both.

    Siegel's CGSuite 2 has such variants. `impartial(Domineering)` is the variant of a rule set, which is called like
    it.

    > Impartial(Domineering("..|..")) == Cram("..|..")
    true
    > Impartial(<1 | -1>)
    Impartial(+-1) = 0"""

def JuniperGreen(n: _Any, last_one: _Any, left_over: _Any = ...) -> _Any:
    """Juniper Green: on the numbers 1 to `n` a move crosses out a divisor or a multiple of the number that was crossed
    out last. `left_over` are the numbers that are not crossed out.

    Stewart, *Mathematical Recreations* (Scientific American, March 1997), after R. Porteous; the first number is
    chosen in advance here. It is Geography on the graph of divisors: numbers up to some 20.

    > [k for k in 1..12 if outcome(JuniperGreen(12, k)) == P]
    [2, 4, 5, 6, 7, 8, 9, 11, 12]"""

def Kayles(n: _Any) -> _Any:
    """Kayles (Dudeney): a move knocks down one bottle, or two neighbours, of a row.

    The nim-values have period 12 from 71 on (Guy and Smith, "The G-values of various games", Proc. Cambridge Philos.
    Soc. 52, 1956).

    > Kayles(7)
    Kayles(7) = *2
    > winning_moves(Kayles(3, 4, 5))
    [5 -> 3, 1]
    > nim_values(Kayles, 11)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]"""

def Kayles2D(m: _Any, n: _Any) -> _Any:
    """Two-dimensional Kayles: a move takes a row or a column out of a board of `m` by `n` squares, which may fall into two.

    From the lecture notes on combinatorial games, lesson 4.

    > Kayles2D(7, 4)
    Kayles2D(7, 4) = *2
    > [grundy(Kayles2D(n, 1)) for n in 0..8]
    [0, 1, 2, 1, 2, 1, 2, 1, 2]"""

def KingClobber(*arguments: _Any, **named: _Any) -> _Any:
    """Clobber with kings: a stone moves onto one of the up to eight stones of the other colour around it. Left has `x`,
    Right `o`.

    `Kings` in Siegel's CGSuite 2. All-small, like Clobber. Boards of some 9 stones.

    > KingClobber("xo|ox")
    KingClobber("xo|ox") = *
    > KingClobber("x.|.o")
    KingClobber("x.|.o") = *"""

def KnightClobber(*arguments: _Any, **named: _Any) -> _Any:
    """Clobber with knights: a stone moves as a knight does in chess onto a stone of the other colour.

    A member of the family of generalized Clobber in Siegel's CGSuite 2. Boards of some 12 stones. On 3 by 3 with the middle free the stones stand in a ring of eight.

    > KnightClobber("xo|..|ox")
    KnightClobber("xo|..|ox") = 0
    > KnightClobber("x.|..|.o")
    KnightClobber("x.|..|.o") = *"""

def Konane(*arguments: _Any, **named: _Any) -> _Any:
    """Konane, Hawaiian checkers: a stone jumps along its row or column over a stone of the other colour beside it onto
    the free square behind, and takes it; it may go on jumping in the same direction. Left has `x`, Right `o`.

    Ernst, "Playing Konane mathematically" (UMAP Journal 16, 1995); Chan and Tsai, "1 by n Konane: a summary of
    results" (More Games of No Chance, 2002). Boards of some 20 squares.

    > Konane("xo.o.")
    Konane("xo.o.") = 1
    > Konane("xo.o.xo.")
    Konane("xo.o.xo.") = <1|0>
    > Konane("xo.|ox.|...")
    Konane("xo.|ox.|...") = 1"""

def Lasker(n: _Any) -> _Any:
    """Lasker's Nim: a move takes any number from a heap, or splits it into two.

    Heaps of 4k+1 and 4k+2 are worth themselves, 4k+3 is worth 4k+4, 4k+4 is worth 4k+3 (Winning Ways, ch. 4).

    > nim_values(Lasker, 8)
    [0, 1, 2, 4, 3, 5, 6, 8, 7]"""

def LastLoses(g: _Any) -> _Any:
    """The misère variant of a game as a game of normal play: whoever cannot move there makes a last move here, and has won.

    So the sum with another game is no misère sum: that is the variant of the sum. `last_loses(Nim)` is the variant of a
    rule set.

    > [outcome(LastLoses(Nim(1, 1, n))) for n in 0..3] == [misere_outcome(Nim(1, 1, n)) for n in 0..3]
    true
    > outcome(LastLoses(1/2))
    R"""

def LeapingToads(*arguments: _Any, **named: _Any) -> _Any:
    """Toads and Frogs with longer leaps: on a strip Left moves a toad `T` one square to the right, or over up to `most`
    frogs `F` onto the free square behind them; Right does the same to the left. Several rows are several strips.

    `LeapingToads(strip, 1)` is ToadsAndFrogs. The value of the example is from Siegel's CGSuite 2. Strips of some 12
    squares.

    > LeapingToads("TTTT..FFF", 2)
    LeapingToads("TTTT..FFF", 2) = <1/2+*|v>
    > LeapingToads("TT.FF", 1) == ToadsAndFrogs("TT.FF")
    true"""

def Maize(*arguments: _Any, **named: _Any) -> _Any:
    """Maize: Maze in steps. Left moves the token `x` one free square down, Right one to the right; `#` is wall.

    Albert, Nowakowski and Wolfe, *Lessons in Play* (2007). Boards of any size.

    > Maize("x..")
    Maize("x..") = -2
    > Maize("x.|..")
    Maize("x.|..") = 0"""

def Mark(n: _Any) -> _Any:
    """Mark: from a heap of n a move goes to n - 1 or to n/2, rounded down.

    Fraenkel, "Aperiodic subtraction games" (Electronic J. Combin. 18(2), 2011): lost are the numbers whose binary
    notation ends in an odd number of zeros, and 0. Heaps of some thousands.

    > [n for n in 0..24 if outcome(Mark(n)) == P]
    [0, 2, 6, 8, 10, 14, 18, 22, 24]"""

def MaundyCake(m: _Any, n: _Any) -> _Any:
    """Maundy Cake: Left cuts a cake with m rows and n columns by vertical lines into equal pieces, two or more; Right by
    horizontal ones.

    Winning Ways, ch. 2: all values are integers. If `n` has more prime factors than `m`, Left is ahead by as many cuts,
    each through all the pieces that the larger of its primes have made. The values of the example are from Siegel's
    CGSuite 2. Sides of some millions.

    > [canonical(MaundyCake(8, n)) for n in 1..8]
    [-7, -3, -3, -1, -3, -1, -3, 0]"""

def Maze(*arguments: _Any, **named: _Any) -> _Any:
    """Maze: one token `x` on a board with walls `#`. Left moves it any number of free squares down, Right any number to
    the right.

    Albert, Nowakowski and Wolfe, *Lessons in Play* (2007), where walls are edges. Boards of any size.

    > Maze("x..")
    Maze("x..") = -2
    > Maze("x.|..")
    Maze("x.|..") = 0
    > Maze("x.|.#")
    Maze("x.|.#") = *"""

def Mem(n: _Any, last: _Any = ...) -> _Any:
    """Mem: a move takes at least as many from a heap as the move before, which is remembered.

    The values of the example are from Siegel's CGSuite 2. Heaps of some hundreds.

    > [grundy(Mem(10, n)) for n in 0..14]
    [3, 3, 3, 3, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0]"""

def Mnem(n: _Any, last: _Any = ...) -> _Any:
    """Mnem: a move takes any number from a heap, but not as many as the move before, which is remembered.

    The values of the example are from Siegel's CGSuite 2. Heaps of some hundreds.

    > [grundy(Mnem(10, n)) for n in 0..10]
    [6, 6, 6, 4, 6, 6, 3, 6, 6, 6, 6]"""

def MockTurtles(*arguments: _Any, **named: _Any) -> _Any:
    """Mock Turtles: turn over up to three coins; the one furthest to the right goes from heads `h` to tails `t`.

    Winning Ways, ch. 14: the values are the odious numbers. Rows of some 40 coins.

    > [grundy(MockTurtles(repeated("t", n) + "h")) for n in 0..10]
    [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21]
    > MockTurtles("thhth")
    MockTurtles("thhth") = *14"""

def MooresNim(*arguments: _Any, **named: _Any) -> _Any:
    """Moore's Nim: a move takes any numbers, not all of them 0, from up to `k` heaps.

    Moore, "A generalization of the game called Nim" (Annals of Mathematics 11, 1910): lost are the positions whose
    binary digits, added in each place, are all multiples of k + 1. Heaps stand in their order from the smallest; who
    wins some 4 heaps of 12, nim-values of some 4 heaps of 6.

    > outcome(MooresNim([1, 2, 3], 2))
    N
    > outcome(MooresNim([2, 2, 2], 2))
    P
    > MooresNim([1, 2, 3], 1) == Nim(1, 2, 3)
    true"""

def Nim(n: _Any) -> _Any:
    """Nim: a move takes any number from a heap.

    Bouton, "Nim, a game with a complete mathematical theory" (Annals of Mathematics 3, 1901).

    > Nim(17, 25, 13)
    Nim(17) + Nim(25) + Nim(13) = *5
    > winning_moves(Nim(17, 25, 13))
    [13 -> 8]"""

def Nimble(*arguments: _Any, **named: _Any) -> _Any:
    """Nimble: a coin `o` on a strip moves any number of squares to the left, never onto or over another coin.

    The lecture notes' rules, with at most one coin on a square; in Winning Ways, ch. 15, this is the Silver Dollar Game
    without the Dollar. Pair the coins from the right, a coin left over with the strip's end: the gaps in the pairs are
    Nim heaps, since a player answers a coin that goes away from its partner by moving the partner after it.

    > Nimble(".o...o.o")
    Nimble(".o...o.o") = 0
    > winning_moves(Nimble("o..o"))
    [Nimble("o..o") -> Nimble("oo..")]"""

def Nimstring(*arguments: _Any, **named: _Any) -> _Any:
    """Nimstring: Strings and Coins for the last move: a move cuts a string, and whoever cuts the last string of a coin
    must move again. Whoever cannot move, loses. A position is the list of its strings, pairs of coins or of a coin and
    the ground 0.

    Winning Ways, ch. 16. An option here is a whole turn, up to a cut that takes no coin; a turn that ends the game
    with a coin loses, and is none. So `+` is not the sum of the book, where whoever takes a coin may move again in any
    part: that sum is the list of all strings, with coins of their own, and `nimstring_value` is the nim-value in it, or
    "loony". Some 12 strings.

    > outcome(Nimstring([(0, 1), (1, 0)]))
    N
    > [nimstring_value(s) for s in [[(0, 1)], [(0, 1), (1, 0)], [(0, 1), (1, 2), (2, 0)]]]
    [0, 1, 1]"""

def NoGo(*arguments: _Any, **named: _Any) -> _Any:
    """NoGo: a player places a stone on a free square; every group of stones, of either colour, must have a free square
    beside it afterwards. Left has `x`, Right `o`.

    Also called Anti-Atari Go (Chou, Teytaud, Yen, "Revisiting Monte-Carlo tree search on a normal form game: NoGo",
    2011). Boards of some 16 squares.

    > NoGo("..")
    NoGo("..") = *
    > canonical(NoGo(grid(2, 3)))
    0
    > moves(NoGo("x..o"), Left)
    [Left: NoGo("x..o") -> NoGo("xx.o")]"""

def NoPassGo(*arguments: _Any, **named: _Any) -> _Any:
    """Go without passing: a player places a stone on a free square; stones of the other colour that have no free square
    beside their group any more are taken away, then the own group must have one. Whoever cannot move loses. Left has
    `x`, Right `o`.

    There is no ko: play may go round, and then nobody wins. Strips of some 7 squares, boards of 2 by 3.

    > outcome(NoPassGo("..."))
    N
    > moves(NoPassGo("xo|.."), Left)
    [Left: NoPassGo("xo|..") -> NoPassGo("xo|x."), Left: NoPassGo("xo|..") -> NoPassGo("x.|.x")]"""

def NodeKayles(G: _Any) -> _Any:
    """Node Kayles: take a vertex and its neighbours. The player who cannot move loses.

    Schaefer, "On the complexity of some two-person perfect-information games" (J. Comput. System Sci. 16, 1978). On paths it is Dawson's Kayles
    with its heaps one less. Grids of 5 by 5, paths and cycles of a hundred and more.

    > [grundy(NodeKayles(path_graph(n))) for n in 1..10]
    [1, 1, 2, 0, 3, 1, 1, 0, 3, 3]
    > outcome(NodeKayles(cycle_graph(5)))
    P
    > NodeKayles(graph {a -- b -- c -- d, b -- d})
    NodeKayles(graph {a -- b, b -- c, b -- d, c -- d}) = *2"""

def Northcott(*arguments: _Any, **named: _Any) -> _Any:
    """Northcott's Game: each row has one counter `x` of Left and one `o` of Right. A player moves a counter of theirs along
    its row, either way, any number of free squares, never over the other.

    The gaps are Nim heaps: a retreat is answered by following, and rows are finite (Winning Ways, ch. 3).

    > Northcott("x...o|.xo..|x..o.")
    Northcott("x...o|.xo..|x..o.") = *
    > grundy(Northcott("x...o|.x.o."))
    2"""

def Officers(n: _Any) -> _Any:
    """Officers: a move takes one from a heap and leaves one or two heaps, but never none.

    Winning Ways, ch. 4. Nobody knows whether the nim-values become periodic.

    > nim_values(Officers, 12)
    [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0]"""

def PartizanEuclid(p: _Any, q: _Any) -> _Any:
    """Partizan Euclid: let r be the remainder of the larger of two numbers by the smaller, q. If it is not 0, Left moves
    to q and r, Right to q and q - r.

    McKay and Nowakowski, "Outcomes of partizan Euclid" (Integers 12B, 2013); the values of the example are from
    Siegel's CGSuite 2. All values are all-small. Numbers of some thousands.

    > [canonical(PartizanEuclid(8, n)) for n in 1..8]
    [0, 0, v, 0, 0, ^, ^5, 0]"""

def PartizanSplittles(n: _Any, lefts: _Any, rights: _Any) -> _Any:
    """Partizan Splittles: Partizan Subtraction in which a player may also part what is left of the heap into two.

    Mesdal, "Partizan splittles" (Games of No Chance 3, 2009). Heaps of some 30.

    > [canonical(PartizanSplittles(n, [1], [1, 2])) for n in 0..5]
    [0, *, v, v*, vv, vv*]"""

def PartizanSubtraction(n: _Any, lefts: _Any, rights: _Any) -> _Any:
    """Partizan Subtraction: from a heap of `n` Left takes one of the numbers `lefts`, Right one of `rights`.

    Fraenkel and Kotzig, "Partizan octal games: partizan subtraction games" (Intern. J. Game Theory 16, 1987); the
    value of the first example is from Siegel's CGSuite 2. Heaps of some hundreds, as long as the values stay small.

    > PartizanSubtraction(6, [1, 3], [2, 3])
    PartizanSubtraction(6, [1, 3], [2, 3]) = <1|1, <1|0>||0, <1|0>|0|||0, <1|0>|0>
    > [canonical(PartizanSubtraction(n, [1], [1, 2])) for n in 0..5]
    [0, *, v, vv*, v3, v4*]"""

def Peaceful(*arguments: _Any, **named: _Any) -> _Any:
    """Peaceful chessmen: both players place the same kind of chessman on a square that no one on the board attacks or
    holds. `piece` is "queen", "rook", "bishop", "king" or "knight"; on the board `.` can still be used and `#` cannot.

    Noon and Van Brummelen, "The non-attacking queens game" (College Math. J. 37, 2006). Rooks are placed min(rows,
    columns) times, whatever one does; on odd by odd boards the first player wins with kings and knights from the
    middle. Boards of 6 by 6, with rooks any.

    > [grundy(Peaceful(grid(n, n))) for n in 1..5]
    [1, 1, 2, 1, 3]
    > [grundy(Peaceful(grid(3, n), "rook")) for n in 1..5]
    [1, 0, 1, 1, 1]
    > winning_moves(Peaceful(grid(1, 3), "king"))
    [Peaceful("...", "king") -> Peaceful("###", "king")]
    > Peaceful(grid(3, 3))
    Peaceful("...|...|...", "queen") = *2"""

def Points(n: _Any) -> _Any:
    """Nobody can move, and Left is so many points ahead. Points stand at the ends of forms: `<Points(3) | Points(-3)>`.

    > score(Points(3))
    3
    > compare(Points(3), Points(2), in = Guaranteed)
    >"""

def PokerNim(*arguments: _Any, **named: _Any) -> _Any:
    """Poker Nim: Nim in which each player has a bag of chips. A move takes any number of chips from a heap into the own
    bag, or puts any number out of it on a heap that has chips.

    Winning Ways, ch. 3: who wins at Nim wins, since what was put on a heap is taken away at once. Play may go round,
    so who wins is known. Some 3 heaps and 4 chips.

    > [outcome(PokerNim([1, 2], 1, 1)), outcome(PokerNim([2, 2], 1, 0))]
    [N, P]"""

def Polyomino(*arguments: _Any, **named: _Any) -> _Any:
    """Placing a polyomino on a board: both players place the same one, turned and reflected as they like, on free cells `.`.
    The shape is a board with `#` for its cells. `"##"` is Cram.

    After Golomb's game with the twelve pentominoes, each of which is placed once (Polyominoes, 1965). Boards of 4 by 5.

    > [grundy(Polyomino(grid(3, n), ".#|##")) for n in 1..4]
    [0, 2, 0, 1]
    > grundy(Polyomino(grid(3, 4), "##")) == grundy(Cram(grid(3, 4)))
    true
    > Polyomino(grid(2, 3), ".#|##")
    Polyomino("...|...", ".#|##") = *2"""

def Prim(n: _Any) -> _Any:
    """Prim: a move takes a number from a heap that has no divisor in common with it, but 1.

    Even heaps are lost, 1 is worth 1, and any other the place of its least prime factor among 2, 3, 5, 7, … (Winning Ways, ch. 4).

    > nim_values(Prim, 15)
    [0, 1, 0, 2, 0, 3, 0, 4, 0, 2, 0, 5, 0, 6, 0, 2]"""

def PrimePower(n: _Any) -> _Any:
    """The Prime-power Game: a move takes 1 or a power of a prime from a heap.

    Exactly the multiples of 6 are lost for the player to move: no prime power is a multiple of 6.

    > p_positions(PrimePower, 40)
    [0, 6, 12, 18, 24, 30, 36]"""

def Push(*arguments: _Any, **named: _Any) -> _Any:
    """Push: a move pushes a piece one square to the left, along with the pieces that stand right before it without a gap;
    whoever is pushed over the end is gone. Left pushes `b`, Right `r`; `.` is free.

    Albert, Nowakowski and Wolfe, *Lessons in Play* (2007). All values are numbers. Strips of some 14 squares.

    > Push("..b")
    Push("..b") = 3
    > Push("rb")
    Push("rb") = 3/2"""

def Quadraphage(*arguments: _Any, **named: _Any) -> _Any:
    """Quadraphage: Right moves a chess king `K`, Left eats a free square in each move. The king wins if it comes to the
    edge of the board, where play stops and Right may pass; it has lost when it cannot move.

    Winning Ways, ch. 19 (R. A. Epstein's game of the Quadraphage). Boards of 5 by 5 with a few squares eaten; who wins
    is known, since the king may go round.

    > outcome(Quadraphage("...|.K.|..."))
    R
    > outcome(Quadraphage("#####|#.K.#|#...#|####.|#####"))
    L"""

def QueenClobber(*arguments: _Any, **named: _Any) -> _Any:
    """Clobber with queens: a stone moves along a row, column or diagonal over free squares onto the first stone there, if
    that is the other colour's.

    `Queens` in Siegel's CGSuite 2. Boards of some 10 stones.

    > QueenClobber("x..|...|..o")
    QueenClobber("x..|...|..o") = *"""

def Rayles(n: _Any) -> _Any:
    """Rayles: draw a loop through one dot or two; it parts the dots that are left into those inside and those outside. A
    heap is a region with so many dots.

    Winning Ways, ch. 17: it is Kayles.

    > nim_values(Rayles, 11) == nim_values(Kayles, 11)
    true"""

def Rims(n: _Any) -> _Any:
    """Rims: draw a loop through at least one dot; it parts the dots that are left into those inside and those outside. A
    heap is a region with so many dots.

    Winning Ways, ch. 17: a move takes any number from a heap and may part the rest in two; the value is still that of
    Nim.

    > nim_values(Rims, 6)
    [0, 1, 2, 3, 4, 5, 6]"""

def RookClobber(*arguments: _Any, **named: _Any) -> _Any:
    """Clobber with rooks: a stone moves along its row or column over free squares onto the first stone there, if that is
    the other colour's.

    `Rooks` in Siegel's CGSuite 2. Boards of some 9 stones.

    > RookClobber("x..o")
    RookClobber("x..o") = *
    > RookClobber("x..x.o")
    RookClobber("x..x.o") = ^"""

def Ruler(*arguments: _Any, **named: _Any) -> _Any:
    """Ruler: turn over any number of neighbouring coins; the one furthest to the right goes from heads `h` to tails `t`.

    Winning Ways, ch. 14: heads in place n are worth the largest power of two that divides n. Rows of any length.

    > [grundy(Ruler(repeated("t", n) + "h")) for n in 0..11]
    [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]
    > Ruler("thhth")
    Ruler("thhth") = *2"""

def Schuh(n: _Any, named: _Any = ...) -> _Any:
    """Schuh's game of divisors: name a divisor of `n` but 1 that is no multiple of one that was named.

    Schuh, "Spel van delers" (Nieuw Tijdschrift voor Wiskunde 39, 1952); the same as Chomp on a box whose sides are the
    powers of the primes in n. The first player wins unless n is 1 (Schuh). `chomp(divisors(n))` has an engine of its
    own; here some 16 divisors.

    > [outcome(Schuh(n)) for n in 1..8]
    [P, N, N, N, N, N, N, N]
    > winning_moves(Schuh(12))
    [Schuh(12, []) -> Schuh(12, [12])]"""

def Selective(g: _Any, h: _Any) -> _Any:
    """The selective compound of two games: a move is a move in one of them or in both.

    Smith 1966; Winning Ways, ch. 10, where it is a union. If the games are impartial, the second player wins exactly if they
    win both. `selective(G, H)` is that of rule sets.

    > [[outcome(Selective(Kayles(m), Nim(n))) for n in 0..2] for m in 0..2]
    [[P, N, N], [N, N, N], [N, N, N]]
    > Selective(Nim(1), Nim(1))
    Selective(Nim(1), Nim(1)) = *2"""

def Shove(*arguments: _Any, **named: _Any) -> _Any:
    """Shove: a move shoves a piece and all pieces to its left one square to the left; who is shoved over the end is gone.
    Left shoves `b`, Right `r`; `.` is free.

    Albert, Nowakowski and Wolfe, *Lessons in Play* (2007). All values are numbers. Strips of some 14 squares.

    > Shove("..b")
    Shove("..b") = 3
    > Shove("rb")
    Shove("rb") = 3/2"""

def SmallHalf(n: _Any) -> _Any:
    """A move takes fewer than n/2 + 1 from a heap of n.

    A heap of 2k - 1 is worth *k, a heap of 2k is worth what a heap of k - 1 is worth; lost are the heaps of 2^k - 2.

    > nim_values(SmallHalf, 12)
    [0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3]
    > p_positions(SmallHalf, 100)
    [0, 2, 6, 14, 30, 62]"""

def Snort(G: _Any) -> _Any:
    """Snort: Left paints a vertex blue, Right red; neighbours never have different colours. A vertex that only one player may paint
    has that player's colour, `"blue"` or `"red"`.

    Winning Ways, ch. 5 (Simon Norton). Grids of 4 by 4.

    > [canonical(Snort(path_graph(n))) for n in 1..3]
    [*, +-1, +-2]
    > Snort(path_graph(4))
    Snort(path_graph(4)) = +-<2|1>"""

def Sprouts(regions: _Any) -> _Any:
    """Sprouts: draw a line from a spot to a spot, perhaps the same one, and a new spot on it; lines do not cross, and at
    most three ends of lines meet in a spot. Whoever cannot move loses.

    `Sprouts(n)` begins with n spots. A position is the list of its regions; a region lists the boundaries in it, and a
    boundary the spots along it in their order, a pair of a number and how many line ends are there, twice where one
    passes the spot on both sides.

    Winning Ways, ch. 17 (Conway and Paterson 1967); Applegate, Jacobson and Sleator, "Computer analysis of Sprouts"
    (1991): the second player wins with 0, 1, 2 spots, the first with 3, 4, 5. Three spots take a second, four half a
    minute.

    > [outcome(Sprouts(n)) for n in 0..2]
    [P, P, P]
    > length(moves(Sprouts(2)))
    2"""

def Square(n: _Any) -> _Any:
    """The Square Game: a move takes a square number, at least 1, from a heap.

    Golomb, "A mathematical investigation of games of 'take-away'" (J. Combin. Theory 1, 1966).

    > p_positions(Square, 40)
    [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]
    > [remoteness(Square(n)) for n in 0..8]
    [0, 1, 2, 3, 1, 2, 3, 4, 5]"""

def StaircaseNim(*arguments: _Any, **named: _Any) -> _Any:
    """Staircase Nim: coins on the steps of a stair; a move takes any number of coins from one step to the next step
    below. A position lists how many lie on the steps 1, 2, …; those that come to the ground are out.

    The odd steps are Nim heaps, since what is moved to one from an even step is moved on (an exercise in Ferguson's lecture notes "Game Theory").
    Some 4 steps.

    > StaircaseNim([3, 7, 5])
    StaircaseNim([3, 7, 5]) = *6
    > winning_moves(StaircaseNim([1, 0, 2]))
    [StaircaseNim([1, 0, 2]) -> StaircaseNim([1, 1, 1])]"""

def Stalking(n: _Any) -> _Any:
    """Stalking: a move takes a heap of 2, or takes 1 from a heap and leaves at most one heap.

    Winning Ways, ch. 4, among the octal games with names.

    > nim_values(Stalking, 8)
    [0, 1, 2, 0, 1, 0, 1, 0, 1]"""

def StringsAndCoins(*arguments: _Any, **named: _Any) -> _Any:
    """Strings and Coins: strings join coins to each other and to the ground 0; a move cuts a string. Whoever cuts the
    last string of a coin takes it and moves again. The most coins win. A position is the list of its strings, pairs of
    ends.

    Winning Ways, ch. 16. A chain of three coins costs who opens it three, less two for the declined ones. Some 12
    strings.

    > score(StringsAndCoins([(0, 1), (1, 2), (2, 0)]))
    -2
    > best_move(StringsAndCoins([(1, 2), (0, 1)]))
    Left: StringsAndCoins([(1, 2), (0, 1)]) -> StringsAndCoins([(0, 1)])"""

def Sylver(*arguments: _Any, **named: _Any) -> _Any:
    """Sylver Coinage: name a number from 2 on that is no sum of numbers that were named, which may be used more than
    once. Whoever cannot, loses (in the coins of the game: must name 1).

    Winning Ways, ch. 18. `named` are numbers without a common divisor, so that only finitely many others are left.
    Some 20 numbers left.

    > [outcome(Sylver(named)) for named in [[2, 3], [3, 4], [3, 5], [4, 5, 11]]]
    [P, N, N, P]
    > winning_moves(Sylver([4, 5]))
    [Sylver([4, 5]) -> Sylver([4, 5, 11])]"""

def Sym(*arguments: _Any, **named: _Any) -> _Any:
    """Sym: turn over any number of coins that lie symmetrically; the one furthest to the right goes from heads `h` to
    tails `t`.

    Winning Ways, ch. 14; the values of the example are also in Siegel's CGSuite 2. Rows of some 16 coins.

    > [grundy(Sym(repeated("t", n) + "h")) for n in 0..11]
    [1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11]
    > Sym("thhth")
    Sym("thhth") = 0"""

def Tafl(*arguments: _Any, **named: _Any) -> _Any:
    """A small Tafl, such as Tablut and Brandubh on few squares: every man moves like a rook. A man that comes to stand so
    that one of the other side is between two of the own, in a row or column, takes it. Left has the attackers `x` and
    wins by taking the king `K`, Right the king and its men `o` and wins when the king comes to the edge of the board,
    where play stops and Right may pass.

    Linnaeus, *Iter Lapponicum* (1732), has Tablut on 9 by 9; here there is no throne and no corner. Play may go round,
    so who wins is known. Boards of some 4 by 4 with three or four men.

    > outcome(Tafl(".x..|x...|.K.x|.x.."))
    N
    > winning_moves(Tafl("....|xK..|..x.|...."), Left)
    [Left: Tafl("....|xK..|..x.|....") -> Tafl("....|x.x.|....|....")]"""

def Timber(G: _Any) -> _Any:
    """Timber: dominoes stand on the edges of a tree, each to be toppled in the direction of its edge. A toppled domino
    takes all dominoes with it that are on the side to which it falls.

    Nowakowski, Renault, Lamoureux, Mellon and Miller, "The game of Timber" (J. Combin. Math. Combin. Comput. 85,
    2013). The graph has directed edges and no cycles, whatever the directions. Trees of some 14 edges.

    > Timber(graph {a -> b, b -> c, c -> d})
    Timber(graph {a -> b, b -> c, c -> d}) = *3
    > Timber(graph {b -> a, b -> c})
    Timber(graph {b -> a, b -> c}) = 0
    > Timber(graph {a -> b, c -> b})
    Timber(graph {a -> b, c -> b}) = *"""

def ToadsAndFrogs(*arguments: _Any, **named: _Any) -> _Any:
    """Toads and Frogs: on a strip, Left moves a toad `T` one square to the right, or jumps with it over one frog `F`; Right
    does the same to the left. Several rows are several strips.

    Winning Ways, ch. 1 and 5; Erickson, "New Toads and Frogs results" (Games of No Chance, 1996). Some 12 squares.

    > ToadsAndFrogs("T.F")
    ToadsAndFrogs("T.F") = *
    > ToadsAndFrogs("TT..F")
    ToadsAndFrogs("TT..F") = 1
    > ToadsAndFrogs("TT.FF")
    ToadsAndFrogs("TT.FF") = *"""

def TopplingDominoes(*arguments: _Any, **named: _Any) -> _Any:
    """Toppling Dominoes: a row of dominoes, `b` blue, `r` red, `g` green. A player topples a domino of theirs to one
    side, and it takes all dominoes on that side with it: Left the blue and green ones, Right the red and green ones.

    Fink, Nowakowski, Siegel and Wolfe, "Toppling conjectures" (Games of No Chance 4, 2015). Rows of some 14 dominoes.

    > TopplingDominoes("bbb")
    TopplingDominoes("bbb") = 3
    > TopplingDominoes("br")
    TopplingDominoes("br") = *
    > TopplingDominoes("brb")
    TopplingDominoes("brb") = 1/2
    > TopplingDominoes("ggg")
    TopplingDominoes("ggg") = *3"""

def Treblecross(*arguments: _Any, **named: _Any) -> _Any:
    """Treblecross, tic-tac-toe on a strip: both players write `X`, and who completes three in a row wins. Nobody writes an
    `X` next to another or next but one, since the answer wins, so such moves are left out and who has no other loses.

    So a strip of n squares is worth a row of n+2 bottles in Triple Kayles, octal 0.007 (Winning Ways, ch. 4).

    > Treblecross(grid(1, 5))
    Treblecross(".....") = *2
    > winning_moves(Treblecross("........"))
    [Treblecross("........") -> Treblecross("...X...."), Treblecross("........") -> Treblecross("....X...")]"""

def TripleKayles(n: _Any) -> _Any:
    """Triple Kayles: a move knocks down three neighbouring bottles of a row. Treblecross on n cells is a row of n + 2.

    Nobody knows whether the nim-values become periodic (Winning Ways, ch. 4).

    > nim_values(TripleKayles, 14)
    [0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0]"""

def Triplets(*arguments: _Any, **named: _Any) -> _Any:
    """Triplets: turn over exactly three coins; the one furthest to the right goes from heads `h` to tails `t`.

    Winning Ways, ch. 14: Mock Turtles two places later. Rows of some 40 coins.

    > [grundy(Triplets(repeated("t", n) + "h")) for n in 0..10]
    [0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16]
    > Triplets("thhth")
    Triplets("thhth") = *5"""

def TurnAndEatcake(m: _Any, n: _Any) -> _Any:
    """Turn-and-Eatcake: Eatcake in which a player first turns the cake, with m rows and n columns, by a quarter, so that
    rows become columns, and then eats one.

    Winning Ways, ch. 8; the values of the example are from Siegel's CGSuite 2. Cakes of some 12 by 12.

    > [canonical(TurnAndEatcake(8, n)) for n in 0..8]
    [0, v, 0, v, 0, -^<3>, 0, v, 0]"""

def TurningCorners(*arguments: _Any, **named: _Any) -> _Any:
    """Turning Corners: coins on a board; turn over the four corners of a rectangle; that at the lower right goes from
    heads `h` to tails `t`.

    Winning Ways, ch. 14: heads in row r and column c are worth the nim-product of r - 1 and c - 1, the product of
    Twins with itself (Tartan theorem). Boards of any size.

    > [grundy(TurningCorners(grid(4, 4, "t").put((3, c), "h"))) for c in 1..4]
    [0, 2, 3, 1]
    > TurningCorners("th|hh")
    TurningCorners("th|hh") = *"""

def TurningTurtles(*arguments: _Any, **named: _Any) -> _Any:
    """Turning Turtles: turn over one coin or two; the one furthest to the right goes from heads `h` to tails `t`.

    Winning Ways, ch. 14: heads in place n are a Nim heap of n. Rows of any length.

    > TurningTurtles("thtth")
    TurningTurtles("thtth") = *7
    > winning_moves(TurningTurtles("hht"))
    [TurningTurtles("hht") -> TurningTurtles("ttt")]"""

def Turnips(*arguments: _Any, **named: _Any) -> _Any:
    """Turnips, also called Ternups: turn over three coins at equal distances; the one furthest to the right goes from
    heads `h` to tails `t`.

    Winning Ways, ch. 14; the values of the example are also in Siegel's CGSuite 2. Rows of any length.

    > [grundy(Turnips(repeated("t", n) + "h")) for n in 0..19]
    [0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]
    > Turnips("thhth")
    Turnips("thhth") = *"""

def Twins(*arguments: _Any, **named: _Any) -> _Any:
    """Twins: turn over exactly two coins; the one on the right goes from heads `h` to tails `t`.

    Winning Ways, ch. 14: heads in place n are a Nim heap of n - 1. Rows of any length.

    > Twins("hthh")
    Twins("hthh") = *"""

def Twisted(g: _Any) -> _Any:
    """The twisted variant of a game: after each move the players exchange their sides.

    Siegel's CGSuite 2 has such variants. `twisted(Domineering)` is the variant of a rule set.

    > Twisted(2)
    Twisted(2) = 0
    > canonical(Twisted(Domineering("..|..")))
    0"""

def WhiteKnight(x: _Any, y: _Any, luggage: _Any = ...) -> _Any:
    """The White Knight: a knight moves, in the four ways that lead towards the lower left, or throws away some of its luggage.

    It rests on the four squares of the corner. The luggage is a Nim heap (Winning Ways, ch. 3).

    > WhiteKnight(6, 4)
    WhiteKnight(6, 4, 0) = *
    > winning_moves(WhiteKnight(6, 4, 5))
    [(6, 4, 5) -> (6, 4, 1)]"""

def WytQueens(*arguments: _Any, **named: _Any) -> _Any:
    """Wyt's Queens: each queen moves any number of squares to the left, down, or both in a diagonal. Several may stand on a
    square. A position is the list of the queens' squares.

    A queen is a position of Wythoff's Game, several queens are a sum (R. P. Isaacs; Winning Ways, ch. 3).

    > WytQueens([(3, 5)])
    WytQueens([(3, 5)]) = 0
    > WytQueens([(1, 3), (2, 2)])
    WytQueens([(1, 3), (2, 2)]) = *5
    > outcome(WytQueens([(3, 5), (6, 2), (4, 4)]))
    N"""

def Wythoff(m: _Any, n: _Any) -> _Any:
    """Wythoff's Game: a move takes any number from one of two heaps, or the same number from both.

    Heaps of `floor(k*φ)` and `floor(k*φ^2)` are lost for the player to move, φ being the golden ratio (Wythoff, "A
    modification of the game of Nim", Nieuw Archief voor Wiskunde 7, 1907).

    > Wythoff(3, 5)
    Wythoff(3, 5) = 0
    > winning_moves(Wythoff(6, 7))
    [(6, 7) -> (4, 7), (6, 7) -> (1, 2)]"""

def WythoffBy(m: _Any, n: _Any, r: _Any = ...) -> _Any:
    """Generalized Wythoff: a move takes any number from one of two heaps, or numbers from both that differ by less than
    `r`.

    Fraenkel, "How to beat your Wythoff games' opponent on three fronts" (Amer. Math. Monthly 89, 1982): lost are the
    floors of `k a` and `k (a + r)` with `a = (2 - r + sqrt(r^2 + 4))/2`. With r = 1 it is Wythoff's Game. Who wins heaps
    of some thousands, nim-values of some 40.

    > [(m, n) for n in 0..10 for m in 0..n if outcome(WythoffBy(m, n, 2)) == P]
    [(0, 0), (1, 3), (2, 6), (4, 10)]"""

def abs(x: _Any) -> _Any:
    """The absolute value of a number.

    > abs(-7/4)
    7/4"""

def acrostic(G: _Any, H: _Any) -> _Any:
    """The acrostic product of two coin-turning games: coins lie at pairs `(x, y)`, and a move is one of G in a column, which keeps `y`, or one of H in a row, which keeps `x`.

    > A = acrostic(turning("twins"), turning("twins")); [grundy(A(5, y)) for y in 0..4]
    [5, 4, 7, 6, 1]"""

def adjacent(G: _Any, a: _Any, b: _Any) -> _Any:
    """Whether an edge leads from one vertex to another.

    > adjacent(cycle_graph(4), 1, 2)
    true
    > adjacent(cycle_graph(4), 1, 3)
    false"""

def after(g: _Any, x: _Any) -> _Any:
    """The position of Chomp after element x is taken, or after a move such as `best_move(g)`. `best_move(after(g, x))` is a reply.

    > after(chomp(subsets(3)), {0, 1})
    chomp(complex([[0, 2], [1, 2]])) = *"""

def again(option: _Any) -> _Any:
    """An option in a clause of a rule set with a `score` clause, after which the same player moves again: `moves Boxes(rest).gains(1).again`.

    > again(gains(*2, 3))
    *2.gains(3).again"""

def all(xs: _Any, f: _Any = ...) -> _Any:
    """Whether all elements are true, or have `f(x)` true.

    > all(n > 0 for n in 1..5)
    true
    > all([])
    true"""

def antichain(n: _Any) -> _Any:
    """The elements 0 to n-1, no two of them comparable.

    > linear_extensions(antichain(4))
    24"""

def any(xs: _Any, f: _Any = ...) -> _Any:
    """Whether one of the elements is true, or has `f(x)` true.

    > any([false, true])
    true
    > any(1..4, n -> n > 4)
    false"""

def append(xs: _Any, x: _Any) -> _Any:
    """The list with one more element at its end.

    > append([1, 2], 3)
    [1, 2, 3]"""

def apply(f: _Any, arguments: _Any) -> _Any:
    """What a function or rule set gives for the arguments that stand in a tuple or list.

    > apply(max, [3, 5, 2])
    5
    > outcome(apply(Wythoff, (1, 2)))
    P"""

def around(b: _Any, cell: _Any, symbols: _Any = ...) -> _Any:
    """The up to eight cells around a cell; only those with one of these symbols, if given.

    > around(grid(2, 2), (1, 1))
    [(2, 1), (1, 2), (2, 2)]"""

def as_heaps(G: _Any, point: _Any) -> _Any:
    """How many heaps of each size a point of `lattice_of(…)` stands for.

    > as_heaps(lattice_of(Kayles, 5), (0, 3, 0, 0, 1))
    {2 => 3, 5 => 1}"""

def as_point(G: _Any, heaps: _Any) -> _Any:
    """The point of `lattice_of(…)` that stands for these heaps: their sizes, or a map from sizes to numbers of heaps, as `as_heaps` returns.

    > as_point(lattice_of(Kayles, 5), [2, 2, 2, 5])
    (0, 3, 0, 0, 1)
    > as_point(lattice_of(Kayles, 5), {2 => 3, 5 => 1})
    (0, 3, 0, 0, 1)"""

def atomic_weight(g: _Any) -> _Any:
    """The atomic weight of an infinitesimal: how many ups it is worth where a remote star is about. Of an all-small game it is `<wl - 2 | wr + 2>` for the weights `wl`, `wr` of its options; if that is an integer, the greatest that fits for a game above a remote star, the least for one below, else 0. Any other game has the weight of two all-small games between which it lies. Weights add up, and who is two ahead wins (Winning Ways, ch. 8). `explain(g, atomic_weight)` shows how it is found.

    Also: `aw`.

    > atomic_weight(^3*2)
    3
    > atomic_weight(<^3 | vv>)
    <1|0>
    > atomic_weight(<0 || 0 | v*>)
    1
    > atomic_weight(tiny(2))
    0"""

def automorphisms(P: _Any) -> _Any:
    """The maps of P onto itself that keep the order both ways, as a list; at most 10000.

    > automorphisms(poset {a < c, b < c})
    [{"a" => "a", "b" => "b", "c" => "c"}, {"a" => "b", "b" => "a", "c" => "c"}]
    > length(automorphisms(subsets(4)))
    24"""

def aw(g: _Any) -> _Any:
    """The atomic weight of an infinitesimal: how many ups it is worth where a remote star is about. Of an all-small game it is `<wl - 2 | wr + 2>` for the weights `wl`, `wr` of its options; if that is an integer, the greatest that fits for a game above a remote star, the least for one below, else 0. Any other game has the weight of two all-small games between which it lies. Weights add up, and who is two ahead wins (Winning Ways, ch. 8). `explain(g, atomic_weight)` shows how it is found.

    Also: `aw`.

    > atomic_weight(^3*2)
    3
    > atomic_weight(<^3 | vv>)
    <1|0>
    > atomic_weight(<0 || 0 | v*>)
    1
    > atomic_weight(tiny(2))
    0"""

def base(genus: _Any) -> _Any:
    """The nim-value in normal play with which a genus begins.

    > base(genus(Kayles(5)))
    4"""

def best_move(g: _Any, player: _Any = ..., bound: _Any = ..., misere: _Any = ..., method: _Any = ...) -> _Any:
    """A best move: win quickly, lose slowly. For impartial positions, and where positions may come again, by remoteness, a draw being better than losing; where more than 200,000 positions or a million moves lie below an impartial one, and for partizan games that end, a winning move if there is one: nim-values and values tell who wins, but not how soon. With `misere = true` whoever cannot move wins; there it goes by remoteness in partizan games, too. In a game for points by the score, for Left unless a player is named. `nothing` if there is no move. `method` is that of `outcome`.

    > best_move(*3)
    *3 -> 0
    > best_move(*3, misere = true)
    *3 -> *"""

def binary(n: _Any, digits: _Any = ...) -> _Any:
    """A non-negative integer in binary, as text; with leading zeros up to a number of digits, if given.

    > binary(25)
    11001
    > binary(5, 6)
    000101"""

def bipartite_graph(m: _Any, n: _Any) -> _Any:
    """The complete bipartite graph: each of 1, …, m is joined to each of the n vertices after them.

    > neighbours(bipartite_graph(2, 3), 1)
    {3, 4, 5}"""

def birthday(g: _Any) -> _Any:
    """The day on which the value is born: the depth of its canonical form. Fractions that are no short games are born on day `omega`, ordinals on their own.

    > birthday(0)
    0
    > birthday(5/8)
    4
    > birthday(^)
    2
    > birthday(1/3)
    omega
    > birthday(omega - 1)
    omega+1"""

def born_by(day: _Any, reduced: _Any = ...) -> _Any:
    """All values born by a day, up to day 3, as a list, the same as `values_born_by(day)`, which knows other universes; with `reduced = true` those that are their own reduced canonical form, one for all that are infinitesimally close.

    > born_by(1)
    [-1, 0, 1, *]
    > [length(born_by(n)) for n in 0..3]
    [1, 4, 22, 1474]
    > [length(born_by(n, reduced = true)) for n in 0..3]
    [1, 3, 10, 61]
    > is_lattice(poset(born_by(2), (g, h) -> g < h))
    true"""

def canonical(g: _Any, in_: _Any = ...) -> _Any:
    """The canonical form of a game: the only form of its value without dominated or reversible options.

    What is printed for any game is the name of its canonical form; moves and all that depends on them go by the form that was written.

    In a universe of misère play, `Misere`, `Dicot`, `DeadEnding` or `IntegerEnds`, the canonical form there: games are equal there exactly if it is the same. It is shown as it is written.

    Also: `canonical_form`.

    > canonical(<0, * | 1/2>)
    1/4
    > options(canonical(<0, 1 | 3>))
    [1]
    > canonical(* + *, in = Misere)
    <* | *>
    > canonical(* + *, in = Dicot)
    0"""

def canonical_form(g: _Any, in_: _Any = ...) -> _Any:
    """The canonical form of a game: the only form of its value without dominated or reversible options.

    What is printed for any game is the name of its canonical form; moves and all that depends on them go by the form that was written.

    In a universe of misère play, `Misere`, `Dicot`, `DeadEnding` or `IntegerEnds`, the canonical form there: games are equal there exactly if it is the same. It is shown as it is written.

    Also: `canonical_form`.

    > canonical(<0, * | 1/2>)
    1/4
    > options(canonical(<0, 1 | 3>))
    [1]
    > canonical(* + *, in = Misere)
    <* | *>
    > canonical(* + *, in = Dicot)
    0"""

def captured(b: _Any, stones: _Any, free: _Any = ...) -> _Any:
    """The cells of all groups of stones that have no free cell beside them, row by row. A group is a connected set of cells with one symbol, one of `stones`; free are the cells with a symbol of `free`.

    > captured(grid("xo.|.o."), "xo")
    []
    > captured(grid("xxo|oo."), "xo")
    [(1, 1), (1, 2)]"""

def cayley_graph(Q: _Any) -> _Any:
    """The Cayley graph of a misère quotient: elements in rows by the length of their words, an arrow of its colour for each generator; P-elements in boxes. `svg(cayley_graph(Q))` is the drawing.

    > cayley_graph(misere_quotient(Kayles, heaps = 2))
        1 : a -> a, b -> b
       [a]: a -> 1, b -> ab
        b : a -> ab, b -> b^2
       ab : a -> b, b -> ab^2
     [b^2]: a -> ab^2, b -> b
     ab^2 : a -> b^2, b -> ab"""

def ceil(x: _Any) -> _Any:
    """The least integer that is not below a number.

    > ceil(7/4)
    2"""

def cell_name(cell: _Any) -> _Any:
    """What players call a cell of a board: columns have letters, rows numbers. For `notation` lines.

    > cell_name((3, 2))
    b3
    > [cell_name(c) for c in cells(grid("x.|.x"), "x")]
    ["a1", "b2"]"""

def cells(b: _Any, symbols: _Any = ...) -> _Any:
    """The cells of a board, row by row; only those with one of these symbols, if given.

    > cells(grid(".x|x."), "x")
    [(1, 2), (2, 1)]"""

def certificate(G: _Any, about: _Any = ..., h: _Any = ...) -> _Any:
    """The certificate of the proved period of a game, or of a period: the theorem, and the numbers that it speaks of. Of a question of play, `outcome(g)`, `winner(g)`, `grundy(g)` or a comparison: a proof of the answer by moves. Of a lattice game or its strategy what is indexed like a map: the method, the linear function that every move lowers, thresholds and periods or strata or the automaton, what was checked, and what the separate checker says. Of a misère quotient a text: the game, the order, the P-portion, the values of the heaps, the period and the table; `verify` reads it.

    > kind(certificate(Kayles))
    certificate
    > certificate(outcome(Clobber("xoxo")))
    certificate that outcome(Clobber("xoxo")) == N: 2 lines
    > verify(certificate(Domineering(grid(3, 3)) >= -1))
    true
    > certificate(strategy(lattice_of(Nim, 3)))["nim_values"]
    [1, 2, 3]
    > certificate(lattice_of(Nim, 2, misere))["checker"]
    accepted: 2 strata, 16 points
    > certificate(misere_quotient(subtraction({1})))
    misere quotient, certificate 1
    code 0.3
    order 2
    p 1
    values 0 1 0 1
    period 2 from 1
    table
    0 1
    0
    end"""

def chain(n: _Any) -> _Any:
    """The chain `0 < 1 < … < n-1`.

    > list(chain(3))
    [0, 1, 2]
    > length(chain(2) * chain(3))
    6"""

def chains(P: _Any) -> _Any:
    """How many chains of 0, 1, 2, … elements P has, as a list.

    > chains(subsets(2))
    [1, 4, 5, 2]"""

def chip_line(G: _Any, chips: _Any = ..., first: _Any = ...) -> _Any:
    """A line of best play in Chaos for many and few chips: the vertices that get a chip, in order.

    > length(chip_line(cycle_graph(4))) == chip_number(cycle_graph(4))
    true"""

def chip_number(G: _Any, chips: _Any = ..., first: _Any = ...) -> _Any:
    """The game chip number of a graph: how many chips are played in Chaos if Left wants many and Right few. Left begins unless it is said otherwise.

    > [chip_number(complete_graph(n)) for n in 2..8]
    [1, 4, 8, 12, 18, 26, 34]"""

def chomp(P: _Any, poisoned: _Any = ...) -> _Any:
    """Chomp on a poset: a move takes an element and all above it. A least element is poisoned and never taken; with `poisoned = false` it can be taken like any other. Subset Takeaway is `chomp(subsets(n, k))`.

    > chomp(subsets(3))
    chomp(subsets(3)) = *3
    > winning_moves(chomp(chain(4) * chain(7)))
    [(2, 3)]
    > chomp(subsets(3)) + *3
    chomp(subsets(3)) + *3 = 0
    > grundy(chomp(chain(4), poisoned = false))
    4"""

def chomp_certificate(g: _Any, lines: _Any) -> _Any:
    """A proof of who wins a position of Chomp from its lines in a file, as `save_certificate(proof(g), file)` writes them; `verify` checks it."""

def claim(certificate: _Any) -> _Any:
    """What a certificate claims, as a text in Sprague's own syntax. `verify` says whether it is proved.

    > claim(certificate(Kayles))
    start(code("0.77")) == 71 and period_length(code("0.77")) == 12
    > claim(proof(chomp(subsets(5, 3))))
    winner(chomp(subsets(5, 3))) == First
    > claim(certificate(lattice_of(Nim, 2)))
    p_set(lattice_of(Nim, 2)) == stratification("(0, 0) + N\\{(2, 0), (0, 2)}", 2)"""

def clobber(steps: _Any = ..., onto: _Any = ..., stays: _Any = ..., far: _Any = ...) -> _Any:
    """A rule set of the family of Clobber: `clobber(king_steps)` may be called with a board, like `Clobber`.

    > clobber(king_steps)("xo|.o") == KingClobber("xo|.o")
    true
    > canonical(clobber(stays = "o", onto = ".")("xoxo|oo..")) == AntiClobber("xoxo|oo..")
    true"""

def code(code: _Any) -> _Any:
    """The take-and-break game with a code given as text whose digits go beyond 7: 8 leaves three heaps, G (16) four; `[2]` at the end repeats for ever. After a digit `!` asks for heaps of different sizes, `?` for heaps that are not all equal, `=` for equal ones. `{2,5}` is the digit of two heaps or five, `{2+}` of two and more, `*` of any number, `&64;` that of the number 64. (In a string a brace is written `\\{`, in `heap G = code 0.{2+}` it stands alone.) A digit further left than the one before the point adds beans: `80.0` adds one and leaves three heaps.

    > nim_values(code("0.[3]"), 5)
    [0, 1, 2, 3, 4, 5]
    > nim_values(code("4!.0"), 8)
    [0, 0, 0, 1, 0, 2, 1, 0, 2]
    > nim_values(code("\\{2+}.0"), 8)
    [0, 0, 1, 2, 3, 4, 5, 6, 7]
    > nim_values(code("0.4="), 8)
    [0, 0, 0, 1, 0, 1, 0, 1, 0]"""

def code_of(G: _Any) -> _Any:
    """The code of a take-and-break game as text, in the shortest way without `&`; `nothing` if no code says what its clauses say.

    > code_of(code("00.\\{0,1,2}7\\{3+}[00]"))
    0.77{3+}
    > code_of(Kayles)
    0.77
    > code_of(Nim)
    0.[3]
    > code_of(Square) == nothing
    true"""

def coefficient(f: _Any, p: _Any, by_product: _Any = ...) -> _Any:
    """The coefficient of a generating function at a point, `f[p]`; coordinates may have any size. With `by_product = true` it is found by the full Hadamard product with the monomial (Theorem 3.6 of Guo and Miller), which gives the same more slowly.

    > coefficient(series("1/((1 - x^2)*(1 - y^2))"), (10^30, 4))
    1
    > coefficient(series("1/(1 - x^2)"), 7, true)
    0"""

def colour(G: _Any, vertex: _Any) -> _Any:
    """The colour of a vertex, or nothing.

    > colour(coloured(graph {a -- b}, {"a" => "red"}), "a")
    red"""

def coloured(G: _Any, colours: _Any) -> _Any:
    """A graph whose vertices have the colours that a map gives them; those it does not name keep theirs.

    > coloured(graph {a -- b}, {"a" => "red"})
    coloured(graph {a -- b}, {"a" => "red"})"""

def columns(b: _Any) -> _Any:
    """The number of columns of a board.

    > columns(grid(2, 3))
    3"""

def companion(g: _Any) -> _Any:
    """The companion: all followers get 0 as another option of Left if they are 0 or greater, of Right if they are 0 or less. Of 0 it is `*`, and of most numbers the number itself (Siegel, II).

    > companion(0)
    *
    > companion(^)
    ^*"""

def compare(g: _Any, h: _Any, in_: _Any = ...) -> _Any:
    """How two games compare in a universe: `>`, `<`, `==`, or `||` if neither is at least the other. g is at least h if Left never does worse with g than with h, whatever game of the universe stands beside them and whoever begins. Universes are `Normal`, `Misere` (all games, whoever cannot move wins), `Dicot` (both can move or nobody, in every follower), `DeadEnding` (who cannot move never can again), `IntegerEnds` (who cannot move leaves an integer), and `Guaranteed` (scoring games; see docs/universes.md). `explain(compare(…))` names games beside which they differ.

    > compare(* + *, 0, in = Dicot)
    ==
    > compare(* + *, 0, in = Misere)
    ||
    > compare(<0|> + <|0>, 0, in = DeadEnding)
    ==
    > compare(<0 | *>, 0) == ">"
    true"""

def complement(S: _Any, board: _Any = ...) -> _Any:
    """The points of the board outside of a set (Theorem 4.2 of Guo and Miller); without a board, of all points with nonnegative coordinates.

    > complement(stratum((0, 0), [(2, 0), (0, 2)]))
    (0, 1) + N{(1, 0), (0, 2)} ∪ (1, 0) + N{(2, 0), (0, 2)}
    > complement(stratum(0, [3, 5]))
    {1, 2, 4, 7}"""

def complete_graph(n: _Any) -> _Any:
    """The graph on 1, …, n in which every two vertices are joined.

    > length(edges(complete_graph(5)))
    10"""

def complex(facets: _Any) -> _Any:
    """The simplicial complex with these facets: all their subsets, the empty face too, under inclusion. A graph is the complex of its edges.

    > length(complex([[0, 1, 2], [2, 3]]))
    10
    > grundy(chomp(complex([["a", "b"], ["b", "c"], ["c", "a"]])))
    0"""

def complexity(x: _Any) -> _Any:
    """The number of bits that write something down: `1 + ceil(log2(|n| + 1))` for every integer n in it. For a generating function those of its terms (Definition 3.3 of Guo and Miller); for a lattice game those of its moves and of the defeated positions that lead to all others (2.4); for a list of vectors those of the affine semigroup that they generate (4.8); for a stratification, or a strategy that is known as one, those of its pieces F + A as they are shown (4.9).

    > complexity(series("1/(1 - x^2)"))
    8
    > complexity(stratum((0, 0), [(2, 0)]))
    6
    > complexity(lattice_of(Nim, 2))
    10
    > complexity(lattice_of(Nim, 2, misere))
    12
    > complexity([(2, 0), (0, 2)])
    8
    > complexity(strategy(lattice_of(Nim, 2)))
    10"""

def component(G: _Any, vertex: _Any) -> _Any:
    """The component of a graph that a vertex lies in. `components(G)` lists all.

    > component(graph {a -- b, c -- d}, "c")
    graph {c -- d}"""

def components(g: _Any) -> _Any:
    """The components of a sum of games, of a poset or of a graph, as a list.

    > components(<0 | 1> - *2)
    [1/2, *2]
    > components(3)
    [3]
    > components(poset {a < b, c})
    [poset {a < b}, poset {c}]"""

def compose(f: _Any, g: _Any) -> _Any:
    """The function that hands what `g` gives to `f`: it is called as `g` is, with any number of arguments and with their names.

    > compose(n -> n^2, max)(1, 3, 2)
    9
    > [compose(outcome, Nim)(n) for n in 0..2]
    [P, N, N]"""

def cone(generators: _Any) -> _Any:
    """The points with integer coordinates in the cone of some vectors: all that are nonnegative real combinations. (`stratum(0, A)` takes integer combinations only.)

    > cone([(1, 0), (1, 3)])
    {(0, 0), (1, 1), (1, 2)} + N{(1, 3), (1, 0)}
    > cone([(2, 4)])
    (0, 0) + N{(1, 2)}"""

def congruent(G: _Any, p: _Any, q: _Any, effort: _Any = ...) -> _Any:
    """Whether two points on the board of a lattice game are congruent: for every x both p + x and q + x are P-positions, or neither is (misère congruence, Guo and Miller, Definition 6.1). Defeated points are no positions of play and so no P-positions, but they have their class too, often the identity of the quotient. `separating(G, p, q)` gives an x where only one of them is.

    > congruent(lattice_of(Nim, 2, misere), (3, 0), (1, 0))
    true
    > congruent(lattice_of(Nim, 2, misere), (0, 2), (0, 0))
    false
    > congruent(lattice_of(Nim, 2, misere), (2, 2), (0, 2))
    true
    > congruent(lattice_of(Nim, 2, misere), (1, 0), (0, 1))
    false"""

def conjunctive(G: _Any, H: _Any) -> _Any:
    """Two rule sets joined: a move is a move in both. Several arguments of one of them stand in a tuple.

    > outcome(conjunctive(Wythoff, Nim)((1, 2), 1))
    N
    > outcome(conjunctive(Kayles, Nim)(4, 1)) == outcome(Conjunctive(Kayles(4), Nim(1)))
    true"""

def conjunctive_sum(g: _Any, h: _Any) -> _Any:
    """Both games together, where every move is one in each of them; who cannot move in one of them cannot move (Winning Ways, ch. 9: the join, if it ends with the first). It goes by the forms, and gives the value.

    > conjunctive_sum(*3, *5)
    *3
    > conjunctive_sum(2, 3)
    2"""

def contains(S: _Any, *x: _Any) -> _Any:
    """Whether `x` belongs to a set or collection: `x in S`, as a question after a dot. Several arguments are the coordinates of a point.

    > orthant(2).contains((3, -1))
    false
    > orthant(2).contains(3, 1)
    true
    > contains([1, 2], 2)
    true"""

def continued_conjunctive_sum(g: _Any, h: _Any) -> _Any:
    """Both games together, where every move is one in each of them in which the player can move; play goes on to the end of the last.

    > continued_conjunctive_sum(2, 3)
    3
    > continued_conjunctive_sum(*, *2)
    *2"""

def conway_product(g: _Any, h: _Any) -> _Any:
    """Conway's product of two forms, with options such as `gl*h + g*hl - gl*hl`. Of numbers it is the product, of nimbers nim-multiplication; of other games it depends on the form (On Numbers and Games, ch. 1).

    > conway_product(*4, *4)
    *6
    > conway_product(3/2, 1/2)
    3/4
    > conway_product(<3 | 1>, ^^)
    <^6|^^>"""

def cool(g: _Any, t: _Any) -> _Any:
    """The game cooled by `t`, which is greater than -1: each move costs `t`, until the game freezes to its mean. On a cycle the tax adds up, so there followers must freeze or taxes cancel; else there is an error that says so.

    > cool(<3 | -1>, 1)
    <2|0>
    > cool(<3 | -1>, 3)
    1
    > cool(1/2, -3/4)
    <3/4|1/4>
    > cool(<5 + over | 0>, 1)
    <4|1>
    > cool(<on | 0>, 2)
    <on|2>"""

def coq(certificate: _Any) -> _Any:
    """A certificate as the text of a file that Coq 8.16 accepts without axioms: of a comparison, an outcome or a nim-value of short games, and of the period of an octal game. `sprague verify --coq FILE` writes it; docs/certificates.md says what is in it.

    > "Theorem claim" in coq(certificate(1 > 0))
    true"""

def count(xs: _Any, f: _Any) -> _Any:
    """How many elements `x` have `f(x)` true.

    > count(1..10, is_prime)
    4"""

def count_in_box(f: _Any, low: _Any, high: _Any) -> _Any:
    """The number of points of a set in a box, or the sum of the coefficients of a generating function there, without listing them.

    > count_in_box(stratum((0, 0), [(1, 2), (3, 1)]), 0, 10^9)
    116666667200000001
    > count_in_box(series("1/(1 - x) - 1/2/(1 - x^2)"), 0, 9)
    15/2"""

def covers(P: _Any) -> _Any:
    """The pairs `(x, y)` where y is above x with nothing between: the edges of the Hasse diagram.

    > covers(divisors(6))
    [(1, 2), (1, 3), (2, 6), (3, 6)]"""

def cycle_graph(n: _Any) -> _Any:
    """The cycle through 1, 2, …, n, of at least three vertices.

    > edges(cycle_graph(3))
    [(1, 2), (1, 3), (2, 3)]"""

def degree(G: _Any, vertex: _Any = ...) -> _Any:
    """How many edges end at a vertex; a loop counts twice. Of a stopper alone its degree of loopiness: the upsum of it and its negative, 0 for games that end.

    > degree(star_graph(4), 0)
    4"""

def denominator(x: _Any) -> _Any:
    """The denominator of a number in lowest terms.

    > denominator(6/8)
    4"""

def dicotic(G: _Any) -> _Any:
    """The dicotic variant of a rule set: it is called as the rule set is.

    > dicotic(Domineering)("...|...") == Dicotic(Domineering("...|..."))
    true"""

def difference(a: _Any, b: _Any) -> _Any:
    """The elements of the first set that are not in the second; also of sets of points, or of the generating functions of two sets.

    > difference({1, 2}, {2, 3})
    {1}"""

def diminished_sum(g: _Any, h: _Any) -> _Any:
    """Both games together, where a move is one in either of them; who cannot move in one of them cannot move (On Numbers and Games, ch. 14: the diminished disjunctive compound).

    > diminished_sum(*, *)
    *
    > diminished_sum(*2, *3)
    *4"""

def distinguisher(g: _Any, h: _Any, in_: _Any = ...) -> _Any:
    """A game of the universe that shows that g is not at least h there: beside it Left does worse with g than with h, for some player to begin. `nothing` if g is at least h.

    > distinguisher(* + *, 0, in = Misere)
    -1
    > [misere_outcome(* + * - 1), misere_outcome(0 - 1)]
    [P, L]
    > distinguisher(* + *, 0, in = Dicot) == nothing
    true"""

def divisors(m: _Any) -> _Any:
    """The divisors of m under divisibility.

    > list(divisors(12))
    [1, 2, 3, 4, 6, 12]
    > maximal(divisors(12) - 12)
    [4, 6]"""

def dominated(g: _Any) -> _Any:
    """The dominated options of a form: pairs of the option and one that is better for the same player. Options count by their values, those of one value once.

    > dominated(<0, 1 | 3>)
    [(0, 1)]
    > dominated(<0 | 1, 2>)
    [(2, 1)]"""

def dot(g: _Any, most: _Any = ..., cut: _Any = ..., values: _Any = ..., scores: _Any = ..., misere: _Any = ..., style: _Any = ...) -> _Any:
    """The Hasse diagram of a poset, or the graph of a game, in the language of Graphviz: P-positions in boxes, winning moves red and thick; in partizan games Left's moves blue and Right's red.

    > dot(*)
    digraph G {
      0 [label="*", shape=ellipse];
      0 -> 1 [color=red, penwidth=2];
      1 [label="0", shape=box];
    }
"""

def dots(m: _Any, n: _Any) -> _Any:
    """The empty board of Dots and Boxes with m by n boxes.

    > dots(1, 1)
    +.+
    .o.
    +.+"""

def down(P: _Any, x: _Any) -> _Any:
    """Everything at or below an element, or below any of several in a list, as a poset.

    > list(down(divisors(12), 4))
    [1, 2, 4]
    > length(down(subsets(4), [{0, 1}, {2}]))
    5"""

def downsum(g: _Any, h: _Any) -> _Any:
    """The downsum of two stoppers: the offside of their sum.

    > downsum(over, under)
    under
    > downsum(on, off)
    off"""

def draw(t: _Any) -> _Any:
    """Draws a position as a board, as heaps or as a graph: columns have letters, rows numbers. A rule set says by a `draw` line what its positions look like; else the first parameter that is a board, a graph or heaps is drawn. Of a poset it draws the Hasse diagram, of a loopy value the canonical form as a graph, of all else the thermograph: values increase to the left, as usual: Left's wall is on the left. The tax increases upwards, the mast stands on top. With `--json` there is an SVG beside the text.

    > draw(Clobber(grid("xo.|.xo")))
      a b c
    1 x o .
    2 . x o
    > draw(over)
    over -> L [0]!, R over
    [0]
    > draw(Nim(3) + Nim(5))
    3  ● ● ●
    5  ● ● ● ● ●
    > draw(<2 | 0>)
    tax                                      walls
        |                 |
      1 |                 |                  mast at 1
        |             /       \\
        |         /               \\
        |     /                       \\
      0 | /                               \\  2 to 0"""

def dual(P: _Any) -> _Any:
    """The poset upside down.

    > dual(poset {a < b < c})
    poset {c < b < a}
    > isomorphic(dual(subsets(3)), subsets(3))
    true"""

def edges(G: _Any) -> _Any:
    """The edges of a graph, as a list of pairs of vertices, with the label as a third element where there is one.

    > edges(graph {a -- b: "blue", b -> c})
    [("a", "b", "blue"), ("b", "c")]"""

def empty(xs: _Any) -> _Any:
    """Whether a poset or another collection has no elements.

    > empty(chain(0))
    true
    > empty([0])
    false"""

def error(message: _Any) -> _Any:
    """Ends the program with an error of its own."""

def estimate(P: _Any, what: _Any = ...) -> _Any:
    """What a computation on `subsets(n, k)` will take, before it is begun: classes of downsets, memory, time. `what` is "winner", "grundy", "linear_extensions" or "ideals". Likewise for "linear_extensions" of boxes, products of three chains or more, and for "grundy", nim-values of Chomp, on boxes of two or more.

    > kind(estimate(subsets(7)))
    estimate"""

def explain(g: _Any, about: _Any = ..., x: _Any = ..., y: _Any = ..., misere: _Any = ...) -> _Any:
    """The steps of a good solution: options simplified, dominated ones struck, reversible ones bypassed, the simplicity rule; for impartial positions the options' values and their mex; for sums, and for heaps of Nim as a tuple, the binary columns and a winning move.

    With a function it shows how that is found: `atomic_weight`, `reduced_canonical_form`, `thermograph`; `ordinal_sum` and `norton_product` with a game `x`, `overheat` with `x` and `y`.

    With `misere = true`, who wins misère play: the positions round by round, the rule of misère Nim, or the values of the components in a misère quotient.

    > explain(<0, * | 1/2>)
    <0, * | 1/2>
      Left's option * counts no more than 0, which is its Right stop.
      The value is the simplest number greater than 0 and less than 1/2: 1/4.
    > explain(<^, 0 | 0>)
    <^, 0 | 0>
      Left's option 0 is dominated by ^: <^ | 0>.
      Left's option ^ is reversible through * and is replaced by Left's options of *: 0; <0 | 0>.
      No more option is dominated or reversible: this is the canonical form: *.
    > explain(^, atomic_weight)
    ^
      Left's option 0 has weight 0, less 2: -2.
      Right's option * has weight 0, and 2: 2.
      The simplest game with these options is the integer 0; where other integers fit as well, a remote star tells. Here *2 is one: no follower is equal to it.
      ^ is greater than it, so the weight is the greatest integer that is less than or confused with each of Right's numbers: 1.
    > explain((17, 25, 13))
    Nim with heaps of 17, 25 and 13
      17 = (10001)
      25 = (11001)
      13 = (01101)
           (eeoeo)  e: an even number of ones, o: an odd number
         = (00101)  = 5, the nim-sum
      The leftmost odd column is that of 4. 13 has a one there: it must become 13 xor 5 = 8.
      A winning move: (17, 25, 13) -> (17, 25, 8).
    > explain(Kayles(3), misere = true)
    Kayles(3)
      In misère play whoever cannot move wins.
      Round 0: 0 is won: there is no move.
      Round 1: 1 is lost: every move leads to a won position, to 0.
      Round 2: 2; 3; 1, 1 are won: a move leads to 1.
      So Kayles(3) has outcome N in misère play, remoteness 2."""

def exponents(genus: _Any) -> _Any:
    """The misère nim-values of a genus: of G, G + *2, G + *2 + *2, …; the last two repeat for ever.

    > exponents(genus(*2))
    [2, 0]"""

def filter(xs: _Any, f: _Any) -> _Any:
    """The list of the elements `x` with `f(x)` true.

    > filter(1..6, n -> n % 2 == 0)
    [2, 4, 6]"""

def find(xs: _Any, f: _Any) -> _Any:
    """The first element `x` with `f(x)` true, also of an endless range; `nothing` if there is none.

    > find(1.., n -> n^2 > 50)
    8"""

def first(xs: _Any) -> _Any:
    """The first element.

    > first([4, 5])
    4"""

def fixed(P: _Any, phi: _Any) -> _Any:
    """The elements that an automorphism leaves where they are, as a poset. The automorphism is a function, or a map of those that move. If it is of order 2 and these elements are a downset, Chomp on them has the same value as on P.

    > fixed(subsets(2), {{0} => {1}, {1} => {0}})
    poset {{} < {0, 1}}
    > fixed(antichain(3), x -> 2 - x)
    down(antichain(3), [1])"""

def flip(b: _Any) -> _Any:
    """The board with top and bottom exchanged.

    > flip(grid("a|b"))
    b
    a"""

def floor(x: _Any) -> _Any:
    """The greatest integer that is not above a number.

    > floor(-7/4)
    -2"""

def fold(P: _Any, over: _Any = ..., by: _Any = ..., start: _Any = ...) -> _Any:
    """A recursion over the downsets of P: the empty one has the value `start`, any other what `by` makes of the values of its options. These are the downset without one of its maximal elements, with `over = "up"` those that Chomp has: without an element and all above it. `by` is "sum", "product", "mex", "max", "min", "xor", or a function of the list of the values, each as often as it occurs, in no particular order, which it should not depend on. Left out, `start` is 1 for sums and products, else 0.

    > fold(subsets(4))
    1680384
    > fold(subsets(3) - {}, over = "up", by = "mex")
    3
    > fold(chain(3) * chain(4), by = values -> 1 + max(values))
    12"""

def followers(g: _Any) -> _Any:
    """The game and all that can be reached from it, as a set: of a position the positions, of any other game the values in its canonical form.

    > followers(^)
    {0, *, ^}
    > length(followers(Kayles(5)))
    11
    > followers(^[on])
    {0, *, ^[on]}"""

def freeze(g: _Any) -> _Any:
    """The game cooled by its temperature: its mean and an infinitesimal. Numbers are frozen as they are.

    > freeze(<3 | -1>)
    1+*
    > freeze(<4 || 2 | 0>)
    5/2+*
    > freeze(1/2)
    1/2
    > freeze(<5 + over | 0>)
    5/2+*"""

def gains(option: _Any, points: _Any) -> _Any:
    """An option in a clause of a rule set with a `score` clause, with the points that the move brings to whoever makes it: `moves Coins(rest).gains(1)`. They count besides what the `score` clause says where play ends.

    > gains(*2, 3)
    *2.gains(3)"""

def game_graph(g: _Any, most: _Any = ..., cut: _Any = ..., values: _Any = ..., scores: _Any = ..., misere: _Any = ..., style: _Any = ...) -> _Any:
    """The positions of a game and the moves between them, each position once: winning moves with an exclamation mark, P-positions in square brackets; the options are those of `tree`. With `style = "note"` it shows who wins the whole game, as the first player begins it: positions that the second player wins are boxed, and the first player's losing moves to them marked (`?`, red); nothing is shown below them, nor where a player can end the game at once. `svg(game_graph(g))` is the drawing, `dot(g)` the text for Graphviz.

    > game_graph(*2)
    *2  -> [0]!, *
    [0]
    *   -> [0]!
    > game_graph(Chaos(complete_graph(3)), style = "note")
    [0, 0, 0] -> [1, 0, 0]
    [1, 0, 0] -> [1, 1, 0]
    [1, 1, 0]
    > game_graph(Chaos(complete_graph(3)), scores = true)
    4: [0, 0, 0] -> L 4: [1, 0, 0]!
    4: [1, 0, 0] -> R 4: [1, 1, 0]!
    4: [1, 1, 0] -> L 3: endless, L 4: [1, 1, 1]!
    3: endless
    4: [1, 1, 1] -> R 4: endless!
    4: endless"""

def gcd(a: _Any, b: _Any) -> _Any:
    """The greatest common divisor of two integers.

    > gcd(12, 18)
    6"""

def genus(g: _Any) -> _Any:
    """The genus of an impartial position: its nim-value, then the misère nim-values of G, G + *2, G + *2 + *2, …, of which the last two repeat for ever (Winning Ways, ch. 13). `.base` is the first, `.exponents` are the others; genus(g)[n] is the misère nim-value of G with n heaps *2. It is equal to the text that it prints as.

    > genus(0)
    0^(120)
    > genus(*)
    1^(031)
    > genus(*2)
    2^(20)
    > genus(*2 + *2)
    0^(02)
    > genus(Kayles(5))
    4^(146)
    > genus(Kayles(5)).exponents
    [1, 4, 6]
    > genus(Kayles(5))[10^6]
    6"""

def get(m: _Any, key: _Any, default: _Any = ...) -> _Any:
    """The value of a key in a map, or the default if the map has no such key.

    > get({"a" => 1}, "b", 0)
    0"""

def graph_of(edges: _Any, vertices: _Any = ..., directed: _Any = ...) -> _Any:
    """The graph with these edges, pairs of vertices or triples with a label, and these vertices besides.

    > graph_of([(1, 2), (2, 3, "blue")], [4])
    graph {1 -- 2, 2 -- 3: "blue", 4}
    > graph_of({(k, k^2 % 5) for k in 1..3}, directed = true)
    graph {1 -> 1, 2 -> 4, 3 -> 4}"""

def grid(rows: _Any, columns: _Any = ..., fill: _Any = ...) -> _Any:
    """A board: from text, with rows separated by `|` or line ends, or of a size, filled with one symbol. Cells are `(row, column)`, counted from 1 at the top left; `b[(2, 3)]` is a cell's symbol, and "" off the board.

    > grid("..x|.o.")
    ..x
    .o.
    > grid(2, 3)
    ...
    ...
    > grid("..x|.o.")[(1, 3)]
    x"""

def grid_graph(m: _Any, n: _Any) -> _Any:
    """The squares (row, column) of a board, joined to those beside, above and below.

    > neighbours(grid_graph(2, 3), (1, 2))
    {(1, 1), (1, 3), (2, 2)}"""

def grundy(g: _Any) -> _Any:
    """The nim-value of an impartial game: the size of the Nim heap that it is equal to. Where positions may come again it may be infinite, such as `oo{0, 2}`: see `loopy_value`.

    > grundy(*5 + *3)
    6"""

def hadamard(f: _Any, g: _Any) -> _Any:
    """The Hadamard product: coefficients multiplied point by point. For sets it is the intersection.

    > hadamard(series("1/(1 - x^4)"), series("x^2/(1 - x^6)"))
    x^8/(1 - x^12)
    > hadamard(series("1/((1 - x)*(1 - y))"), series("3*x*y - y", 2))
    -y + 3*x*y"""

def hasse(P: _Any) -> _Any:
    """The Hasse diagram: larger elements above, a line for each cover. `svg(hasse(P))` is the picture as the text of an SVG file.

    > hasse(divisors(6))
       6
      /  \\
    2     3
      \\  /
       1"""

def heap_sizes(G: _Any) -> _Any:
    """The sizes of heaps that the coordinates of `lattice_of(…)` count.

    > heap_sizes(lattice_of(Kayles, 3))
    [1, 2, 3]"""

def heat(g: _Any, t: _Any) -> _Any:
    """The game heated by `t`: each move of its canonical form that is no number earns `t`. `t` may be any game. All-small games it keeps in sums and undoes what `cool` does; other numbers than 0 stay where they are, so there it need not.

    > heat(*, 1)
    +-1
    > heat(1/2, 1)
    1/2
    > heat(tiny(on), 1)
    <1||0|off>
    > heat(*, over)
    +-over"""

def height(P: _Any) -> _Any:
    """How many elements the longest chain has.

    > height(subsets(4))
    5"""

def ideal_classes(P: _Any) -> _Any:
    """How many downsets P has up to its automorphisms, the empty one among them.

    > ideal_classes(subsets(4))
    30
    > ideal_classes(subsets(7))
    490013148
    > ideal_classes(chain(3) * chain(3))
    14"""

def ideals(P: _Any) -> _Any:
    """How many downsets P has, the empty one among them; as many as antichains.

    > ideals(subsets(4))
    168
    > ideals(chain(3) * chain(3) * chain(3))
    980"""

def idempotents(Q: _Any) -> _Any:
    """The idempotents of a misère quotient as a poset: e <= f if e f = e. `hasse` draws it.

    > idempotents(misere_quotient(Kayles, heaps = 2))
    poset {"b^2" < "1"}"""

def identical(g: _Any, h: _Any) -> _Any:
    """Whether two games have the same form: the same options, their options the same, and so on down.

    > identical(<0|>, 1)
    true
    > identical(* + *, 0)
    false
    > identical(<0|>, <0, -1|>)
    false"""

def impartial(G: _Any) -> _Any:
    """The impartial variant of a rule set: it is called as the rule set is.

    > plugg = impartial(Domineering)

    > plugg("...|...") == Cram("...|...")
    true
    > canonical(impartial(Cutcake)(2, 3))
    *
    > nim_values(impartial(partizan_subtraction([1, 3], [2, 3])), 8)
    [0, 1, 2, 3, 0, 1, 2, 3, 0]"""

def incentives(g: _Any) -> _Any:
    """Left's incentives `GL - G` and Right's `G - GR`, as two lists, each value once.

    > incentives(*)
    ([*], [*])
    > incentives(1)
    ([-1], [])
    > incentives(over)
    ([under], [over & under])"""

def induced(G: _Any, vertices: _Any) -> _Any:
    """The part of a graph on these vertices, or the order of a poset on these elements. `G - v` and `G - {v, w}` are what is left without them.

    > induced(divisors(12), [2, 4, 12])
    poset {2 < 4 < 12}
    > induced(cycle_graph(5), [1, 2, 3])
    graph {1 -- 2, 2 -- 3}
    > cycle_graph(4) - 1
    graph {2 -- 3, 3 -- 4}"""

def intersection(a: _Any, b: _Any) -> _Any:
    """The elements of both sets; also of two sets of points, or of the generating functions of two sets.

    > intersection({1, 2}, {2, 3})
    {2}"""

def is_all_small(g: _Any) -> _Any:
    """Whether the value is all-small: in every follower of its canonical form both players can move or neither. It is then an infinitesimal, and has an atomic weight if play in it ends.

    > is_all_small(^*3)
    true
    > is_all_small(tiny(2))
    false
    > is_all_small(<1 | 1> + <-1 | -1>)
    true
    > [is_all_small(g) for g in [upon, tiny(on)]]
    [true, false]"""

def is_atomic(g: _Any) -> _Any:
    """Whether the game has an atomic weight: no game that is no infinitesimal has one, and every all-small game has.

    > is_atomic(<^3 | v3>)
    true
    > is_atomic(5)
    false
    > is_atomic(* + tiny(1))
    true"""

def is_dead_ending(g: _Any) -> _Any:
    """Whether a player who cannot move in a follower of the game never can again there.

    > is_dead_ending(<1 | *>)
    true
    > is_dead_ending(<* | >)
    false"""

def is_dicot(g: _Any) -> _Any:
    """Whether in every follower of a game, as it was written, both players can move or nobody can. `g in Dicot` asks the same, and so with other universes.

    > is_dicot(<0 | *>)
    true
    > is_dicot(<1 | *>)
    false
    > is_dicot(<pass | pass>)
    true
    > * in Dicot
    true"""

def is_dicotic(g: _Any) -> _Any:
    """The same as `is_dicot(g)`: whether both players can move or neither, in the form as it stands and all its followers.

    > is_dicotic(Kayles(3))
    true
    > is_dicotic(<*, 0 | *>)
    true
    > is_dicotic(<-1 | 1>)
    false"""

def is_even(g: _Any) -> _Any:
    """Whether every play of the canonical form has an even number of moves: an even integer, or a game all of whose options are odd.

    > is_even(4)
    true
    > is_even(<1 | -1>)
    true
    > is_even(1/2)
    false"""

def is_even_tempered(g: _Any) -> _Any:
    """Whether every play of the canonical form as far as the first number has an even number of moves: a number, or a game all of whose options are odd-tempered.

    > is_even_tempered(1/2)
    true
    > is_even_tempered(<4 | *>)
    false
    > is_even_tempered(+-<3 | 1>)
    true"""

def is_idempotent(g: _Any) -> _Any:
    """Whether `g + g == g`.

    > is_idempotent(over)
    true
    > is_idempotent(tiny(on))
    true
    > is_idempotent(^[on])
    false"""

def is_impartial(g: _Any) -> _Any:
    """Whether both players have the same options throughout: of a literal or a position as it stands, of a value in its canonical form.

    > is_impartial(*2)
    true
    > is_impartial(<1 | 1>)
    false"""

def is_infinitesimal(g: _Any) -> _Any:
    """Whether the value is smaller than every positive real number and greater than every negative one.

    > is_infinitesimal(^*)
    true
    > is_infinitesimal(1/64)
    false
    > is_infinitesimal(over)
    true
    > is_infinitesimal(1/omega)
    true"""

def is_integer(g: _Any) -> _Any:
    """Whether the value is an integer.

    > is_integer(<0|>)
    true
    > is_integer(1/2)
    false"""

def is_lattice(P: _Any) -> _Any:
    """Whether there are elements at all, and every two of them have a least upper and a greatest lower bound.

    > is_lattice(divisors(60))
    true
    > is_lattice(subsets(3, 2))
    false"""

def is_loopfree(g: _Any) -> _Any:
    """Whether the value is that of a short game: whether there is a form of it without cycles.

    > is_loopfree(over)
    false
    > is_loopfree(over - over)
    false
    > is_loopfree(<over | 1>)
    true"""

def is_nimber(g: _Any) -> _Any:
    """Whether the value is a nimber; 0 is one.

    > is_nimber(*3)
    true
    > is_nimber(^)
    false"""

def is_number(g: _Any) -> _Any:
    """Whether the value is a number.

    > is_number(<0 | 1>)
    true
    > is_number(^)
    false"""

def is_number_tiny(g: _Any) -> _Any:
    """Whether the value is a number, or a number and the tiny or miny of a game that is not less than `over`: of a short one that is above a positive number.

    > is_number_tiny(3 + tiny(1))
    true
    > is_number_tiny(1/4)
    true
    > is_number_tiny(^)
    false
    > is_number_tiny(tiny(on))
    true"""

def is_numberish(g: _Any) -> _Any:
    """Whether the value is a number and an infinitesimal: whether all play in it, or in both its sides, stops at one number, up to `over` and `under`.

    > is_numberish(1/2 + ^)
    true
    > is_numberish(1/3 + ^)
    true
    > is_numberish(3/2 + under)
    true
    > is_numberish(<2 | 1>)
    false"""

def is_odd(g: _Any) -> _Any:
    """Whether every play of the canonical form has an odd number of moves: an odd integer, or a game all of whose options are even.

    > is_odd(3)
    true
    > is_odd(*)
    true
    > is_odd(^)
    false"""

def is_odd_tempered(g: _Any) -> _Any:
    """Whether every play of the canonical form as far as the first number has an odd number of moves.

    > is_odd_tempered(<3 | 1/2>)
    true
    > is_odd_tempered(^)
    false"""

def is_plumtree(g: _Any) -> _Any:
    """Whether the value is a stopper with cycles, all of which are passes: moves from a position to itself.

    > is_plumtree(3/2 + under)
    true
    > is_plumtree(loop a <0||||0|||a|*||*>)
    false"""

def is_prime(n: _Any) -> _Any:
    """Whether an integer below 2^63 is a prime number, by trial division: cost grows with the square root of `n`.

    > is_prime(97)
    true
    > is_prime(1)
    false"""

def is_prime_power(n: _Any) -> _Any:
    """Whether an integer below 2^63 is a power of a prime, with exponent at least 1.

    > is_prime_power(8)
    true
    > is_prime_power(12)
    false
    > is_prime_power(1)
    false"""

def is_proved(period: _Any) -> _Any:
    """Whether a period was proved and the proof verified, or a theorem gives the values of all heaps: false for what was only seen, and for what rests on values read from a file.

    > is_proved(period(Kayles))
    true"""

def is_pseudonumber(g: _Any) -> _Any:
    """Whether the value is a pseudonumber: a number, a number with `over` or `under`, `on` or `off`. Play in a stopper stops at these.

    > is_pseudonumber(1 + over)
    true
    > is_pseudonumber(^[on])
    false
    > is_pseudonumber(1/3)
    true"""

def is_stopper(g: _Any) -> _Any:
    """Whether the value is a stopper: play in it ends if the players take turns. Short games are stoppers, and numbers such as 1/3 and `omega`, alone or beside short games.

    > is_stopper(over)
    true
    > is_stopper(dud)
    false
    > is_stopper(^)
    true"""

def is_stopper_sided(g: _Any) -> _Any:
    """Whether stoppers were found that both sides of the game are equal to. For Bach's carousel there are none.

    > is_stopper_sided(dud)
    true"""

def is_uptimal(g: _Any) -> _Any:
    """Whether the value is a sum of a number, a nimber, and multiples of `^`, `^<2>`, `^<3>` and so on.

    > is_uptimal(^[2] + *3)
    true
    > is_uptimal(<^3 | v3>)
    false"""

def isomorphic(G: _Any, H: _Any) -> _Any:
    """Whether two graphs differ only in the labels of their vertices, or two posets only in those of their elements.

    > isomorphic(divisors(30), subsets(3))
    true
    > isomorphic(divisors(12), divisors(30))
    false
    > isomorphic(cycle_graph(4), bipartite_graph(2, 2))
    true
    > isomorphic(path_graph(4), star_graph(3))
    false"""

def isqrt(n: _Any) -> _Any:
    """The square root of a non-negative integer, rounded down.

    > isqrt(17)
    4"""

def join(xs: _Any, separator: _Any = ...) -> _Any:
    """The elements as one text, with a separator between.

    > join([1, 2, 3], "-")
    1-2-3
    > join([1, 2, 3])
    1, 2, 3"""

def keys(m: _Any) -> _Any:
    """The keys of a map, in their order, as the map is shown.

    > keys({"b" => 1, "a" => 2})
    ["a", "b"]"""

def kind(x: _Any) -> _Any:
    """What kind of value this is: integer, game, position, list, …

    > kind(3)
    integer
    > kind(^)
    game"""

def last(xs: _Any) -> _Any:
    """The last element.

    > last([4, 5])
    5"""

def last_loses(G: _Any) -> _Any:
    """The misère variant of a rule set: it is called as the rule set is.

    > outcome(last_loses(Nim)(1, 2)) == misere_outcome(Nim(1, 2))
    true
    > outcome(last_loses(Kayles)(4)) == misere_outcome(Kayles(4))
    true"""

def latex(g: _Any) -> _Any:
    """The name of the value in LaTeX; also of a generating function or a stratification. Of a drawing, such as `tree(g)`, `draw(p)` or a thermograph, a TikZ picture.

    > latex(^3 + *2)
    3\\cdot{\\uparrow}{\\ast}2
    > length(latex(tree(*2))) > 100
    true
    > latex(series("(1 + x*y)/(1 - x^2)"))
    \\frac{1 + x y}{1 - x^{2}}"""

def lattice_of(G: _Any, n: _Any, misere: _Any = ...) -> _Any:
    """The lattice game of a heap game with heaps of size at most n: a coordinate counts the heaps of each size. Sizes without a move have none. `lattice_of(G, n, misere)` is the same in misère play.

    > lattice_of(Kayles, 5)(1, 0, 2, 0, 0)
    lattice_of(Kayles, 5)(1, 0, 2, 0, 0) = *
    > heap_sizes(lattice_of(octal("0.07"), 4))
    [2, 3, 4]"""

def lattice_point_count(inequalities: _Any) -> _Any:
    """The number of points with integer coordinates that satisfy inequalities, given as for `polyhedron`. They are not listed (Barvinok's algorithm), so there may be as many as one likes.

    > lattice_point_count([(1, 0, 0), (0, 1, 0), (-2, -3, 10^6)])
    83333833334
    > [lattice_point_count([(1, 0, 0), (0, 1, 0), (-1, -1, t)]) for t in 0..5]
    [1, 3, 6, 10, 15, 21]"""

def least(b: _Any, turns: _Any = ...) -> _Any:
    """The least among a board and its reflections and turns, the same for all of them; with `turns = false` only under mirrors and the half turn, which keep rows rows.

    > least(grid("x.|.."))
    ..
    .x"""

def left(g: _Any) -> _Any:
    """Left's options, as a list: of a literal as it was written, of a position by its rules, of a sum in each component, else of the canonical form.

    Also: `left_options`.

    > left(<0, 1 | 3>)
    [0, 1]
    > left(2)
    [1]"""

def left_options(g: _Any) -> _Any:
    """Left's options, as a list: of a literal as it was written, of a position by its rules, of a sum in each component, else of the canonical form.

    Also: `left_options`.

    > left(<0, 1 | 3>)
    [0, 1]
    > left(2)
    [1]"""

def left_stop(g: _Any) -> _Any:
    """The Left stop: the number that is reached if Left begins and both play as long as the game is no number. Play in a loopy game may also stop at `on`, `off`, or a number with `over` or `under`.

    > left_stop(<2 || 1 | 0>)
    2
    > left_stop(<5 + over | 0>)
    5 + over"""

def left_wall(t: _Any, tax: _Any = ...) -> _Any:
    """The left wall of a thermograph: its corners `(tax, value)`, or its value at one tax.

    > left_wall(thermograph(<4 | 0>))
    [(-1, 5), (2, 2)]
    > left_wall(thermograph(<4 | 0>), 1)
    3"""

def length(xs: _Any) -> _Any:
    """How many elements a collection has, or characters a text; how long a period is.

    > length([4, 5, 6])
    3
    > length({1, 1})
    1
    > period(Kayles).length
    12"""

def linear_extension_ranks(P: _Any) -> _Any:
    """For each element how many linear extensions have it at place 0, 1, 2, … from below.

    > linear_extension_ranks(poset {a < c, b < c, b < d})
    {"a" => [2, 2, 1, 0], "b" => [3, 2, 0, 0], "c" => [0, 0, 2, 3], "d" => [0, 1, 2, 2]}"""

def linear_extensions(P: _Any) -> _Any:
    """How many orders of all elements agree with P, exactly.

    > linear_extensions(subsets(4))
    1680384
    > linear_extensions(poset {a < c, b < c, b < d})
    5
    > linear_extensions(chain(3) * chain(4))
    462"""

def list(xs: _Any) -> _Any:
    """The elements of a collection as a list.

    > list(1..3)
    [1, 2, 3]"""

def load_values(G: _Any, file: _Any) -> _Any:
    """Reads nim-values that `save_values` wrote, and returns how many are known then; `period` and `nim_values` go on from there. A file that is cut short, damaged or of another game is refused, and so is one whose values the rules do not allow, or whose first values or some drawn at random are wrong. The rest is believed: answers that rest on it say so, until `verify(G)` has computed the values again."""

def lollipop(sticks: _Any, colours: _Any) -> _Any:
    """A picture of Childish Hackenbush: so many green sticks side by side, and on them a ring of edges of these colours.

    > atomic_weight(ChildishHackenbush(lollipop(3, "bbbbbbbbbrr")))
    3/2"""

def loopy_value(g: _Any) -> _Any:
    """The loopy nim-value of an impartial game whose positions may come again (Smith, Fraenkel): a nimber, or infinity with the nim-values that it can move to, `oo{0, 2}`; of a game in brackets by what was written. These values add, and have outcomes. `oo(0, 2)` makes one.

    > loopy_value(*2 + *)
    *3
    > loopy_value(<pass, 0 | pass, 0>)
    oo{0}
    > oo(0, 2) + *3
    oo{1, 3}
    > outcome(oo(0, 2))
    N
    > outcome(oo(0, 2) + *)
    D"""

def map(xs: _Any, f: _Any) -> _Any:
    """The list of `f(x)` for the elements `x`.

    > map(1..3, n -> n^2)
    [1, 4, 9]"""

def mast(t: _Any) -> _Any:
    """The mast of a thermograph, or of a game's: its mean value.

    > mast(thermograph(<4 | 0>))
    2"""

def max(*values: _Any) -> _Any:
    """The greatest of some numbers, given one by one or in a collection.

    > max(3, 1/2, 2)
    3
    > max({1, 5})
    5"""

def maximal(P: _Any) -> _Any:
    """The elements with nothing above them, as a list.

    > maximal(subsets(3, 2))
    [{0, 1}, {0, 2}, {1, 2}]"""

def mean(g: _Any) -> _Any:
    """The mean value: where `n` copies of the game, divided by `n`, tend to; the mast of the thermograph.

    > mean(<3 | -1>)
    1
    > mean(^)
    0"""

def mex(*numbers: _Any) -> _Any:
    """The least non-negative integer that is not among the numbers, given one by one or in a collection; nimbers count by their size.

    > mex({0, 1, 4})
    2
    > mex([])
    0
    > mex(0, 1, 2, 6, 2, 10)
    3"""

def min(*values: _Any) -> _Any:
    """The least of some numbers, given one by one or in a collection.

    > min(3, 1/2, 2)
    1/2
    > min([4, 5])
    4"""

def minimal(P: _Any) -> _Any:
    """The elements with nothing below them, as a list.

    > minimal(poset {a < c, b < c})
    ["a", "b"]"""

def miny(g: _Any) -> _Any:
    """The negative of `tiny(g)`: `<g | 0 || 0>`.

    > miny(1)
    miny(1)
    > tiny(3) + miny(3)
    0"""

def mirror(b: _Any) -> _Any:
    """The board with left and right exchanged.

    > mirror(grid("ab"))
    ba"""

def misere_birthday(g: _Any) -> _Any:
    """The day on which the canonical form of an impartial game in misère play is born: one more than the latest of its options.

    > misere_birthday(*2 + *2)
    4"""

def misere_born_by(n: _Any) -> _Any:
    """All misère canonical forms of impartial games born by day n, the earliest first: 1, 2, 3, 5 and 22 for n from 0 to 4. Those born by day 5 are 4171780.

    > misere_born_by(3)
    [*[0], *[1], *[2], *[2#], *[3]]
    > misere_born_by(4).length
    22"""

def misere_canonical(g: _Any) -> _Any:
    """The canonical form of an impartial game in misère play. Two games have the same one exactly if they are equal there: no third game beside them tells who wins. It is found by leaving out options that are reversible through the game itself (Conway; Siegel, ch. V). Names are those of Winning Ways, ch. 13: `*[2]` is a heap of Nim, `*[2#]` the game whose only option is that heap, `*[2_2]` the sum of two such heaps, `*[2#30]` the game with the options `*[2#]`, `*[3]` and 0. Forms add up, `==` compares them.

    > misere_canonical(Kayles(5))
    *[2_2321]
    > misere_canonical(*2 + *2)
    *[2_2]
    > misere_canonical(<* | *>)
    *[0]
    > misere_canonical(Nim(3) + Nim(1)) == misere_canonical(*2)
    true"""

def misere_difference(g: _Any, h: _Any) -> _Any:
    """The form x with g = h + x in misère play. There is at most one, as games cancel there (Conway); `nothing` if there is none. Of all games only 0 and * have negatives.

    > misere_difference(*2 + *4, *4)
    *[2]
    > misere_difference(0, *2) == nothing
    true"""

def misere_distinguisher(g: _Any, h: _Any) -> _Any:
    """A form t that tells two impartial games apart in misère play: of g + t and h + t one is a P-position and the other is not. `nothing` if the games are equal, where there is none.

    > misere_distinguisher(*2 + *2, 0)
    *[0]
    > misere_distinguisher(Nim(3) + Nim(1), *2) == nothing
    true"""

def misere_form(name: _Any) -> _Any:
    """The misère canonical form with a name such as `*[2#0]`: what is printed is read back. Options stand side by side or with commas between them; `(12)` is a heap of 12, `#` the game with this only option, `_` a sum, and brackets are a game among the options. What is named need not be canonical.

    > misere_form("*[2#0]")
    *[2#0]
    > misere_form("*[1#]")
    *[0]
    > misere_form("*[2]") + misere_form("*[2#]") == misere_form("*[2#_2]")
    true"""

def misere_is_half_tame(g: _Any) -> _Any:
    """Whether an impartial game is half-tame: g + g is tame. Every tame game is.

    > misere_is_half_tame(misere_form("*[2#0]"))
    true
    > misere_is_half_tame(misere_form("*[2#1]"))
    false"""

def misere_is_prime(g: _Any) -> _Any:
    """Whether an impartial game is prime in misère play: it is neither 0 nor *, and no sum of two games that are neither.

    > misere_is_prime(*2)
    true
    > misere_is_prime(*2 + *4)
    false"""

def misere_is_restive(g: _Any) -> _Any:
    """Whether an impartial game is restive: not tame, though all its options are (those of its canonical form), and of nim-value 0 or 1 in normal play. It is a heap of Nim that chooses its size by the company it keeps.

    > misere_is_restive(misere_form("*[2#0]"))
    true
    > misere_is_restive(*2)
    false"""

def misere_is_restless(g: _Any) -> _Any:
    """Whether an impartial game is restless: not tame, though all its options are (those of its canonical form), and of nim-value 0 or 1 in misère play.

    > misere_is_restless(misere_form("*[2#1]"))
    true
    > misere_is_restless(Kayles(5))
    true"""

def misere_is_tame(g: _Any) -> _Any:
    """Whether an impartial game is tame: the nim-values g of normal play and g- of misère play that its tame options give it are those of a position of Nim, that is 0 and 1, 1 and 0, or n and n, and each of its other options has a tame option with the same g and one with the same g-. Sums of tame games go as Nim does (On Numbers and Games, ch. 12; Winning Ways, ch. 13).

    > misere_is_tame(*2 + *2)
    true
    > misere_is_tame(Kayles(5))
    false"""

def misere_links(g: _Any, h: _Any) -> _Any:
    """A form t that links two impartial games: g + t and h + t are P-positions of misère play. There is one exactly if neither game is equal to an option of the other (Conway); else `nothing`.

    > misere_links(*2, *3) == nothing
    true
    > misere_links(*2 + *2, *2) == nothing
    true
    > misere_links(*2 + *2, 0)
    *[2_2]"""

def misere_mate(g: _Any) -> _Any:
    """The mate of an impartial game in misère play: that of 0 is *, that of another game is the game of the mates of its options. A game and its mate together are a P-position.

    > misere_mate(*2)
    *[2]
    > misere_mate(0)
    *[1]
    > misere_outcome(*2 + *2)
    P"""

def misere_nim_value(g: _Any) -> _Any:
    """The misère nim-value of an impartial game: 1 if there is no move, else the least number that is not that of an option. It is 0 exactly for P-positions of misère play; values of sums do not follow from it.

    > misere_nim_value(0)
    1
    > misere_nim_value(Kayles(5))
    1
    > misere_nim_value(*2 + *2)
    0"""

def misere_options(g: _Any) -> _Any:
    """The options of the canonical form of an impartial game in misère play, as forms, in the order of their birthdays.

    > misere_options(*2 + *2)
    [*[2], *[3]]"""

def misere_outcome(g: _Any) -> _Any:
    """The outcome if whoever cannot move wins, short for `outcome(g, misere = true)`. Heaps of Nim may be given as a tuple or list; there, and in sums of such heaps, a position is lost exactly if its nim-sum is 0 and some heap is larger than 1, or all heaps are at most 1 and their number is odd (Bouton). Large sums of heaps of one game, and sums of more than a million positions, are decided by a misère quotient: see `misere_quotient`. All else is played out, position by position; `winner`, `winning_moves`, `best_move`, `remoteness`, `tree` and others take `misere = true`, too.

    > misere_outcome((1, 1, 1))
    P
    > misere_outcome((1, 4, 5))
    P
    > misere_outcome(*2 + *2)
    P
    > misere_outcome(Kayles(5))
    N
    > misere_outcome(<1 | -1>)
    P
    > misere_outcome(misere_canonical(*2 + *2))
    P
    > misere_outcome(10^12*Kayles(5) + Kayles(71))
    N"""

def misere_partitions(g: _Any) -> _Any:
    """All ways to write an impartial game as a sum of primes in misère play. Of g and g + * the one that is born earlier is even; the primes here are even, and * is added where g is odd. There may be several ways (Norton).

    > misere_partitions(*5 + *2)
    [[*[2], *[4], *[1]]]
    > misere_partitions(misere_form("*[4_2#]")).length
    2"""

def misere_parts(g: _Any) -> _Any:
    """The parts of an impartial game in misère play: all forms h for which there is an x with g = h + x. They are finitely many (Conway); 0 and * are always among them. A part may be born later than the whole.

    > misere_parts(*2 + *2)
    [*[0], *[1], *[2], *[3], *[2_2], *[2_3]]"""

def misere_quotient(g: _Any, heaps: _Any = ..., order: _Any = ..., effort: _Any = ...) -> _Any:
    """The misère quotient of a take-and-break game (Plambeck and Siegel): the finite commutative monoid of its sums, where sums are the same if no third sum beside them tells who wins in misère play. It holds for all heaps where the values of heaps are proved to repeat, else for those that it names; with `heaps` for heaps up to that one. g may also be a lattice game in which every move replaces one unit of a coordinate, a position, or a list or set of positions, with all that can be reached from them. Partizan positions have a quotient too, with the outcomes L, N, P and R of its elements (Allen). Larger `order` and `effort` find more. Everything that is returned has been accepted by a separate checker.

    > misere_quotient(octal("0.123"))
    misère quotient of octal("0.123"): order 20, P-portion 5, proved for all heaps
    ⟨a, b, c, d | a^2 = 1, c^2 = 1, cd = bd, b^2c = b^3, d^3 = ad^2⟩
    P = {a, d^2, ac, b^2, bd}
     n |    1  2  3  4  5    6  7  8  9  10
     0 |    a  1  b  b  a  d^2  1  c  d   a
    10 |  d^2  1
    period 5 from 5, proved
    > misere_quotient(Kayles).order
    40
    > misere_quotient(Kayles, heaps = 10).order
    18
    > misere_quotient(<0, * | 0>)
    misère quotient of <0, * | 0>: order 5, proved for all its positions
    ⟨a, b | a^2 = 1, ab^2 = b^2, b^3 = b^2⟩
    L = {b, b^2}
    N = {1, ab}
    P = {a}
    R = {}
             * | a
    <0, * | 0> | b"""

def misere_winning_moves(g: _Any) -> _Any:
    """The moves after which the player who made them wins if whoever cannot move wins, short for `winning_moves(g, misere = true)`. Sums of heaps of one game may have any size: they are decided by its misère quotient.

    > misere_winning_moves(Nim(1, 4, 4))
    [1 -> 0]
    > misere_winning_moves(10^12*Nim(5) + Nim(2))
    [2 -> 0]"""

def mobius(P: _Any, x: _Any, y: _Any) -> _Any:
    """The Möbius function of P between x and y: 1 if they are equal, 0 if x is not below y, else less the sum of those between x and all elements from x to below y.

    > mobius(divisors(30), 1, 30)
    -1
    > mobius(subsets(4), {}, {0, 1})
    1"""

def move_name(m: _Any) -> _Any:
    """What players call a move: the cells of a board that change, `a1-b1` (columns have letters, rows numbers, cells that become empty come first), or what the rule set's `notation` line says. A move without such a name is written in full.

    > [move_name(m) for m in moves(Clobber(grid("xo.")), Left)]
    ["a1-b1"]
    > [move_name(m) for m in moves(Nim(2))]
    ["2 -> 1", "2 -> 0"]"""

def move_outcomes(g: _Any, player: _Any = ..., bound: _Any = ..., misere: _Any = ...) -> _Any:
    """Each move with what it leads to: in an impartial game the outcome of the position after it (`P`: whoever made the move wins), else the player who wins, or `D`; in a game for points the score that it comes to.

    > move_outcomes(*2)
    [(*2 -> 0, P), (*2 -> *, N)]
    > move_outcomes(<1 | -1>, Left)
    [(Left: +-1 -> 1, Left)]"""

def moves(g: _Any, player: _Any = ...) -> _Any:
    """The moves of a position, as a list. In an impartial game both players have them; else a player's, or both players' with their names.

    > moves(*2)
    [*2 -> 0, *2 -> *]
    > moves(<1 | -1>, Left)
    [Left: +-1 -> 1]"""

def neighbours(b: _Any, cell: _Any, symbols: _Any = ..., directed: _Any = ...) -> _Any:
    """The cells beside a cell, along its row and column; only those with one of these symbols, if given. In a graph, the set of vertices that an edge leads to from one: along an edge with a direction only the way it points; with `directed` only along those that have a direction, or those that have none.

    > neighbours(grid(2, 2), (1, 1))
    [(2, 1), (1, 2)]
    > neighbours(graph {a -- b, b -> c}, "b")
    {"a", "c"}
    > neighbours(graph {b -> c}, "c")
    {}
    > neighbours(graph {a -- b, b -> c}, "b", directed = true)
    {"c"}"""

def nim_inverse(a: _Any) -> _Any:
    """The number whose nim-product with `a` is 1; 0 has none. Also of ordinals, like `nim_product`.

    > nim_inverse(2)
    3
    > nim_product(100, nim_inverse(100))
    1
    > nim_inverse(omega)
    omega^2*3"""

def nim_power(a: _Any, n: _Any) -> _Any:
    """The nim-product of `n` factors `a`; for a negative `n` its inverse. The exponent is an ordinary integer.

    > nim_power(4, 2)
    6
    > nim_power(9, 15)
    1
    > nim_power(2, -1)
    3
    > nim_power(omega, 9)
    1"""

def nim_product(a: _Any, b: _Any) -> _Any:
    """The nim-product of two non-negative integers, or nimbers by their sizes: the least number that `a'*b + a*b' + a'*b'` leaves out, where all is meant in nimbers. With the nim-sum they are a field (On Numbers and Games, ch. 6). Also of ordinals below `omega^(omega^omega)`, as far as Lenstra's table goes, to roots of degree 43.

    > [nim_product(8, n) for n in 1..8]
    [8, 12, 4, 11, 3, 7, 15, 13]
    > nim_product(2^64, 2^64)
    27670116110564327424
    > nim_product(*2, *3)
    1
    > nim_product(omega, omega)
    omega^2
    > nim_product(omega^2, omega)
    2"""

def nim_quotient(a: _Any, b: _Any) -> _Any:
    """The number whose nim-product with `b` is `a`; `b` is not 0.

    > nim_quotient(12, 8)
    2
    > nim_quotient(1, 2)
    3
    > nim_quotient(omega^2, omega + 1)
    omega^2*2+omega*3+3"""

def nim_sum(*numbers: _Any) -> _Any:
    """The nim-sum of non-negative integers, given one by one or in a collection: binary addition without carry, as `xor`. Also of ordinals: coefficients of one power of omega add without carrying.

    > nim_sum(3, 5)
    6
    > nim_sum(omega*3 + 5, omega*2 + 1)
    omega+4
    > nim_sum([17, 25, 13])
    5
    > 3 xor 5
    6"""

def nim_values(G: _Any, n: _Any) -> _Any:
    """The nim-values of heaps 0 to n. G is a take-and-break game, or any impartial rule set or function with one parameter.

    > nim_values(Kayles, 12)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    > nim_values(n -> Kayles(n, n), 3)
    [0, 0, 0, 0]"""

def nimstring_value(*arguments: _Any, **named: _Any) -> _Any:
    """The value of the list of strings of Nimstring in sums: a nim-value, or "loony" if whoever moves can win whatever is
    added.
    Where a coin can be taken, the position without it must be worth a nimber that no other move reaches, else it is
    loony.

    > nimstring_value([(0, 1), (1, 2)])
    loony
    > nimstring_value([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    0"""

def norton(g: _Any, u: _Any) -> _Any:
    """Norton's product `g·u` with a positive game `u`: an integer is so many copies of `u`, every other game `<gl·u + u + i | gr·u - u - i>` for its options `gl`, `gr` and the incentives `i` of `u`. It keeps sums and the order.

    Also: `norton`.

    > norton_product(6, ^)
    ^6
    > norton_product(1/2, ^)
    <^^*|v*>
    > norton_product(^, ^)
    <^^*||0|v4>
    > norton_product(3/2 + under, 1/2)
    3/4 + under"""

def norton_product(g: _Any, u: _Any) -> _Any:
    """Norton's product `g·u` with a positive game `u`: an integer is so many copies of `u`, every other game `<gl·u + u + i | gr·u - u - i>` for its options `gl`, `gr` and the incentives `i` of `u`. It keeps sums and the order.

    Also: `norton`.

    > norton_product(6, ^)
    ^6
    > norton_product(1/2, ^)
    <^^*|v*>
    > norton_product(^, ^)
    <^^*||0|v4>
    > norton_product(3/2 + under, 1/2)
    3/4 + under"""

def number(s: _Any) -> _Any:
    """The number that a text shows: an integer or a fraction.

    > number("-7/4")
    -7/4
    > number("12") + 1
    13"""

def numerator(x: _Any) -> _Any:
    """The numerator of a number in lowest terms.

    > numerator(6/8)
    3"""

def octal(code: _Any) -> _Any:
    """The take-and-break game with an octal code given as text. `heap Kayles = octal 0.77` gives it a name.

    > octal("0.77")(7)
    octal("0.77")(7) = *2
    > nim_values(octal("0.137"), 10)
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]"""

def offside(g: _Any) -> _Any:
    """The offside of a game: what it is equal to if endless play is a win for Right. A stopper is its own offside.

    > offside(dud)
    off
    > offside(loop a <<|a>|>)
    0"""

def onside(g: _Any) -> _Any:
    """The onside of a game: what it is equal to if endless play is a win for Left. A stopper is its own onside.

    > onside(dud)
    on
    > onside(loop a <<|a>|>)
    1
    > onside(over)
    over"""

def options(g: _Any) -> _Any:
    """The options of both players, each once: Left's first.

    > options(*3)
    [0, *, *2]
    > options(<1 | -1>)
    [1, -1]"""

def orbits(P: _Any) -> _Any:
    """The elements by orbits of the automorphisms of P, as a list of lists.

    > orbits(divisors(6))
    [[1], [2, 3], [6]]"""

def order(Q: _Any) -> _Any:
    """The number of elements of a misère quotient.

    > order(misere_quotient(Kayles))
    40"""

def order_polynomial(P: _Any, t: _Any) -> _Any:
    """The order polynomial at an integer t: for t >= 0 the maps from P to a chain of t elements that keep the order; at -t, up to the sign, those that keep it strictly.

    > [order_polynomial(chain(3), t) for t in 0..4]
    [0, 1, 4, 10, 20]
    > order_polynomial(antichain(3), -2)
    -8"""

def ordinal_product(g: _Any, h: _Any) -> _Any:
    """The ordinal product: `h` with a copy of `g` in the place of each move of Left, and one of `-g` in the place of each of Right. A move is one to `ordinal_product(g, hl) : gl` or `ordinal_product(g, hr) : -gr` for Left, and likewise for Right. Of ordinals and of nimbers it is the ordinary product of their sizes.

    > ordinal_product(*2, *3)
    *6
    > ordinal_product(2, 3)
    6
    > ordinal_product(^, -1)
    v"""

def ordinal_sum(*posets: _Any) -> _Any:
    """Posets one upon the other, the lowest first, or those of a list: every element of one is below every element of those after it. If an element occurs in several, all elements get the number of their poset: `(0, x)` and `(1, x)`. Of two games it is `G : H`.

    > ordinal_sum(1, -3)
    1/8
    > linear_extensions(ordinal_sum(antichain(3), antichain(2)))
    12
    > ideals(ordinal_sum([antichain(2) for i in 1..3]))
    10"""

def orthant(d: _Any) -> _Any:
    """All points with `d` nonnegative integer coordinates.

    > orthant(2)
    (0, 0) + N{(1, 0), (0, 1)}"""

def outcome(g: _Any, bound: _Any = ..., misere: _Any = ..., method: _Any = ...) -> _Any:
    """Who wins: `N` the next player, `P` the previous player, `L` Left, `R` Right, whoever begins; `D` nobody, if play can go on for ever and nobody does better otherwise. In partizan games with cycles also `LD`, `DL`, `DR`, `RD`: who wins if Left and if Right begins, `D` for a draw. With a bound that many positions are explored at most, and the answer is `unknown` if they do not decide. With `misere = true` whoever cannot move wins: see `misere_outcome`. A game that ends is decided by its canonical value or by a search, whichever is found first; `method = "value"` or `"search"` forces one.

    > outcome(*)
    N
    > outcome(<0 | 0> + *)
    P
    > outcome(1/2)
    L
    > outcome(1/2, misere = true)
    R"""

def outcome_table(G: _Any, n: _Any, misere: _Any = ...) -> _Any:
    """Outcome and remoteness of heaps 0 to n, as a table, in partizan games the remoteness if Left begins and if Right begins; with `misere = true` those of misère play.

    > outcome_table(Square, 8)
    heap        | 0  1  2  3  4  5  6  7  8
    outcome     | P  N  P  N  N  P  N  P  N
    remoteness  | 0  1  2  3  1  2  3  4  5"""

def overheat(g: _Any, s: _Any, t: _Any) -> _Any:
    """The game overheated from `s` to `t`: an integer is so many copies of `s`, every other game `<gl + t | gr - t>` for its options `gl`, `gr` overheated in the same way.

    > overheat(1/2, 1, 2)
    <2|-1>
    > overheat(*, 1, 1)
    +-1
    > overheat(3, ^, 1)
    ^3
    > overheat(<on | 1>, ^, 1)
    <on|-1+^>"""

def p_plot(G: _Any, n: _Any, at: _Any = ...) -> _Any:
    """A picture of the P-positions in a box: coordinates from 0 to n, or in a range `a..b`; the first to the right, the second upwards. With three coordinates the box is drawn from its far corner and in slices, one for each value of the third. With more than three `at` says the others, with `nothing` at those that are drawn. `svg(p_plot(…))` is the picture as the text of an SVG file.

    > p_plot(lattice_of(Nim, 2, misere), 4)
    h2
     4 | P . P . P
     3 | . . . . .
     2 | P . P . P
     1 | . . . . .
     0 | x P . P .
       +----------
         0 1 2 3 4 h1"""

def p_portion(Q: _Any) -> _Any:
    """The elements of a misère quotient whose sums the player who moves second wins, as products of generators.

    > p_portion(misere_quotient(Kayles, heaps = 2))
    ["a", "b^2"]"""

def p_positions(G: _Any, n: _Any, misere: _Any = ...) -> _Any:
    """The heaps up to n that the player who moves second wins. With `misere = true` whoever cannot move wins.

    > p_positions(Square, 25)
    [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
    > p_positions(Square, 25, misere = true)
    [1, 3, 6, 8, 11, 13, 16, 18, 21, 23]"""

def p_set(S: _Any) -> _Any:
    """The P-positions of a strategy as a set of points, an affine stratification, with which one can compute: `complement`, `strata`, `points`, `count_in_box`. Of a strategy that is an automaton the strata are looked for; where there are none, or none are found, it says so.

    > p_set(strategy(lattice_of(Nim, 3)))
    {(0, 0, 0), (1, 1, 1)} + N{(2, 0, 0), (0, 2, 0), (0, 0, 2)}"""

def pad(x: _Any, width: _Any) -> _Any:
    """A value as text with blanks before it, up to a width; with a negative width the blanks follow it.

    > pad(7, 3)
      7
    > pad("ab", -4) + "|"
    ab  |"""

def pairs(b: _Any, first: _Any, second: _Any, direction: _Any = ...) -> _Any:
    """Pairs of neighbouring cells of which one has a symbol of `first` and the other one of `second`. In a direction such as `(0, 1)` the second cell lies there from the first; else it may lie in any of the four directions.

    > pairs(grid("xo"), "x", "o")
    [((1, 1), (1, 2))]
    > pairs(grid("..|.."), ".", ".", (1, 0))
    [((1, 1), (2, 1)), ((1, 2), (2, 2))]"""

def part(b: _Any, first: _Any, last: _Any) -> _Any:
    """The part of a board between two corner cells, both included.

    > part(grid("abc|def"), (1, 2), (2, 3))
    bc
    ef"""

def partizan_subtraction(lefts: _Any, rights: _Any) -> _Any:
    """A rule set of the family: `partizan_subtraction([1, 3], [2, 3])(6)` is a heap of 6.

    > partizan_subtraction([1, 3], [2, 3])(6) == PartizanSubtraction(6, [1, 3], [2, 3])
    true"""

def path_graph(n: _Any) -> _Any:
    """The path 1 -- 2 -- … -- n.

    > edges(path_graph(3))
    [(1, 2), (2, 3)]"""

def period(G: _Any, bound: _Any = ...) -> _Any:
    """The period of the nim-values of a take-and-break game. `period p from n0, proved` means G(n + p) = G(n) for all n from n0 on, n0 and p the least, a certificate of a theorem behind it, and the separate checker has accepted that; where the check would take long, it says `not yet verified`, until `verify(G)` has run. After `load_values` it says `proved if the values in FILE are right`, unless the checker has computed them again. `by a theorem` means that one gives the values of all heaps (docs/heaps.md, closed forms); `observed` says how far a period was seen. Of a misère quotient it is the period of the values of heaps in it, always proved. The heaps below `bound` are looked at, and those besides whose values are known (they come in blocks where a heap costs little); without it 4,000,000 where a heap costs little, else 100,000, of subtraction games up to 4,000,000 to have four times the largest number, and 2,000 where clauses have conditions.

    > period(Kayles)
    period 12 from 71, proved
    > period(subtraction({1, 3, 4}))
    period 7 from 0, proved
    > period(Lasker)
    arithmetic period 4 with saltus 4 from 1, by a theorem
    > period(Grundy, 5000)
    no period seen in the first 5000 heaps"""

def period_certificate(text: _Any) -> _Any:
    """A certificate of a period from its line in a file, as `save_certificate` writes it; `verify` checks it."""

def period_length(period: _Any) -> _Any:
    """The length of a period; of a game, that of its period.

    > period_length(DawsonsKayles)
    34"""

def period_table(G: _Any) -> _Any:
    """The nim-values in rows of the period, as books print them: exceptions stand in brackets, the last row goes on for ever.

    > period_table(octal("0.12"))
       |   0  1  2  3
     0 | (0)  1  0  0
    4… |   1  1  0  0
    octal("0.12"): period 4 from 1, proved; exceptions are in brackets."""

def play(g: _Any, player: _Any = ..., misere: _Any = ...) -> _Any:
    """Play a position against the computer, in the interactive session: you begin, as Left unless you say Right; type moves as they are printed, or `hint`. After a mistake you are told the better move. With `misere = true` whoever cannot move wins."""

def play_certificate(about: _Any, g: _Any, h: _Any, answer: _Any, lines: _Any) -> _Any:
    """A certificate of play from its parts, as `sprague verify` reads them from a file: `"outcome"`, `"grundy"` or the sign of a comparison; the game, and what it is compared with or `nothing`; the answer; and the lines, each `("value", position, value)`, `("equal", position, value)` or `("win", sum, to)`. It is believed nothing: `verify` checks it.

    > verify(play_certificate("outcome", Clobber("xo"), nothing, N, [("value", Clobber("ox"), *)]))
    true
    > play_certificate("outcome", Domineering(".."), nothing, R, [])
    certificate that outcome(Domineering("..")) == R: 0 lines"""

def player(move: _Any) -> _Any:
    """Who makes a move; `nothing` if both may.

    > player(moves(<1 | -1>, Left)[0])
    Left"""

def plot(points: _Any, title: _Any = ...) -> _Any:
    """A scatter plot: of numbers over their places in the list, or of pairs `(x, y)`. In the terminal as dots; `svg(plot(…))` is the picture as the text of an SVG file.

    > kind(plot([0, 1, 2, 3, 1]))
    plot
    > length(svg(plot([(1, 2), (3, 4)], "two points"))) > 100
    true"""

def points(S: _Any, low: _Any, high: _Any) -> _Any:
    """The points of a set in the box from `low` to `high`, both ends in. An integer stands for a corner with equal coordinates.

    > points(stratum((1, 0), [(2, 3)]), 0, 10)
    [(1, 0), (3, 3), (5, 6), (7, 9)]
    > points(stratum((1, 0), [(2, 3)]), (2, 0), (6, 20))
    [(3, 3), (5, 6)]"""

def polyhedron(inequalities: _Any) -> _Any:
    """The points with integer coordinates that satisfy inequalities; `a*x + b*y + c >= 0` is the tuple `(a, b, c)`, with rational numbers. The polyhedron may not contain a line.

    > polyhedron([(1, 0, 0), (0, 1, 0), (-1, -1, 1)])
    {(0, 0), (0, 1), (1, 0)}
    > polyhedron([(2, -1), (-1/2, 4)])
    {1, 2, 3, 4, 5, 6, 7, 8}"""

def portion(Q: _Any, outcome: _Any) -> _Any:
    """The elements of a misère quotient whose sums have an outcome L, N, P or R, as products of generators. Of impartial games it is N or P.

    > portion(misere_quotient(<0, * | 0>), L)
    ["b", "b^2"]
    > portion(misere_quotient(Kayles, heaps = 2), P)
    ["a", "b^2"]"""

def poset(elements: _Any, relation: _Any) -> _Any:
    """The poset on the elements in which `x < y` wherever `relation(x, y)` holds, or for every pair `(x, y)` of a list. What follows by transitivity is added, `relation(x, x)` is left aside; relations that go round are an error. With the relations written out it is `poset {a < c, b < c < d}`.

    > poset([1, 2, 3, 6], (a, b) -> b % a == 0)
    poset {1 < 2 < 6, 1 < 3 < 6}
    > poset(["a", "b", "c"], [("a", "b")])
    poset {a < b, c}"""

def precedes(P: _Any, x: _Any, y: _Any) -> _Any:
    """Whether x is strictly below y in P.

    > precedes(divisors(12), 2, 12)
    true
    > precedes(divisors(12), 4, 6)
    false"""

def presentation(Q: _Any) -> _Any:
    """Generators and relations of a misère quotient, as the literature prints them. Each relation is needed: what follows from those before it is left out.

    > presentation(misere_quotient(Kayles, heaps = 2))
    ⟨a, b | a^2 = 1, b^3 = b⟩"""

def pretensions(Q: _Any) -> _Any:
    """The values of the heaps in a misère quotient as a table: which element each pretends to be. Rows are periods where they are short.

    > pretensions(misere_quotient(Kayles, heaps = 10))
    n |  1  2   3  4  5   6  7     8  9  10
    0 |  a  b  ab  a  c  ab  b  ab^2  d   b"""

def print(*values: _Any) -> _Any:
    """Shows its values on a line, with a blank between.

    > print("n =", 3)
    n = 3"""

def probably_equal(f: _Any, g: _Any) -> _Any:
    """A quick test for two generating functions by values at random points modulo 2^61 - 1: false is proved, true is probable only. `f == g` is exact.

    > probably_equal(series("1/(1 - x)"), series("(1 + x)/(1 - x^2)"))
    true"""

def product(xs: _Any) -> _Any:
    """The product of the elements: numbers, posets. The product of none is 1.

    > product(1..5)
    120
    > product([chain(2), chain(3)])
    chain(2) * chain(3)"""

def proof(g: _Any) -> _Any:
    """A short proof of who wins Chomp on the faces of a complex of at most ten points, found by symmetries that exchange points, by sums of separate parts and by what is known of `subsets(n, k)`, and checked line by line. Finds wins of large positions in a few lines; `nothing` if it finds no proof.

    > winner(chomp(subsets(8, 3)))
    First
    > proof(chomp(subsets(6, 3)))
    1. All sets of at most 3 of {0, 1, 2, 3, 4, 5}: won; take {0, 1}, which leaves line 2.
    2. All below {0, 2, 3}, {0, 2, 4}, {0, 2, 5}, {0, 3, 4}, {0, 3, 5}, {0, 4, 5} and 10 more: lost; exchanging 0 and 1 changes nothing and no set holds both, so that the sets without them decide: line 3.
    3. All sets of at most 3 of {2, 3, 4, 5}: lost; by exhaustion its nim-value is 0."""

def put(b: _Any, cell: _Any, symbol: _Any) -> _Any:
    """The board with another symbol on a cell, or on each of a list of cells.

    > put(grid(2, 2), (1, 2), "x")
    .x
    ..
    > put(grid(2, 2), [(1, 1), (2, 2)], "x")
    x.
    .x"""

def random_game(seed: _Any, day: _Any = ..., options: _Any = ...) -> _Any:
    """A random value that the seed determines, born by a day: drawn from those of day 2, or with at most so many random options on each side.

    > random_game(7) == random_game(7)
    true
    > birthday(random_game(1, day = 5)) <= 5
    true"""

def random_linear_extension(P: _Any, seed: _Any = ...) -> _Any:
    """An order of all elements that agrees with P, each of them equally likely, lowest first. The same seed gives the same order.

    > length(random_linear_extension(subsets(4), 7))
    16"""

def rational(S: _Any) -> _Any:
    """The generating function of the P-positions of a strategy, a rational function (a rational strategy in the sense of Guo and Miller). Of a strategy that is an automaton the strata are looked for; where there are none, or none are found, it says so.

    > rational(strategy(lattice_of(Nim, 2)))
    1/((1 - h1^2)*(1 - h2^2))"""

def rays(b: _Any, cell: _Any, through: _Any, directions: _Any = ...) -> _Any:
    """The cells that a queen reaches from a cell through cells with one of the symbols `through`; in the given directions only, if given.

    > rays(grid("...|..."), (1, 1), ".")
    [(2, 1), (1, 2), (1, 3), (2, 2)]"""

def rcf(g: _Any) -> _Any:
    """The simplest game that differs from this one by an infinitesimal; it is the same for all games that do (Grossman and Siegel 2009). `explain(g, reduced_canonical_form)` shows the steps.

    Also: `rcf`.

    > reduced_canonical_form(<3 || 2 + * | 1 + *>)
    <3||2|1>
    > reduced_canonical_form(1 + ^*)
    1"""

def reduced_canonical_form(g: _Any) -> _Any:
    """The simplest game that differs from this one by an infinitesimal; it is the same for all games that do (Grossman and Siegel 2009). `explain(g, reduced_canonical_form)` shows the steps.

    Also: `rcf`.

    > reduced_canonical_form(<3 || 2 + * | 1 + *>)
    <3||2|1>
    > reduced_canonical_form(1 + ^*)
    1"""

def reflections(b: _Any, turns: _Any = ...) -> _Any:
    """The board and its images under reflections and turns, eight in all; with `turns = false` the four that keep rows rows.

    > length(reflections(grid("x.|..")))
    8"""

def regions(b: _Any, symbols: _Any, outside: _Any = ..., diagonal: _Any = ..., smallest: _Any = ...) -> _Any:
    """The connected regions of cells with these symbols, each as a board of its own, cut to size, with everything else as `outside`. With `diagonal = true` cells are also connected across corners; regions of fewer than `smallest` cells are left out.

    > regions(grid(".#.|.##"), ".")
    [grid(".|."), grid(".")]
    > regions(grid(".#.|.##"), ".", smallest = 2)
    [grid(".|.")]"""

def remaining(g: _Any) -> _Any:
    """What is left of the poset in a position of Chomp.

    > maximal(remaining(after(chomp(divisors(12)), 4)))
    [6]"""

def remoteness(g: _Any, player: _Any = ..., bound: _Any = ..., misere: _Any = ...) -> _Any:
    """How many moves a game lasts if the winner hurries and the loser delays; it is odd exactly if the player who begins wins, and `oo` for a draw. In a partizan game it depends on the player who begins. With a bound that many positions are explored at most, and the answer is `unknown` if they do not decide. It needs the positions of a sum one by one, where nim-values need those of the components. With `misere = true` it is that of misère play, even exactly if the player who begins wins: 0 if there is no move.

    > remoteness(0)
    0
    > remoteness(*3)
    1
    > remoteness(*3 - *3)
    6
    > remoteness(<1 | -1>, Left)
    1
    > remoteness(*3, misere = true)
    2"""

def replace(s: _Any, old: _Any, new: _Any) -> _Any:
    """The text with every `old` replaced by `new`.

    > replace("xox", "x", "o")
    ooo"""

def replacements(b: _Any, pattern: _Any, by: _Any, turns: _Any = ...) -> _Any:
    """The boards that come from a board by replacing one occurrence of a pattern by another of the same size, row by row; with `turns = true` also of the pattern's reflections and turns. Most moves on boards are such replacements.

    > replacements(grid("..."), "..", "##")
    [grid("##."), grid(".##")]
    > replacements(grid("xox"), "xo", ".x", turns = true)
    [grid(".xx"), grid("xx.")]"""

def reverse(xs: _Any) -> _Any:
    """The elements in reverse order.

    > reverse(1..3)
    [3, 2, 1]"""

def reversible(g: _Any) -> _Any:
    """The reversible options of a form: pairs of the option and the opponent's answer through which it reverses. Options count by their values, so that answers are those of their canonical forms.

    > reversible(<0, * | 1/2>)
    [(*, 0)]
    > reversible(<1 | -1>)
    []"""

def right(g: _Any) -> _Any:
    """Right's options, as a list: of a literal as it was written, of a position by its rules, of a sum in each component, else of the canonical form.

    Also: `right_options`.

    > right(1/2)
    [1]
    > right(*2)
    [0, *]"""

def right_options(g: _Any) -> _Any:
    """Right's options, as a list: of a literal as it was written, of a position by its rules, of a sum in each component, else of the canonical form.

    Also: `right_options`.

    > right(1/2)
    [1]
    > right(*2)
    [0, *]"""

def right_stop(g: _Any) -> _Any:
    """The Right stop: the number that is reached if Right begins and both play as long as the game is no number.

    > right_stop(<2 || 1 | 0>)
    1"""

def right_wall(t: _Any, tax: _Any = ...) -> _Any:
    """The right wall of a thermograph: its corners `(tax, value)`, or its value at one tax.

    > right_wall(thermograph(<4 | 0>), 1)
    1"""

def ring(colours: _Any) -> _Any:
    """A picture of Hackenbush: edges of these colours, one after the other, from the ground back to it.

    > canonical(Hackenbush(ring("ggg")))
    *"""

def room(b: _Any, pattern: _Any, safe: _Any = ...) -> _Any:
    """How many copies of a pattern, one row or one column of cells, find room on a board without overlap, at most; with `safe = true` on cells alone that no copy covers when it is turned by a quarter. Such counts bound what a player who places pieces can still do.

    > room(grid("...|..."), "..")
    2
    > room(grid("...|..#|#.#"), ".|.")
    2
    > room(grid("...|#.#|#.#"), ".|.", safe = true)
    1"""

def rotate(b: _Any) -> _Any:
    """The board after a quarter turn to the right.

    > rotate(grid("ab"))
    a
    b"""

def rows(b: _Any) -> _Any:
    """The number of rows of a board.

    > rows(grid(2, 3))
    2"""

def save(picture: _Any, file: _Any) -> _Any:
    """Writes a drawing into a file, and gives the name of the file: `save(tree(*2), "tree.svg")`. What `svg` draws can be saved, and the text that it gives. The name ends in `.svg`, in `.png` for a picture of points, or in `.tex` for LaTeX: a TikZ picture, for `\\input` behind `\\usepackage{tikz}`. A file that is there already is replaced only if it is of that kind, too; names count from the folder of the script."""

def save_certificate(certificate: _Any, file: _Any) -> _Any:
    """Writes a certificate to a file, whole or not at all, and returns how many lines it has. A file that is there already and is no certificate is not replaced. `sprague verify FILE` checks it; docs/certificates.md describes the format."""

def save_values(G: _Any, file: _Any) -> _Any:
    """Saves the nim-values of a game that are known so far, and returns how many. The file is written aside and then put in its place; a file that is no run of this game, or that holds more values, is left as it is."""

def score(g: _Any, player: _Any = ..., bound: _Any = ...) -> _Any:
    """The score that best play leads to in a game whose rule set has a `score` clause: Left wants many points, Right few, and Left begins unless it is said otherwise. Play ends when the player to move has no move; points that moves bring (`gains`) count besides; in a sum the points of the components add, and those of games without a `score` clause are 0. In `Chaos` the points are the chips played. At most a million positions are explored, or `bound`.

    > score(Chaos(complete_graph(5)))
    12
    > score(Chaos(complete_graph(5)), Right)
    11"""

def score_line(g: _Any, player: _Any = ..., bound: _Any = ...) -> _Any:
    """A line of best play for the score: the positions from the first to the last, as a list.

    > length(score_line(Chaos(complete_graph(5))))
    13"""

def selective(G: _Any, H: _Any) -> _Any:
    """Two rule sets together: a move is a move in one of them or in both. Several arguments of one of them stand in a
    tuple.

    > outcome(selective(Kayles, Nim)(0, 0))
    P"""

def selective_sum(g: _Any, h: _Any) -> _Any:
    """Both games together, where a move is one in either of them or in both (Winning Ways, ch. 9: the union).

    > selective_sum(*5, *6)
    *11
    > selective_sum(1, 2)
    3"""

def separating(G: _Any, p: _Any, q: _Any, effort: _Any = ...) -> _Any:
    """An x for which one of p + x and q + x is a P-position and the other is not; `nothing` if p and q are congruent.

    > separating(lattice_of(Nim, 2, misere), (1, 0), (0, 1))
    (0, 0)
    > separating(lattice_of(Nim, 2, misere), (3, 0), (1, 0)) == nothing
    true"""

def sequential_compound(g: _Any, h: _Any) -> _Any:
    """Both games one after the other: `g` is played to its end, and then `h` (Stromquist and Ullman 1993). In every follower of `g` both players can move or neither; otherwise it would not be clear when `h` begins.

    > [sequential_compound(*n, *2) for n in 0..4]
    [*2, 0, *, *3, *4]
    > sequential_compound(*, 1)
    1+*
    > sequential_compound(*, <1 | 1>)
    1"""

def series(S: _Any, variables: _Any = ...) -> _Any:
    """The rational generating function of a set (Theorem 5.1 of Guo and Miller), or the one that a text describes. Denominators are products of factors `1 - monomial` with independent exponents, expanded in the direction in which they are written. `variables` is their number or a list of names; usually `x, y, z, w`, or `x1, x2, …`. `f + g`, `c * f`, `f * g` (the ordinary product) and `f == g` (exact) work; `f[p]` is a coefficient.

    > series(stratum((0, 0), [(2, 0), (0, 2)]))
    1/((1 - x^2)*(1 - y^2))
    > series("(1 + x*y)/((1 - x^2)*(1 - y^2))")[(3, 5)]
    1
    > series("1/(1 - x)") == series("(1 + x)/(1 - x^2)")
    true
    > series(stratum((0, 1), [(1, 1)]), ["a", "b"])
    b/(1 - a*b)
    > 1/2 * series("1/(1 - x)") - series("x^3")
    (1/2)/(1 - x) - x^3"""

def set(xs: _Any) -> _Any:
    """The elements of a collection as a set.

    > set([3, 1, 3])
    {1, 3}"""

def shape(G: _Any) -> _Any:
    """A graph with its labels forgotten: vertices are 1, 2, … in an order that is the same for all isomorphic graphs. Labels of edges and colours of vertices stay. A poset likewise.

    > shape(graph {a -- b, b -- c}) == shape(graph {x -- z, z -- y})
    true
    > shape(divisors(6)) == shape(subsets(2))
    true"""

def shortened_selective_sum(g: _Any, h: _Any) -> _Any:
    """Both games together, where a move is one in either of them or in both; who cannot move in one of them cannot move.

    > shortened_selective_sum(*, *2)
    *2
    > shortened_selective_sum(1, -1)
    0"""

def sieve(G: _Any, n: _Any, misere: _Any = ...) -> _Any:
    """Outcomes of heaps 0 to n found as by the sieve of Eratosthenes: the least heap that is not marked is lost; every heap with a move to it is marked as won. For impartial games whose moves lead from a heap to a smaller one of the same game. With `misere = true` heaps without a move are won to begin with.

    > sieve(subtraction({1, 3}), 5)
    0 is lost: 1, 3 are won.
    2 is lost: 5 is won.
    4 is lost.
    Lost: 0, 2, 4."""

def simplest_between(a: _Any, b: _Any) -> _Any:
    """The simplest number between two numbers: the integer nearest to 0 if there is one, else the fraction with the smallest power of two as its denominator.

    > simplest_between(1/4, 1)
    1/2
    > simplest_between(1/2, 17/4)
    1"""

def slice(xs: _Any, start: _Any, end: _Any = ...) -> _Any:
    """The elements of a list or text from index `start` up to, not including, `end`; to the end if it is left out. Indices beyond either end stop there.

    > slice([4, 5, 6, 7], 1, 3)
    [5, 6]
    > slice("abcd", 2)
    cd"""

def sort(xs: _Any, by: _Any = ...) -> _Any:
    """The elements in rising order, or in that of `by(x)`. Games that are not numbers come after numbers, in an order of their form.

    > sort([3, 1, 2])
    [1, 2, 3]
    > sort([-3, 1, 2], by = abs)
    [1, 2, -3]
    > sort([omega, 1/3, -omega])
    [-omega, 1/3, omega]"""

def split(s: _Any, separator: _Any) -> _Any:
    """The parts of a text between separators, as a list.

    > split("a,b", ",")
    ["a", "b"]"""

def star_graph(n: _Any) -> _Any:
    """The star with centre 0 and leaves 1, …, n.

    > neighbours(star_graph(3), 0)
    {1, 2, 3}"""

def start(period: _Any) -> _Any:
    """The heap from which a period holds; of a game, that of its period.

    > period(Kayles).start
    71"""

def statistics(G: _Any, n: _Any) -> _Any:
    """Statistics of the nim-values of heaps 0 to n, as a map: the largest and where it is first met, how often each is met, and for sparse games the mask, the number of rare heaps and the last of them. `"if right"` names the file that values were read from.

    > statistics(Kayles, 100)["largest"]
    8
    > statistics(Kayles, 100)["first at"]
    27"""

def stop_count(g: _Any) -> _Any:
    """How many leaves the tree of the canonical form has, where numbers are leaves.

    > stop_count(*8)
    4374
    > stop_count(^*6)
    1459"""

def stops(g: _Any) -> _Any:
    """The Left stop and the Right stop: the numbers reached when Left, or Right, begins and both play as long as the game is no number.

    > stops(<2 || 1 | 0>)
    (2, 1)
    > stops(^)
    (0, 0)"""

def strata(S: _Any) -> _Any:
    """The disjoint strata of a set, each as the pair of its base and its generators.

    > strata(stratum([(0, 0), (1, 1)], [(2, 0)]))
    [((0, 0), [(2, 0)]), ((1, 1), [(2, 0)])]"""

def strata_plot(S: _Any, n: _Any, at: _Any = ...) -> _Any:
    """A picture of the strata of a set of points, or of the P-positions of a lattice game or its strategy, as `p_plot` draws it, each stratum in its colour; in text each has its letter, those after the 52nd begin again. Strata with the same generators have shades of one colour, so that the cones of a fan are seen.

    > strata_plot(stratification([((0, 0), [(2, 0), (0, 2)]), ((1, 1), [(2, 2)])]), 4)
    y
     4 | a . a . a
     3 | . . . b .
     2 | a . a . a
     1 | . b . . .
     0 | a . a . a
       +----------
         0 1 2 3 4 x"""

def strategy(G: _Any, effort: _Any = ..., claim: _Any = ...) -> _Any:
    """The P-positions of a lattice game, all of them, with a proof: in closed form, as a stratification that is periodic, or as an automaton. `(12, 8) in S` asks it, `rational(S)` is its generating function, `explain(S)` gives the proof, `certificate(S)` what a checker needs. Where the search ends without a proof there is no answer; `effort = 10` allows ten times as much work. With `claim = T` nothing is searched: the set T is proved to be that of the P-positions, or refuted by a position that it is wrong about, with the move that shows it or the move that is missing; `verify(S)` has the proof checked by separate code.

    > strategy(lattice_of(Nim, 2))
    P-positions of lattice_of(Nim, 2): (0, 0) + N{(2, 0), (0, 2)}
    proved: the closed form of squarefree normal play, nim-values 1, 2
    > (7, 4) in strategy(lattice_of(Nim, 2))
    false
    > (10^30, 2*10^18) in strategy(lattice_of(Nim, 2, misere))
    true
    > strategy(lattice_of(Nim, 2), claim = stratum((0, 0), [(2, 0), (0, 2)]))
    P-positions of lattice_of(Nim, 2): (0, 0) + N{(2, 0), (0, 2)}
    proved: claimed; a move into it from each of 3 strata of the rest, none from itself"""

def strategy_certificate(G: _Any, text: _Any) -> _Any:
    """A certificate of the P-positions of a lattice game from its line in a file, as `save_certificate(certificate(G), file)` writes it; `verify` checks it."""

def stratification(pieces: _Any, dimension: _Any = ...) -> _Any:
    """The union of pieces `F + N A`, each a pair of a point or points and generators; or the set that a text describes as papers print it: pieces `F + N[…]` joined by `∪`, `⊔`, `|` or `u`, with square brackets or (written `\\{` in a string) braces. Pieces may overlap; the result is a disjoint union.

    > stratification([((0, 0), [(2, 0), (0, 2)]), ((1, 1), [(2, 2)])])
    (0, 0) + N{(2, 0), (0, 2)} ∪ (1, 1) + N{(2, 2)}
    > stratification("[(0, 0), (1, 1)] + N[(2, 0), (0, 2)]")
    {(0, 0), (1, 1)} + N{(2, 0), (0, 2)}
    > stratification("0 + N[2] ∪ 1 + N[2]")
    0 + N{1}
    > stratification([], 2)
    {}"""

def stratum(base: _Any, generators: _Any = ...) -> _Any:
    """The set `F + N A` of all points of `F` plus nonnegative integer multiples of vectors. `base` is a point or a collection of points; the generators may be dependent, the points may overlap: the set is cut into disjoint strata. `S + (1, 2)` moves a set, `S - T` is a difference, `S <= T` asks for a subset, `S == T` is exact (a finite set in braces may stand beside one, `{1, 2} <= S`), `p in S` works for coordinates of any size.

    > stratum((0, 0), [(2, 0), (0, 2)])
    (0, 0) + N{(2, 0), (0, 2)}
    > (4, 10^20) in stratum([(0, 0), (1, 1)], [(2, 0), (0, 2)])
    true
    > stratum(0, [2, 3])
    {0, 3} + N{2}
    > stratum(0, [2]) - stratum(0, [6])
    {2, 4} + N{6}"""

def structure(P: _Any) -> _Any:
    """What kind of poset it is, whatever its elements are called: a chain, an antichain, a product of chains, all subsets, a Young diagram, a simplicial complex, the dual of one of them, or a sum of posets. Closed forms are used for these.

    > structure(divisors(72))
    product of chains of 4 and 3
    > structure(chain(2) + antichain(2))
    disjoint sum of: chain of 2; chain of 1; chain of 1"""

def subordinate(g: _Any, base: _Any) -> _Any:
    """A game `h` with `base : h == g`, where `base` is taken as the form that it is. Its options are looked for among games that give followers of `g`.

    > subordinate(1/8, 1)
    -3
    > 1 : -3
    1/8
    > subordinate(^*, *)
    1
    > subordinate(over, 1)
    off"""

def subsets(n: _Any, k: _Any = ...) -> _Any:
    """The subsets of `{0, …, n-1}` under inclusion: all of them, the Boolean lattice, or those with at most k elements.

    > list(subsets(2))
    [{}, {0}, {1}, {0, 1}]
    > length(subsets(6, 3))
    42"""

def subtraction(numbers: _Any) -> _Any:
    """The game in which these numbers may be taken from a heap: a set, a list or a range.

    > nim_values(subtraction({1, 4, 9}), 12)
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0]
    > subtraction(1..3)(6)
    subtraction(1..3)(6) = *2"""

def sum(xs: _Any) -> _Any:
    """The sum of the elements: numbers, games, positions, posets. The sum of none is 0.

    > sum([1, *, ^])
    1+^*
    > sum(k^2 for k in 1..10)
    385"""

def support(f: _Any) -> _Any:
    """The set of points where a generating function has the coefficient 1, if all its coefficients are 0 or 1.

    > support(series("1/(1 - x) - 1/(1 - x^3)"))
    {1, 2} + N{3}"""

def svg(t: _Any) -> _Any:
    """A drawing as the text of an SVG file: of a position that is a board, heaps or a graph; of a loopy value; of a thermograph, a game's thermograph, a plot, a tree or graph of a game, a poset's Hasse diagram.

    > length(svg(thermograph(<2 | 0>))) > 100
    true"""

def swap(b: _Any, x: _Any, y: _Any) -> _Any:
    """The board with two symbols exchanged.

    > swap(grid("xo."), "x", "o")
    ox."""

def table(f: _Any, rows: _Any = ..., columns: _Any = ...) -> _Any:
    """A table: of the values of a function or rule set for the elements of `rows`, or for all pairs from `rows` and `columns`; of a map, or of a list of rows. A position shows its value. Of a misère quotient it is the multiplication table.

    > table(n -> n^2, 0..3)
    n | 0  1  2  3
      | 0  1  4  9
    > table((a, b) -> a xor b, 0..2, 0..4)
      | 0  1  2  3  4
    --+--------------
    0 | 0  1  2  3  4
    1 | 1  0  3  2  5
    2 | 2  3  0  1  6
    > table([[1, 2], [30, 4]])
     1  2
    30  4"""

def tartan(G: _Any, H: _Any) -> _Any:
    """The Tartan product of two coin-turning games: coins lie at pairs `(x, y)`, and a move turns those at all pairs of coins that a move of G and one of H turn. The value of a coin is the nim-product of the values in G and in H (the Tartan theorem). Turning Corners is `tartan(turning("twins"), turning("twins"))`.

    > C = tartan(turning("twins"), turning("twins")); [grundy(C(4, y)) for y in 1..5]
    [4, 8, 12, 6, 2]
    > R = turning("ruler"); grundy(tartan(R, R)((3, 3), (1, 0)))
    4"""

def temperature(g: _Any) -> _Any:
    """How much a move is worth: the least tax at which nobody gains by moving. Numbers have negative temperatures: -1 for an integer, -1/2^k for a denominator 2^k; those that are no short games, such as 1/3, have none, and take none away from a game beside them.

    > temperature(<3 | -1>)
    2
    > temperature(*)
    0
    > temperature(1/2)
    -1/2"""

def text(x: _Any) -> _Any:
    """A value as text, as `print` shows it.

    > text(<0 | 1>)
    1/2"""

def thermograph(g: _Any) -> _Any:
    """The thermograph: how the stops move as each move is taxed. Ask it for `mast`, `temperature`, `left_wall`, `right_wall`, or `draw` it.

    > thermograph(<3 | -1>)
    thermograph with mast 1 from temperature 2
    > t = thermograph(<3 | -1>); t.mast
    1"""

def tiny(g: _Any) -> _Any:
    """`<0 || 0 | -g>`. For `g` above a positive number it is positive, and smaller than every positive combination of ups; of other games it may be more, and `tiny(0)` is `^`.

    > tiny(2)
    tiny(2)
    > tiny(1) > 0
    true
    > tiny(0)
    ^"""

def to(move: _Any) -> _Any:
    """The position that a move leads to.

    > best_move(*3).to
    0"""

def transpose(b: _Any) -> _Any:
    """The board with rows and columns exchanged.

    > transpose(grid("ab"))
    a
    b"""

def tree(g: _Any, most: _Any = ..., cut: _Any = ..., values: _Any = ..., scores: _Any = ..., misere: _Any = ..., style: _Any = ...) -> _Any:
    """The tree of a game: under each position its options, winning moves with an exclamation mark, P-positions in square brackets. At most so many positions are shown, up to 5000; `cut = true` shows nothing below positions that the second player of the whole game wins; `values` may be false, or a function whose value is shown beside each position. With `scores = true` a game for points is shown with the scores of best play, Left having begun, and best moves are marked. With `misere = true` whoever cannot move wins, and values, which are those of normal play, are shown only if they are asked for. `style = "note"` is that of `game_graph`. `svg(tree(g))` is the drawing.

    > tree(Nim(1) + Nim(1))
    [1, 1 = 0]
    └─ 1 = *
       └─ [0]!
    > tree(*2)
    *2
    ├─ [0]!
    └─ *
       └─ [0]!
    > tree(*2, misere = true)
    *2
    ├─ 0
    └─ [*]!
       └─ 0
    > tree(*2, values = remoteness)
    *2: 1
    ├─ [0: 0]!
    └─ *: 1
       └─ [0: 0]!"""

def truncated(f: _Any, low: _Any, high: _Any) -> _Any:
    """The terms of a generating function in the box from `low` to `high`, both ends in, as a polynomial.

    > truncated(series("(1 + x*y)/((1 - x^2)*(1 - y^2))"), 0, 3)
    1 + x^2 + x*y + y^2 + x^3*y + x^2*y^2 + x*y^3 + x^3*y^3"""

def tuple(xs: _Any) -> _Any:
    """The elements of a collection as a tuple.

    > tuple([1, 2])
    (1, 2)"""

def turning(rule: _Any) -> _Any:
    """The coin-turning game in which a move turns so many coins of a row, the largest from heads to tails. The rule says how many: `"2"`, `"1..3"`, `"1, 4+"`, with `consecutive` after it if they lie side by side; or it is a name: Turtles, Mock Turtles, Moebius, Mogul, Moidores, Twins, Triplets, Ruler. Coins are numbered from 0; a position names its heads, `G(0, 3)` or `G("HTTH")`, and is their sum (Winning Ways, ch. 14).

    > nim_values(turning("mock turtles"), 8)
    [1, 2, 4, 7, 8, 11, 13, 14, 16]
    > nim_values(turning("ruler"), 7)
    [1, 2, 1, 4, 1, 2, 1, 8]
    > turning("twins")(1, 4, 6)
    turning("2")(1, 4, 6) = *3
    > winning_moves(turning("1..2")("HHTH"))
    [[0, 1, 3] -> [0, 1, 2]]"""

def twisted(G: _Any) -> _Any:
    """The twisted variant of a rule set: it is called as the rule set is.

    > twisted(Domineering)("...|...") == Twisted(Domineering("...|..."))
    true"""

def union(a: _Any, b: _Any) -> _Any:
    """The elements of either set; also of two sets of points, or of the generating functions of two sets.

    > union({1, 2}, {2, 3})
    {1, 2, 3}"""

def up(P: _Any, x: _Any) -> _Any:
    """Everything at or above an element, or above any of several in a list, as a poset.

    > list(up(divisors(12), 4))
    [4, 12]
    > length(up(subsets(4), {0}))
    8"""

def up_power(g: _Any, x: _Any) -> _Any:
    """The power `g^<x>` of a game `<0 | h>`: `<0 | h - g^[x - 1]>` with the sum `g^[x - 1]` of `up_power_to`, for `^` written `^<x>`. Each is infinitely smaller than the one before (On Numbers and Games, ch. 16). `x` is a number from 1 on, or loopy; for integers it is also `up_power_to(g, x) - up_power_to(g, x - 1)`.

    > up_power(^, on)
    ^<on>
    > up_power(^, 2)
    ^<2>
    > up_power(^, 2) == <0 | v*>
    true
    > 20 * up_power(^, 2) < ^
    true
    > up_power(^, 3/2) == <0 | * - up_power_to(^, 1/2)>
    true
    > up_power(^, 2) < up_power(^, 3/2) and up_power(^, 3/2) < ^
    true"""

def up_power_to(g: _Any, x: _Any) -> _Any:
    """The sum `g^[x]` of the powers of a game `<0 | h>` up to the `x`th, for `^` written `^[x]`. It is `<| h> : x`, that is `<0, g^[l] | h, g^[r]>` for the options `l` and `r` of `x` if `x` is not 0, and `g^[0]` is 0; also for numbers that are no integers, and for loopy games.

    > [up_power_to(^, on), up_power_to(tiny(2), on)]
    [^[on], <pass|<0|-2>>]
    > up_power_to(^, 2)
    ^[2]
    > up_power_to(^, 2) == <^ | *>
    true
    > up_power_to(^, 3/2) == <^ | *, ^[2]>
    true"""

def upsum(g: _Any, h: _Any) -> _Any:
    """The upsum of two stoppers: the onside of their sum.

    > upsum(over, under)
    over
    > upsum(^[on], -^[on])
    ^<on>"""

def uptimal_expansion(g: _Any) -> _Any:
    """A number, a nimber, and after the point how often each power of up, as text: `3*2.12` is `3 + *2 + ^ + 2*^<2>`. A digit that is negative or has several figures stands in brackets.

    > uptimal_expansion(<0 || 0 | v*>)
    *.12
    > uptimal_expansion(^[4])
    0.1111
    > uptimal_expansion(v + ^<3>)
    0.(-1)01"""

def values(m: _Any) -> _Any:
    """The values of a map, in the order of its keys.

    > values({"b" => 1, "a" => 2})
    [2, 1]"""

def values_born_by(n: _Any, in_: _Any = ...) -> _Any:
    """The canonical forms of all values of a universe that are born by day n, as a list. By days 0 to 3 there are 1, 2, 9 and 1,268 of dicot games in misère play, by days 0 to 2 there are 1, 4, 256 of all games.

    > values_born_by(2) == born_by(2)
    true
    > values_born_by(1, in = Misere)
    [0, *, -1, 1]
    > [length(values_born_by(n, in = Dicot)) for n in 0..2]
    [1, 2, 9]"""

def variety(g: _Any) -> _Any:
    """The variety of a stopper whose degree `d` is idempotent: the upsum of it and of the downsum of `-g` and `-d` (Siegel, ch. VI.5).

    > variety(3/2 + under)
    under
    > variety(-1/4 - ^[on])
    ^<on>"""

def verify(certificate: _Any) -> _Any:
    """Whether a certificate is right: a separate checker computes the values below its N anew from the definition of the game, and compares every number with what the theorem asks for. A wrong one is an error that names the number. Of a misère quotient, or the certificate of one, also as a text: whether the checker for quotients accepts it. Of the strategy of a lattice game or its certificate: whether its checker accepts the proof. Of a proof of play or of Chomp: whether every line follows from those before it.

    > verify(certificate(Kayles))
    true
    > verify(certificate(misere_quotient(Kayles)))
    true
    > verify(strategy(lattice_of(Nim, 2, misere)))
    true"""

def vertices(G: _Any) -> _Any:
    """The vertices of a graph, as a list.

    > vertices(graph {a -- b, c})
    ["a", "b", "c"]"""

def width(P: _Any) -> _Any:
    """How many elements the largest antichain has.

    > width(subsets(4))
    6
    > width(divisors(360))
    6"""

def winner(g: _Any, bound: _Any = ..., misere: _Any = ..., method: _Any = ...) -> _Any:
    """Who wins: `First` or `Second` by turn, `Left` or `Right` if that player wins whoever begins; `nothing` if it is a draw, or one if somebody begins. With `misere = true` whoever cannot move wins. `method` is that of `outcome`.

    > winner(*3 + *3)
    Second
    > winner(-1/4)
    Right
    > winner(Kayles(5), misere = true)
    First"""

def winning_move(G: _Any, position: _Any) -> _Any:
    """A move to a P-position, in a lattice game or with its strategy; `nothing` from a P-position. Coordinates may have any size.

    > winning_move(lattice_of(Nim, 2), (7, 4))
    (7, 4) -> (6, 4)
    > winning_move(lattice_of(Nim, 2), (6, 4)) == nothing
    true"""

def winning_moves(g: _Any, player: _Any = ..., bound: _Any = ..., misere: _Any = ..., method: _Any = ...) -> _Any:
    """The moves after which the one who made them wins. An impartial position has some exactly if its outcome is N. In a game for points those after which they are ahead in the end. With `misere = true` whoever cannot move wins. `method` is that of `outcome`.

    > winning_moves(*7 + *9 + *2)
    [*9 -> *5]
    > winning_moves(<1 | -1>)
    [Left: +-1 -> 1, Right: +-1 -> -1]
    > winning_moves(*7 + *9 + *2, misere = true)
    [*9 -> *5]"""

def winning_orbits(g: _Any) -> _Any:
    """The winning moves of a position of Chomp up to symmetry: pairs of a move and how many the automorphisms of the position make of it.

    > winning_orbits(chomp(complex([[0, 1], [1, 2], [2, 3]])))
    [({0, 1}, 2), ({1, 2}, 1)]"""

def without(xs: _Any, x: _Any) -> _Any:
    """The list without the first element equal to `x`, the set without `x`, or the poset without `x` or several elements.

    > without([3, 4, 3], 3)
    [4, 3]
    > without({1, 2}, 2)
    {1}
    > without(chain(3), 1)
    poset {0 < 2}"""

def without_edge(G: _Any, a: _Any, b: _Any, label: _Any = ..., directed: _Any = ...) -> _Any:
    """A graph without one edge that leads from one vertex to another; of several, one with that label, and one that has a direction, or has none, as `directed` says. All vertices stay.

    > without_edge(cycle_graph(3), 1, 2)
    graph {1 -- 3, 2 -- 3}
    > without_edge(graph {a -- b, a -> b}, "a", "b", directed = true)
    graph {a -- b}"""

def worst_move(g: _Any, player: _Any = ..., bound: _Any = ..., misere: _Any = ...) -> _Any:
    """A worst move: one that loses, as quickly as possible; if all win, the slowest. By remoteness where `best_move` goes by it; elsewhere, as in partizan games that end, a losing move if there is one.

    > worst_move(*3)
    *3 -> *"""

def wrong_bounds(g: _Any) -> _Any:
    """The positions that can be reached from a position, it among them, whose values do not lie between the bounds that the `bounds` line of their rule set gives: none where the line is right. A test of a rule set is `check wrong_bounds(g) == {}` for some positions `g`. Cost: the values of all of them.

    > wrong_bounds(Domineering(grid(2, 3)))
    {}"""

def zeta_polynomial(P: _Any, t: _Any) -> _Any:
    """The zeta polynomial at an integer t: for t > 1 the sequences of t - 1 elements that never go down.

    > zeta_polynomial(subsets(3), 5)
    125
    > zeta_polynomial(divisors(30), -1)
    -1"""

def zip(xs: _Any, ys: _Any) -> _Any:
    """The list of pairs of elements at the same place.

    > zip([1, 2], [3, 4])
    [(1, 3), (2, 4)]"""
