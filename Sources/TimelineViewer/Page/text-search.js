// Search for text in the steps, in short slices.

import { groupedText } from './text.js';

/** A function from a row, and its chunk if that is read, to whether its type, number or action contains the text, letter case aside. */
export function stepMatcher({ table }, query) {
  const text = query.toLowerCase();
  const number = /^\d+$/.test(text) ? Number(text) : null;
  const types = [];
  const isTyped = (type) => types[type] ??= table.types[type].toLowerCase().includes(text);
  return (row, chunk) => isTyped(table.type[row]) || table.seq[row] === number || (chunk?.actionText(row).toLowerCase().includes(text) ?? false);
}

/**
 * Adds the rows that match to a set.
 *
 * @param pause Called between slices; returns a promise. The search ends when it resolves to false.
 */
export async function searchSteps({ table, chunks }, matches, found, pause, clock = () => performance.now()) {
  for (let row = 0; row < table.count; row += 1) if (matches(row)) found.add(row);
  let deadline = clock() + 8;
  for (let index = 0; index < chunks.spans.length; index += 1) {
    const chunk = await chunks.unpack(index);
    for (let row = chunk.row; row < chunk.row + chunk.count; row += 1) {
      if (!found.has(row) && matches(row, chunk)) found.add(row);
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
