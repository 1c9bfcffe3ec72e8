import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, randomNumbers, chunkText } from './support.mjs';

const { parseJSON, writeJSON } = await import(`${modules}/json.js`);
const { parsePatch, applyPatch } = await import(`${modules}/patch.js`);
const { Chunk } = await import(`${modules}/chunk.js`);

const patched = (state, patch) => writeJSON(applyPatch(parseJSON(state), parsePatch(patch)));

test('applies every operation, and keeps keys sorted as the encoder sorts them', () => {
  assert.equal(patched('{"a":1,"c":3}', '[{"op":"add","path":"/b","value":2}]'), '{"a":1,"b":2,"c":3}');
  assert.equal(patched('{"10":1,"9":2}', '[{"op":"add","path":"/1","value":0},{"op":"add","path":"/","value":-0}]'), '{"":-0,"1":0,"10":1,"9":2}');
  assert.equal(patched('{"é":1}', '[{"op":"add","path":"/😀","value":2},{"op":"add","path":"/\ue000","value":3}]'), '{"é":1,"\ue000":3,"😀":2}');
  assert.deepEqual([patched('{"a":1}', '[{"op":"replace","path":"/a","value":1.0}]'), patched('{"a":1,"b":2}', '[{"op":"remove","path":"/a"}]')], ['{"a":1.0}', '{"b":2}']);
  assert.equal(patched('[1,2,3]', '[{"op":"add","path":"/1","value":9},{"op":"remove","path":"/0"},{"op":"add","path":"/-","value":7}]'), '[9,2,3,7]');
  assert.equal(patched('[1,2,3]', '[{"op":"move","from":"/0","path":"/2"}]'), '[2,3,1]');
  assert.equal(patched('{"a":{"b":1}}', '[{"op":"copy","from":"/a","path":"/c"},{"op":"replace","path":"/c/b","value":2}]'), '{"a":{"b":1},"c":{"b":2}}');
  assert.equal(
    patched('{"a":{"b":1}}', '[{"op":"replace","path":"/a/b","value":3},{"op":"copy","from":"/a","path":"/c"},{"op":"replace","path":"/c/b","value":2}]'),
    '{"a":{"b":3},"c":{"b":2}}');
  assert.deepEqual([patched('1', '[{"op":"replace","path":"","value":{"x":1}}]'), patched('{}', '[{"op":"add","path":"/__proto__","value":{"x":1}}]')], ['{"x":1}', '{"__proto__":{"x":1}}']);
  assert.equal(patched('{"a/b":{"~":1}}', '[{"op":"replace","path":"/a~1b/~0","value":2}]'), '{"a/b":{"~":2}}');
});

test('refuses a patch that does not fit', () => {
  for (const patch of [
    '[{"op":"replace","path":"/x","value":1}]', '[{"op":"remove","path":"/x"}]', '[{"op":"add","path":"/list/4","value":1}]', '[{"op":"remove","path":"/list/3"}]',
    '[{"op":"add","path":"/a/b","value":1}]', '[{"op":"move","from":"/x","path":"/y"}]', '[{"op":"remove","path":""}]', '[{"op":"add","path":"/list/x","value":1}]', '[{"op":"grow","path":""}]',
  ]) assert.throws(() => patched('{"a":1,"list":[1,2,3]}', patch), Error, patch);
});

test('the state before is unchanged, and what did not change is shared', () => {
  const before = parseJSON('{"list":[{"x":1},{"x":2}],"other":{"deep":[1]}}');
  const after = applyPatch(before, parsePatch('[{"op":"replace","path":"/list/0/x","value":5},{"op":"replace","path":"/list/0/x","value":6}]'));
  assert.deepEqual([writeJSON(before), writeJSON(after)], ['{"list":[{"x":1},{"x":2}],"other":{"deep":[1]}}', '{"list":[{"x":6},{"x":2}],"other":{"deep":[1]}}']);
  assert.deepEqual([after.get('other'), after.get('list')[1]], [before.get('other'), before.get('list')[1]]);
});

