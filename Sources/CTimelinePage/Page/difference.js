// The difference of two values, for people: one entry per changed place, with list changes by element.

import { equalJSON, isNumber, writeJSON } from './json.js';
import { lastIndexWhere } from './rows.js';

/** Lists with a larger product of the numbers of common elements are compared index by index. */
const PRODUCT_LIMIT = 250_000;

/** The changes that turn `before` into `after`, at most `limit`, and their total count. Kinds: `add`, `remove` (members), `insert`, `delete`, `move` (elements), `update`.
 * Paths are places in `after`, those of `remove` and `delete` places in `before`. */
export function differenceOf(before, after, limit = Infinity) {
  const difference = { changes: [], count: 0 };
  const add = (change) => {
    difference.count += 1;
    if (difference.changes.length < limit) difference.changes.push(change);
  };
  compareValues(before, after, [], add);
  return difference;
}

/** Changes by subtree, in their order: `{path, changes}`, where all changes of a group are within `path`. What all changes have in common makes no group. */
export function changeGroups(changes) {
  const depth = commonPath(changes).length;
  const groups = new Map(changes.map(({ path }) => [path[depth], []]));
  for (const change of changes) groups.get(change.path[depth]).push(change);
  return [...groups.values()].map((group) => ({ path: commonPath(group), changes: group }));
}

/** The longest path that holds all places of changes. */
function commonPath(changes) {
  const common = changes[0]?.path.slice(0, -1) ?? [];
  for (const { path } of changes) {
    let length = 0;
    while (length < common.length && length < path.length - 1 && common[length] === path[length]) length += 1;
    common.length = length;
  }
  return common;
}

function compareValues(before, after, path, add) {
  if (before === after) return;
  if (before instanceof Map && after instanceof Map) compareMembers(before, after, path, add);
  else if (Array.isArray(before) && Array.isArray(after)) compareElements(before, after, path, add);
  else if (!equalJSON(before, after)) add({ kind: 'update', path, before, after });
}

function compareMembers(before, after, path, add) {
  for (const [key, value] of before) {
    const match = after.get(key);
    if (match === undefined) add({ kind: 'remove', path: [...path, key], before: value });
    else if (match !== value) compareValues(value, match, [...path, key], add);
  }
  if (before.size === after.size && [...after.keys()].every((key) => before.has(key))) return;
  for (const [key, value] of after) if (!before.has(key)) add({ kind: 'add', path: [...path, key], after: value });
}

function compareElements(before, after, path, add) {
  visitElements(before, after, PRODUCT_LIMIT, {
    identified: (...elements) => compareIdentified(...elements, path, add),
    kept: (old, now, from, to) => compareValues(old, now, [...path, to], add),
    removed: (value, from) => add({ kind: 'delete', path: [...path, from], before: value }),
    added: (value, to) => add({ kind: 'insert', path: [...path, to], after: value }),
  });
}

/** Visits what differs in two lists. Where each element has an `id` of its own, `identified` takes `(old, now, oldIds, newIds, start)`, the elements from `start` on and
 * their places by id. Otherwise `kept` takes `(old, now, from, to)`, `removed` `(value, from, to)` and `added` `(value, to)`, with places in the first list and the second. */
export function visitElements(before, after, limit, { identified, kept, removed, added }) {
  const { start, old, now } = differingElements(before, after);
  const oldIds = uniqueIds(old);
  const newIds = oldIds && uniqueIds(now);
  if (newIds) return identified(old, now, oldIds, newIds, start);
  let [from, to] = [0, 0];
  for (const [oldStop, newStop] of [...commonPairs(old, now, limit), [old.length, now.length]]) {
    for (; from < oldStop && to < newStop; from += 1, to += 1) kept(old[from], now[to], start + from, start + to);
    for (; from < oldStop; from += 1) removed(old[from], start + from, start + to);
    for (; to < newStop; to += 1) added(now[to], start + to);
    from += 1;
    to += 1;
  }
}

/** The elements of two lists between those that are equal at the start and at the end. */
function differingElements(before, after) {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && equalJSON(before[start], after[start])) start += 1;
  let end = 0;
  while (end < limit - start && equalJSON(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1;
  return { start, old: before.slice(start, before.length - end), now: after.slice(start, after.length - end) };
}

/** The index of each element by its `id`, or null if not every element is an object with an `id` of its own. */
function uniqueIds(elements) {
  const places = new Map();
  for (let index = 0; index < elements.length; index += 1) {
    const id = elements[index] instanceof Map ? elements[index].get('id') : undefined;
    if (typeof id !== 'string' && !isNumber(id)) return null;
    const key = typeof id === 'string' ? `s${id}` : `n${id}`;
    if (places.has(key)) return null;
    places.set(key, index);
  }
  return places;
}

function compareIdentified(old, now, oldIds, newIds, start, path, add) {
  for (const [id, index] of oldIds) {
    if (!newIds.has(id)) add({ kind: 'delete', path: [...path, start + index], before: old[index] });
  }
  const kept = [...oldIds.keys()].filter((id) => newIds.has(id)).map((id) => newIds.get(id));
  const unmoved = longestIncreasing(kept);
  for (const [id, index] of newIds) {
    const was = oldIds.get(id);
    const place = [...path, start + index];
    if (was === undefined) {
      add({ kind: 'insert', path: place, after: now[index] });
      continue;
    }
    if (!unmoved.has(index)) add({ kind: 'move', path: place, from: start + was, after: now[index] });
    compareValues(old[was], now[index], place, add);
  }
}

/** The index pairs of a longest common subsequence; none where the product of the numbers of elements that both sides have is too large. */
function commonPairs(old, now, limit) {
  if (old.length === 0 || now.length === 0) return [];
  const texts = [old, now].map((list) => list.map((value) => writeJSON(value)));
  const sides = texts.map((list, side) => {
    const others = new Set(texts[1 - side]);
    return [...list.keys()].filter((index) => others.has(list[index]));
  });
  const [ones, others] = sides;
  if (ones.length * others.length > limit) return [];
  const isEqual = (i, j) => texts[0][ones[i]] === texts[1][others[j]];
  const width = others.length + 1;
  const lengths = new Int32Array((ones.length + 1) * width);
  for (let i = ones.length - 1; i >= 0; i -= 1) {
    for (let j = others.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = isEqual(i, j) ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const pairs = [];
  let [i, j] = [0, 0];
  while (i < ones.length && j < others.length) {
    if (isEqual(i, j)) {
      pairs.push([ones[i], others[j]]);
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The values of a longest increasing subsequence. */
export function longestIncreasing(values) {
  const tails = [];
  const previous = new Int32Array(values.length);
  values.forEach((value, index) => {
    const low = lastIndexWhere(tails.length, (place) => values[tails[place]] < value) + 1;
    previous[index] = low > 0 ? tails[low - 1] : -1;
    tails[low] = index;
  });
  const result = new Set();
  let index = tails.length > 0 ? tails[tails.length - 1] : -1;
  while (index >= 0) {
    result.add(values[index]);
    index = previous[index];
  }
  return result;
}
