// @ts-check
// Setting a puzzle: clues are placed on the board, and what the puzzle is follows as they are.

import { fetchJson, field, kept, levelName, link, make, packed, Refused, say } from './common.js';
import { Game } from './game.js';
import { Player } from './player.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('setter'));
const clues = /** @type {HTMLTextAreaElement} */ (document.getElementById('clues'));
const said = /** @type {HTMLElement} */ (document.getElementById('said'));
const place = /** @type {HTMLElement} */ (document.getElementById('player'));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let number = 0;
/** The board whose layouts are taken, and the one that has the clues. */
let base = '';
let board = '';
/** What shows the board. @type {Player | undefined} */
let player;
/** Whether what is possible is shown in squares. */
const wanted = make('input', { type: 'checkbox', checked: kept.get('possible') !== false, onchange: change });
said.before(make('p', {}, make('label', {}, wanted, ` ${say('possible_show')}`)));

const puzzle = () => String(new FormData(form).get('puzzle'));

/** @param {any} refused */
function show(refused) {
  if (!(refused instanceof Refused)) throw refused;
  const list = refused.problems.map((problem) => make('li', {}, `${problem.message}${problem.help ? ` (${problem.help})` : ''}`));
  said.replaceChildren(list.length ? make('ul', {}, ...list) : make('p', {}, refused.message));
}

/** Says how many solutions a board has, how hard it is, what does not hold together. */
async function look() {
  const mine = (number += 1);
  said.textContent = say('unsolved_yet');
  try {
    const source = { puzzle: puzzle(), board };
    const count = await fetchJson('/api/count', source);
    if (mine !== number) return;
    const told = make('p', {}, `${say('solutions')}: ${count.solutions}${count.complete ? '' : '+'}`);
    said.replaceChildren(told);
    if (count.solutions === 1) {
      const rating = await fetchJson('/api/rate', source);
      if (mine !== number) return;
      const parts = [rating.level && levelName(rating.level), rating.score].filter((part) => part !== null && part !== undefined);
      said.append(make('p', {}, `${say('level')}: ${parts.join(' · ')}`));
      if (rating.hardest) said.append(make('p', {}, `${say('from_step')}: ${rating.hardest}`));
    }
    if (!wanted.checked || !count.solutions) return;
    const [play, found] = await Promise.all([fetchJson('/api/play', source), fetchJson('/api/candidates', source)]);
    if (mine === number) showPossible(possibleIn(new Game(play), found));
  } catch (error) {
    if (mine === number) show(error);
  }
}

/** Shows what is possible in squares, or nothing. @param {Map<number, string[]>} possible */
function showPossible(possible) {
  if (!player) return;
  player.board.possible = possible;
  player.board.show();
}

function change() {
  kept.set('possible', wanted.checked);
  showPossible(new Map());
  if (wanted.checked) look();
}

/** Returns the lists of values in an object of them, in the order of the elements. @param {any} object @returns {any[][]} */
function listsIn(object) {
  if (object === null || typeof object !== 'object') return [];
  const parts = Object.values(object);
  const isList = Array.isArray(object) && parts.every((part) => part !== null && typeof part !== 'object');
  return isList ? [parts] : parts.flatMap(listsIn);
}

/**
 * Returns what is possible in each square, where that is not everything.
 * @param {Game} game of the puzzle with the clues @param {any} found
 */
function possibleIn(game, found) {
  const { elements, families } = game.play;
  /** @type {Map<number, string[]>} */
  const possible = new Map();
  const of = (/** @type {any} */ object) => families.flatMap(({ name }) => listsIn(object?.[name]));
  const [known, unknown] = [of(found.candidates), of(found.unknown)];
  if (known.length !== elements.length) return possible;
  game.inCell.forEach(([at], cell) => {
    if (at === undefined) return;
    const figures = new Set([...known[at], ...(unknown.length ? unknown[at] : [])].map((value) => figure(game, at, value)));
    const { values } = elements[at];
    if (figures.size >= values.length) return;
    // Few values have each its place, which stays empty.
    const all = values.map((value) => figure(game, at, value));
    possible.set(cell, values.length > 9 ? [...figures] : all.map((text) => (figures.has(text) ? text : '')));
  });
  return possible;
}

/** Returns a value as a small figure. @param {Game} game @param {number} at @param {any} value */
function figure(game, at, value) {
  if (game.familyOf(at).is_truth) return value ? '●' : '·';
  const number = game.play.elements[at].values.find((it) => it === value || game.token(at, it) === value);
  return number === undefined ? String(value) : game.token(at, number);
}

/** Opens a board to be set. */
async function open() {
  try {
    const { play, entries } = await fetchJson('/api/setting', { puzzle: puzzle(), board: base });
    const opened = new Player(place, { puzzle: puzzle(), board: base }, play, `setting:${packed(base).slice(0, 100)}`, true);
    player = opened;
    // What is still being looked for is of another board.
    number += 1;
    const { game } = opened;
    if (!game.values.size) game.do(entries.map((/** @type {number[]} */ [at, value]) => game.entering(at, value)));
    const follow = async () => {
      try {
        const answer = await fetchJson('/api/clues', { puzzle: puzzle(), board: base, entries: game.entries() });
        board = answer.board;
        clues.value = board;
        await look();
      } catch (error) {
        show(error);
      }
    };
    const changed = game.changed;
    game.changed = () => {
      // What was possible is so no longer.
      opened.board.possible = new Map();
      changed();
      clearTimeout(timer);
      timer = setTimeout(follow, 400);
    };
    follow();
  } catch (error) {
    place.replaceChildren();
    show(error);
  }
}

/** Opens the layouts of some puzzle of the genre. */
async function begin() {
  try {
    const { puzzle: picked } = await fetchJson(`/api/pick?puzzle=${puzzle()}`);
    base = JSON.stringify(picked);
    await open();
  } catch (error) {
    show(error);
  }
}

field(form, 'puzzle').addEventListener('change', begin);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  base = clues.value;
  open();
});
field(form, 'play').addEventListener('click', () => {
  location.href = `${link('/play')}#puzzle=${packed({ puzzle: puzzle(), board })}`;
});
field(form, 'puzzle').value = 'sudoku';
begin();
