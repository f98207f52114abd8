// Command lines for the shells that terminals run.

const PLAIN = /^[\w./-]+$/;

/** The line with which a shell, told by its path, runs these words: a command and what it gets. */
exports.line = function line(shell, words) {
  const written = (quoted) => words.map((word) => (PLAIN.test(word) ? word : quoted(word))).join(' ');
  if (/(powershell|pwsh)(-preview)?(\.exe)?$/i.test(shell)) {
    const text = written((word) => `'${word.replace(/'/g, "''")}'`);
    // What begins with a quotation mark is a text there, no command.
    return PLAIN.test(words[0]) ? text : `& ${text}`;
  }
  if (/cmd(\.exe)?$/i.test(shell)) {
    // Names of files have no quotation marks there.
    return written((word) => `"${word}"`);
  }
  return written((word) => `'${word.replace(/'/g, "'\\''")}'`);
};
