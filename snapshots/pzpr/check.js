// Asks pzpr, another program that knows the rules of many genres, about answers of puzgen: the answer
// of every puzzle must be right there, too, and every answer with a mistake in it wrong.
//
// A mistake is one value changed, or two values side by side exchanged, unless pzpr draws the same then
// (other names of the same regions). A puzzle has one answer, so none of these is right.
//
// Then it opens the link of each puzzle: what stands on the board must be the puzzle, and the link that pzpr
// writes of it the same one.
//
//     node check.js PUZGEN FOLDER_OF_PZPR [--count N] [GENRE …]

'use strict';

const { execFileSync } = require('child_process');
const path = require('path');

const [program, folder, ...rest] = process.argv.slice(2);
const pzpr = require(path.resolve(folder, 'node_modules/pzpr'));
pzpr.lang = 'en';

// How a board of puzgen becomes one of pzpr. Rows and columns count from 0 here; in pzpr the squares
// are at odd places, what is between them and around them at even ones.
class Board {
  constructor(type, rows, columns) {
    this.puzzle = new pzpr.Puzzle({ type: 'player' });
    this.puzzle.open(`${type}/${columns}/${rows}/`);
    this.board = this.puzzle.board;
    this.rows = rows;
    this.columns = columns;
  }

  cell(row, column) { return this.board.getc(2 * column + 1, 2 * row + 1); }
  outside(row, column) { return this.board.getex(2 * column + 1, 2 * row + 1); }
  vertex(row, column) { return this.board.getx(2 * column, 2 * row); }
  // The side between two squares, or between a square and the outside.
  between([r, c], [s, d]) { return this.board.getb(c + d + 1, r + s + 1); }

  cells(values, put) {
    values.forEach((row, r) => row.forEach((value, c) => {
      if (value !== null && value !== undefined) put(this.cell(r, c), value, r, c);
    }));
  }

  vertices(values, put) {
    values.forEach((row, r) => row.forEach((value, c) => {
      if (value !== null) put(this.vertex(r, c), value);
    }));
  }

  // Pairs of neighbours: first the rows of pairs side by side, then those of pairs one above the other.
  pairs(values, put) {
    values.forEach((row, i) => row.forEach((value, c) => {
      if (value === null || value === undefined) return;
      const isBeside = i < this.rows;
      const r = isBeside ? i : i - this.rows;
      const other = isBeside ? [r, c + 1] : [r + 1, c];
      put(this.between([r, c], other), value, [r, c], other);
    }));
  }

  // Edges: first the rows of those above and below squares, then those left and right of them.
  edges(values, put) {
    values.forEach((row, i) => row.forEach((value, c) => {
      if (value === null || value === undefined) return;
      const isAbove = i <= this.rows;
      const [bx, by] = isAbove ? [2 * c + 1, 2 * i] : [2 * c, 2 * (i - this.rows - 1) + 1];
      put(this.board.getb(bx, by), value);
    }));
  }

  numbers(given, answer) {
    this.cells(answer, (cell, value, r, c) => {
      if (given[r][c] === null) cell.anum = value;
      else cell.qnum = value;
    });
  }

  // Borders where values of squares side by side differ.
  borders(values, put) {
    this.board.border.each((border) => {
      const at = (cell) => (cell.isnull ? null : values[(cell.by - 1) / 2][(cell.bx - 1) / 2]);
      const [one, other] = border.sidecell.map(at);
      if (one !== null && other !== null && one !== other) put(border);
    });
  }

  // Numbers above the columns and left of the rows, so far from the board.
  beside(above, left, distance = 1) {
    const put = (r, c) => (value, at) => {
      if (value !== null) this.outside(r ?? at, c ?? at).qnum = value;
    };
    (above || []).forEach(put(-distance, null));
    (left || []).forEach(put(null, -distance));
  }

