// Rows that are appended give what a page made with all of them has.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, chunkText, columnsOf, randomNumbers } from './support.mjs';

const { StepTable } = await import(`${modules}/steps-table.js`);
const { StepList, NO_FILTER } = await import(`${modules}/step-list.js`);
const { Lanes } = await import(`${modules}/lanes.js`);
const { Axis } = await import(`${modules}/axis.js`);
const { ChunkStore } = await import(`${modules}/chunk-store.js`);
const { PathHistory } = await import(`${modules}/path-history.js`);
const { walkRows, extendWalk } = await import(`${modules}/rows.js`);

/** Rows of a few types and origins, with causes, gaps and sets. */
function randomRows(count, seed) {
  const random = randomNumbers(seed);
  let seq = 0;
  return Array.from({ length: count }, (_, index) => {
    seq += 1;
    const row = { seq, at: index * 1000, type: 'abc'[random(3) && 2], origin: random(9) ? 'user' : `origin${random(index + 1)}`, kind: 0, changes: random(4) };
    if (random(12) === 0) row.kind = 2;
    if (random(3) === 0 && index > 0) row.cause = seq - 1 - random(Math.min(index, 5));
    if (random(20) === 0) [row.kind, row.through] = [3, seq += 5];
    return row;
  });
}

/** Calls a function with parts of a list, of 0 to 8 elements. */
function inParts(rows, seed, take) {
  const random = randomNumbers(seed);
  for (let from = 0; from < rows.length;) {
    const to = Math.min(from + random(9), rows.length);
    take(rows.slice(from, to), from);
    from = to;
  }
}

const rowsOf = (table) => Array.from({ length: table.count }, (_, row) => [table.position(row), table.time(row), table.kind[row], table.typeName(row), table.originName(row), table.cause[row], table.changes[row]]);
const itemsOf = (list) => Array.from({ length: list.count }, (_, index) => [list.rows[index], list.lengthAt(index)]);

test('appended columns give the table of all of them', () => {
  const rows = randomRows(300, 1);
  const table = new StepTable(columnsOf([]), 0);
  inParts(rows, 2, (part) => table.append(columnsOf(part)));
  const whole = new StepTable(columnsOf(rows), 0);
  assert.deepEqual([rowsOf(table), table.types, table.rowAtTime(1e12), table.rowAt(1e12)], [rowsOf(whole), whole.types, 299, 299]);
  table.replace(columnsOf(rows.slice(0, 10)), 0);
  assert.deepEqual(rowsOf(table), rowsOf(whole).slice(0, 10));
});

test('rows that came since the causes were arranged have no place yet', () => {
  const table = new StepTable(columnsOf(randomRows(20, 5)), 0);
  const list = new StepList(table, { order: 'causes' });
  table.append(columnsOf([{ seq: 1000, at: 1e6, type: 'a', origin: 'user', kind: 0, changes: 1 }]));
  assert.equal(list.indexOf(20), -1);
  assert.ok([-1, 1].every((direction) => [null, ...list.rows.slice(0, list.count)].includes(list.neighbor(20, direction))));
});

test('a list, folded or filtered, takes appended rows', () => {
  const rows = randomRows(400, 3);
  for (const options of [{}, { folds: true }, { folds: true, opened: new Set([0, 5, 6, 20, 21]) }, { filter: { ...NO_FILTER, type: 1 } }, { folds: true, filter: { ...NO_FILTER, keeps: (row) => row % 7 !== 0 } }]) {
    const table = new StepTable(columnsOf([]), 0);
    const list = new StepList(table, options);
    inParts(rows, 4, (part) => {
      table.append(columnsOf(part));
      list.extend();
    });
    const whole = new StepList(table, options);
    assert.deepEqual([itemsOf(list), list.shown], [itemsOf(whole), whole.shown]);
    for (let row = 0; row < table.count; row += 1) assert.equal(list.indexOf(row), whole.indexOf(row));
  }
});

test('lanes count appended rows, and a new origin gets a lane', () => {
  const rows = randomRows(200, 5);
  const table = new StepTable(columnsOf(rows.slice(0, 1)), 0);
  const lanes = new Lanes({ summary: {}, table });
  inParts(rows.slice(1), 6, (part) => {
    table.append(columnsOf(part));
    lanes.extend();
  });
  const whole = new Lanes({ summary: {}, table });
  assert.deepEqual(lanes.lanes.map(({ name, count }) => [name, count]).sort(), whole.lanes.map(({ name, count }) => [name, count]).sort());
  for (let row = 0; row < table.count; row += 1) assert.equal(lanes.lanes[lanes.rows[row]].name, whole.lanes[whole.rows[row]].name);
});

