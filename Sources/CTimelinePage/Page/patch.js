// JSON Patch (RFC 6902) on immutable values: containers that do not change are shared between states.

import { parseJSON, compareKeys } from './json.js';
import { childOf, pointerTokens, tokenIn } from './paths.js';

/** The operations of a patch text: `{op, path, from, value}` with paths as lists of strings. */
export function parsePatch(text) {
  return parseJSON(text).map((operation) => {
    const from = operation.get('from');
    return {
      op: operation.get('op'),
      path: pointerTokens(operation.get('path')),
      from: from === undefined ? null : pointerTokens(from),
      value: operation.get('value'),
    };
  });
}

/** The containers that may be changed in place. New members of an object are behind the others until `settle` puts them where the encoder sorts them. */
export class Owned {
  /** @param isWhole Whether it has every container, until it is cleared. */
  constructor(isWhole = false) {
    this.isWhole = isWhole;
    this.containers = new Set();
    // By object, the keys that it got.
    this.added = new Map();
  }

  has(container) { return this.isWhole || this.containers.has(container); }

  /** Takes a copy. */
  copy(copy) {
    this.containers.add(copy);
    return copy;
  }

  insert(object, key, value) {
    object.set(key, value);
    const keys = this.added.get(object);
    if (keys) keys.add(key);
    else this.added.set(object, new Set([key]));
  }

  /** Puts new members before the first one with a greater key: once for each object, however many it got. */
  settle() {
    for (const [object, keys] of this.added) {
      const members = [];
      for (const key of [...keys].sort(compareKeys)) {
        if (object.has(key)) members.push([key, object.get(key)]);
        object.delete(key);
      }
      const others = [...object];
      object.clear();
      let next = 0;
      for (const [name, member] of others) {
        for (; next < members.length && compareKeys(members[next][0], name) < 0; next += 1) object.set(...members[next]);
        object.set(name, member);
      }
      for (; next < members.length; next += 1) object.set(...members[next]);
    }
    this.added.clear();
  }

  /** From now on, every container is copied before it is changed. */
  clear() {
    this.settle();
    this.isWhole = false;
    this.containers.clear();
  }
}

/** The value after the operations. Pass one `owned` for many patches while no state between is kept, and a new one afterwards. Whoever passes it settles it. */
export function applyPatch(value, operations, owned = null) {
  const own = owned ?? new Owned();
  let root = value;
  for (const { op, path, from, value: added } of operations) {
    if (op === 'test') continue;
    if (!['add', 'replace', 'remove', 'move', 'copy'].includes(op)) throw new Error(`unknown operation of a patch: ${op}`);
    const isFrom = op === 'move' || op === 'copy';
    const placed = isFrom ? existingValue(root, from) : added;
    if (op === 'move') root = changed(root, from, 0, 'remove', undefined, own);
    // Both places now share the containers of the value, so none of them may be changed in place.
    if (op === 'copy') own.clear();
    root = changed(root, path, 0, isFrom ? 'add' : op, placed, own);
  }
  if (!owned) own.settle();
  return root;
}

function existingValue(root, path) {
  const place = path.reduce((value, token) => childOf(value, tokenIn(value, token)), root);
  if (place === undefined) throw new Error(`a patch refers to /${path.join('/')}, which does not exist`);
  return place;
}

/** The container with one place changed: itself if it is owned, otherwise a copy. */
function changed(container, path, depth, op, value, owned) {
  if (depth === path.length) {
    if (op === 'remove') throw new Error('a patch removes the whole state');
    return value;
  }
  const token = path[depth];
  const isLast = depth === path.length - 1;
  if (Array.isArray(container)) {
    const index = token === '-' ? container.length : Number(token);
    if (!(index >= 0 && index <= container.length - (isLast && op === 'add' ? 0 : 1))) {
      throw new Error(`a patch refers to the element ${token} of a list of ${container.length}`);
    }
    const target = owned.has(container) ? container : owned.copy(container.slice());
    if (!isLast) target[index] = changed(target[index], path, depth + 1, op, value, owned);
    else if (op === 'add') target.splice(index, 0, value);
    else if (op === 'remove') target.splice(index, 1);
    else target[index] = value;
    return target;
  }
  const isMap = container instanceof Map;
  const isNew = isMap && isLast && op === 'add' && !container.has(token);
  if (!isMap || !(isNew || container.has(token))) throw new Error(`a patch refers to /${path.join('/')}, which does not exist`);
  const target = owned.has(container) ? container : owned.copy(new Map(container));
  if (isNew) owned.insert(target, token, value);
  else if (!isLast) target.set(token, changed(target.get(token), path, depth + 1, op, value, owned));
  else if (op === 'remove') target.delete(token);
  else target.set(token, value);
  return target;
}
