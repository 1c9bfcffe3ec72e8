// JSON Patch (RFC 6902) on immutable values: containers that do not change are shared between states.

import { parseJSON, compareKeys } from './json.js';
import { pointerTokens } from './paths.js';

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

/**
 * The value after the operations.
 *
 * Containers in `owned` may be changed in place, and copies are added to it: pass one set while no state between is kept, and
 * a new one afterwards.
 */
export function applyPatch(value, operations, owned = new Set()) {
  let root = value;
  for (const operation of operations) {
    switch (operation.op) {
    case 'add': root = changed(root, operation.path, 0, 'add', operation.value, owned); break;
    case 'replace': root = changed(root, operation.path, 0, 'replace', operation.value, owned); break;
    case 'remove': root = changed(root, operation.path, 0, 'remove', undefined, owned); break;
    case 'move': {
      const moved = existingValue(root, operation.from);
      root = changed(root, operation.from, 0, 'remove', undefined, owned);
      root = changed(root, operation.path, 0, 'add', moved, owned);
      break;
    }
    case 'copy': {
      const copied = existingValue(root, operation.from);
      // Both places now share the containers of the value, so none of them may be changed in place.
      owned.clear();
      root = changed(root, operation.path, 0, 'add', copied, owned);
      break;
    }
    case 'test': break;
    default: throw new Error(`unknown operation of a patch: ${operation.op}`);
    }
  }
  return root;
}

function existingValue(root, path) {
  let place = root;
  for (const token of path) place = Array.isArray(place) ? place[Number(token)] : place instanceof Map ? place.get(token) : undefined;
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
    const target = owned.has(container) ? container : ownedCopy(container.slice(), owned);
    if (!isLast) target[index] = changed(target[index], path, depth + 1, op, value, owned);
    else if (op === 'add') target.splice(index, 0, value);
    else if (op === 'remove') target.splice(index, 1);
    else target[index] = value;
    return target;
  }
  if (!(container instanceof Map)) throw new Error(`a patch refers to /${path.join('/')}, which does not exist`);
  if (isLast && op === 'add' && !container.has(token)) return inserted(container, token, value, owned);
  if (!container.has(token)) throw new Error(`a patch refers to /${path.join('/')}, which does not exist`);
  const target = owned.has(container) ? container : ownedCopy(new Map(container), owned);
  if (!isLast) target.set(token, changed(target.get(token), path, depth + 1, op, value, owned));
  else if (op === 'remove') target.delete(token);
  else target.set(token, value);
  return target;
}

function ownedCopy(copy, owned) {
  owned.add(copy);
  return copy;
}

/** A copy of the object with a new member at the place where the encoder sorts it. */
function inserted(object, key, value, owned) {
  const copy = new Map();
  let isPending = true;
  for (const [name, member] of object) {
    if (isPending && compareKeys(key, name) < 0) {
      copy.set(key, value);
      isPending = false;
    }
    copy.set(name, member);
  }
  if (isPending) copy.set(key, value);
  return ownedCopy(copy, owned);
}
