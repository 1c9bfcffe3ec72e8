// Every step with a text, found by a walk over all actions.

import { RowSet } from './growing.js';
import { groupedText } from './text.js';

/** The steps whose type, number, mark or action contains a text, letter case aside. Those of its types and number are known at once. */
export class TextSearch {
  /** @param marks The marks and bookmarks, `{row, text}`. */
  constructor({ table }, query, marks = []) {
    this.table = table;
    this.text = query.toLowerCase();
    this.number = /^\d+$/.test(query) ? Number(query) : null;
    this.types = [];
    this.found = new RowSet();
    this.walkedRows = 0;
    this.isComplete = false;
    for (const mark of marks) if (mark.text.toLowerCase().includes(this.text)) this.found.add(mark.row);
    for (let row = 0; row < table.count; row += 1) if (this.isNamed(row)) this.found.add(row);
  }

  isNamed(row) {
    const { table, types } = this;
    const type = table.type[row];
    return (types[type] ??= table.types[type].toLowerCase().includes(this.text)) || table.seq[row] === this.number;
  }

  take(chunk, isLate) {
    const end = chunk.row + chunk.count;
    while (this.walkedRows < end) {
      const row = this.walkedRows;
      this.walkedRows += 1;
      if (this.isNamed(row) || chunk.actionText(row).toLowerCase().includes(this.text)) this.found.add(row);
      if ((row & 63) === 0 && isLate()) break;
    }
    return this.walkedRows === end;
  }
}

/** `12 of 1,000`, for the heading of a filtered list. */
export function shownText(shown, total) { return shown === total ? groupedText(total) : `${groupedText(shown)} of ${groupedText(total)}`; }
