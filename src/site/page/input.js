// @ts-check
// From keys, mouse and fingers to what is entered.

/** @typedef {import('./game.js').Game} Game @typedef {import('./board.js').Board} Board */
/** @typedef {import('./game.js').Line} Line */

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** Where lines go from corner to corner; the keys stand like that on a number pad. */
const DIAGONALS = { Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };

export class Input {
  /** @param {Game} game @param {Board} board */
  constructor(game, board) {
    this.game = game;
    this.board = board;
    /** What keys and buttons enter. @type {import('./game.js').Kind} */
    this.mode = 'value';
    /** @type {() => void} */
    this.modeChanged = () => {};
    /** What the pointer is doing. @type {any} */
    this.drag = null;
    if (!board.cells.length) return;
    board.grid.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.#key(event));
    board.grid.addEventListener('focusin', (/** @type {any} */ event) => {
      const cell = Number(event.target.dataset.cell);
      if (Number.isInteger(cell) && board.selection.at(-1) !== cell && !this.drag) board.select([cell]);
    });
    board.box.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => this.#down(event));
    board.box.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => this.#move(event));
    board.box.addEventListener('pointerup', (/** @type {PointerEvent} */ event) => this.#up(event));
    board.box.addEventListener('pointercancel', () => { this.drag = null; });
    board.box.addEventListener('contextmenu', (/** @type {Event} */ event) => event.preventDefault());
  }

  /** Returns whether a place is filled by clicks: it has few values, and they are no numbers. @param {number} at */
  #cycles(at) {
    const family = this.game.familyOf(at);
    const { values } = this.game.play.elements[at];
    if (family.kind === 'shade' || family.is_truth) return true;
    return values.length <= 4 && !values.every((value) => /^\d+$/.test(this.game.token(at, value)));
  }

