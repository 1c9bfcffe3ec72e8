// Walks over rows, in short slices. A walk has `walkedRows`, the row it takes next, `isComplete`, perhaps `end`, the row where it ends, and
// `take(chunk, isLate)`: it handles the rows of a chunk from `walkedRows` on, stops when `isLate()`, and returns whether it reached the end
// of the chunk, or its own.

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

function endOf(walk, chunks) { return Math.min(walk.end ?? Infinity, chunks.count); }
