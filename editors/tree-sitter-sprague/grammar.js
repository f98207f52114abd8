/// Sprague for tree-sitter: what colours and folding need. Brackets and blocks nest; what stands in them is a run of words and signs, since what a
/// sign such as `*` or `<` means depends on more than a grammar without context sees. The language's own reader is `sprague lsp`.

module.exports = grammar({
  name: 'sprague',

  extras: () => [/[ \t\r\u00a0\u2009\u202f\ufeff]/],

  word: ($) => $.name,

  rules: {
    source_file: ($) => repeat($._item),

    _item: ($) =>
      choice(
        $.documentation,
        $.comment,
        $.line_end,
        $.declaration,
        $.heap,
        $.block,
        $.parentheses,
        $.list,
        $.braces,
        $.string,
        $.keyword,
        $.boolean,
        $.code,
        $.number,
        $.game_value,
        $.call,
        $.name,
        $._plain,
        $.operator,
      ),

    declaration: ($) =>
      seq(
        field('kind', choice('game', 'lattice', 'question', $.part)),
        field('name', $.name),
        repeat(choice($._item, $.clause)),
        'end',
      ),
    // Names anywhere else: where no name follows they declare nothing.
    _plain: ($) => prec(-1, choice(...['game', 'lattice', 'question', 'heap', $.part].map((word) => alias(word, $.name)))),
    part: () => token(prec(3, /\n[ \t]+part[ \t]/)),
    clause: () =>
      token(
        prec(
          2,
          /\n[ \t]+(left|right|moves|value|score|draw|notation|require|bounds|board|move|defeated|expect|accept|where|hint|tolerance|about|manual|forbid|allow|penalty|worth)[ \t]/,
        ),
      ),
    heap: ($) => prec.right(seq('heap', field('name', $.name))),
    block: ($) => seq('do', repeat($._item), 'end'),

    parentheses: ($) => seq('(', repeat($._item), ')'),
    list: ($) => seq('[', repeat($._item), ']'),
    braces: ($) => seq('{', repeat($._item), '}'),

    // What is interpolated is part of it: whether braces in a text mean anything depends on where it stands.
    string: () => token(/["“”„]([^"“”\\\n]|\\[^\n])*["“”]/),

    keyword: () =>
      choice(
        'if', 'then', 'else', 'for', 'while', 'in', 'and', 'or', 'not', 'xor', 'check', 'memo', 'why', 'return', 'break',
        'continue', 'import', 'answer', 'octal', 'take', 'leave', 'split',
      ),
    boolean: () => choice('true', 'false'),

    call: ($) => prec(1, seq(field('function', $.name), $.parentheses)),
    name: () => /[\p{L}_][\p{L}\p{M}\p{Nd}_]*/,
    code: () => token(prec(1, /\d+!?\.[0-9A-Z][0-9A-Z\[\]!]*/)),
    number: () => /\d+|\d*[½¼¾⅛⅜⅝⅞]/,
    game_value: () => token(choice(/[*∗★⋆]\d+/, /\^+\d*\*?\d*/, /[↑⇑↓⇓]+\d*\*?\d*/)),
    operator: () =>
      token(
        choice(
          /[-+*∗★⋆\/%=:;,.&<>|!–−≤≥≠∈⊕→↦±∣❘｜‖∥⟨⟩〈〉]/,
          '==', '!=', '<=', '>=', '->', '=>', '..', '||', '<|', '|>', '//', '+-', '--',
        ),
      ),

    line_end: () => /\n/,
    documentation: () => token(prec(1, /##[^\n]*/)),
    comment: () => token(/#[^\n]*/),
  },
});
