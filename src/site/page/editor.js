// @ts-check
// A field for definitions: its colours, problems at their places, and what can be written, as editors show them.

import { fetchJson, make, Refused } from './common.js';

/**
 * @typedef {{line: number, column: number, message: string}} Fault a problem: line and column from 1
 * @typedef {[number, number, number, string]} Piece line, column and length of what has a colour
 */

/** How many words are offered at a time. */
const MOST = 8;
/** How long it waits after a key. */
const WAIT = 250;

export class Editor {
  /** @param {HTMLTextAreaElement} field */
  constructor(field) {
    this.field = field;
    this.layer = make('pre', { class: 'colours', 'aria-hidden': 'true' });
    this.list = make('ul', { id: 'offers', role: 'listbox', hidden: true });
    this.frame = make('div', { class: 'editor' });
    field.replaceWith(this.frame);
    this.frame.append(this.layer, field, this.list);
    field.wrap = 'off';
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', 'offers');
    /** What is known of the colours of lines, by their texts. @type {Map<string, Piece[]>} */
    this.known = new Map();
    /** @type {Fault[]} */
    this.faults = [];
    /** @type {{word: string, detail: string | null, from: number}[]} */
    this.offers = [];
    /** @type {{word: string, detail: string | null, from: number}[]} */
    this.shown = [];
    this.chosen = 0;
    this.number = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    field.addEventListener('input', () => this.typed());
    field.addEventListener('scroll', () => this.#scroll());
    field.addEventListener('keydown', (event) => this.#key(event));
    field.addEventListener('blur', () => this.close());
    field.addEventListener('click', () => this.close());
    this.typed(false);
  }

  /** Looks at the text anew. @param {boolean} [offers] whether words are to be offered */
  typed(offers = true) {
    this.paint();
    if (offers) this.#narrow();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#look(offers), WAIT);
  }

  /** Returns the line of the cursor, from 0, and what stands before the cursor in it. */
  #cursor() {
    const before = this.field.value.slice(0, this.field.selectionStart).split('\n');
    return { line: before.length - 1, before: before[before.length - 1] };
  }

  async #look(/** @type {boolean} */ offers) {
    const text = this.field.value;
    const { line, before } = this.#cursor();
    const mine = (this.number += 1);
    let seen;
    try {
      seen = await fetchJson('/api/glance', { definition: text, cursor: [line, before.length] });
    } catch (error) {
      // Colours are no more than a help.
      if (error instanceof Refused) return;
      throw error;
    }
    if (mine !== this.number || text !== this.field.value) return;
    this.known = new Map(text.split('\n').map((of) => [of, []]));
    const lines = text.split('\n');
    for (const piece of seen.pieces) this.known.get(lines[piece[0]])?.push(piece);
    // Lines with the same text have the same colours, so those of the first count.
    for (const [of, pieces] of this.known) this.known.set(of, pieces.filter((piece) => piece[0] === pieces[0][0]));
    this.paint();
    const isWord = /\w$/.test(before);
    this.offers = offers && isWord && document.activeElement === this.field ? seen.offers : [];
    this.#narrow();
  }

  /** Shows problems at their places. @param {Fault[]} faults */
  mark(faults) {
    this.faults = faults;
    this.paint();
  }

  paint() {
    const lines = this.field.value.split('\n').map((line, number) => {
      const faults = this.faults.filter((fault) => fault.line === number + 1);
      return make('span', { class: 'line' }, ...this.#pieces(line, faults), '\n');
    });
    this.layer.replaceChildren(...lines);
    this.#scroll();
  }

  /** @param {string} line @param {Fault[]} faults @returns {(Node | string)[]} */
  #pieces(line, faults) {
    const wrong = faults.map(({ column }) => {
      const length = /^\w+/.exec(line.slice(column - 1))?.[0].length ?? 1;
      return { from: column - 1, to: column - 1 + length };
    });
    const known = this.known.get(line) ?? [];
    const edges = [0, line.length, ...wrong.flatMap(({ from, to }) => [from, to]), ...known.flatMap(([, at, length]) => [at, at + length])];
    const borders = [...new Set(edges)].filter((edge) => edge <= line.length).sort((a, b) => a - b);
    const parts = borders.slice(1).map((to, at) => {
      const from = borders[at];
      const kind = known.find(([, column, length]) => column <= from && from < column + length)?.[3];
      const isWrong = wrong.some((it) => it.from <= from && from < it.to);
      const text = line.slice(from, to);
      if (!kind && !isWrong) return text;
      return make('span', { class: [kind && `is-${kind}`, isWrong && 'wrong'].filter(Boolean).join(' ') }, text);
    });
    // Behind the end of the line something is missing.
    if (wrong.some(({ from }) => from >= line.length)) parts.push(make('span', { class: 'wrong' }, ' '));
    return parts;
  }

  #scroll() {
    this.layer.scrollTop = this.field.scrollTop;
    this.layer.scrollLeft = this.field.scrollLeft;
  }

  /** Shows the words that go on with what is written. */
  #narrow() {
    const { line, before } = this.#cursor();
    const fits = this.offers.filter(({ word, from }) => {
      const begun = before.slice(from);
      return begun && word.startsWith(begun) && word !== begun;
    });
    this.shown = fits.slice(0, MOST);
    this.chosen = 0;
    const isOpen = this.shown.length > 0;
    this.list.hidden = !isOpen;
    if (!isOpen) return this.field.removeAttribute('aria-activedescendant');
    this.list.style.left = `calc(${this.shown[0].from}ch + .5rem - ${this.field.scrollLeft}px)`;
    this.list.style.top = `calc(${(line + 1) * 1.4}em + .5rem - ${this.field.scrollTop}px)`;
    this.#choose(0);
  }

  /** @param {number} chosen */
  #choose(chosen) {
    const { shown } = this;
    this.chosen = (chosen + shown.length) % shown.length;
    this.list.replaceChildren(...shown.map(({ word, detail }, at) => make(
      'li',
      {
        id: `offer-${at}`, role: 'option', 'aria-selected': at === this.chosen,
        onmousedown: (/** @type {Event} */ event) => { event.preventDefault(); this.#choose(at); this.#take(); },
      },
      word, detail ? make('small', {}, ` ${detail}`) : '',
    )));
    this.field.setAttribute('aria-activedescendant', `offer-${this.chosen}`);
  }

  #take() {
    const { word, from } = this.shown[this.chosen];
    const at = this.field.selectionStart;
    const start = at - this.#cursor().before.length + from;
    this.field.setRangeText(word, start, at, 'end');
    this.close();
    this.field.dispatchEvent(new Event('input', { bubbles: true }));
    this.close();
  }

  close() {
    this.offers = [];
    this.shown = [];
    this.list.hidden = true;
    this.field.removeAttribute('aria-activedescendant');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.list.hidden) return;
    const does = {
      ArrowDown: () => this.#choose(this.chosen + 1),
      ArrowUp: () => this.#choose(this.chosen - 1),
      Enter: () => this.#take(),
      Tab: () => this.#take(),
      Escape: () => this.close(),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    does();
  }
}