  /** Returns the value after the one that a place has. @param {number} at @param {boolean} isBack */
  #next(at, isBack = false) {
    const { values } = this.game.play.elements[at];
    // What is something comes before nothing; empty is last.
    /** @type {(number | undefined)[]} */
    const order = [...values.filter((value) => value !== 0), ...values.filter((value) => value === 0), undefined];
    const now = order.indexOf(this.game.values.get(at));
    return order[(now + (isBack ? order.length - 1 : 1)) % order.length];
  }

  /** Returns what the next state of a line is. @param {Line} line @param {boolean} isBack */
  #nextLine(line, isBack = false) {
    const count = line.elements.length;
    const values = line.elements.map((at) => this.game.values.get(at));
    const isEmpty = values.every((value) => value === undefined);
    const drawn = values.filter((value) => value).length;
    // Empty, one line, … all lines, none.
    const now = isEmpty ? 0 : drawn || count + 1;
    const states = count + 2;
    return this.lineChanges(line, (now + (isBack ? states - 1 : 1)) % states);
  }

  /** Of lines that cross in their middles one is drawn at a time, then none. @param {Line[]} lines */
  #nextCrossing(lines) {
    const drawn = lines.findIndex((line) => line.elements.some((at) => this.game.values.get(at)));
    return lines.flatMap((line, number) => this.lineChanges(line, Number(number === drawn + 1)));
  }

  /** @param {Line} line @param {number} state 0: empty, 1…: so many lines, then: none */
  lineChanges(line, state) {
    const count = line.elements.length;
    return line.elements.map((at, number) => {
      const to = state === 0 ? undefined : Number(state <= count && number < state);
      return this.game.entering(at, this.game.isOpen(at) ? to : undefined);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { game, board } = this;
    const cell = board.selection.at(-1);
    if (cell === undefined) return;
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    const diagonal = DIAGONALS[/** @type {keyof typeof DIAGONALS} */ (event.key)];
    const isLine = event.shiftKey || event.altKey;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (event.key === 'z' && !event.shiftKey) game.undo();
      else if (event.key === 'y' || (event.key === 'Z' || event.key === 'z') && event.shiftKey) game.redo();
      else if (event.key === 'a') board.select(game.play.cells.map((_, number) => number));
      else return;
    } else if ((step || diagonal) && isLine) {
      this.#lineKey(cell, step ?? diagonal, event);
    } else if (step) {
      this.#go(cell, step);
    } else if (event.key === 'Home' || event.key === 'End') {
      const { row } = game.play.cells[cell];
      const same = game.play.cells.map((_, number) => number).filter((it) => game.play.cells[it].row === row);
      board.select([event.key === 'Home' ? same[0] : same[same.length - 1]]);
      board.focus();
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      this.clear();
    } else if (event.key === ' ' || event.key === 'Enter') {
      const at = game.inCell[cell][0];
      if (at !== undefined) game.do([game.entering(at, this.#next(at, event.shiftKey))]);
    } else if (event.key.length === 1 && !event.altKey) {
      if (!this.type(event.key)) {
        if (event.key.toLowerCase() !== 'n') return;
        this.setMode(this.mode === 'value' ? 'centre' : this.mode === 'centre' ? 'corner' : 'value');
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Enters a line in a direction; with no line there, selects more squares. @param {number} cell @param {number[]} step @param {KeyboardEvent} event */
  #lineKey(cell, step, event) {
    const found = this.board.around(cell)
      .map((it) => ({ ...it, fit: fit(it.direction, step) }))
      .filter((it) => it.fit > 0.75)
      .sort((a, b) => b.fit - a.fit)[0];
    if (found) this.game.do(this.#nextLine(found.line));
    else if (event.shiftKey) this.#go(cell, step, true);
  }

  /** @param {number} cell @param {number[]} step @param {boolean} [isMore] */
  #go(cell, step, isMore = false) {
    const [x, y] = this.game.play.cells[cell].at;
    /** @type {number | undefined} */
    let best;
    let least = Infinity;
    this.game.play.cells.forEach(({ at }, number) => {
      const direction = [at[0] - x, at[1] - y];
      if (number === cell || fit(direction, step) < 0.5) return;
      const along = Math.abs(direction[0] * step[0] + direction[1] * step[1]);
      const aside = Math.abs(direction[0] * step[1] - direction[1] * step[0]);
      if (along + 2 * aside < least) [best, least] = [number, along + 2 * aside];
    });
    if (best === undefined) return;
    const others = isMore ? this.board.selection.filter((it) => it !== best) : [];
    this.board.select([...others, best]);
    this.board.focus();
  }

  /** @param {import('./game.js').Kind} mode */
  setMode(mode) {
    this.mode = mode;
    this.modeChanged();
  }

  /** Returns the places of the selected squares that a text can be entered at. */
  #targets() {
    return this.board.selection.flatMap((cell) => this.game.inCell[cell].slice(0, 1));
  }

  /** Enters what a key says; returns whether it says anything. @param {string} key @returns {boolean} */
  type(key) {
    const { game } = this;
    const targets = this.#targets();
    if (this.mode === 'colour' && /^\d$/.test(key)) {
      this.colour(Number(key));
      return true;
    }
    const whole = this.board.typed + key;
    const changes = this.#changes(targets, (at) => (whole === key ? this.#typed(at, key) : this.#named(at, whole)));
    const isLonger = !changes.length && targets.some((at) => this.#beginning(at, whole).length > 0);
    this.board.typed = isLonger ? whole : '';
    game.do(changes);
    if (!changes.length || whole !== key) this.board.show();
    if (changes.length || isLonger) return true;
    // A key that does not go on begins anew.
    return whole !== key && this.type(key);
  }

  /**
   * Returns what entering or noting values at places is.
   * @param {number[]} targets @param {(at: number) => number | undefined} valueOf
   */
  #changes(targets, valueOf) {
    const { game, mode } = this;
    return targets.flatMap((at) => {
      const value = valueOf(at);
      if (value === undefined) return [];
      return [mode === 'corner' || mode === 'centre' ? game.noting(mode, at, value) : game.entering(at, value)];
    });
  }

  /** Returns the values whose names begin with a text. @param {number} at @param {string} text */
  #beginning(at, text) {
    const { values } = this.game.play.elements[at];
    return values.filter((value) => this.game.token(at, value).toLowerCase().startsWith(text.toLowerCase()));
  }

  /** Returns the value with this name, or the only one whose name begins so. @param {number} at @param {string} text */
  #named(at, text) {
    const begins = this.#beginning(at, text);
    const whole = begins.find((value) => this.game.token(at, value).length === text.length);
    return whole ?? (begins.length === 1 ? begins[0] : undefined);
  }

  /** Returns the value that a key stands for at a place, after the digits that stand there. @param {number} at @param {string} key */
  #typed(at, key) {
    const { values } = this.game.play.elements[at];
    const named = this.#named(at, key);
    const before = this.game.values.get(at);
    if (/^\d$/.test(key)) {
      const longer = before === undefined || this.mode !== 'value' ? undefined : before * 10 + Number(key);
      if (longer !== undefined && values.includes(longer)) return longer;
      if (values.includes(Number(key))) return named ?? Number(key);
    }
    if (key === '-' && before !== undefined && values.includes(-before)) return -before;
    return named;
  }

  /** Enters a value at all selected squares. @param {number} value */
  enter(value) {
    const { game } = this;
    const targets = this.#targets().filter((at) => game.play.elements[at].values.includes(value));
    if (this.mode === 'corner' || this.mode === 'centre') {
      const { mode } = this;
      game.do(targets.map((at) => game.noting(mode, at, value)));
    } else {
      const isThere = targets.every((at) => game.values.get(at) === value);
      game.do(targets.map((at) => game.entering(at, isThere ? undefined : value)));
    }
  }

  /** @param {number} colour 0: none */
  colour(colour) {
    this.game.do(this.board.selection.map((cell) => this.game.colouring(cell, colour || undefined)));
  }

  clear() {
    const { game } = this;
    if (this.board.typed) {
      this.board.typed = '';
      this.board.show();
      return;
    }
    const targets = this.#targets();
    const values = targets.filter((at) => game.values.has(at));
    const changes = values.map((at) => game.entering(at, undefined));
    if (!changes.length) {
      /** @type {('corner' | 'centre')[]} */
      const kinds = ['corner', 'centre'];
      for (const at of targets) {
        for (const kind of kinds) changes.push({ kind, at, from: game.notes[kind].get(at) ?? [], to: [] });
      }
      for (const cell of this.board.selection) changes.push(game.colouring(cell, undefined));
    }
    game.do(changes);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { game, board } = this;
    if (event.button > 2) return;
    const point = board.point(event);
    const isBack = event.button === 2;
    const cell = board.cellAt(point);
    const { side } = game.play;
    const isInput = cell !== undefined && game.inCell[cell].length > 0;
    const { line, distance } = board.lineAt(point, isInput ? 0.35 : undefined);
    const isLine = line && distance < side * (isInput ? 0.22 : 0.45);
    this.drag = { from: point, cell, line: isLine ? line : null, isBack, last: cell, moved: false, to: undefined, seen: new Set() };
    board.box.setPointerCapture?.(event.pointerId);
    event.preventDefault();
    if (cell !== undefined && this.mode !== 'colour' && (event.shiftKey || event.ctrlKey)) {
      board.select([...board.selection.filter((it) => it !== cell), cell]);
    } else if (cell !== undefined) {
      board.select([cell]);
    }
    board.focus();
    if (cell === undefined || isLine || !isInput) return;
    const at = game.inCell[cell][0];
    if (this.mode === 'value' && this.#cycles(at)) {
      const to = isBack ? (game.values.get(at) === 0 ? undefined : 0) : this.#next(at);
      this.drag.to = isBack && !game.play.elements[at].values.includes(0) ? undefined : to;
      this.drag.isPainting = true;
      this.drag.waits = game.lines.length > 0;
      if (!this.drag.waits) this.#paint(cell);
    } else if (game.familyOf(at).kind === 'region' && game.values.has(at)) {
      this.drag.to = game.values.get(at);
      this.drag.isPainting = true;
      this.drag.seen.add(cell);
    }
  }

  /** @param {number} cell */
  #paint(cell) {
    const { game, drag } = this;
    if (drag.seen.has(cell)) return;
    drag.seen.add(cell);
    const at = game.inCell[cell][0];
    if (at === undefined) return;
    const fits = drag.to === undefined || game.play.elements[at].values.includes(drag.to);
    if (fits) game.do([game.entering(at, drag.to)]);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { game, board, drag } = this;
    if (!drag) return;
    const point = board.point(event);
    if (Math.hypot(point[0] - drag.from[0], point[1] - drag.from[1]) > game.play.side * 0.35) drag.moved = true;
    if (!drag.moved) return;
    const kinds = new Set(game.lines.flatMap((line) => line.elements.map((at) => game.familyOf(at).kind)));
    const cell = board.cellAt(point);
    if (kinds.has('link') && drag.last !== undefined) {
      if (cell !== undefined && cell !== drag.last) this.#drawTo(cell);
    } else if (kinds.has('edge') && drag.line) {
      const { line, distance } = board.lineAt(point);
      if (line && distance < game.play.side * 0.25) this.#drawLine(line);
    } else if (cell !== undefined && drag.isPainting) {
      if (drag.waits && drag.cell !== undefined) this.#paint(drag.cell);
      this.#paint(cell);
    } else if (cell !== undefined && !drag.isPainting && !board.selection.includes(cell)) {
      board.select([...board.selection, cell]);
    }
  }

  /** Draws from the last square to this one. @param {number} cell */
  #drawTo(cell) {
    const { game, drag } = this;
    const line = game.lines.find(({ cells }) => cells.includes(cell) && cells.includes(drag.last));
    if (line) {
      drag.last = cell;
      this.#drawLine(line);
      return;
    }
    // Lines to squares further away, as bridges are.
    const [x, y] = game.play.cells[cell].at;
    const step = [x - game.play.cells[drag.last].at[0], y - game.play.cells[drag.last].at[1]];
    const far = this.board.around(drag.last).find(({ direction }) => {
      return fit(direction, step) > 0.98 && Math.hypot(...direction) <= Math.hypot(...step) * 1.1;
    });
    if (!far) return;
    drag.last = far.line.cells.find((it) => it !== drag.last);
    this.#drawLine(far.line);
  }

  /** @param {Line} line */
  #drawLine(line) {
    const { game, drag } = this;
    if (drag.seen.has(line)) return;
    drag.seen.add(line);
    if (line.elements.length > 1) {
      game.do(this.#nextLine(line));
      return;
    }
    // The first line says whether lines are drawn or taken away.
    if (!('on' in drag)) drag.on = drag.isBack ? line.elements.length + 1 : Number(!game.values.get(line.elements[0]));
    game.do(this.lineChanges(line, drag.on));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { game, drag } = this;
    this.drag = null;
    if (!drag || drag.moved || event.type !== 'pointerup') return;
    const crossing = drag.line ? game.lines.filter(({ at }) => Math.hypot(at[0] - drag.line.at[0], at[1] - drag.line.at[1]) < 1) : [];
    if (crossing.length > 1 && !drag.isBack) game.do(this.#nextCrossing(crossing));
    else if (drag.line) game.do(drag.isBack ? this.lineChanges(drag.line, drag.line.elements.length + 1) : this.#nextLine(drag.line));
    else if (drag.waits && drag.cell !== undefined) {
      this.drag = drag;
      this.#paint(drag.cell);
      this.drag = null;
    }
  }
}

/** Returns how far a direction is that of a step: 1 for the same. @param {number[]} direction @param {number[]} step */
function fit([x, y], [right, down]) {
  return (x * right + y * down) / ((Math.hypot(x, y) || 1) * (Math.hypot(right, down) || 1));
}
