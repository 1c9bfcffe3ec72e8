// What a range of steps is made of: their types, origins and waits, and the paths that they changed.

import { GAP, OPAQUE } from './steps-table.js';
import { RowWalk } from './rows.js';

/** More paths than this are not told apart. */
const PATH_LIMIT = 20_000;

/** @param {StepTable} table @returns The number of steps of a row: a gap has several. */
export function stepsOfRow(table, row) { return table.position(row) - table.seq[row] + 1; }

/** The statistics of the rows `first...last`: `{steps, types, origins, time, longest, median}`. Types are `{name, isAction, row, count}`, origins `{name, row, count}`,
 * with the first of their rows, most frequent first. Times are in microseconds, between the step before the range and its last one; `longest` is the row with the longest
 * wait, or -1. */
export function rangeStatistics(table, first, last) {
  // A type may be one of actions and a name that set the state.
  const types = new Counts();
  const origins = new Counts();
  const waits = new Float64Array(Math.max(0, last - first + 1));
  let [steps, longest] = [0, -1];
  for (let row = first; row <= last; row += 1) {
    const kind = table.kind[row];
    const count = kind === GAP ? stepsOfRow(table, row) : 1;
    steps += count;
    types.add(table.type[row] * 4 + Math.max(kind, OPAQUE), row, count);
    if (kind === 0) origins.add(table.origin[row], row, count);
    const wait = waits[row - first] = table.wait(row);
    if (longest < 0 || wait > waits[longest - first]) longest = row;
  }
  return {
    steps,
    types: types.sorted().map(({ row, count }) => ({ name: table.typeName(row), isAction: table.kind[row] <= OPAQUE, row, count })),
    origins: origins.sorted().map(({ row, count }) => ({ name: table.originName(row), row, count })),
    time: last < first ? 0 : table.time(last) - table.time(first - 1),
    longest,
    // The one in the middle; the lower one of two.
    median: waits.sort()[(waits.length - 1) >> 1] ?? 0,
  };
}

/** Numbers of steps by a key. */
export class Counts {
  entries = new Map();

  add(key, row, count = 1) {
    const entry = this.entries.get(key);
    if (entry) entry.count += count;
    else this.entries.set(key, { row, count });
  }

  /** What was counted, as `{row, count}` with its first row: most frequent first, then in its order of appearance. */
  sorted() { return [...this.entries.values()].sort((one, other) => other.count - one.count || one.row - other.row); }
}

/** A walk over the patches of the rows `first...last`: how many steps changed each path. */
export class RangePaths extends RowWalk {
  /** @param {StepTable} table */
  constructor(table, first, last) {
    super();
    this.table = table;
    this.first = this.walkedRows = first;
    this.last = last;
    this.end = last + 1;
    // By pointer.
    this.counts = new Map();
    this.isCut = false;
    // The number of steps whose changes are not known.
    this.unknown = 0;
  }

  visit(chunk, row) {
    const patch = chunk.patchText(row);
    // After an unknown state, a known one does not tell what changed.
    if (patch === '' || patch[0] === '=') this.unknown += stepsOfRow(this.table, row);
    else if (patch !== '[]') for (const pointer of changedPaths(patch)) this.count(pointer);
  }

  count(pointer) {
    const known = this.counts.get(pointer);
    if (known === undefined && this.counts.size >= PATH_LIMIT) this.isCut = true;
    else this.counts.set(pointer, (known ?? 0) + 1);
  }

  /** The paths as `[pointer, count]`, those first that most steps changed. */
  sorted() { return [...this.counts].sort(([, one], [, other]) => other - one); }
}

/** The pointers of what a patch changes. An element of a list changes the list: the index of an element is not the same in the next step. */
function changedPaths(patch) {
  const pointers = new Set();
  for (const { op, path, from } of JSON.parse(patch)) {
    if (op === 'test') continue;
    pointers.add(listPath(path));
    if (op === 'move') pointers.add(listPath(from));
  }
  return pointers;
}

function listPath(pointer) {
  const index = pointer.search(/\/(?:\d+|-)(?:\/|$)/);
  return index < 0 ? pointer : pointer.slice(0, index);
}
