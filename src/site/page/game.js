// @ts-check
// What was entered: values, notes and colours, with everything that was done, so that all of it can be undone.
// Knows neither the page nor the site.

/**
 * @typedef {{name: string, row: number | null, column: number | null, at: number[], corners: number[][],
 *   clues: {place: string, text: string}[]}} Cell
 * @typedef {{name: string, kind: string, is_truth: boolean, tokens: Record<string, string>}} Family
 * @typedef {{name: string, family: number, at: number[] | null, ends: number[][] | null, cells: number[],
 *   given: number | null, values: number[], marks: (number | null)[]}} Element
 * @typedef {{schema: string, puzzle: string, title: string, about: string | null, params: any, svg: string,
 *   side: number, cells: Cell[], families: Family[], elements: Element[], marks: string[],
 *   borders: {between: number[], ends: number[][]}[], different: number[][]}} Play
 * @typedef {'value' | 'corner' | 'centre' | 'colour'} Kind
 * @typedef {{kind: Kind, at: number, from: any, to: any}} Change
 * @typedef {{elements: number[], ends: number[][], at: number[], cells: number[]}} Line
 */

/** Texts that stand for "nothing goes here". */
const BLANKS = new Set(['·', '.', ' ', 'x', '-', '_']);

export class Game {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Map<number, number>} */
    this.values = new Map();
    /** @type {Record<'corner' | 'centre', Map<number, number[]>>} */
    this.notes = { corner: new Map(), centre: new Map() };
    /** @type {Map<number, number>} */
    this.colours = new Map();
    /** @type {Change[][]} */
    this.past = [];
    /** @type {Change[][]} */
    this.future = [];
    /** How much was done when a trial began. @type {number | null} */
    this.trial = null;
    /** Seconds. */
    this.time = 0;
    this.isSolved = false;
    /** @type {() => void} */
    this.changed = () => {};
    /** @type {Line[]} */
    this.lines = [];
    /** What is entered in each square. @type {number[][]} */
    this.inCell = play.cells.map(() => []);
    this.#place();
    /** Whether anything is entered on the board itself. */
    this.isOnBoard = this.lines.length > 0 || this.inCell.some((cell) => cell.length > 0);
    /** The blanks of a program, in the order in which its drawing numbers them. @type {number[]} */
    this.blanks = this.isOnBoard ? [] : play.elements.flatMap((element, number) => {
      return this.familyOf(number).kind === 'loose' && element.given === null && element.cells.length ? [number] : [];
    });
  }

  #place() {
    /** @type {Map<string, Line>} */
    const lines = new Map();
    this.play.elements.forEach((element, number) => {
      const { kind } = this.familyOf(number);
      if (kind === 'edge' || kind === 'link') {
        const ends = /** @type {number[][]} */ (element.ends);
        const name = JSON.stringify([...ends].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
        const line = lines.get(name);
        if (line) line.elements.push(number);
        else lines.set(name, { elements: [number], ends, at: element.at ?? ends[0], cells: element.cells });
      } else if (element.cells.length && this.isInCell(number)) {
        this.inCell[element.cells[0]].push(number);
      }
    });
    this.lines = [...lines.values()];
  }

  /** @param {number} number @returns {Family} */
  familyOf(number) {
    return this.play.families[this.play.elements[number].family];
  }

  /** Returns whether a value is entered in a square. @param {number} number */
  isInCell(number) {
    return ['cell', 'shade', 'region'].includes(this.familyOf(number).kind) && this.isOpen(number);
  }

  /** Returns whether a value is entered in a field beside the board. @param {number} number */
  isLoose(number) {
    return ['loose', 'place'].includes(this.familyOf(number).kind);
  }

  /** @param {number} number */
  isOpen(number) {
    return this.play.elements[number].given === null && this.familyOf(number).kind !== 'hidden';
  }

  /** @param {number} number @returns {number | undefined} */
  value(number) {
    return this.play.elements[number].given ?? this.values.get(number);
  }

  /** @param {number} number @param {number} value */
  token(number, value) {
    return this.familyOf(number).tokens[value] ?? String(value);
  }

  /**
   * Returns the value that a place has where nobody enters one: "no line", "white", "nothing here".
   * @param {number} number
   */
  blank(number) {
    if (this.familyOf(number).is_truth) return 0;
    const element = this.play.elements[number];
    const at = element.values.indexOf(0);
    if (at < 0) return undefined;
    const isBlank = element.marks[at] === null || BLANKS.has(this.token(number, 0));
    return isBlank && this.familyOf(number).kind !== 'loose' ? 0 : undefined;
  }

  /**
   * Does several things at once, so that they are undone at once.
   * @param {Change[]} changes
   */
  do(changes) {
    const real = changes.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
    if (!real.length) return;
    real.forEach((change) => this.#apply(change, change.to));
    this.past.push(real);
    this.future = [];
    this.changed();
  }

  /** @param {Change} change @param {any} value */
  #apply({ kind, at }, value) {
    const map = kind === 'value' ? this.values : kind === 'colour' ? this.colours : this.notes[kind];
    if (value === undefined || value === null || value.length === 0) map.delete(at);
    else map.set(at, value);
  }

  /**
   * Returns what entering a value is.
   * @param {number} at @param {number | undefined} to @returns {Change}
   */
  entering(at, to) {
    return { kind: 'value', at, from: this.values.get(at), to };
  }

  /**
   * Returns what noting a value, or taking the note back, is.
   * @param {'corner' | 'centre'} kind @param {number} at @param {number} value @returns {Change}
   */
  noting(kind, at, value) {
    const from = this.notes[kind].get(at) ?? [];
    const to = from.includes(value) ? from.filter((it) => it !== value) : [...from, value].sort((a, b) => a - b);
    return { kind, at, from, to };
  }

  /** @param {number} at @param {number | undefined} to @returns {Change} */
  colouring(at, to) {
    return { kind: 'colour', at, from: this.colours.get(at), to };
  }

  /** Notes in the middle of each empty square what no other one that must differ has. */
  noteAll() {
    const all = this.play.elements.flatMap((element, at) => {
      if (!this.isOpen(at) || this.familyOf(at).kind !== 'cell' || this.values.has(at) || element.values.length < 3) return [];
      const others = this.play.different.filter((group) => group.includes(at)).flat();
      const seen = new Set(others.map((other) => this.play.elements[other].given ?? this.values.get(other)));
      const to = element.values.filter((value) => !seen.has(value));
      return [{ kind: /** @type {const} */ ('centre'), at, from: this.notes.centre.get(at) ?? [], to }];
    });
    this.do(all);
  }

  undo() {
    const changes = this.past.pop();
    if (!changes) return;
    [...changes].reverse().forEach((change) => this.#apply(change, change.from));
    this.future.push(changes);
    if (this.trial !== null && this.past.length < this.trial) this.trial = null;
    this.changed();
  }

  redo() {
    const changes = this.future.pop();
    if (!changes) return;
    changes.forEach((change) => this.#apply(change, change.to));
    this.past.push(changes);
    this.changed();
  }

  /** @param {number} length */
  undoTo(length) {
    while (this.past.length > length) this.undo();
  }

  /** Drops what was done since the trial began. */
  dropTrial() {
    if (this.trial !== null) this.undoTo(this.trial);
    this.trial = null;
    this.changed();
  }

  /**
   * Returns how much was done before the first of these places got the value that it has.
   * @param {number[]} wrong
   */
  before(wrong) {
    const places = new Set(wrong);
    // The last time that a place got its value counts: it may have been wrong before, and right between.
    const since = new Map();
    this.past.forEach((changes, number) => {
      for (const { kind, at } of changes) if (kind === 'value' && places.has(at)) since.set(at, number);
    });
    return Math.min(this.past.length, ...since.values());
  }

  restart() {
    const changes = [...this.values.keys()].map((at) => this.entering(at, undefined));
    /** @type {('corner' | 'centre')[]} */
    const kinds = ['corner', 'centre'];
    for (const kind of kinds) {
      for (const [at, from] of this.notes[kind]) changes.push({ kind, at, from, to: [] });
    }
    for (const [at] of this.colours) changes.push(this.colouring(at, undefined));
    this.do(changes);
  }

  /**
   * Returns what was entered, for the site; where nothing is, what that says, if it is asked for.
   * @param {boolean} [withBlanks]
   * @returns {number[][]}
   */
  entries(withBlanks = false) {
    /** @type {number[][]} */
    const entries = [];
    this.play.elements.forEach((element, number) => {
      if (!this.isOpen(number)) return;
      const value = this.values.get(number) ?? (withBlanks ? this.blank(number) : undefined);
      if (value !== undefined) entries.push([number, value]);
    });
    return entries;
  }

  /**
   * Returns whether an answer of the site says that the puzzle is solved. What the page does not show is not entered;
   * it follows from the rest.
   * @param {{right: boolean, complete: boolean}} mark
   */
  isRight(mark) {
    const hasHidden = this.play.families.some(({ kind }) => kind === 'hidden');
    return mark.right && (mark.complete || (hasHidden && this.isFull()));
  }

  /** Returns whether nothing is left to enter, if what is empty is taken as nothing. */
  isFull() {
    return this.play.elements.every((_, number) => {
      return !this.isOpen(number) || this.value(number) !== undefined || this.blank(number) !== undefined;
    });
  }

  /** Returns all of it as plain data. */
  state() {
    return {
      values: [...this.values], corner: [...this.notes.corner], centre: [...this.notes.centre],
      colours: [...this.colours], past: this.past, future: this.future, trial: this.trial,
      time: this.time, isSolved: this.isSolved,
    };
  }

  /** @param {any} state */
  restore(state) {
    const isPair = (/** @type {any} */ it) => Array.isArray(it) && Number.isInteger(it[0]);
    const pairs = (/** @type {any} */ list) => new Map(Array.isArray(list) ? list.filter(isPair) : []);
    this.values = pairs(state?.values);
    for (const [at, value] of this.values) {
      const element = this.play.elements[at];
      if (!element || element.given !== null || !element.values.includes(value)) this.values.delete(at);
    }
    this.notes = { corner: pairs(state?.corner), centre: pairs(state?.centre) };
    this.colours = pairs(state?.colours);
    this.past = Array.isArray(state?.past) ? state.past : [];
    this.future = Array.isArray(state?.future) ? state.future : [];
    this.trial = Number.isInteger(state?.trial) ? state.trial : null;
    this.time = Number(state?.time) || 0;
    this.isSolved = Boolean(state?.isSolved);
  }
}
