// Writes how the grammar colours files: for each a line of JSON, a list of [start, end, scope] in characters of the text for every piece that has a scope.
// The modules `vscode-textmate` and `vscode-oniguruma` are looked for in the folder that MODULES names.

const fs = require('fs');
const path = require('path');

const modules = process.env.MODULES ?? path.join(__dirname, '..', 'node_modules');
const oniguruma = require(path.join(modules, 'vscode-oniguruma'));
const textmate = require(path.join(modules, 'vscode-textmate'));

async function main() {
  const wasm = fs.readFileSync(path.join(modules, 'vscode-oniguruma', 'release', 'onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const file = path.join(__dirname, '..', 'syntaxes', 'sprague.tmLanguage.json');
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file),
  });
  const grammar = await registry.loadGrammar('source.sprague');
  for (const name of process.argv.slice(2)) {
    let state = textmate.INITIAL;
    let start = 0;
    const pieces = [];
    for (const line of fs.readFileSync(name, 'utf8').split('\n')) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      for (const token of tokens) {
        const scope = token.scopes.filter((one) => one !== 'source.sprague' && !one.startsWith('meta.')).pop();
        const inside = token.scopes.findLast((one) => one.startsWith('meta.embedded') || one.startsWith('string.'));
        const own = token.scopes.length > 1 && !(scope?.startsWith('string.') && inside?.startsWith('meta.'));
        if (scope && own) {
          pieces.push([start + token.startIndex, start + token.endIndex, scope]);
        }
      }
      state = ruleStack;
      start += line.length + 1;
    }
    console.log(JSON.stringify(pieces));
  }
}

main();
