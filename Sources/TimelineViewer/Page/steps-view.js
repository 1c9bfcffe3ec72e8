// The list of steps: filters, folded runs, causes.

import { element, byId, setText, setAttribute, setClass, setDepth, nextTask } from './dom.js';
import { VirtualList } from './virtual-list.js';
import { StepList, NO_FILTER } from './step-list.js';
import { StepLabels } from './step-labels.js';
import { searchSteps, shownText } from './text-search.js';
import { OPAQUE, SET, GAP } from './steps-table.js';
import { GLYPHS } from './lanes.js';
import { pathText } from './paths.js';
import { durationText, groupedText, visibleText, countText } from './text.js';

/** Waits below this many microseconds are not shown beside a step. */
const SHOWN_WAIT = 1000;

export class StepsView {
  constructor(session, lanes) {
    this.session = session;
    this.turn = 1;
    this.timeline = session.timeline;
    this.table = session.timeline.table;
    this.lanes = lanes;
    this.labels = new StepLabels(session);
    this.filter = { ...NO_FILTER };
    this.opened = new Set();
    this.order = 'time';
    this.folds = this.table.count > 1000;
    this.pathFilter = null;
    this.query = '';
    this.bad = this.timeline.badRows();
    this.culprit = this.timeline.verdictRow();
    this.container = byId('step-list');
    this.list = new VirtualList(this.container, {
      create: () => this.createRow(),
      update: (node, index) => this.updateRow(node, index),
      onclick: (index, event) => this.click(index, event),
      onrender: (from, to) => this.labels.load(this.items.rows, from, to),
    });
    this.buildFilters();
    this.arrange();
  }

