// Paths that select many places, `$.items[*].price` and `$..isNew`: the steps that changed one of them, found by a walk over all states.

import { equalJSON } from './json.js';
import { patchFilter } from './path-history.js';
import { childOf, unquotedName } from './paths.js';
import { RowSet } from './growing.js';

/** A segment: `.name`, `.*`, `[2]`, `['name']`, `["name"]` or `[*]`; after two dots at any depth. */
const PATTERN_SEGMENT = /(\.\.?)(?:(\*)|([A-Za-z_\u0080-\u{10ffff}][A-Za-z_0-9\u0080-\u{10ffff}]*))|(\.\.)?\[ *(?:(\*)|(0|[1-9]\d{0,15})|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)") *\]/suy;

/** The segments of a path, `{token, isDeep}` with null for any token; or null if the text is none, or has a filter or a slice. */
export function parsePattern(text) {
  const segments = [];
  for (PATTERN_SEGMENT.lastIndex = 1; PATTERN_SEGMENT.lastIndex < text.length;) {
    const [segment, dots, star, name, deep, any, index, ...quoted] = PATTERN_SEGMENT.exec(text) ?? [];
    if (segment === undefined) return null;
    const token = star || any ? null : name ?? (index === undefined ? unquotedName(quoted[0] ?? quoted[1]) : Number(index));
    segments.push({ token, isDeep: dots === '..' || deep !== undefined });
  }
  return segments;
}

export class PatternSearch {
  constructor(segments) {
    this.segments = segments;
    const end = segments.findIndex(({ token, isDeep }) => isDeep || token === null);
    this.mayTouch = patchFilter(segments.slice(0, end).map(({ token }) => token));
    this.found = new RowSet();
    this.walkedRows = 0;
    this.isComplete = false;
  }

  take(chunk, isLate) {
    const end = chunk.row + chunk.count;
    while (this.walkedRows < end) {
      const row = this.walkedRows;
      this.walkedRows += 1;
      const patch = chunk.patchText(row);
      if (patch !== '' && patch[0] !== '=' && this.mayTouch(patch) && this.differ(chunk.stateAfter(row - 1), chunk.stateAfter(row), [0])) this.found.add(row);
      if (isLate()) break;
    }
    return this.walkedRows === end;
  }

  /** Whether two values differ in a selected place, with so many segments passed. What they share is not visited. */
  differ(before, after, passed) {
    if (before === after || passed.length === 0) return false;
    if (passed.includes(this.segments.length)) return before === undefined || after === undefined || !equalJSON(before, after);
    const tokens = new Set([before, after].flatMap((value) => (typeof value?.keys === 'function' ? [...value.keys()] : [])));
    for (const token of tokens) if (this.differ(childOf(before, token), childOf(after, token), this.pass(passed, token))) return true;
    return false;
  }

  pass(passed, token) {
    const isPassing = (place) => this.segments[place].token === null || this.segments[place].token === token;
    return [...new Set([...passed.filter((place) => this.segments[place].isDeep), ...passed.filter(isPassing).map((place) => place + 1)])];
  }
}
