// @ts-check
// The page of a genre: choosing a puzzle, and how one is solved.

import { fetchJson, link, make, packed, Refused, say } from './common.js';
import { stepsOf } from './player.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('pick'));
const status = /** @type {HTMLElement} */ (form.querySelector('[role=status]'));

// Where all puzzles are the same there is nothing to choose.
for (const label of form.querySelectorAll('label')) {
  const [least, most] = label.querySelector('input')?.placeholder.split('..') ?? [0, 1];
  label.hidden = least === most || (label.querySelector('select')?.options.length ?? 3) < 3;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const puzzle = form.dataset.puzzle ?? '';
  const isNew = /** @type {any} */ (event).submitter?.name === 'new';
  status.textContent = isNew ? say('making') : '';
  try {
    if (isNew) {
      const level = String(fields.get('level') ?? '') || null;
      const made = await fetchJson('/api/generate', { puzzle, level });
      location.href = `${link('/play')}#puzzle=${packed({ puzzle, board: JSON.stringify(made.puzzle) })}`;
      return;
    }
    const query = new URLSearchParams({ puzzle });
    for (const [name, value] of fields) if (value) query.set(name, String(value));
    const picked = await fetchJson(`/api/pick?${query}`);
    location.href = link(`/play/${picked.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    status.textContent = error.message;
  }
});

const way = /** @type {HTMLElement} */ (document.getElementById('way'));
way.querySelector('button')?.addEventListener('click', async () => {
  const place = make('div', { role: 'status' }, say('making'));
  way.replaceChildren(make('h2', {}, say('how')), place);
  try {
    const { steps, is_solved: isSolved } = await fetchJson('/api/explain', { id: Number(way.dataset.id) });
    place.replaceChildren(stepsOf(steps), ...(isSolved ? [] : [say('no_step')]));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    place.textContent = error.message;
  }
});
