// Paints the strip: ruler, bad spans, gaps, marks, causes and steps. Plots are in plot-painter.js.

import { GAP } from './steps-table.js';
import { byId } from './dom.js';
import { View } from './frames.js';
import { SHAPES, GLYPHS } from './lanes.js';
import { RULER_HEIGHT } from './strip-layout.js';
import { paintPlot } from './plot-painter.js';
import { paintDensity, paintShape, paintCrash, paintSlow, strokeLines } from './step-painter.js';
import { lastAtMost } from './rows.js';
import { cutText, durationText, visibleText } from './text.js';

/** A wait of this many microseconds is marked on the axis of steps. */
const WAIT_LIMIT = 20_000;

const BAND_HEIGHT = 5;

/** Steps are drawn one by one if they have this many pixels each, otherwise as a density. */
export const DOT_WIDTH = 3;

export class StripPainter extends View {
  constructor(page) {
    super(page);
    this.context = byId('lanes').getContext('2d');
    this.readColors();
  }

  /** Reads the colors of the style sheet again, after the color scheme changed. */
  readColors() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(`--${name}`).trim();
    this.colors = { lanes: [0, 1, 2, 3, 4, 5].map((index) => color(`lane-${index}`)) };
    for (const name of ['text', 'dim', 'line', 'faint', 'bad', 'bad-hatch', 'plot', 'set', 'accent', 'new', 'slow']) this.colors[name] = color(name);
    this.font = `${style.getPropertyValue('--small')} ${style.getPropertyValue('--sans')}`;
    this.mono = style.getPropertyValue('--mono');
    this.hatches = new Map();
  }

  resize(width, height) {
    const ratio = Math.min(devicePixelRatio || 1, 4);
    this.ratio = ratio;
    this.width = width;
    this.height = height;
    this.context.canvas.width = Math.round(width * ratio);
    this.context.canvas.height = Math.round(height * ratio);
  }

  /** @param search The search of a condition whose spans are shown, or null. */
  paint(layout, dims, search) {
    const { context, ratio, width, height } = this;
    this.layout = layout;
    this.dims = dims;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = this.font;
    context.textBaseline = 'middle';
    const tops = this.session.pins.map((_, index) => Math.round(layout.plotY(index)) + 0.5);
    for (const top of tops) this.line(0, top, width, top, this.colors.line);
    this.paintSpans();
    if (search) this.paintCondition(search);
    this.paintRuler();
    this.paintMarks();
    const [first, last] = this.axis.visibleRows();
    if (first <= last) {
      if (this.lanes.isDense) paintDensity(this, first, last);
      else {
        this.paintCauses(first, last);
        this.paintSteps(first, last);
      }
      paintSlow(this, first, last);
    }
    for (const { lane, shape, row } of this.lanes.marks) this.paintGlyph(shape, Math.min(this.axis.x(this.unitOf(row)), width - 6), layout.laneY(lane), this.color(this.lanes.color(lane)));
    this.session.pins.forEach((history, index) => paintPlot(this, history, layout.plotY(index)));
  }

  hatch(color) {
    let pattern = this.hatches.get(color);
    if (!pattern) {
      const tile = new OffscreenCanvas(8 * this.ratio, 8 * this.ratio);
      const pen = tile.getContext('2d');
      pen.scale(this.ratio, this.ratio);
      pen.strokeStyle = color;
      pen.lineWidth = 1;
      strokeLines(pen, ...[-8, 0, 8].map((shift) => [shift - 1, 9, shift + 9, -1]));
      pattern = this.context.createPattern(tile, 'repeat');
      pattern.setTransform(new DOMMatrix().scale(1 / this.ratio));
      this.hatches.set(color, pattern);
    }
    return pattern;
  }

  line(x0, y0, x1, y1, color) {
    const { context } = this;
    context.strokeStyle = color;
    context.lineWidth = 1;
    strokeLines(context, [x0, y0, x1, y1]);
  }

  /** The pixels that a span of rows covers: from halfway before its first to halfway behind its last. */
  spanPixels(from, to) {
    const { axis, width } = this;
    const half = axis.stepWidth / 2;
    const isLast = to >= this.table.count - 1;
    const x0 = axis.xOfRow(from) - half;
    const x1 = axis.mode === 'time' ? (isLast ? width : axis.xOfRow(to + 1)) : axis.xOfRow(to) + half;
    return [Math.max(x0, -2), Math.min(Math.max(x1, x0 + 1.5), width + 2)];
  }

  /** The place of a mark on the axis: that of a row, or half a step behind the last one. */
  unitOf(row) { return Number.isInteger(row) ? this.axis.unitOfRow(row) : this.axis.mode === 'steps' ? row : this.axis.domain[1]; }

  /** A color by the name that lanes give it. */
  color(name) { return this.colors.lanes[name] ?? this.colors[{ set: 'set', differs: 'bad', torn: 'bad' }[name] ?? 'dim']; }

  /** Paints the character that names a lane, as the mark of a row. */
  paintGlyph(shape, x, y, color, size = 4) {
    const { context } = this;
    context.font = `bold ${Math.round(size * 3.2)}px ${this.mono}`;
    context.textAlign = 'center';
    context.fillStyle = color;
    context.fillText(GLYPHS[shape], x, y);
    context.font = this.font;
  }

  paintSpans() {
    const { context, colors, height, table, layout } = this;
    for (const [row] of table.through) this.paintGap(row);
    for (const [from, to] of this.timeline.badRows()) {
      const [x0, x1] = this.spanPixels(from, to);
      if (x1 <= 0 || x0 >= this.width) continue;
      context.fillStyle = this.hatch(colors['bad-hatch']);
      // Above the marks, so that they are seen as elsewhere.
      context.fillRect(x0, RULER_HEIGHT, x1 - x0, layout.lanesTop - RULER_HEIGHT + 6);
      context.fillStyle = colors.bad;
      context.fillRect(x0, RULER_HEIGHT - 3, x1 - x0, 3);
      this.line(Math.round(x0) + 0.5, RULER_HEIGHT, Math.round(x0) + 0.5, height, colors['bad-hatch']);
    }
  }

  /** A band where a condition holds; hatched where that is not known. */
  paintCondition(search) {
    const { context, colors, axis } = this;
    const [first, last] = axis.visibleRows();
    let painted = -2;
    for (let index = Math.max(lastAtMost(search.rows, first - 1), 0); index < search.rows.length && search.rows[index] <= last; index += 1) {
      const value = search.values[index];
      if (value === false) continue;
      const [x0, x1] = this.spanPixels(search.rows[index], search.lastRow(index));
      if (x1 <= painted) continue;
      context.fillStyle = value === true ? colors.new : this.hatch(colors.dim);
      context.fillRect(Math.max(x0, painted), RULER_HEIGHT + 1, x1 - Math.max(x0, painted), BAND_HEIGHT);
      painted = x1;
    }
  }

  /** Steps that are not on file: a hatched box in their lane. */
  paintGap(row) {
    const [x0, x1] = this.spanPixels(row, row);
    if (x1 <= 0 || x0 >= this.width) return;
    const { context, layout, lanes, colors } = this;
    context.beginPath();
    context.rect(x0, layout.laneY(lanes.rows[row]) - 5, Math.max(x1 - x0, 4), 10);
    context.fillStyle = this.hatch(colors.dim);
    context.fill();
    context.strokeStyle = colors.dim;
    context.lineWidth = 1;
    context.stroke();
  }

  paintRuler() {
    const { context, colors, axis } = this;
    context.textAlign = 'center';
    const taken = [];
    for (const { unit, text } of axis.ticks(axis.mode === 'time' ? 90 : 56)) {
      const x = axis.x(unit);
      this.paintLabel(text, x);
      taken.push(x);
      this.line(Math.round(x) + 0.5, RULER_HEIGHT - 5, Math.round(x) + 0.5, RULER_HEIGHT, colors.faint);
    }
    this.paintWaits(taken);
  }

  paintWaits(taken) {
    const { context, colors, axis, layout, table } = this;
    if (axis.stepWidth < 6) return;
    const [first, last] = axis.visibleRows();
    for (let row = Math.max(first, 0); row <= last; row += 1) {
      const wait = table.wait(row);
      if (wait < WAIT_LIMIT || row === 0) continue;
      const x = axis.x(row - 0.5);
      context.setLineDash([2, 3]);
      this.line(Math.round(x) + 0.5, RULER_HEIGHT, Math.round(x) + 0.5, layout.height, colors.line);
      context.setLineDash([]);
      if (taken.some((other) => Math.abs(other - x) < 42)) continue;
      taken.push(x);
      this.paintLabel(durationText(wait), x);
    }
  }

  /** A label of the ruler, if it is not cut by the border. */
  paintLabel(text, x) {
    if (x < text.length * 3.5 || x > this.width - text.length * 3.5) return;
    this.context.fillStyle = this.colors.dim;
    this.context.fillText(text, x, 10);
  }

  paintMarks() {
    const { context, colors, axis, layout } = this;
    let end = -Infinity;
    const { marks } = this.session;
    // Where flags and their labels are, for the pointer.
    this.flags = [];
    const places = marks.map(({ row, at }) => (at === undefined ? axis.xOfRow(row) : axis.x(axis.unitOfTime(at * 1e6))));
    for (const [index, mark] of marks.entries()) {
      const x = places[index];
      if (x < -200 || x > this.width) continue;
      const y = layout.marksTop + 9;
      this.flags.push({ row: mark.row, from: x - 4, to: x + 10 });
      context.fillStyle = mark.at === undefined ? colors.text : colors.accent;
      context.fillRect(x, layout.marksTop + 2, 1.5, layout.lanesTop - layout.marksTop + 6);
      context.beginPath();
      context.moveTo(x, y - 6);
      context.lineTo(x + 7, y - 2.5);
      context.lineTo(x, y + 1);
      context.fill();
      if (x < end || places[index + 1] - x < 30) continue;
      // The label ends before the next mark; where it does not fit before the border, it is on the other side, if that is free.
      const text = cutText(visibleText(mark.text, 40), Math.floor(((places[index + 1] ?? Infinity) - x - 16) / 6.5));
      const { width } = context.measureText(text);
      const isCut = x + 10 + width > this.width;
      if (isCut && x - 5 - width < (places[index - 1] ?? 0) + 10) continue;
      context.fillStyle = colors.text;
      context.textAlign = isCut ? 'right' : 'left';
      context.fillText(text, isCut ? x - 5 : x + 10, y);
      Object.assign(this.flags.at(-1), isCut ? { from: x - 5 - width } : { to: x + 10 + width });
      end = x + 16 + width;
    }
  }

  paintCauses(first, last) {
    const { context, axis, layout, lanes, table } = this;
    context.lineWidth = 1;
    context.globalAlpha = 0.45;
    for (let row = first; row <= last; row += 1) {
      const cause = table.cause[row];
      if (cause < 0) continue;
      const [x0, x1] = [axis.xOfRow(cause), axis.xOfRow(row)];
      const [y0, y1] = [layout.laneY(lanes.rows[cause]), layout.laneY(lanes.rows[row])];
      context.strokeStyle = this.color(lanes.color(lanes.rows[row]));
      context.beginPath();
      context.moveTo(x0, y0);
      if (y0 === y1) context.quadraticCurveTo((x0 + x1) / 2, y0 - 9, x1, y1);
      else context.bezierCurveTo(x0, y1, x0 + Math.min(14, x1 - x0), y1, x1, y1);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  paintSteps(first, last) {
    const { axis, layout, lanes, table, context, dims } = this;
    const size = axis.mode === 'time' ? 4 : Math.min(4, Math.max(1.2, axis.stepWidth * 0.32));
    const crash = this.timeline.crashRow;
    for (let row = first; row <= last; row += 1) {
      if (table.kind[row] === GAP) continue;
      const lane = lanes.rows[row];
      context.globalAlpha = dims && dims(row) ? 0.28 : 1;
      const shape = lanes.shape(row);
      const color = context.fillStyle = context.strokeStyle = this.color(lanes.color(lane));
      const [x, y] = [axis.xOfRow(row), layout.laneY(lane)];
      if (row === crash) paintCrash(context, this.colors.bad, x, y);
      else if (SHAPES.includes(shape)) paintShape(context, shape, x, y, size);
      else this.paintGlyph(shape, x, y, color, size);
    }
    context.globalAlpha = 1;
  }
}