/** The text of a chunk of random changes, that of the state after each of its rows, and the rows. */
function randomChunk(seed, count) {
  const random = randomNumbers(seed);
  const state = { items: [1, 2, 3], map: { a: 0 }, nested: [{ n: 0, of: [0] }, { n: 1, of: [1] }], total: 0 };
  const sorted = (value) => (Array.isArray(value) ? value.map(sorted) : value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, member]) => [key, sorted(member)])) : value);
  const keyframe = JSON.stringify(sorted(state));
  const [rows, states] = [[], [keyframe]];
  for (let row = 0; row < count; row += 1) {
    let patch;
    switch (random(7)) {
    case 0: { const index = random(state.items.length + 1); state.items.splice(index, 0, row); patch = [{ op: 'add', path: `/items/${index}`, value: row }]; break; }
    case 1: if (state.items.length > 1) { const index = random(state.items.length); state.items.splice(index, 1); patch = [{ op: 'remove', path: `/items/${index}` }]; } else patch = []; break;
    case 2: { const key = `k${String.fromCharCode(97 + random(26))}`; patch = [{ op: key in state.map ? 'replace' : 'add', path: `/map/${key}`, value: row }]; state.map[key] = row; break; }
    case 3: { const from = random(state.items.length); const [moved] = state.items.splice(from, 1); const to = random(state.items.length + 1); state.items.splice(to, 0, moved);
      patch = [{ op: 'move', from: `/items/${from}`, path: `/items/${to}` }]; break; }
    // What is copied is changed afterwards, at its first place and at the other one.
    case 4: { const place = random(2); state.map[`k${place}`] = structuredClone(state.nested[place]); patch = [{ op: 'copy', from: `/nested/${place}`, path: `/map/k${place}` }]; break; }
    case 5: { const place = random(2); state.nested[place].of[0] = state.nested[place].n = row; patch = ['n', 'of/0'].map((key) => ({ op: 'replace', path: `/nested/${place}/${key}`, value: row })); break; }
    default: state.total = row; patch = [{ op: 'replace', path: '/total', value: row }];
    }
    rows.push([{ changed: { row } }, patch]);
    states.push(JSON.stringify(sorted(state)));
  }
  return { text: chunkText(keyframe, rows), states, rows };
}

test('a chunk gives the exact texts and the state after any row, whichever is read first, and none changes when others are read', () => {
  const { text, states, rows } = randomChunk(3, 300);
  const random = randomNumbers(4);
  for (let first = 0; first <= 300; first += 1) {
    const chunk = new Chunk(100, text);
    if (first < 300) assert.deepEqual([chunk.actionText(100 + first), chunk.patchText(100 + first)], rows[first].map((part) => JSON.stringify(part)));
    const counts = [first, Math.min(first + 1, 300), ...Array.from({ length: 12 }, () => random(301))];
    const read = counts.map((count) => chunk.stateAfter(99 + count));
    assert.deepEqual(read.map(writeJSON), counts.map((count) => states[count]), `first ${first}`);
  }
});

test('unknown states stay unknown until one is on file', () => {
  const chunk = new Chunk(0, chunkText('', [[{ a: {} }, ''], [{ b: {} }, '={"x":1}'], [{ c: {} }, '[{"op":"replace","path":"/x","value":2}]'], [{ d: {} }, '']]));
  assert.deepEqual([-1, 0, 1, 2, 3].map((row) => { const state = chunk.stateAfter(row); return state && writeJSON(state); }), [undefined, undefined, '{"x":1}', '{"x":2}', undefined]);
});

test('a store keeps the chunks used last within its limit, and the states of three', async () => {
  const { ChunkStore } = await import(`${modules}/chunk-store.js`);
  const reads = [];
  const spans = Array.from({ length: 10 }, (_, index) => ({ row: index * 2, rows: 2, seq: index * 2 }));
  const store = new ChunkStore(spans, async (index) => { reads.push(index); return chunkText(`{"chunk":${index}}`, [[{}, '[]'], [{}, '[]']]); }, 120);
  assert.deepEqual([-1, 0, 1, 2, 19, 99].map((row) => store.indexOf(row)), [0, 0, 0, 1, 9, 9]);
  for (let index = 0; index < 10; index += 1) (await store.load(index * 2)).stateAfter(index * 2);
  assert.ok(store.size <= 120, String(store.size));
  assert.deepEqual([[...store.chunks.values()].map((chunk) => chunk.checkpoints.length > 0).filter(Boolean).length <= 3, store.loaded(0)], [true, undefined]);
  const last = store.loaded(18);
  assert.deepEqual([writeJSON(last.stateAfter(19)), await store.load(19), reads], ['{"chunk":9}', last, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
  const [one, other] = [store.load(0), store.load(1)];
  assert.deepEqual([await one, reads.length], [await other, 11]);
});
