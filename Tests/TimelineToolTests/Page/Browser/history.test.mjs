import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, chunkText, columnsOf, randomNumbers } from './support.mjs';

const { PathHistory, UNKNOWN, ContainerSummary, historyText } = await import(`${modules}/path-history.js`);
const { walkRows } = await import(`${modules}/rows.js`);
const { Timeline } = await import(`${modules}/timeline.js`);
const { plotScale, plotSegments, wordOf } = await import(`${modules}/plots.js`);
const { TextSearch } = await import(`${modules}/text-search.js`);
const { equalJSON, parseJSON } = await import(`${modules}/json.js`);
const { valueAt } = await import(`${modules}/paths.js`);
const { Axis } = await import(`${modules}/axis.js`);

/** A timeline of chunks, each a keyframe and rows of an action and a patch. */
function timelineOf(...parts) {
  const rows = parts.flatMap(([, list]) => list);
  let row = 0;
  const chunks = parts.map(([, list]) => {
    const span = { row, rows: list.length, seq: row };
    row += list.length;
    return span;
  });
  const summary = { format: 1, first: 0, last: rows.length, steps: rows.length, chunks };
  return new Timeline(summary, columnsOf(rows.map(([action]) => ({ type: Object.keys(action)[0] }))), async (index) => chunkText(...parts[index]));
}

async function historyOf(timeline, tokens) {
  const history = new PathHistory(tokens);
  let pauses = 0;
  // A clock that is always late: every check pauses.
  let now = 0;
  await walkRows(history, timeline.chunks, async () => { pauses += 1; return true; }, () => { now += 100; return now; });
  assert.ok(history.isComplete);
  return { history, pauses };
}

const plain = (values) => values.map((value) => (value === UNKNOWN ? 'unknown' : value instanceof ContainerSummary ? value.text : value));
const act = { tapped: {} };

test('finds the steps after which the value differs, over chunks', async () => {
  const timeline = timelineOf(
    ['{"cart":{"total":0},"x":1}', [[act, '[{"op":"replace","path":"/cart/total","value":5}]'], [act, '[{"op":"replace","path":"/x","value":2}]'],
      [act, '[{"op":"replace","path":"/cart","value":{"total":5}}]'], [act, '[{"op":"remove","path":"/cart/total"}]']]],
    ['{"cart":{},"x":2}', [[act, '[]'], [act, '[{"op":"replace","path":"","value":{"cart":{"total":7}}}]']]]);
  const { history, pauses } = await historyOf(timeline, ['cart', 'total']);
  assert.deepEqual([history.changes, history.rows, history.values], [[0, 3, 5], [-1, 0, 3, 5], [0, 5, undefined, 7]]);
  assert.ok(pauses > 2);
  assert.deepEqual([history.neighbor(0, 1), history.neighbor(3, -1), history.neighbor(0, -1), history.neighbor(5, 1)], [3, 0, null, null]);
});

test('elements that shift change the value at an index', async () => {
  const timeline = timelineOf(['{"list":[1,2,3]}', [[act, '[{"op":"remove","path":"/list/0"}]'], [act, '[{"op":"add","path":"/list/2","value":9}]'], [act, '[{"op":"move","from":"/list/2","path":"/list/0"}]']]]);
  const { history } = await historyOf(timeline, ['list', 1]);
  assert.deepEqual([history.values, history.changes], [[2, 3, 2], [0, 2]]);
});

test('a value moved in from elsewhere is the one that is there by then, and one moved away is absent', async () => {
  const timeline = timelineOf(['{"a":1,"b":{"c":2}}', [[act, '[{"op":"replace","path":"/b/c","value":3}]'], [act, '[{"op":"move","from":"/b/c","path":"/a"}]'], [act, '[{"op":"replace","path":"/a","value":4}]']]]);
  assert.deepEqual((await historyOf(timeline, ['a'])).history.values, [1, 3, 4]);
  const back = timelineOf(['{"a":{"x":1},"b":{}}', [[act, '[{"op":"move","from":"/a/x","path":"/b/y"}]'], [act, '[{"op":"move","from":"/b/y","path":"/a/x"}]']]]);
  assert.deepEqual((await historyOf(back, ['a', 'x'])).history.values, [1, undefined, 1]);
});

test('unknown states are spans, not changes', async () => {
  const timeline = timelineOf(['{"a":1}', [[act, '[{"op":"replace","path":"/a","value":2}]'], [act, ''], [act, '={"a":9}'], [act, '[{"op":"replace","path":"/a","value":8}]']]]);
  const { history } = await historyOf(timeline, ['a']);
  assert.deepEqual([plain(history.values), history.changes], [[1, 2, 'unknown', 9, 8], [0, 3]]);
});

test('a container is kept as its beginning', async () => {
  const timeline = timelineOf(['{"a":{"b":1}}', [[act, '[{"op":"replace","path":"/a/b","value":2}]'], [act, '[{"op":"add","path":"/a/c","value":[]}]']]]);
  const { history } = await historyOf(timeline, ['a']);
  assert.deepEqual([plain(history.values), plotScale(history)], [['{"b":1}', '{"b":2}', '{"b":2,"c":[]}'], { kind: 'size', least: 1, greatest: 2 }]);
});

