// Text for people: unprintable characters made visible, long text cut, times and counts.

import { isNumber, parseJSON, prettyJSON, previewJSON } from './json.js';

/** Longer text is cut before it reaches the page: layout of one 1 MB string takes a third of a second. */
export const TEXT_LIMIT = 300;

// Control, bidirectional and zero-width characters, except joiners, which scripts and emoji need; and halves of surrogate pairs.
export const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0001}]|\p{Surrogate}/gu;

/** The text cut at `limit` characters, with unprintable ones as `\u{202E}`. */
export function visibleText(text, limit = TEXT_LIMIT) {
  const cut = cutText(String(text), limit);
  return cut.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
}

/** A text whose line breaks are kept. */
export function linesText(text) { return text.split('\n').map((line) => visibleText(line, Infinity)).join('\n'); }

/** Longer texts of JSON are cut below others. */
const ACTION_LIMIT = 40_000;

/** The beginning of a JSON text with a member or element per line. */
export function prettyLines(text) {
  const whole = prettyJSON(parseJSON(text));
  return whole.length <= ACTION_LIMIT ? linesText(whole) : `${linesText(whole.slice(0, ACTION_LIMIT))}\n… cut after ${countText(ACTION_LIMIT, 'character')}; Copy action has all of it`;
}

/** The text cut at `limit` characters, but within none that a person sees as one, such as an emoji. */
export function cutText(text, limit) { return text.length <= limit ? text : `${text.slice(0, cutPlace(text, limit))}…`; }

function cutPlace(text, limit) {
  if (text.length <= limit || limit <= 0) return Math.max(limit, 0);
  // Below these, every code is a character of its own.
  if (text.charCodeAt(limit - 1) < 0x300 && text.charCodeAt(limit) < 0x300) return limit;
  const { index } = new Intl.Segmenter().segment(text.slice(0, limit + 64)).containing(limit);
  if (index > limit - 64) return index;
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code < 0xdc00 ? limit - 1 : limit;
}

/** Where two texts differ: from `start` up to `end` in the first and `otherEnd` in the second, within no character that a person sees as one. */
export function textDifference(one, other) {
  const limit = Math.min(one.length, other.length);
  let [start, same] = [0, 0];
  while (start < limit && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  start = Math.min(borderAt(one, start, false), borderAt(other, start, false));
  while (same < limit - start && one.charCodeAt(one.length - 1 - same) === other.charCodeAt(other.length - 1 - same)) same += 1;
  same = Math.min(...[one, other].map((text) => text.length - borderAt(text, text.length - same, true)));
  return { start, end: one.length - same, otherEnd: other.length - same };
}

/** The border of a character before or after a place that may be within it. */
function borderAt(text, place, isAfter) {
  if (place <= 0 || place >= text.length || (text.charCodeAt(place - 1) < 0x300 && text.charCodeAt(place) < 0x300)) return place;
  const from = Math.max(0, place - 64);
  const { index, segment } = new Intl.Segmenter().segment(text.slice(from, place + 64)).containing(place - from);
  return from + index + (isAfter && from + index < place ? segment.length : 0);
}

/** A part of a text as JSON, without quotes. */
export function partText(text, from, to) { return visibleText(JSON.stringify(text.slice(borderAt(text, Math.max(from, 0), false), borderAt(text, to, true))).slice(1, -1), Infinity); }

/** A value as short JSON text; of a long text that is another one on the other side of a change, the part where they begin to differ. */
export function changedText(value, other, limit = TEXT_LIMIT) {
  const { start } = typeof value === 'string' && typeof other === 'string' && value.length > limit ? textDifference(value, other) : { start: 0 };
  if (start < limit / 2) return valueText(value, limit);
  const end = start + limit / 2;
  return `"…${partText(value, start - limit / 2, end)}${end < value.length ? '…' : '"'}`;
}

/** A value as short JSON text. */
export function valueText(value, limit = TEXT_LIMIT) {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') {
    if (value.length <= limit) return visibleText(JSON.stringify(value), limit * 6);
    return `${visibleText(JSON.stringify(value.slice(0, cutPlace(value, limit))).slice(0, -1), limit * 6)}… (${countText(value.length, 'character')})`;
  }
  return visibleText(previewJSON(value, limit), limit);
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

/** The kind of a value, for its color: `string`, `number`, `word`, `object`, `array` or `absent`. */
export function kindOf(value) {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') return 'string';
  if (value === null || typeof value === 'boolean') return 'word';
  if (value instanceof Map) return 'object';
  return Array.isArray(value) ? 'array' : 'number';
}

/** `1 step`, `2 steps`, `1,234,567 steps`. */
export function countText(count, noun) { return `${groupedText(count)} ${noun}${count === 1 ? '' : 's'}`; }

/** A whole number with commas between thousands. */
export function groupedText(count) { return String(count).replace(/\B(?=(\d{3})+$)/g, ','); }

/** Microseconds as seconds: `0.607045 s`. */
export function secondsText(microseconds, digits = 6) { return `${(microseconds / 1e6).toFixed(digits)} s`; }

/** Microseconds in the unit that suits them: `104 µs`, `51 ms`, `1.2 s`, `3 min 20 s`. */
export function durationText(microseconds) {
  if (microseconds < 1000) return `${Math.round(microseconds)} µs`;
  if (microseconds < 999_500) return `${numberText(microseconds / 1e3)} ms`;
  const seconds = microseconds / 1e6;
  if (seconds < 60) return `${numberText(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A number with at most two significant digits after a short whole part. */
export function numberText(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  if (Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-3)) return value.toExponential(1).replace('e+', 'e');
  return String(Number(value.toPrecision(Math.max(2, String(Math.trunc(Math.abs(value))).length))));
}

/** The names of an action, the innermost as `name`, and its payload: as `ActionLabel` of the tool says. */
export function actionLabel(action) {
  const names = [];
  const label = (payload) => ({ outer: names.slice(0, -1), name: names.at(-1), payload });
  let [place, isLabeled] = [action, true];
  for (;;) {
    const name = isLabeled ? ownName(place) : null;
    if (name !== null) {
      names.push(name);
      return label(place instanceof Map ? reduxPayload(place) : undefined);
    }
    if (!isSingle(place)) return { outer: [], name: valueText(place, 80), payload: undefined };
    const [[key, value]] = place;
    names.push(key);
    [place, isLabeled] = isSingle(value) && value.has('_0') ? [value.get('_0'), false] : [value, true];
    const inner = place instanceof Map ? place.get('action') : undefined;
    if (isSingle(inner) || ownName(inner) !== null) [place, isLabeled] = [inner, true];
    else if (isLabeled || !isSingle(place) || !(key === 'binding' || [...place.values()][0] instanceof Map)) {
      return label(place instanceof Map && place.size === 0 ? undefined : place);
    }
  }
}

const isSingle = (value) => value instanceof Map && value.size === 1;

function ownName(action) {
  if (typeof action === 'string') return action;
  const type = action instanceof Map ? action.get('type') : undefined;
  return typeof type === 'string' ? type : isNumber(type) ? String(type) : null;
}

function reduxPayload(action) {
  const rest = new Map([...action].filter(([key]) => key !== 'type'));
  if (rest.size === 0) return undefined;
  return isSingle(rest) && rest.has('payload') ? rest.get('payload') : rest;
}
