// The names beside the lanes of the strip, and the values of pinned paths at the shown step.

import { element, byId, setText } from './dom.js';
import { View, isNew } from './frames.js';
import { GLYPHS } from './lanes.js';
import { plotScale } from './plots.js';
import { historyText } from './path-history.js';
import { pathText } from './paths.js';
import { numberText, groupedText, visibleText, countText } from './text.js';

export class StripGutter extends View {
  constructor(page) {
    super(page);
    this.container = byId('gutter');
    this.names = [];
    this.axisName = element('div', { class: 'axis-name' });
    this.container.append(this.axisName);
    this.plots = [];
  }

  place(layout) {
    const { lanes } = this.lanes;
    const key = [layout.height, layout.lanesTop, layout.plotPadding, ...lanes.map((lane) => lane.name)].join();
    if (isNew(this, 'plots', key, this.session.pins)) this.placePlots(layout);
    if (!isNew(this, 'lanes', key)) return;
    this.container.style.height = `${layout.height}px`;
    for (const name of this.names) name.remove();
    this.names = lanes.map((lane, index) => element(lane.type ? 'button' : 'div', { class: 'lane-name', title: lane.type && `Only ${visibleText(lane.type, 80)}`, onclick: () => lane.type && this.page.toggleType(lane.type) },
      element('span', { class: `glyph lane-${this.lanes.color(index)}`, 'aria-hidden': 'true' }, GLYPHS[lane.shape]),
      element('span', { class: 'name' }, visibleText(lane.name, 40)),
      element('span', { class: 'count' })));
    this.names.forEach((name, index) => { name.style.top = `${layout.laneY(index) - layout.laneHeight / 2}px`; });
    this.axisName.after(...this.names);
  }

  placePlots(layout) {
    for (const plot of this.plots) plot.node.remove();
    this.plots = this.session.pins.map((history, index) => this.plot(history, layout.plotY(index), layout.plotHeight));
    this.container.append(...this.plots.map((plot) => plot.node));
  }

  plot(history, top, height) {
    const path = visibleText(pathText(history.tokens), 120);
    const value = element('span', { class: 'value' });
    const range = element('span', { class: 'range' });
    const unpin = element('button', {
      class: 'unpin', 'aria-label': `Unpin ${path}`, title: 'Unpin', onclick: () => this.session.togglePin(history.tokens),
    }, '×');
    const name = element('button', {
      class: 'path', title: `${path}: show every step that changed it`, onclick: () => this.page.openHistory(history.tokens),
    }, element('bdi', {}, path));
    const node = element('div', { class: 'plot-name' }, name, value, range, unpin);
    node.style.top = `${top}px`;
    node.style.height = `${height}px`;
    return { history, node, value, range };
  }

  drawValues() {
    setText(this.axisName, this.session.axis.mode === 'steps' ? 'steps, waits between' : 'seconds');
    const share = (count) => (this.lanes.isDense ? ` · ${Math.round((100 * count) / Math.max(1, this.lanes.count))} %` : '');
    this.names.forEach((name, index) => setText(name.lastChild, groupedText(this.lanes.lanes[index].count) + share(this.lanes.lanes[index].count)));
    for (const plot of this.plots) {
      const { history } = plot;
      setText(plot.value, pinnedAt(history, this.session.row));
      const scale = plotScale(history);
      const range = scale.kind === 'number' ? `${numberText(scale.least)} to ${numberText(scale.greatest)}`
        : scale.kind === 'size' ? `${groupedText(scale.least)} to ${groupedText(scale.greatest)}, ${countText(history.changes.length, 'change')}`
        : scale.kind === 'band' ? (history.range.sizes[1] >= 0 && !history.range.areCases ? countText(history.changes.length, 'change') : scale.words.length === 1 ? '1 value' : `${scale.words.length} values`) : '';
      setText(plot.range, history.isComplete ? range : 'reading …');
    }
  }
}

/** The value of a history after a row as text. */
export function pinnedAt(history, row) {
  const index = history.indexAt(row);
  const isWalked = history.isComplete || history.walkedRows > row;
  return !isWalked || index < 0 ? '…' : historyText(history, index);
}
