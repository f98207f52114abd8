// Speaks with the server through the library that the extension stands on. `SPRAGUE` names the command.

const { spawn } = require('child_process');
const path = require('path');

const { createRequire } = require('module');

const modules = process.env.MODULES ?? path.join(__dirname, '..', 'node_modules');
const library = createRequire(path.join(modules, 'any.js'))('vscode-jsonrpc/node');
const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = library;

async function main() {
  const server = spawn(process.env.SPRAGUE ?? 'sprague', ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const errors = new Promise((resolve) => connection.onNotification('textDocument/publishDiagnostics', resolve));
  connection.listen();
  const about = await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  const uri = 'untitled:one.cgt';
  const document = { uri, languageId: 'sprague', version: 1, text: 'x = <0 | 1>\nbirthdy(x)\n' };
  await connection.sendNotification('textDocument/didOpen', { textDocument: document });
  const { diagnostics } = await errors;
  const hover = await connection.sendRequest('textDocument/hover', {
    textDocument: { uri },
    position: { line: 0, character: 0 },
  });
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  const status = await ended;
  console.log(JSON.stringify([about.serverInfo.name, diagnostics[0].code, hover.contents.value, status]));
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
