// The strip: the painted lanes, their names, the playhead, and pointer input.

import { byId, setText, setAttribute, setClass, onClick, isAny, announce } from './dom.js';
import { StripPainter } from './strip-painter.js';
import { StripGutter } from './strip-gutter.js';
import { stripLayout } from './strip-layout.js';
import { secondsText, countText, visibleText } from './text.js';

/** A handle is held where a pointer, or a finger, is at most this many pixels away. */
const HANDLE_REACH = { touch: 22, mouse: 8 };

export class StripView {
  constructor(session, lanes) {
    this.session = session;
    this.lanes = lanes;
    this.chart = byId('chart');
    this.painter = new StripPainter(byId('lanes'), session, lanes);
    this.gutter = new StripGutter(session, lanes);
    this.playhead = byId('playhead');
    this.label = byId('playhead-label');
    this.other = byId('compared');
    this.otherLabel = byId('compared-label');
    this.app = byId('app-place');
    this.hover = byId('hover');
    this.window = byId('window');
    this.pointers = new Map();
    new ResizeObserver(() => {
      this.chartWidth = null;
      session.invalidate('axis');
    }).observe(this.chart);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.painter.readColors();
      session.invalidate('axis');
    });
    this.listen();
  }

  /** Sets the heights and the size of the canvas; returns whether something changed. */
  place() {
    const { session, chart } = this;
    const isNarrow = matchMedia('(max-width: 760px)').matches;
    const hasMarks = session.marks.length > 0;
    this.layout = stripLayout(this.lanes.lanes.length, session.pins.length, hasMarks, isNarrow);
    const height = this.layout.height;
    if (this.placedHeight !== height) {
      chart.style.height = `${height}px`;
      this.placedHeight = height;
    }
    // To measure it costs a layout.
    const width = this.chartWidth ??= chart.clientWidth;
    this.gutter.place(this.layout);
    session.axis.width = Math.max(1, width);
    if (this.painter.width !== width || this.painter.height !== height || this.painter.ratio !== Math.min(devicePixelRatio || 1, 4)) {
      this.painter.resize(width, height);
    }
  }

  draw(dirty) {
    const { session } = this;
    const { axis, row } = session;
    // A history that is neither pinned nor a filter is not on the strip.
    const isOnStrip = session.pins.length > 0 || this.steps?.isFiltered;
    let isRepainted = isAny(dirty, 'axis', 'pins', 'bookmarks', 'list', 'bad') || (dirty.has('history') && isOnStrip);
    // New rows behind the window only change its share of the whole.
    if (dirty.has('rows') && axis.rowAtUnit(axis.to) >= this.paintedRows) isRepainted = true;
    if (dirty.has('row') && !session.isScrubbing && axis.reveal(row)) isRepainted = true;
    if (this.lanes.version !== this.paintedLanes) isRepainted = true;
    if (isRepainted) {
      this.paintedLanes = this.lanes.version;
      this.place();
      this.painter.paint(this.layout, this.steps?.dims ?? null);
      this.paintedRows = session.timeline.count;
    }
    if (isRepainted || dirty.has('rows')) this.drawWindow();
    if (isRepainted || isAny(dirty, 'row', 'rows', 'compared', 'travel')) this.drawPlayhead();
    if (isRepainted || isAny(dirty, 'row', 'rows')) this.gutter.drawValues();
    if (dirty.has('rest') && session.isAtRest) this.announceStep();
  }

  /** Announces a step at rest. The slider does so itself while it has the focus, and the verdict comes first. */
  announceStep() {
    const isNew = this.announcedRow !== undefined && this.announcedRow !== this.session.row;
    this.announcedRow = this.session.row;
    if (isNew && document.activeElement !== this.chart) announce(this.stepText);
  }

  drawPlayhead() {
    const { session, layout, chart } = this;
    const { axis, timeline } = session;
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
    setText(this.otherLabel, String(this.session.timeline.positionOf(this.session.compared)));
  }

  /** Whether a pointer holds the start of the comparison: the handle that is nearer. */
  holdsCompared(event) {
    const { axis, row, compared } = this.session;
    if (compared === null) return false;
    const [x, start] = [this.xOf(event), axis.xOfRow(compared)];
    return Math.abs(x - start) <= (HANDLE_REACH[event.pointerType] ?? HANDLE_REACH.mouse) && Math.abs(x - start) < Math.abs(x - axis.xOfRow(row));
  }

  /** The part of the recording that is in the window, as a bar below the strip. */
  drawWindow() {
    const { axis } = this.session;
    const [least, greatest] = axis.domain;
    this.window.parentElement.hidden = axis.isFitted;
    const span = greatest - least;
    this.window.style.width = `${Math.max(0.5, ((axis.to - axis.from) / span) * 100)}%`;
    this.window.style.left = `${((axis.from - least) / span) * 100}%`;
  }

  listen() {
    const { chart } = this;
    chart.addEventListener('pointerdown', (event) => this.down(event));
    chart.addEventListener('pointermove', (event) => this.move(event));
    chart.addEventListener('pointerup', (event) => this.up(event));
    chart.addEventListener('pointercancel', (event) => this.up(event));
    chart.addEventListener('pointerleave', () => { this.hover.hidden = true; });
    chart.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    chart.addEventListener('dblclick', (event) => {
      this.session.axis.zoom(3, this.xOf(event));
      this.session.invalidate('axis');
    });
  }

  /** The pixel of a pointer. The place of the chart is not measured while something is dragged: that would cost a layout. */
  xOf(event) {
    if (this.pointers.size === 0) this.left = this.chart.getBoundingClientRect().left;
    return event.clientX - this.left;
  }

  down(event) {
    if (event.button > 1) return;
    this.chart.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.xOf(event));
    this.hover.hidden = true;
    if (this.pointers.size > 1) {
      // The first of two fingers did not mean to scrub.
      if (this.holdsStart) this.session.compare(this.rowBefore);
      else if (this.session.isScrubbing) this.session.seek(this.rowBefore);
      this.session.isScrubbing = this.holdsStart = false;
    } else if (event.shiftKey || event.button === 1) [this.isPanning, this.pressedAt] = [true, this.xOf(event)];
    else {
      this.holdsStart = this.holdsCompared(event);
      this.scrub(event);
    }
  }

  scrub(event) {
    const { session } = this;
    if (!session.isScrubbing) this.rowBefore = this.holdsStart ? session.compared : session.row;
    const row = session.axis.rowAt(this.xOf(event));
    // A click is shown at once: only what follows is scrubbed.
    if (this.holdsStart) session.compare(row);
    else session.seek(row);
    session.isScrubbing = true;
  }

  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (last === undefined) {
      if (event.pointerType !== 'touch') this.drawHover(event);
      return;
    }
    const x = this.xOf(event);
    if (this.pointers.size > 1) this.pinch(event.pointerId, x);
    else if (this.isPanning) {
      this.session.axis.pan(last - x);
      this.session.invalidate('axis');
    } else if (this.session.isScrubbing) this.scrub(event);
    this.pointers.set(event.pointerId, x);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size > 0) return;
    // Shift and a drag move the strip; shift and a click compare.
    if (this.isPanning && event.type === 'pointerup' && event.button === 0 && Math.abs(this.xOf(event) - this.pressedAt) < 4) this.session.compareTo(this.session.axis.rowAt(this.xOf(event)));
    this.session.isScrubbing = this.holdsStart = this.isPanning = false;
  }

  /** Zooms and pans with two fingers. */
  pinch(id, x) {
    const last = this.pointers.get(id);
    const other = [...this.pointers].find(([key]) => key !== id)[1];
    const { axis } = this.session;
    axis.pan((last - x) / 2);
    axis.zoom(Math.max(8, Math.abs(x - other)) / Math.max(8, Math.abs(last - other)), (x + other) / 2);
    this.session.invalidate('axis');
  }

  wheel(event) {
    const { axis } = this.session;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways || event.shiftKey) axis.pan((isSideways ? event.deltaX : event.deltaY) * unit);
    else axis.zoom(Math.exp((-event.deltaY * unit) / 300), this.xOf(event));
    this.session.invalidate('axis');
  }

  /** A line about the step below the pointer. */
  drawHover(event) {
    const { axis, timeline } = this.session;
    const { table } = timeline;
    const x = this.xOf(event);
    const row = axis.rowAt(x);
    const place = axis.xOfRow(row);
    const isNear = Math.abs(place - x) < 24 || axis.stepWidth < 3;
    this.hover.hidden = !isNear;
    if (!isNear) return;
    const text = row < 0 ? `Position ${timeline.positionOf(row)}, before the first step`
      : `${timeline.positionOf(row)}  ${visibleText(table.typeName(row), 60)} · ${visibleText(table.originName(row) || 'no origin', 30)} · ${secondsText(table.time(row))}${
        table.changes[row] >= 0 ? ` · ${countText(table.changes[row], 'change')}` : ''}`;
    const notes = this.session.marks.filter((mark) => mark.row === row).map((mark) => ` · ⚑ ${visibleText(mark.text, 80)}`);
    setText(this.hover, text + notes.join(''));
    const width = this.hover.offsetWidth;
    this.hover.style.transform = `translateX(${Math.round(Math.min(Math.max(place - width / 2, 0), axis.width - width))}px)`;
  }
}

