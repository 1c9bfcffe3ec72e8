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
import { KeyTable } from './key-table.js';

/** Stands for the path of the first change of a step. */
const CHANGE = [];

/** The views of a timeline, and the ways between them. */
export class Page {
  /** @type {Moment} What the views show; null until it was read. */
  moment = null;
  pendingPath = null;
  turn = 0;

  /** @param makeLive For a page that follows an app: a function from the page to a view with `keyGroups`; or null. */
  constructor(timeline, makeLive = null) {
    const session = this.session = new Session(timeline, new Axis(timeline.table));
    session.isLive = makeLive !== null;
    const lanes = this.lanes = new Lanes(timeline);
    this.panes = new Panes();
    new Splitters();
    this.header = new HeaderView(this);
    this.verdict = new VerdictView(this);
    this.strip = new StripView(this);
    // The lists below get the height that remains.
    this.strip.place();
    this.controls = new AxisControls(this);
    this.steps = new StepsView(this);
    this.history = new HistoryView(this);
    this.state = new StateView(this);
    this.value = new ValueView(this);
    this.changes = new ChangesView(this);
    this.transport = new TransportView(this);
    this.handover = new HandoverView(this);
    this.bookmarks = new BookmarkView(this);
    // Without a turn, and before the others, which need the lane of each row.
    session.frames.add({ draw: () => lanes.extend() });
    // While something is scrubbed, states are made in another frame than they are drawn in.
    session.frames.add({ turn: 1, draw: () => session.isScrubbing && session.loader.readRow !== null && timeline.stateAfter(session.loader.readRow) });
    // What does not show the row, too, has a turn.
    for (const view of [this.header, this.verdict, this.handover, this.controls, this.bookmarks]) view.turn = 0;
    session.frames.add(this, this.steps, this.strip, this.controls, this.header, this.verdict, this.changes, this.transport, this.history, this.state, this.handover, this.bookmarks);
    this.live = makeLive?.(this);
    if (this.live) session.frames.add(this.live);
    this.keys = new Keys(new KeyTable(this));
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

  /** What is looked at beside the step. */
  get look() { return lookOf(this.session, this.steps, this.opened); }

  /** The first of the views: makes the moment that the others show. */
  draw() {
    const { session } = this;
    const { shownRow, shownCompared } = session.loader;
    this.showFailure();
    if (isNew(this, 'moment', session.timeline.chunks, shownRow, shownCompared)) {
      const moment = shownRow === null ? null : new Moment(session.timeline, shownRow, shownCompared);
      this.moment = moment;
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
  get stepLine() {
    const { moment, session: { place: path } } = this;
    const [before, after] = path && moment ? [moment.base, moment.state].map((state) => valueAt(state, path)) : [];
    return visibleText(`${this.strip.stepText}${before === undefined && after === undefined ? '' : `; ${pathText(path)} ${changedText(before, after, 60)} → ${changedText(after, before, 60)}`}`, 400);
  }

  showFailure() {
    const { failure, isLive } = this.session;
    byId('failure').hidden = failure === null;
    if (failure !== null) setText(byId('failure'), `A part of this page cannot be read: ${visibleText(failure)}. ${isLive ? 'Load the page again' : 'Make the page again with “timeline view”'}.`);
  }

  openPath = (path) => {
    this.panes.show('state');
    this.state.open(path);
  };

  openValue(path) { if (this.moment) this.value.open(this.moment, path); }

  showCauses() {
    this.panes.show('steps');
    if (this.steps.order === 'time') this.steps.toggleCauses();
  }

  showType(name) {
    this.panes.show('steps');
    this.steps.search.fill(name);
  }

  /** Shows only a type, or all again. */
  toggleType(name) { this.showType(this.steps.types.only === name ? '' : name); }

  openHistory(path) {
    this.panes.show('changes');
    this.history.open(path);
    this.session.select(path);
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
