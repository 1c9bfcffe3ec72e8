// Which types of actions are shown. A nested action is a type of its own, within those that hold it: `screen › draftChanged`.

import { OPAQUE } from './steps-table.js';

const NESTING = ' › ';

export class TypeFilter {
  /** @param {StepTable} table */
  constructor(table) {
    this.table = table;
    this.names = table.types;
    this.clear();
  }

  /** Shows all types. */
  clear() {
    this.only = null;
    this.hidden = [];
    this.shown = [];
  }

  get isActive() { return this.only !== null || this.hidden.length > 0; }

  /** Shows only a type and those within it; where none begins with the name, those within any of that name; for null, all that are not hidden. */
  show(name) {
    this.only = name;
    this.shown = [];
    this.matches = this.table.types.some((type) => isWithin(type, name)) ? isWithin : isPart;
  }

  /** Whether a name, such as `screen › draftChanged` or `draftChanged`, is that of a type with steps. */
  has(name) {
    const { table } = this;
    const types = table.types.map((type) => isPart(type, name));
    if (types.includes(true)) for (let row = 0; row < table.count; row += 1) if (types[table.type[row]] && table.kind[row] <= OPAQUE) return true;
    return false;
  }

  unhide() { [this.hidden, this.shown] = [[], []]; }
  hide(name) { [this.hidden, this.shown] = [[...this.hidden, name], []]; }

  /** Whether a row is shown: its type, or, for a row that is no action, its kind. */
  shows(row) {
    const { table } = this;
    if (table.kind[row] > OPAQUE) return this.only === null;
    // Those of another recording have other numbers.
    if (this.names !== table.types) [this.names, this.shown] = [table.types, []];
    return this.shown[table.type[row]] ??= this.showsName(table.typeName(row));
  }

  showsName(name) { return (this.only === null || this.matches(name, this.only)) && !this.hidden.some((hidden) => isWithin(name, hidden)); }

  /** The types of actions and those that hold them, with their numbers of steps: `{name, label, depth, count}`, each below what holds it. */
  tree() {
    const { table } = this;
    const counts = new Float64Array(table.types.length);
    for (let row = 0; row < table.count; row += 1) if (table.kind[row] <= OPAQUE) counts[table.type[row]] += 1;
    const nodes = new Map();
    table.types.forEach((type, index) => {
      if (counts[index] === 0) return;
      const parts = type.split(NESTING);
      parts.forEach((label, depth) => {
        const name = parts.slice(0, depth + 1).join(NESTING);
        const node = nodes.get(name) ?? { name, count: 0, key: parts.slice(0, depth + 1).join('\u0000') };
        nodes.set(name, Object.assign(node, { label, depth, count: node.count + counts[index] }));
      });
    });
    return [...nodes.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  }
}

function isWithin(name, outer) { return name === outer || name.startsWith(outer + NESTING); }

function isPart(name, part) { return `${NESTING}${name}${NESTING}`.includes(`${NESTING}${part}${NESTING}`); }