test('a change within a container is its first one, and the number of others; a list is its size', async () => {
  const timeline = timelineOf(['{"a":[{"id":"c1","isNew":true},{"id":"c2"}],"b":0}', [
    '[{"op":"add","path":"/a/2","value":{"id":"c3"}}]', '[{"op":"replace","path":"/a/0/isNew","value":false},{"op":"remove","path":"/a/1"},{"op":"replace","path":"/b","value":1}]',
    '[{"op":"remove","path":"/a/1"}]', '[{"op":"replace","path":"/a","value":[]}]', '[{"op":"move","from":"/b","path":"/a/0"}]',
  ].map((patch) => [act, patch])]);
  const { history } = await historyOf(timeline, ['a']);
  const texts = (isChange) => history.values.map((_, index) => historyText(history, index, isChange)).slice(1);
  assert.deepEqual(texts(true), ['[2] c3 added', '[0].isNew true → false, and 1 more', '[1] c3 removed', '[]', '[1]']);
  assert.deepEqual([texts(false), plotScale(history)], [['3 items', '2 items', '1 item', '0 items', '1 item'], { kind: 'size', least: 0, greatest: 3 }]);
});

test('agrees with the states of random timelines, for every path', async () => {
  const random = randomNumbers(9);
  for (let round = 0; round < 40; round += 1) {
    const rows = Array.from({ length: 60 }, (_, row) => {
      const list = ['a', 'ab'][random(2)];
      const patch = [
        { op: 'add', path: `/${list}/0`, value: random(3) }, { op: 'replace', path: `/${list}`, value: [1, 2] }, { op: 'replace', path: '/n/x', value: random(3) },
        { op: 'replace', path: '/n', value: { x: random(3) } }, { op: 'copy', from: '/n/x', path: '/m' },
      ][random(5)];
      return [act, JSON.stringify(row % 7 === 0 ? [] : [patch])];
    });
    const timeline = timelineOf(['{"a":[0],"ab":[0],"m":0,"n":{"x":0}}', rows]);
    const chunk = await timeline.chunks.load(0);
    for (const tokens of [['a', 0], ['a', 1], ['ab'], ['n', 'x'], ['m'], ['n'], ['missing'], []]) {
      const expected = [];
      for (let row = 0; row < rows.length; row += 1) {
        const [before, after] = [valueAt(chunk.stateAfter(row - 1), tokens), valueAt(chunk.stateAfter(row), tokens)];
        if (before === undefined || after === undefined ? before !== after : !equalJSON(before, after)) expected.push(row);
      }
      assert.deepEqual((await historyOf(timeline, tokens)).history.changes, expected, tokens.join('.'));
    }
  }
});

test('a walk ends when it is no longer wanted', async () => {
  const history = new PathHistory(['a']);
  const timeline = timelineOf(['{"a":1}', [[act, '[]']]], ['{"a":1}', [[act, '[]']]]);
  let now = 0;
  await walkRows(history, timeline.chunks, async () => false, () => { now += 100; return now; });
  assert.equal(history.isComplete, false);
});

test('numbers have a range, words and booleans are bands', async () => {
  const scaleOf = async (...values) => {
    const history = new PathHistory(['a']);
    values.forEach((value, index) => history.add(index - 1, value));
    return plotScale(history);
  };
  assert.deepEqual(await scaleOf(3, -2, undefined, 8), { kind: 'number', least: -2, greatest: 8 });
  assert.deepEqual([await scaleOf(true, false, true), await scaleOf('idle', 'busy')], [{ kind: 'band', words: ['true', 'false'] }, { kind: 'band', words: ['idle', 'busy'] }]);
  assert.deepEqual([await scaleOf(null, 3), await scaleOf(undefined, UNKNOWN)], [{ kind: 'number', least: 3, greatest: 3 }, { kind: 'none' }]);
});

test('a band names the cases of an enum, where all its objects are some', () => {
  const bandOf = (...texts) => {
    const history = new PathHistory(['a']);
    texts.forEach((text, index) => history.add(index - 1, parseJSON(text)));
    return [plotScale(history).words, history.values.map((value) => wordOf(value, history.range.areCases))];
  };
  const [idle, loaded, other] = ['{"idle":{}}', '{"loaded":{"_0":3}}', '{"loaded":{"_0":4}}'];
  assert.deepEqual(bandOf(idle, loaded, 'null', other), [['idle', 'loaded', 'null'], ['idle', 'loaded', 'null', 'loaded']]);
  for (const object of ['{"a":1}', '{"a":{},"b":{}}', '{}', '[]']) assert.deepEqual(bandOf(idle, object, loaded)[1], [idle, object, loaded], object);
});

test('a plot has one segment per value, and keeps the extremes of a pixel', () => {
  const timeline = timelineOf(['{}', Array.from({ length: 1000 }, () => [act, '[]'])]);
  const axis = new Axis(timeline.table);
  axis.width = 10;
  const history = new PathHistory(['a']);
  for (let row = -1; row < 1000; row += 1) history.add(row, row === 555 ? 99 : row === 557 ? -99 : 1);
  const segments = plotSegments(history, axis, 999);
  assert.deepEqual([segments.length, [segments[5].low, segments[5].high, segments[5].value]], [10, [-99, 99, 1]]);
  axis.width = 100_000;
  assert.equal(plotSegments(history, axis, 999).length, 1001);
});

test('steps are found by type, number and text of the action', async () => {
  const timeline = timelineOf(['{}', [[{ refreshTapped: {} }, '[]'], [{ searchChanged: { text: 'Rick' } }, '[]'], [{ other: {} }, '[]']]]);
  const find = async (query) => {
    const search = new TextSearch(timeline, query);
    await walkRows(search, timeline.chunks, async () => true);
    return [0, 1, 2].filter((row) => search.found.has(row));
  };
  assert.deepEqual([await find('refresh'), await find('rick'), await find('3'), await find('nothing')], [[0], [1], [2], []]);
});
