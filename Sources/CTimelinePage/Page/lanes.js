// Which lane of the strip shows a row: one per origin, and one for each kind of row that has none; and lanes of other marks. Where there is
// no room for each mark, each of the most frequent types of a lane has a color.

import { OPAQUE, SET, GAP } from './steps-table.js';
import { grown } from './growing.js';

/** More origins than this share the last lane. */
const LANE_LIMIT = 6;

/** The shapes of marks, by lane; with the color they tell lanes apart for everyone. */
export const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'cross', 'ring'];
export const GLYPHS = {
  circle: '●', square: '■', diamond: '◆', triangle: '▲', cross: '✚', ring: '○', opaque: '◍', set: '⬒', gap: '▨', differs: '≠', torn: '┊',
};

/** The colors of a lane's types: that of the lane, these, and one for all others. */
const TYPE_COLORS = [0, 1, 2, 3, 5];

/** The number of colors of a lane. */
export const COLOR_COUNT = TYPE_COLORS.length + 1;

/** The lanes of rows that have none of their origin, by kind. */
const KIND_LANES = new Map([[OPAQUE, ['not encodable', 'opaque']], [SET, ['set from outside', 'set']], [GAP, ['not on file', 'gap']]]);

/** What the tool says of a file whose end is missing. */
const TORN = /is torn|was cut off|whether more steps came/;

/** The lanes of a table: `{name, shape, count}`, and the lane of each row. */
export class Lanes {
  constructor(timeline) {
    this.timeline = timeline;
    this.table = timeline.table;
    // Counts how often the lanes changed.
    this.version = 0;
    // Whether the strip has no room for each mark.
    this.isDense = false;
    this.arrange();
  }

  /** Computes the lanes anew. */
  arrange() {
    const { table } = this;
    const counts = new Map();
    const kinds = new Set();
    for (let row = 0; row < table.count; row += 1) {
      kinds.add(table.kind[row]);
      if (table.kind[row] === 0) counts.set(table.origin[row], (counts.get(table.origin[row]) ?? 0) + 1);
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
    this.laneOfKind = new Map();
    for (const [kind, [name, shape]] of KIND_LANES) if (kinds.has(kind)) this.laneOfKind.set(kind, this.lanes.push({ name, shape, count: 0 }) - 1);
    // Marks that are not those of rows: where replay and recording differ, and a torn end.
    this.marks = [];
    const { divergence, damage } = this.timeline.summary;
    const mark = (name, shape, row) => this.marks.push({ lane: this.lanes.push({ name, shape, count: 1 }) - 1, shape, row });
    if (divergence) mark('replay differs', 'differs', this.timeline.rowOf(divergence.step));
    if (damage?.some((text) => TORN.test(text))) mark('torn end', 'torn', table.count - 0.5);
    if (this.lanes.length === 0) this.lanes.push({ name: 'no steps', shape: 'circle', count: 0 });
    this.rows = new Uint8Array(table.count);
    // The places of the rows' types among the colors of their lanes.
    this.places = new Uint8Array(table.count);
    this.count = 0;
    this.version += 1;
    this.extend();
  }

  /** Adds the rows that the table got since; a new origin changes the lanes. */
  extend() {
    const { table } = this;
    this.rows = grown(this.rows, table.count);
    for (let row = this.count; row < table.count; row += 1) {
      const lane = table.kind[row] === 0 ? this.laneOfOrigin.get(table.origin[row]) : this.laneOfKind.get(table.kind[row]);
      if (lane === undefined) return this.arrange();
      this.rows[row] = lane;
      this.lanes[lane].count += 1;
    }
    this.placeTypes(this.count);
    this.count = table.count;
  }

  /** Sets the places of the rows' types from a row on. A new type gets the next one, so that no color changes. */
  placeTypes(start) {
    const { table, rows } = this;
    if (start === 0) this.typePlaces = this.rankedTypes();
    this.places = grown(this.places, table.count);
    for (let row = start; row < table.count; row += 1) {
      const places = this.typePlaces[rows[row]];
      this.places[row] = places[table.type[row]] ??= Math.min(Object.keys(places).length, COLOR_COUNT - 1);
    }
  }

  /** By lane, the places of its types by frequency, up to that of all others. */
  rankedTypes() {
    const { table, lanes, rows } = this;
    const counts = lanes.map(() => new Float64Array(table.types.length));
    for (let row = 0; row < table.count; row += 1) counts[rows[row]][table.type[row]] += 1;
    return counts.map((counts) => {
      const types = [...counts.keys()].filter((type) => counts[type] > 0).sort((one, other) => counts[other] - counts[one]);
      const places = [];
      types.forEach((type, place) => { places[type] = Math.min(place, COLOR_COUNT - 1); });
      return places;
    });
  }

  /** The shape of a row's mark. */
  shape(row) { return this.lanes[this.rows[row]].shape; }

  /** The name of the color of a lane: its number, or its shape. */
  color(lane) { return SHAPES.includes(this.lanes[lane].shape) ? lane : this.lanes[lane].shape; }

  /** The name of the color of one of the places of a lane's types. */
  placeColor(lane, place) {
    const own = this.color(lane);
    if (place === 0 || own !== lane) return own;
    return place === COLOR_COUNT - 1 ? 'rest' : TYPE_COLORS.filter((color) => color !== own)[place - 1];
  }

  /** The name of the color that the strip gives a row: that of its lane, or where there is no room for each mark, of its type. */
  rowColor(row) { return this.placeColor(this.rows[row], this.isDense ? this.places[row] : 0); }
}
