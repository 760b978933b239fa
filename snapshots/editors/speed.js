// How long `puzgen lsp` takes for each kind of request at the largest built-in puzzle: median and worst, in ms.
//
//     node snapshots/editors/speed.js target/release/puzgen
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** Every so many bytes there is a question. */
const STEP = 17;

const program = process.argv[2] ?? 'target/release/puzgen';
const files = fs.readdirSync('puzzles').filter((name) => name.endsWith('.pz')).map((name) => path.join('puzzles', name));
const largest = files.reduce((a, b) => (fs.statSync(a).size >= fs.statSync(b).size ? a : b));
// All built-in puzzles are in the workspace: references are looked for in them.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'puzgen-'));
files.forEach((name) => fs.copyFileSync(name, path.join(folder, path.basename(name))));
const text = fs.readFileSync(largest, 'utf8');
const uri = `file://${path.join(folder, path.basename(largest))}`;

const child = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
let read = Buffer.alloc(0);
child.stdout.on('data', (data) => {
  read = Buffer.concat([read, data]);
  for (;;) {
    const end = read.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/.exec(read.subarray(0, end))[1]);
    if (read.length < end + 4 + length) return;
    const message = JSON.parse(read.subarray(end + 4, end + 4 + length));
    read = read.subarray(end + 4 + length);
    const key = message.id ?? message.method;
    waiting.get(key)?.(message);
    waiting.delete(key);
  }
});
let number = 0;
const send = (message) => {
  const written = JSON.stringify({ jsonrpc: '2.0', ...message });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(written)}\r\n\r\n${written}`);
};
const tell = (method, params) => send({ method, params });
const message = (key) => new Promise((found) => waiting.set(key, found));
const ask = (method, params) => {
  number += 1;
  const answer = message(number);
  send({ id: number, method, params });
  return answer;
};

const times = new Map();
async function timed(what, action) {
  const start = performance.now();
  await action();
  times.set(what, [...(times.get(what) ?? []), performance.now() - start]);
}

async function main() {
  await ask('initialize', { capabilities: {}, rootUri: `file://${folder}` });
  tell('initialized', {});
  const problems = () => message('textDocument/publishDiagnostics');
  await timed('problems after opening', () => {
    tell('textDocument/didOpen', { textDocument: { uri, languageId: 'pz', version: 1, text } });
    return problems();
  });
  const textDocument = { uri };
  const all = { start: { line: 0, character: 0 }, end: { line: 99999, character: 0 } };
  const options = { tabSize: 2, insertSpaces: true };
  let version = 1;
  for (let at = 0; at < text.length; at += STEP) {
    const before = text.slice(0, at).split('\n');
    const position = { line: before.length - 1, character: before.at(-1).length };
    // A blank is typed and taken back, so that nothing is known from the question before.
    for (const written of [' ', '']) {
      const end = written ? position : { ...position, character: position.character + 1 };
      const change = { range: { start: position, end }, text: written };
      version += 1;
      const params = { textDocument: { uri, version }, contentChanges: [change] };
      await timed('problems after a change', () => {
        tell('textDocument/didChange', params);
        return problems();
      });
    }
    const place = { textDocument, position };
    for (const kind of ['hover', 'definition', 'documentHighlight', 'completion', 'signatureHelp', 'prepareRename']) {
      await timed(kind, () => ask(`textDocument/${kind}`, place));
    }
    await timed('references', () => ask('textDocument/references', { ...place, context: { includeDeclaration: true } }));
    await timed('rename', () => ask('textDocument/rename', { ...place, newName: 'another_name' }));
    for (const kind of ['documentSymbol', 'formatting', 'codeLens', 'inlayHint', 'semanticTokens/full']) {
      await timed(kind, () => ask(`textDocument/${kind}`, { textDocument, range: all, options }));
    }
    await timed('codeAction', () => ask('textDocument/codeAction', { textDocument, range: all, context: { diagnostics: [] } }));
  }
  console.log(`${largest}, ${text.length} characters`);
  for (const [what, taken] of times) {
    taken.sort((a, b) => a - b);
    const [middle, worst] = [taken[taken.length >> 1], taken.at(-1)].map((time) => time.toFixed(1).padStart(7));
    console.log(`${what.padEnd(24)} ${String(taken.length).padStart(4)} times, median ${middle}, worst ${worst}`);
  }
  child.kill();
  fs.rmSync(folder, { recursive: true });
}

main();
