// Chunks by row: unpacked on demand, and the ones used last are kept.

import { Chunk } from './chunk.js';
import { lastIndexWhere } from './sorted.js';

/** The number of chunks, the ones used last, whose states are kept; the parsed states of a chunk take several times its text. */
const PARSED_CHUNKS = 3;

export class ChunkStore {
  /**
   * @param spans The chunks of the summary: `{row, rows, seq}`.
   * @param read A function from a chunk's index to a promise of its text.
   * @param limit The number of characters of chunks to keep.
   */
  constructor(spans, read, limit = 3_000_000) {
    this.spans = spans;
    this.read = read;
    this.limit = limit;
    this.size = 0;
    // By index, in order of use.
    this.chunks = new Map();
    this.pending = new Map();
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
    const loading = this.unpack(index).then((chunk) => {
      this.keep(index, chunk);
      return chunk;
    }).finally(() => this.pending.delete(index));
    this.pending.set(index, loading);
    return loading;
  }

  /** A chunk that is not kept, for a walk over all of them. */
  async unpack(index) { return this.chunks.get(index) ?? new Chunk(this.spans[index].row, await this.read(index)); }

  keep(index, chunk) {
    if (this.chunks.has(index)) return;
    this.chunks.set(index, chunk);
    this.size += chunk.size;
    let rest = this.chunks.size;
    for (const [oldest, other] of this.chunks) {
      if (rest <= PARSED_CHUNKS) break;
      rest -= 1;
      other.forgetStates();
      if (this.size <= this.limit) continue;
      this.chunks.delete(oldest);
      this.size -= other.size;
    }
  }
}
