// What the list of steps shows: filtered rows, runs of one action folded, or the tree of causes.

import { lastAtMost, grown } from './rows.js';

/** Runs of fewer steps are not folded. */
const RUN_LENGTH = 3;

/** A filter: the index of an origin, or -1; whether only slow steps are kept; and functions from a row to whether it is kept, of its type and of what was found in it, or none. */
export const NO_FILTER = { shows: null, origin: -1, isSlow: false, keeps: null };

/** The items of a list, each a row, or the first row of a folded run of `length` rows. */
export class StepList {
  /** @param {StepTable} table @param options `order` is `time` or `causes`; `folds` says whether runs are folded, and `opened` has the first rows of those that are not. */
  constructor(table, { filter = NO_FILTER, folds = false, opened = new Set(), order = 'time' } = {}) {
    this.table = table;
    this.filter = filter;
    this.opened = opened;
    this.order = order;
    this.rows = new Int32Array(table.count);
    this.lengths = folds && order === 'time' ? new Int32Array(table.count) : null;
    this.depths = null;
    // The number of items, of rows in them, and of rows of the table that were looked at; and the first item of the last run.
    this.count = this.shown = this.until = this.run = 0;
    this.extend();
    if (order === 'causes') this.arrangeByCause();
  }

  lengthAt(index) { return this.lengths ? this.lengths[index] : 1; }
  depthAt(index) { return this.depths ? this.depths[index] : 0; }

  /** The item that shows a row, or -1 where the filter hides it. */
  indexOf(row) {
    if (row < 0) return -1;
    // Rows that came since are not arranged yet.
    if (this.places) return (this.places[row] ?? 0) - 1;
    const index = this.indexBefore(row);
    if (index < 0) return -1;
    return row < this.rows[index] + this.lengthAt(index) ? index : -1;
  }

  /** The last item at or before a row, in the order of time; -1 where there is none. */
  indexBefore(row) {
    if (this.places) return (this.places[Math.min(Math.max(0, row), this.places.length - 1)] ?? 0) - 1;
    return lastAtMost(this.rows, row, this.count);
  }

  /** The next row in the order of the list, or null; a folded run counts as each of its rows. */
  neighbor(row, direction) {
    const index = this.indexOf(row);
    if (index >= 0 && this.lengthAt(index) > 1) {
      const next = row + direction;
      if (next >= this.rows[index] && next < this.rows[index] + this.lengthAt(index)) return next;
    }
    const from = index >= 0 ? index : this.indexBefore(row) + (direction < 0 ? 1 : 0);
    const place = from + direction;
    if (place < 0 || place >= this.count) return null;
    return direction > 0 ? this.rows[place] : this.rows[place] + this.lengthAt(place) - 1;
  }

  /** Adds the rows that the table got since, in the order of time. */
  extend() {
    const { table } = this;
    this.rows = grown(this.rows, this.count + table.count - this.until);
    if (this.lengths) this.lengths = grown(this.lengths, this.rows.length);
    for (; this.until < table.count; this.until += 1) if (this.isKept(this.until)) this.add(this.until);
  }

  isKept(row) {
    const { table, filter } = this;
    return (!filter.shows || filter.shows(row))
      && (filter.origin < 0 || table.origin[row] === filter.origin)
      && (!filter.isSlow || table.isSlow(row))
      && (!filter.keeps || filter.keeps(row));
  }

  add(row) {
    this.shown += 1;
    if (this.lengths) {
      const last = this.count - 1;
      const start = this.rows[this.run];
      if (last < 0 || this.rows[last] + this.lengths[last] !== row || !isSameAction(this.table, start, row)) this.run = this.count;
      else if (row - start + 1 >= RUN_LENGTH && !this.opened.has(start)) {
        this.lengths[this.run] = row - start + 1;
        this.count = this.run + 1;
        return;
      }
      this.lengths[this.count] = 1;
    }
    this.rows[this.count] = row;
    this.count += 1;
  }

  /** Puts each row below its cause, deeper by one; rows whose cause is filtered out begin a tree. */
  arrangeByCause() {
    const { table } = this;
    const rows = this.rows.subarray(0, this.count);
    const shown = new Uint8Array(table.count);
    for (const row of rows) shown[row] = 1;
    // Linked lists: the first effect of each row, and the next effect of the same cause. Built backwards, so they are in order.
    const firstChild = new Int32Array(table.count).fill(-1);
    const nextChild = new Int32Array(table.count).fill(-1);
    const roots = [];
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const row = rows[index];
      const cause = table.cause[row];
      if (cause >= 0 && shown[cause]) {
        nextChild[row] = firstChild[cause];
        firstChild[cause] = row;
      } else roots.push(row);
    }
    this.rows = new Int32Array(rows.length);
    this.depths = new Uint32Array(rows.length);
    this.places = new Int32Array(table.count);
    const stack = [];
    let count = 0;
    for (let root = roots.length - 1; root >= 0; root -= 1) {
      stack.push([roots[root], 0]);
      while (stack.length > 0) {
        const [row, depth] = stack.pop();
        this.rows[count] = row;
        this.depths[count] = depth;
        count += 1;
        this.places[row] = count;
        if (nextChild[row] >= 0) stack.push([nextChild[row], depth]);
        if (firstChild[row] >= 0) stack.push([firstChild[row], depth + 1]);
      }
    }
  }
}

function isSameAction(table, one, other) {
  return table.kind[one] === 0 && table.kind[other] === 0 && table.type[one] === table.type[other]
    && table.origin[one] === table.origin[other];
}
