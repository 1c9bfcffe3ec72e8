// One change of a difference as an entry of a list.

import { element } from './dom.js';
import { valueText, visibleText, kindOf } from './text.js';
import { tokenText, childOf, pathText } from './paths.js';
import { isNumber } from './json.js';

const SIGNS = { update: '~', add: '+', insert: '+', remove: '−', delete: '−', move: '↕' };
const WORDS = { update: 'updated', add: 'added', insert: 'inserted', remove: 'removed', delete: 'deleted', move: 'moved' };

/**
 * The entry of a change: a button that shows its path in the state.
 *
 * @param depth The number of tokens of the path that stand above the entry.
 */
export function changeEntry(change, moment, { isWatched, onselect, depth = 0 }) {
  const { kind } = change;
  const isGone = kind === 'remove' || kind === 'delete';
  const value = element('span', { class: 'values' });
  const part = (name, shown) => element('span', { class: `value ${name} ${kindOf(shown)}` }, valueText(shown));
  if (kind === 'move') {
    value.append(`from [${change.from}] to [${change.path.at(-1)}]`);
  } else {
    if ('before' in change) value.append(part('old', change.before));
    if (kind === 'update') value.append(element('span', { class: 'arrow', 'aria-label': 'to' }, ' → '));
    if ('after' in change) value.append(part('new', change.after));
  }
  return element('button', {
    class: `change ${kind}${isWatched ? ' watched' : ''}`, title: isGone ? null : `Show ${visibleText(pathText(change.path), 200)} in the state`,
    onclick: () => onselect(change.path),
  },
  element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[kind]),
  element('span', { class: 'where' }, ...pathParts(change.path, isGone ? moment.base : moment.state, depth),
    element('span', { class: kind === 'update' ? 'offscreen' : 'kind' }, ` ${WORDS[kind]}`)),
  value);
}

/** A path from a depth on, with the names of list elements beside their indexes. */
export function pathParts(tokens, root, depth = 0) {
  const parts = depth === 0 ? ['$'] : [];
  let place = root;
  for (const [index, token] of tokens.entries()) {
    place = childOf(place, token);
    if (index < depth) continue;
    parts.push(visibleText(tokenText(token), 120));
    const name = typeof token === 'number' ? elementName(place) : null;
    if (name !== null) parts.push(element('span', { class: 'id' }, ` ${name} `));
  }
  return parts;
}

/** What people call an element of a list: its `id`, `name` or `key`. */
export function elementName(value) {
  if (!(value instanceof Map)) return null;
  for (const key of ['id', 'name', 'key', 'title']) {
    const name = value.get(key);
    if (typeof name === 'string' && name !== '') return visibleText(name, 24);
    if (isNumber(name)) return `#${name}`;
  }
  return null;
}
