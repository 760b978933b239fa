// Plays every genre of the site in a real browser, looks for faults of accessibility, takes pictures.
//
// Usage: node browser.mjs ADDRESS BANK.jsonl FOLDER [keyboard|pointer|pages|faults|editor|language|offline]… [GENRE…]
//
// The solutions are read from the bank's file: the site does not tell them. PAGE names a folder whose files are taken
// instead of those in the program, WAIT how many ms a puzzle may take until it is found to be solved.

import { readFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

const [address, bankFile, folder, ...rest] = process.argv.slice(2);
const require = createRequire(`${process.cwd()}/`);
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const PARTS = ['keyboard', 'pointer', 'pages', 'faults', 'editor', 'language', 'offline'];
const parts = rest.filter((word) => PARTS.includes(word));
const genres = rest.filter((word) => !PARTS.includes(word));
const does = (part) => !parts.length || parts.includes(part);

/** The first puzzle of each genre with one solution: its number in the bank, and its solution. */
const first = new Map();
readFileSync(bankFile, 'utf8').trim().split('\n').forEach((line, at) => {
  const object = JSON.parse(line);
  if (object.answer && !first.has(object.puzzle)) first.set(object.puzzle, { id: at + 1, answer: object.answer });
});
const unknown = genres.filter((genre) => !first.has(genre));
if (unknown.length) {
  console.error(`neither a part nor a genre with an answer in the bank: ${unknown.join(', ')}`);
  process.exit(2);
}

function puzzles() {
  return [...first].filter(([genre]) => !genres.length || genres.includes(genre));
}

/** The values of the elements of a puzzle, in their order. */
async function solutionOf(page, answer) {
  const flat = (value) => {
    if (Array.isArray(value)) return value.flatMap(flat);
    if (value !== null && typeof value === 'object') return Object.values(value).flatMap(flat);
    return value === null ? [] : [value];
  };
  const families = await page.evaluate(() => window.puzgen.game.play.families);
  // Words of programs are written out, also those that are numbers.
  const valueOfWord = ({ tokens }, word) => Object.keys(tokens).find((value) => tokens[value] === word) ?? word;
  const number = (family) => (value) => Number(typeof value === 'string' ? valueOfWord(family, value) : value);
  return families.flatMap((family) => flat(answer[family.name]).map(number(family)));
}

async function open(page, id) {
  await page.goto(`${address}play/${id}`);
  await page.waitForFunction(() => window.puzgen);
  await page.evaluate(() => { window.puzgen.game.restore(null); window.puzgen.game.changed(); });
}

const valueOf = (page, at) => page.evaluate((it) => window.puzgen.game.value(it) ?? null, at);

/** Enters a value in a field by keys alone: a choice is gone through, anything else is typed. */
async function enterInField(page, name, value) {
  const field = page.locator(`.loose [name="${name}"]`);
  await field.focus();
  const at = await field.evaluate((it, to) => ('options' in it ? [...it.options].findIndex((option) => option.value === to) : -1), String(value));
  if (at >= 0) {
    await page.keyboard.press('Home');
    for (let times = 0; times < at; times += 1) await page.keyboard.press('ArrowDown');
  } else {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(String(value));
  }
  await page.keyboard.press('Tab');
}

/** Enters a value at an element by keys alone. */
async function enterByKeys(page, at, value) {
  const how = await page.evaluate((it) => {
    const { game, board } = window.puzgen;
    const element = game.play.elements[it];
    const { kind } = game.familyOf(it);
    const cell = element.cells[0];
    const around = cell === undefined ? undefined : board.around(cell).find(({ line }) => line.elements.includes(it));
    return { kind, cell, name: element.name, given: element.given, direction: around?.direction, isLoose: window.puzgen.fields.has(it), count: element.values.length };
  }, at);
  if (how.given !== null || how.kind === 'hidden') return;
  if (how.isLoose) {
    await enterInField(page, how.name, value);
    return;
  }
  await page.locator(`[data-cell="${how.cell}"]`).focus();
  if (how.direction) {
    const [x, y] = how.direction.map((it) => Math.sign(Math.round(it * 10)));
    const isDiagonal = Math.abs(Math.abs(how.direction[0]) - Math.abs(how.direction[1])) < 5;
    const keys = isDiagonal
      ? (y < 0 ? (x < 0 ? 'Home' : 'PageUp') : (x < 0 ? 'End' : 'PageDown'))
      : Math.abs(how.direction[0]) > Math.abs(how.direction[1]) ? (x < 0 ? 'ArrowLeft' : 'ArrowRight') : (y < 0 ? 'ArrowUp' : 'ArrowDown');
    for (let times = 0; times < 5 && (await valueOf(page, at)) !== value; times += 1) await page.keyboard.press(`Shift+${keys}`);
    return;
  }
  const token = await page.evaluate(([it, to]) => window.puzgen.game.token(it, to), [at, value]);
  if (/^[\x21-\x7e]+$/.test(token)) for (const key of token) await page.keyboard.press(key === '+' ? 'Shift+Equal' : key);
  for (let times = 0; times <= how.count && (await valueOf(page, at)) !== value; times += 1) await page.keyboard.press('Space');
}

/** The lines that share their place have to be entered together: bridges side by side. */
async function play(page, { id, answer }) {
  await open(page, id);
  const solution = await solutionOf(page, answer);
  const count = await page.evaluate(() => window.puzgen.game.play.elements.length);
  if (solution.length !== count) throw new Error(`${solution.length} values for ${count} elements`);
  const blanks = await page.evaluate(() => window.puzgen.game.play.elements.map((_, at) => window.puzgen.game.blank(at) ?? null));
  for (const [at, value] of solution.entries()) if (blanks[at] !== value) await enterByKeys(page, at, value);
  await page.waitForFunction(() => window.puzgen.game.isSolved, null, { timeout: Number(process.env.WAIT ?? 15000) }).catch(() => {});
  return page.evaluate(() => window.puzgen.game.isSolved);
}

/** Clicks until an element has its value. */
async function clickOn(page, at, value) {
  const how = await page.evaluate(([it, to]) => {
    const { game, board } = window.puzgen;
    const element = game.play.elements[it];
    const box = board.svg.getBoundingClientRect();
    const scale = box.width / board.size[0];
    const place = element.at && [box.left + element.at[0] * scale, box.top + element.at[1] * scale];
    const isMany = game.isInCell(it) && element.values.length > 20;
    return { given: element.given, kind: game.familyOf(it).kind, place, token: isMany ? game.token(it, to) : '' };
  }, [at, value]);
  if (how.given !== null || how.kind === 'hidden' || !how.place) return;
  await page.mouse.click(...how.place);
  if ((await valueOf(page, at)) === value) return;
  const button = await page.evaluate(([it, to]) => {
    const text = window.puzgen.game.token(it, to);
    const found = [...document.querySelectorAll('.keys button')].findIndex((key) => key.textContent === text);
    return found;
  }, [at, value]);
  if (button >= 0 && how.kind !== 'edge' && how.kind !== 'link') {
    await page.locator('.keys button').nth(button).click();
    if ((await valueOf(page, at)) === value) return;
  }
  // Of many values, the digits are on the pad.
  if (how.token) for (const digit of how.token) await page.locator('.keys button', { hasText: digit }).click();
  for (let times = 0; times < 6 && (await valueOf(page, at)) !== value; times += 1) await page.mouse.click(...how.place);
}

async function playByPointer(page, { id, answer }) {
  await open(page, id);
  // Fields are filled by keys.
  if (await page.evaluate(() => window.puzgen.fields.size > 0)) return null;
  await page.locator('.board').scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector('.board').scrollIntoView({ block: 'start' }));
  const solution = await solutionOf(page, answer);
  const blanks = await page.evaluate(() => window.puzgen.game.play.elements.map((_, at) => window.puzgen.game.blank(at) ?? null));
  for (const [at, value] of solution.entries()) if (blanks[at] !== value) await clickOn(page, at, value);
  await page.waitForFunction(() => window.puzgen.game.isSolved, null, { timeout: Number(process.env.WAIT ?? 15000) }).catch(() => {});
  return page.evaluate(() => window.puzgen.game.isSolved);
}

