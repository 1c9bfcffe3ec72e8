// Opens the recording of the page and connects model, views and keys.

import { byId, setText } from './dom.js';
import { changedText, visibleText } from './text.js';
import { unpackedText, unpackedBytes } from './page-data.js';
import { parseColumns } from './steps-table.js';
import { Timeline } from './timeline.js';
import { differenceOf } from './difference.js';
import { isNew } from './frames.js';
import { Axis } from './axis.js';
import { Lanes } from './lanes.js';
import { Session } from './session.js';
import { Moment } from './moment.js';
import { StripView, AxisControls } from './strip-view.js';
import { StepsView } from './steps-view.js';
import { RangeView } from './range-view.js';
import { ChangesView } from './changes-view.js';
import { HistoryView } from './history-view.js';
import { StateView } from './state-view.js';
import { lookOf, showLook } from './address.js';
import { HeaderView, followAddress } from './header-view.js';
import { VerdictView } from './verdict-view.js';
import { TransportView } from './transport-view.js';
import { HandoverView } from './handover-view.js';
import { ValueView } from './value-view.js';
import { BookmarkView } from './bookmark-view.js';
import { Panes } from './panes.js';
import { pathText, valueAt } from './paths.js';
import { Splitters } from './splitters.js';
import { Keys } from './keys.js';

/** Stands for the path of the first change of a step. */
const CHANGE = [];

/** The views of a timeline, and what connects them. */
class Page {
  /** @param makeLive For a page that follows an app: a function from the page to a view with `keyGroups`; or null. */
  constructor(timeline, makeLive = null) {
    const session = this.session = new Session(timeline, new Axis(timeline.table));
    session.isLive = makeLive !== null;
    const lanes = new Lanes(timeline);
    this.panes = new Panes(session);
    new Splitters();
    this.header = new HeaderView(session, { look: () => lookOf(session, this.steps, this.opened), items: () => this.steps.items, step: () => this.stepLine(), command: () => this.handover.foundBy ?? null });
    this.verdict = new VerdictView(session);
    this.strip = new StripView(session, lanes);
    // The lists below get the height that remains.
    this.strip.place();
    this.controls = new AxisControls(session);
    this.steps = new StepsView(session, lanes);
    this.strip.steps = this.steps;
    this.history = new HistoryView(session);
    this.state = new StateView(session, { onhistory: (path) => this.openHistory(path), onvalue: (path) => this.moment && this.value.open(this.moment, path) });
    this.value = new ValueView(session);
    const range = new RangeView(session, lanes, { ontype: (name) => this.showType(name), onpath: (path) => this.openHistory(path) });
    this.changes = new ChangesView(session, range, (path) => this.openPath(path));
    this.changes.oncauses = () => { this.panes.show('steps'); if (this.steps.order === 'time') this.steps.toggleCauses(); };
    this.transport = new TransportView(session, this.steps);
    this.handover = new HandoverView(session);
    this.bookmarks = new BookmarkView(session);
    Object.assign(this.strip.gutter, { onopen: (path) => this.openHistory(path), ontype: (name) => this.showType(this.steps.types.only === name ? '' : name) });
    // Without a turn, and before the others, which need the lane of each row.
    session.frames.add({ draw: () => lanes.extend() });
    // While something is scrubbed, states are made in another frame than they are drawn in.
    session.frames.add({ turn: 1, draw: () => session.isScrubbing && session.loader.readRow !== null && timeline.stateAfter(session.loader.readRow) });
    // What does not show the row, too, has a turn.
    for (const view of [this, this.header, this.verdict, this.handover, this.controls, this.bookmarks]) view.turn = 0;
    session.frames.add(this, this.steps, this.strip, this.controls, this.header, this.verdict, this.changes, this.transport, this.history, this.state, this.handover, this.bookmarks);
    this.live = makeLive?.(this);
    if (this.live) session.frames.add(this.live);
    this.changes.editor = this.live?.whatIf;
    this.keys = new Keys(this.keyGroups(), { focused: (event) => this.focusedKey(event), escape: (event) => this.escape(event) });
    const cause = makeLive ? null : timeline.verdictRow();
    session.row = cause ?? timeline.count - 1;
    // The paths that are pinned when the page opens.
    this.opened = cause !== null && this.verdict.path ? [this.verdict.path] : [];
    const onpath = (path) => { this.pendingPath = path; session.invalidate(); };
    const isAddressed = followAddress(session, { onpath, onlook: (look) => showLook(look, session, this.steps, this.opened) });
    // Selects the value of the verdict. Where it names none, what its step changed.
    if (cause !== null && !isAddressed) this.pendingPath = this.verdict.path ?? CHANGE;
    session.invalidate();
  }

