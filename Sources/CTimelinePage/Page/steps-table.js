// The table of steps: one row per step, or per gap, in typed arrays.

import { lastAtMost, grown } from './rows.js';

export const OPAQUE = 1;
export const SET = 2;
export const GAP = 3;

/** A reducer that runs for more microseconds than this is slow: it takes half a frame of 60 a second. */
const SLOW = 8000;

/** The columns of numbers. */
const NUMBERS = {
  seq: Float64Array, at: Float64Array, kind: Uint8Array, type: Uint32Array, origin: Uint32Array, cause: Float64Array, changes: Int32Array, site: Uint32Array,
};

/** The rows of a timeline. A row number is an index; row -1 is the position before the first row. */
export class StepTable {
  constructor(columns, first) { this.replace(columns, first); }

  /** Replaces all rows. */
  replace(columns, first) {
    this.first = first;
    this.count = 0;
    this.types = [];
    this.origins = [];
    this.sites = [];
    // Of each row; `cause` is the row of its cause, or -1.
    for (const [name, type] of Object.entries(NUMBERS)) this[name] = columns[name] instanceof type ? columns[name] : new type(0);
    this.through = new Map();
    // How long reducers ran, in microseconds, where that is on file; and the rows of the slow ones.
    this.took = new Map();
    this.slow = [];
    this.append(columns);
  }

  /** @param columns The object of the contract: `seq` and `at` are differences to the row before, and the first counts from 0. The first ones may be those of
   * `parseColumns`, which become those of the table. */
  append(columns) {
    const start = this.count;
    const count = start + columns.seq.length;
    const types = indexesOf(columns.types, this.types);
    const origins = indexesOf(columns.origins, this.origins);
    const sites = indexesOf(columns.sites, this.sites);
    for (const name of Object.keys(NUMBERS)) this[name] = grown(this[name], count);
    for (const [index, position] of Object.entries(columns.through ?? {})) this.through.set(start + Number(index), position);
    this.note(columns.took ?? {}, start);
    let [seq, at] = [0, 0];
    for (let index = 0, row = start; row < count; index += 1, row += 1) {
      seq += columns.seq[index];
      at += columns.at[index];
      this.seq[row] = seq;
      this.at[row] = at;
      this.kind[row] = columns.kind[index];
      this.type[row] = types[columns.type[index]];
      this.origin[row] = origins[columns.origin[index]];
      this.changes[row] = columns.changes[index];
      this.site[row] = sites[columns.site[index]];
      const distance = columns.cause[index];
      this.cause[row] = distance > 0 ? this.causeRow(row, seq - distance) : -1;
    }
    this.count = count;
  }

  /** Takes how long reducers ran, by the rows of their steps, which `start` precede. */
  note(took, start = 0) {
    for (const [index, time] of Object.entries(took)) {
      this.took.set(start + Number(index), time);
      if (time > SLOW) this.slow.push(start + Number(index));
    }
  }

  causeRow(row, seq) {
    // Without gaps between, the distance in rows is that in numbers.
    const guess = row - (this.seq[row] - seq);
    if (guess >= 0 && this.seq[guess] === seq) return guess;
    const found = this.rowAt(seq, row);
    return found >= 0 && this.seq[found] === seq ? found : -1;
  }

  /** The last position of a row: the seq of its step, or the last seq of its gap. */
  position(row) {
    if (row < 0) return this.first;
    return this.through.get(row) ?? this.seq[row];
  }

  /** The last row that begins at or before a position, among the first `count` rows; -1 where there is none. */
  rowAt(position, count = this.count) { return lastAtMost(this.seq, position, count); }

  /** The time of a row in microseconds; row -1 has that of the first row, or 0 at the start of a recording. */
  time(row) {
    if (row >= 0) return this.at[row];
    return this.first === 0 || this.count === 0 ? 0 : this.at[0];
  }

  /** The last row at or before a time; -1 where there is none. */
  rowAtTime(time) { return lastAtMost(this.at, time, this.count); }

  /** The microseconds since the row before. */
  wait(row) { return this.time(row) - this.time(row - 1); }

  /** The name of the action's type; for sets what set the state, for gaps why. */
  typeName(row) { return this.types[this.type[row]] ?? ''; }

  /** Where its action was dispatched, `./path:line` or `Module/file:line`; empty where that is not known. */
  siteName(row) { return this.sites[this.site[row]] ?? ''; }
  isSlow(row) { return this.took.get(row) > SLOW; }
  originName(row) { return this.origins[this.origin[row]] ?? ''; }
}

/** The places of names in a list, to which new ones are added. */
export function indexesOf(names, list) {
  const places = new Map(list.map((name, index) => [name, index]));
  return names.map((name) => {
    if (!places.has(name)) places.set(name, list.push(name) - 1);
    return places.get(name);
  });
}

/** The columns of a JSON text, given as bytes, without a list of all its numbers in between: there may be millions. */
export function parseColumns(bytes) {
  const decoder = new TextDecoder();
  const lists = [];
  let [text, from] = ['', 0];
  for (let start = bytes.indexOf(91); start >= 0; start = bytes.indexOf(91, start + 1)) {
    // The bracket follows a key, and a number follows it. Within a string the quote would be escaped.
    if (bytes[start - 1] !== 58 || bytes[start - 2] !== 34 || bytes[start - 3] === 92 || bytes[start + 1] === 34 || bytes[start + 1] === 93) continue;
    text += decoder.decode(bytes.subarray(from, start));
    const end = bytes.indexOf(93, start);
    const name = /(\w+)":$/.exec(text)[1];
    lists.push([name, numbersIn(bytes, start + 1, end, NUMBERS[name])]);
    text += '0';
    from = end + 1;
  }
  return Object.assign(JSON.parse(text + decoder.decode(bytes.subarray(from))), Object.fromEntries(lists));
}

/** Whole numbers between commas, from a place up to another. */
function numbersIn(bytes, start, end, type) {
  let count = 1;
  for (let index = start; index < end; index += 1) if (bytes[index] === 44) count += 1;
  const numbers = new type(count);
  let place = start;
  for (let index = 0; index < count; index += 1) {
    const isNegative = bytes[place] === 45;
    if (isNegative) place += 1;
    let number = 0;
    for (; place < end && bytes[place] !== 44; place += 1) number = number * 10 + bytes[place] - 48;
    numbers[index] = isNegative ? -number : number;
    place += 1;
  }
  return numbers;
}
