// The borders between the panes and below the strip: dragged, moved by arrow keys, reset by a double click, and kept by the browser.

import { byId, kept, keep, setAttribute } from './dom.js';

/** The least sizes in pixels of a pane and of the strip, and how far a key moves a border. */
const [LEAST_PANE, LEAST_STRIP, KEY_STEP] = [200, 60, 24];

export class Splitters {
  constructor() {
    this.panes = ['steps', 'changes', 'state'].map((name) => byId(`${name}-pane`));
    // The shares of the panes, and the greatest height of the strip; empty where the style sheet decides.
    this.sizes = (kept('timeline-sizes') ?? '').split(' ').slice(0, 4).map((text) => (/^\d{1,5}$/.test(text) ? text : ''));
    ['steps-splitter', 'changes-splitter', 'strip-splitter'].forEach((id, index) => this.listen(byId(id), index, index === 2 ? 'clientY' : 'clientX'));
    this.place();
  }

  listen(node, index, axis) {
    let last;
    node.addEventListener('pointerdown', (event) => {
      node.setPointerCapture(event.pointerId);
      last = event[axis];
    });
    node.addEventListener('pointermove', (event) => {
      if (!node.hasPointerCapture(event.pointerId)) return;
      this.move(index, event[axis] - last);
      last = event[axis];
    });
    node.addEventListener('keydown', (event) => {
      const amount = { ArrowLeft: -KEY_STEP, ArrowUp: -KEY_STEP, ArrowRight: KEY_STEP, ArrowDown: KEY_STEP }[event.key];
      if (!amount) return;
      event.preventDefault();
      event.stopPropagation();
      this.move(index, amount);
    });
    node.addEventListener('focus', () => this.place());
    node.addEventListener('dblclick', () => this.take(index === 2 ? [...this.sizes.slice(0, 3), ''] : ['', '', '', this.sizes[3] ?? '']));
  }

  move(index, amount) {
    const widths = this.panes.map((pane) => pane.offsetWidth);
    if (index === 2) return this.take([...[0, 1, 2].map((pane) => this.sizes[pane] ?? ''), Math.max(LEAST_STRIP, byId('strip').offsetHeight + amount)]);
    const step = Math.max(LEAST_PANE - widths[index], Math.min(amount, widths[index + 1] - LEAST_PANE));
    widths[index] += step;
    widths[index + 1] -= step;
    return this.take([...widths, this.sizes[3] ?? '']);
  }

  take(sizes) {
    this.sizes = sizes;
    keep('timeline-sizes', sizes.join(' '));
    this.place();
  }

  place() {
    [0, 1, 2, 3].forEach((index) => byId('app').style.setProperty(`--size-${index}`, this.sizes[index] ? `${this.sizes[index]}${index === 3 ? 'px' : 'fr'}` : ''));
    const whole = this.panes.reduce((sum, pane) => sum + pane.offsetWidth, 0) || 1;
    ['steps-splitter', 'changes-splitter'].forEach((id, index) => setAttribute(byId(id), 'aria-valuenow', Math.round((100 * this.panes[index].offsetWidth) / whole)));
    setAttribute(byId('strip-splitter'), 'aria-valuenow', Math.min(100, Math.round((100 * byId('strip').offsetHeight) / innerHeight)));
  }
}