  buildFilters() {
    const { table } = this;
    const option = (value, text) => element('option', { value }, text);
    this.type = byId('filter-type');
    const names = table.types.map((name, index) => [name, index]).sort(([one], [other]) => (one < other ? -1 : 1));
    this.type.append(option(-1, 'All actions'), ...names.slice(0, 500).map(([name, index]) => option(index, visibleText(name, 60))));
    this.origin = byId('filter-origin');
    this.origin.append(option(-1, 'All origins'), ...table.origins.map((name, index) => option(index, visibleText(name || 'no origin', 40))));
    this.type.addEventListener('change', () => this.change(() => { this.filter.type = Number(this.type.value); }));
    this.origin.addEventListener('change', () => this.change(() => { this.filter.origin = Number(this.origin.value); }));
    this.input = byId('filter-text');
    this.input.addEventListener('input', () => this.search(this.input.value.trim()));
    this.input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.container.focus({ preventScroll: true });
      this.step(1);
    });
    this.foldButton = byId('fold-runs');
    this.foldButton.addEventListener('click', () => this.toggleFolds());
    this.causeButton = byId('show-causes');
    this.causeButton.addEventListener('click', () => this.toggleCauses());
    this.pathButton = byId('filter-path');
    this.pathButton.addEventListener('click', () => this.togglePathFilter());
  }

  toggleFolds() { this.change(() => { this.folds = !this.folds; this.opened.clear(); }); }

  toggleCauses() { this.change(() => { this.order = this.order === 'time' ? 'causes' : 'time'; }); }

  /** Shows only the steps that changed the selected path, or the first pinned one. */
  togglePathFilter() {
    const path = this.session.path?.length ? this.session.path : this.session.pins[0]?.tokens;
    this.change(() => { this.pathFilter = this.pathFilter || !path ? null : this.session.history(path); });
  }

  clearFilters() {
    this.input.value = this.query = '';
    this.change(() => {
      this.filter = { ...NO_FILTER };
      this.pathFilter = this.found = null;
    });
  }

  get isFiltered() { return this.filter.type >= 0 || this.filter.origin >= 0 || this.found != null || this.pathFilter !== null; }

  change(action) {
    action();
    this.arrange();
    this.list.reveal(this.items.indexOf(this.session.row));
    this.session.invalidate('list');
  }

  /** Finds steps with a text; what is found shows at once. */
  async search(query) {
    this.query = query;
    if (query === '') return this.change(() => { this.found = null; });
    const found = new Uint8Array(this.table.count);
    this.change(() => { this.found = found; });
    const pause = async () => {
      await nextTask();
      const isCurrent = this.query === query;
      if (isCurrent && performance.now() - (this.searchedAt ?? 0) > 150) {
        this.searchedAt = performance.now();
        this.change(() => {});
      }
      return isCurrent;
    };
    if (await searchSteps(this.timeline, query, found, pause)) this.change(() => {});
  }

  /** Computes the items of the list from the filters. */
  arrange() {
    this.filter.rows = this.found ?? null;
    if (this.pathFilter) {
      const rows = new Uint8Array(this.table.count);
      for (const row of this.pathFilter.changes) if (!this.found || this.found[row]) rows[row] = 1;
      this.filter.rows = rows;
    }
    this.arrangedChanges = this.pathFilter?.changes.length;
    this.arrangedAt = performance.now();
    this.items = new StepList(this.table, { filter: this.filter, folds: this.folds, opened: this.opened, order: this.order });
    this.list.setCount(this.items.count);
    this.list.clamp();
    this.markRows();
    this.list.refresh();
  }

  /** Marks the rows that are of interest: those that the filter keeps, or else that changed a pinned path. Others are dimmed. */
  markRows() {
    const { pins } = this.session;
    this.marks = null;
    if (this.isFiltered || (pins.length > 0 && pins.every((history) => history.isComplete))) {
      this.marks = new Uint8Array(this.table.count);
      if (this.isFiltered) this.items.rows.forEach((row, index) => this.marks.fill(1, row, row + this.items.lengthAt(index)));
      else for (const history of pins) for (const row of history.changes) this.marks[row] = 1;
    }
    this.dims = this.marks && ((row) => this.marks[row] === 0);
  }

  createRow() {
    const row = element('div', { class: 'row step', role: 'option' });
    row.parts = Object.fromEntries(['seq', 'glyph', 'fold', 'name', 'outer', 'args', 'effect'].map((name) => [name, element('span', { class: name })]));
    setAttribute(row.parts.glyph, 'aria-hidden', 'true');
    row.append(row.parts.seq, row.parts.glyph, row.parts.fold,
      element('span', { class: 'label' }, row.parts.outer, row.parts.name, row.parts.args), row.parts.effect);
    return row;
  }

  updateRow(node, index) {
    const { table, items, session, timeline } = this;
    const row = items.rows[index];
    const length = items.lengthAt(index);
    const { parts } = node;
    const isCurrent = session.row >= row && session.row < row + length;
    if (isCurrent) this.list.active = index;
    const kind = table.kind[row];
    const label = length > 1 ? null : this.labels.of(row);
    setText(parts.seq, length > 1 && isCurrent ? String(timeline.positionOf(session.row)) : String(table.seq[row]));
    setText(parts.glyph, GLYPHS[this.lanes.shape(row)]);
    setClass(parts.glyph, `glyph lane-${this.lanes.color(row)}`);
    setText(parts.fold, length > 1 ? `▸ ×${groupedText(length)}` : '');
    const name = kind === GAP ? `not recorded to ${timeline.positionOf(row)}` : kind === SET ? 'state set' : label?.name ?? visibleText(table.typeName(row), 80);
    const args = kind === GAP ? visibleText(table.typeName(row), 120) : kind === SET ? `by ${visibleText(table.typeName(row), 60)}`
      : length > 1 ? `to ${timeline.positionOf(row + length - 1)}` : label?.args ?? '';
    const outer = label?.outer ?? '';
    const effect = this.effectOf(row, length);
    const room = Math.max(0, this.list.columns - String(table.seq[row]).length - 10 - 2 * items.depthAt(index) - outer.length - name.length - effect.length);
    setText(parts.outer, outer);
    setText(parts.name, name);
    setText(parts.args, args.length > room ? `${args.slice(0, Math.max(0, room - 1))}…` : args);
    setText(parts.effect, effect);
    setDepth(node, Math.min(items.depthAt(index), 12));
    const isBad = this.bad.some(([from, to]) => row <= to && row + length - 1 >= from);
    setClass(node, `row step${isCurrent ? ' current' : ''}${isBad ? ' bad' : ''}${row === this.culprit ? ' culprit' : ''}${
      session.compared === row ? ' compared' : ''}${kind === OPAQUE || kind >= SET ? ' special' : ''}${length === 1 && this.dims?.(row) ? ' dimmed' : ''}`);
    setAttribute(node, 'aria-selected', isCurrent);
    if (session.isScrubbing) return;
    setAttribute(node, 'aria-setsize', items.count);
    setAttribute(node, 'aria-posinset', index + 1);
  }

  /** The wait before a step, and the number of its changes. */
  effectOf(row, length) {
    const { table } = this;
    const wait = row > 0 && table.wait(row) >= SHOWN_WAIT ? `+${durationText(table.wait(row))}` : '';
    if (length > 1) return wait;
    if (row === this.timeline.crashRow) return 'never returned';
    const changes = table.changes[row];
    return `${wait} ${(changes < 0 ? '?' : changes === 0 ? '–' : groupedText(changes)).padStart(3)}`;
  }

  click(index, event) {
    const row = this.items.rows[index];
    if (this.items.lengthAt(index) > 1 && event.target.closest('.fold')) this.openRun(row);
    else this.session.seek(row);
  }

  openRun(row) { this.change(() => { this.opened.add(row); }); }

  /** Keys of the focused list; returns whether the key was used. */
  key(event) {
    const { session, items, list } = this;
    const pageRows = Math.max(1, Math.floor(list.height / list.rowHeight) - 1);
    switch (event.key) {
    case 'ArrowDown': this.step(1); return true;
    case 'ArrowUp': this.step(-1); return true;
    case 'PageDown': this.jump(pageRows); return true;
    case 'PageUp': this.jump(-pageRows); return true;
    case 'Enter': {
      const index = items.indexOf(session.row);
      if (index < 0 || items.lengthAt(index) < 2) return false;
      this.openRun(items.rows[index]);
      return true;
    }
    default: return false;
    }
  }

  /** The next or previous step of the list. */
  step(direction) {
    const next = this.items.neighbor(this.session.row, direction);
    if (next !== null) this.session.seek(next);
    else if (direction < 0 && this.order === 'time' && !this.isFiltered) this.session.seek(-1);
  }

  jump(count) {
    const index = Math.max(0, this.items.indexBefore(this.session.row)) + count;
    if (this.items.count > 0) this.session.seek(this.items.rows[Math.min(Math.max(index, 0), this.items.count - 1)]);
  }

  draw(dirty) {
    const { session } = this;
    if (session.pins.length === 0 && !this.pathFilter) dirty.delete('history');
    if (dirty.has('history') && this.pathFilter && this.pathFilter.changes.length !== this.arrangedChanges
      && (this.pathFilter.isComplete || performance.now() - this.arrangedAt > 250)) this.arrange();
    if ((dirty.has('pins') || dirty.has('history')) && !this.isFiltered) this.markRows();
    if (dirty.has('row') || dirty.has('rest') || dirty.has('first')) {
      this.list.active = this.items.indexOf(session.row);
      if (dirty.has('row')) this.list.reveal(this.list.active);
    }
    if (['row', 'loaded', 'rest', 'compared', 'list', 'history', 'pins', 'first'].some((aspect) => dirty.has(aspect))) this.list.draw();
    if (['list', 'path', 'pins', 'history', 'first'].some((aspect) => dirty.has(aspect))) this.drawHead();
  }

  drawHead() {
    const { session, table } = this;
    const rows = this.items.lengths ? this.items.lengths.reduce((sum, length) => sum + length, 0) : this.items.count;
    setText(byId('steps-count'), shownText(rows, table.count));
    setAttribute(this.foldButton, 'aria-pressed', this.folds && this.order === 'time');
    setAttribute(this.causeButton, 'aria-pressed', this.order === 'causes');
    const path = this.pathFilter?.tokens ?? (session.path?.length ? session.path : session.pins[0]?.tokens);
    this.pathButton.hidden = !path;
    setAttribute(this.pathButton, 'aria-pressed', this.pathFilter !== null);
    if (path) setText(this.pathButton, `changes ${visibleText(pathText(path), 60)}`);
    setAttribute(this.container, 'aria-label', `Steps, ${countText(rows, 'step')} shown`);
    const empty = byId('steps-empty');
    empty.hidden = this.items.count > 0;
    setText(empty, table.count === 0 ? 'This recording has no steps.' : this.pathFilter && !this.pathFilter.isComplete ? 'Looking …' : 'No step matches the filter. Press Escape to clear it.');
  }
}
