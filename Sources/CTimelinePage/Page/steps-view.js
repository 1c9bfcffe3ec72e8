// The list of steps: filters, folded runs, causes.

import { element, byId, setText, setAttribute, onClick, announce } from './dom.js';
import { View, isNew } from './frames.js';
import { VirtualList } from './virtual-list.js';
import { StepList, NO_FILTER } from './step-list.js';
import { createStepRow, fillStepRow } from './step-row.js';
import { StepLabels } from './step-labels.js';
import { SearchField } from './search-field.js';
import { indexesOf, OPAQUE } from './steps-table.js';
import { TypeFilter } from './type-filter.js';
import { pathText } from './paths.js';
import { pathsWith } from './state-tree.js';
import { visibleText, countText, groupedText } from './text.js';

export class StepsView extends View {
  constructor(page) {
    super(page);
    this.turn = 2;
    this.labels = new StepLabels(page);
    this.filter = { ...NO_FILTER };
    this.types = new TypeFilter(this.table);
    this.opened = new Set();
    this.folds = this.highlights = false;
    this.bad = [];
    this.culprit = null;
    this.order = 'time';
    this.search = new SearchField(this);
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
    onClick('filter-hidden', () => this.change(() => this.types.unhide()));
    this.origin.addEventListener('change', () => this.change(() => { this.filter.origin = Number(this.origin.value); }));
    // The numbers of steps grow.
    this.search.input.addEventListener('focus', () => this.fillFilters());
    this.search.input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.container.focus({ preventScroll: true });
      if (this.search.goal !== null) this.session.seek(this.search.goal);
      else this.find(event.shiftKey ? -1 : 1);
    });
    this.reset();
  }

  get walks() { return this.search.walk ? [this.search.walk] : []; }

  /** Begins with a recording: filters stay, and what was folded. */
  reset() {
    const { table, filter } = this;
    this.chunks = this.timeline.chunks;
    if (!this.session.growth.isSame) this.opened.clear();
    // A name that is not in the recording yet gets a place for the steps to come.
    if (filter.origin >= 0) [filter.origin] = indexesOf([this.origins[filter.origin]], table.origins);
    this.search.start(this.types.only !== null);
    this.fillFilters();
    this.arrange();
  }

  /** Fills the lists of types and origins. */
  fillFilters() {
    const { table, types } = this;
    this.origins = table.origins;
    this.filledNames = table.types.length + table.origins.length;
    const option = (value, text) => element('option', { value }, text);
    const paths = pathsWith(this.search.state, '', 100).map((name) => ({ name }));
    byId('filter-types').replaceChildren(...[...types.tree().slice(0, 500), ...paths].filter(({ name }) => visibleText(name, 200) === name)
      .map(({ name, count }) => option(name, count === undefined ? 'path' : countText(count, 'step'))));
    this.origin.replaceChildren(option(-1, 'All origins'), ...table.origins.map((name, index) => option(index, visibleText(name || 'no origin', 40))));
    this.origin.value = this.filter.origin;
  }

  /** Shows only the steps whose reducers were slow, or all again. */
  toggleSlow() {
    this.change(() => { this.filter.isSlow = !this.filter.isSlow; });
    announce(`${countText(this.items.shown, 'step')} shown`);
  }

  toggleFolds() { this.change(() => { this.folds = !this.folds; this.opened.clear(); }); }
  toggleHighlights() { this.change(() => { this.highlights = !this.highlights; }); }

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
    const path = this.session.place ?? this.session.pins[0]?.tokens;
    this.search.fill(this.search.history || !path ? '' : pathText(path));
  }

  clearFilters() {
    this.filter = { ...NO_FILTER };
    this.types.clear();
    this.search.fill('');
  }

  get isFiltered() { return this.types.isActive || this.filter.origin >= 0 || this.filter.isSlow || this.walks.length > 0; }

  change(action = null) {
    action?.();
    this.arrange();
    this.list.reveal(this.items.indexOf(this.session.row));
    this.session.invalidate();
  }

  /** Computes the items of the list from the filters. */
  arrange() {
    const { walks } = this;
    this.filter.shows = this.types.isActive ? (row) => this.types.shows(row) : null;
    this.filter.keeps = walks.length > 0 && ((row) => walks.every(({ found }) => found.has(row)));
    this.isPartial = this.isSearching;
    this.isStale = false;
    const start = performance.now();
    this.items = new StepList(this.table, { filter: this.filter, folds: this.folds, opened: this.opened, order: this.order });
    this.arrangedAt = performance.now();
    this.arrangement = this.arrangedAt - start;
    this.list.count = this.items.count;
    this.list.clamp();
    this.dim();
    this.list.refresh();
  }

  /** Whether steps that the filters keep are still to be found. */
  get isSearching() { return this.walks.some((walk) => !walk.isComplete); }

  /** Adds the rows that came since the list was arranged. */
  extend() {
    const { table, items } = this;
    if (table.types.length + table.origins.length !== this.filledNames) this.fillFilters();
    if (items.order === 'causes' || this.isPartial || this.isSearching) return this.rearrange();
    items.extend();
    this.isStale = false;
    this.list.count = items.count;
    this.list.clamp();
  }

  /** Arranges a tree of causes, or what is found, anew, so that arranging takes at most a twentieth of the time. */
  rearrange() {
    const wait = this.arrangement * 20 - (performance.now() - this.arrangedAt);
    clearTimeout(this.extension);
    if (wait > 0) this.extension = setTimeout(() => this.session.invalidate(), wait);
    else {
      const { list, session } = this;
      const isFollowed = list.active < 0 || list.isVisible(list.active) || session.isAtEnd;
      this.arrange();
      list.active = this.items.indexOf(session.row);
      if (isFollowed) list.reveal(list.active);
      session.invalidate();
    }
  }

  /** Dims the rows that the filter hides; without one and on request, those that did not change a pinned path. */
  dim() {
    const { pins } = this.session;
    const isKept = this.isFiltered ? (row) => this.items.isKept(row) : this.highlights && pins.length > 0 ? (row) => pins.some(({ found }) => found.has(row)) : null;
    this.dims = isKept && ((row) => !isKept(row));
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

  /** The next or previous step: of the list while it is filtered, unless any step is meant; otherwise in time. */
  advance(direction, isAny = false) {
    if (this.isFiltered && !isAny) this.step(direction);
    else this.session.seek(this.session.row + direction);
  }

  /** The next or previous step of the list, from its end to its start. Waits for steps that are still to be found. */
  async find(direction) {
    const { session, search } = this;
    const { walk } = search;
    const { row } = session;
    const next = () => this.items.neighbor(row, direction);
    if (walk && !walk.isComplete && Math.max(row, next() ?? Infinity) >= walk.walkedRows) {
      await walk.done;
      if (walk !== search.walk || row !== session.row) return;
    }
    if (this.isPartial) this.arrange();
    const isWrapped = next() === null && this.items.count > 0;
    search.wrapped = !isWrapped ? '' : direction > 0 ? '; from the start again' : '; from the end again';
    session.seek(isWrapped ? this.items.rows[direction > 0 ? 0 : this.items.count - 1] : next() ?? row, false);
    session.invalidate();
  }

  /** The next or previous step of the list. */
  step(direction) {
    this.search.wrapped = '';
    const next = this.items.neighbor(this.session.row, direction);
    if (next !== null) this.session.seek(next, false);
    else if (direction < 0 && this.order === 'time' && !this.isFiltered) this.session.seek(-1);
  }

  jump(count) {
    const index = Math.max(0, this.items.indexBefore(this.session.row)) + count;
    if (this.items.count > 0) this.session.seek(this.items.rows[Math.min(Math.max(index, 0), this.items.count - 1)]);
  }

  draw() {
    const { session, timeline, list } = this;
    const { summary } = timeline;
    if (this.chunks !== timeline.chunks) this.reset();
    // What was found since is arranged with the rows that came, perhaps later.
    this.isStale = isNew(this, 'rows', timeline.count, this.isPartial && session.walks.version) || this.isStale;
    if (this.isStale) this.extend();
    if (isNew(this, 'bad', summary, summary.bad, summary.verdict)) [this.bad, this.culprit] = [timeline.badRows(), timeline.verdictRow()];
    if (isNew(this, 'pins', session.pins)) this.dim();
    list.active = this.items.indexOf(session.row);
    // Before the first step is the start of the list.
    if (isNew(this, 'row', session.row, timeline.chunks)) list.reveal(session.row < 0 ? 0 : list.active);
    list.draw();
    this.drawHead();
  }

  drawHead() {
    const { session, table } = this;
    const [shown, total] = [this.items.shown, table.count].map(groupedText);
    setText(byId('steps-count'), shown === total ? total : `${shown} of ${total}`);
    byId('filter-slow').hidden = table.slow.length === 0 && !this.filter.isSlow;
    setText(byId('filter-slow'), `${groupedText(table.slow.length)} slow`);
    setAttribute(byId('filter-slow'), 'aria-pressed', this.filter.isSlow);
    byId('highlight').hidden = session.pins.length === 0;
    setAttribute(byId('highlight'), 'aria-pressed', this.highlights);
    setAttribute(byId('fold-runs'), 'aria-pressed', this.folds && this.order === 'time');
    const { hidden } = this.types;
    byId('filter-hidden').hidden = hidden.length === 0;
    setText(byId('filter-hidden'), `${countText(hidden.length, 'type')} hidden ×`);
    setAttribute(byId('filter-hidden'), 'title', `Show again: ${visibleText(hidden.join(', '), 200)}`);
    setAttribute(byId('show-causes'), 'aria-pressed', this.order === 'causes');
    const { history } = this.search;
    const path = history?.tokens ?? session.place ?? session.pins[0]?.tokens;
    byId('filter-path').hidden = !path;
    setAttribute(byId('filter-path'), 'aria-pressed', history !== null);
    if (path) setText(byId('filter-path'), `changes ${visibleText(pathText(path), 60)}`);
    setAttribute(this.container, 'aria-label', `Steps, ${countText(this.items.shown, 'step')} shown`);
    this.search.draw(this.isFiltered && !this.isPartial && session.row >= 0 && this.items.indexOf(session.row) < 0 ? `step ${this.timeline.positionOf(session.row)} is not in the list` : '');
    const empty = byId('steps-empty');
    empty.hidden = this.items.count > 0;
    setText(empty, table.count === 0 ? (session.isLive ? 'Waiting for the first action.' : 'This recording has no steps.') : this.isSearching ? 'Looking …' : `No step ${this.search.condition ? 'made the condition true or false' : 'matches the filter'}. Press Escape to clear it.`);
  }
}
