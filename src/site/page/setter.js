// @ts-check
// Setting a puzzle: clues are placed on the board, and what the puzzle is follows as they are.

import { fetchJson, field, link, make, packed, Refused, say } from './common.js';
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
    if (count.solutions !== 1) return;
    const rating = await fetchJson('/api/rate', source);
    if (mine !== number) return;
    const parts = [rating.level, rating.score].filter((part) => part !== null && part !== undefined);
    said.append(make('p', {}, `${say('level')}: ${parts.join(' · ')}`));
    if (rating.hardest) said.append(make('p', {}, `${say('from_step')}: ${rating.hardest}`));
  } catch (error) {
    if (mine === number) show(error);
  }
}

/** Opens a board to be set. */
async function open() {
  try {
    const { play, entries } = await fetchJson('/api/setting', { puzzle: puzzle(), board: base });
    const player = new Player(place, { puzzle: puzzle(), board: base }, play, `setting:${packed(base).slice(0, 100)}`, true);
    const { game } = player;
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
