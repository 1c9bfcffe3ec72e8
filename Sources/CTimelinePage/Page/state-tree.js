// The rows of a state as a tree: only what is open is visited, and large containers are shown in groups.

import { equalJSON } from './json.js';
import { differenceOf } from './difference.js';
import { pointerOf, childOf, tokenText } from './paths.js';

/** Containers with more children are shown in groups of this many. */
const GROUP_SIZE = 100;

const keyLists = new WeakMap();

/** The keys of an object as a list, made once per object. */
export function keyList(object) {
  let keys = keyLists.get(object);
  if (!keys) keyLists.set(object, keys = [...object.keys()]);
  return keys;
}

export function isContainer(value) { return value instanceof Map || Array.isArray(value); }

export function sizeOf(container) { return container instanceof Map ? container.size : container.length; }

function tokenAt(container, index) { return container instanceof Map ? keyList(container)[index] : index; }

/** The number of children per group of `count` children: 1 where they are not grouped. */
function groupSize(count) {
  let size = 1;
  while (count > size * GROUP_SIZE) size *= GROUP_SIZE;
  return size;
}

/** The key of an open node: its JSON Pointer, and the range of a group. */
function groupKey(pointer, from, to) { return `${pointer}#${from}-${to}`; }

/** The rows of a state that are visible. A row is `{key, parent, token, depth, value, size, isOpen, change, was}`; groups and removed elements have a label instead of a
 * token. `change` is `none`, `inside`, `changed`, `added` or `removed`, compared with `before`, or `none` if that is undefined. @param options `isOpen`, a function from a
 * key; `onlyChanged`. */
export function treeRows(state, before, { isOpen, onlyChanged = false }) {
  const rows = [];
  const hasBefore = before !== undefined;

  function visit(value, was, token, parent, pointer, depth, place = 1, siblings = 1) {
    const change = changeOf(value, was, hasBefore);
    if (onlyChanged && change === 'none' && depth > 0) return;
    const isBranch = isContainer(value) && sizeOf(value) > 0;
    const open = isBranch && (depth === 0 || (onlyChanged && change === 'inside') || isOpen(pointer));
    const index = rows.length;
    rows.push({ key: pointer, parent, token, depth, value, size: isBranch ? sizeOf(value) : 0, isOpen: open, isBranch, change, was, place, siblings });
    if (!open) return;
    visitChildren(value, was, index, pointer, depth + 1, 0, sizeOf(value));
    if (change === 'inside') visitRemoved(value, was, index, pointer, depth + 1);
  }

  /** Adds what a container had before, after what it has; the index of an element may be that of another one now. */
  function visitRemoved(container, was, parent, pointer, depth) {
    const row = { parent, depth, size: 0, isOpen: false, isBranch: false, change: 'removed', was: undefined };
    const removed = removedFrom(container, was);
    const siblings = sizeOf(container) + removed.length;
    for (const [index, [token, value]] of removed.slice(0, GROUP_SIZE).entries()) {
      Object.assign(row, { place: sizeOf(container) + index + 1, siblings });
      if (typeof token === 'number') rows.push({ ...row, key: `${pointer}#-${token}`, token: null, label: String(token), value });
      else rows.push({ ...row, key: `${pointer}${pointerOf([token])}`, token, value });
    }
    if (removed.length > GROUP_SIZE) rows.push({ ...row, key: `${pointer}#-`, token: null, label: `${removed.length - GROUP_SIZE} more` });
  }

  function visitChildren(container, was, parent, pointer, depth, from, to) {
    const size = groupSize(to - from);
    const siblings = Math.ceil((to - from) / size);
    for (let start = from; start < to; start += size) {
      const end = Math.min(start + size, to);
      const place = (start - from) / size + 1;
      if (size > 1) visitGroup(container, was, parent, pointer, depth, start, end, place, siblings);
      else {
        const token = tokenAt(container, start);
        visit(childOf(container, token), childOf(was, token), token, parent, `${pointer}${pointerOf([token])}`, depth, place, siblings);
      }
    }
  }

  function visitGroup(container, was, parent, pointer, depth, from, to, place, siblings) {
    const change = groupChange(container, was, from, to, hasBefore);
    if (onlyChanged && change === 'none') return;
    const key = groupKey(pointer, from, to);
    const open = onlyChanged || isOpen(key);
    const index = rows.length;
    const label = container instanceof Map ? `${tokenAt(container, from)} … ${tokenAt(container, to - 1)}` : `${from} … ${to - 1}`;
    rows.push({ key, parent, token: null, label, depth, value: undefined, size: to - from, isOpen: open, isBranch: true, change, was: undefined, place, siblings });
    if (open) visitChildren(container, was, index, pointer, depth + 1, from, to);
  }

  if (state !== undefined) visit(state, before, null, -1, '', 0);
  return rows;
}

