// The list of steps: filters, folded runs, causes.

import { element, byId, setText, setAttribute, isAny } from './dom.js';
import { VirtualList } from './virtual-list.js';
import { StepList, NO_FILTER } from './step-list.js';
import { createStepRow, fillStepRow } from './step-row.js';
import { StepLabels } from './step-labels.js';
import { SearchField } from './search-field.js';
import { shownText } from './text-search.js';
import { indexesOf, OPAQUE } from './steps-table.js';
import { RowSet } from './growing.js';
import { TypeFilter } from './type-filter.js';
import { pathText } from './paths.js';
import { visibleText, countText } from './text.js';

export class StepsView {
  constructor(session, lanes) {
    this.session = session;
    this.turn = 2;
    this.timeline = session.timeline;
    this.table = session.timeline.table;
    this.lanes = lanes;
    this.labels = new StepLabels(session);
    this.filter = { ...NO_FILTER };
    this.types = new TypeFilter(this.table);
    this.opened = new Set();
    this.folds = false;
    this.order = 'time';
    this.search = new SearchField(session, this.types, this.labels, () => this.change());
    this.container = byId('step-list');
    this.list = new VirtualList(this.container, {
      create: createStepRow,
      update: (node, index) => fillStepRow(node, index, this),
      onclick: (index, event) => this.click(index, event),
      onrender: (from, to) => this.labels.load(this.items.rows, from, to),
    });
    // A shift-click compares, and selects no text.
    this.container.addEventListener('mousedown', (event) => { if (event.shiftKey) event.preventDefault(); });
    this.origin = byId('filter-origin');
    this.listen();
    this.reset();
  }

  get walks() { return this.search.walk ? [this.search.walk] : []; }

  /** Begins with a recording: filters stay, and what was folded. */
  reset() {
    const { table, filter } = this;
    this.markBad();
    if (!this.session.growth.isSame) this.opened.clear();
    this.labels.clear();
    // A name that is not in the recording yet gets a place for the steps to come.
    if (filter.origin >= 0) [filter.origin] = indexesOf([this.origins[filter.origin]], table.origins);
    this.search.start(this.types.only !== null);
    this.fillFilters();
    this.arrange();
  }

  markBad() {
    this.bad = this.timeline.badRows();
    this.culprit = this.timeline.verdictRow();
  }

  /** Fills the lists of types and origins. */
  fillFilters() {
    const { table, types } = this;
    this.origins = table.origins;
    this.filledNames = table.types.length + table.origins.length;
    const option = (value, text) => element('option', { value }, text);
    byId('filter-types').replaceChildren(...types.tree().filter(({ name }) => visibleText(name, 200) === name).slice(0, 500).map(({ name, count }) => option(name, countText(count, 'step'))));
    this.origin.replaceChildren(option(-1, 'All origins'), ...table.origins.map((name, index) => option(index, visibleText(name || 'no origin', 40))));
    this.origin.value = this.filter.origin;
  }

