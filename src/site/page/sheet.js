// @ts-check
// Sheets for a class.

import { fetchJson, field, levelName, make, Refused, say, setup } from './common.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('sheet'));
const chapters = /** @type {HTMLElement} */ (document.getElementById('chapters'));
const template = /** @type {HTMLTemplateElement} */ (document.getElementById('chapter'));
const status = /** @type {HTMLElement} */ (form.querySelector('[role=status]'));

/** Adds a row for a genre. @param {string} puzzle */
function add(puzzle) {
  const row = /** @type {HTMLElement} */ (template.content.cloneNode(true));
  const select = /** @type {any} */ (row.querySelector('[name=puzzle]'));
  const level = /** @type {any} */ (row.querySelector('[name=level]'));
  const paragraph = row.firstElementChild;
  select.value = puzzle;
  const levels = async () => {
    const { levels: names } = await fetchJson('/api/check', { puzzle: select.value }).catch(() => ({ levels: [] }));
    level.replaceChildren(make('option', { value: '' }, say('any')), ...names.map((/** @type {string} */ name) => make('option', { value: name }, levelName(name))));
  };
  select.addEventListener('change', levels);
  row.querySelector('[name=drop]')?.addEventListener('click', () => paragraph?.remove());
  chapters.append(row);
  levels();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const kind = /** @type {any} */ (event).submitter?.value ?? 'pdf';
  const rows = [...chapters.querySelectorAll('.chapter')].map((row) => {
    const value = (/** @type {string} */ name) => /** @type {any} */ (row.querySelector(`[name=${name}]`)).value;
    return { puzzle: value('puzzle'), level: value('level') || null, count: Number(value('count')) };
  });
  const sheet = {
    title: field(form, 'title').value, form: kind, paper: field(form, 'paper').value,
    per_page: Number(field(form, 'per_page').value), versions: Number(field(form, 'versions').value),
    name_line: field(form, 'name_line').checked, large: field(form, 'large').checked,
    seed: Math.floor(Math.random() * 2 ** 40), chapters: rows,
  };
  status.textContent = say('making');
  try {
    const answer = await fetch(`${setup.base}/api/sheet`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sheet),
    }).catch(() => { throw new Refused(null); });
    if (!answer.ok) throw new Refused(await answer.json().catch(() => null));
    const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'sheet';
    const address = URL.createObjectURL(await answer.blob());
    const link = make('a', { href: address, download: name }, name);
    status.replaceChildren(link);
    link.click();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    status.textContent = error.message;
  }
});

field(form, 'more').addEventListener('click', () => add('futoshiki'));
add('sudoku');
