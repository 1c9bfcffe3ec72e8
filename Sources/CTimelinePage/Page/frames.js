// Draws views once per frame. What changed is a set of aspects, and each view draws those that concern it.

/** What may change: every aspect that is invalidated is listed here, and drawn by a view. */
const ASPECTS = new Set([
  // The recording: another one, its summary and verdict, its rows, the spans of bad states, chunks that were read, an error.
  'page', 'first', 'rows', 'bad', 'loaded', 'failure',
  // The place in it: the row, its states once they are read, the end of all movement, playback, a followed app that travels.
  'row', 'moment', 'rest', 'playing', 'travel',
  // What is looked at: the compared row, the path, pins, bookmarks, histories, the items of the list of steps, places found in the state.
  'compared', 'path', 'pins', 'bookmarks', 'history', 'list', 'found',
  // The window of the strip, the part of the middle pane, the kind of command.
  'axis', 'pane', 'command',
]);

/** While something is scrubbed, the views that cost most are drawn in every third frame, each in another one. */
const TURNS = 3;

export class Frames {
  constructor(session) {
    this.session = session;
    this.views = [];
    // Counts the frames, from 0 to 2; and what views have still to draw.
    this.turn = 0;
    this.deferred = new Map();
    this.dirty = new Set();
    this.frame = 0;
  }

  /** Adds views: objects with `draw(dirty)`, where `dirty` is the set of what changed, and perhaps a `turn` and `walks`, a list of those that are shown or null. */
  add(...views) { this.views.push(...views); }

  /** Marks aspects as changed. */
  invalidate(...aspects) {
    for (const aspect of aspects) {
      if (!ASPECTS.has(aspect)) throw new Error(`no view draws the aspect "${aspect}"`);
      this.dirty.add(aspect);
    }
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  /** Draws what changed, without waiting for the next frame. */
  drawNow() {
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  /** Draws aspects, and nothing else that was to be drawn. */
  drawOnly(...aspects) {
    this.dirty.clear();
    this.deferred.clear();
    this.invalidate(...aspects);
    this.drawNow();
  }

  draw() {
    const { session } = this;
    this.frame = 0;
    // What was sought before the pointer moved is drawn first.
    this.turn = this.dirty.has('moment') ? 0 : (this.turn + 1) % TURNS;
    // While something is scrubbed, chunks are read for the states that are drawn.
    if (!session.isScrubbing || this.turn === 0) session.loader.load();
    const { dirty } = this;
    this.dirty = new Set();
    for (const view of this.views) this.drawView(view, new Set([...dirty, ...(this.deferred.get(view) ?? [])]));
    if (this.deferred.size > 0) this.invalidate();
  }

  /** Draws a view, or defers that to its turn. */
  drawView(view, dirty) {
    if (dirty.size === 0) return;
    this.deferred.delete(view);
    if (this.session.isScrubbing && (view.turn ?? this.turn) !== this.turn) {
      this.deferred.set(view, dirty);
      return;
    }
    try {
      view.draw(dirty);
    } catch (error) {
      // Damaged data costs what shows it, not the page.
      this.session.fail(error);
    }
  }
}
