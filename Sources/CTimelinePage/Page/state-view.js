// The state as a tree that keeps what is open while time moves.

import { byId, setText, setAttribute, setClass, setDepth, setPlace, rowWith, copyText, onClick } from './dom.js';
import { View, isNew } from './frames.js';
import { VirtualList } from './virtual-list.js';
import { StateSearch } from './state-search.js';
import { treeRows, rowTokens, keysAbove, initiallyOpen, isContainer } from './state-tree.js';
import { differenceOf } from './difference.js';
import { writeJSON, prettyJSON } from './json.js';
import { pathText, pointerOf, valueAt } from './paths.js';
import { valueText, changedText, visibleText, kindOf, elementName, groupedText, TEXT_LIMIT } from './text.js';

/** At rest, the parents of at most this many changes are opened. */
const REVEALED_CHANGES = 12;

/** Says that a container is open because the shown step changed something in it. */
const STEP = 'step';

export class StateView extends View {
  constructor(page) {
    super(page);
    this.moment = null;
    // By key, whether a container is open: true or false as a person or the first state had it, `STEP` as the shown step changed something in it.
    this.opened = null;
    this.rows = [];
    // The selected group and the path of its container, which is the path of the session.
    this.group = null;
    this.onlyChanged = false;
    this.container = byId('state');
    this.list = new VirtualList(this.container, {
      create: () => this.createRow(), update: (node, index) => this.updateRow(node, index), onclick: (index, event) => this.click(index, event),
    });
    this.finder = new StateSearch(this);
    this.container.addEventListener('dblclick', (event) => { if (event.target.closest('.value, .was')) this.showValue(); });
    onClick('copy-state', (event) => this.copy(event.shiftKey));
    onClick('copy-value', () => copyText(writeJSON(valueAt(this.moment.state, this.session.path)), byId('copy-value')));
  }

  copy(isPretty = false) { if (this.moment?.state !== undefined) copyText((isPretty ? prettyJSON : writeJSON)(this.moment.state), byId('copy-state')); }
  showValue() { if (this.session.path) this.page.openValue(this.session.path); }

  toggleOnlyChanged() {
    this.onlyChanged = !this.onlyChanged;
    this.arrange();
    this.session.invalidate();
  }

  /** @param {Moment} moment */
  show(moment) {
    this.moment = moment;
    if (moment.state !== undefined) this.opened ??= new Map([...initiallyOpen(moment.state)].map((key) => [key, true]));
    // There is no state after a step that never returned.
    setText(byId('state-title'), moment.isCrash ? 'State before' : 'State after');
    setText(byId('copy-state'), moment.isCrash ? 'Copy JSON before' : 'Copy JSON');
    this.arrange();
  }

  /** Opens the parents of what the shown step changed. */
  reveal() {
    const { moment } = this;
    if (!moment || moment.state === undefined || moment.base === undefined) return;
    for (const [key, open] of this.opened) if (open === STEP) this.opened.delete(key);
    for (const change of differenceOf(moment.base, moment.state, REVEALED_CHANGES).changes) {
      const isGone = change.kind === 'remove' || change.kind === 'delete';
      for (const key of keysAbove(moment.state, isGone ? change.path.slice(0, -1) : change.path)) if (!this.opened.has(key)) this.opened.set(key, STEP);
    }
    this.arrange();
    // Without a selection, something that changed is in view.
    const isChanged = (row) => row.change !== 'none' && row.change !== 'inside';
    const [from, to] = this.list.visible;
    if (this.list.active < 0 && !this.rows.slice(from, to + 1).some(isChanged)) this.list.reveal(this.rows.findIndex(isChanged));
  }

  /** Computes the rows; the row of the selected path, or the first one in view, keeps its place. */
  arrange() {
    const { list, moment } = this;
    // While time moves, a row keeps its place even where the list is too short for it, so that nothing moves.
    const { isMoving } = this.session;
    const anchor = (isMoving && this.held) || this.anchor();
    this.held = isMoving ? anchor : null;
    this.rows = treeRows(moment?.state, moment?.base, {
      isOpen: (key) => Boolean(this.opened.get(key)), onlyChanged: this.onlyChanged,
    });
    list.count = this.rows.length;
    if (anchor) {
      const index = this.rows.findIndex((row) => row.key === anchor.key);
      if (index >= 0) list.top = index * list.rowHeight - anchor.offset;
    }
    if (!isMoving) list.clamp();
    this.placeActive();
    list.draw();
    byId('state-empty').hidden = this.rows.length > 0;
    setText(byId('state-empty'), moment && moment.state === undefined ? moment.unknownText : '');
  }

  anchor() {
    const { list, rows } = this;
    const [from, to] = list.visible;
    const index = list.active >= from && list.active <= to ? list.active : from;
    return rows[index] && { key: rows[index].key, offset: list.offsetOf(index) };
  }

  placeActive() {
    const { path } = this.session;
    const key = path && (this.group?.path === path ? this.group.key : pointerOf(path));
    this.list.active = this.rows.findIndex((row) => row.key === key);
  }

  /** Selects the path of a row; that of its container for a group. */
  select(index) {
    const path = rowTokens(this.rows, index);
    this.group = { path, key: this.rows[index].key };
    this.session.select(path);
    this.placeActive();
  }

