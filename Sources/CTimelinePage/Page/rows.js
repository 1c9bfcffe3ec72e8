// Lists and sets of rows, and walks over them in short slices.

/** The index of the last of `count` places that a test holds for, when it holds for all before it; -1 where there is none. */
export function lastIndexWhere(count, test) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The index of the last number of a sorted list that is at most `limit`; -1 where there is none. */
export function lastAtMost(sorted, limit, count = sorted.length) { return lastIndexWhere(count, (index) => sorted[index] <= limit); }

/** A typed array with room for `length` numbers: the same one, or a longer one with the same beginning. */
export function grown(array, length) {
  if (array.length >= length) return array;
  const copy = new array.constructor(Math.max(length, array.length * 2));
  copy.set(array);
  return copy;
}

/** A set of rows. */
export class RowSet {
  bytes = new Uint8Array(1024);
  count = 0;

  add(row) {
    this.bytes = grown(this.bytes, row + 1);
    if (this.bytes[row] === 0) this.count += 1;
    this.bytes[row] = 1;
  }

  has(row) { return this.bytes[row] === 1; }
}

/** A walk over rows, for `walkRows`. */
export class RowWalk {
  /** The row it takes next, whether it is done, and the row where it ends. */
  walkedRows = 0;
  isComplete = false;
  end = Infinity;
  /** The rows that were found. */
  found = new RowSet();
  /** The chunks that are walked, and a promise of the end of the walk. */
  chunks = null;
  done = null;

  /** @returns {boolean | void} Whether it took no time to handle the row. */
  visit(chunk, row) {}

  /** Handles the rows of a chunk from `walkedRows` on, until it is late; returns whether it reached the end of the chunk, or its own.
   * @param {Chunk} chunk */
  take(chunk, isLate) {
    const end = Math.min(chunk.row + chunk.count, this.end);
    while (this.walkedRows < end) {
      this.walkedRows += 1;
      if (this.visit(chunk, this.walkedRows - 1) !== true && isLate()) break;
    }
    return this.walkedRows === end;
  }
}

/** The milliseconds of work between two pauses. What is drawn in a pause comes on top. */
const SLICE = 3;

/** Walks over all chunks; goes on where it stopped.
 * @param pause Called between slices; returns a promise. The walk ends when it resolves to false.
 * @param clock The time in milliseconds. */
export async function walkRows(walk, chunks, pause, clock = () => performance.now()) {
  let deadline = clock() + SLICE;
  const isLate = () => clock() > deadline;
  const rest = async () => {
    const goesOn = await pause();
    deadline = clock() + SLICE;
    return goesOn;
  };
  do {
    const index = chunks.indexOf(walk.walkedRows);
    // The last chunk is kept, for the rows to come.
    const chunk = await (index < chunks.spans.length - 1 ? chunks.unpack(index) : chunks.loadIndex(index));
    if (isLate() && await rest() === false) return;
    while (!walk.take(chunk, isLate)) if (await rest() === false) return;
  } while (walk.walkedRows < endOf(walk, chunks));
  walk.isComplete = true;
}

/** Walks on over rows that were appended to chunks that are unpacked; returns whether that was all. */
export function extendWalk(walk, chunks) {
  while (walk.walkedRows < endOf(walk, chunks)) {
    const chunk = chunks.chunks.get(chunks.indexOf(walk.walkedRows));
    if (!chunk) return false;
    walk.take(chunk, () => false);
  }
  return true;
}

function endOf(walk, chunks) { return Math.min(walk.end, chunks.count); }
