// Which lane of the strip shows a row: one per origin, or where there is no room for each mark, one for each of the most frequent types; one for
// each kind of row that has none; and lanes of other marks.

import { OPAQUE, SET, GAP } from './steps-table.js';
import { grown } from './rows.js';

/** More origins, or types, than this share the last lane. */
const LANE_LIMIT = { origin: 6, type: 5 };

/** The shapes of marks, by lane; with the color they tell lanes apart for everyone. */
export const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'cross', 'ring'];
export const GLYPHS = {
  circle: '●', square: '■', diamond: '◆', triangle: '▲', cross: '✚', ring: '○', opaque: '◍', set: '⬒', gap: '▨', differs: '≠', torn: '┊',
};

/** The lanes of rows that have none of their origin, by kind. */
const KIND_LANES = new Map([[OPAQUE, ['not encodable', 'opaque']], [SET, ['set from outside', 'set']], [GAP, ['not on file', 'gap']]]);

/** What the tool says of a file whose end is missing. */
const TORN = /is torn|was cut off|whether more steps came/;

/** The lanes of a table: `{name, type, shape, count}`, with a type where it is of one; and the lane of each row. */
export class Lanes {
  /** @param {Timeline} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    this.table = timeline.table;
    // Counts how often the lanes changed.
    this.version = 0;
    // Whether the strip has no room for each mark.
    this.isDense = false;
    this.arrange();
  }

  /** Has lanes of types, or of origins; returns whether they changed. */
  setDense(isDense) {
    if (isDense === this.isDense) return false;
    this.isDense = isDense;
    this.arrange();
    return true;
  }

  /** Computes the lanes anew. */
  arrange() {
    const { table } = this;
    const group = this.isDense ? 'type' : 'origin';
    const names = table[`${group}s`];
    const counts = new Map();
    const kinds = new Set();
    for (let row = 0; row < table.count; row += 1) {
      kinds.add(table.kind[row]);
      if (table.kind[row] === 0) counts.set(table[group][row], (counts.get(table[group][row]) ?? 0) + 1);
    }
    const rank = (index) => (this.isDense ? 0 : ['user', 'effect', 'remote'].indexOf(names[index]) + 1 || 9);
    const indexes = [...counts.keys()].sort((one, other) => rank(one) - rank(other) || counts.get(other) - counts.get(one));
    this.laneOfGroup = new Map();
    this.lanes = [];
    for (const own of indexes) {
      const index = Math.min(this.lanes.length, LANE_LIMIT[group] - 1);
      this.laneOfGroup.set(own, index);
      if (this.lanes[index]) Object.assign(this.lanes[index], { name: 'others', type: null });
      else this.lanes.push({ name: names[own] || `no ${group}`, type: this.isDense ? names[own] : null, shape: SHAPES[index], count: 0 });
    }
    this.laneOfKind = new Map();
    for (const [kind, [name, shape]] of KIND_LANES) if (kinds.has(kind)) this.laneOfKind.set(kind, this.lanes.push({ name, shape, type: null, count: 0 }) - 1);
    // Marks that are not those of rows: where replay and recording differ, and a torn end.
    this.marks = [];
    const { divergence, damage } = this.timeline.summary;
    const mark = (name, shape, row) => this.marks.push({ lane: this.lanes.push({ name, shape, count: 1 }) - 1, shape, row });
    if (divergence) mark('replay differs', 'differs', this.timeline.rowOf(divergence.step));
    if (damage?.some((text) => TORN.test(text))) mark('torn end', 'torn', table.count - 0.5);
    if (this.lanes.length === 0) this.lanes.push({ name: 'no steps', shape: 'circle', count: 0 });
    this.rows = new Uint8Array(table.count);
    this.count = 0;
    this.version += 1;
    this.chunks = this.timeline.chunks;
    this.extend();
  }

  /** Adds the rows that the table got since; a new origin or type, and another recording, change the lanes. */
  extend() {
    const { table } = this;
    if (this.chunks !== this.timeline.chunks) return this.arrange();
    const groups = table[this.isDense ? 'type' : 'origin'];
    this.rows = grown(this.rows, table.count);
    for (let row = this.count; row < table.count; row += 1) {
      const lane = table.kind[row] === 0 ? this.laneOfGroup.get(groups[row]) : this.laneOfKind.get(table.kind[row]);
      if (lane === undefined) return this.arrange();
      this.rows[row] = lane;
      this.lanes[lane].count += 1;
    }
    this.count = table.count;
  }

  /** The shape of a row's mark. */
  shape(row) { return this.lanes[this.rows[row]].shape; }

  /** The name of the color of a lane: its number, or its shape. */
  color(lane) { return SHAPES.includes(this.lanes[lane].shape) ? lane : this.lanes[lane].shape; }
}
