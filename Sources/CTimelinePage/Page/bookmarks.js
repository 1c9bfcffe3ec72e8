// Bookmarks: steps that a person marked with a note. The link carries them, so they are few and short, and hostile ones cost nothing.

import { cutText } from './text.js';

export const MOST_BOOKMARKS = 20;
export const LONGEST_NOTE = 80;

/** Bookmarks in the order of their steps with one more, or with another note; without that of the step for null. More than the most are left out. */
export function withBookmark(bookmarks, step, note) {
  const others = bookmarks.filter((bookmark) => bookmark.step !== step);
  if (note === null || others.length >= MOST_BOOKMARKS) return others;
  return [...others, { step, note: cutText(note.slice(0, 1000).trim(), LONGEST_NOTE) }].sort((one, other) => one.step - other.step);
}
