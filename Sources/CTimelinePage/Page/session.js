// What is being looked at: the row, the path, the pins. Views draw it once per frame, and the latest seek wins.

import { PathHistory } from './path-history.js';
import { walkRows, extendWalk } from './walk.js';
import { pointerOf } from './paths.js';
import { nextTask } from './dom.js';

/** The time without a seek after which the page is at rest. */
const REST_DELAY = 180;

/** The milliseconds between two times that new rows are shown: nobody sees more, and each takes a frame. */
const ROWS_DELAY = 50;

/** While something is scrubbed, the views that cost most are drawn in every third frame, each in another one. */
const TURNS = 3;

export class Session {
  constructor(timeline, axis) {
    this.timeline = timeline;
    this.axis = axis;
    this.row = timeline.count - 1;
    // The row whose states are shown: the last one whose chunk was loaded.
    this.shownRow = this.readRow = null;
    this.compared = this.shownCompared = null;
    this.path = null;
    this.pins = [];
    this.isScrubbing = false;
    this.isPlaying = false;
    this.isAtRest = true;
    this.views = [];
    // Counts the frames, from 0 to 2; and what views have still to draw.
    this.turn = 0;
    this.deferred = new Map();
    this.dirty = new Set();
    this.frame = 0;
    this.isLoading = false;
    this.failure = null;
    // What takes the messages that were not taken yet, and when the last ones were.
    this.waiting = [];
    this.tookAt = 0;
    // The number of rows that came while another than the last one was shown.
    this.newRows = 0;
    // Whether the recording may grow.
    this.isLive = false;
    // Whether the recording that replaced another one is the same, with more steps.
    this.isSame = false;
    // The position that a followed app shows while it travels, or null. Its row may come later.
    this.appPosition = null;
  }

  /** Whether time moves: views then show less, and keep their places. */
  get isMoving() { return this.isScrubbing || this.isPlaying || (this.isFollowing && !this.isAtRest); }

  /** Whether the last row is shown, so that the page goes to the next one when it comes. */
  get isAtEnd() { return this.row === this.timeline.count - 1; }

  /** Takes new rows, as `Timeline.append` does: at once, or with those that come soon after. */
  append(...message) { this.wait(() => this.timeline.append(...message)); }

  /** Takes what is known of the states of the rows so far, as `Timeline.judge` does. */
  judge(bad, verdict) {
    this.wait(() => {
      this.timeline.judge(bad, verdict);
      this.invalidate('bad', ...(verdict === undefined ? [] : ['first']));
    });
  }

  wait(take) {
    this.waiting.push(take);
    if (this.waiting.length > 1) return;
    const delay = this.tookAt + ROWS_DELAY - performance.now();
    if (delay <= 0) this.takeRows();
    else this.rowsTimer = setTimeout(() => this.takeRows(), delay);
  }

  /** Takes the rows that wait; at the last row, the page follows. */
  takeRows() {
    const { timeline } = this;
    const count = timeline.count;
    const follows = this.isAtEnd && !this.isScrubbing && !this.isPlaying;
    for (const take of this.waiting.splice(0)) take();
    // A walk that still goes on finds the rows, too.
    for (const walk of this.walks) if (walk.isComplete && !extendWalk(walk, timeline.chunks)) this.walk(walk);
    // The mark of a step may come before it.
    if (timeline.summary.marks?.at(-1)?.seq > timeline.positionOf(count - 1)) this.invalidate('axis');
    if (follows) {
      this.seek(timeline.count - 1);
      this.isFollowing = true;
    } else this.newRows += timeline.count - count;
    this.invalidate('rows');
    this.tookAt = performance.now();
  }

  /** Shows another recording, as `Timeline.replace` does: at the same step if it is the same one with more steps, otherwise at its end. */
  replace(...message) {
    const { timeline } = this;
    const { session, first } = timeline.summary;
    const positions = [this.row, this.compared].map((row) => (row === null ? null : timeline.positionOf(row)));
    const wasAtEnd = this.isAtEnd;
    const { count, chunks } = timeline;
    clearTimeout(this.rowsTimer);
    this.waiting = [];
    timeline.replace(...message);
    const isSame = timeline.summary.session === session && timeline.summary.first === first;
    const last = timeline.count - 1;
    this.row = isSame && !wasAtEnd ? timeline.rowOf(positions[0]) : last;
    this.compared = isSame && positions[1] !== null ? timeline.rowOf(positions[1]) : null;
    this.newRows = this.isAtEnd ? 0 : this.newRows + timeline.count - count;
    this.shownRow = this.readRow = this.failure = this.failedRow = null;
    this.isLoading = this.isScrubbing = false;
    this.isSame = isSame;
    // Nothing more is read for the recording before: its chunks have the numbers of those of the new one.
    chunks.read = () => Promise.reject();
    this.pins = this.pins.map((pin) => this.history(pin.tokens));
    if (!isSame || this.axis.isWhole) this.axis.fit();
    this.dirty.clear();
    this.invalidate('page', 'first', 'row', 'axis', 'list', 'path', 'pins', 'compared', 'pane', 'failure');
    // No view is left with rows of the recording before, and none draws its moment.
    this.deferred.clear();
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  /** Adds views: objects with `draw(dirty)`, where `dirty` is the set of what changed, and perhaps a `turn` and `walks`, a list of those that are shown or null. */
  add(...views) { this.views.push(...views); }

  /** Marks something as changed: `row`, `moment`, `rest`, `path`, `pins`, `axis`, `compared`, `playing`, `list`, `bad`. */
  invalidate(...aspects) {
    for (const aspect of aspects) this.dirty.add(aspect);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    // What was sought before the pointer moved is drawn first.
    this.turn = this.dirty.has('moment') ? 0 : (this.turn + 1) % TURNS;
    // While something is scrubbed, chunks are read for the states that are drawn.
    if (!this.isScrubbing || this.turn === 0) this.loadMoment();
    const { dirty } = this;
    this.dirty = new Set();
    for (const view of this.views) this.drawView(view, new Set([...dirty, ...(this.deferred.get(view) ?? [])]));
    if (this.deferred.size > 0) this.invalidate();
  }

  /** Draws a view, or defers that to its turn. */
  drawView(view, dirty) {
    if (dirty.size === 0) return;
    this.deferred.delete(view);
    if (this.isScrubbing && (view.turn ?? this.turn) !== this.turn) {
      this.deferred.set(view, dirty);
      return;
    }
    try {
      view.draw(dirty);
    } catch (error) {
      // Damaged data costs what shows it, not the page.
      this.fail(error);
    }
  }

  /** Shows another row. */
  seek(row) {
    const target = Math.min(Math.max(row, -1), this.timeline.count - 1);
    if (target === this.row) return;
    this.row = target;
    if (this.isAtEnd) this.newRows = 0;
    this.isFollowing = false;
    this.isAtRest = false;
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => this.rest(), REST_DELAY);
    if (!this.isScrubbing) this.loadMoment();
    this.invalidate('row');
  }

