// A chunk of the recording: a state before its first row, and per row an action and a patch.

import { parseJSON } from './json.js';
import { parsePatch, applyPatch } from './patch.js';

/** A state is kept per this many rows, so that a step back costs at most as many patches. */
const CHECKPOINT_DISTANCE = 32;

export class Chunk {
  /** @param row The index of its first row. */
  constructor(row, text) {
    this.row = row;
    this.lines = text.split('\n');
    this.size = text.length;
    this.count = this.lines.length - 1;
    // The states before the rows 0, 32, 64, … of the chunk; undefined where unknown.
    this.checkpoints = [];
    // The last two states that were read, by the number of rows applied.
    this.recent = [];
  }

  /** Drops the states, which are made again when they are needed. */
  forgetStates() { [this.checkpoints, this.recent] = [[], []]; }

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
    return line.slice(line.indexOf('\t') + 1);
  }

  /** The state after a row of the chunk, or before its first with `row - 1`; undefined where unknown. */
  stateAfter(row) { return this.stateAfterCount(row - this.row + 1); }

  stateAfterCount(count) {
    const known = this.recent.find((entry) => entry.count === count);
    if (known) return known.state;
    if (this.checkpoints.length === 0) this.checkpoints.push(this.keyframeText === '' ? undefined : parseJSON(this.keyframeText));
    const wanted = Math.floor(count / CHECKPOINT_DISTANCE);
    while (this.checkpoints.length <= wanted) {
      const last = this.checkpoints.length - 1;
      const start = last * CHECKPOINT_DISTANCE;
      this.checkpoints.push(this.advance(this.checkpoints[last], start, start + CHECKPOINT_DISTANCE));
    }
    let [state, from] = [this.checkpoints[wanted], wanted * CHECKPOINT_DISTANCE];
    for (const entry of this.recent) {
      if (entry.count <= count && entry.count > from) [state, from] = [entry.state, entry.count];
    }
    state = this.advance(state, from, count);
    this.recent.unshift({ count, state });
    if (this.recent.length > 2) this.recent.pop();
    return state;
  }

  /** The state after the rows `from..<to` of the chunk. */
  advance(state, from, to) {
    const owned = new Set();
    let place = state;
    for (let index = from; index < to; index += 1) {
      const patch = this.patchText(this.row + index);
      if (patch === '') place = undefined;
      else if (patch[0] === '=') place = parseJSON(patch.slice(1));
      else if (place !== undefined && patch !== '[]') place = applyPatch(place, parsePatch(patch), owned);
    }
    return place;
  }
}