  listen() {
    this.hiddenButton = byId('filter-hidden');
    this.hiddenButton.addEventListener('click', () => this.change(() => this.types.unhide()));
    this.origin.addEventListener('change', () => this.change(() => { this.filter.origin = Number(this.origin.value); }));
    // The numbers of steps grow.
    this.search.input.addEventListener('focus', () => this.fillFilters());
    this.search.input.addEventListener('keydown', (event) => {
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

  /** Shows only the type of a row, or all types again; or hides it. */
  chooseType(row, isHidden) {
    const { table, types } = this;
    if (row < 0 || table.kind[row] > OPAQUE) return;
    const name = table.typeName(row);
    if (isHidden) this.change(() => types.hide(name));
    else {
      types.unhide();
      this.search.fill(types.only === name ? '' : name);
    }
  }

  toggleCauses() { this.change(() => { this.order = this.order === 'time' ? 'causes' : 'time'; }); }

  /** Shows only the steps that changed the selected path, or the first pinned one. */
  togglePathFilter() {
    const path = this.session.path?.length ? this.session.path : this.session.pins[0]?.tokens;
    this.search.fill(this.search.history || !path ? '' : pathText(path));
  }

  clearFilters() {
    this.filter = { ...NO_FILTER };
    this.types.clear();
    this.search.fill('');
  }

  get isFiltered() { return this.types.isActive || this.filter.origin >= 0 || this.walks.length > 0; }

  change(action = null) {
    action?.();
    this.arrange();
    this.list.reveal(this.items.indexOf(this.session.row));
    this.session.invalidate('list');
  }

  /** Computes the items of the list from the filters. */
  arrange() {
    const { walks } = this;
    this.filter.shows = this.types.isActive ? (row) => this.types.shows(row) : null;
    this.filter.keeps = walks.length > 0 && ((row) => walks.every(({ found }) => found.has(row)));
    this.isPartial = this.isSearching;
    const start = performance.now();
    this.items = new StepList(this.table, { filter: this.filter, folds: this.folds, opened: this.opened, order: this.order });
    this.arrangedAt = performance.now();
    this.arrangement = this.arrangedAt - start;
    this.list.setCount(this.items.count);
    this.list.clamp();
    this.markRows();
    this.list.refresh();
  }

  /** Whether steps that the filters keep are still to be found. */
  get isSearching() { return this.walks.some((walk) => !walk.isComplete); }

  /** Adds the rows that came since the list was arranged. */
  extend() {
    const { table, items } = this;
    if (table.types.length + table.origins.length !== this.filledNames) this.fillFilters();
    if (items.order === 'causes' || this.isPartial || this.isSearching) return this.rearrange();
    const from = items.until;
    items.extend();
    this.list.setCount(items.count);
    this.list.clamp();
    this.markRows(from);
  }

  /** Arranges a tree of causes, or what is found, anew, so that arranging takes at most a twentieth of the time. */
  rearrange() {
    const wait = this.arrangement * 20 - (performance.now() - this.arrangedAt);
    clearTimeout(this.extension);
    if (wait > 0) this.extension = setTimeout(() => this.session.invalidate('rows'), wait);
    else {
      const { list, session } = this;
      const isFollowed = list.active < 0 || list.isVisible(list.active) || session.isAtEnd;
      this.arrange();
      list.active = this.items.indexOf(session.row);
      if (isFollowed) list.reveal(list.active);
      session.invalidate('list');
    }
  }

  /**
   * Marks the rows that are of interest: those that the filter keeps, or else that changed a pinned path. Others are dimmed.
   *
   * @param from The first row that is not marked yet.
   */
  markRows(from = 0) {
    const { pins } = this.session;
    if (!this.isFiltered && !(pins.length > 0 && pins.every((history) => history.isComplete))) this.marks = null;
    else {
      if (from === 0 || !this.marks) [this.marks, from] = [new RowSet(), 0];
      if (this.isFiltered) this.markItems(from);
      else for (const { changes } of pins) for (let index = changes.length - 1; index >= 0 && changes[index] >= from; index -= 1) this.marks.add(changes[index]);
    }
    const { marks } = this;
    this.dims = marks && ((row) => !marks.has(row));
  }

  markItems(from) {
    const { items, marks } = this;
    for (let index = items.order === 'causes' ? 0 : Math.max(items.indexBefore(from), 0); index < items.count; index += 1) {
      const row = items.rows[index];
      for (let place = row; place < row + items.lengthAt(index); place += 1) marks.add(place);
    }
  }

  click(index, event) {
    const row = this.items.rows[index];
    const choice = event.target.closest('.only, .hide');
    if (choice) this.chooseType(row, choice.className === 'hide');
    else if (this.items.lengthAt(index) > 1 && event.target.closest('.fold')) this.openRun(row);
    else if (event.shiftKey) this.session.compareTo(row);
    else this.session.seek(row);
  }

  openRun(row) { this.change(() => { this.opened.add(row); }); }

  /** Keys of the focused list; returns whether the key was used. */
  key(event) {
    const { session, items, list } = this;
    if (event.key === 'Enter') {
      const index = items.indexOf(session.row);
      if (index < 0 || items.lengthAt(index) < 2) return false;
      this.openRun(items.rows[index]);
      return true;
    }
    const distance = list.rowsOf(event.key);
    // Home and End are keys of the whole page.
    if (distance === null || event.key === 'Home' || event.key === 'End') return false;
    if (Math.abs(distance) === 1) this.step(distance);
    else this.jump(distance);
    return true;
  }

  /** The next or previous step of the list. */
  step(direction) {
    const next = this.items.neighbor(this.session.row, direction);
    if (next !== null) this.session.seek(next, false);
    else if (direction < 0 && this.order === 'time' && !this.isFiltered) this.session.seek(-1);
  }

  jump(count) {
    const index = Math.max(0, this.items.indexBefore(this.session.row)) + count;
    if (this.items.count > 0) this.session.seek(this.items.rows[Math.min(Math.max(index, 0), this.items.count - 1)]);
  }

  draw(dirty) {
    const { session } = this;
    if (session.pins.length === 0 && !this.isFiltered) dirty.delete('history');
    if (dirty.has('page')) this.reset();
    else if (dirty.has('rows') || (dirty.has('history') && this.isPartial)) this.extend();
    if (dirty.has('bad')) this.markBad();
    if ((isAny(dirty, 'pins', 'history')) && !this.isFiltered) this.markRows();
    if (isAny(dirty, 'row', 'rest', 'first')) {
      this.list.active = this.items.indexOf(session.row);
      // Before the first step is the start of the list.
      if (dirty.has('row')) this.list.reveal(session.row < 0 ? 0 : this.list.active);
    }
    if (isAny(dirty, 'row', 'rows', 'loaded', 'rest', 'compared', 'bookmarks', 'list', 'history', 'pins', 'first')) this.list.draw();
    if (isAny(dirty, 'list', 'rows', 'path', 'pins', 'history', 'first')) this.drawHead();
  }

  drawHead() {
    const { session, table } = this;
    setText(byId('steps-count'), shownText(this.items.shown, table.count));
    setAttribute(this.foldButton, 'aria-pressed', this.folds && this.order === 'time');
    const { hidden } = this.types;
    this.hiddenButton.hidden = hidden.length === 0;
    setText(this.hiddenButton, `${countText(hidden.length, 'type')} hidden ×`);
    setAttribute(this.hiddenButton, 'title', `Show again: ${visibleText(hidden.join(', '), 200)}`);
    setAttribute(this.causeButton, 'aria-pressed', this.order === 'causes');
    const { history } = this.search;
    const path = history?.tokens ?? (session.path?.length ? session.path : session.pins[0]?.tokens);
    this.pathButton.hidden = !path;
    setAttribute(this.pathButton, 'aria-pressed', history !== null);
    if (path) setText(this.pathButton, `changes ${visibleText(pathText(path), 60)}`);
    setAttribute(this.container, 'aria-label', `Steps, ${countText(this.items.shown, 'step')} shown`);
    this.search.draw();
    const empty = byId('steps-empty');
    empty.hidden = this.items.count > 0;
    setText(empty, table.count === 0 ? 'This recording has no steps.' : this.isSearching ? 'Looking …' : `No step ${this.search.condition ? 'made the condition true or false' : 'matches the filter'}. Press Escape to clear it.`);
  }
}