  rooms(rooms, numbers) {
    this.borders(rooms, (border) => { border.ques = 1; });
    this.board.rebuildInfo();
    this.cells(rooms, (cell, room) => {
      const number = (numbers || [])[room - 1];
      if (number !== null && number !== undefined) cell.room.top.qnum = number;
    });
  }

  verdict() {
    this.board.rebuildInfo();
    this.puzzle.checker.resetCache();
    return this.puzzle.check(true);
  }

  drawn() { return this.puzzle.getFileData(pzpr.parser.FILE_PZPR); }
}

const size = ({ height, width, n }) => [height || n, width || n];
const shade = (board, black) => board.cells(black, (cell, value) => { cell.qans = value ? 1 : 0; });
const number = (cell, value) => { cell.qnum = value; };
const line = (border, value) => { border.line = value ? 1 : 0; };

const shading = (type, clue, given) => ({
  type,
  answer: 'black',
  given,
  put(board, { clues }, black) {
    if (clue) board.cells(clues[clue], number);
    shade(board, black);
  },
});
const latin = (type, put) => ({ type, answer: 'x', given: 'given', put });

// The places of bridges: between islands that see each other.
function bridges({ clues, answer, params: { height, width } }) {
  const isIsland = (r, c) => clues.number[r][c] !== null;
  const count = (i, c) => (answer.one[i][c] ? 1 : 0) + (answer.two[i][c] ? 1 : 0);
  const found = [];
  for (let r = 0; r < height; r += 1) {
    for (let c = 0; c < width; c += 1) {
      if (!isIsland(r, c)) continue;
      let d = c + 1;
      while (d < width && !isIsland(r, d)) d += 1;
      if (d < width) found.push({ from: [r, c], to: [r, d], count: count(r, c) });
      let s = r + 1;
      while (s < height && !isIsland(s, c)) s += 1;
      if (s < height) found.push({ from: [r, c], to: [s, c], count: count(height + r, c) });
    }
  }
  return found;
}

