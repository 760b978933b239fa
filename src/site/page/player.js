// @ts-check
// The player: one for every genre, from puzgen.play/1 alone.

import { Board, COLOURS } from './board.js';
import { changeTheme, fetchJson, kept, link, make, packed, Refused, say, unpacked } from './common.js';
import { Game } from './game.js';
import { Input } from './input.js';

/** @typedef {{id?: number, puzzle?: string, definition?: string, params?: any, board?: string}} Source */

/** How long the site waits after an entry before it is asked whether the puzzle is solved, in ms. */
const PATIENCE = 500;

export class Player {
  /**
   * @param {HTMLElement} place
   * @param {Source} source what the site is told of the puzzle
   * @param {import('./game.js').Play} play
   * @param {string} name under which this browser keeps it
   * @param {boolean} [isSetting] whether clues are placed, and nothing is solved
   */
  constructor(place, source, play, name, isSetting = false) {
    this.source = source;
    this.name = name;
    this.game = new Game(play);
    this.board = new Board(this.game);
    this.input = new Input(this.game, this.board);
    this.status = make('p', { class: 'status', role: 'status' });
    this.told = make('div', { class: 'told', 'aria-live': 'polite' });
    this.clock = make('span', { class: 'clock', role: 'timer' });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.isPaused = false;
    this.strength = 0;
    this.isSetting = isSetting;
    /** Whether rules that are broken are told as one goes. */
    this.showsConflicts = false;
    /** Counts what was asked, so that a late answer is not shown. */
    this.asked = 0;
    const about = play.about && !document.querySelector('p.about') ? [make('p', { class: 'about' }, play.about)] : [];
    place.replaceChildren(
      ...about, this.#tools(), this.status, this.board.box, this.#loose(), this.#pad(), this.more, this.told, this.#help(),
    );
    this.#open();
    this.game.changed = () => this.#changed();
    this.input.modeChanged = () => this.#showPad();
    // What can be entered differs from square to square.
    this.board.moved = () => this.#showPad();
    this.#show();
    setInterval(() => this.#tick(), 1000);
    addEventListener('pagehide', () => this.#save());
    document.addEventListener('visibilitychange', () => this.#save());
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=grid]');
      if (isTyping || !(event.ctrlKey || event.metaKey)) return;
      if (event.key === 'z') this.game.undo();
      else if (event.key === 'y') this.game.redo();
    });
  }

