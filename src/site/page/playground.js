// @ts-check
// Definitions: problems as they are typed, a puzzle made of one, played below.

import { fetchJson, field, kept, make, packed, Refused, say, setup, unpacked } from './common.js';
import { Editor } from './editor.js';
import { Player } from './player.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('playground'));
const source = /** @type {HTMLTextAreaElement} */ (document.getElementById('source'));
const problems = /** @type {HTMLElement} */ (document.getElementById('problems'));
const place = /** @type {HTMLElement} */ (document.getElementById('player'));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let number = 0;
const editor = new Editor(source);

/** Shows what is wrong, each with a link to its place. @param {any} refused */
function show(refused) {
  const list = (refused.problems ?? []).map((/** @type {any} */ problem) => {
    const at = problem.line ? `${problem.line}:${problem.column}` : '·';
    const go = make('button', { type: 'button', class: 'place', onclick: () => select(problem) }, at);
    const label = problem.label ? `: ${problem.label}` : '';
    return make('li', {}, go, `${problem.message}${label}${problem.help ? ` (${problem.help})` : ''} `, make('code', {}, problem.code ?? ''));
  });
  editor.mark((refused.problems ?? []).filter((/** @type {any} */ problem) => problem.line));
  problems.replaceChildren(list.length ? make('ul', {}, ...list) : make('p', {}, refused.message));
}

function right() {
  editor.mark([]);
  problems.textContent = '✓';
}

/** Selects the word at the place of a problem. @param {any} problem */
function select(problem) {
  if (!problem.line) return;
  const lines = source.value.split('\n');
  const from = lines.slice(0, problem.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + problem.column - 1;
  const word = /^\w+/.exec(source.value.slice(from))?.[0] ?? ' ';
  source.focus();
  source.setSelectionRange(from, from + word.length);
}

async function check() {
  const mine = (number += 1);
  try {
    await fetchJson('/api/check', { definition: source.value });
    if (mine === number) right();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (mine === number) show(error);
  }
}

source.addEventListener('input', () => {
  kept.set('playground', source.value);
  clearTimeout(timer);
  timer = setTimeout(check, 600);
});

source.addEventListener('keydown', (event) => {
  if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey) return;
  // After Escape, Tab leaves the text as elsewhere.
  if (source.dataset.leaves) return;
  event.preventDefault();
  source.setRangeText('  ', source.selectionStart, source.selectionEnd, 'end');
});
source.addEventListener('keyup', (event) => {
  if (event.key === 'Escape') source.dataset.leaves = 'yes';
  else if (event.key !== 'Tab') delete source.dataset.leaves;
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  place.replaceChildren(make('p', { role: 'status' }, say('making')));
  const seed = Number(new FormData(form).get('seed')) || 0;
  const definition = source.value;
  try {
    const { puzzle, play } = await fetchJson('/api/generate', { definition, seed });
    const board = JSON.stringify(puzzle);
    right();
    new Player(place, { definition, board }, play, `playground:${packed(board).slice(0, 200)}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    place.replaceChildren();
    show(error);
  }
});

field(form, 'share').addEventListener('click', () => {
  history.replaceState(null, '', `#definition=${packed(source.value)}`);
  navigator.clipboard?.writeText(location.href).catch(() => {});
  problems.textContent = say('share_done');
});

field(form, 'start').addEventListener('change', async (/** @type {any} */ event) => {
  const text = await fetch(`${setup.base}/api/definitions/${event.target.value}`);
  if (text.ok) source.value = await text.text();
  editor.typed(false);
  check();
});

const shared = new URLSearchParams(location.hash.slice(1)).get('definition');
source.value = (shared ? unpacked(shared) : null) ?? kept.get('playground') ?? '';
editor.typed(false);
if (!source.value) {
  const first = field(form, 'start');
  first.value = 'latin_square';
  first.dispatchEvent(new Event('change'));
}
