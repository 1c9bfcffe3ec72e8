// Search for text in the steps, in short slices.

import { groupedText } from './text.js';

/**
 * Marks the rows whose type, origin, number or action contains the text, letter case aside.
 *
 * @param found A list of one byte per row, set to 1.
 * @param pause Called between slices; returns a promise. The search ends when it resolves to false.
 */
export async function searchSteps(timeline, query, found, pause, clock = () => performance.now()) {
  const { table, chunks } = timeline;
  const text = query.toLowerCase();
  const types = table.types.map((name) => name.toLowerCase().includes(text));
  const number = /^\d+$/.test(text) ? Number(text) : null;
  for (let row = 0; row < table.count; row += 1) {
    if (types[table.type[row]] || table.seq[row] === number) found[row] = 1;
  }
  let deadline = clock() + 8;
  for (let index = 0; index < chunks.spans.length; index += 1) {
    const chunk = await chunks.unpack(index);
    for (let row = chunk.row; row < chunk.row + chunk.count; row += 1) {
      if (!found[row] && chunk.actionText(row).toLowerCase().includes(text)) found[row] = 1;
      if ((row & 63) === 0 && clock() > deadline) {
        if (await pause() === false) return false;
        deadline = clock() + 8;
      }
    }
  }
  return true;
}

/** `12 of 1,000`, for the heading of a filtered list. */
export function shownText(shown, total) { return shown === total ? groupedText(total) : `${groupedText(shown)} of ${groupedText(total)}`; }
