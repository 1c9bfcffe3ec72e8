// Playback in recorded time: which row is due when. Errors of timers do not add up, because due times come from the recording.

export class Playback {
  /** @param {StepTable} table @param options `idle` is the longest wait between two steps in microseconds of the recording; longer ones are jumped. */
  constructor(table, { speed = 1, idle = 1e6 } = {}) {
    this.table = table;
    this.speed = speed;
    this.idle = idle;
    this.isPlaying = false;
  }

  /** Starts after a row, at a time in milliseconds; also after a seek. */
  start(row, now) {
    this.isPlaying = true;
    this.row = row;
    // The time at which the present row was due.
    this.since = now;
  }

  /** Changes the speed; the present wait goes on in proportion. */
  setSpeed(speed, now) {
    if (this.isPlaying) this.since = now - ((now - this.since) * this.speed) / speed;
    this.speed = speed;
  }

  /** The milliseconds from a row to the next, after the idle limit and the speed. */
  delay(row) { return Math.min(this.table.wait(row + 1), this.idle) / 1000 / this.speed; }

  /** The row that is due at a time; stops at the last row. */
  rowDue(now) {
    while (this.row + 1 < this.table.count) {
      const due = this.since + this.delay(this.row);
      if (due > now) return this.row;
      this.since = due;
      this.row += 1;
    }
    this.isPlaying = false;
    return this.row;
  }
}