// For each genre: pzpr's name of it; the parameters; the family of answers, or what takes the answer
// from a puzzle; the clue of the same squares whose givens are not to be changed, or what takes these; what
// puts a puzzle and an answer onto a board.
const GENRES = {
  akari: {
    type: 'lightup',
    answer: 'lamp',
    put(board, { layout, clues }, lamp) {
      board.cells(layout.wall, (cell, wall) => { if (wall) cell.qnum = -2; });
      board.cells(clues.number, number);
      shade(board, lamp);
    },
  },
  battleships: {
    type: 'battleship',
    answer: 'ship',
    given: 'part',
    put(board, { params, clues }, ships) {
      // Water, one square, ends up, down, left and right, and a middle.
      const parts = [0, 6, 1, 2, 3, 4, 5];
      const fleet = board.board.bank.presets.find(({ shortkey }) => shortkey === 'xxxcde'[params.largest]);
      board.board.bank.initialize(fleet.constant);
      board.beside(clues.down, clues.across);
      board.cells(clues.part, (cell, part) => { cell.qnum = parts[part]; });
      shade(board, ships);
    },
  },
  country_road: {
    type: 'country',
    answer: 'line',
    put(board, { layout, clues }, lines) {
      board.rooms(layout.room, clues.number);
      board.pairs(lines, line);
    },
  },
  creek: {
    type: 'creek',
    answer: 'black',
    put(board, { clues }, black) {
      board.vertices(clues.number, number);
      shade(board, black);
    },
  },
  easy_as_abc: {
    // puzz.link has given letters in its links, pzpr 0.10.1 has not.
    writesLess: true,
    ...latin('easyasabc', (board, { params, clues }, x) => {
      board.board.indicator.count = params.letters;
      const n = board.rows;
      const put = (r, c, value) => { if (value !== null) board.outside(r, c).qnum = value; };
      for (let i = 0; i < n; i += 1) {
        put(i, -1, clues.left[i]);
        put(i, n, clues.right[i]);
        put(-1, i, clues.top[i]);
        put(n, i, clues.bottom[i]);
      }
      board.cells(x, (cell, value) => { if (value > 0) cell.anum = value; });
    }),
  },
  fillomino: {
    type: 'fillomino',
    answer: 'n',
    given: 'given',
    put(board, { clues }, n) { board.numbers(clues.given, n); },
  },
  futoshiki: latin('minarism', (board, { clues }, x) => {
    board.numbers(clues.given, x);
    // Up and left say that the first number is the smaller one.
    board.pairs(clues.sign, (border, less, [r], [s]) => {
      if (r === s) border.qdir = less ? border.LT : border.RT;
      else border.qdir = less ? border.UP : border.DN;
    });
  }),
  galaxies: {
    type: 'tentaisho',
    answer: 'middle',
    put(board, { clues }, middle) {
      const star = (by, bx) => board.board.star[(by - 1) * (2 * board.columns - 1) + bx - 1].setStar(1);
      board.cells(clues.dot, (cell) => star(cell.by, cell.bx));
      board.pairs(clues.on_side, (border) => star(border.by, border.bx));
      clues.on_corner.forEach((row, r) => row.forEach((dot, c) => { if (dot) star(2 * r, 2 * c); }));
      board.borders(middle, (border) => { border.qans = 1; });
    },
  },
  hashi: {
    type: 'hashikake',
    answer: (puzzle) => [bridges(puzzle).map((bridge) => bridge.count)],
    put(board, puzzle, [counts]) {
      board.cells(puzzle.clues.number, number);
      bridges(puzzle).forEach(({ from, to }, i) => {
        const [dr, dc] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
        for (let [r, c] = from; r !== to[0] || c !== to[1]; r += dr, c += dc) {
          const side = board.between([r, c], [r + dr, c + dc]);
          side.line = Math.max(counts[i], side.line);
        }
      });
    },
    changed: (count) => (count + 1) % 3,
  },
  heyawake: {
    type: 'heyawake',
    answer: 'black',
    put(board, { layout, clues }, black) {
      board.rooms(layout.room, clues.number);
      shade(board, black);
    },
  },
  hitori: shading('hitori', 'number'),
  kakurasu: {
    type: 'box',
    answer: 'black',
    put(board, { clues }, black) {
      clues.across.forEach((sum, r) => { board.outside(r, -1).qnum = sum; });
      clues.down.forEach((sum, c) => { board.outside(-1, c).qnum = sum; });
      shade(board, black);
    },
  },
  kakuro: {
    type: 'kakuro',
    answer: 'x',
    // The black squares of the rim are outside of pzpr's board.
    size: ({ height, width }) => [height - 1, width - 1],
    put(board, { layout, clues }, x) {
      const { black } = layout;
      const isFree = (r, c) => r < black.length && c < black[0].length && !black[r][c];
      const totals = clues.total.flat(Infinity).filter((total) => total !== null);
      black.forEach((row, r) => row.forEach((isBlack, c) => {
        if (!isBlack) {
          board.cell(r - 1, c - 1).anum = x[r][c];
          return;
        }
        const inside = r > 0 && c > 0;
        const place = inside ? board.cell(r - 1, c - 1) : board.outside(r - 1, c - 1);
        if (inside) place.ques = 51;
        if (isFree(r + 1, c)) place.qnum2 = totals.shift();
        if (isFree(r, c + 1)) place.qnum = totals.shift();
      }));
    },
  },
  kropki: latin('kropki', (board, { clues }, x) => {
    board.cells(x, (cell, value) => { cell.anum = value; });
    board.pairs(clues.dot, (border, dot) => { if (dot > 0) border.qnum = dot; });
  }),
  // A square with a number cannot be blackened there, so that is no mistake that it looks for.
  kurodoko: shading('kurodoko', 'number', 'number'),
  latin_square: latin('minarism', (board, { clues }, x) => board.numbers(clues.given, x)),
  lits: {
    type: 'lits',
    answer: 'form',
    given: 'given',
    put(board, { layout }, form) {
      board.rooms(layout.room);
      shade(board, form);
    },
    // Which form it is follows from where it is black.
    changed: (form) => (form > 0 ? 0 : 1),
  },
  magnets: {
    type: 'magnets',
    answer: 'x',
    given: 'given',
    put(board, { layout, clues }, x) {
      board.rooms(layout.domino);
      board.beside(clues.minus_bottom, clues.minus_right);
      board.beside(clues.plus_top, clues.plus_left, 2);
      board.cells(clues.given, number);
      board.cells(x, (cell, value) => { if (value > 0 && cell.qnum === -1) cell.anum = value; });
    },
  },
  masyu: {
    type: 'mashu',
    answer: 'line',
    put(board, { clues }, lines) {
      board.cells(clues.pearl, (cell, black) => { cell.qnum = black ? 2 : 1; });
      board.pairs(lines, line);
    },
  },
  nanro: {
    type: 'nanro',
    answer: 'x',
    given: 'given',
    put(board, { layout, clues }, x) {
      board.rooms(layout.room);
      board.numbers(clues.given, x.map((row) => row.map((value) => value || null)));
    },
  },
  nonogram: {
    type: 'nonogram',
    answer: 'black',
    put(board, { clues }, black) {
      // The last run is the nearest one.
      const runs = (line) => line.filter((run) => run > 0).reverse();
      clues.down.forEach((line, c) => runs(line).forEach((run, at) => { board.outside(-1 - at, c).qnum = run; }));
      clues.across.forEach((line, r) => runs(line).forEach((run, at) => { board.outside(r, -1 - at).qnum = run; }));
      shade(board, black);
    },
  },
  norinori: {
    type: 'norinori',
    answer: 'black',
    put(board, { layout }, black) {
      board.rooms(layout.room);
      shade(board, black);
    },
  },
  numberlink: {
    type: 'numlin',
    answer: 'x',
    put(board, { clues }, x) {
      board.cells(clues.end, number);
      board.board.border.each((border) => { border.line = 1; });
      board.borders(x, (border) => { border.line = 0; });
    },
  },
  nurikabe: shading('nurikabe', 'number'),
  palisade: {
    // There regions always have five squares.
    type: 'fivecells',
    parameters: ['size=5', 'height=5', 'width=6'],
    answer: 'border',
    put(board, { clues }, borders) {
      board.cells(clues.number, number);
      board.edges(borders, (border, value) => { border.qans = value ? 1 : 0; });
    },
  },
  pentominous: {
    type: 'pentominous',
    // pzpr draws a border between two letters that are given and differ by itself.
    given: ({ answer, clues: { letter } }) => {
      const rows = letter.length;
      const isGiven = (r, c) => ((letter[r] || [])[c] ?? null) !== null;
      return answer.border.map((row, i) => row.map((_, c) => {
        const [r, s, d] = i <= rows ? [i, i - 1, c] : [i - rows - 1, i - rows - 1, c - 1];
        return isGiven(r, c) && isGiven(s, d) ? 1 : null;
      }));
    },
    parameters: ['height=5', 'width=5'],
    answer: 'border',
    put(board, { clues }, borders) {
      board.cells(clues.letter, (cell, letter) => { cell.qnum = letter - 1; });
      board.edges(borders, (border, value) => { border.qans = value ? 1 : 0; });
    },
  },
  ripple_effect: {
    type: 'ripple',
    answer: 'x',
    given: 'given',
    put(board, { clues }, x) {
      board.edges(clues.wall, (border, wall) => { border.ques = wall ? 1 : 0; });
      board.board.rebuildInfo();
      const isSmall = (value, r, c) => value <= board.cell(r, c).room.clist.length;
      board.numbers(clues.given, x.map((row, r) => row.map((n, c) => (isSmall(n, r, c) ? n : null))));
    },
  },
  shikaku: {
    type: 'shikaku',
    answer: 'border',
    put(board, { clues }, borders) {
      board.cells(clues.area, number);
      board.edges(borders, (border, value) => { border.qans = value ? 1 : 0; });
    },
  },
  skyscrapers: {
    // As in easy_as_abc: pzpr 0.10.1 has no given numbers in its links.
    writesLess: true,
    ...latin('building', (board, { clues }, x) => {
      const n = board.rows;
      const [up, down, left, right] = clues.seen;
      const put = (r, c, value) => { if (value !== null) board.outside(r, c).qnum = value; };
      for (let i = 0; i < n; i += 1) {
        put(n, i, up[i]);
        put(-1, i, down[i]);
        put(i, n, left[i]);
        put(i, -1, right[i]);
      }
      board.cells(x, (cell, value) => { cell.anum = value; });
    }),
  },
  slant: {
    type: 'gokigen',
    // Of the two diagonals of a square, whether it is the one that falls to the right.
    answer: ({ answer, params }) => Array.from({ length: params.height }, (_, r) => (
      Array.from({ length: params.width }, (__, c) => answer.line[2 * (r * params.width + c)]))),
    put(board, { clues }, falls) {
      board.vertices(clues.number, number);
      board.cells(falls, (cell, value) => { cell.qans = value ? 31 : 32; });
    },
  },
  slitherlink: {
    type: 'slither',
    answer: 'line',
    put(board, { clues }, lines) {
      board.cells(clues.number, number);
      board.edges(lines, line);
    },
  },
  snake: {
    type: 'snake',
    answer: 'snake',
    put(board, { clues }, snake) {
      board.cells(clues.end, (cell, value) => { if (value) cell.qnum = 2; });
      board.beside(clues.down, clues.across);
      shade(board, snake);
    },
  },
  star_battle: {
    type: 'starbattle',
    answer: 'star',
    put(board, { params, layout }, stars) {
      board.board.starCount.count = params.stars;
      board.rooms(layout.region);
      shade(board, stars);
    },
  },
  sudoku: latin('sudoku', (board, { clues }, x) => board.numbers(clues.given, x)),
  tapa: {
    type: 'tapa',
    answer: 'black',
    put(board, { clues }, black) {
      board.cells(clues.number, (cell, runs) => { cell.qnums = [...String(runs)].map(Number); });
      shade(board, black);
    },
  },
  yajilin: {
    type: 'yajirin',
    // The loop, then what is black.
    answer: ({ answer }) => [...answer.line, ...answer.black],
    // As in kurodoko, squares with numbers cannot be blackened there.
    given: ({ answer, clues: { up, right, down, left } }) => [
      ...answer.line.map(() => []),
      ...up.map((row, r) => row.map((_, c) => up[r][c] ?? right[r][c] ?? down[r][c] ?? left[r][c])),
    ],
    put(board, { clues }, values) {
      const { NDIR, UP, DN, LT, RT } = board.cell(0, 0);
      board.board.cell.each((cell) => { cell.qdir = NDIR; });
      for (const [name, direction] of [['up', UP], ['down', DN], ['left', LT], ['right', RT]]) {
        board.cells(clues[name], (cell, value) => {
          cell.qnum = value;
          cell.qdir = direction;
        });
      }
      const count = 2 * board.rows - 1;
      board.pairs(values.slice(0, count), line);
      shade(board, values.slice(count));
    },
  },
  yin_yang: {
    type: 'yinyang',
    answer: 'black',
    given: 'given',
    put(board, { clues }, black) {
      const of = (values) => values.map((row) => row.map((v) => (v === null ? null : 1 + Number(v))));
      board.numbers(of(clues.given), of(black));
    },
  },
};

