// The strip: the painted lanes, their names, the playhead, and the range of a comparison.

import { byId, setText, setAttribute, setClass, onClick, announce } from './dom.js';
import { View, isNew } from './frames.js';
import { StripPainter, DOT_WIDTH } from './strip-painter.js';
import { StripGutter } from './strip-gutter.js';
import { stripLayout } from './strip-layout.js';
import { StripHover } from './strip-hover.js';
import { StripPointer } from './strip-pointer.js';
import { visibleText } from './text.js';

export class StripView extends View {
  constructor(page) {
    super(page);
    this.chart = byId('chart');
    this.painter = new StripPainter(page);
    this.gutter = new StripGutter(page);
    this.playhead = byId('playhead');
    this.label = byId('playhead-label');
    this.other = byId('compared');
    this.otherLabel = byId('compared-label');
    this.app = byId('app-place');
    this.window = byId('window');
    new ResizeObserver(() => {
      this.chartWidth = this.chart.clientWidth;
      this.session.invalidate();
    }).observe(this.chart);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.painter.readColors();
      this.session.invalidate();
    });
    this.hover = new StripHover(page);
    new StripPointer(this);
  }

  /** Sets the heights and the size of the canvas. */
  place() {
    const { session, chart, painter } = this;
    const isNarrow = matchMedia('(max-width: 760px)').matches;
    const hasMarks = session.marks.length > 0;
    this.layout = stripLayout(this.lanes.lanes.length, session.pins.length, hasMarks, isNarrow, matchMedia('(max-height: 600px)').matches);
    // To measure it costs a layout.
    const width = this.chartWidth ??= chart.clientWidth;
    this.gutter.place(this.layout);
    session.axis.width = Math.max(1, width);
    const { height } = this.layout;
    if (painter.width === width && painter.height === height && painter.ratio === Math.min(devicePixelRatio || 1, 4)) return;
    chart.style.height = `${height}px`;
    painter.resize(width, height);
  }

  draw() {
    const { session, lanes, painter, page: { steps } } = this;
    const { axis, row, timeline, pins } = session;
    if (isNew(this, 'row', row, timeline.chunks) && !session.isScrubbing) axis.reveal(row);
    const place = [axis.from, axis.to, axis.mode, this.chartWidth];
    if (isNew(this, 'axis', ...place)) this.hover.hide();
    const [first, last] = axis.visibleRows();
    // The marks of the lists are those of the lanes.
    if (lanes.setDense((last - first + 1) * DOT_WIDTH > axis.width)) session.invalidate();
    // A history that is neither pinned nor a filter is not on the strip; new rows behind the window only change its share of the whole.
    const found = (pins.length > 0 || steps.isFiltered) && session.walks.version;
    if (isNew(this, 'strip', ...place, devicePixelRatio, painter.colors, lanes.version, pins, session.marks, steps.dims, steps.search.condition, found, timeline.summary.bad, timeline.table.slow.length, axis.rowAtUnit(axis.to))) {
      this.place();
      painter.paint(this.layout, steps.dims, steps.search.condition);
    }
    this.drawWindow();
    this.drawPlayhead();
    this.gutter.drawValues();
    if (isNew(this, 'rest', session.isAtRest) && session.isAtRest) this.announceStep();
  }

  /** Announces a step at rest. The slider does so itself while it has the focus, and the verdict comes first. */
  announceStep() {
    const isNew = this.announcedRow !== undefined && this.announcedRow !== this.session.row;
    this.announcedRow = this.session.row;
    if (isNew && document.activeElement !== this.chart) announce(this.stepText);
  }

  drawPlayhead() {
    const { axis, session, layout, chart, timeline } = this;
    const x = axis.xOfRow(session.row);
    this.playhead.hidden = x < -1 || x > axis.width + 1;
    this.playhead.style.transform = `translateX(${Math.round(x)}px)`;
    setText(this.label, String(timeline.positionOf(session.row)));
    // The label stays inside the chart.
    const half = 8 + this.label.shownText.length * 4;
    this.label.style.transform = `translateX(calc(-50% + ${Math.round(Math.max(half - x, 0) + Math.min(axis.width - half - x, 0))}px))`;
    this.other.hidden = session.compared === null;
    if (session.compared !== null) this.drawCompared(x, axis.xOfRow(session.compared));
    this.app.hidden = session.appPosition === null;
    if (session.appPosition !== null) this.app.style.transform = `translateX(${Math.round(axis.xOfRow(timeline.rowOf(session.appPosition)))}px)`;
    setAttribute(chart, 'aria-valuemin', timeline.summary.first);
    setAttribute(chart, 'aria-valuemax', timeline.summary.last);
    setAttribute(chart, 'aria-valuenow', timeline.positionOf(session.row));
    const type = session.row < 0 ? '' : `: ${visibleText(timeline.table.typeName(session.row), 80)}`;
    this.stepText = `Step ${timeline.positionOf(session.row)} of ${timeline.summary.last}${type}`;
    setAttribute(chart, 'aria-valuetext', this.stepText);
    setClass(this.playhead, timeline.crashRow === session.row ? 'playhead crashed' : 'playhead');
    if (layout) this.playhead.style.height = `${layout.height}px`;
  }

  /** The span between both handles, with the start of the comparison at one of its borders. */
  drawCompared(x, start) {
    const inside = (place) => Math.round(Math.min(Math.max(place, -9), this.session.axis.width + 9));
    const [left, right] = [inside(Math.min(x, start)), inside(Math.max(x, start))];
    this.other.style.transform = `translateX(${left}px)`;
    this.other.style.width = `${right - left}px`;
    setClass(this.other, start <= x ? 'compared' : 'compared backward');
    setText(this.otherLabel, String(this.timeline.positionOf(this.session.compared)));
  }

  /** The part of the recording that is in the window, as a bar below the strip. */
  drawWindow() {
    const { axis } = this;
    const [least, greatest] = axis.domain;
    this.window.parentElement.hidden = axis.isFitted;
    const span = greatest - least;
    this.window.style.width = `${Math.max(0.5, ((axis.to - axis.from) / span) * 100)}%`;
    this.window.style.left = `${((axis.from - least) / span) * 100}%`;
  }
}

/** The buttons of the axis, and its keys: zoom, pan, mode. */
export class AxisControls extends View {
  constructor(page) {
    super(page);
    for (const mode of ['steps', 'time']) onClick(`axis-${mode}`, () => this.setMode(mode));
  }

  setMode(mode) {
    this.session.moveAxis((axis, row) => {
      axis.setMode(mode);
      axis.reveal(row);
    });
  }

  toggleMode() { this.setMode(this.session.axis.mode === 'steps' ? 'time' : 'steps'); }

  /** Zooms around the playhead if it is in the window, otherwise around the middle. */
  zoom(factor) {
    this.session.moveAxis((axis, row) => {
      const x = axis.xOfRow(row);
      axis.zoom(factor, x >= 0 && x <= axis.width ? x : axis.width / 2);
    });
  }

  pan(part) { this.session.moveAxis((axis) => axis.pan(part * axis.width)); }
  fit() { this.session.moveAxis((axis) => axis.fit()); }

  draw() {
    for (const mode of ['steps', 'time']) setAttribute(byId(`axis-${mode}`), 'aria-pressed', this.session.axis.mode === mode);
    byId('zoom-fit').disabled = this.session.axis.isFitted;
  }
}
