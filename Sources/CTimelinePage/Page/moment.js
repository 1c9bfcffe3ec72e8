// A moment: what one frame shows of the recording, the states before and after the shown step, and its action.

import { parsePatch, applyPatch } from './patch.js';
import { GAP, SET, OPAQUE } from './steps-table.js';

/** The states and the action of the shown row, read once per frame. */
export class Moment {
  /** @param {Timeline} timeline @param {number} row @param {number} compared The row that the shown one is compared with, or null. */
  constructor(timeline, row, compared = null) {
    this.timeline = timeline;
    this.row = row;
    this.compared = compared;
    // The recording may be replaced while this is shown.
    this.chunk = timeline.chunks.loaded(this.row);
    this.after = timeline.stateAfter(this.row);
    this.before = row < 0 ? undefined : this.chunk?.stateAfter(row - 1);
    this.isCrash = this.row === timeline.crashRow;
    this.kind = this.row >= 0 ? timeline.table.kind[this.row] : null;
    // The state in the tree: before a crash, the one that its reducer got.
    this.state = this.isCrash && this.after === undefined ? this.before : this.after;
    // The state that the shown one is compared with.
    this.base = compared !== null ? timeline.stateAfter(compared) : this.isCrash ? undefined : this.before;
  }

  get position() { return this.timeline.positionOf(this.row); }
  get actionText() { return this.row < 0 ? '' : this.chunk.actionText(this.row); }
  get patchText() { return this.row < 0 ? '' : this.chunk.patchText(this.row); }
  get generated() { return this.row < 0 ? [] : this.chunk.generated(this.row); }

  /** The numbers of the steps whose work was canceled after its step. */
  get canceled() { return this.row < 0 ? [] : this.chunk.canceled(this.row); }

  /** The recorded state and the one that replay made instead, if the row is the first where they differ. */
  get divergence() {
    const { divergence } = this.timeline.summary;
    if (!divergence || this.after === undefined || divergence.step !== this.position) return null;
    return { recorded: this.after, replayed: applyPatch(this.after, parsePatch(divergence.patch)) };
  }

  get isGap() { return this.kind === GAP; }
  get isSet() { return this.kind === SET; }
  get isOpaque() { return this.kind === OPAQUE; }

  /** Why the state after the row is not known, as a sentence. */
  get unknownText() {
    const { row, timeline, chunk } = this;
    const { table, summary } = timeline;
    const what = `The state after step ${this.position} is unknown`;
    if (summary.states === 'recorded' && !this.isGap) return `${what}: only the states on file are known, as no program replayed this recording.`;
    // The first of the steps with unknown states says why.
    let first = Math.max(row, 0);
    while (first > chunk.row && chunk.patchText(first - 1) === '') first -= 1;
    const step = table.seq[first];
    if (table.kind[first] === GAP) return `${what}: steps ${step} to ${table.position(first)} are not on file, and no state is on file since.`;
    if (summary.divergence && step >= summary.divergence.step) return `${what}: replay and recording differ from step ${summary.divergence.step} on.`;
    if (table.kind[first] === OPAQUE) return `${what}: the action of step ${step} could not be encoded, so it cannot be replayed.`;
    return `${what}.`;
  }
}