// Calls `tell` with every answer that has a mistake in it.
function mistakes(genre, puzzle, answer, tell) {
  const { given } = genre;
  const givens = typeof given === 'function' ? given(puzzle) : puzzle.clues[given] || [];
  const isFree = (r, c) => {
    const value = (answer[r] || [])[c];
    return value !== null && value !== undefined && ((givens[r] || [])[c] ?? null) === null;
  };
  const numbers = answer.flat().filter((value) => typeof value === 'number');
  const values = [...new Set(numbers)].sort((one, other) => one - other);
  const changed = genre.changed || ((value) => (typeof value === 'boolean' ? !value
    : values[(values.indexOf(value) + 1) % values.length]));
  const copy = () => answer.map((row) => [...row]);
  answer.forEach((row, r) => row.forEach((value, c) => {
    if (!isFree(r, c)) return;
    const one = copy();
    one[r][c] = changed(value);
    tell(one, `${r + 1},${c + 1}: ${one[r][c]} instead of ${value}`);
    for (const [s, d] of [[r, c + 1], [r + 1, c]]) {
      if (!isFree(s, d) || value === answer[s][d]) continue;
      const two = copy();
      [two[r][c], two[s][d]] = [two[s][d], two[r][c]];
      tell(two, `${r + 1},${c + 1} and ${s + 1},${d + 1} exchanged`);
    }
  }));
}

