// Pointers on the strip: a drag scrubs, a drag with shift or after a long press selects a range, and others zoom and move the strip.

import { View } from './frames.js';

/** A handle is held where a pointer, or a finger, is at most this many pixels away. */
const HANDLE_REACH = { touch: 22, mouse: 8 };

/** A pointer that moved fewer pixels than this since it was pressed is still. */
const STILL = { touch: 10, mouse: 4 };

/** The milliseconds after which a still finger begins a range. */
const LONG_PRESS = 400;

export class StripPointer extends View {
  /** @param {StripView} strip */
  constructor(strip) {
    super(strip.page);
    this.hover = strip.hover;
    const chart = this.chart = strip.chart;
    this.pointers = new Map();
    // The row where a press with shift began, until it moves.
    this.rangeStart = null;
    chart.addEventListener('pointerdown', (event) => this.down(event));
    chart.addEventListener('pointermove', (event) => this.move(event));
    for (const type of ['pointerup', 'pointercancel']) chart.addEventListener(type, (event) => this.up(event));
    chart.addEventListener('pointerleave', () => this.hover.hide());
    chart.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    chart.addEventListener('dblclick', (event) => this.session.moveAxis((axis) => axis.zoom(3, this.xOf(event))));
  }

  /** The pixel of a pointer. The place of the chart is not measured while something is dragged: that would cost a layout. */
  xOf(event) {
    if (this.pointers.size === 0) this.left = this.chart.getBoundingClientRect().left;
    return event.clientX - this.left;
  }

  /** Whether a pointer holds the start of the comparison: the handle that is nearer. */
  holdsCompared(event) {
    const { axis, row, compared } = this.session;
    if (compared === null) return false;
    const [x, start] = [this.xOf(event), axis.xOfRow(compared)];
    return Math.abs(x - start) <= (HANDLE_REACH[event.pointerType] ?? HANDLE_REACH.mouse) && Math.abs(x - start) < Math.abs(x - axis.xOfRow(row));
  }

  down(event) {
    if (event.button > 1) return;
    const { session } = this;
    const flag = this.flagAt(event);
    if (flag) return session.seek(flag.row);
    this.chart.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.xOf(event));
    this.hover.hide();
    if (this.pointers.size > 1) {
      // The first of two fingers did not mean to scrub.
      if (session.isScrubbing) {
        session.compare(this.before.compared);
        session.seek(this.before.row);
      }
      this.end();
      return;
    }
    this.before = { row: session.row, compared: session.compared };
    this.pressedAt = this.xOf(event);
    if (event.button === 1) this.isPanning = true;
    else if (event.shiftKey) this.rangeStart = session.axis.rowAt(this.pressedAt);
    else {
      this.holdsStart = this.holdsCompared(event);
      this.scrub(event);
      if (event.pointerType === 'touch' && !this.holdsStart) this.longPress = setTimeout(() => this.beginRange(session.row), LONG_PRESS);
    }
  }

  /** The flag of a mark, or its label, below a pointer. */
  flagAt(event) {
    const { layout, flags } = this.hover.painter;
    const x = this.xOf(event);
    return event.shiftKey || event.offsetY < layout.marksTop || event.offsetY >= layout.lanesTop ? undefined : flags.findLast(({ from, to }) => x >= from && x <= to);
  }

  beginRange(row) {
    this.rangeStart = null;
    this.isRange = true;
    this.session.compare(row);
  }

  scrub(event) {
    const { session } = this;
    const row = session.axis.rowAt(this.xOf(event));
    // A click is shown at once: only what follows is scrubbed.
    if (this.holdsStart) session.compare(row);
    else session.seek(row);
    session.isScrubbing = true;
  }

  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (last === undefined) {
      if (event.pointerType !== 'touch') this.hover.draw(this.xOf(event), event.offsetY);
      return;
    }
    const { session } = this;
    const x = this.xOf(event);
    const isStill = Math.abs(x - this.pressedAt) < (STILL[event.pointerType] ?? STILL.mouse);
    if (!isStill) clearTimeout(this.longPress);
    if (this.pointers.size > 1) this.pinch(event.pointerId, x);
    else if (this.isPanning) session.moveAxis((axis) => axis.pan(last - x));
    else if (this.rangeStart !== null) {
      if (!isStill) {
        this.beginRange(this.rangeStart);
        this.scrub(event);
      }
    } else if (session.isScrubbing) this.scrub(event);
    this.pointers.set(event.pointerId, x);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size > 0) return;
    const { session } = this;
    // Shift and a click move the end of the comparison, or begin one at the shown step.
    if (this.rangeStart !== null && event.type === 'pointerup') session.compareTo(this.rangeStart);
    // No range was dragged.
    if (this.isRange && session.compared === session.row) session.compare(this.before.compared);
    this.end();
  }

  /** Ends what the pointers did. */
  end() {
    clearTimeout(this.longPress);
    this.session.isScrubbing = this.holdsStart = this.isPanning = this.isRange = false;
    this.rangeStart = null;
  }

  /** Zooms and pans with two fingers. */
  pinch(id, x) {
    const last = this.pointers.get(id);
    const other = [...this.pointers].find(([key]) => key !== id)[1];
    this.session.moveAxis((axis) => {
      axis.pan((last - x) / 2);
      axis.zoom(Math.max(8, Math.abs(x - other)) / Math.max(8, Math.abs(last - other)), (x + other) / 2);
    });
  }

  wheel(event) {
    const { axis } = this;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways || event.shiftKey) axis.pan((isSideways ? event.deltaX : event.deltaY) * unit);
    else axis.zoom(Math.exp((-event.deltaY * unit) / 300), this.xOf(event));
    this.session.invalidate();
  }
}
