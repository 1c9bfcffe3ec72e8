// The statistics of a comparison's range of steps, above its changes.

import { element } from './dom.js';
import { View } from './frames.js';
import { GAP } from './steps-table.js';
import { GLYPHS } from './lanes.js';
import { rangeStatistics, RangePaths } from './range-statistics.js';
import { pathText, pointerTokens } from './paths.js';
import { countText, durationText, groupedText, visibleText } from './text.js';

/** Types and paths beyond these are counted. */
const SHOWN = 4;

const MOVING_ROWS = 5000;

export class RangeView extends View {
  paths = null;
  list = null;
  // Whether paths may be found that are not shown.
  isPending = false;

  /** Whether the paths are those of a range. */
  isOf(first, last) { return this.paths?.first === first && this.paths.last === last && this.paths.chunks === this.timeline.chunks; }

  /** The statistics of the steps between two rows; the paths are looked for while nothing moves. */
  facts(one, other, isMoving) {
    const { table } = this;
    const [first, last] = [Math.min(one, other) + 1, Math.max(one, other)];
    if (!this.isOf(first, last)) this.paths = isMoving || last < first ? null : this.session.walks.start(new RangePaths(table, first, last));
    // While time moves, to count more rows would cost frames.
    if (last < first || (isMoving && last - first > MOVING_ROWS)) return null;
    const { steps, types, origins, time, longest, median } = rangeStatistics(table, first, last);
    const wait = last > first ? `; waits: median ${durationText(median)}, longest ${durationText(table.wait(longest))} before step ${table.seq[longest]}` : '';
    // All numbers end at one place.
    this.countWidth = `${groupedText(steps).length}ch`;
    const facts = element('dl', { class: 'facts range' },
      element('dt', {}, 'time'), element('dd', {}, `${durationText(time)}${wait}`),
      element('dt', {}, 'types'), element('dd', {}, this.items(types, (type) => this.type(type), 'type')));
    if (origins.length > 1) {
      facts.append(element('dt', {}, 'from'), element('dd', {}, ...origins.map(({ name, row, count }) => (
        element('span', { class: 'origin' }, this.glyph(row, this.lanes.color(this.lanes.rows[row])), ` ${visibleText(name || 'no origin', 40)} ${groupedText(count)} `)))));
    }
    this.list = element('dd', {});
    facts.append(element('dt', {}, 'changed'), this.list);
    this.steps = steps;
    this.fillPaths();
    return facts;
  }

  /** Shows the paths that were found so far. */
  fillPaths() {
    const { paths, list, steps } = this;
    this.isPending = !paths?.isComplete;
    if (!paths) return list.replaceChildren(element('span', { class: 'quiet' }, '…'));
    const items = this.items(paths.sorted(), ([pointer, count]) => this.path(pointerTokens(pointer), count), 'path', paths.isCut);
    const line = (text) => items.append(element('li', { class: 'quiet' }, text));
    if (!paths.isComplete) line('reading …');
    else if (paths.counts.size === 0 && paths.unknown === 0) line('nothing');
    if (paths.unknown > 0) line(`unknown for ${paths.unknown === steps ? countText(steps, 'step') : `${groupedText(paths.unknown)} of ${countText(steps, 'step')}`}`);
    list.replaceChildren(items);
  }

  /** The first of some entries as items of a list, and the number of the others. */
  items(entries, itemOf, noun, isCut = false) {
    const items = element('ul', {}, ...entries.slice(0, SHOWN).map(itemOf));
    const rest = entries.length - SHOWN;
    if (rest > 0) items.append(element('li', { class: 'quiet' }, isCut ? `and more than ${countText(rest, noun)}` : `and ${countText(rest, `more ${noun}`)}`));
    return items;
  }

  count(count) {
    const number = element('span', { class: 'count' }, groupedText(count));
    number.style.minWidth = this.countWidth;
    return number;
  }

  glyph(row, color) { return element('span', { class: `glyph lane-${color}`, 'aria-hidden': 'true' }, GLYPHS[this.lanes.shape(row)]); }

  type({ name, isAction, row, count }) {
    const text = visibleText(name, 80);
    return element('li', {}, this.count(count), this.glyph(row, this.lanes.color(this.lanes.rows[row])),
      isAction ? element('button', { class: 'link', title: 'Only steps of this type', onclick: () => this.page.showType(name) }, text)
        : this.table.kind[row] === GAP ? `not on file: ${text}` : `state set by ${text}`);
  }

  path(path, count) {
    return element('li', {}, this.count(count),
      element('button', { class: 'link', title: 'Every step that changed it', onclick: () => this.page.openHistory(path) }, element('code', {}, visibleText(pathText(path), 120))));
  }
}