async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  for (const { id, nodes } of serious) console.log(`  ${name}: ${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  return serious.length;
}

/** A wrong entry is found, undo takes it back, reloading keeps what was entered, the address carries it. */
async function faults(page, [genre, { id, answer }]) {
  await open(page, id);
  const solution = await solutionOf(page, answer);
  const wrong = await page.evaluate((values) => {
    const { game } = window.puzgen;
    const at = game.play.elements.findIndex((element, it) => game.isOpen(it) && element.values.some((value) => value !== values[it]));
    const to = game.play.elements[at].values.find((value) => value !== values[at]);
    game.do([game.entering(at, to)]);
    return { at, to, name: game.play.elements[at].name };
  }, solution);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.waitForFunction(() => document.querySelector('.status').textContent !== '');
  const found = await page.evaluate((it) => window.puzgen.board.faults.has(it), wrong.at);
  await page.reload();
  await page.waitForFunction(() => window.puzgen);
  const isKept = (await valueOf(page, wrong.at)) === wrong.to;
  await page.getByRole('button', { name: 'Undo' }).click();
  const isUndone = (await valueOf(page, wrong.at)) === null;
  return { genre, found, isKept, isUndone };
}

/** Takes the files of pages from a folder, and their words from the one beside it. */
async function serveFrom(target, from) {
  await target.route('**/assets/**', (route) => route.fulfill({ path: `${from}/${route.request().url().split('/').pop()}` }));
  await target.route((url) => !/\/(assets|api)\//.test(url.pathname), async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    const text = await response.text();
    const body = text.replace(/(?<=id="setup">).*?(?=<\/script>)/s, (said) => {
      const setup = JSON.parse(said);
      const words = JSON.parse(readFileSync(`${from}/../words/${setup.lang}.json`, 'utf8'));
      return JSON.stringify({ ...setup, words }).replaceAll('<', '\\u003c');
    });
    return route.fulfill({ response, body });
  });
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const failed = [];
const said = [];

/** Opens a page of which all errors count. What the service worker keeps is not what is tested here. */
async function newPage(options) {
  const made = await browser.newPage({ locale: 'en', serviceWorkers: 'block', ...options });
  if (process.env.PAGE) await serveFrom(made, process.env.PAGE);
  made.on('pageerror', (error) => said.push(error.message));
  made.on('console', (message) => { if (message.type() === 'error') said.push(message.text()); });
  return made;
}

const page = await newPage({ viewport: { width: 1000, height: 1100 } });

for (const [name, run] of [['keyboard', play], ['pointer', playByPointer]]) {
  if (!does(name)) continue;
  let [solved, skipped] = [0, 0];
  const all = puzzles();
  for (const [genre, puzzle] of all) {
    const isSolved = await run(page, puzzle).catch((error) => { console.log(`  ${genre}: ${error.message.split('\n')[0]}`); return false; });
    await page.screenshot({ path: `${folder}/${name}-${genre}.png` });
    if (isSolved) solved += 1;
    else if (isSolved === null) skipped += 1;
    else failed.push(`${name} ${genre}`);
  }
  console.log(`${name}: ${solved} of ${all.length} genres solved, ${skipped} need keys`);
}
if (does('faults')) {
  let right = 0;
  const all = puzzles();
  for (const puzzle of all) {
    const seen = await faults(page, puzzle).catch((error) => ({ error: error.message.split('\n')[0] }));
    if (seen.found && seen.isKept && seen.isUndone) right += 1;
    else failed.push(`faults ${puzzle[0]} ${JSON.stringify(seen)}`);
  }
  console.log(`faults: ${right} of ${all.length} genres find a wrong entry, keep it, undo it`);
}
if (does('pages')) {
  const paths = ['', 'genre/sudoku', 'play/1', 'daily/2026-05-01', 'playground', 'setter', 'sheet', 'about', 'print/1', 'nothing'];
  // A program, a text with fields, regions by numbers.
  for (const genre of ['python_functions', 'trig_equation', 'galaxies'].filter((it) => first.has(it))) {
    paths.push(`genre/${genre}`, `play/${first.get(genre).id}`, `print/${first.get(genre).id}`);
  }
  let serious = 0;
  for (const scheme of ['light', 'dark']) {
    for (const width of [360, 800, 1400]) {
      const small = await newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
      for (const path of paths) {
        await small.goto(address + path, { waitUntil: 'networkidle' });
        const name = `${path.replace(/\//g, '-') || 'start'}-${width}-${scheme}`;
        const over = await small.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (over > 0) failed.push(`${name} is ${over} pixels too wide`);
        serious += await accessible(small, name);
        await small.screenshot({ path: `${folder}/page-${name}.png`, fullPage: width !== 800 });
      }
      await small.close();
    }
  }
  if (serious) failed.push(`${serious} serious faults of accessibility`);
  console.log(`pages: ${paths.length} pages, 3 widths, light and dark: ${serious} serious faults`);
}
if (does('editor')) {
  const page = await newPage({ locale: 'en', viewport: { width: 900, height: 900 } });
  await page.goto(`${address}playground`);
  await page.waitForSelector('.editor .is-keyword');
  await page.fill('#source', 'puzzle mine "Mine" {\n  board grid(2, 2)\n  answer x[cells]: 1..2\n  rule row(r in rows) "{r} repeats a number": distin');
  await page.press('#source', 'End');
  await page.type('#source', 'c');
  await page.waitForSelector('#offers:not([hidden])');
  await page.screenshot({ path: `${folder}/editor-offers.png` });
  await page.press('#source', 'Enter');
  const completed = await page.inputValue('#source');
  if (!completed.endsWith('distinct')) failed.push(`editor: ${completed.split('\n').at(-1)}`);
  await page.type('#source', '(x[q])\n  clue given[c in cells] = x[c]\n}\n');
  const isMarked = () => [...document.querySelectorAll('.editor .wrong')].map((it) => it.textContent).join() === 'q';
  await page.waitForFunction(isMarked, null, { timeout: 5000 }).catch(() => {});
  await page.screenshot({ path: `${folder}/editor-problem.png` });
  const wrong = await page.locator('.editor .wrong').allTextContents();
  if (wrong.join() !== 'q') failed.push(`editor: wrong is ${wrong}`);
  await page.fill('#source', (await page.inputValue('#source')).replace('[q]', '[r]'));
  await page.waitForFunction(() => document.getElementById('problems').textContent === '✓');
  // The colours lie where the letters are.
  const widths = await page.evaluate(() => ['#source', '.colours'].map((it) => document.querySelector(it).scrollWidth));
  if (Math.abs(widths[0] - widths[1]) > 2) failed.push(`editor: widths ${widths}`);
  const serious = await accessible(page, 'editor');
  if (serious) failed.push(`editor: ${serious} serious faults`);
  // Notes for all.
  await open(page, first.get('sudoku').id);
  await page.getByRole('button', { name: 'Notes for all' }).click();
  const notes = await page.evaluate(() => window.puzgen.game.notes.centre.size);
  const blanks = await page.evaluate(() => window.puzgen.game.play.elements.filter((it) => it.given === null).length);
  if (notes !== blanks) failed.push(`notes for ${notes} of ${blanks} squares`);
  await page.screenshot({ path: `${folder}/notes.png` });
  await page.close();
  console.log(`editor: colours, a word completed, a problem at its place; notes for ${notes} squares`);
}
if (does('language')) {
  const page = await newPage({ locale: 'de' });
  await page.goto(`${address}genre/tents`);
  const title = await page.locator('h1').textContent();
  if (!title.includes('Zelt')) failed.push(`language: ${title}`);
  await page.locator('#way button').click();
  await page.waitForSelector('#way .steps');
  const steps = await page.locator('#way').textContent();
  if (/ is | not |otherwise/.test(steps)) failed.push(`language: ${steps.slice(0, 300)}`);
  await page.screenshot({ path: `${folder}/language-genre.png`, fullPage: true });
  await open(page, first.get('pythagorean').id);
  await page.screenshot({ path: `${folder}/language-play.png` });
  await page.close();
  console.log(`language: ${title.trim()}`);
}
if (does('offline')) {
  const context = await browser.newContext({ locale: 'en' });
  const away = await context.newPage();
  await away.goto(`${address}play/1`);
  await away.evaluate(() => navigator.serviceWorker.ready);
  // What the first visit loaded before the worker was there is loaded again with it.
  await away.reload();
  await away.waitForFunction(() => window.puzgen);
  await context.setOffline(true);
  await away.reload();
  const isThere = await away.waitForFunction(() => window.puzgen, null, { timeout: 5000 }).then(() => true, () => false);
  const told = isThere && await (async () => {
    await away.getByRole('button', { name: 'Check' }).click();
    await away.waitForFunction(() => document.querySelector('.status').textContent !== '');
    return away.locator('.status').textContent();
  })();
  if (!isThere || !told.includes('site')) failed.push(`offline: ${isThere} ${told}`);
  else console.log('offline: a puzzle that was open before is there, and the check says what it needs');
  await context.close();
}
// Pages that are not there, and definitions that are wrong, are told so.
const errors = [...new Set(said)].filter((text) => !/404|422/.test(text));
if (errors.length) failed.push(...errors.slice(0, 5));
await browser.close();
for (const line of failed) console.log(`FAILED ${line}`);
process.exit(failed.length ? 1 : 0);