function place(genre, puzzle, answer) {
  const board = new Board(genre.type, ...(genre.size || size)(puzzle.params));
  genre.put(board, puzzle, answer);
  return board;
}

// Returns what is wrong with a link, if anything is.
function wrongLink(genre, puzzle, answer, link) {
  const opened = new pzpr.Puzzle({ type: 'player' });
  let failed = null;
  opened.once('fail-open', (_, reason) => { failed = reason; });
  opened.open(link);
  if (failed) return `pzpr cannot open ${link}: ${failed}`;
  const own = place(genre, puzzle, answer);
  own.verdict();
  own.puzzle.ansclear();
  opened.ansclear();
  const body = (text) => text.slice(text.indexOf('?') + 1);
  if (opened.getFileData(pzpr.parser.FILE_PZPR) !== own.drawn()) return `another puzzle: ${link}`;
  const again = opened.getURL();
  return genre.writesLess || body(again) === body(link) ? null : `pzpr writes ${again}, not ${link}`;
}

// Returns what is wrong with a link of a genre that stands for itself: pzpr opens it, and writes the same one.
function wrongAddress(link) {
  const opened = new pzpr.Puzzle({ type: 'player' });
  let failed = null;
  opened.once('fail-open', (_, reason) => { failed = reason; });
  opened.open(link);
  if (failed) return `pzpr cannot open ${link}: ${failed}`;
  const body = (text) => text.slice(text.indexOf('?') + 1);
  const again = opened.getURL();
  return body(again) === body(link) ? null : `pzpr writes ${again}, not ${link}`;
}

