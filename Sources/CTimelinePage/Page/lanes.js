// Which lane of the strip shows a row: one per origin, one for states set from outside.

import { SET, GAP } from './steps-table.js';
import { grown } from './growing.js';

/** More origins than this share the last lane. */
const LANE_LIMIT = 6;

/** The shapes of marks, by lane; with the color they tell lanes apart for everyone. */
export const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'cross', 'ring'];
export const GLYPHS = { circle: '●', square: '■', diamond: '◆', triangle: '▲', cross: '✚', ring: '○', set: '⬒', gap: '▨' };

const SET_LANE_NAME = 'set from outside';

/** The lanes of a table: `{name, shape, count}`, and the lane of each row. */
export class Lanes {
  constructor(table) {
    this.table = table;
    // Counts how often the lanes changed.
    this.version = 0;
    this.arrange();
  }

  /** Computes the lanes anew. */
  arrange() {
    const { table } = this;
    const counts = new Map();
    let sets = 0;
    for (let row = 0; row < table.count; row += 1) {
      if (table.kind[row] === SET) sets += 1;
      else if (table.kind[row] !== GAP) counts.set(table.origin[row], (counts.get(table.origin[row]) ?? 0) + 1);
    }
    const rank = (origin) => ['user', 'effect', 'remote'].indexOf(table.origins[origin]) + 1 || 9;
    const origins = [...counts.keys()].sort((one, other) => rank(one) - rank(other) || counts.get(other) - counts.get(one));
    this.laneOfOrigin = new Map();
    this.lanes = [];
    for (const origin of origins) {
      const index = Math.min(this.lanes.length, LANE_LIMIT - 1);
      this.laneOfOrigin.set(origin, index);
      if (this.lanes[index]) this.lanes[index].name = 'others';
      else this.lanes.push({ name: table.origins[origin] || 'no origin', shape: SHAPES[index], count: 0 });
    }
    this.setLane = sets > 0 ? this.lanes.push({ name: SET_LANE_NAME, shape: 'set', count: 0 }) - 1 : null;
    if (this.lanes.length === 0) this.lanes.push({ name: 'no steps', shape: 'circle', count: 0 });
    this.rows = new Uint8Array(table.count);
    this.count = 0;
    this.version += 1;
    this.extend();
  }

  /** Adds the rows that the table got since; a new origin changes the lanes. */
  extend() {
    const { table } = this;
    this.rows = grown(this.rows, table.count);
    for (let row = this.count; row < table.count; row += 1) {
      const lane = table.kind[row] === SET ? this.setLane : table.kind[row] === GAP ? 0 : this.laneOfOrigin.get(table.origin[row]);
      if (lane === undefined || lane === null) return this.arrange();
      this.rows[row] = lane;
      if (table.kind[row] !== GAP) this.lanes[lane].count += 1;
    }
    this.count = table.count;
  }

  /** The shape of a row's mark. */
  shape(row) { return this.table.kind[row] === GAP ? 'gap' : this.lanes[this.rows[row]].shape; }

  /** The number of the color of a row's mark. */
  color(row) { return this.table.kind[row] === GAP ? 'gap' : this.lanes[this.rows[row]].shape === 'set' ? 'set' : this.rows[row]; }
}