  /** Takes what this browser or the address keeps. */
  #open() {
    const fragment = new URLSearchParams(location.hash.slice(1));
    const shared = fragment.get('state');
    this.game.restore(shared ? unpacked(shared) : kept.get(this.name));
  }

  #save() {
    kept.set(this.name, this.game.state());
  }

  #changed() {
    this.board.faults.clear();
    this.board.pointed = null;
    this.strength = 0;
    this.asked += 1;
    this.status.textContent = '';
    this.#save();
    this.#show();
    clearTimeout(this.timer);
    if (this.isSetting || this.game.isSolved || !this.game.values.size) return;
    if (this.game.isFull() || this.showsConflicts) this.timer = setTimeout(() => this.#look(), PATIENCE);
  }

  #show() {
    this.board.show();
    this.#showPad();
    this.#showLoose();
    const { game } = this;
    this.undoButton.disabled = !game.past.length;
    this.redoButton.disabled = !game.future.length;
    this.trialButton.textContent = say(game.trial === null ? 'trial' : 'trial_keep');
    this.dropButton.hidden = game.trial === null;
    this.board.box.classList.toggle('solved', game.isSolved);
  }

  /** @param {string} question @param {any} [more] */
  ask(question, more = {}) {
    return fetchJson(`/api/${question}`, { ...this.source, ...more });
  }

  /** Asks the site, and says what it refuses. @param {() => Promise<void>} question */
  async #asking(question) {
    try {
      await question();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.status.textContent = error.message;
    }
  }

  /** Says which rules are broken, where that is wanted, and whether all is right; nothing else. */
  async #look() {
    const { asked, game } = this;
    try {
      if (this.showsConflicts) {
        const mark = await this.ask('mark', { entries: game.entries() });
        if (asked === this.asked) this.status.textContent = [...new Set(mark.broken)].slice(0, 3).join(' · ');
      }
      if (!game.isFull()) return;
      const mark = await this.ask('mark', { entries: game.entries(true) });
      if (asked === this.asked && game.isRight(mark)) this.#solved();
    } catch {
      // Nobody has asked; the button does.
    }
  }

  #solved() {
    this.game.isSolved = true;
    this.status.textContent = say('solved');
    this.#save();
    this.#show();
  }

  async #check() {
    const { game } = this;
    const asked = this.asked;
    const mark = await this.ask('mark', { entries: game.entries() });
    if (asked !== this.asked) return;
    if (mark.right) {
      const whole = game.isFull() ? await this.ask('mark', { entries: game.entries(true) }) : null;
      if (whole && game.isRight(whole)) this.#solved();
      else this.status.textContent = say('no_mistake');
      return;
    }
    this.#fault(mark.wrong);
    const places = mark.wrong.length > 12 ? say('wrong_count', { count: mark.wrong.length }) : say('wrong', { places: mark.wrong.join(', ') });
    const broken = [...new Set(mark.broken)].slice(0, 3);
    this.status.textContent = [mark.wrong.length ? places : '', ...broken].filter(Boolean).join(' ') || say('wrong', { places: '' });
  }

  /** Marks places as wrong. @param {string[]} names */
  #fault(names) {
    const wrong = new Set(names);
    this.game.play.elements.forEach((element, number) => {
      if (wrong.has(element.name)) this.board.faults.add(number);
    });
    this.board.show();
  }

  async #back() {
    const { game } = this;
    const mark = await this.ask('mark', { entries: game.entries() });
    if (mark.right) {
      this.status.textContent = say('no_mistake');
      return;
    }
    const wrong = game.play.elements.flatMap((element, number) => (mark.wrong.includes(element.name) ? [number] : []));
    game.undoTo(game.before(wrong));
  }

  async #hint() {
    const tell = ['place', 'rule', 'value'][this.strength] ?? 'value';
    const asked = this.asked;
    const hint = await this.ask('hint', { entries: this.game.entries(), tell });
    if (asked !== this.asked) return;
    if (!hint) {
      this.status.textContent = say('no_step');
      return;
    }
    this.strength = Math.min(this.strength + 1, 2);
    this.board.pointed = hint.place;
    this.board.show();
    const told = tell === 'value' ? [hint.place, hint.because ?? hint.what] : [hint.place, hint.kind, ...(hint.rules ?? [])];
    const broken = hint.mistakes?.broken ?? [];
    if (hint.mistakes?.wrong) this.#fault(hint.mistakes.wrong);
    this.status.textContent = [...told, ...broken].filter(Boolean).join(': ');
  }

  async #way() {
    this.told.textContent = say('making');
    const { steps, is_solved: isSolved } = await this.ask('explain');
    this.told.replaceChildren(stepsOf(steps), ...(isSolved ? [] : [make('p', {}, say('no_step'))]));
  }

  /** @param {string} name @param {() => void} does @param {any} [attributes] */
  #button(name, does, attributes = {}) {
    return make('button', { type: 'button', onclick: does, ...attributes }, say(name));
  }

  #tools() {
    const { game } = this;
    const asking = (/** @type {() => Promise<void>} */ question) => () => this.#asking(question);
    this.undoButton = this.#button('undo', () => game.undo());
    this.redoButton = this.#button('redo', () => game.redo());
    this.trialButton = this.#button('trial', () => {
      game.trial = game.trial === null ? game.past.length : null;
      this.#show();
    });
    this.dropButton = this.#button('trial_drop', () => game.dropTrial());
    this.pauseButton = this.#button('pause', () => this.#pause());
    this.hideButton = this.#button('timer_hide', () => this.#hide());
    const again = make('button', { type: 'button', onclick: () => this.#again(), hidden: !this.source.id }, say('again'));
    const print = make('a', { href: this.source.id ? link(`/print/${this.source.id}`) : '#', hidden: !this.source.id }, say('print'));
    const conflicts = this.#button('conflicts', () => {
      this.showsConflicts = !this.showsConflicts;
      conflicts.setAttribute('aria-pressed', String(this.showsConflicts));
      this.#changed();
    }, { 'aria-pressed': false });
    this.more = make(
      'div', { class: 'tools' },
      ...(this.isSetting ? [] : [conflicts, this.#button('back', asking(() => this.#back()))]),
      this.trialButton, this.dropButton, this.#button('restart', () => { game.isSolved = false; game.time = 0; game.restart(); }),
      ...(this.isSetting ? [] : [this.#button('show_way', asking(() => this.#way()))]),
      this.#button('share', () => this.#share()), this.#button('theme', changeTheme), again, print,
    );
    const judged = [this.#button('check', asking(() => this.#check())), this.#button('hint', asking(() => this.#hint()))];
    return make(
      'div', { class: 'tools', role: 'toolbar', 'aria-label': say('play') },
      this.undoButton, this.redoButton, ...(this.isSetting ? [] : judged),
      make('span', { class: 'time' }, this.clock, this.hideButton, this.pauseButton),
    );
  }

  #share() {
    const { values, corner, centre, colours } = this.game.state();
    const fragment = new URLSearchParams(location.hash.slice(1));
    fragment.set('state', packed({ values, corner, centre, colours }));
    history.replaceState(null, '', `#${fragment}`);
    this.status.textContent = say('share_done');
    navigator.clipboard?.writeText(location.href).catch(() => {});
  }

  async #again() {
    const puzzle = document.getElementById('player')?.dataset.puzzle;
    await this.#asking(async () => {
      const next = await (this.next ?? fetchJson(`/api/pick?puzzle=${puzzle}&not=${this.source.id}`));
      location.href = link(`/play/${next.id}`);
    });
  }

  /** Fetches the next puzzle ahead, so that it is there at once. */
  ahead() {
    const puzzle = document.getElementById('player')?.dataset.puzzle;
    if (!this.source.id || !puzzle) return;
    this.next = fetchJson(`/api/pick?puzzle=${puzzle}&not=${this.source.id}`);
    this.next.then(({ id }) => fetch(link(`/play/${id}`)).then(() => fetchJson(`/api/puzzles/${id}/play`)))
      .catch(() => { this.next = undefined; });
  }

  #pad() {
    this.pad = make('div', { class: 'pad' });
    return this.pad;
  }

  /** Shows buttons for what can be entered at the selected squares. */
  #showPad() {
    const { game, input, board } = this;
    const places = board.selection.flatMap((cell) => game.inCell[cell].slice(0, 1));
    const all = places.length ? places : game.inCell.flatMap((cell) => cell.slice(0, 1)).slice(0, 1);
    /** @type {Map<number, string>} */
    const tokens = new Map();
    for (const at of all) for (const value of game.play.elements[at].values) tokens.set(value, game.token(at, value));
    const isMany = tokens.size > 20;
    const keys = isMany
      ? [...'0123456789'].map((digit) => make('button', { type: 'button', onclick: () => { input.type(digit); board.focus(); } }, digit))
      : [...tokens].map(([value, text]) => make('button', { type: 'button', onclick: () => { input.enter(value); board.focus(); } }, text));
    const hasNotes = game.play.elements.some((element, at) => game.familyOf(at).kind === 'cell' && element.values.length > 2);
    /** @type {import('./game.js').Kind[]} */
    const modes = hasNotes ? ['value', 'corner', 'centre', 'colour'] : ['value', 'colour'];
    const modeButtons = modes.map((mode) => make(
      'button', { type: 'button', 'aria-pressed': input.mode === mode, onclick: () => { input.setMode(mode); board.focus(); } }, say(mode),
    ));
    const colours = Array.from({ length: COLOURS + 1 }, (_, colour) => make(
      'button',
      { type: 'button', class: `swatch colour${colour}`, 'aria-label': `${say('colour')} ${colour}`, onclick: () => { input.colour(colour); board.focus(); } },
      colour ? '' : '×',
    ));
    const clear = make('button', { type: 'button', onclick: () => { input.clear(); board.focus(); } }, say('clear'));
    const hasKeys = game.inCell.some((cell) => cell.length > 0);
    this.pad.hidden = !game.play.cells.length;
    this.pad.replaceChildren(
      make('div', { class: 'modes', role: 'group', 'aria-label': say('value'), hidden: !hasKeys }, ...modeButtons),
      make('div', { class: 'keys', role: 'group', 'aria-label': say('value') }, ...(input.mode === 'colour' || !hasKeys ? colours : keys), clear),
    );
  }

  /** Returns fields for values that have no place on the board. */
  #loose() {
    const { game } = this;
    /** @type {Map<number, any>} */
    this.fields = new Map();
    game.play.elements.forEach((element, at) => {
      const { kind } = game.familyOf(at);
      if (game.isInCell(at) || kind === 'hidden' || kind === 'edge' || kind === 'link') return;
      if (element.given !== null && element.at) return;
      const field = make('input', {
        name: element.name, inputmode: 'text', size: 6, autocomplete: 'off', readonly: element.given !== null,
        onchange: () => this.#enterLoose(at, field),
      });
      this.fields.set(at, field);
    });
    const labels = [...this.fields].map(([at, field]) => make('label', {}, `${game.play.elements[at].name} `, field));
    return make('div', { class: 'loose', hidden: !labels.length }, ...labels);
  }

  /** @param {number} at @param {any} field */
  #enterLoose(at, field) {
    const { game } = this;
    const text = field.value.trim().toLowerCase();
    const { values } = game.play.elements[at];
    const value = values.find((it) => game.token(at, it).toLowerCase() === text || String(it) === text);
    field.setAttribute('aria-invalid', String(text !== '' && value === undefined));
    if (value !== undefined || text === '') game.do([game.entering(at, value)]);
  }

  #showLoose() {
    const { game } = this;
    for (const [at, field] of this.fields ?? []) {
      const value = game.value(at);
      if (document.activeElement !== field || value !== undefined) {
        field.value = value === undefined ? '' : game.token(at, value);
      }
      field.classList.toggle('fault', this.board.faults.has(at));
    }
  }

  #help() {
    return make('details', { class: 'help' }, make('summary', {}, say('help')), make('p', {}, say('help_text')));
  }

  #tick() {
    if (!this.isPaused && !this.game.isSolved && document.visibilityState === 'visible') this.game.time += 1;
    this.clock.textContent = timeOf(this.game.time);
  }

  #pause() {
    this.isPaused = !this.isPaused;
    this.board.box.classList.toggle('paused', this.isPaused);
    this.pauseButton.textContent = say(this.isPaused ? 'play' : 'pause');
    this.status.textContent = this.isPaused ? say('paused') : '';
  }

  #hide() {
    this.clock.hidden = !this.clock.hidden;
    this.hideButton.textContent = say(this.clock.hidden ? 'timer_show' : 'timer_hide');
  }
}