  /** The history whose changes were sought last, while its path is selected. */
  get walks() { return this.sought?.tokens === this.session.path ? [this.sought] : []; }

  /** The first of the views: makes the moment that the others show. */
  draw() {
    const { session } = this;
    const { shownRow, shownCompared } = session.loader;
    this.showFailure();
    if (isNew(this, 'moment', session.timeline.chunks, shownRow, shownCompared)) {
      const moment = shownRow === null ? null : new Moment(session.timeline, shownRow, shownCompared);
      this.moment = this.changes.moment = this.handover.moment = moment;
      if (moment) {
        this.steps.search.state = moment.state;
        this.state.show(moment);
      }
    }
    if (this.pendingPath && this.moment) {
      const { state, base } = this.moment;
      const [change] = this.pendingPath === CHANGE && base !== undefined && state !== undefined ? differenceOf(base, state, 1).changes : [];
      const path = change?.path ?? this.pendingPath;
      if (path !== CHANGE) this.state.open(path);
      this.state.list.place();
      this.pendingPath = null;
    }
  }

  /** The shown step in a line, with the selected value before and after it. */
  stepLine() {
    const { moment, session: { path } } = this;
    const [before, after] = path?.length && moment ? [moment.base, moment.state].map((state) => valueAt(state, path)) : [];
    return visibleText(`${this.strip.stepText}${before === undefined && after === undefined ? '' : `; ${pathText(path)} ${changedText(before, after, 60)} → ${changedText(after, before, 60)}`}`, 400);
  }

  showFailure() {
    const { failure, isLive } = this.session;
    byId('failure').hidden = failure === null;
    if (failure !== null) setText(byId('failure'), `A part of this page cannot be read: ${visibleText(failure)}. ${isLive ? 'Load the page again' : 'Make the page again with “timeline view”'}.`);
  }

  openPath(path) {
    this.panes.show('state');
    this.state.open(path);
  }

  showType(name) {
    this.panes.show('steps');
    this.steps.search.fill(name);
  }

  openHistory(path) {
    this.panes.show('changes');
    this.history.open(path);
    this.session.select(path);
  }

  /** Keys of the pane in focus; returns whether one used it. */
  focusedKey(event) {
    if (event.shiftKey && event.key.startsWith('Arrow')) return false;
    const focused = document.activeElement;
    if (focused === byId('chart')) return this.slide(event.key);
    if (focused === byId('state')) return this.state.key(event);
    if (focused === byId('history')) return this.history.key(event);
    if (focused === byId('changes')) return this.scrollChanges(event);
    return focused === byId('step-list') || focused === document.body ? this.steps.key(event) : false;
  }

  /** Keys of the slider, beside the arrows of the page. */
  slide(key) {
    const { session } = this;
    const amount = { ArrowUp: 1, ArrowDown: -1, PageUp: Math.ceil(session.timeline.count / 20), PageDown: -Math.ceil(session.timeline.count / 20) }[key];
    if (amount) session.seek(session.row + amount);
    return amount !== undefined;
  }

  scrollChanges(event) {
    const body = byId('changes');
    const amount = { ArrowDown: 40, ArrowUp: -40, PageDown: body.clientHeight * 0.9, PageUp: -body.clientHeight * 0.9 }[event.key];
    if (amount) body.scrollTop += amount;
    return amount !== undefined;
  }

