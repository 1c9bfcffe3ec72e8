// Every step that changed the value at a path, found by a walk over all patches.

import { parseJSON, equalJSON } from './json.js';
import { parsePatch, applyPatch, Owned } from './patch.js';
import { childOf, pointerOf, tokenIn, tokenText, valueAt } from './paths.js';
import { valueText, changedText, countText, elementName, groupedText, visibleText } from './text.js';
import { RowWalk, lastAtMost } from './rows.js';

/** The values at one path over time, filled while the walk goes on. */
export class PathHistory extends RowWalk {
  constructor(tokens) {
    super();
    this.tokens = tokens;
    // The rows after which the value differs from the one before, beginning with row -1, and the values. A container is kept as
    // its summary. `UNKNOWN` begins a span of states that are not known.
    this.rows = [];
    this.values = [];
    // The rows of the steps that changed the value: both sides are known and differ.
    this.changes = [];
    // Where it is: the walk over the last chunk, and the last value itself.
    this.walk = null;
    this.last = undefined;
    // What `plotScale` knows of the values so far.
    this.range = null;
  }

  /** The index in `rows` of the last entry at or before a row; -1 where the walk has not begun. */
  indexAt(row) { return lastAtMost(this.rows, row); }

  /** The row of the next change after a row, or of the one before it with `direction` -1; null where there is none. */
  neighbor(row, direction) {
    const index = direction > 0 ? lastAtMost(this.changes, row) + 1 : lastAtMost(this.changes, row - 1);
    return this.changes[index] ?? null;
  }

  /** @param operations What changed within a container, or none where that is not known. */
  add(row, value, operations = []) {
    if (this.rows.length > 0 && this.last !== UNKNOWN && value !== UNKNOWN) {
      this.changes.push(row);
      this.found.add(row);
    }
    const change = operations.length > 0 ? changeText(this.last, operations, this.tokens.length) : null;
    this.last = value;
    this.rows.push(row);
    this.values.push(value instanceof Map || Array.isArray(value) ? new ContainerSummary(value, change) : value);
  }

  take(chunk, isLate) {
    if (this.walk?.chunk.row !== chunk.row) {
      this.walk = new ChunkWalk(chunk, this.tokens, this.walk?.state);
      const value = this.walk.value();
      if (this.rows.length === 0 || (this.last === UNKNOWN && value !== UNKNOWN)) this.add(chunk.row - 1, value);
    }
    // The chunk may be another copy of the same text, with more rows.
    this.walk.chunk = chunk;
    return super.take(chunk, isLate);
  }

  visit(chunk, row) {
    const { walk } = this;
    if (!walk.step(row)) return true;
    const value = walk.value();
    if (value === UNKNOWN || this.last === UNKNOWN ? value !== this.last : !equalJSON(this.last, value)) this.add(row, value, walk.changes());
    return false;
  }
}

/** The beginning of the text of an object or array in a history. */
export class ContainerSummary {
  /** @param change What changed in it, or null where it is another one. */
  constructor(value, change) {
    this.text = valueText(value, 120);
    this.change = change;
    this.isList = Array.isArray(value);
    this.size = this.isList ? value.length : value.size;
    // Swift encodes a case of an enum as an object with one member: its name, and an object of its values.
    const [[name, values] = []] = value instanceof Map && value.size === 1 ? value : [];
    this.caseName = values instanceof Map ? name : null;
  }
}

/** @param {PathHistory} history
 * @returns The value from an entry on as text: where only something within a container changed, that, if `isChange`. */
export function historyText(history, index, isChange = false) {
  const value = history.values[index];
  if (value === UNKNOWN) return 'unknown';
  if (value instanceof ContainerSummary) return (isChange && value.change) || (value.isList && !isChange ? countText(value.size, 'item') : value.text);
  return changedText(value, history.values[index - 1], 40);
}

const VERBS = { add: 'added', copy: 'added', remove: 'removed', move: 'moved' };

