import test from 'node:test';
import assert from 'node:assert/strict';
import { modules, chunkText, randomNumbers } from './support.mjs';

const { Chunk } = await import(`${modules}/chunk.js`);
const { writeJSON } = await import(`${modules}/json.js`);

/** A chunk of changes of nested values, with values that are copied and then changed; and the texts of its states. */
function changes() {
  const state = { copies: {}, list: [{ n: 0, of: [0] }, { n: 1, of: [1] }, { n: 2, of: [2] }] };
  const texts = [JSON.stringify(state)];
  const rows = [];
  for (let row = 0; row < 150; row += 1) {
    const place = row % 3;
    if (row % 7 === 3) {
      state.copies[`at${place}`] = structuredClone(state.list[place]);
      rows.push([{}, [{ op: 'copy', from: `/list/${place}`, path: `/copies/at${place}` }]]);
    } else {
      state.list[place].of[0] = state.list[place].n = row;
      rows.push([{}, ['n', 'of/0'].map((key) => ({ op: 'replace', path: `/list/${place}/${key}`, value: row }))]);
    }
    state.copies = Object.fromEntries(Object.entries(state.copies).sort());
    texts.push(JSON.stringify(state));
  }
  return { text: chunkText(texts[0], rows), texts };
}

test('states are the same whichever is read first, and none changes when others are read', () => {
  const { text, texts } = changes();
  const random = randomNumbers(1);
  for (let first = -1; first < 150; first += 1) {
    const chunk = new Chunk(0, text);
    const rows = [first, first + 1, ...Array.from({ length: 12 }, () => random(151) - 1)].filter((row) => row < 150);
    const states = rows.map((row) => chunk.stateAfter(row));
    assert.deepEqual(states.map(writeJSON), rows.map((row) => texts[row + 1]), `first row ${first}`);
  }
});
