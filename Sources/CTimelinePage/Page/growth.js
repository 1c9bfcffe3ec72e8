// How the recording grows while it is looked at, or is replaced by another one.

/** The milliseconds between two times that new rows are shown: nobody sees more, and each takes a frame. */
const ROWS_DELAY = 50;

export class Growth {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    // What takes the messages that were not taken yet, and when the last ones were.
    this.waiting = [];
    this.tookAt = 0;
    // The number of rows that came while another than the last one was shown.
    this.newRows = 0;
    // Whether the recording that replaced another one is the same, with more steps.
    this.isSame = false;
  }

  /** Takes what came for the timeline: at once, or with what comes soon after. */
  wait(take) {
    this.waiting.push(take);
    if (this.waiting.length > 1) return;
    const delay = this.tookAt + ROWS_DELAY - performance.now();
    if (delay <= 0) this.take();
    else this.timer = setTimeout(() => this.take(), delay);
  }

  /** Takes the rows that wait; at the last row, the page follows. */
  take() {
    const { session } = this;
    const { timeline } = session;
    const { count } = timeline;
    const follows = session.isAtEnd && !session.isScrubbing && !session.isPlaying;
    for (const take of this.waiting.splice(0)) take();
    session.walks.extend();
    if (follows) session.follow();
    else this.newRows += timeline.count - count;
    session.invalidate();
    this.tookAt = performance.now();
  }

  /** Shows another recording, as `Timeline.replace` does: at the same step if it is the same one with more steps, otherwise at its end. */
  replace(summary, columns, read) {
    const { session } = this;
    const { timeline } = session;
    const before = timeline.summary;
    const positions = [session.row, session.compared].map((row) => (row === null ? null : timeline.positionOf(row)));
    const wasAtEnd = session.isAtEnd;
    const { count, chunks } = timeline;
    clearTimeout(this.timer);
    this.waiting = [];
    timeline.replace(summary, columns, read);
    this.isSame = timeline.summary.session === before.session && timeline.summary.first === before.first;
    session.row = this.isSame && !wasAtEnd ? timeline.rowOf(positions[0]) : timeline.count - 1;
    session.compared = this.isSame && positions[1] !== null ? timeline.rowOf(positions[1]) : null;
    this.newRows = session.isAtEnd ? 0 : this.newRows + timeline.count - count;
    session.failure = null;
    if (!this.isSame) session.bookmarks = [];
    session.isScrubbing = false;
    session.loader.forget();
    // Nothing more is read for the recording before: its chunks have the numbers of those of the new one.
    chunks.read = () => Promise.reject();
    session.pins = session.pins.map((pin) => session.walks.history(pin.tokens));
    if (!this.isSame || session.axis.isWhole) session.axis.fit();
    // No view is left with rows of the recording before.
    session.frames.drawNow();
  }
}
