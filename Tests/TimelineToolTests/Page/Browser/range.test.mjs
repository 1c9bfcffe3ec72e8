// The statistics of ranges of steps, and the types of steps where the strip has no room for each mark.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, chunkText, columnsOf, randomNumbers } from './support.mjs';

const { StepTable } = await import(`${modules}/steps-table.js`);
const { Lanes } = await import(`${modules}/lanes.js`);
const { Axis } = await import(`${modules}/axis.js`);
const { densityOf } = await import(`${modules}/step-painter.js`);
const { rangeStatistics, RangePaths } = await import(`${modules}/range-statistics.js`);
const { walkRows } = await import(`${modules}/rows.js`);
const { Timeline } = await import(`${modules}/timeline.js`);

const seed = Number(process.env.TIMELINE_SEED ?? Date.now() % 1_000_000);
console.log(`seed ${seed}`);

/** Rows with random types, origins, kinds and times. */
function randomRows(random, count) {
  let at = 0;
  let seq = 0;
  return Array.from({ length: count }, () => {
    at += [0, 1, 10, 1000, random(100_000)][random(5)];
    seq += 1;
    const kind = random(6) === 0 ? 1 + random(3) : 0;
    const through = kind === 3 ? seq + random(4) : null;
    seq = through ?? seq;
    return { at, kind, through, type: `${['screen › ', ''][random(2)]}${'abcdefghij'[Math.min(random(10), random(10))]}`, origin: ['user', 'effect', 'remote'][Math.min(random(3), random(3))] };
  });
}

const named = ({ types, origins, ...rest }) => ({ ...rest, types: types.map(({ name, count }) => `${name} ${count}`), origins: origins.map(({ name, count }) => `${name} ${count}`) });

test('a range has the types, origins and waits of its steps, most frequent first, by a plain count', () => {
  assert.deepEqual(named(rangeStatistics(new StepTable(columnsOf([{}]), 0), 0, -1)), { steps: 0, types: [], origins: [], time: 0, longest: -1, median: 0 });
  const random = randomNumbers(seed);
  for (let round = 0; round < 200; round += 1) {
    const rows = randomRows(random, 1 + random(60));
    const table = new StepTable(columnsOf(rows), 0);
    const first = random(rows.length);
    const last = first + random(rows.length - first);
    const range = rows.slice(first, last + 1);
    const waits = range.map(({ at }, index) => at - (rows[first + index - 1]?.at ?? 0));
    const steps = (row, index) => (row.through === null ? 1 : row.through - table.seq[first + index] + 1);
    const count = (keys) => {
      const counts = new Map();
      range.forEach((row, index) => { for (const key of keys(row)) counts.set(key, (counts.get(key) ?? 0) + steps(row, index)); });
      return [...counts].sort((one, other) => other[1] - one[1]).map(([key, number]) => `${key.split('|')[0]} ${number}`);
    };
    assert.deepEqual(named(rangeStatistics(table, first, last)), {
      steps: range.map(steps).reduce((sum, number) => sum + number, 0),
      types: count(({ type, kind }) => [`${type}|${kind > 1 ? kind : ''}`]),
      origins: count(({ kind, origin }) => (kind === 0 ? [origin] : [])),
      time: range.at(-1).at - (rows[first - 1]?.at ?? 0),
      longest: first + waits.indexOf(Math.max(...waits)),
      median: [...waits].sort((one, other) => one - other)[(waits.length - 1) >> 1],
    }, `round ${round}`);
  }
});

/** A timeline of patches, in chunks of some rows. */
function timelineOf(patches, rows) {
  const starts = Array.from({ length: Math.ceil(patches.length / rows) }, (_, index) => index * rows);
  const summary = { format: 1, first: 0, last: patches.length, chunks: starts.map((row) => ({ row, rows: Math.min(rows, patches.length - row), seq: row })) };
  return new Timeline(summary, columnsOf(patches.map(() => ({}))), async (index) => chunkText('{}', patches.slice(starts[index], starts[index] + rows).map((patch) => [{ a: {} }, patch])));
}

/** The paths that changed in the rows `first...last`, found in slices of one row. */
async function pathsOf(timeline, first, last) {
  const walk = new RangePaths(timeline.table, first, last);
  let now = 0;
  await walkRows(walk, timeline.chunks, async () => true, () => { now += 100; return now; });
  assert.equal(walk.isComplete, true);
  return [walk.sorted().map(([pointer, count]) => `${pointer} ${count}`), walk.unknown];
}

const operation = (path, more = {}) => JSON.stringify([{ op: 'replace', path, value: 0, ...more }]);

