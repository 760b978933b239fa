// Asks other programs about links and files of sudokus: npm's lz-string unpacks links of f-puzzles and SudokuPad,
// whose squares and cages must be those of the puzzle; what it packs is read back; PyPI's ipuz judges files.
//
//     node forms.js PUZGEN FOLDER_OF_NPM PYTHON [--count N]

'use strict';

const { execFileSync, spawnSync } = require('child_process');
const path = require('path');

const [program, folder, python, ...rest] = process.argv.slice(2);
const lz = require(path.resolve(folder, 'node_modules/lz-string'));
const count = rest[0] === '--count' ? rest[1] : '10';

const NAMES = ['sudoku', 'diagonal_sudoku', 'knight_sudoku', 'thermometer_sudoku', 'killer', 'jigsaw', 'latin_square'];
const NOT_IPUZ = ['knight_sudoku', 'thermometer_sudoku'];
const SMALL = { thermometer_sudoku: ['--set', 'box_rows=2'], killer: ['--set', 'box_rows=2'] };

const run = (...words) => execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
const lines = (text) => text.trim().split('\n');

// What is wrong with an object of f-puzzles, if anything is.
function wrong({ params, clues, answer }, object) {
  const size = params.n || params.box_rows * params.box_columns;
  if (object.size !== size || object.grid.length !== size) return 'another size';
  const given = object.grid.map((row) => row.map((cell) => (cell.given ? cell.value : null)));
  const expected = clues.given || given.map((row) => row.map(() => null));
  if (JSON.stringify(given) !== JSON.stringify(expected)) return 'other numbers';
  if (JSON.stringify(object.solution) !== JSON.stringify(answer.x.flat())) return 'another solution';
  for (const { cells, value } of object.killercage || []) {
    const numbers = cells.map((name) => {
      const [, row, column] = name.match(/^R(\d+)C(\d+)$/);
      return answer.x[row - 1][column - 1];
    });
    if (numbers.reduce((sum, number) => sum + number, 0) !== Number(value)) return 'a cage has another sum';
  }
  for (const { lines: paths } of object.thermometer || []) {
    for (const names of paths) {
      const at = (name) => name.match(/\d+/g).map((part) => part - 1);
      const numbers = names.map((name) => answer.x[at(name)[0]][at(name)[1]]);
      if (numbers.some((number, i) => i > 0 && number <= numbers[i - 1])) return 'a thermometer does not rise';
    }
  }
  return null;
}

let disagreements = 0;
const tell = (what) => { disagreements += 1; console.log(`  ${what}`); };
for (const name of NAMES) {
  const objects = lines(run('run', name, ...(SMALL[name] || []), '--seed', '1', '--quiet', '--format', 'json', '--count', count));
  let [unpacked, packed, judged] = [0, 0, 0];
  for (const text of objects) {
    const puzzle = JSON.parse(text);
    const link = run('convert', name, text, '--format', 'fpuzzles').trim();
    const json = lz.decompressFromBase64(decodeURIComponent(link.split('load=')[1]));
    const why = wrong(puzzle, JSON.parse(json));
    if (why) tell(`${why}: ${link}`);
    else unpacked += 1;
    const own = `https://sudokupad.app/fpuzzles${encodeURIComponent(lz.compressToBase64(json))}`;
    const again = JSON.parse(run('convert', name, own, '--format', 'json'));
    if (JSON.stringify(again.clues) !== JSON.stringify(puzzle.clues)) tell(`read otherwise: ${own}`);
    else packed += 1;
    if (python && !NOT_IPUZ.includes(name)) {
      const file = run('convert', name, text, '--format', 'ipuz');
      const verdict = spawnSync(python, ['-c', 'import ipuz, sys; ipuz.read(sys.stdin.read())'], { input: file, encoding: 'utf8' });
      if (verdict.status !== 0) tell(`ipuz: ${verdict.stderr.trim().split('\n').pop()}: ${file}`);
      else judged += 1;
    }
  }
  console.log(`${name}: ${unpacked} links unpacked, ${packed} packed links read, ${judged} files judged by ipuz`);
}
process.exit(disagreements > 0 ? 1 : 0);
