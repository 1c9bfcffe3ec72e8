// Paths that select many places, `$.items[*].price` and `$..isNew`: the steps that changed one of them, found by a walk over all states.

import { equalJSON } from './json.js';
import { patchFilter } from './path-history.js';
import { childOf } from './paths.js';
import { RowWalk } from './rows.js';

export class PatternSearch extends RowWalk {
  constructor(segments) {
    super();
    this.segments = segments;
    const end = segments.findIndex(({ token, isDeep }) => isDeep || token === null);
    this.mayTouch = patchFilter(segments.slice(0, end).map(({ token }) => token));
  }

  visit(chunk, row) {
    const patch = chunk.patchText(row);
    if (patch !== '' && patch[0] !== '=' && this.mayTouch(patch) && this.differ(chunk.stateAfter(row - 1), chunk.stateAfter(row), [0])) this.found.add(row);
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
