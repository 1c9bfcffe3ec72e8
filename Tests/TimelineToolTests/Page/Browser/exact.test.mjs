// States of generated timelines, byte for byte: numbers beyond doubles, empty and integer-like keys, emoji, long strings and lists.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, randomNumbers } from './support.mjs';
import { oddStates } from './odd-states.mjs';

const { writeJSON } = await import(`${modules}/json.js`);
const { Chunk } = await import(`${modules}/chunk.js`);

test('the state at 1,000 random positions has the bytes of the encoder', () => {
  const random = randomNumbers(12);
  const [lines, texts] = [[], []];
  for (const { state, patch } of oddStates(11, 1000)) {
    if (patch !== undefined) lines.push(`{}\t${patch}`);
    texts.push(state);
    if (state.length > 20_000_000) break;
  }
  const chunk = new Chunk(0, [texts[0], ...lines].join('\n'));
  for (let round = 0; round < 1000; round += 1) {
    const count = random(texts.length);
    assert.ok(writeJSON(chunk.stateAfter(count - 1)) === texts[count], `position ${count}`);
  }
});

test('a list of 100,000 is kept', () => {
  const text = `[${Array.from({ length: 100_000 }, (_, index) => (index % 3 ? index : `"${index}"`)).join()}]`;
  const chunk = new Chunk(0, `{"list":${text}}\n{}\t[{"op":"remove","path":"/list/0"},{"op":"add","path":"/list/99999","value":-0}]`);
  assert.equal(writeJSON(chunk.stateAfter(0)), `{"list":[${text.slice(5, -1)},-0]}`);
});
