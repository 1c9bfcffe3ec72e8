// What is being looked at: the row, the path, the pins. Views draw it once per frame, and the latest seek wins.

import { PathHistory, walkHistory } from './path-history.js';
import { pointerOf } from './paths.js';
import { nextTask } from './dom.js';

/** The time without a seek after which the page is at rest. */
const REST_DELAY = 180;

export class Session {
  constructor(timeline, axis) {
    this.timeline = timeline;
    this.axis = axis;
    this.row = timeline.count - 1;
    // The row whose states are shown: the last one whose chunk was loaded.
    this.shownRow = null;
    this.compared = null;
    this.path = null;
    this.pins = [];
    this.histories = new Map();
    this.isScrubbing = false;
    this.isPlaying = false;
    this.isAtRest = true;
    this.views = [];
    // 0 or 1, changing with each frame; and what views have still to draw.
    this.turn = 0;
    this.deferred = new Map();
    this.dirty = new Set();
    this.frame = 0;
    this.isLoading = false;
    this.failure = null;
  }

  /** Adds views: objects with `draw(dirty)`, where `dirty` is the set of what changed, and perhaps a `turn`. */
  add(...views) { this.views.push(...views); }

  /** Marks something as changed: `row`, `moment`, `rest`, `path`, `pins`, `axis`, `compared`, `playing`, `list`. */
  invalidate(...aspects) {
    for (const aspect of aspects) this.dirty.add(aspect);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    this.loadMoment();
    const { dirty } = this;
    this.dirty = new Set();
    this.turn = 1 - this.turn;
    for (const view of this.views) this.drawView(view, new Set([...dirty, ...(this.deferred.get(view) ?? [])]));
    if (this.deferred.size > 0) this.invalidate();
  }

  /** Draws a view. While something is scrubbed, the views that cost most take turns, so that each frame is short. */
  drawView(view, dirty) {
    if (dirty.size === 0) return;
    this.deferred.delete(view);
    if (this.isScrubbing && view.turn === this.turn) {
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
    this.isAtRest = false;
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => this.rest(), REST_DELAY);
    this.loadMoment();
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
      if (this.shownRow !== this.row || this.dirty.has('compared')) {
        this.shownRow = this.row;
        this.dirty.add('moment');
        if (this.isAtRest) this.dirty.add('rest');
      }
      return;
    }
    // A chunk that cannot be read is not read again.
    if (this.isLoading || missing === this.failedRow) return;
    this.isLoading = true;
    this.timeline.load(missing).then(() => {
      this.isLoading = false;
      this.invalidate('loaded');
      if (this.isScrubbing || this.isPlaying) return;
      // A single jump does not wait for the next frame, too.
      cancelAnimationFrame(this.frame);
      this.draw();
    }, (error) => {
      this.failedRow = missing;
      this.fail(error);
    });
  }

  /** Shows an error of the data instead of states. */
  fail(error) {
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

  /** The history of a path; found in slices, which invalidate `history`. */
  history(path) {
    const key = pointerOf(path.map((token) => (typeof token === 'number' ? token : `.${token}`)));
    const known = this.histories.get(key);
    if (known) return known;
    const history = new PathHistory(path);
    this.histories.set(key, history);
    const report = async () => {
      this.invalidate('history');
      await nextTask();
      return true;
    };
    history.done = walkHistory(history, this.timeline.chunks, report).then(() => this.invalidate('history'), (error) => this.fail(error));
    return history;
  }
}
