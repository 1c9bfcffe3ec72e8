// Every step with a text, found by a walk over all actions.

import { RowWalk } from './rows.js';

/** The steps whose type, number, mark or action contains a text, letter case aside. Those of its types and number are known at once. */
export class TextSearch extends RowWalk {
  /** @param marks The marks and bookmarks, `{row, text}`. */
  constructor({ table }, query, marks = []) {
    super();
    this.table = table;
    this.text = query.toLowerCase();
    this.number = /^\d+$/.test(query) ? Number(query) : null;
    this.types = [];
    for (const mark of marks) if (mark.text.toLowerCase().includes(this.text)) this.found.add(mark.row);
    for (let row = 0; row < table.count; row += 1) if (this.isNamed(row)) this.found.add(row);
  }

  isNamed(row) {
    const { table, types } = this;
    const type = table.type[row];
    return (types[type] ??= table.types[type].toLowerCase().includes(this.text)) || table.seq[row] === this.number;
  }

  visit(chunk, row) {
    if (this.isNamed(row) || chunk.actionText(row).toLowerCase().includes(this.text)) this.found.add(row);
    return (row & 63) !== 0;
  }
}
