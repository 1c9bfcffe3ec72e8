// A list of any length that keeps its own scroll position: browsers cap the height of an element at about 33 million device pixels.

import { element, setAttribute } from './dom.js';

/** Lists are printed up to this many rows. */
const PRINTED_ROWS = 400;

export class VirtualList {
  /**
   * @param container An element with a height of its own, focusable, with a role.
   * @param options `create()` returns the element of a row; `update(node, index)` fills it; `onclick(index, event)`;
   *   `onrender(from, to)` after rows were drawn.
   */
  constructor(container, { create, update, onclick = () => {}, onrender = () => {} }) {
    this.container = container;
    this.options = { create, update, onclick, onrender };
    this.count = 0;
    this.top = 0;
    this.active = -1;
    // Whether the active row keeps its place at a third of the height when that changes.
    this.isPlaced = false;
    this.first = this.base = 0;
    this.pool = [];
    this.layer = element('div', { class: 'rows', role: 'presentation' });
    this.thumb = element('div', { class: 'thumb' });
    this.bar = element('div', { class: 'scrollbar', 'aria-hidden': 'true' }, this.thumb);
    container.append(this.layer, this.bar);
    this.frame = 0;
    this.measure();
    new ResizeObserver(() => {
      const wasVisible = this.height === 0 || this.isVisible(this.active);
      this.measure();
      if (this.isPlaced) this.place();
      else if (wasVisible) this.reveal(this.active);
      this.refresh();
    }).observe(container);
    container.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    container.addEventListener('click', (event) => this.click(event));
    this.listenToThumb();
    this.listenToTouch();
    // On paper nothing scrolls.
    addEventListener('beforeprint', () => this.setHeight(`calc(var(--row) * ${Math.min(this.count, PRINTED_ROWS)})`));
    addEventListener('afterprint', () => this.setHeight(''));
  }

  setHeight(height) {
    this.container.style.height = height;
    this.measure();
    this.clamp();
    this.reveal(this.active);
    this.draw();
  }

  measure() {
    this.height = this.container.clientHeight;
    const style = getComputedStyle(this.container);
    this.rowHeight = Number.parseFloat(style.getPropertyValue('--row')) || 24;
    // Text is cut to this many characters, so that no more is laid out than can be seen.
    this.columns = Math.max(16, Math.floor(this.container.clientWidth / (Number.parseFloat(style.getPropertyValue('--code')) * 0.6)));
  }

  get maximum() { return Math.max(0, this.count * this.rowHeight - this.height); }

  /** The first and last rows that are at least partly visible. */
  get visible() {
    return [Math.max(0, Math.floor(this.top / this.rowHeight)), Math.min(this.count, Math.ceil((this.top + this.height) / this.rowHeight)) - 1];
  }

  /** How many rows a key of the keyboard moves by: one, a page, or all; null for other keys. */
  rowsOf(key) {
    const page = Math.max(1, Math.floor(this.height / this.rowHeight) - 1);
    return { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, End: this.count, Home: -this.count }[key] ?? null;
  }

  setCount(count) { this.count = count; }

  /** Moves the scroll position into the list, after it was set from outside. */
  clamp() { this.top = Math.min(Math.max(this.top, 0), this.maximum); }

  scrollTo(top) {
    const place = Math.min(Math.max(top, 0), this.maximum);
    this.isPlaced = false;
    if (place === this.top) return;
    this.top = place;
    this.refresh();
  }

  /** Whether a row is in view as a whole. */
  isVisible(index) {
    const y = this.offsetOf(index);
    return index >= 0 && y >= 0 && y + this.rowHeight <= this.height;
  }

  /** Scrolls a row into view, as little as possible if it is near, otherwise to the middle. */
  reveal(index) {
    this.isPlaced = false;
    if (index < 0 || this.height === 0) return;
    if (this.isVisible(index)) return;
    const y = index * this.rowHeight;
    const isNear = y > this.top - 4 * this.rowHeight && y < this.top + this.height + 4 * this.rowHeight;
    if (!isNear) this.top = y - (this.height - this.rowHeight) / 2;
    else this.top = y < this.top ? y : y + this.rowHeight - this.height;
    if (!isNear) this.top -= this.top % this.rowHeight;
    this.clamp();
    this.refresh();
  }

  /** Scrolls the active row to a third of the height; also in a list that is shown or resized later, until it is scrolled. */
  place() {
    this.isPlaced = this.active >= 0;
    if (!this.isPlaced) return;
    this.top = (this.active - Math.floor(this.height / this.rowHeight / 3)) * this.rowHeight;
    this.clamp();
    this.refresh();
  }

  /** The distance of a row from the top of the container. */
  offsetOf(index) { return index * this.rowHeight - this.top; }

