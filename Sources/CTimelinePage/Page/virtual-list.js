// A list of any length: the browser scrolls an element of its height, and only the rows in view are drawn. Browsers cap the height of an
// element, so a longer list maps the scroll position of the tallest element to its rows.

import { element, setAttribute } from './dom.js';

/** The tallest element in pixels. Browsers cap heights at 17 to 33 million device pixels. */
const TALLEST = 4_000_000;

/** The milliseconds without a change after which the elements are put in order. */
const SORT_DELAY = 300;

/** Lists are printed up to this many rows. */
const PRINTED_ROWS = 400;

export class VirtualList {
  /** @param container An element with a height of its own, focusable, with a role.
   * @param options `create()` returns the element of a row; `update(node, index)` fills it; `onclick(index, event)`; `onrender(from, to)` after rows were drawn. */
  constructor(container, { create, update, onclick = null, onrender = null }) {
    this.container = container;
    this.options = { create, update, onclick, onrender };
    this.count = 0;
    // The distance of the first row from the upper edge; and the scroll position of the container that was set or seen last.
    this.top = this.scrolled = 0;
    this.active = -1;
    // Whether the active row keeps its place at a third of the height when that changes.
    this.isPlaced = false;
    this.first = this.base = 0;
    this.pool = [];
    // The layer of the rows stays in view, so that no frame without rows is shown however fast the container scrolls.
    this.layer = element('div', { class: 'rows', role: 'presentation' });
    this.spacer = element('div', { role: 'presentation' }, this.layer);
    container.append(this.spacer);
    this.frame = 0;
    this.measure();
    new ResizeObserver(() => {
      const wasVisible = this.height === 0 || this.isVisible(this.active);
      this.measure();
      if (this.isPlaced) this.place();
      else if (wasVisible) this.reveal(this.active);
      this.refresh();
    }).observe(container);
    container.addEventListener('scroll', () => this.follow());
    container.addEventListener('click', (event) => this.click(event));
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
    // A container that was hidden may have lost its position.
    this.scrolled = this.container.scrollTop;
    const style = getComputedStyle(this.container);
    this.rowHeight = Number.parseFloat(style.getPropertyValue('--row')) || 24;
    // Text is cut to this many characters, so that no more is laid out than can be seen.
    this.columns = Math.max(16, Math.floor(this.container.offsetWidth / (Number.parseFloat(style.getPropertyValue('--code')) * 0.6)));
  }

  get maximum() { return Math.max(0, this.count * this.rowHeight - this.height); }

  /** The pixels of the list per pixel that the container scrolls. */
  get scale() { return Math.max(1, this.maximum / (TALLEST - this.height)); }

  /** The first and last rows that are at least partly visible. */
  get visible() {
    return [Math.max(0, Math.floor(this.top / this.rowHeight)), Math.min(this.count, Math.ceil((this.top + this.height) / this.rowHeight)) - 1];
  }

  /** How many rows a key of the keyboard moves by: one, a page, or all; null for other keys. */
  rowsOf(key) {
    const page = Math.max(1, Math.floor(this.height / this.rowHeight) - 1);
    return { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, End: this.count, Home: -this.count }[key] ?? null;
  }

  /** Sets the scroll position, moved into the list. */
  clamp(top = this.top) { this.top = Math.min(Math.max(top, 0), this.maximum); }

  /** Scrolls to where a person scrolled. */
  scrollTo(top) {
    this.isPlaced = false;
    this.clamp(Math.round(top));
    this.refresh();
  }

  /** Follows the container, which the browser scrolled. */
  follow() {
    const { scrollTop } = this.container;
    if (this.height === 0 || scrollTop === this.scrolled) return;
    this.scrolled = scrollTop;
    this.scrollTo(scrollTop * this.scale);
  }

  /** Scrolls the container to where the list is. */
  scroll() {
    const { container, spacer, scale } = this;
    const height = Math.min(this.count * this.rowHeight, TALLEST);
    if (spacer.height !== height) spacer.style.height = `${spacer.height = height}px`;
    // Where a pixel of the container is more than one of the list, the wheel moves by its own pixels.
    container.onwheel = scale > 1 ? (event) => this.wheel(event) : null;
    const place = Math.min(Math.max(this.top, 0), this.maximum) / scale;
    if (this.height === 0 || Math.abs(place - this.scrolled) < 0.5) return;
    container.scrollTop = place;
    this.scrolled = container.scrollTop;
  }

  /** Whether a row is in view as a whole. */
  isVisible(index) {
    const y = this.offsetOf(index);
    return index >= 0 && y >= 0 && y + this.rowHeight <= this.height;
  }

  /** Scrolls a row into view, as little as possible if it is near, otherwise to the middle. */
  reveal(index) {
    this.isPlaced = false;
    if (index < 0 || this.height === 0 || this.isVisible(index)) return;
    const y = index * this.rowHeight;
    const isNear = y > this.top - 4 * this.rowHeight && y < this.top + this.height + 4 * this.rowHeight;
    const middle = y - (this.height - this.rowHeight) / 2;
    if (!isNear) this.clamp(middle - (middle % this.rowHeight));
    else this.clamp(y < this.top ? y : y + this.rowHeight - this.height);
    this.refresh();
  }

  /** Scrolls the active row to a third of the height; also in a list that is shown or resized later, until it is scrolled. */
  place() {
    this.isPlaced = this.active >= 0;
    if (!this.isPlaced) return;
    this.clamp((this.active - Math.floor(this.height / this.rowHeight / 3)) * this.rowHeight);
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
    // After the other views, so that a frame is laid out once.
    queueMicrotask(() => this.scroll());
    clearTimeout(this.sorting);
    this.sorting = setTimeout(() => this.sort(), SORT_DELAY);
    this.options.onrender?.(first, Math.min(this.count, first + needed) - 1);
  }

  /** Puts the elements in the order of their rows, in which they are read aloud. */
  sort() {
    const shown = this.pool.filter(({ index }) => index >= 0).sort((one, other) => one.index - other.index);
    shown.forEach((node, place) => { if (this.layer.children[place] !== node) this.layer.insertBefore(node, this.layer.children[place]); });
  }

  wheel(event) {
    if (event.ctrlKey || event.deltaY === 0) return;
    const unit = event.deltaMode === 1 ? this.rowHeight : event.deltaMode === 2 ? this.height : 1;
    event.preventDefault();
    this.scrollTo(this.top + event.deltaY * unit);
  }

  click(event) {
    const row = event.target.closest('.row');
    if (row && row.index >= 0 && this.layer.contains(row)) this.options.onclick?.(row.index, event);
  }
}
