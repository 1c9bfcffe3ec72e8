// Draws views once per frame. A view compares what it shows with what is to be shown: texts and attributes as they are set, and what takes longer by the
// values that it was drawn from.

/** While something is scrubbed, the views that cost most are drawn in every third frame, each in another one. */
const TURNS = 3;

/** Whether one of some values is another one than when an object asked under this name before: then what it drew from them is out of date. */
export function isNew(owner, name, ...values) {
  const known = owner.known ??= new Map();
  const before = known.get(name);
  known.set(name, values);
  return !before || values.some((value, index) => value !== before[index]);
}

/** What shows a part of the page, or takes part in that. */
export class View {
  /** Which of three frames draws it while something is scrubbed, from 0; null for all. */
  turn = null;

  /** @param {Page} page */
  constructor(page) { this.page = page; }
  get session() { return this.page.session; }
  get lanes() { return this.page.lanes; }
  get axis() { return this.session.axis; }
  get timeline() { return this.session.timeline; }
  get table() { return this.timeline.table; }
}

export class Frames {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.views = [];
    // The turn of the frame, and the views that are still to be drawn.
    this.turn = 0;
    this.stale = new Set();
    this.frame = 0;
  }

  /** Adds views: objects with `draw()`, and perhaps a `turn` and `walks`, a list of those that are shown or null. */
  add(...views) { this.views.push(...views); }

  /** Draws all views in the next frame: something changed. */
  invalidate() {
    this.stale = new Set(this.views);
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  /** Draws all views without waiting for the next frame. */
  drawNow() {
    this.invalidate();
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  draw() {
    const { session, stale } = this;
    const { loader } = session;
    this.frame = 0;
    // What was sought before the pointer moved is drawn first.
    this.turn = loader.isSought ? 0 : (this.turn + 1) % TURNS;
    // While something is scrubbed, chunks are read for the states that are drawn.
    if (!session.isScrubbing || this.turn === 0) loader.load();
    loader.isSought = false;
    for (const view of stale) {
      if (session.isScrubbing && (view.turn ?? this.turn) !== this.turn) continue;
      stale.delete(view);
      try {
        view.draw();
      } catch (error) {
        // Damaged data costs what shows it, not the page.
        session.fail(error);
      }
    }
    // The others have their turns.
    if (stale.size > 0) this.frame ||= requestAnimationFrame(() => this.draw());
  }
}
