// Lists of numbers that grow.

/** A typed array with room for `length` numbers: the same one, or a longer one with the same beginning. */
export function grown(array, length) {
  if (array.length >= length) return array;
  const copy = new array.constructor(Math.max(length, array.length * 2));
  copy.set(array);
  return copy;
}

/** A set of rows. */
export class RowSet {
  constructor() {
    this.bytes = new Uint8Array(1024);
    this.count = 0;
  }

  add(row) {
    this.bytes = grown(this.bytes, row + 1);
    if (this.bytes[row] === 0) this.count += 1;
    this.bytes[row] = 1;
  }

  has(row) { return this.bytes[row] === 1; }
}
