// Chunks by row: unpacked on demand, and the ones used last are kept.

import { Chunk } from './chunk.js';
import { lastIndexWhere } from './rows.js';

/** The number of chunks, the ones used last, whose states are kept; the parsed states of a chunk take several times its text. */
const PARSED_CHUNKS = 3;

export class ChunkStore {
  /** @param spans The chunks of the summary: `{row, rows, seq}`. The last one may grow.
   * @param read A function from a chunk's index to a promise of its text.
   * @param limit The number of characters of chunks to keep. */
  constructor(spans, read, limit = 3_000_000) {
    this.spans = spans;
    this.read = read;
    this.limit = limit;
    this.size = 0;
    // By index, in order of use.
    this.chunks = new Map();
    this.pending = new Map();
    // The lines that were appended to the last two chunks, for those that are still being read, and the row of the first one.
    this.tail = [];
    this.tailRow = this.count;
  }

  /** The number of rows. */
  get count() {
    const last = this.spans.at(-1);
    return last ? last.row + last.rows : 0;
  }

  /** The index of the chunk that holds a row; row -1 is before the first row of chunk 0. */
  indexOf(row) { return Math.max(0, lastIndexWhere(this.spans.length, (index) => this.spans[index].row <= row)); }

  /** The chunk of a row if it is unpacked, or undefined. */
  loaded(row) {
    const index = this.indexOf(row);
    const chunk = this.chunks.get(index);
    if (chunk) {
      this.chunks.delete(index);
      this.chunks.set(index, chunk);
    }
    return chunk;
  }

  /** A promise of the chunk of a row. */
  async load(row) { return this.loaded(row) ?? this.loadIndex(this.indexOf(row)); }

  loadIndex(index) {
    const pending = this.pending.get(index);
    if (pending) return pending;
    const loading = this.unpack(index).then((chunk) => this.keep(index, chunk)).finally(() => this.pending.delete(index));
    this.pending.set(index, loading);
    return loading;
  }

  /** A chunk that need not be kept, for a walk over all of them. */
  async unpack(index) { return this.chunks.get(index) ?? this.completed(index, new Chunk(this.spans[index].row, await this.read(index))); }

  /** The chunk with the rows that are known: its text may be older or newer. */
  completed(index, chunk) {
    const { row, rows } = this.spans[index];
    while (chunk.count > rows) chunk.lines.pop();
    while (chunk.count < rows) {
      const line = this.tail[row + chunk.count - this.tailRow];
      if (line === undefined) throw new Error(`chunk ${index} has ${chunk.count} of ${rows} rows`);
      chunk.append(line);
    }
    return chunk;
  }

  /** Appends the lines of new rows. @param start If a new chunk begins with them: `{row, seq, state}`. */
  append(lines, start) {
    if (start) {
      const { row } = this.spans.at(-1);
      this.tail.splice(0, row - this.tailRow);
      this.tailRow = Math.max(row, this.tailRow);
      this.spans.push({ row: start.row, rows: 0, seq: start.seq });
      this.keep(this.spans.length - 1, new Chunk(start.row, start.state));
    }
    const chunk = this.chunks.get(this.spans.length - 1);
    for (const line of lines) {
      this.tail.push(line);
      if (!chunk) continue;
      chunk.append(line);
      this.size += line.length;
    }
    this.spans.at(-1).rows += lines.length;
  }

  /** Keeps a chunk, and as many others as the limit allows; always the last one, which may grow. */
  keep(index, chunk) {
    if (this.chunks.has(index)) return this.chunks.get(index);
    this.chunks.set(index, chunk);
    this.size += chunk.size;
    let rest = this.chunks.size;
    for (const [oldest, other] of this.chunks) {
      if (rest <= PARSED_CHUNKS) break;
      rest -= 1;
      other.forgetStates();
      if (this.size <= this.limit || oldest === this.spans.length - 1) continue;
      this.chunks.delete(oldest);
      this.size -= other.size;
    }
    return chunk;
  }
}
