// The table of steps: one row per step, or per gap, in typed arrays.

import { lastAtMost } from './sorted.js';

export const OPAQUE = 1;
export const SET = 2;
export const GAP = 3;

/** The rows of a timeline. A row number is an index; row -1 is the position before the first row. */
export class StepTable {
  /** @param columns The object of the contract: `seq` and `at` are differences to the row before. */
  constructor(columns, first) {
    const count = columns.seq.length;
    this.count = count;
    this.first = first;
    this.types = columns.types;
    this.origins = columns.origins;
    this.seq = new Float64Array(count);
    this.at = new Float64Array(count);
    this.kind = Uint8Array.from(columns.kind);
    this.type = Uint32Array.from(columns.type);
    this.origin = Uint32Array.from(columns.origin);
    this.changes = Int32Array.from(columns.changes);
    // The row of the cause of each row, or -1.
    this.cause = new Int32Array(count).fill(-1);
    this.through = new Map(Object.entries(columns.through ?? {}).map(([row, seq]) => [Number(row), seq]));
    let [seq, at] = [0, 0];
    for (let row = 0; row < count; row += 1) {
      seq += columns.seq[row];
      at += columns.at[row];
      this.seq[row] = seq;
      this.at[row] = at;
      const distance = columns.cause[row];
      if (distance > 0) this.cause[row] = this.causeRow(row, seq - distance);
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
  rowAtTime(time) { return lastAtMost(this.at, time); }

  /** The microseconds since the row before. */
  wait(row) { return this.time(row) - this.time(row - 1); }

  /** The name of the action's type; for sets what set the state, for gaps why. */
  typeName(row) { return this.types[this.type[row]] ?? ''; }

  originName(row) { return this.origins[this.origin[row]] ?? ''; }
}
