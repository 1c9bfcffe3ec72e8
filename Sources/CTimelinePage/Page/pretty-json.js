// JSON text with a member or element per line, for people.

import { parseJSON, writeJSON } from './json.js';
import { countText, valueText, visibleText } from './text.js';

/** At most this many lines are shown below others. */
const LINE_LIMIT = 400;

/** Yields the lines of a value, with what is before and after it. */
function* linesOf(value, leafText, nameText, depth = 0, before = '', after = '') {
  const indent = '  '.repeat(depth);
  const isObject = value instanceof Map;
  const size = isObject ? value.size : Array.isArray(value) ? value.length : 0;
  if (size === 0) {
    yield `${indent}${before}${leafText(value)}${after}`;
    return;
  }
  yield `${indent}${before}${isObject ? '{' : '['}`;
  let index = 0;
  for (const entry of value) {
    index += 1;
    const [member, name] = isObject ? [entry[1], `${nameText(entry[0])}: `] : [entry, ''];
    yield* linesOf(member, leafText, nameText, depth + 1, name, index < size ? ',' : '');
  }
  yield `${indent}${isObject ? '}' : ']'}${after}`;
}

/** The whole text of a value. */
export function prettyJSON(value) { return [...linesOf(value, writeJSON, JSON.stringify)].join('\n'); }

/** The first lines of a JSON text, in which long strings are cut. */
export function prettyLines(text) {
  const lines = [];
  for (const line of linesOf(parseJSON(text), (value) => valueText(value), (name) => visibleText(JSON.stringify(name), 120))) {
    if (lines.push(line) === LINE_LIMIT) return `${lines.join('\n')}\n… cut after ${countText(LINE_LIMIT, 'line')}; Copy action has all of it`;
  }
  return lines.join('\n');
}