  rest() {
    if (this.isScrubbing || this.isPlaying) {
      this.restTimer = setTimeout(() => this.rest(), REST_DELAY);
      return;
    }
    this.isAtRest = true;
    this.invalidate('rest');
  }

  seekPosition(position) { this.seek(this.timeline.rowOf(position)); }

  /** Makes the states of the row readable, one chunk at a time; a row that was sought since replaces the one that was waited for. */
  loadMoment() {
    const missing = [this.row, this.compared ?? this.row].find((row) => !this.timeline.isLoaded(row));
    if (missing === undefined) {
      if (this.shownRow !== this.row || this.shownCompared !== this.compared) this.showMoment(this.row);
      return;
    }
    if (this.isScrubbing && this.readRow !== null && this.timeline.isLoaded(this.compared ?? this.readRow)) this.showMoment(this.readRow);
    // A chunk that cannot be read is not read again.
    if (this.isLoading || missing === this.failedRow) return;
    this.isLoading = true;
    const { chunks } = this.timeline;
    chunks.load(missing).then(() => {
      if (chunks !== this.timeline.chunks) return;
      this.isLoading = false;
      // The row may be in another chunk by now; this one is shown meanwhile.
      this.readRow = missing === this.compared ? null : missing;
      this.invalidate('loaded');
      if (this.isScrubbing || this.isPlaying) return;
      // A single jump does not wait for the next frame, too.
      cancelAnimationFrame(this.frame);
      this.draw();
    }, (error) => {
      if (chunks === this.timeline.chunks) this.failedRow = missing;
      this.fail(error, chunks);
    });
  }

  /** Shows the states of a row whose chunk is loaded. */
  showMoment(row) {
    this.shownRow = row;
    this.readRow = null;
    this.shownCompared = this.compared;
    this.dirty.add('moment');
    if (this.isAtRest) this.dirty.add('rest');
  }

  /** Shows an error of the data instead of states; not one of `chunks` that were replaced. */
  fail(error, chunks = this.timeline.chunks) {
    if (chunks !== this.timeline.chunks) return;
    this.isLoading = false;
    this.failure = String(error?.message ?? error);
    this.invalidate('failure');
  }

  compare(row) {
    this.compared = row;
    this.invalidate('compared');
  }

  /** Selects a path, or none. */
  select(path) {
    this.path = path;
    this.invalidate('path');
  }

  isPinned(path) { return path !== null && this.pins.some((pin) => pointerOf(pin.tokens) === pointerOf(path)); }

  togglePin(path) {
    if (this.isPinned(path)) this.pins = this.pins.filter((pin) => pointerOf(pin.tokens) !== pointerOf(path));
    else this.pins = [...this.pins, this.history(path)];
    this.invalidate('pins');
  }

  /** The walks whose results are shown: those of the pins and of views. The others end. */
  get walks() { return [...this.pins, ...this.views.flatMap((view) => view.walks ?? [])].filter((walk) => walk?.chunks === this.timeline.chunks); }

  /** The history of a path, to be kept by a view; found in slices, which invalidate `history`. */
  history(path) {
    const key = JSON.stringify(path);
    return this.walks.find(({ tokens }) => JSON.stringify(tokens) === key) ?? this.walk(new PathHistory(path));
  }

  /** Starts a walk over the recording, or goes on with it. */
  walk(walk) {
    const { chunks } = this.timeline;
    walk.chunks = chunks;
    walk.isComplete = false;
    let drawn = 0;
    const pause = async () => {
      // To draw what was found so far takes longer than a slice.
      if (performance.now() - drawn > 120) {
        drawn = performance.now();
        this.invalidate('history');
      }
      await nextTask();
      return this.walks.includes(walk);
    };
    walk.done = walkRows(walk, chunks, pause).then(() => this.invalidate('history'), (error) => this.fail(error, chunks));
    return walk;
  }
}
