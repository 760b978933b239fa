// The extension for Visual Studio Code: starts `puzgen lsp` as the language server of .pz files.
'use strict';

const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** The client, once it is started. */
let client;

/** Starts the server of the settings as they are. */
async function start() {
  const command = workspace.getConfiguration('puzgen').get('path') || 'puzgen';
  const started = new LanguageClient(
    'puzgen',
    'puzgen',
    { command, args: ['lsp'] },
    // What is built in and what commands give are texts of the scheme `puzgen`; the server has them.
    { documentSelector: [{ language: 'pz' }], synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.{pz,rhai,yaml}') } },
  );
  try {
    await started.start();
    client = started;
  } catch (error) {
    const open = 'Open settings';
    const chosen = await window.showErrorMessage(`\`${command} lsp\` does not start: ${error.message}. The setting puzgen.path says which program it is.`, open);
    if (chosen === open) await commands.executeCommand('workbench.action.openSettings', 'puzgen.path');
  }
}

/** Ends the server, if there is one. */
async function stop() {
  const running = client;
  client = undefined;
  await running?.dispose();
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand('puzgen.restart', restart),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('puzgen.path') && restart()),
  );
  await start();
};

exports.deactivate = stop;
