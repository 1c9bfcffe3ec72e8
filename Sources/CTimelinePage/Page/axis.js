// The horizontal axis: rows or times to pixels, and back. One mapping for marks, playhead and playback.

import { lastIndexWhere } from './rows.js';
import { secondsText } from './text.js';

/** A window on the steps of a table, counted in rows or in microseconds. */
export class Axis {
  /** @param {StepTable} table */
  constructor(table) {
    this.table = table;
    this.mode = 'steps';
    this.width = 1;
    this.from = this.to = 0;
    this.fit();
  }

  /** The whole recording, with room for half a step at both ends. */
  get domain() {
    const { table } = this;
    if (this.mode === 'steps') return [-1.5, Math.max(table.count, 1) - 0.5];
    const start = table.time(-1);
    const end = Math.max(table.time(table.count - 1), start + 1);
    const margin = (end - start) * 0.01;
    return [start - margin, end + margin];
  }

  get smallestSpan() { return this.mode === 'steps' ? Math.min(8, this.domain[1] - this.domain[0]) : 20; }
  get isFitted() { return this.from <= this.domain[0] && this.to >= this.domain[1]; }

  fit() {
    [this.from, this.to] = this.domain;
    // Whether the window is to show all steps, those to come too.
    this.isWhole = true;
  }

  /** Changes the mode; the window shows the same steps as far as it can. */
  setMode(mode) {
    if (mode === this.mode) return;
    const wasFitted = this.isFitted;
    const rows = [this.rowAtUnit(this.from), this.rowAtUnit(this.to)];
    this.mode = mode;
    if (wasFitted) this.fit();
    else this.setWindow(this.unitOfRow(rows[0]), Math.max(this.unitOfRow(rows[1]), this.unitOfRow(rows[0]) + this.smallestSpan));
  }

  /** Sets the window, moved into the recording. */
  setWindow(from, to) {
    const [least, greatest] = this.domain;
    const span = Math.min(Math.max(to - from, this.smallestSpan), greatest - least);
    const start = Math.min(Math.max(from, least), greatest - span);
    [this.from, this.to] = [start, start + span];
    this.isWhole = this.isFitted;
  }

  /** Zooms by a factor (above 1: closer) around a pixel that keeps its place. */
  zoom(factor, x) {
    const [least, greatest] = this.domain;
    const center = this.unitAt(x);
    const span = Math.min(Math.max((this.to - this.from) / factor, this.smallestSpan), greatest - least);
    const from = center - (span * x) / this.width;
    this.setWindow(from, from + span);
  }

  pan(pixels) {
    const shift = (pixels * (this.to - this.from)) / this.width;
    this.setWindow(this.from + shift, this.to + shift);
  }

  /** Moves the window so that a row is in it; returns whether it moved. */
  reveal(row) {
    const unit = this.unitOfRow(row);
    const margin = (this.to - this.from) * 0.02;
    if (unit >= this.from + (this.mode === 'steps' ? 0 : margin) && unit <= this.to - margin) return false;
    const { from, to } = this;
    if (this.isWhole) this.fit();
    else this.setWindow(unit - (to - from) / 2, unit + (to - from) / 2);
    return this.from !== from || this.to !== to;
  }

  unitOfRow(row) { return this.mode === 'steps' ? row : this.table.time(row); }

  /** The unit of a time; on the axis of steps a time between two steps lies between them. */
  unitOfTime(time) {
    if (this.mode === 'time') return time;
    const row = this.table.rowAtTime(time);
    if (row + 1 >= this.table.count) return row;
    const [start, end] = [this.table.time(row), this.table.time(row + 1)];
    return end > start ? row + Math.min(1, Math.max(0, (time - start) / (end - start))) : row;
  }

  x(unit) { return ((unit - this.from) / (this.to - this.from)) * this.width; }
  xOfRow(row) { return this.x(this.unitOfRow(row)); }
  unitAt(x) { return this.from + (x / this.width) * (this.to - this.from); }

  /** The row nearest to a pixel. */
  rowAt(x) {
    const { table } = this;
    const unit = this.unitAt(x);
    if (this.mode === 'steps') return Math.min(Math.max(Math.round(unit), -1), table.count - 1);
    const row = table.rowAtTime(unit);
    if (row + 1 < table.count && table.time(row + 1) - unit < unit - table.time(row)) return row + 1;
    return row;
  }

  /** The last row at or before a unit. */
  rowAtUnit(unit) {
    if (this.mode === 'steps') return Math.min(Math.max(Math.floor(unit), -1), this.table.count - 1);
    return this.table.rowAtTime(unit);
  }

  /** The rows in the window, with one more on each side: `[first, last]`. */
  visibleRows() {
    return [Math.max(0, this.rowAtUnit(this.from)), Math.min(this.table.count - 1, this.rowAtUnit(this.to) + 1)];
  }

  /** The rows whose place is in a column of pixels: from the first up to, and without, the second. */
  rowsOfColumn(column) { return [column, column + 1].map((x) => lastIndexWhere(this.table.count, (row) => this.xOfRow(row) < x) + 1); }

  /** The pixels between two steps; 0 on an axis of time. */
  get stepWidth() { return this.mode === 'steps' ? this.width / (this.to - this.from) : 0; }

  /** Round positions for labels, at least `distance` pixels apart: `{unit, text}`. */
  ticks(distance) {
    const step = Math.max(1, roundStep(((this.to - this.from) * distance) / this.width));
    return this.mode === 'time' ? this.timeTicks(step) : this.stepTicks(step);
  }

  stepTicks(step) {
    const { table } = this;
    const ticks = [];
    const [first, last] = this.visibleRows();
    if (first > last) return ticks;
    for (let position = Math.ceil(table.seq[first] / step) * step; position <= table.seq[last];) {
      const row = table.rowAt(position);
      if (table.seq[row] === position) ticks.push({ unit: row, text: String(position) });
      // A gap of any length is one row, and is passed at once.
      const next = table.seq[row] === position ? position + step : Math.ceil(table.seq[row + 1] / step) * step;
      position = Math.max(next, position + step);
    }
    return ticks;
  }

  timeTicks(step) {
    const digits = Math.min(6, Math.max(0, Math.ceil(6 - Math.log10(step))));
    const ticks = [];
    const first = Math.ceil(Math.max(this.from, 0) / step) * step;
    // Counted, as adding a step to a time of many digits may not change it.
    const count = Math.min(Math.floor((this.to - first) / step), Math.ceil(this.width));
    for (let index = 0; index <= count; index += 1) {
      const time = first + index * step;
      ticks.push({ unit: time, text: secondsText(time, digits) });
    }
    return ticks;
  }
}

/** The least of 1, 2, 5, 10, 20, … that is not below a value. */
function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= value * 0.999999) return factor * power;
  return 10 * power;
}