/** @param {number} seconds */
function timeOf(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Returns steps of a solution with their pictures. @param {any[]} steps */
export function stepsOf(steps) {
  const picture = (/** @type {string} */ svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const line = (/** @type {any} */ it) => make('li', {}, make('img', { src: picture(it.svg), alt: '' }), make('p', {}, it.sentence));
  return make('ol', { class: 'steps' }, ...steps.map((step) => make('li', {}, make('h3', {}, step.kind), make('ul', {}, ...step.lines.map(line)))));
}

/** Starts the player of a page. */
async function start() {
  const place = document.getElementById('player');
  if (!place) return;
  const id = Number(place.dataset.id);
  const fragment = new URLSearchParams(location.hash.slice(1));
  /** @type {Source | null} */
  const source = id ? { id } : unpacked(fragment.get('puzzle') ?? '');
  try {
    if (!source) throw new Refused({ detail: say('missing') });
    const play = id ? await fetchJson(`/api/puzzles/${id}/play`) : await fetchJson('/api/play', source);
    const heading = document.querySelector('h1');
    if (!id && heading) heading.textContent = play.title;
    const name = id ? `${location.pathname.replace(/[^/]*$/, '')}${id}:${play.puzzle}` : `custom:${fragment.get('puzzle')}`;
    const player = new Player(place, source, play, name);
    player.ahead();
    Object.assign(window, { puzgen: player });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    place.replaceChildren(make('p', { role: 'alert' }, error.message));
  }
}

if (!document.querySelector('#playground, #setter')) start();
