// A recorded run: its summary, the table of its steps, and its states. Knows nothing of the page.

import { StepTable } from './steps-table.js';
import { ChunkStore } from './chunk-store.js';

export class Timeline {
  /** @param {Summary} summary @param read A function from the number of a chunk to a promise of its text. */
  constructor(summary, columns, read) { this.replace(summary, columns, read); }

  /** @param {Summary} summary That of the recording which replaces this one. */
  replace(summary, columns, read) {
    if (summary.format !== 1) throw new Error(`the page's data has format ${summary.format}, and this page reads format 1`);
    this.summary = summary;
    if (this.table) this.table.replace(columns, summary.first);
    else this.table = new StepTable(columns, summary.first);
    this.chunks = new ChunkStore(summary.chunks, read);
    this.decide(summary.verdict);
  }

  /** Appends new rows: their columns, their lines, and the beginning of a new chunk or undefined. */
  append(columns, lines, start) {
    const { summary, table } = this;
    table.append(columns);
    this.chunks.append(lines, start);
    const last = table.position(this.count - 1);
    summary.steps += last - summary.last;
    summary.last = last;
    this.crashRow = null;
    summary.seconds = Math.max(summary.seconds, table.time(this.count - 1) / 1e6);
  }

  /** Takes the spans of bad states in place of those that begin where the first of them does, or later; and another verdict, or undefined. */
  judge(bad, verdict) {
    const { summary } = this;
    if (bad.length > 0) summary.bad = [...summary.bad.filter(([from]) => from < bad[0][0]), ...bad];
    if (verdict !== undefined) this.decide(verdict);
  }

  decide(verdict) {
    const { summary } = this;
    summary.verdict = verdict;
    // The last row if its reducer never returned, or null. That of an app returned if another step follows.
    this.crashRow = summary.unreturned === summary.last ? this.rowOf(summary.last) : null;
  }

  get count() { return this.table.count; }

  /** The row of a position, within the page. */
  rowOf(position) { return Math.max(-1, this.table.rowAt(position)); }
  positionOf(row) { return this.table.position(row); }

  /** Whether the states before and after a row can be read at once. */
  isLoaded(row) { return this.chunks.loaded(row) !== undefined; }

  /** The state after a row whose chunk is loaded; undefined where unknown. */
  stateAfter(row) { return this.chunks.loaded(row)?.stateAfter(row); }

  /** The rows with a bad state, as inclusive spans. */
  badRows() {
    return (this.summary.bad ?? []).map(([from, to]) => [this.rowOf(from), this.rowOf(to)]);
  }

  /** The row that the verdict points at, or null. */
  verdictRow() {
    const verdict = this.summary.verdict;
    if (!verdict || verdict.step === undefined) return null;
    return this.rowOf(verdict.invariant?.step ?? verdict.step);
  }
}
