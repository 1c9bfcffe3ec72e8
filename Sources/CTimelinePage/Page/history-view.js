// Every step that changed the value at a path, newest last, with the value before and after.

import { element, byId, setText, setAttribute, setClass, setPlace, rowWith, onClick } from './dom.js';
import { View, isNew } from './frames.js';
import { VirtualList } from './virtual-list.js';
import { StepLabels } from './step-labels.js';
import { historyText, ContainerSummary } from './path-history.js';
import { pathText } from './paths.js';
import { lastAtMost } from './rows.js';
import { visibleText, groupedText, countText, changedText } from './text.js';

export class HistoryView extends View {
  constructor(page) {
    super(page);
    this.labels = new StepLabels(page);
    this.history = null;
    this.container = byId('history');
    this.list = new VirtualList(this.container, {
      create: () => this.createRow(),
      update: (node, index) => this.updateRow(node, index),
      onclick: (index) => this.session.seek(this.history.changes[index]),
      onrender: (from, to) => this.history && this.labels.load(this.history.changes, from, to),
    });
    onClick('history-close', () => this.close());
    onClick('history-pin', () => this.session.togglePin(this.history.tokens));
  }

  get walks() { return [this.history]; }
  get isOpen() { return this.history !== null; }

  open(path) {
    this.history = this.session.walks.history(path);
    this.list.top = 0;
    this.reveal();
    this.session.invalidate();
    // What is hidden takes no focus.
    this.draw();
    this.container.focus({ preventScroll: true });
  }

  close() {
    this.history = null;
    this.list.count = 0;
    this.session.invalidate();
  }

  createRow() {
    const row = rowWith('row past', 'option', ['seq', 'name', 'old', 'arrow', 'new']);
    row.append(row.parts.seq, row.parts.name, element('span', { class: 'values' }, row.parts.old, row.parts.arrow, row.parts.new));
    return row;
  }

  updateRow(node, index) {
    const { history, session } = this;
    const row = history.changes[index];
    const entry = history.indexAt(row);
    const { parts } = node;
    setText(parts.seq, String(session.timeline.positionOf(row)));
    setText(parts.name, this.labels.of(row)?.name ?? visibleText(session.timeline.table.typeName(row), 80));
    const value = history.values[entry];
    const isWithin = value instanceof ContainerSummary && value.change !== null;
    const before = history.values[entry - 1];
    setText(parts.old, isWithin ? '' : typeof before === 'string' ? changedText(before, value, 40) : historyText(history, entry - 1, true));
    setText(parts.arrow, isWithin ? '' : ' → ');
    setText(parts.new, historyText(history, entry, true));
    const isCurrent = row === session.row;
    setClass(node, `row past${isCurrent ? ' current' : ''}`);
    setPlace(node, index + 1, history.changes.length, isCurrent);
  }

  reveal() {
    this.list.count = this.history.changes.length;
    this.list.clamp();
    this.list.active = lastAtMost(this.history.changes, this.session.row);
    this.list.reveal(this.list.active);
  }

  key(event) {
    const { history, list, session } = this;
    const distance = list.rowsOf(event.key);
    if (distance === null || !this.isOpen || list.count === 0) return false;
    // A step between two changes is one place before the later one.
    const place = lastAtMost(history.changes, session.row);
    const from = distance < 0 && history.changes[place] !== session.row ? place + 1 : place;
    session.seek(history.changes[Math.min(Math.max(from + distance, 0), list.count - 1)]);
    return true;
  }

  draw() {
    const { session } = this;
    byId('history-pane').hidden = !this.isOpen;
    byId('changes-body').hidden = this.isOpen;
    if (!this.isOpen) return;
    const history = this.history = session.walks.history(this.history.tokens);
    if (isNew(this, 'place', session.row, history, history.changes.length)) this.reveal();
    this.list.count = history.changes.length;
    const path = visibleText(pathText(history.tokens), 120);
    setText(byId('history-path'), path);
    setText(byId('history-count'), `${countText(history.changes.length, 'step')} of ${groupedText(session.timeline.count)}${history.isComplete ? '' : ' …'}`);
    setText(byId('history-pin'), session.isPinned(history.tokens) ? 'Unpin' : 'Pin');
    setAttribute(this.container, 'aria-label', `Steps that changed ${path}`);
    byId('history-empty').hidden = !(history.isComplete && history.changes.length === 0);
    this.list.draw();
  }
}
