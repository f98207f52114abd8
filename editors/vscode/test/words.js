// What a double click marks, and what a completion replaces: the editor makes a regular expression of the words of the configuration.

const assert = require('assert');
const { wordPattern } = require('../language-configuration.json');

const { pattern, flags } = wordPattern;
const words = (text) => text.match(new RegExp(pattern, `${flags}g`));
assert.deepEqual(words('winning_moves(Größe2, é\u0301 - x1)'), ['winning_moves', 'Größe2', 'é\u0301', 'x1']);
assert.equal(words('<0 | 1> + 3'), null);
