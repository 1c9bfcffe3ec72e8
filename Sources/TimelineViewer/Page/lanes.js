// Which lane of the strip shows a row: one per origin, one for states set from outside.

import { SET, GAP } from './steps-table.js';

/** More origins than this share the last lane. */
const LANE_LIMIT = 6;

/** The shapes of marks, by lane; with the color they tell lanes apart for everyone. */
export const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'cross', 'ring'];
export const GLYPHS = { circle: '●', square: '■', diamond: '◆', triangle: '▲', cross: '✚', ring: '○', set: '⬒', gap: '▨' };

const SET_LANE_NAME = 'set from outside';

/** The lanes of a table: `{name, shape, count}`, and the lane of each row. */
export class Lanes {
  constructor(table) {
    const counts = new Map();
    let sets = 0;
    for (let row = 0; row < table.count; row += 1) {
      if (table.kind[row] === SET) sets += 1;
      else if (table.kind[row] !== GAP) counts.set(table.origin[row], (counts.get(table.origin[row]) ?? 0) + 1);
    }
    const rank = (origin) => ['user', 'effect', 'remote'].indexOf(table.origins[origin]) + 1 || 9;
    const origins = [...counts.keys()].sort((one, other) => rank(one) - rank(other) || counts.get(other) - counts.get(one));
    const laneOfOrigin = new Map();
    this.lanes = [];
    for (const origin of origins) {
      const index = Math.min(this.lanes.length, LANE_LIMIT - 1);
      laneOfOrigin.set(origin, index);
      const lane = this.lanes[index];
      if (lane && index === LANE_LIMIT - 1) {
        lane.name = 'others';
        lane.count += counts.get(origin);
      } else this.lanes.push({ name: table.origins[origin] || 'no origin', shape: SHAPES[index], count: counts.get(origin) });
    }
    if (sets > 0) this.lanes.push({ name: SET_LANE_NAME, shape: 'set', count: sets });
    if (this.lanes.length === 0) this.lanes.push({ name: 'no steps', shape: 'circle', count: 0 });
    this.rows = new Uint8Array(table.count);
    const last = this.lanes.length - 1;
    for (let row = 0; row < table.count; row += 1) {
      this.rows[row] = table.kind[row] === SET ? last : laneOfOrigin.get(table.origin[row]) ?? 0;
    }
    this.table = table;
  }

  /** The shape of a row's mark. */
  shape(row) { return this.table.kind[row] === GAP ? 'gap' : this.lanes[this.rows[row]].shape; }

  /** The number of the color of a row's mark. */
  color(row) { return this.table.kind[row] === GAP ? 'gap' : this.lanes[this.rows[row]].shape === 'set' ? 'set' : this.rows[row]; }
}
