// A recorded run: its summary, the table of its steps, and its states. Knows nothing of the page.

import { parseJSON } from './json.js';
import { StepTable } from './steps-table.js';
import { ChunkStore } from './chunk-store.js';

export class Timeline {
  /** @param read A function from the id of a data element to a promise of its text. */
  static async open(read) {
    const summary = JSON.parse(await read('summary'));
    if (summary.format !== 1) throw new Error(`the page's data has format ${summary.format}, and this page reads format 1`);
    const columns = JSON.parse(await read('steps'));
    return new Timeline(summary, columns, (index) => read(`chunk-${index}`));
  }

  constructor(summary, columns, readChunk) {
    this.summary = summary;
    this.table = new StepTable(columns, summary.first);
    this.chunks = new ChunkStore(summary.chunks, readChunk);
    // The row whose reducer never returned, or null.
    this.crashRow = summary.verdict?.kind === 'crash' ? this.rowOf(summary.verdict.step) : null;
  }

  get count() { return this.table.count; }

  /** The row of a position, within the page. */
  rowOf(position) { return Math.max(-1, this.table.rowAt(position)); }

  positionOf(row) { return this.table.position(row); }

  /** Whether the states before and after a row can be read at once. */
  isLoaded(row) { return this.chunks.loaded(row) !== undefined; }

  load(row) { return this.chunks.load(row); }

  /** The state after a row whose chunk is loaded; undefined where unknown. */
  stateAfter(row) { return this.chunks.loaded(row)?.stateAfter(row); }

  /** The state before a row whose chunk is loaded; undefined where unknown. */
  stateBefore(row) { return row < 0 ? undefined : this.chunks.loaded(row)?.stateAfter(row - 1); }

  /** The action of a row whose chunk is loaded; undefined for sets and gaps. */
  actionOf(row) {
    const text = row < 0 ? '' : this.chunks.loaded(row)?.actionText(row) ?? '';
    return text === '' ? undefined : parseJSON(text);
  }

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