  /** Draws once before the next frame. */
  refresh() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const needed = Math.min(this.count, Math.ceil(this.height / this.rowHeight) + 1);
    while (this.pool.length < needed) {
      const node = this.options.create();
      node.id = `${this.container.id}-row-${this.pool.length}`;
      this.pool.push(node);
      this.layer.append(node);
    }
    const first = Math.max(0, Math.min(Math.floor(this.top / this.rowHeight), this.count - needed));
    let activeId = null;
    const size = this.pool.length;
    // Near the last place, a row keeps its element; after a jump, the elements keep their places.
    if (Math.abs(first - this.first) >= size) this.base = first;
    this.first = first;
    for (let place = 0; place < size; place += 1) {
      const index = first + ((((place + this.base - first) % size) + size) % size);
      const node = this.pool[place];
      const isShown = index < Math.min(this.count, first + needed);
      if (node.hidden === isShown) node.hidden = !isShown;
      node.index = isShown ? index : -1;
      if (!isShown) continue;
      const transform = `translateY(${this.offsetOf(index)}px)`;
      if (node.place !== transform) node.style.transform = node.place = transform;
      this.options.update(node, index);
      if (index === this.active) activeId = node.id;
    }
    setAttribute(this.container, 'aria-activedescendant', activeId);
    this.drawThumb();
    this.options.onrender(first, Math.min(this.count, first + needed) - 1);
  }

  drawThumb() {
    const total = this.count * this.rowHeight;
    const isNeeded = total > this.height + 1 && this.height > 0;
    if (this.bar.hidden === isNeeded) this.bar.hidden = !isNeeded;
    if (!isNeeded) return;
    this.thumbHeight = Math.max(28, (this.height * this.height) / total);
    this.thumb.style.height = `${this.thumbHeight}px`;
    this.thumb.style.transform = `translateY(${(this.top / this.maximum) * (this.height - this.thumbHeight)}px)`;
  }

  wheel(event) {
    if (event.ctrlKey || event.deltaY === 0) return;
    const unit = event.deltaMode === 1 ? this.rowHeight : event.deltaMode === 2 ? this.height : 1;
    event.preventDefault();
    this.scrollTo(this.top + event.deltaY * unit);
  }

  click(event) {
    if (this.wasDragged) return;
    const row = event.target.closest('.row');
    if (row && row.index >= 0 && this.layer.contains(row)) this.options.onclick(row.index, event);
  }

  listenToThumb() {
    let start = null;
    this.bar.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      this.bar.setPointerCapture(event.pointerId);
      if (event.target !== this.thumb) {
        const y = event.clientY - this.bar.getBoundingClientRect().top;
        this.scrollTo(((y - this.thumbHeight / 2) / (this.height - this.thumbHeight)) * this.maximum);
      }
      start = { y: event.clientY, top: this.top };
    });
    this.bar.addEventListener('pointermove', (event) => {
      if (start) this.scrollTo(start.top + ((event.clientY - start.y) / (this.height - this.thumbHeight)) * this.maximum);
    });
    const end = () => { start = null; };
    this.bar.addEventListener('pointerup', end);
    this.bar.addEventListener('pointercancel', end);
  }

  listenToTouch() {
    let drag = null;
    this.layer.addEventListener('pointerdown', (event) => {
      this.wasDragged = false;
      this.inertia = 0;
      if (event.pointerType === 'touch') drag = { y: event.clientY, top: this.top, at: event.timeStamp, speed: 0, last: event.clientY };
    });
    addEventListener('pointermove', (event) => {
      if (!drag || event.pointerType !== 'touch') return;
      if (Math.abs(event.clientY - drag.y) > 6) this.wasDragged = true;
      const elapsed = Math.max(1, event.timeStamp - drag.at);
      drag.speed = 0.6 * drag.speed + 0.4 * ((drag.last - event.clientY) / elapsed);
      [drag.last, drag.at] = [event.clientY, event.timeStamp];
      if (this.wasDragged) this.scrollTo(drag.top + drag.y - event.clientY);
    });
    const end = (event) => {
      if (!drag || event.pointerType !== 'touch') return;
      const speed = drag.speed;
      drag = null;
      if (this.wasDragged && Math.abs(speed) > 0.1) this.glide(speed);
    };
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  /** Goes on scrolling at a speed in pixels per millisecond, slower and slower. */
  glide(speed) {
    this.inertia = speed;
    let last = performance.now();
    const move = (now) => {
      if (Math.abs(this.inertia) < 0.02) return;
      this.scrollTo(this.top + this.inertia * (now - last));
      this.inertia *= 0.996 ** (now - last);
      last = now;
      requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  }
}
