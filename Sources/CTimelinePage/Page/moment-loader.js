// Makes the states of the sought row readable, one chunk at a time; the latest seek wins.

export class MomentLoader {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.forget();
  }

  /** Forgets what was read and what failed, as for another recording. */
  forget() {
    // The row whose states are shown: the last one whose chunk was loaded; and with it, the one that it is compared with.
    this.shownRow = this.shownCompared = null;
    // A row whose chunk was read while another one was sought.
    this.readRow = null;
    this.failedRow = null;
    this.isLoading = false;
    // Whether a row is to be shown since the last frame.
    this.isSought = false;
  }

  /** Shows the states of the row, or reads their chunk. */
  load() {
    const { row, compared, timeline, isScrubbing } = this.session;
    const missing = [row, compared ?? row].find((row) => !timeline.isLoaded(row));
    if (missing === undefined) {
      if (this.shownRow !== row || this.shownCompared !== compared) this.show(row);
      return;
    }
    if (isScrubbing && this.readRow !== null && timeline.isLoaded(compared ?? this.readRow)) this.show(this.readRow);
    // A chunk that cannot be read is not read again.
    if (this.isLoading || missing === this.failedRow) return;
    this.isLoading = true;
    const { chunks } = timeline;
    chunks.load(missing).then(() => this.take(missing, chunks), (error) => {
      if (chunks !== this.session.timeline.chunks) return;
      this.isLoading = false;
      this.failedRow = missing;
      this.session.fail(error, chunks);
    });
  }

  /** Takes a chunk that was read. */
  take(row, chunks) {
    const { session } = this;
    if (chunks !== session.timeline.chunks) return;
    this.isLoading = false;
    // The row may be in another chunk by now; this one is shown meanwhile.
    this.readRow = row === session.compared ? null : row;
    session.invalidate();
    // A single jump does not wait for the next frame, too.
    if (!session.isScrubbing && !session.isPlaying) session.frames.drawNow();
  }

  /** Shows the states of a row whose chunk is loaded. */
  show(row) {
    const { session } = this;
    this.shownRow = row;
    this.readRow = null;
    this.shownCompared = session.compared;
    this.isSought = true;
  }
}
