// JSON text with a member or element per line, for people.

import { parseJSON, writeJSON } from './json.js';
import { countText, linesText } from './text.js';

/** Longer texts are cut below others. */
const ACTION_LIMIT = 40_000;

/** The whole text of a value. */
export function prettyJSON(value, indent = '') {
  const isObject = value instanceof Map;
  if (!(isObject ? value.size : Array.isArray(value) && value.length)) return writeJSON(value);
  const [open, close] = isObject ? '{}' : '[]';
  const lines = [...value].map((entry) => `${indent}  ${isObject ? `${JSON.stringify(entry[0])}: ` : ''}${prettyJSON(isObject ? entry[1] : entry, `${indent}  `)}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** The beginning of a JSON text. */
export function prettyLines(text) {
  const whole = prettyJSON(parseJSON(text));
  return whole.length <= ACTION_LIMIT ? linesText(whole) : `${linesText(whole.slice(0, ACTION_LIMIT))}\n… cut after ${countText(ACTION_LIMIT, 'character')}; Copy action has all of it`;
}