/** The buttons of the axis, and its keys: zoom, pan, mode. */
export class AxisControls {
  constructor(session) {
    this.session = session;
    this.steps = byId('axis-steps');
    this.time = byId('axis-time');
    this.steps.addEventListener('click', () => this.setMode('steps'));
    this.time.addEventListener('click', () => this.setMode('time'));
    onClick('zoom-in', () => this.zoom(1.6));
    onClick('zoom-out', () => this.zoom(1 / 1.6));
    onClick('zoom-fit', () => this.fit());
  }

  setMode(mode) {
    this.session.axis.setMode(mode);
    this.session.axis.reveal(this.session.row);
    this.session.invalidate('axis');
  }

  toggleMode() { this.setMode(this.session.axis.mode === 'steps' ? 'time' : 'steps'); }

  /** Zooms around the playhead if it is in the window, otherwise around the middle. */
  zoom(factor) {
    const { axis, row } = this.session;
    const x = axis.xOfRow(row);
    axis.zoom(factor, x >= 0 && x <= axis.width ? x : axis.width / 2);
    this.session.invalidate('axis');
  }

  pan(part) {
    this.session.axis.pan(part * this.session.axis.width);
    this.session.invalidate('axis');
  }

  fit() {
    this.session.axis.fit();
    this.session.invalidate('axis');
  }

  draw(dirty) {
    if (!isAny(dirty, 'axis', 'rows', 'row')) return;
    setAttribute(this.steps, 'aria-pressed', this.session.axis.mode === 'steps');
    setAttribute(this.time, 'aria-pressed', this.session.axis.mode === 'time');
    byId('zoom-fit').disabled = this.session.axis.isFitted;
  }
}
