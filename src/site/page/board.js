// @ts-check
// The board on the page: the drawing, what was entered over it, and a grid for the keyboard and for those who hear
// the page.

import { draw, make, say } from './common.js';

/** @typedef {import('./game.js').Game} Game */

/** How many colours squares may have; `page.css` has them. */
export const COLOURS = 6;

export class Board {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    const { play } = game;
    const parsed = new DOMParser().parseFromString(play.svg, 'image/svg+xml').documentElement;
    this.svg = /** @type {any} */ (document.importNode(parsed, true));
    /** The boxes of a program's blanks. @type {Map<number, Box>} */
    this.boxes = boxesOf(this.svg, game.blanks);
    /** The squares that the page shows: those of a program have no place in its drawing. */
    this.cells = game.blanks.length ? [] : play.cells;
    this.#describe();
    const [, , width, height] = (this.svg.getAttribute('viewBox') ?? '0 0 1 1').split(/[ ,]+/).map(Number);
    this.size = [width, height];
    this.svg.removeAttribute('width');
    this.svg.removeAttribute('height');
    this.under = draw('g');
    this.selected = draw('g', { class: 'selected' });
    this.over = draw('g');
    this.wrong = draw('g', { class: 'wrong' });
    const definitions = this.svg.querySelector('defs');
    if (definitions) definitions.after(this.under, this.selected);
    else this.svg.prepend(this.under, this.selected);
    this.lines = this.svg.querySelector('g.lines') ?? draw('g');
    this.svg.append(this.over, this.wrong);
    /** The squares that are selected; the last one has the focus. @type {number[]} */
    this.selection = this.cells.length ? [0] : [];
    /** Called where other squares are selected. @type {() => void} */
    this.moved = () => {};
    /** @type {any[]} */
    this.gridCells = [];
    this.grid = this.#grid();
    this.box = make('div', { class: 'board' }, this.svg, ...(this.cells.length ? [this.grid] : []));
    this.box.style.setProperty('--ratio', String(width / height));
    this.box.style.setProperty('--width', `${width}px`);
    if (game.blanks.length) {
      this.box.classList.add('program');
      // What is scrolled aside is to be reached by keys.
      for (const [name, value] of [['tabindex', '0'], ['role', 'region'], ['aria-label', say('puzzle')]]) this.box.setAttribute(name, value);
    }
    if (!game.isOnBoard) this.box.classList.add('text');
    /** The blank of a program whose field has the focus. @type {number | null} */
    this.blank = null;
    /** Elements that are shown as wrong. @type {Set<number>} */
    this.faults = new Set();
    /** The first keys of a longer value, for the squares that are selected. */
    this.typed = '';
    /** What is possible in squares, in small figures. @type {Map<number, string[]>} */
    this.possible = new Map();
    /** A place that a hint points at. @type {string | null} */
    this.pointed = null;
  }

  /** Lets the drawing be heard where no grid over it says the same. */
  #describe() {
    this.svg.querySelector('title')?.remove();
    if (this.cells.length) {
      this.svg.setAttribute('aria-hidden', 'true');
      this.svg.removeAttribute('role');
      return;
    }
    const groups = [...this.svg.querySelectorAll('g[aria-label]')];
    const texts = groups.map((group) => group.getAttribute('aria-label'));
    groups.forEach((group) => group.removeAttribute('aria-label'));
    this.svg.setAttribute('aria-label', texts.join(this.boxes.size ? '\n' : ' ') || say('puzzle'));
  }

  /** Makes the grid that is heard and has the focus, over the drawing. */
  #grid() {
    const { cells } = this;
    const grid = make('div', { role: 'grid', class: 'cells', 'aria-label': say('puzzle') });
    const [width, height] = this.size;
    const percent = (/** @type {number} */ part, /** @type {number} */ all) => `${(100 * part) / all}%`;
    /** @type {Map<number, any>} */
    const rows = new Map();
    cells.forEach((cell, number) => {
      const rowNumber = cell.row ?? 0;
      let row = rows.get(rowNumber);
      if (!row) {
        row = make('div', { role: 'row' });
        rows.set(rowNumber, row);
        grid.append(row);
      }
      const corners = this.#corners(number);
      const xs = corners.map((corner) => corner[0]);
      const ys = corners.map((corner) => corner[1]);
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      const made = make('div', { role: 'gridcell', tabindex: number === 0 ? '0' : '-1', 'data-cell': number });
      made.style.left = percent(left, width);
      made.style.top = percent(top, height);
      made.style.width = percent(Math.max(...xs) - left, width);
      made.style.height = percent(Math.max(...ys) - top, height);
      this.gridCells.push(made);
      row.append(made);
    });
    return grid;
  }

  /** @param {number} number @returns {number[][]} */
  #corners(number) {
    const { corners, at } = this.game.play.cells[number];
    if (corners.length) return corners;
    const half = this.game.play.side / 2;
    return [[-half, -half], [half, -half], [half, half], [-half, half]].map(([x, y]) => [at[0] + x, at[1] + y]);
  }

  /** @param {number} number */
  #polygon(number) {
    return this.#corners(number).map((corner) => corner.join(',')).join(' ');
  }

  /** Draws everything anew. */
  show() {
    for (const layer of [this.under, this.selected, this.lines, this.over, this.wrong]) layer.replaceChildren();
    const { play, colours } = this.game;
    for (const [cell, colour] of colours) {
      if (this.cells[cell]) this.under.append(draw('polygon', { points: this.#polygon(cell), class: `colour${colour}` }));
    }
    for (const cell of this.selection) {
      this.selected.append(draw('polygon', { points: this.#polygon(cell) }));
    }
    this.#showLines();
    if (this.blank !== null) this.#mark(this.selected, this.blank);
    play.elements.forEach((element, number) => this.#showElement(number));
    for (const [number, box] of this.boxes) this.#showWord(number, box);
    for (const [cell, texts] of this.possible) this.#showPossible(cell, texts);
    if (this.typed) for (const cell of this.selection) this.#text(this.cells[cell].at, `${this.typed}…`, 0.3, 'note');
    for (const { between: [a, b], ends } of play.borders) {
      const [left, right] = [this.game.value(a), this.game.value(b)];
      if (left !== undefined && right !== undefined && left !== right) this.#line(this.over, ends, 'border');
    }
    for (const number of this.faults) this.#mark(this.wrong, number);
    play.elements.forEach((element, number) => {
      if (element.name === this.pointed) this.#mark(this.selected, number);
    });
    this.#label();
  }

  /** @param {any} layer @param {number[][]} ends @param {string} kind */
  #line(layer, [from, to], kind) {
    layer.append(draw('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: kind }));
  }

  /** Outlines a place. @param {any} layer @param {number} number */
  #mark(layer, number) {
    const element = this.game.play.elements[number];
    const box = this.boxes.get(number);
    if (box) layer.append(draw('rect', box));
    else if (element.ends) this.#line(layer, element.ends, 'line');
    else if (element.cells.length && this.cells.length) layer.append(draw('polygon', { points: this.#polygon(element.cells[0]) }));
  }

  #showLines() {
    const { game } = this;
    const { side } = game.play;
    for (const line of game.lines) {
      const values = line.elements.map((number) => game.values.get(number));
      const count = values.filter((value) => value).length;
      const [[x1, y1], [x2, y2]] = line.ends;
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      for (let strand = 0; strand < count; strand += 1) {
        const aside = ((strand - (count - 1) / 2) * side * 0.14) / length;
        const [dx, dy] = [-(y2 - y1) * aside, (x2 - x1) * aside];
        this.#line(this.lines, [[x1 + dx, y1 + dy], [x2 + dx, y2 + dy]], 'line');
      }
      if (!count && values.some((value) => value === 0)) {
        const [x, y] = line.at;
        const arm = side * 0.1;
        this.#line(this.over, [[x - arm, y - arm], [x + arm, y + arm]], 'cross');
        this.#line(this.over, [[x - arm, y + arm], [x + arm, y - arm]], 'cross');
      }
    }
  }

  /** @param {number} number */
  #showElement(number) {
    const { game } = this;
    const element = game.play.elements[number];
    const { kind } = game.familyOf(number);
    if (!element.at || kind === 'edge' || kind === 'link' || element.given !== null) return;
    const value = game.values.get(number);
    if (value === undefined) {
      this.#showNotes(number);
      return;
    }
    const mark = element.marks[element.values.indexOf(value)];
    const piece = draw('g', { transform: `translate(${element.at[0]} ${element.at[1]})` });
    if (mark !== null && mark !== undefined) {
      piece.innerHTML = game.play.marks[mark];
      (kind === 'shade' ? this.under : this.over).append(piece);
    } else if (game.familyOf(number).is_truth) {
      piece.append(draw('circle', { r: game.play.side * 0.07, class: 'not' }));
      this.over.append(piece);
    } else {
      const isRegion = kind === 'region';
      this.#text(element.at, game.token(number, value), isRegion ? 0.3 : 0.5, isRegion ? 'plain over' : 'plain');
    }
  }

  /** Writes into a blank of a program; one that is empty has nothing but its number. @param {number} number @param {Box} box */
  #showWord(number, { x, y, width, height }) {
    const value = this.game.value(number);
    if (value === undefined) return;
    // A word as the program's own letters, right of the number in the corner.
    const label = draw('text', { x: x + width - 4, y: y + height * 0.77, class: 'word' });
    label.setAttribute('font-size', String(this.game.play.side * 0.42));
    label.textContent = this.game.token(number, value);
    this.over.append(label);
  }

  /** @param {number[]} at @param {string} text @param {number} size @param {string} kind */
  #text([x, y], text, size, kind) {
    const label = draw('text', { x, y: y + this.game.play.side * size * 0.35, class: kind });
    label.setAttribute('font-size', String(this.game.play.side * size));
    label.textContent = text;
    this.over.append(label);
  }

  /** @param {number} number */
  #showNotes(number) {
    const { at } = this.game.play.elements[number];
    if (!at) return;
    const { side } = this.game.play;
    const told = (/** @type {number[]} */ values) => values.map((value) => this.game.token(number, value));
    const centre = told(this.game.notes.centre.get(number) ?? []);
    if (centre.length) this.#text(at, centre.join(''), Math.min(0.28, 1.5 / Math.max(centre.join('').length, 1)), 'note');
    told(this.game.notes.corner.get(number) ?? []).forEach((text, index) => {
      const [column, row] = [index % 4, Math.floor(index / 4)];
      const x = at[0] + side * (column - 1.5) * 0.22;
      const y = at[1] + side * ([-0.34, 0.36, 0.14, -0.12][row] ?? 0);
      this.#text([x, y], text, 0.22, 'note');
    });
  }

  /** Shows what is possible in a square, unless something stands there. @param {number} cell @param {string[]} texts */
  #showPossible(cell, texts) {
    const { game } = this;
    const [x, y] = this.cells[cell].at;
    if (game.inCell[cell].some((at) => game.value(at) !== undefined)) return;
    if (texts.some((text) => [...text].length > 1)) {
      const line = texts.filter(Boolean).join(' ');
      this.#text([x, y], line, Math.min(0.26, 1.5 / line.length), 'small');
      return;
    }
    const columns = texts.length > 9 ? 4 : 3;
    const apart = (game.play.side * 0.9) / columns;
    texts.forEach((text, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      const middle = (columns - 1) / 2;
      this.#text([x + (column - middle) * apart, y + (row - middle) * apart], text, 0.24, 'small');
    });
  }

  /** Says what stands in each square. */
  #label() {
    const focus = this.selection.at(-1);
    this.gridCells.forEach((made, number) => {
      const label = this.told(number);
      if (made.getAttribute('aria-label') !== label) made.setAttribute('aria-label', label);
      made.setAttribute('aria-selected', String(this.selection.includes(number)));
      made.setAttribute('tabindex', number === focus ? '0' : '-1');
    });
  }

  /** Returns what is said of a square. @param {number} number */
  told(number) {
    const { game } = this;
    const cell = game.play.cells[number];
    const place = cell.row === null || cell.column === null
      ? cell.name
      : say('row_column', { row: cell.row + 1, column: cell.column + 1 });
    const parts = [place];
    for (const { text } of cell.clues) parts.push(`${say('fixed')} ${text}`);
    for (const at of game.inCell[number]) {
      const value = game.value(at);
      parts.push(value === undefined ? say('cell_empty') : game.token(at, value));
      const notes = [...(game.notes.corner.get(at) ?? []), ...(game.notes.centre.get(at) ?? [])];
      if (notes.length) parts.push(`${say('notes')} ${notes.map((note) => game.token(at, note)).join(' ')}`);
    }
    const possible = this.possible.get(number);
    if (possible) parts.push(`${say('possible')} ${possible.filter(Boolean).join(' ')}`);
    for (const { line, arrow } of this.around(number)) {
      const values = line.elements.map((at) => game.values.get(at));
      if (values.some((value) => value !== undefined)) {
        parts.push(`${arrow} ${values.some((value) => value) ? say('line_yes') : say('line_no')}`);
      }
    }
    return parts.join(', ');
  }

  /**
   * Returns the lines of a square with their directions.
   * @param {number} number
   */
  around(number) {
    const [x, y] = this.game.play.cells[number].at;
    return this.game.lines.filter(({ cells }) => cells.includes(number)).map((line) => {
      // From the square to the middle of an edge, or along a line to another square.
      const far = line.cells.length === 2 && !this.#isEdge(line)
        ? line.ends.reduce((a, b) => (Math.hypot(a[0] - x, a[1] - y) > Math.hypot(b[0] - x, b[1] - y) ? a : b))
        : line.at;
      return { line, direction: [far[0] - x, far[1] - y], arrow: arrowOf(far[0] - x, far[1] - y) };
    });
  }

  /** @param {import('./game.js').Line} line */
  #isEdge(line) {
    return this.game.familyOf(line.elements[0]).kind === 'edge';
  }

  /** @param {number[]} cells */
  select(cells) {
    this.selection = cells;
    this.typed = '';
    this.show();
    this.moved();
  }

  focus() {
    const last = this.selection.at(-1);
    if (last !== undefined) this.gridCells[last]?.focus({ preventScroll: true });
  }

  /** Returns a point of the drawing. @param {MouseEvent} event @returns {number[]} */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * this.size[0],
      ((event.clientY - box.top) / box.height) * this.size[1],
    ];
  }

  /** Returns the blank of a program at a point. @param {number[]} point @returns {number | undefined} */
  blankAt([px, py]) {
    const isIn = (/** @type {Box} */ { x, y, width, height }) => px >= x && px <= x + width && py >= y && py <= y + height;
    return [...this.boxes].find(([, box]) => isIn(box))?.[0];
  }

  /** Returns the square at a point. @param {number[]} point @returns {number | undefined} */
  cellAt([x, y]) {
    let best;
    let nearest = this.game.play.side * 0.72;
    this.game.play.cells.forEach(({ at }, number) => {
      const distance = Math.hypot(at[0] - x, at[1] - y);
      if (distance < nearest) [best, nearest] = [number, distance];
    });
    return best;
  }

  /**
   * Returns the line at a point, and how far it is.
   * @param {number[]} point
   * @param {number} [short] how much of each end does not count, where other things are
   */
  lineAt([x, y], short = 0.15) {
    let best;
    let nearest = Infinity;
    for (const line of this.game.lines) {
      const [[x1, y1], [x2, y2]] = line.ends;
      const length = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1;
      // Not quite to its ends, where others begin.
      const along = Math.min(1 - short, Math.max(short, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
      const distance = Math.hypot(x1 + along * (x2 - x1) - x, y1 + along * (y2 - y1) - y);
      if (distance < nearest) [best, nearest] = [line, distance];
    }
    return { line: best, distance: nearest };
  }
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Returns the box of each blank of a program. Its drawing has no other lines than theirs, four for each, from the
 * left corner at the top around; where it has, nothing is found, and the fields alone show what was entered.
 * @param {any} svg @param {number[]} blanks @returns {Map<number, Box>}
 */
function boxesOf(svg, blanks) {
  const lines = [...svg.querySelectorAll('line')];
  if (lines.length !== 4 * blanks.length) return new Map();
  const at = (/** @type {any} */ line, /** @type {string} */ name) => Number(line.getAttribute(name));
  return new Map(blanks.map((number, place) => {
    const [top, right] = lines.slice(4 * place);
    const [x, y] = [at(top, 'x1'), at(top, 'y1')];
    return [number, { x, y, width: at(top, 'x2') - x, height: at(right, 'y2') - y }];
  }));
}

/** @param {number} x @param {number} y */
function arrowOf(x, y) {
  const arrows = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
  return arrows[(Math.round((Math.atan2(y, x) / Math.PI) * 4) + 8) % 8];
}