  /** Closes what was opened last: the search, the history, the comparison, the filters. */
  escape(event) {
    const { session } = this;
    this.live?.say('');
    if (event.target === byId('find-state')) {
      this.state.finder.clear();
      this.panes.focus('state');
    } else if (event.target === byId('filter-text')) {
      this.steps.clearFilters();
      this.panes.focus('steps');
    } else if (this.history.isOpen) {
      this.history.close();
      byId('step-list').focus({ preventScroll: true });
    } else if (session.compared !== null) session.compare(null);
    else if (this.steps.isFiltered) this.steps.clearFilters();
  }

  /** The next or previous match of the search, or change of the path. */
  seekNext(direction) {
    const { search, types, filter } = this.steps;
    if (search.walk || types.only !== null || filter.isSlow) this.steps.find(direction);
    else this.seekChange(direction);
  }

  /** Seeks the next or previous change of the opened history, the first pin or the selected path, once it is found. */
  async seekChange(direction) {
    const { session } = this;
    const path = this.history.history?.tokens ?? session.pins[0]?.tokens ?? (session.path?.length ? session.path : null);
    if (!path) return;
    const history = session.walks.history(path);
    this.sought = history;
    const origin = session.row;
    if (history.walkedRows <= origin || history.neighbor(origin, direction) === null) await history.done;
    const row = history.neighbor(origin, direction);
    if (row !== null && session.row === origin && session.walks.shown.includes(history)) session.seek(row);
  }

  seekMark(direction) {
    const { session } = this;
    const rows = session.marks.map((mark) => mark.row);
    const row = direction > 0 ? rows.find((row) => row > session.row) : rows.findLast((row) => row < session.row);
    if (row !== undefined) session.seek(row);
  }

  focusField(pane, id) {
    this.panes.show(pane);
    byId(id).focus();
    byId(id).select();
  }