const isKnown = (type) => pzpr.variety(type).valid;

// Returns what pzpr makes of the file of a puzzle that has this link, and puzgen of pzpr's.
function wrongFile(name, file, link) {
  const body = (text) => text.slice(text.indexOf('?') + 1);
  const opened = new pzpr.Puzzle();
  let failed = null;
  opened.once('fail-open', (_, reason) => { failed = reason; });
  opened.open(file);
  if (failed) return `pzpr cannot open the file of ${link}: ${failed}`;
  if (body(opened.getURL()) !== body(wished(link))) return `pzpr reads ${opened.getURL()} in the file of ${link}`;
  const again = formOf(name, opened.getFileData().replace(/\n/g, '/'), 'puzzlink');
  return again === link ? null : `puzgen reads ${again} in pzpr's file of ${link}`;
}

// Returns how pzpr writes a link.
function wished(link) {
  const opened = new pzpr.Puzzle();
  opened.open(link);
  return opened.getURL();
}

// Returns a puzzle in a form; none where it has none.
function formOf(name, puzzle, form) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  try {
    return execFileSync(program, ['convert', name, puzzle, '--format', form], options).trim();
  } catch (error) {
    if (/export::no_link/.test(error.stderr)) return null;
    throw error;
  }
}

let count = 10;
const at = rest.indexOf('--count');
if (at >= 0) count = Number(rest.splice(at, 2)[1]);
const unknown = rest.filter((name) => !GENRES[name]);
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: use ${Object.keys(GENRES).join(', ')}`);
  process.exit(2);
}
let disagreements = 0;
for (const name of rest.length > 0 ? rest : Object.keys(GENRES)) {
  const genre = GENRES[name];
  if (!isKnown(genre.type)) {
    console.log(`${name}: this pzpr does not know ${genre.type}`);
    continue;
  }
  const parameters = (genre.parameters || []).flatMap((text) => ['--set', text]);
  const common = ['--seed', '1', '--format', 'json', '--quiet', '--count', String(count)];
  const command = ['run', name, ...parameters, ...common];
  const output = execFileSync(program, command, { encoding: 'utf8', maxBuffer: 1 << 30 });
  let [accepted, rejected, opened, files, differing] = [0, 0, 0, 0, []];
  for (const text of output.trim().split('\n')) {
    const puzzle = JSON.parse(text);
    const which = `puzzle ${puzzle.index}`;
    const { answer: take } = genre;
    const answer = typeof take === 'function' ? take(puzzle) : puzzle.answer[take];
    const right = place(genre, puzzle, answer);
    const verdict = right.verdict();
    if (verdict.complete) accepted += 1;
    else differing.push(`${which}: its answer is rejected: ${verdict.text}`);
    const link = formOf(name, text, 'puzzlink');
    if (link) {
      const wrong = wrongLink(genre, puzzle, answer, link);
      if (wrong) differing.push(`${which}: ${wrong}`);
      else opened += 1;
      const file = formOf(name, text, 'pzpr');
      const bad = file && wrongFile(name, `${file}\n`, link);
      if (bad) differing.push(`${which}: ${bad}`);
      else if (file) files += 1;
    }
    mistakes(genre, puzzle, answer, (wrong, what) => {
      const board = place(genre, puzzle, wrong);
      if (board.drawn() === right.drawn()) return;
      if (!board.verdict().complete) rejected += 1;
      else differing.push(`${which}: a mistake is accepted: ${what}`);
    });
  }
  console.log(`${name}: ${accepted} answers accepted, ${rejected} mistakes rejected, ${opened} links and ${files} files opened`);
  differing.slice(0, 5).forEach((what) => console.log(`  ${what}`));
  if (differing.length > 5) console.log(`  and ${differing.length - 5} more`);
  disagreements += differing.length;
}
// Other genres with links: what opens them writes the same ones.
const listed = execFileSync(program, ['list'], { encoding: 'utf8' });
const others = listed.trim().split('\n').map((line) => line.split(' ')[0]).filter((name) => !GENRES[name]);
for (const name of rest.length > 0 ? [] : others) {
  const command = ['run', name, '--seed', '1', '--quiet', '--count', String(count), '--format', 'puzzlink'];
  let links;
  try {
    links = execFileSync(program, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (/export::no_link/.test(error.stderr)) continue;
    throw error;
  }
  links = links.trim().split('\n');
  const [, type] = /\?(\w+)/.exec(links[0]);
  if (!isKnown(type)) {
    console.log(`${name}: this pzpr does not know ${type}`);
    continue;
  }
  const wrong = links.map(wrongAddress).filter((what) => what);
  console.log(`${name}: ${links.length - wrong.length} links opened`);
  wrong.slice(0, 5).forEach((what) => console.log(`  ${what}`));
  disagreements += wrong.length;
}
process.exit(disagreements > 0 ? 1 : 0);
