// One change of a difference as an entry of a list.

import { element } from './dom.js';
import { valueText, visibleText, kindOf, elementName, textDifference, partText, groupedText } from './text.js';
import { tokenText, childOf, pathText } from './paths.js';

/** Where one of two texts is longer than the first number, they are shown where they differ: what differs up to the second, with as much around it as the third. */
const [LONG_TEXT, SHOWN_PART, SHOWN_AROUND] = [120, 200, 40];

const SIGNS = { update: '~', add: '+', insert: '+', remove: '−', delete: '−', move: '↕' };
const WORDS = { update: 'updated', add: 'added', insert: 'inserted', remove: 'removed', delete: 'deleted', move: 'moved' };

/** The entry of a change: a button that shows its path in the state. @param depth The number of tokens of the path that stand above the entry. */
export function changeEntry(change, moment, { isWatched, onselect, depth = 0 }) {
  const { kind } = change;
  const isGone = kind === 'remove' || kind === 'delete';
  const value = element('span', { class: 'values' });
  const part = (name, shown) => element('span', { class: `value ${name} ${kindOf(shown)}` }, valueText(shown));
  if (kind === 'move') {
    value.append(`from [${change.from}] to [${change.path.at(-1)}]`);
  } else if (kind === 'update' && isLongText(change)) value.append(...textParts(change.before, change.after));
  else {
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

function isLongText({ before, after }) { return typeof before === 'string' && typeof after === 'string' && Math.max(before.length, after.length) > LONG_TEXT; }

/** Where two texts differ, with what is around it, and their lengths. */
function textParts(before, after) {
  const { start, end, otherEnd } = textDifference(before, after);
  const part = (name, text, to) => (to <= start ? '' : element(name, { class: `value ${name === 'del' ? 'old' : 'new'}` }, partText(text, start, Math.min(to, start + SHOWN_PART)), to > start + SHOWN_PART ? '…' : ''));
  const [lead, trail] = [start - SHOWN_AROUND, otherEnd + SHOWN_AROUND];
  return [element('span', { class: 'value string' }, lead > 0 ? '"…' : '"', partText(after, lead, start), part('del', before, end), part('ins', after, otherEnd),
    partText(after, otherEnd, Math.min(trail, after.length)), trail < after.length ? '…"' : '"'),
  element('small', {}, ` ${groupedText(before.length)} → ${groupedText(after.length)} characters, from ${groupedText(start + 1)}`)];
}

/** A path from a depth on, with the names of list elements beside their indexes. */
export function pathParts(tokens, root, depth = 0) {
  const parts = [];
  let place = root;
  for (const [index, token] of tokens.entries()) {
    place = childOf(place, token);
    if (index < depth) continue;
    parts.push(visibleText(tokenText(token), 120));
    const name = typeof token === 'number' ? elementName(place) : null;
    if (name !== null) parts.push(element('span', { class: 'id' }, ` ${name} `));
  }
  return depth === 0 ? ['$', ...parts] : parts;
}
