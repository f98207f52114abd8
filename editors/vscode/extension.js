// Starts `sprague lsp` and speaks with it.

const { commands, env, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { line } = require('./shell');

let client;

function command() {
  return workspace.getConfiguration('sprague').get('path') || 'sprague';
}

async function start() {
  const server = { command: command(), args: ['lsp'] };
  const options = { documentSelector: [{ language: 'sprague' }] };
  client = new LanguageClient('sprague', 'Sprague', server, options);
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `Sprague cannot be started as “${command()}”. Put it on the path, or set sprague.path. (${error.message ?? error})`,
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning()) {
    await running.stop();
  }
}

async function runFile() {
  const document = window.activeTextEditor?.document;
  if (document?.languageId !== 'sprague' || !(await document.save())) {
    return;
  }
  const terminal = window.terminals.find((one) => one.name === 'Sprague') ?? window.createTerminal('Sprague');
  terminal.show(true);
  terminal.sendText(line(env.shell, [command(), document.fileName]));
}

exports.activate = async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand('sprague.restart', async () => {
      await stop();
      await start();
    }),
    commands.registerCommand('sprague.runFile', runFile),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('sprague.path')) {
        await stop();
        await start();
      }
    }),
  );
  await start();
};

exports.deactivate = stop;
