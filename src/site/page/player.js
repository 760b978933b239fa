// @ts-check
// The player: one for every genre, from puzgen.play/1 alone.

import { Board, COLOURS } from './board.js';
import { changeTheme, fetchJson, kept, link, make, packed, Refused, say, setup, unpacked } from './common.js';
import { Game } from './game.js';
import { Input } from './input.js';

/** @typedef {{id?: number, puzzle?: string, definition?: string, params?: any, board?: string}} Source */

/** How long the site waits after an entry before it is asked whether the puzzle is solved, in ms. */
const PATIENCE = 500;

/** As many values are a choice; more are written. */
const MOST_CHOICES = 8;

/** Letters that drawings have for names. */
const LETTERS = { alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', phi: 'φ' };

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
    /** Fields for what has no place on the board. @type {Map<number, any>} */
    this.fields = new Map();
    place.replaceChildren(
      ...about, this.#tools(), this.status, this.board.box, this.#loose(), this.#pad(), this.more, this.told, this.#help(),
    );
    this.#open();
    this.game.changed = () => this.#changed();
    this.input.modeChanged = () => this.#showPad();
    // What can be entered differs from square to square.
    this.board.moved = () => this.#showPad();
    this.board.box.addEventListener('click', (/** @type {MouseEvent} */ event) => {
      const blank = this.board.blankAt(this.board.point(event));
      if (blank !== undefined) this.fields.get(blank)?.focus();
    });
    this.#show();
    setInterval(() => this.#tick(), 1000);
    addEventListener('pagehide', () => this.#save());
    document.addEventListener('visibilitychange', () => this.#save());
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [role=grid]');
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
    this.#showMarked();
  }

  /** Shows what is wrong, and where a hint points. */
  #showMarked() {
    this.board.show();
    this.#showLoose();
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
    this.#showMarked();
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
    this.next.then(({ id }) => fetch(link(`/play/${id}`)).then(() => fetchJson(`/api/puzzles/${id}/play?lang=${setup.lang}`)))
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
    const noteAll = make('button', { type: 'button', hidden: !hasNotes || !game.play.different.length, onclick: () => game.noteAll() }, say('note_all'));
    const hasKeys = game.inCell.some((cell) => cell.length > 0);
    this.pad.hidden = !board.cells.length;
    this.pad.replaceChildren(
      make('div', { class: 'modes', role: 'group', 'aria-label': say('value'), hidden: !hasKeys }, ...modeButtons),
      make('div', { class: 'keys', role: 'group', 'aria-label': say('value') }, ...(input.mode === 'colour' || !hasKeys ? colours : keys), clear, noteAll),
    );
  }

  /** Returns fields for values that have no place on the board, and what is given of such values. */
  #loose() {
    const { game } = this;
    /** @type {string[]} */
    const given = [];
    game.play.elements.forEach((element, at) => {
      if (!game.isLoose(at)) return;
      if (element.given === null) this.fields.set(at, this.#field(at));
      // What has a place is to be read there.
      else if (!element.at && !element.cells.length) given.push(`${shown(element.name)} = ${game.token(at, element.given)}`);
    });
    const labels = [...this.fields].map(([at, field]) => make('label', {}, `${shown(game.play.elements[at].name)} `, field));
    const told = make('p', { hidden: !given.length }, `${say('given')}: ${given.join(', ')}`);
    return make('div', { class: 'loose', hidden: !labels.length && !given.length }, told, ...labels);
  }

  /** @param {number} at @returns {any} */
  #field(at) {
    const { board, game } = this;
    const { name, values } = game.play.elements[at];
    const about = {
      name,
      onchange: () => this.#enterLoose(at, field),
      onfocus: () => this.#blank(board.boxes.has(at) ? at : null),
      onblur: () => this.#blank(null),
    };
    const choice = (/** @type {number} */ value) => make('option', { value }, game.token(at, value));
    const field = values.length <= MOST_CHOICES
      ? make('select', about, make('option', { value: '' }), ...values.map(choice))
      // Not all pads of digits have a minus.
      : make('input', { ...about, inputmode: values[0] < 0 ? 'text' : 'numeric', size: 6, autocomplete: 'off' });
    field.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && !event.ctrlKey) this.#after(at, event);
    });
    return field;
  }

  /** Goes from a field to the next one. @param {number} at @param {KeyboardEvent} event */
  #after(at, event) {
    const places = [...this.fields.keys()];
    const next = this.fields.get(places[places.indexOf(at) + 1]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** Shows which blank the field with the focus is of. @param {number | null} at */
  #blank(at) {
    if (this.board.blank === at) return;
    this.board.blank = at;
    this.board.show();
  }

  /** @param {number} at @param {any} field */
  #enterLoose(at, field) {
    const { game } = this;
    const value = this.#entered(at, field);
    const isWrong = field.value.trim() !== '' && value === undefined;
    if (!isWrong) game.do([game.entering(at, value)]);
    field.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) this.status.textContent = this.#fitting(at);
  }

  /** Returns the value that a field says. @param {number} at @param {any} field @returns {number | undefined} */
  #entered(at, field) {
    const { values } = this.game.play.elements[at];
    // Numbers of words in choices may be other words.
    if (field instanceof HTMLSelectElement) return field.value === '' ? undefined : Number(field.value);
    const text = plain(field.value);
    return values.find((it) => plain(this.game.token(at, it)) === text) ?? values.find((it) => String(it) === text);
  }

  /** Says what can be entered at a place. @param {number} at */
  #fitting(at) {
    const { name, values } = this.game.play.elements[at];
    const [least, most] = [values[0], values[values.length - 1]];
    // Angles go in steps, say.
    const step = values[1] - least;
    const isEven = values.every((value, number) => value === least + number * step);
    const between = step === 1 || !isEven ? 'fitting' : 'fitting_steps';
    return say(between, { place: shown(name), least, most, step });
  }

  #showLoose() {
    const { board, game } = this;
    for (const [at, field] of this.fields) {
      const value = game.value(at);
      if (document.activeElement !== field || value !== undefined) {
        const written = value === undefined ? '' : game.token(at, value);
        field.value = field instanceof HTMLSelectElement ? value ?? '' : written;
      }
      if (value !== undefined) field.setAttribute('aria-invalid', 'false');
      field.classList.toggle('fault', board.faults.has(at));
      field.classList.toggle('pointed', board.pointed === game.play.elements[at].name);
    }
  }

  #help() {
    return make('details', { class: 'help' }, make('summary', {}, say('help')), make('p', {}, say(this.game.isOnBoard ? 'help_text' : 'help_fields')));
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

/** Returns a name as drawings have it. @param {string} name */
function shown(name) {
  return LETTERS[/** @type {keyof typeof LETTERS} */ (name)] ?? name;
}

/** Returns what someone wrote without what makes no difference. @param {string} text */
function plain(text) {
  return text.trim().toLowerCase().replace(/^[−–]/, '-').replace(/^\+(?=\d)/, '').replace(/(?<=\d) *°$/, '');
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
  // What steps take is said where it changes.
  const heading = (/** @type {number} */ at) => (steps[at].kind === steps[at - 1]?.kind ? [] : [make('h3', {}, steps[at].kind)]);
  const list = make('ol', { class: 'steps' }, ...steps.map((step, at) => make('li', {}, ...heading(at), make('ul', {}, ...step.lines.map(line)))));
  // Large drawings, such as programs, cannot be read as small as others.
  const width = Number(/width="([\d.]+)"/.exec(steps[0]?.lines[0]?.svg ?? '')?.[1] ?? 0);
  list.style.setProperty('--picture', `${Math.max(256, width * 0.75)}px`);
  return list;
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
    const play = id ? await fetchJson(`/api/puzzles/${id}/play?lang=${setup.lang}`) : await fetchJson('/api/play', source);
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
