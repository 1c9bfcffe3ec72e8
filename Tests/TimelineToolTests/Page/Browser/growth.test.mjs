// Each walk of the page takes work in proportion to its input: ten times as much takes at most twelve times the operations.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import { modules, chunkText, columnsOf } from './support.mjs';

const session = new Session();
session.connect();
const post = (method, params) => new Promise((resolve, reject) => { session.post(method, params, (error, result) => (error ? reject(error) : resolve(result))); });
await post('Profiler.enable');
// Before the modules are loaded: what runs often is counted only where that is known when it is compiled.
await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const { parseJSON, writeJSON } = await import(`${modules}/json.js`);
const { parsePatch, applyPatch } = await import(`${modules}/patch.js`);
const { Chunk } = await import(`${modules}/chunk.js`);
const { differenceOf } = await import(`${modules}/difference.js`);
const { patchBetween } = await import(`${modules}/patch-draft.js`);
const { PathHistory } = await import(`${modules}/path-history.js`);
const { ConditionSearch } = await import(`${modules}/condition-search.js`);
const { parseCondition } = await import(`${modules}/condition.js`);
const { PatternSearch } = await import(`${modules}/path-pattern.js`);
const { parsePattern } = await import(`${modules}/paths.js`);
const { TextSearch } = await import(`${modules}/text-search.js`);
const { RangePaths, rangeStatistics } = await import(`${modules}/range-statistics.js`);
const { StepList } = await import(`${modules}/step-list.js`);
const { StepTable } = await import(`${modules}/steps-table.js`);
const { treeRows, placesWith } = await import(`${modules}/state-tree.js`);

/** How often the blocks of the page's modules run in a body, and the members that are copied at once. */
async function operations(body) {
  let copied = 0;
  const { slice } = Array.prototype;
  const entries = Map.prototype[Symbol.iterator];
  Array.prototype.slice = function (...range) { copied += this.length; return slice.apply(this, range); };
  Map.prototype[Symbol.iterator] = function () { copied += this.size; return entries.call(this); };
  await post('Profiler.takePreciseCoverage');
  body();
  const { result } = await post('Profiler.takePreciseCoverage');
  [Array.prototype.slice, Map.prototype[Symbol.iterator]] = [slice, entries];
  return result.filter(({ url }) => url.includes(modules)).flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges)).reduce((sum, { count }) => sum + count, copied);
}

const counted = (count, of) => Array.from({ length: count }, (_, index) => of(index));
/** Keys in an order that is not theirs. */
const keys = (count) => counted(count, (index) => `k${(index * 7919) % count}`);
const adding = (count, names = keys(count)) => JSON.stringify(names.map((key, value) => ({ op: 'add', path: `/byId/${key}`, value: { value } })));
const table = (count) => new StepTable(columnsOf(counted(count, (index) => ({ type: `t${index % 9}` }))), 0);
const steps = (count, patchOf) => chunkText('{"byId":{},"n":0}', counted(count, (index) => [{ tapped: { index } }, [patchOf(index)]]));
const counting = (count) => steps(count, (value) => ({ op: 'replace', path: '/n', value }));
const walked = (walk, text) => walk.take(new Chunk(0, text), () => false);
const objects = (count, of = (id) => ({ id })) => parseJSON(JSON.stringify(counted(count, of)));

for (const [name, prepare] of Object.entries({
  'a string with many escapes': (count) => [JSON.stringify('\\"\n'.repeat(count)), (text) => assert.equal(writeJSON(parseJSON(text)), text)],
  'a step that adds keys to an object': (count) => [adding(count, keys(count).sort()), (text) => applyPatch(parseJSON('{"byId":{}}'), parsePatch(text))],
  'steps that each add a key to an object': (count, names = keys(count)) => [steps(count, (index) => ({ op: 'add', path: `/byId/${names[index]}`, value: index })), (text) => new Chunk(0, text).stateAfter(count - 1)],
  'the history of a number': (count) => [counting(count), (text) => walked(new PathHistory(['n']), text)],
  'the history of a member, while others are added': (count) => [steps(count, (index) => ({ op: 'add', path: `/byId/k${index}`, value: index })), (text) => walked(new PathHistory(['byId', 'k5']), text)],
  'the search of a condition': (count) => [[counting(count), table(count)], ([text, rows]) => walked(new ConditionSearch({ table: rows }, parseCondition('$.n < 3 || $.n > 7')), text)],
  'the search of a path with wildcards': (count) => [counting(count), (text) => walked(new PatternSearch(parsePattern('$..n')), text)],
  'the search of a text': (count) => [[counting(count), table(count)], ([text, rows]) => walked(new TextSearch({ table: rows, summary: {} }, 'index":7'), text)],
  'the paths of a range': (count) => [[steps(count, (index) => ({ op: 'replace', path: `/a${index}/b`, value: 1 })), table(count)], ([text, rows]) => walked(new RangePaths(rows, 0, count - 1), text)],
  'the statistics of a range': (count) => [table(count), (rows) => rangeStatistics(rows, 0, count - 1)],
  'the difference of objects': (count) => [[parseJSON('{}'), applyPatch(parseJSON('{"byId":{}}'), parsePatch(adding(count)))], ([before, after]) => differenceOf(before.set('byId', new Map()), after)],
  'the difference of lists of identified elements': (count) => [[objects(count), objects(count, (id) => ({ id: id + 50, text: 'x' }))], ([before, after]) => [differenceOf(before, after), patchBetween(before, after)]],
  'the difference of lists of texts': (count) => [[objects(count, String), objects(count, (index) => `${index + 0.5}`)], ([before, after]) => [differenceOf(before, after), patchBetween(before, after)]],
  'the list of steps, folded and below their causes': (count) => [table(count), (rows) => [new StepList(rows, { folds: true }), new StepList(rows, { order: 'causes' })]],
  'the tree of a state, and a search in it': (count) => [objects(count), (state) => [treeRows(state, objects(0), { isOpen: () => true }), [...placesWith(state, 'id')]]],
})) {
  test(`${name}: ten times the input takes at most twelve times the work`, async () => {
    const [few, many] = [2000, 20_000].map((count) => prepare(count));
    const work = [await operations(() => few[1](few[0])), await operations(() => many[1](many[0]))];
    assert.ok(work[0] > 2000 && work[1] <= 12 * work[0], `${work[0]} operations become ${work[1]}`);
  });
}

test('20,000 keys that a step adds are where the encoder sorts them', () => {
  const state = parseJSON('{"byId":{"j":0,"l":0}}');
  const values = new Map(keys(20_000).map((key, value) => [key, value]));
  const expected = ['"j":0', ...[...values.keys()].sort().map((key) => `"${key}":{"value":${values.get(key)}}`), '"l":0'];
  assert.equal(writeJSON(applyPatch(state, parsePatch(adding(20_000)))), `{"byId":{${expected.join()}}}`);
});