function changeOf(value, was, hasBefore) {
  if (!hasBefore || value === was) return 'none';
  if (was === undefined) return 'added';
  if (equalJSON(value, was)) return 'none';
  return isContainer(value) && isContainer(was) && Array.isArray(value) === Array.isArray(was) && sizeOf(value) > 0 ? 'inside' : 'changed';
}

/** The members or elements of `was` that the container does not have, with their tokens in `was`. */
function removedFrom(container, was) {
  if (container instanceof Map) return [...was].filter(([name]) => !container.has(name));
  return differenceOf(was, container).changes.filter(({ kind, path }) => kind === 'delete' && path.length === 1).map(({ path, before }) => [path[0], before]);
}

function groupChange(container, was, from, to, hasBefore) {
  if (!hasBefore) return 'none';
  for (let index = from; index < to; index += 1) {
    const token = tokenAt(container, index);
    if (changeOf(childOf(container, token), childOf(was, token), true) !== 'none') return 'inside';
  }
  return 'none';
}

/** The tokens of a row's path; those of its container for a group. */
export function rowTokens(rows, index) {
  const tokens = [];
  for (let place = index; place > 0; place = rows[place].parent) {
    if (rows[place].token !== null) tokens.push(rows[place].token);
  }
  return tokens.reverse();
}

/** The keys to open so that the row of a path is visible. */
export function keysAbove(state, tokens) {
  const keys = [];
  let [place, pointer] = [state, ''];
  for (const token of tokens) {
    if (!isContainer(place)) break;
    keys.push(pointer);
    const index = place instanceof Map ? keyList(place).indexOf(token) : token;
    let [from, to] = [0, sizeOf(place)];
    if (index < 0 || index >= to) break;
    for (let size = groupSize(to - from); size > 1; size = groupSize(to - from)) {
      from += Math.floor((index - from) / size) * size;
      to = Math.min(from + size, to);
      keys.push(groupKey(pointer, from, to));
    }
    pointer += pointerOf([token]);
    place = childOf(place, token);
  }
  return keys;
}

/** What is open at first: small containers near the root, up to about 40 rows. */
export function initiallyOpen(state) {
  const open = new Set();
  let budget = 40;
  let level = [[state, '']];
  for (let depth = 0; depth < 3 && level.length > 0; depth += 1) {
    const next = [];
    for (const [value, pointer] of level) {
      const size = sizeOf(value);
      if (size > (depth === 0 ? 200 : 12) || size > budget) continue;
      budget -= size;
      open.add(pointer);
      for (const [token, child] of value.entries()) {
        if (isContainer(child) && sizeOf(child) > 0) next.push([child, `${pointer}${pointerOf([token])}`]);
      }
    }
    level = next;
  }
  return open;
}

/** At most so many members are looked at for a list of paths. */
const VISITED_MEMBERS = 5000;

/** The paths of a state whose last name ends a text, or contains it: the shortest first, and one for all elements of a list. */
export function pathsWith(state, query, limit) {
  const text = query.toLowerCase();
  const found = new Set();
  let visited = 0;
  for (let level = isContainer(state) ? [[state, '$']] : []; level.length > 0 && found.size < limit && visited < VISITED_MEMBERS;) {
    const next = [];
    for (const [container, path] of level) {
      for (const [token, member] of container.entries()) {
        if ((visited += 1) > VISITED_MEMBERS) break;
        const place = typeof token === 'number' ? `${path}[*]` : path + tokenText(token);
        if (typeof token === 'string' && place.toLowerCase().includes(text, Math.max(0, path.length - text.length + 1))) found.add(place);
        if (isContainer(member)) next.push([member, place]);
      }
    }
    level = next;
  }
  return [...found].slice(0, limit);
}

/** Yields the tokens of each place whose key or value contains the text, letter case aside, and now and then null. */
export function* placesWith(state, query) {
  const text = query.toLowerCase();
  let visited = 0;
  function* visit(value, tokens) {
    visited += 1;
    if (visited % 256 === 0) yield null;
    const key = tokens.at(-1);
    const isMatch = (typeof key === 'string' && key.toLowerCase().includes(text))
      || (!isContainer(value) && String(value).toLowerCase().includes(text));
    if (isMatch) yield tokens;
    if (isContainer(value)) for (const [token, member] of value.entries()) yield* visit(member, [...tokens, token]);
  }
  yield* visit(state, []);
}
