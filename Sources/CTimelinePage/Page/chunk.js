// A chunk of the recording: a state before its first row, and per row an action and a patch.

import { parseJSON } from './json.js';
import { parsePatch, applyPatch, Owned } from './patch.js';

/** A state is kept per this many rows, so that a step back costs at most as many patches. */
const CHECKPOINT_DISTANCE = 32;

export class Chunk {
  /** @param row The index of its first row. */
  constructor(row, text) {
    this.row = row;
    this.lines = text.split('\n');
    this.size = text.length;
    // The states before the rows 0, 32, 64, … of the chunk; undefined where unknown.
    this.checkpoints = [];
    // The last two states that were read, by the number of rows applied.
    this.recent = [];
    // Whether a state was read.
    this.isRead = false;
  }

  /** The number of rows. */
  get count() { return this.lines.length - 1; }

  /** Adds the line of a row. */
  append(line) {
    this.lines.push(line);
    this.size += line.length;
  }

  /** Drops the states, which are made again when they are needed. */
  forgetStates() {
    [this.checkpoints, this.recent] = [[], []];
    this.isRead = false;
  }

  /** The text of the state before the first row; empty where unknown. */
  get keyframeText() { return this.lines[0]; }

  /** The JSON text of the action of a row; empty for sets and gaps. */
  actionText(row) {
    const line = this.lines[row - this.row + 1];
    return line.slice(0, line.indexOf('\t'));
  }

  /** The patch of a row as in the contract: empty where unknown, `=STATE` for a state without one before it. */
  patchText(row) {
    const line = this.lines[row - this.row + 1];
    const start = line.indexOf('\t') + 1;
    const end = line.indexOf('\t', start);
    return end < 0 ? line.slice(start) : line.slice(start, end);
  }

  /** The values that were generated for a row: lists of a name and a value. */
  generated(row) { return this.extras(row).filter((text) => text[0] === '"').map((text) => [...parseJSON(`{${text}}`)][0]); }

  /** The numbers of the steps whose work was canceled after a row. */
  canceled(row) { return this.extras(row).filter((text) => text[0] !== '"').map(Number); }
  extras(row) { return this.lines[row - this.row + 1].split('\t').slice(2); }

  /** The state after a row of the chunk, or before its first with `row - 1`; undefined where unknown. */
  stateAfter(row) {
    const count = row - this.row + 1;
    const known = this.recent.find((entry) => entry.count === count);
    if (known) return known.state;
    const near = this.recent.find((entry) => entry.count <= count && count - entry.count <= CHECKPOINT_DISTANCE)
      ?? (this.isRead ? this.checkpoint(count) : this.first(count));
    const state = this.advance(near.state, near.count, count);
    this.recent.unshift({ count, state });
    if (this.recent.length > 2) this.recent.pop();
    return state;
  }

  get keyframe() { return this.keyframeText === '' ? undefined : parseJSON(this.keyframeText); }

  /** The state one row before the first one that is read, made without a copy: of most chunks, no more is read. */
  first(count) {
    this.isRead = true;
    const previous = Math.max(0, count - 1);
    const before = { count: previous, state: this.advance(this.keyframe, 0, previous, new Owned(true)) };
    this.recent.unshift(before);
    return before;
  }

  /** The last checkpoint at or before a number of rows. */
  checkpoint(count) {
    if (this.checkpoints.length === 0) this.checkpoints.push(this.keyframe);
    const wanted = Math.floor(count / CHECKPOINT_DISTANCE);
    while (this.checkpoints.length <= wanted) {
      const last = this.checkpoints.length - 1;
      const start = last * CHECKPOINT_DISTANCE;
      this.checkpoints.push(this.advance(this.checkpoints[last], start, start + CHECKPOINT_DISTANCE));
    }
    return { count: wanted * CHECKPOINT_DISTANCE, state: this.checkpoints[wanted] };
  }

  /** The state after the rows `from..<to` of the chunk. The containers in `owned` are changed in place. */
  advance(state, from, to, owned = new Owned()) {
    let place = state;
    for (let index = from; index < to; index += 1) {
      const patch = this.patchText(this.row + index);
      if (patch === '') place = undefined;
      else if (patch[0] === '=') place = parseJSON(patch.slice(1));
      else if (place !== undefined && patch !== '[]') place = applyPatch(place, parsePatch(patch), owned);
    }
    owned.settle();
    return place;
  }
}
