// The JSON Patch (RFC 6902) from one state to another, with the bytes that `timeline diff --json` prints.

import { equalJSON, writeJSON } from './json.js';
import { pointerOf } from './paths.js';
import { visitElements, longestIncreasing } from './difference.js';

/** The length of an operation without its paths and value, an estimate. */
const OPERATION_LENGTH = 36;

/** Above this product of the numbers of common elements, no common subsequence is sought. */
const COMMON_LIMIT = 4_000_000;

/** The text of the patch that turns a value into another one. */
export function patchBetween(before, after) {
  const draft = new PatchDraft();
  draft.change(before, after);
  return `[${draft.operations.join()}]`;
}

class PatchDraft {
  operations = [];
  length = 0;
  // The place of the values that are compared, and the length of its pointer.
  path = [];
  pathLength = 0;

  change(from, to) {
    if (from === to) return;
    if (from instanceof Map && to instanceof Map) this.changeMembers(from, to);
    else if (!Array.isArray(from) || !Array.isArray(to)) {
      if (!equalJSON(from, to)) this.add('replace', null, to);
    } else {
      const [count, length] = [this.operations.length, this.length];
      this.changeElements(from, to);
      // A list is replaced as a whole where that is shorter.
      const limit = this.length - length - this.pathLength - OPERATION_LENGTH;
      if (this.operations.length === count || textLength(to, limit) >= limit) return;
      this.operations.length = count;
      this.length = length;
      this.add('replace', null, to);
    }
  }

  changeMembers(from, to) {
    for (const key of from.keys()) if (!to.has(key)) this.add('remove', key);
    for (const [key, value] of to) {
      if (from.has(key)) this.changeAt(key, from.get(key), value);
      else this.add('add', key, value);
    }
  }

  /** Changes a member or an element of the current value. */
  changeAt(token, from, to) {
    if (from === to) return;
    const length = this.pathLength;
    this.path.push(token);
    this.pathLength += tokenLength(token);
    this.change(from, to);
    this.path.pop();
    this.pathLength = length;
  }

  changeElements(from, to) {
    visitElements(from, to, COMMON_LIMIT, {
      identified: (...elements) => this.changeIdentified(...elements),
      kept: (old, now, index, place) => this.changeAt(place, old, now),
      removed: (value, index, place) => this.add('remove', place),
      added: (value, place) => this.add('add', place, value),
    });
  }

  changeIdentified(old, now, oldIds, newIds, start) {
    const ids = [...oldIds.keys()];
    const kept = ids.filter((id) => newIds.has(id)).map((id) => newIds.get(id));
    for (let index = ids.length - 1; index >= 0; index -= 1) if (!newIds.has(ids[index])) this.add('remove', start + index);
    this.arrange(kept, now, start);
    for (const [id, index] of newIds) if (oldIds.has(id)) this.changeAt(start + index, old[oldIds.get(id)], now[index]);
  }

  /** Adds the elements that are not in `order`, a list of indexes in `now`, and moves those out of order behind their predecessor. */
  arrange(order, now, start) {
    const slots = new Map(order.map((goal, slot) => [goal, slot]));
    const unmoved = longestIncreasing(order);
    // The elements that were not moved away, by slot; and those that were added or moved, by the number of slots before them.
    const waiting = new RunningCounts(order.length);
    const placed = new RunningCounts(order.length + 1);
    order.forEach((_, slot) => waiting.add(1, slot));
    // The number of slots up to the last element that stays.
    let end = 0;
    now.forEach((value, goal) => {
      const slot = slots.get(goal);
      if (unmoved.has(goal)) {
        end = slot + 1;
        return;
      }
      const origin = slot === undefined ? null : waiting.sum(slot) + placed.sum(slot + 1);
      if (origin !== null) waiting.add(-1, slot);
      const place = waiting.sum(end) + placed.sum(order.length + 1);
      if (origin === null) this.add('add', start + place, value);
      else if (origin !== place) this.add('move', start + place, undefined, start + origin);
      placed.add(1, end);
    });
  }

  /** Adds an operation at the current place, or at a member or element of it. */
  add(name, token, value, from) {
    const pointer = (last) => JSON.stringify(pointerOf(last === null ? this.path : [...this.path, last]));
    const length = (last) => this.pathLength + (last === null ? 0 : tokenLength(last));
    this.operations.push(`{"op":"${name}",${from === undefined ? '' : `"from":${pointer(from)},`}"path":${pointer(token)}${value === undefined ? '' : `,"value":${writeJSON(value)}`}}`);
    this.length += OPERATION_LENGTH + length(token) + (from === undefined ? 0 : length(from)) + (value === undefined ? 0 : textLength(value, Infinity));
  }
}

/** Counts with fast sums of the first of them: a binary indexed tree. */
class RunningCounts {
  constructor(count) { this.sums = new Int32Array(count + 1); }
  add(value, index) { for (let place = index + 1; place < this.sums.length; place += place & -place) this.sums[place] += value; }

  sum(end) {
    let sum = 0;
    for (let place = end; place > 0; place -= place & -place) sum += this.sums[place];
    return sum;
  }
}

const encoder = new TextEncoder();

function byteLength(text) { return encoder.encode(text).length; }

function tokenLength(token) { return byteLength(String(token)) + 1; }

/** The length of the text of a value in bytes, without escapes; at the limit, counting stops. */
function textLength(value, limit) {
  if (typeof value === 'string') return byteLength(value) + 2;
  if (value === null || typeof value === 'boolean') return 4;
  const isObject = value instanceof Map;
  if (!isObject && !Array.isArray(value)) return String(value).length;
  let length = 2;
  for (const entry of value) {
    if (length >= limit) break;
    length += isObject ? byteLength(entry[0]) + 4 + textLength(entry[1], limit - length) : 1 + textLength(entry, limit - length);
  }
  return length;
}
