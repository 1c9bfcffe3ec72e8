// A pinned path as a lane: numbers as a line of steps, booleans and words as bands.

import { isNumber } from './json.js';
import { UNKNOWN, ContainerSummary } from './path-history.js';

/** More words than these are not told apart. */
const WORD_LIMIT = 64;

/** The scale of a history: `number` with its range, `size` with that of the sizes of its containers, `band` with the words of its values in order of appearance, or `none`. */
export function plotScale(history) {
  const range = history.range ??= { count: 0, least: Infinity, greatest: -Infinity, numbers: 0, sizes: [Infinity, -Infinity], areLists: false, areContainers: true, words: new Set(), cases: new Set(), areCases: true };
  for (; range.count < history.values.length; range.count += 1) {
    const value = history.values[range.count];
    if (isNumber(value)) {
      const number = Number(value);
      if (!Number.isFinite(number)) continue;
      range.least = Math.min(range.least, number);
      range.greatest = Math.max(range.greatest, number);
      range.numbers += 1;
    } else if (value !== undefined && value !== UNKNOWN) {
      if (value instanceof ContainerSummary) {
        if (value.caseName === null) range.areCases = false;
        range.areLists ||= value.isList;
        range.sizes = [Math.min(range.sizes[0], value.size), Math.max(range.sizes[1], value.size)];
      } else if (value !== null) range.areContainers = false;
      if (range.words.size < WORD_LIMIT) range.words.add(wordOf(value, false));
      if (range.cases.size < WORD_LIMIT) range.cases.add(wordOf(value, true));
    }
  }
  const { least, greatest, numbers, areCases, areLists, areContainers, sizes } = range;
  if (numbers === 0 && areContainers && !areCases && (areLists || sizes[0] < sizes[1])) return { kind: 'size', least: sizes[0], greatest: sizes[1] };
  const words = areCases ? range.cases : range.words;
  if (numbers > 0 && words.size <= 1) return { kind: 'number', least, greatest };
  return words.size > 0 ? { kind: 'band', words: [...words] } : { kind: 'none' };
}

/** The number that is plotted of a value, NaN where there is none. */
function plottedNumber(value) { return isNumber(value) ? Number(value) : value instanceof ContainerSummary ? value.size : NaN; }

/** The short text of a value in a band: of an object, its text, or the name of the case where all objects are cases of an enum. */
export function wordOf(value, areCases) {
  if (value instanceof ContainerSummary) return areCases ? value.caseName ?? value.text : value.text;
  return String(value);
}

/** The segments of a plot between two rows: `{from, to, value}`, rows inclusive, the last of them up to `last`. At most one segment begins per pixel column, but of many
 * numbers in a column the least and greatest are kept as `low` and `high`. */
export function plotSegments(history, axis, last) {
  const segments = [];
  const [first, end] = axis.visibleRows();
  const stop = Math.min(end, last);
  let column = -Infinity;
  for (let index = Math.max(0, history.indexAt(first - 1)); index < history.rows.length; index += 1) {
    const from = history.rows[index];
    if (from > stop) break;
    const to = index + 1 < history.rows.length ? Math.min(history.rows[index + 1], stop) : stop;
    const value = history.values[index];
    const number = plottedNumber(value);
    const x = Math.floor(axis.xOfRow(from));
    const previous = segments.at(-1);
    if (previous && x === column) {
      const [low, high] = Number.isNaN(number) || Number.isNaN(previous.number) ? [number, number] : [previous.low, previous.high];
      Object.assign(previous, { value, number, to, low: Math.min(low, number), high: Math.max(high, number) });
    } else segments.push({ from, to, value, number, low: number, high: number });
    column = x;
  }
  return segments;
}
