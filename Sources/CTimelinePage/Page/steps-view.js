// The list of steps: filters, folded runs, causes.

import { element, byId, setText, setAttribute, setClass, isAny } from './dom.js';
import { VirtualList } from './virtual-list.js';
import { StepList, NO_FILTER } from './step-list.js';
import { createStepRow, fillStepRow } from './step-row.js';
import { StepLabels } from './step-labels.js';
import { TextSearch, shownText } from './text-search.js';
import { ConditionSearch, questionOf } from './condition-search.js';
import { PathHistory, UNKNOWN } from './path-history.js';
import { pinnedText } from './strip-gutter.js';
import { lastAtMost } from './sorted.js';
import { indexesOf, OPAQUE } from './steps-table.js';
import { RowSet } from './growing.js';
import { TypeFilter } from './type-filter.js';
import { pathText } from './paths.js';
import { visibleText, countText, groupedText } from './text.js';

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
    // What is searched for, what that is, and the walk that finds it.
    this.query = '';
    this.question = this.walk = null;
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

  get walks() { return this.walk ? [this.walk] : []; }

  /** The history of the path that is searched for, or null. */
  get pathFilter() { return this.walk instanceof PathHistory ? this.walk : null; }

  /** The search of a condition, or null. */
  get conditionSearch() { return this.walk instanceof ConditionSearch ? this.walk : null; }

  /** Begins with a recording: filters stay, and what was folded. */
  reset() {
    const { table, filter } = this;
    this.markBad();
    if (!this.session.growth.isSame) this.opened.clear();
    this.labels.clear();
    // A name that is not in the recording yet gets a place for the steps to come.
    if (filter.origin >= 0) [filter.origin] = indexesOf([this.origins[filter.origin]], table.origins);
    this.startSearch(this.types.only !== null);
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
    byId('filter-types').replaceChildren(...types.tree().slice(0, 500).map(({ name, count }) => option(name, countText(count, 'step'))));
    this.origin.replaceChildren(option(-1, 'All origins'), ...table.origins.map((name, index) => option(index, visibleText(name || 'no origin', 40))));
    this.origin.value = this.filter.origin;
  }

  listen() {
    this.hiddenButton = byId('filter-hidden');
    this.hiddenButton.addEventListener('click', () => this.change(() => { this.types.hidden = []; }));
    this.origin.addEventListener('change', () => this.change(() => { this.filter.origin = Number(this.origin.value); }));
    this.input = byId('filter-text');
    this.about = byId('filter-about');
    this.input.addEventListener('input', () => this.search(this.input.value.trim()));
    // The numbers of steps grow.
    this.input.addEventListener('focus', () => this.fillFilters());
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

  /** Shows only the type of a row, or all types again; or hides it. */
  chooseType(row, isHidden) {
    const { table, types } = this;
    if (row < 0 || table.kind[row] > OPAQUE) return;
    const name = table.typeName(row);
    if (isHidden) this.change(() => types.hide(name));
    else this.fill(types.only === name ? '' : name);
  }

  toggleCauses() { this.change(() => { this.order = this.order === 'time' ? 'causes' : 'time'; }); }

  /** Shows only the steps that changed the selected path, or the first pinned one. */
  togglePathFilter() {
    const path = this.session.path?.length ? this.session.path : this.session.pins[0]?.tokens;
    this.fill(this.pathFilter || !path ? '' : pathText(path));
  }

  clearFilters() {
    this.filter = { ...NO_FILTER };
    this.types.clear();
    this.fill('');
  }

  get isFiltered() { return this.types.isActive || this.filter.origin >= 0 || this.walks.length > 0; }

  change(action) {
    action();
    this.arrange();
    this.list.reveal(this.items.indexOf(this.session.row));
    this.session.invalidate('list');
  }

  /** Puts a text into the field, and finds it. */
  fill(query) {
    this.input.value = query;
    this.search(query);
  }

  /** Finds steps; what is found shows at once. */
  search(query) {
    this.query = query;
    this.change(() => this.startSearch());
  }

  /**
   * Tells what the text of the field asks for, and begins to find it.
   *
   * @param isType Whether it stays a type, which may not be in the recording yet.
   */
  startSearch(isType = this.types.has(this.query)) {
    const { query, session, timeline, types, labels } = this;
    types.show(isType ? query : null);
    this.question = isType || query === '' ? null : questionOf(query);
    const { path, condition, error } = this.question ?? {};
    const isText = query !== '' && !isType && !this.question;
    this.walk = path ? session.walks.history(path) : condition ? session.walks.start(new ConditionSearch(timeline, condition))
      : isText ? session.walks.start(new TextSearch(timeline, query)) : null;
    const hit = isText ? query.toLowerCase() : '';
    if (hit !== labels.hit) {
      labels.clear();
      labels.hit = hit;
    }
    session.condition = condition || error?.isBeyond ? query : null;
    session.invalidate('command');
  }

  /** What a step that was found did to what is searched for. */
  turnOf(row) {
    const { walk, pathFilter } = this;
    if (!walk?.found.has(row)) return '';
    if (!pathFilter) return walk.turn?.(row) ?? '';
    return `→ ${pinnedText(pathFilter.values[pathFilter.entries[lastAtMost(pathFilter.changes, row)]])}`;
  }

  /** What the text of the field was understood as. */
  get aboutText() {
    const { question, conditionSearch, walk, types } = this;
    if (types.only !== null) return 'type';
    if (!question) return 'text';
    if (question.error) return question.error.isBeyond ? `${question.error.message}. In a terminal, “timeline when” can.` : `${question.error.message}.`;
    if (question.path) {
      return !walk.isComplete ? 'path: looking …' : walk.values.every((value) => value === undefined) ? 'path: no state has it' : `path: ${countText(walk.changes.length, 'change')}`;
    }
    if (!walk.isComplete) return 'condition: looking …';
    const { unseen } = conditionSearch;
    const [[spans, states], [, unknown]] = [true, UNKNOWN].map((value) => conditionSearch.count(value));
    return `condition: ${spans === 0 ? 'true for no state' : `true for ${countText(states, 'state')}, in ${countText(spans, 'span')}`}${
      conditionSearch.values[0] === true ? ', from the first one on' : ''}${
      unknown > 0 ? `; unknown for ${countText(unknown, 'state')}` : ''}${unseen.length > 0 ? `; no state has ${unseen.map((path) => visibleText(pathText(path), 80)).join(' or ')}` : ''}`;
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
    if (isAny(dirty, 'row', 'rows', 'loaded', 'rest', 'compared', 'list', 'history', 'pins', 'first')) this.list.draw();
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
    const path = this.pathFilter?.tokens ?? (session.path?.length ? session.path : session.pins[0]?.tokens);
    this.pathButton.hidden = !path;
    setAttribute(this.pathButton, 'aria-pressed', this.pathFilter !== null);
    if (path) setText(this.pathButton, `changes ${visibleText(pathText(path), 60)}`);
    setAttribute(this.container, 'aria-label', `Steps, ${countText(this.items.shown, 'step')} shown`);
    this.about.hidden = this.query === '';
    setText(this.about, this.query === '' ? '' : this.aboutText);
    const { error } = this.question ?? {};
    const isWrong = Boolean(error && !error.isBeyond);
    setClass(this.about, `filter-about${isWrong ? ' wrong' : this.conditionSearch ? ' condition' : ''}`);
    setAttribute(this.input, 'aria-invalid', isWrong || null);
    const empty = byId('steps-empty');
    empty.hidden = this.items.count > 0;
    setText(empty, table.count === 0 ? 'This recording has no steps.' : this.isSearching ? 'Looking …' : 'No step matches the filter. Press Escape to clear it.');
  }
}
