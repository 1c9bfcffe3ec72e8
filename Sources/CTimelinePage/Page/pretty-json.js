// JSON text with a member or element per line, for people: long strings and long lists are cut.

import { parseJSON } from './json.js';
import { valueText, visibleText, TEXT_LIMIT } from './text.js';

/** At most this many lines. */
const LINE_LIMIT = 400;

/** The lines of a JSON text. */
export function prettyLines(text) {
  const lines = [];
  const add = (value, depth, before, after) => {
    if (lines.length > LINE_LIMIT) return;
    const indent = '  '.repeat(depth);
    const isObject = value instanceof Map;
    const size = isObject ? value.size : Array.isArray(value) ? value.length : 0;
    if (size === 0) {
      lines.push(`${indent}${before}${isObject ? '{}' : Array.isArray(value) ? '[]' : valueText(value, TEXT_LIMIT)}${after}`);
      return;
    }
    lines.push(`${indent}${before}${isObject ? '{' : '['}`);
    let index = 0;
    for (const entry of value) {
      index += 1;
      const comma = index < size ? ',' : '';
      if (isObject) add(entry[1], depth + 1, `${visibleText(JSON.stringify(entry[0]), 120)}: `, comma);
      else add(entry, depth + 1, '', comma);
      if (lines.length > LINE_LIMIT) break;
    }
    lines.push(`${indent}${isObject ? '}' : ']'}${after}`);
  };
  add(parseJSON(text), 0, '', '');
  if (lines.length <= LINE_LIMIT) return lines.join('\n');
  return `${lines.slice(0, LINE_LIMIT).join('\n')}\n… cut after ${LINE_LIMIT} lines; Copy action has all of it`;
}
