// What is searched for in the list of steps, and the spans of states in which a condition holds, found by a walk over all patches.

import { parseCondition } from './condition.js';
import { ChunkWalk, UNKNOWN } from './path-history.js';
import { parsePath, parsePattern, placeOf, valueAt } from './paths.js';
import { RowWalk, lastAtMost } from './rows.js';

/** How a path or a condition begins, unlike `$5`, `@home` and `2026-11-23`: with a path or a function of one; or with a value, an operator and somewhere a path. */
const CONDITION = /^[\s(!-]*(?:(?:length|count|match|search|value|sum|min|max)\(\s*)?[$@]\s*[.[=!<>|&+*/-]|^[\s(]*(?:-?\d[\d.eE+-]*|'[^']*'|"[^"]*"|true|false|null)[\s)]*(?:[=!]=|[<>+*/-])[^]*[$@][.[]/;

/** What a text asks for: `{path}`, `{pattern}`, `{condition}`, `{error}`, or null for the text itself. Throws nothing. A question mark before a path asks whether it
 * exists. @param state The shown state, in which a JSON Pointer leads to a value: other texts begin with a slash, too. */
export function questionOf(text, state) {
  const pointed = text[0] === '/' ? placeOf(text, state) : null;
  if (pointed) return { path: pointed };
  const asked = text.replace(/^\?\s*(?=[$@])/, '');
  if (!CONDITION.test(asked)) return null;
  const path = asked === text ? parsePath(text.replace(/^@/, '$')) : null;
  if (path) return { path };
  const pattern = asked === text && /^[$@]/.test(text) ? parsePattern(text) : null;
  if (pattern) return { pattern };
  try {
    return { condition: parseCondition(asked) };
  } catch (error) {
    return { error };
  }
}

/** The steps after which a condition begins to hold, stops to hold, or begins to be unknown, as the state is. */
export class ConditionSearch extends RowWalk {
  /** @param {Timeline} timeline */
  constructor(timeline, { paths, holds }) {
    super();
    this.timeline = timeline;
    this.paths = paths.length > 0 ? paths : [[]];
    this.holds = holds;
    // Those that lead nowhere in every state so far: likely mistakes.
    this.unseen = paths;
    // The rows after which it differs from before, beginning with row -1, and what it is: true, false or `UNKNOWN`.
    this.rows = [];
    this.values = [];
    this.walks = [];
  }

  take(chunk, isLate) {
    if (this.walks[0]?.chunk.row !== chunk.row) {
      this.walks = this.paths.map((path, index) => new ChunkWalk(chunk, path, this.walks[index]?.state));
      this.judge(chunk.row - 1);
    }
    for (const walk of this.walks) walk.chunk = chunk;
    return super.take(chunk, isLate);
  }

  visit(chunk, row) {
    // Each of them has to take the step.
    if (this.walks.filter((walk) => walk.step(row)).length === 0) return true;
    // There is no state after a step that never returned.
    if (row !== this.timeline.crashRow) this.judge(row);
    return false;
  }

  judge(row) {
    const states = this.walks.map((walk) => walk.state);
    const value = states.includes(undefined) ? UNKNOWN : this.holds(states);
    if (value !== UNKNOWN) this.unseen = this.unseen.filter((path) => valueAt(states[this.paths.indexOf(path)], path) === undefined);
    const last = this.values.at(-1);
    if (value === last) return;
    if (last !== undefined) this.found.add(row);
    this.rows.push(row);
    this.values.push(value);
  }

  /** The last row of the span that an entry of `rows` begins. */
  lastRow(index) { return (this.rows[index + 1] ?? this.walkedRows - (this.timeline.crashRow === this.walkedRows - 1 ? 1 : 0)) - 1; }

  /** The number of spans in which it has a value, and of states in them. */
  count(value) {
    let [spans, states] = [0, 0];
    for (let index = 0; index < this.rows.length; index += 1) {
      if (this.values[index] !== value) continue;
      spans += 1;
      states += this.lastRow(index) - this.rows[index] + 1;
    }
    return [spans, states];
  }

  /** What a row that was found changed. */
  turn(row) {
    const index = lastAtMost(this.rows, row);
    const [before, value] = [this.values[index - 1], this.values[index]];
    return value === UNKNOWN ? 'becomes unknown' : before === UNKNOWN ? `${value}, unknown before` : `becomes ${value}`;
  }
}