  createRow() {
    const row = rowWith('row node', 'treeitem', ['twisty', 'key', 'id', 'value', 'was', 'pin']);
    row.append(...Object.values(row.parts));
    return row;
  }

  updateRow(node, index) {
    const row = this.rows[index];
    const { parts } = node;
    const isActive = index === this.list.active;
    const isRemoved = row.change === 'removed';
    const isGroup = row.token === null && row.depth > 0 && !isRemoved;
    setText(parts.twisty, row.isBranch ? (row.isOpen ? '▾' : '▸') : '');
    setText(parts.key, row.depth === 0 ? '$' : row.token === null ? visibleText(row.label, 80) : visibleText(String(row.token), 120) || '""');
    const name = typeof row.token === 'number' && !row.isOpen || isRemoved ? elementName(row.value) : null;
    setText(parts.id, name ?? '');
    setText(parts.value, isGroup || row.value === undefined ? '' : row.isBranch ? branchText(row) : changedText(row.value, row.was, Math.min(TEXT_LIMIT, this.list.columns)));
    setClass(parts.value, `value ${isGroup || row.isBranch ? 'summary' : kindOf(row.value)}`);
    setText(parts.was, row.change === 'changed' ? `was ${changedText(row.was, row.value, 60)}` : isRemoved ? 'removed' : row.change === 'added' && row.depth > 0 ? 'new' : '');
    const isPinned = !isGroup && this.session.pins.some((pin) => pointerOf(pin.tokens) === row.key);
    setText(parts.pin, isPinned ? '◆ pinned' : '');
    setDepth(node, Math.min(row.depth, 24));
    const isFound = this.finder.keys.has(row.key);
    setClass(node, `row node ${row.change}${isActive ? ' current' : ''}${isFound ? ' found' : ''}`);
    setAttribute(node, 'aria-level', row.depth + 1);
    setAttribute(node, 'aria-expanded', row.isBranch ? row.isOpen : null);
    setPlace(node, row.place, row.siblings, isActive);
  }

  click(index, event) {
    const row = this.rows[index];
    const isTwisty = event.target.closest('.twisty');
    this.select(index);
    if (row.isBranch && row.depth > 0 && (isTwisty || event.target.closest('.value, .was') || row.token === null)) this.toggle(index);
  }

  toggle(index, open = !this.rows[index].isOpen) {
    this.opened.set(this.rows[index].key, open);
    this.arrange();
  }

  /** Selects a path, opens what is above it and scrolls to it. */
  open(path) {
    const { moment } = this;
    this.session.select(path);
    if (!moment || moment.state === undefined) return;
    for (const key of keysAbove(moment.state, path)) this.opened.set(key, true);
    this.onlyChanged = false;
    this.arrange();
    this.list.reveal(this.list.active);
  }

  /** Keys of the focused tree, as in the pattern for tree views; returns whether the key was used. */
  key(event) {
    const { rows, list } = this;
    const index = Math.max(list.active, 0);
    const row = rows[index];
    if (!row) return false;
    const distance = list.rowsOf(event.key);
    if (distance !== null) {
      this.move(list.active < 0 && distance === 1 ? 0 : index + distance);
      return true;
    }
    switch (event.key) {
    case 'ArrowRight':
      if (row.isBranch && !row.isOpen) this.toggle(index, true);
      else if (row.isBranch) this.move(index + 1);
      return true;
    case 'ArrowLeft':
      if (row.isOpen && row.depth > 0) this.toggle(index, false);
      else if (row.parent >= 0) this.move(row.parent);
      return true;
    case 'Enter':
      if (row.isBranch && row.depth > 0) this.toggle(index);
      else this.showValue();
      return true;
    default: return false;
    }
  }

  /** Makes a row the active one; a group selects its container. */
  move(index) {
    const target = Math.min(Math.max(index, 0), this.rows.length - 1);
    if (!this.rows[target]) return;
    this.select(target);
    this.list.reveal(target);
  }

  draw() {
    const { session, moment } = this;
    if (isNew(this, 'rest', session.isAtRest, moment) && session.isAtRest) {
      this.finder.follow();
      if (this.onlyChanged) this.arrange();
      else this.reveal();
    }
    if (isNew(this, 'marks', session.path, session.pins, this.finder.keys)) {
      this.placeActive();
      this.list.refresh();
    }
    setAttribute(byId('only-changed'), 'aria-pressed', this.onlyChanged);
    const bar = byId('path-bar');
    const { place: path } = session;
    bar.hidden = !path;
    if (bar.hidden) return;
    setText(byId('path-text'), visibleText(pathText(path), 200));
    setText(byId('pin-path'), session.isPinned(path) ? 'Unpin' : 'Pin');
    byId('copy-value').hidden = valueAt(moment?.state, path) === undefined;
  }
}

/** What a container is in a closed or open row: its size, and the beginning of small ones. */
function branchText(row) {
  const isList = Array.isArray(row.value);
  const size = isList ? `${groupedText(row.size)} ${row.size === 1 ? 'item' : 'items'}` : `{${groupedText(row.size)}}`;
  if (row.isOpen || isList || row.size > 4) return size;
  for (const child of row.value.values()) if (isContainer(child) && (child.size ?? child.length) > 0) return size;
  return valueText(row.value, 80);
}