test('an axis of all steps shows the ones that come when one of them is revealed, any other window stays', () => {
  const rows = randomRows(100, 7);
  const table = new StepTable(columnsOf(rows.slice(0, 50)), 0);
  const axis = new Axis(table);
  axis.width = 500;
  table.append(columnsOf(rows.slice(50)));
  assert.deepEqual([[axis.from, axis.to], axis.reveal(20), axis.reveal(99), [axis.from, axis.to]], [[-1.5, 49.5], false, true, [-1.5, 99.5]]);
  axis.zoom(2, 100);
  const span = axis.to - axis.from;
  assert.deepEqual([axis.reveal(99), axis.to - axis.from], [true, span]);
});

/** The line of a step that counts. */
const line = (number, place = 'count') => `{"counted":{}}\t[{"op":"replace","path":"/${place}","value":${number}}]`;

test('a chunk that grows while it is read has each of its rows once', async () => {
  let answer;
  const store = new ChunkStore([{ row: 0, rows: 2, seq: 0 }], () => new Promise((resolve) => { answer = resolve; }));
  const text = (count) => ['{"count":0}', ...Array.from({ length: count }, (_, index) => line(index + 1))].join('\n');
  for (const known of [2, 3, 4, 5, 9]) {
    store.chunks.clear();
    store.spans = [{ row: 0, rows: 2, seq: 0 }];
    [store.tail, store.tailRow] = [[], 2];
    const loading = store.load(0);
    store.append([line(3), line(4)]);
    await null;
    answer(text(known));
    store.append([line(5)]);
    const chunk = await loading;
    store.append([line(6)]);
    assert.equal(chunk.count, 6, `text of ${known} rows`);
    assert.deepEqual([store.loaded(0), chunk.stateAfter(5).get('count')], [chunk, 6]);
  }
});

test('a new chunk is known at once, and a read of the one before it still ends', async () => {
  let answer;
  const store = new ChunkStore([{ row: 0, rows: 1, seq: 0 }], () => new Promise((resolve) => { answer = resolve; }));
  const loading = store.load(0);
  store.append([line(2)]);
  store.append([line(3), line(4)], { row: 2, seq: 2, state: '{"count":2}' });
  await null;
  answer(`{"count":0}\n${line(1)}`);
  assert.deepEqual([(await loading).count, store.loaded(3).stateAfter(3).get('count'), store.spans], [2, 4, [{ row: 0, rows: 2, seq: 0 }, { row: 2, rows: 2, seq: 2 }]]);
});

test('a text that lacks rows is an error', async () => {
  const store = new ChunkStore([{ row: 0, rows: 3, seq: 0 }], async () => `{}\n${line(1)}`);
  await assert.rejects(store.load(0), /chunk 0 has 1 of 3 rows/);
});

test('the chunk that grows is kept, however much is read', async () => {
  const spans = Array.from({ length: 8 }, (_, index) => ({ row: index * 2, rows: 2, seq: index * 2 }));
  const store = new ChunkStore(spans, async (index) => chunkText(`{"chunk":${index}}`, [[{}, '[]'], [{}, '[]']]), 10);
  await store.load(15);
  for (let row = 0; row < 14; row += 1) await store.load(row);
  assert.ok(store.loaded(15));
  assert.equal(store.loaded(0), undefined);
});

test('a history that was walked goes on with appended rows', async () => {
  const random = randomNumbers(9);
  const lines = Array.from({ length: 120 }, () => line(random(3), random(2) ? 'count' : 'other'));
  const texts = new Map([[0, '{"count":0,"other":0}']]);
  const store = new ChunkStore([{ row: 0, rows: 0, seq: 0 }], async (index) => texts.get(index));
  await store.load(0);
  const history = new PathHistory(['count']);
  await walkRows(history, store, async () => true);
  inParts(lines, 10, (part, row) => {
    const state = store.loaded(row - 1).stateAfter(row - 1);
    const isNew = random(4) === 0 && part.length > 0 && row > 0;
    store.append(part, isNew ? { row, seq: row, state: `{"count":${state.get('count')},"other":${state.get('other')}}` } : undefined);
    assert.deepEqual([extendWalk(history, store), history.walkedRows], [true, store.count]);
  });
  assert.ok(store.spans.length > 3);
  const whole = new PathHistory(['count']);
  await walkRows(whole, new ChunkStore([{ row: 0, rows: 120, seq: 0 }], async () => ['{"count":0,"other":0}', ...lines].join('\n')), async () => true);
  assert.deepEqual([history.rows, history.values, history.changes], [whole.rows, whole.values, whole.changes]);
});
