// What a session reads for its views while a recording grows or is replaced.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, chunkText, columnsOf } from './support.mjs';

globalThis.requestAnimationFrame = (draw) => setTimeout(draw);
globalThis.cancelAnimationFrame = clearTimeout;
globalThis.MessageChannel = class { port1 = {}; port2 = { postMessage: () => setTimeout(() => this.port1.onmessage()) }; };

const { isNew } = await import(`${modules}/frames.js`);
const { Session } = await import(`${modules}/session.js`);
const { Timeline } = await import(`${modules}/timeline.js`);

const summaryOf = (count, rows) => ({
  format: 1, session: 'a', first: 0, last: count, steps: count, seconds: 0,
  chunks: Array.from({ length: Math.ceil(count / rows) }, (_, index) => ({ row: index * rows, rows: Math.min(rows, count - index * rows), seq: index * rows })),
});
const lineOf = (number) => `{"counted":{}}\t[{"op":"replace","path":"/count","value":${number}}]`;

/** A session of `count` steps that count, in chunks of `rows`, and a view; `reads` are the chunks that were asked for. */
function counting(count, rows) {
  const reads = [];
  const read = async (index) => {
    reads.push(index);
    return chunkText(`{"count":${index * rows}}`, Array.from({ length: Math.min(rows, count - index * rows) }, (_, row) => [{ counted: {} }, `[{"op":"replace","path":"/count","value":${index * rows + row + 1}}]`]));
  };
  const timeline = new Timeline(summaryOf(count, rows), columnsOf(Array.from({ length: count }, () => ({}))), read);
  const session = new Session(timeline, { fit() {} });
  const view = { draw() {}, walks: [] };
  session.frames.add(view);
  const append = () => {
    const columns = columnsOf([{}]);
    columns.seq[0] = timeline.count + 1;
    session.growth.wait(() => timeline.append(columns, [lineOf(timeline.count + 1)]));
    session.growth.take();
  };
  return { session, view, reads, append, read };
}

test('only the histories that views show and the pinned ones take the steps that come', async () => {
  const { session, view, append } = counting(6, 3);
  const [shown, other] = [session.walks.history(['count']), session.walks.history(['x'])];
  session.togglePin(['y']);
  view.walks = [shown, other, null];
  const [pin] = session.pins;
  await Promise.all([shown, other, pin].map(({ done }) => done));
  append();
  view.walks = [shown];
  append();
  assert.deepEqual([[shown, other, pin].map(({ walkedRows }) => walkedRows), shown.changes, session.walks.history(['count'])], [[8, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7], shown]);
  assert.notEqual(session.walks.history(['x']), other);
});

test('a walk whose history is not shown any more ends', async () => {
  const { session, view, reads } = counting(4000, 1);
  view.walks = [session.walks.history(['count'])];
  const { done } = view.walks[0];
  await new Promise((resolve) => { setTimeout(resolve); });
  view.walks = [];
  await done;
  assert.ok(reads.length < 4000, `${reads.length} chunks`);
});

test('a history of a chunk that is not kept goes on once, however many steps come', async () => {
  const { session, view, reads, append } = counting(6, 3);
  view.walks = [session.walks.history(['count'])];
  const [history] = view.walks;
  await history.done;
  for (let count = 0; count < 4; count += 1) append();
  await history.done;
  append();
  await history.done;
  assert.deepEqual([[history.isComplete, history.changes.length, history.values.at(-1)], reads], [[true, 11, 11], [0, 1]]);
});

test('what was read for a recording that was replaced is dropped, and nothing more is read for it', async () => {
  const { session, view, read } = counting(6, 3);
  const answers = [];
  const late = (index) => new Promise((resolve, reject) => { answers.push([index, resolve, reject]); });
  session.growth.replace(summaryOf(6, 3), columnsOf([{}, {}, {}, {}, {}, {}]), late);
  view.walks = [session.walks.history(['count'])];
  const { done } = view.walks[0];
  await new Promise((resolve) => { setTimeout(resolve, 5); });
  assert.deepEqual(answers.map(([index]) => index).sort(), [0, 1]);
  session.growth.replace({ ...summaryOf(4, 2), session: 'b' }, columnsOf([{}, {}, {}, {}]), read);
  answers[0][2](new Error('damaged'));
  answers[1][1]('{}');
  await done;
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  assert.deepEqual([session.failure, answers.length, session.loader.shownRow], [null, 2, 3]);
});

test('views are drawn at once when the recording is replaced, and know whether it is the same', () => {
  const { session, view, read } = counting(6, 3);
  const drawn = [];
  view.draw = () => drawn.push([session.timeline.count, session.growth.isSame]);
  session.isScrubbing = true;
  view.turn = 1;
  session.growth.replace(summaryOf(7, 4), columnsOf([{}, {}, {}, {}, {}, {}, {}]), read);
  session.growth.replace({ ...summaryOf(2, 4), session: 'b' }, columnsOf([{}, {}]), read);
  assert.deepEqual(drawn, [[7, true], [2, false]]);
});

test('no view draws a moment that was to be drawn of the recording before', async () => {
  const { session, view, read } = counting(6, 3);
  const shown = [];
  Object.assign(view, { turn: 1, draw: () => { if (isNew(view, 'moment', session.loader.shownRow)) shown.push(session.loader.shownRow); } });
  await session.timeline.chunks.load(5);
  session.seek(4);
  session.growth.replace({ ...summaryOf(4, 2), session: 'b' }, columnsOf([{}, {}, {}, {}]), read);
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  assert.deepEqual(shown, [null, 3]);
});

test('while a pointer moves from chunk to chunk, states on its way are shown, and at last those of its row', async () => {
  const { session, view } = counting(3000, 10);
  const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
  const { read } = session.timeline.chunks;
  session.timeline.chunks.read = async (index) => {
    await pause(8);
    return read(index);
  };
  const shown = [];
  Object.assign(view, { turn: 0, draw: () => isNew(view, 'moment', session.loader.shownRow) && shown.push(session.loader.shownRow) });
  session.isScrubbing = true;
  for (let row = 0; row < 3000; row += 20) {
    session.seek(row);
    await pause(2);
  }
  const onTheWay = shown.length;
  await pause(100);
  session.isScrubbing = false;
  assert.ok(onTheWay >= 10, `${onTheWay}`);
  assert.equal(shown.at(-1), 2980);
});

test('a comparison that begins or ends while a pointer is held is shown', async () => {
  const { session, view } = counting(6, 3);
  const shown = [];
  Object.assign(view, { turn: 0, draw: () => session.loader.shownRow !== null && isNew(view, 'moment', session.loader.shownRow, session.loader.shownCompared) && shown.push(session.loader.shownCompared) });
  session.isScrubbing = true;
  session.seek(4);
  for (const row of [null, 3, null, 4, 3]) {
    session.compare(row);
    await new Promise((resolve) => { setTimeout(resolve, 40); });
  }
  session.isScrubbing = false;
  assert.deepEqual(shown, [null, 3, null, 4, 3]);
});