/** The first of the changes within a container, as `[3].isNew true → false, and 2 more`. */
function changeText(container, operations, depth) {
  const [{ op, path, value }, ...others] = operations;
  let [place, text] = [container, ''];
  for (const token of path.slice(depth)) {
    const step = tokenIn(place, token);
    place = childOf(place, step);
    text += visibleText(tokenText(step), 60);
  }
  const name = elementName(op === 'add' ? value : place);
  const what = op === 'replace' ? `${changedText(place, value, 40)} → ${changedText(value, place, 40)}` : VERBS[op];
  return `${text}${name && op !== 'replace' ? ` ${name}` : ''} ${what}${others.length > 0 ? `, and ${groupedText(others.length)} more` : ''}`;
}

/** A value that is not known, unlike an absent one. */
export const UNKNOWN = Symbol('unknown');

/** The part of the path before the first index: operations elsewhere cannot change the value. */
function stablePart(tokens) {
  const end = tokens.findIndex((token) => typeof token === 'number' || /^\d+$/.test(token));
  return end < 0 ? tokens : tokens.slice(0, end);
}

/** Tests whether a patch text may change the value: names a place above, at or below it, or moves one. */
export function patchFilter(tokens) {
  const stable = stablePart(tokens);
  const places = [];
  for (let length = 0; length < stable.length; length += 1) places.push(`"path":${JSON.stringify(pointerOf(stable.slice(0, length)))}`);
  const own = JSON.stringify(pointerOf(stable)).slice(0, -1);
  places.push(`"path":${own}`, '"from":');
  return (text) => stable.length === 0 || places.some((place) => text.includes(place));
}

/** The value at a path along the rows of a chunk; other parts of the state are not kept up to date. */
export class ChunkWalk {
  /** @param {Chunk} chunk @param state The state before the chunk, as the walk over the chunk before it left it. */
  constructor(chunk, tokens, state) {
    this.chunk = chunk;
    this.tokens = tokens;
    this.filter = patchFilter(tokens);
    this.stable = stablePart(tokens);
    this.state = chunk.keyframeText === '' ? undefined : state ?? parseJSON(chunk.keyframeText);
    this.owned = new Owned();
  }

  /** The operations of the last step, where all are within the value. */
  changes() {
    const { tokens, operations } = this;
    const isWithin = (path) => path.length > tokens.length && tokens.every((token, depth) => String(token) === path[depth]);
    return operations.every(({ path, from }) => isWithin(path) && (from === null || isWithin(from))) ? operations : [];
  }

  value() {
    const value = this.state === undefined ? UNKNOWN : valueAt(this.state, this.tokens);
    // Later patches may not change in place what the history holds.
    if (value instanceof Map || Array.isArray(value)) this.owned.clear();
    return value;
  }

  /** Applies a row; returns whether the value may have changed. */
  step(row) {
    const patch = this.chunk.patchText(row);
    this.operations = [];
    if (patch === '') this.state = undefined;
    else if (patch[0] === '=') this.state = parseJSON(patch.slice(1));
    else if (this.state === undefined) return false;
    else {
      if (!this.filter(patch)) return false;
      const operations = parsePatch(patch);
      const touching = operations.filter((operation) => this.touches(operation.path) || (operation.from && this.touches(operation.from)));
      if (touching.length === 0) return false;
      if (touching.some((operation) => operation.from && !(this.isInside(operation.path) && this.isInside(operation.from)))) {
        // A value comes from a part of the state that was not kept up to date.
        this.state = this.chunk.stateAfter(row);
        this.owned = new Owned();
      } else {
        this.operations = touching;
        this.state = applyPatch(this.state, touching, this.owned);
        this.owned.settle();
      }
    }
    return true;
  }

  /** Whether a place is above, at or below the stable part of the path. */
  touches(path) {
    return this.stable.every((token, depth) => depth >= path.length || token === path[depth]);
  }

  isInside(path) { return path.length >= this.stable.length && this.touches(path); }
}