  keyGroups() {
    const { session, steps, state, transport, controls, panes } = this;
    return [
      ['Time', [
        { keys: ['ArrowLeft', ','], shown: ['←', ','], text: 'Step back; in the list while it is filtered', run: (event) => transport.pause(() => steps.advance(-1, event.shiftKey)) },
        { keys: ['ArrowRight', '.'], shown: ['→', '.'], text: 'Step forward; with shift, always by one', run: (event) => steps.advance(1, event.shiftKey) },
        { keys: ['ArrowUp', 'ArrowDown'], shown: ['↑', '↓'], text: 'Previous, next in the list', run: (event) => steps.key(event) },
        { keys: ['Home', 'End'], text: 'First, last', run: (event) => session.seek(event.key === 'Home' ? -1 : session.timeline.count - 1) },
        { keys: [' '], text: 'Play, pause', run: () => transport.toggle() },
        { keys: ['<', '>'], text: 'Slower, faster', run: (event) => transport.changeSpeed(event.key === '>' ? 1 : -1) },
        { keys: ['i'], text: 'Longest wait in playback', run: () => transport.changeIdle() },
        { keys: ['g'], text: 'Go to what went wrong', run: () => this.verdict.go() },
        { keys: ['n', 'N'], text: 'Next, previous match; without a search, change of the path', run: (event) => this.seekNext(event.key === 'n' ? 1 : -1) },
        { keys: ['[', ']'], text: 'Previous, next mark or bookmark', run: (event) => this.seekMark(event.key === ']' ? 1 : -1) },
        { keys: ['B'], text: 'Bookmark this step with a note', run: () => this.bookmarks.open() },
        { keys: ['e'], text: 'What if: leave out, edit or insert a step', run: () => this.changes.edit() },
      ]],
      ['Look', [
        { keys: ['/'], text: 'Find: text, type, path, condition, 500, %mark, @12.5s', run: () => this.focusField('steps', 'filter-text') },
        { keys: ['f'], text: 'Find in the state', run: () => this.focusField('state', 'find-state') },
        { keys: ['p'], text: 'Pin the path, or unpin it', run: () => state.pin() },
        { keys: ['h'], text: 'Every step that changed the path', run: () => state.showHistory() },
        { keys: ['v'], text: 'The whole value, before and after', run: () => state.showValue() },
        { keys: ['o'], text: 'Only steps that changed the path', run: () => steps.togglePathFilter() },
        { keys: ['d'], text: 'Only what the step changed', run: () => state.toggleOnlyChanged() },
        { keys: ['c', 'C'], text: 'Compare with this step, or stop; swap the two', run: (event) => (event.key === 'c' ? session.toggleCompare() : session.compared !== null && session.swapCompared()) },
        { keys: ['t'], text: 'Steps below their causes', run: () => steps.toggleCauses() },
        { keys: ['w', 'W'], text: 'Only this type of action, or all; hide it', run: (event) => steps.chooseType(session.row, event.key === 'W') },
        { keys: ['k'], text: 'Only steps whose reducer ran more than 8 ms', run: () => steps.toggleSlow() },
        { keys: ['H'], text: 'Dim the steps that did not change a pinned path', run: () => steps.toggleHighlights() },
        { keys: ['z'], text: 'Fold runs of one action', run: () => steps.toggleFolds() },
        { keys: ['1', '2', '3'], text: 'Steps, what it did, state', run: (event) => panes.focus(['steps', 'changes', 'state'][event.key - 1]) },
      ]],
      ['Strip', [
        { keys: ['+', '='], shown: ['+'], text: 'Closer', run: () => controls.zoom(1.6) },
        { keys: ['-'], text: 'Farther', run: () => controls.zoom(1 / 1.6) },
        { keys: ['0'], text: 'All steps', run: () => controls.fit() },
        { keys: ['{', '}'], text: 'Move the strip', run: (event) => controls.pan(event.key === '}' ? 0.25 : -0.25) },
        { keys: ['a'], text: 'Axis of steps or of time', run: () => controls.toggleMode() },
        { keys: [], shown: ['wheel', 'shift wheel'], text: 'Zoom, move' },
        { keys: [], shown: ['shift drag', 'long press'], text: 'Select a range of steps' },
      ]],
      ...(this.live?.keyGroups ?? []),
      ['Hand over', [
        { keys: ['y'], text: 'Copy the command', run: () => this.handover.copy() },
        { keys: ['Y'], text: 'Next command', run: () => this.handover.next() },
        { keys: ['s', 'S'], text: 'Copy the state as JSON; a member per line', run: (event) => state.copy(event.key === 'S') },
        { keys: ['l', 'L'], text: 'Copy a link to what is shown; Markdown for an issue', run: (event) => (event.key === 'l' ? this.header.copyLink() : this.header.copyIssue()) },
        { keys: ['Escape'], shown: ['esc'], text: 'Close what was opened' },
        { keys: ['?'], text: 'This help', run: () => this.keys.toggleHelp() },
      ]],
    ];
  }
}

/** Shows a timeline instead of the text that stands in for it. */
export function show(timeline, makeLive) {
  byId('old').hidden = true;
  byId('app').hidden = false;
  return new Page(timeline, makeLive);
}

export function refuse(error) {
  byId('app').hidden = true;
  byId('old').hidden = false;
  setText(byId('old'), `This page cannot be read: ${visibleText(String(error?.message ?? error))}. Make it again with “timeline view”.`);
}

/** Opens the data of the page. */
async function openPage() {
  try {
    const [summary, columns] = [await unpackedText('summary'), parseColumns(await unpackedBytes('steps'))];
    show(new Timeline(JSON.parse(summary), columns, (index) => unpackedText(`chunk-${index}`)));
  } catch (error) {
    refuse(error);
    throw error;
  }
}

// A page that is served has no data.
if (!document.querySelector('meta[name="timeline-socket"]')) openPage();
