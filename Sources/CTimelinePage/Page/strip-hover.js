// What is below the pointer on the strip: a step, or the steps of a pixel by type, and the values of pinned paths there.

import { element, byId, setText } from './dom.js';
import { View } from './frames.js';
import { GLYPHS } from './lanes.js';
import { pinnedAt } from './strip-gutter.js';
import { Counts } from './range-statistics.js';
import { durationText, secondsText, countText, groupedText, visibleText } from './text.js';

/** More types than this are counted. */
const SHOWN_TYPES = 4;

/** A step is below the pointer when it is nearer than this many pixels. */
const REACH = 24;

export class StripHover extends View {
  box = byId('hover');
  line = byId('hover-line');
  get painter() { return this.page.strip.painter; }

  hide() { this.box.hidden = this.line.hidden = true; }

  /** Draws what is at a place of the strip. */
  draw(x, y) {
    const { axis } = this;
    const nearest = axis.rowAt(x);
    const isNear = Math.abs(axis.xOfRow(nearest) - x) < REACH || axis.stepWidth < 3;
    const row = isNear ? nearest : axis.rowAtUnit(axis.unitAt(x));
    const place = isNear ? axis.xOfRow(row) : x;
    this.box.hidden = !isNear;
    if (isNear) {
      const rows = this.lanes.isDense ? this.rowsAt(Math.floor(x), y) : [];
      if (rows.length > 1) this.box.replaceChildren(...this.types(rows));
      else this.box.textContent = this.step(row);
      const width = this.box.offsetWidth;
      this.box.style.transform = `translateX(${Math.round(Math.min(Math.max(place - width / 2, 0), axis.width - width))}px)`;
    }
    this.drawValues(row, place);
  }

  /** The rows of a pixel column that are not dimmed: of the lane at a height if it has any there, otherwise of all lanes. */
  rowsAt(column, y) {
    const { lanes, painter } = this;
    const { lanesTop, laneHeight } = painter.layout;
    const [first, end] = this.session.axis.rowsOfColumn(column);
    const rows = [];
    for (let row = first; row < end; row += 1) if (!painter.dims?.(row)) rows.push(row);
    const lane = Math.floor((y - lanesTop) / laneHeight);
    const own = rows.filter((row) => lanes.rows[row] === lane);
    return own.length > 0 ? own : rows;
  }

  /** The types of some rows, with their marks. */
  types(rows) {
    const { lanes, session } = this;
    const { table } = session.timeline;
    const counts = new Counts();
    for (const row of rows) counts.add(lanes.rows[row] + 256 * table.type[row], row);
    const types = counts.sorted();
    const parts = types.slice(0, SHOWN_TYPES).map(({ row, count }) => element('span', { class: 'part' },
      element('span', { class: `glyph lane-${lanes.color(lanes.rows[row])}` }, GLYPHS[lanes.shape(row)]), ` ${groupedText(count)} × ${visibleText(table.typeName(row), 40)}`));
    const rest = types.length - SHOWN_TYPES;
    if (rest > 0) parts.push(element('span', { class: 'part' }, `and ${countText(rest, 'more type')}`));
    return [`${table.seq[rows[0]]} to ${table.position(rows.at(-1))}`, ...parts];
  }

  /** A line about a step. */
  step(row) {
    const { table, timeline } = this;
    if (row < 0) return `Position ${timeline.positionOf(row)}, before the first step`;
    const notes = this.session.marks.filter((mark) => mark.row === row).map((mark) => ` · ⚑ ${visibleText(mark.text, 80)}`).join('');
    return `${timeline.positionOf(row)}  ${visibleText(table.typeName(row), 60)} · ${visibleText(table.originName(row) || 'no origin', 30)} · ${secondsText(table.time(row))}${
      table.changes[row] >= 0 ? ` · ${countText(table.changes[row], 'change')}` : ''}${table.took.has(row) ? ` · took ${durationText(table.took.get(row))}` : ''}${notes}`;
  }

  /** The values after a row, each in the lane of its path, beside a line. */
  drawValues(row, x) {
    const { axis, line, painter, session: { pins } } = this;
    line.hidden = pins.length === 0;
    if (line.hidden) return;
    if (line.children.length !== pins.length) line.replaceChildren(...pins.map(() => element('span', {})));
    pins.forEach((history, index) => {
      const tag = line.children[index];
      setText(tag, pinnedAt(history, row));
      tag.style.top = `${painter.layout.plotY(index) + 3}px`;
    });
    line.classList.toggle('left', x > axis.width / 2);
    line.style.transform = `translateX(${Math.round(x)}px)`;
  }
}