test('each step counts once for a path, an element counts for its list, and unknown changes are counted', async () => {
  const patches = [
    operation('/a/b'), '[]', JSON.stringify([{ op: 'add', path: '/list/0', value: 1 }, { op: 'remove', path: '/list/7/x' }, { op: 'test', path: '/t', value: 1 }]),
    operation('/a~1b/c~0/-'), '', '={"a":1}', JSON.stringify([{ op: 'move', from: '/a/b', path: '/c' }]), operation('/0'), operation('/v', { value: [{ op: 'add', path: '/no' }] }),
  ];
  for (const rows of [2, 9]) {
    const timeline = timelineOf(patches, rows);
    assert.deepEqual(await pathsOf(timeline, 0, 8), [['/a/b 2', '/list 1', '/a~1b/c~0 1', '/c 1', ' 1', '/v 1'], 2]);
    assert.deepEqual([await pathsOf(timeline, 1, 3), await pathsOf(timeline, 1, 1), await pathsOf(timeline, 4, 5)], [[['/list 1', '/a~1b/c~0 1'], 0], [[], 0], [[], 2]]);
  }
});

test('the paths of random ranges are those of a plain count, and no chunk outside of the range is read', async () => {
  const random = randomNumbers(seed + 1);
  for (let round = 0; round < 60; round += 1) {
    const changes = Array.from({ length: 1 + random(40) }, () => Array.from({ length: random(4) }, () => `/${'abc'[random(3)]}/${'xyz'[random(3)]}`));
    const timeline = timelineOf(changes.map((paths) => JSON.stringify(paths.map((path) => ({ op: 'replace', path, value: 1 })))), 1 + random(9));
    const first = random(changes.length);
    const last = first + random(changes.length - first);
    const { read } = timeline.chunks;
    const reads = [];
    timeline.chunks.read = (index) => { reads.push(index); return read(index); };
    const counts = new Map();
    for (const paths of changes.slice(first, last + 1)) for (const path of new Set(paths)) counts.set(path, (counts.get(path) ?? 0) + 1);
    assert.deepEqual(await pathsOf(timeline, first, last), [[...counts].sort((one, other) => other[1] - one[1]).map(([path, count]) => `${path} ${count}`), 0], `round ${round}`);
    assert.deepEqual([reads[0], reads.at(-1)], [first, last].map((row) => timeline.chunks.indexOf(row)), `round ${round}`);
  }
});

test('where there is no room for each mark, the most frequent types have lanes, and the others one', () => {
  const types = [...'aaaaaabbbbbccccddddeeefg'];
  const table = new StepTable(columnsOf([...types.map((type) => ({ type })), { type: 'f', origin: 'effect' }, { type: 'a', kind: 3, origin: '' }]), 0);
  const lanes = new Lanes({ summary: {}, table });
  const shown = () => lanes.lanes.map(({ name, type, count }) => `${name} ${count}${type === null ? '' : ' of a type'}`);
  assert.deepEqual([shown(), lanes.setDense(false), lanes.setDense(true)], [['user 24', 'effect 1', 'not on file 1'], false, true]);
  assert.deepEqual(shown(), ['a 6 of a type', 'b 5 of a type', 'c 4 of a type', 'd 4 of a type', 'others 6', 'not on file 1']);
  const more = columnsOf([...'aah'].map((type) => ({ type })));
  more.seq[0] = 27;
  table.append(more);
  lanes.extend();
  assert.deepEqual([shown()[0], shown()[4], [...lanes.rows.subarray(24, 29)]], ['a 8 of a type', 'others 7', [4, 5, 0, 0, 4]]);
});

test('the bars of random strips hold the steps of their pixels by lane, as does the pointer over them', () => {
  const random = randomNumbers(seed + 2);
  for (let round = 0; round < 60; round += 1) {
    const rows = randomRows(random, 1 + random(400));
    const table = new StepTable(columnsOf(rows), 0);
    const lanes = new Lanes({ summary: {}, table });
    lanes.setDense(random(2) === 1);
    const axis = new Axis(table);
    axis.width = 20 + random(200);
    axis.setMode(['steps', 'time'][random(2)]);
    if (random(2)) axis.zoom(1 + random(5), random(axis.width));
    const dims = [null, (row) => row % 3 === 0][random(2)];
    const [first, last] = axis.visibleRows();
    const { columns, counts } = densityOf({ axis, lanes, width: axis.width, dims }, first, last);
    const expected = new Float32Array(counts.length);
    rows.forEach((_, row) => {
      const column = Math.trunc(axis.xOfRow(row));
      if (column >= 0 && column < columns && row >= first && row <= last && !dims?.(row)) expected[lanes.rows[row] * columns + column] += 1;
    });
    assert.deepEqual(counts, expected, `round ${round}`);
    for (let column = 1; column < axis.width; column += 1) {
      const [from, end] = axis.rowsOfColumn(column);
      assert.deepEqual(Array.from({ length: end - from }, (_, index) => from + index), rows.map((_, row) => row).filter((row) => Math.trunc(axis.xOfRow(row)) === column), `round ${round}`);
    }
  }
});
