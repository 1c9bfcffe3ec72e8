// The walks over rows that are going on or done: histories of paths, searches, and paths that a range changed.

import { PathHistory } from './path-history.js';
import { walkRows, extendWalk } from './rows.js';
import { nextTask } from './dom.js';

/** To draw what was found so far takes longer than a slice: it is done after this many milliseconds. */
const DRAW_DELAY = 120;

export class Walks {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    // Counts how often something was found that is to be shown.
    this.version = 0;
    // The history whose changes were sought last, shown while its path is selected.
    this.sought = null;
  }

  /** The walks whose results are shown: those of the pins and of views. The others end. */
  get shown() {
    const { path, pins, frames, timeline } = this.session;
    const sought = this.sought?.tokens === path ? [this.sought] : [];
    return [...pins, ...sought, ...frames.views.flatMap((view) => view.walks ?? [])].filter((walk) => walk?.chunks === timeline.chunks);
  }

  /** The history of a path, to be kept by a view; found in slices. */
  history(path) {
    const key = JSON.stringify(path);
    return this.shown.find(({ tokens }) => JSON.stringify(tokens) === key) ?? this.start(new PathHistory(path));
  }

  /** Seeks the next or previous change of a path, or of none for null, once it is found. */
  async seekChange(path, direction) {
    if (!path) return;
    const { session } = this;
    const { row: origin } = session;
    const history = this.sought = this.history(path);
    if (history.walkedRows <= origin || history.neighbor(origin, direction) === null) await history.done;
    const row = history.neighbor(origin, direction);
    if (row !== null && session.row === origin && this.shown.includes(history)) session.seek(row);
  }

  /** Starts a walk over the recording, or goes on with it. */
  start(walk) {
    const { session } = this;
    const { chunks } = session.timeline;
    walk.chunks = chunks;
    walk.isComplete = false;
    let drawn = 0;
    const pause = async () => {
      // What is loaded first has found nothing yet.
      if (walk.walkedRows > 0 && performance.now() - drawn > DRAW_DELAY) {
        drawn = performance.now();
        this.show();
      }
      await nextTask();
      return this.shown.includes(walk);
    };
    walk.done = walkRows(walk, chunks, pause).then(() => this.show(), (error) => session.fail(error, chunks));
    return walk;
  }

  /** Shows what was found. */
  show() {
    this.version += 1;
    this.session.invalidate();
  }

  /** Walks on over rows that were appended. A walk that still goes on finds them, too. */
  extend() { for (const walk of this.shown) if (walk.isComplete && !extendWalk(walk, this.session.timeline.chunks)) this.start(walk); }
}
