// What one frame shows of the recording: the states before and after the shown step, and its action.

import { GAP, SET, OPAQUE } from './steps-table.js';

/** The states and the action of the shown row, read once per frame. */
export class Moment {
  constructor(session) {
    const { timeline } = session;
    this.row = session.shownRow;
    this.timeline = timeline;
    this.compared = session.compared;
    this.after = timeline.stateAfter(this.row);
    this.before = timeline.stateBefore(this.row);
    this.isCrash = this.row === timeline.crashRow;
    this.kind = this.row >= 0 ? timeline.table.kind[this.row] : null;
    // The state in the tree: before a crash, the one that its reducer got.
    this.state = this.isCrash && this.after === undefined ? this.before : this.after;
    this.comparedState = this.compared === null ? undefined : timeline.stateAfter(this.compared);
  }

  /** The state that the shown one is compared with. */
  get base() { return this.compared === null ? (this.isCrash ? undefined : this.before) : this.comparedState; }

  get position() { return this.timeline.positionOf(this.row); }

  get actionText() { return this.row < 0 ? '' : this.timeline.chunks.loaded(this.row).actionText(this.row); }

  get patchText() { return this.row < 0 ? '' : this.timeline.chunks.loaded(this.row).patchText(this.row); }

  get isGap() { return this.kind === GAP; }

  get isSet() { return this.kind === SET; }

  get isOpaque() { return this.kind === OPAQUE; }
}
