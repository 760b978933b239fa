// Holds the TextMate grammar against `puzgen lsp`, which knows what each word is: of every token of the built-in
// puzzles both must say the same as to comment, text, number, keyword and name. Tokens are read by the engine of
// Visual Studio Code.
//
//     node check.js target/release/puzgen puzzles
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

const [program, folder] = process.argv.slice(2);

/** Returns a function that asks a server: method and parameters to what is found. */
function server() {
  const child = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let number = 0;
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
      waiting.get(message.id)?.(message.result);
    }
  });
  const send = (message) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  return {
    tell: (method, params) => send({ method, params }),
    ask: (method, params) =>
      new Promise((found) => {
        number += 1;
        waiting.set(number, found);
        send({ id: number, method, params });
      }),
  };
}

/** What a token is, by the server: of its kinds those that a grammar of words can tell. */
const OF_SERVER = { keyword: 'keyword', comment: 'comment', string: 'text', number: 'number' };

/** What a piece is, by its scopes. */
function ofScopes(scopes) {
  // What stands in the braces of a sentence is not text.
  const inside = scopes.slice(scopes.lastIndexOf('meta.interpolation.pz') + 1);
  const has = (begin) => inside.some((scope) => scope.startsWith(begin));
  if (has('comment')) return 'comment';
  if (has('string') || has('constant.character') || has('punctuation.section')) return 'text';
  if (has('constant.numeric')) return 'number';
  if (has('keyword.control') || has('keyword.other') || has('keyword.operator.word') || has('constant.language')) return 'keyword';
  return has('keyword.operator') ? 'sign' : 'name';
}

/** Returns the tokens of a text by the server: line, column, length, kind. */
async function known(asked, legend, name, text) {
  const uri = `file://${path.resolve(folder, name)}`;
  asked.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'pz', version: 1, text } });
  const { data } = await asked.ask('textDocument/semanticTokens/full', { textDocument: { uri } });
  asked.tell('textDocument/didClose', { textDocument: { uri } });
  const tokens = [];
  let [line, column] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    column = data[at] ? data[at + 1] : column + data[at + 1];
    line += data[at];
    tokens.push({ line, column, length: data[at + 2], kind: legend[data[at + 3]] });
  }
  return tokens;
}

async function main() {
  const wasm = require.resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(fs.readFileSync(wasm));
  const file = path.join(__dirname, 'pz.tmLanguage.json');
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(file, 'utf8'), file),
  });
  const grammar = await registry.loadGrammar('source.pz');
  const asked = server();
  const { capabilities } = await asked.ask('initialize', { capabilities: {} });
  asked.tell('initialized', {});
  const legend = capabilities.semanticTokensProvider.legend.tokenTypes;
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.pz')).sort();
  let [count, differing] = [0, 0];
  for (const name of files) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    const tokens = await known(asked, legend, name, text);
    let stack = INITIAL;
    const lines = text.split('\n').map((line) => {
      const found = grammar.tokenizeLine(line, stack);
      stack = found.ruleStack;
      return { line, pieces: found.tokens };
    });
    for (const { line, column, kind } of tokens.filter((token) => token.kind !== 'operator')) {
      const piece = lines[line].pieces.find((it) => it.startIndex <= column && column < it.endIndex);
      const [expected, told] = [OF_SERVER[kind] ?? 'name', ofScopes(piece.scopes)];
      // The server takes what stands between the names in braces for text.
      if (expected === 'text' && piece.scopes.includes('meta.interpolation.pz')) continue;
      count += 1;
      if (expected === told) continue;
      differing += 1;
      if (differing <= 40) console.error(`${name}:${line + 1}:${column + 1}: ${kind} is coloured as ${told}: ${lines[line].line}`);
    }
  }
  console.log(`${files.length} files, ${count} tokens, ${differing} of them coloured otherwise`);
  process.exit(differing > 0 ? 1 : 0);
}

main();
