import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, chunkText, columnsOf } from './support.mjs';

const { Timeline } = await import(`${modules}/timeline.js`);
const { Moment } = await import(`${modules}/moment.js`);

/** Why the states after the rows of one chunk are not known. A row is `[patch, column members]`. */
async function reasons(rows, summary = {}) {
  const columns = columnsOf(rows.map(([, row = {}]) => row));
  const timeline = new Timeline({ format: 1, first: 0, last: rows.length, steps: rows.length, seconds: 0, states: 'replay', chunks: [{ row: 0, rows: rows.length, seq: 0 }], ...summary },
    columns, async () => chunkText(summary.keyframe ?? '{"n":0}', rows.map(([patch]) => [{}, patch])));
  await timeline.chunks.load(0);
  return rows.map((_, row) => new Moment(timeline, row)).map((moment) => (moment.state === undefined ? moment.unknownText : 'known'));
}

test('an unknown state has its reason: a gap, an action that is no JSON, a divergence, or that no program replayed', async () => {
  assert.deepEqual(await reasons([['[]'], ['', { kind: 3, through: 9 }], [''], ['={"n":1}'], ['[]']]), [
    'known', 'The state after step 9 is unknown: steps 2 to 9 are not on file, and no state is on file since.',
    'The state after step 10 is unknown: steps 2 to 9 are not on file, and no state is on file since.', 'known', 'known',
  ]);
  assert.deepEqual((await reasons([['[]'], ['', { kind: 1 }], ['']]))[2], 'The state after step 3 is unknown: the action of step 2 could not be encoded, so it cannot be replayed.');
  assert.deepEqual((await reasons([['[]'], ['']], { divergence: { step: 2, text: '' } }))[1], 'The state after step 2 is unknown: replay and recording differ from step 2 on.');
  assert.deepEqual(await reasons([[''], ['={"n":4}'], ['', { kind: 3, through: 7 }]], { states: 'recorded' }), [
    'The state after step 1 is unknown: only the states on file are known, as no program replayed this recording.', 'known',
    'The state after step 7 is unknown: steps 3 to 7 are not on file, and no state is on file since.',
  ]);
  assert.deepEqual((await reasons([['']]))[0], 'The state after step 1 is unknown.');
});
