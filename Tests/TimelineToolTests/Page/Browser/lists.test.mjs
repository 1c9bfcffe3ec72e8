import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, columnsOf, randomNumbers } from './support.mjs';

const { StepTable, parseColumns } = await import(`${modules}/steps-table.js`);
const { TypeFilter } = await import(`${modules}/type-filter.js`);
const { StepList, NO_FILTER } = await import(`${modules}/step-list.js`);
const { Lanes } = await import(`${modules}/lanes.js`);

/** A table from a drawing: a letter is an action type, upper case an effect. */
function tableOf(drawing, causes = {}) {
  return new StepTable(columnsOf([...drawing].map((letter, index) => ({
    type: letter.toLowerCase(), origin: letter === letter.toLowerCase() ? 'user' : 'effect', cause: causes[index + 1] ?? null,
  }))), 0);
}

/** The items of a list as text: `3` a row, `3-6` a run; deeper rows are indented by dots. */
function shown(list) {
  return Array.from({ length: list.count }, (_, index) => {
    const first = list.rows[index] + 1;
    const last = first + list.lengthAt(index) - 1;
    return `${'.'.repeat(list.depthAt(index))}${first === last ? first : `${first}-${last}`}`;
  }).join(' ');
}

test('runs of three or more of one action fold, but not across origins, nor rows that a filter hides', () => {
  const table = tableOf('abbbbccaaa');
  assert.deepEqual([shown(new StepList(table, { folds: true })), shown(new StepList(table, { folds: true, opened: new Set([7]) }))], ['1 2-5 6 7 8-10', '1 2-5 6 7 8 9 10']);
  assert.equal(shown(new StepList(tableOf('aaAAaa'), { folds: true })), '1 2 3 4 5 6');
  assert.equal(shown(new StepList(tableOf('aaaaa'), { folds: true, filter: { ...NO_FILTER, keeps: (row) => row !== 2 } })), '1 2 4 5');
});

test('a step whose reducer ran for more than 8 ms is slow, and a filter keeps slow steps alone', () => {
  const table = new StepTable(columnsOf([{ took: 8001 }, { took: 8000 }, {}, { took: 12_400 }]), 0);
  table.append({ ...columnsOf([{ took: 9000 }, {}]), seq: [5, 1] });
  assert.deepEqual([table.slow, table.took.get(1), table.took.has(2)], [[0, 3, 4], 8000, false]);
  assert.equal(shown(new StepList(table, { filter: { ...NO_FILTER, isSlow: true } })), '1 4 5');
});

test('a folded run shows each of its rows, and stepping passes through it', () => {
  const list = new StepList(tableOf('abbbbc'), { folds: true });
  assert.deepEqual([[0, 1, 4, 5].map((row) => list.indexOf(row)), [0, 1, 4, 5].map((row) => list.neighbor(row, 1))], [[0, 1, 1, 2], [1, 2, 5, null]]);
  assert.deepEqual([5, 4, 1, 0].map((row) => list.neighbor(row, -1)), [4, 3, 0, null]);
});

test('nested types are a tree with the numbers of their steps, and are shown or hidden with what is within them', () => {
  const types = ['screen › draft', 'a', 'screen › form › done', 'screen', 'screen › draft', 'screens'];
  const table = new StepTable(columnsOf([...types.map((type) => ({ type })), { type: 'hotReload', kind: 2 }, { type: 'screen', kind: 1 }]), 0);
  const filter = new TypeFilter(table);
  assert.deepEqual(filter.tree().map(({ label, depth, count }) => `${'.'.repeat(depth)}${label} ${count}`), ['a 1', 'screen 5', '.draft 2', '.form 1', '..done 1', 'screens 1']);
  const rows = () => shown(new StepList(table, { filter: { ...NO_FILTER, shows: (row) => filter.shows(row) } }));
  filter.show('screen');
  assert.equal(rows(), '1 3 4 5 8');
  filter.hide('screen › draft');
  assert.equal(rows(), '3 4 8');
  filter.clear();
  filter.show('none yet');
  assert.equal(rows(), '');
  // Without what holds it, a name is that of all such types; otherwise that of one.
  filter.show('draft');
  assert.deepEqual([rows(), ['draft', 'form', 'form › done', 'screen › draft', 'screen', 'a'].map((name) => filter.has(name))], ['1 5', Array(6).fill(true)]);
  assert.deepEqual(['', 'scr', 'draft › screen', 'hotReload', 'none yet'].map((name) => filter.has(name)), Array(5).fill(false));
  filter.show(null);
  filter.hide('screen');
  assert.equal(rows(), '2 6 7');
  filter.clear();
  assert.equal(rows(), '1 2 3 4 5 6 7 8');
});

test('filters by origin, and steps from what a filter hides', () => {
  const table = tableOf('aBcAb');
  assert.equal(shown(new StepList(table, { filter: { ...NO_FILTER, origin: table.origins.indexOf('effect') } })), '2 4');
  const list = new StepList(table, { filter: { ...NO_FILTER, shows: (row) => table.type[row] === 1 } });
  assert.deepEqual([list.indexOf(2), list.neighbor(2, 1), list.neighbor(2, -1), list.neighbor(0, -1)], [-1, 4, 1, null]);
});

test('effects are below their causes, in order, and deeper by one', () => {
  const table = tableOf('aBcBBd', { 2: 1, 4: 3, 5: 2, 6: 3 });
  const list = new StepList(table, { order: 'causes' });
  assert.deepEqual([shown(list), [0, 1, 2, 3, 4, 5].map((row) => list.indexOf(row)), list.neighbor(4, 1)], ['1 .2 ..5 3 .4 .6', [0, 1, 3, 4, 2, 5], 2]);
});

test('an effect whose cause is hidden begins a tree', () => {
  const table = tableOf('aBb', { 2: 1, 3: 2 });
  assert.equal(shown(new StepList(table, { order: 'causes', filter: { ...NO_FILTER, shows: (row) => table.typeName(row) === 'b' } })), '2 .3');
});

test('lanes: user first, then effect, then by count; many origins share the last', () => {
  const origins = ['effect', 'x', 'y', 'y', 'user', 'z', 'v', 'w', 'u'];
  const lanes = new Lanes({ summary: {}, table: new StepTable(columnsOf([...origins.map((origin) => ({ origin })), { kind: 2, type: 'hotReload', origin: '' }]), 0) });
  assert.deepEqual(lanes.lanes.map(({ name, count }) => `${name} ${count}`), ['user 1', 'effect 1', 'y 2', 'x 1', 'z 1', 'others 3', 'set from outside 1']);
  assert.deepEqual([[...lanes.rows], new Set(lanes.lanes.map((lane) => lane.shape)).size], [[1, 3, 2, 2, 0, 4, 5, 5, 5, 6], lanes.lanes.length]);
});

test('columns of numbers are those of their JSON, whatever the names', () => {
  const random = randomNumbers(11);
  const names = ['', '[1,2]', 'x":[1', '"seq":[1,2]', '\\', '\\":[', ']', '\u{1f600}[0', ',"at":[3]'];
  for (const count of [0, 1, 2, 100]) {
    const columns = columnsOf(Array.from({ length: count }, (_, index) => ({
      at: index * 1000 - random(2) * random(5000), type: names[random(names.length)], origin: names[random(names.length)], kind: random(3), changes: random(9) - 1,
      cause: index > 0 && random(2) ? index : null,
    })));
    if (count > 0) columns.seq[0] = 2 ** 53 - 1000;
    if (count > 1) columns.cause[1] = 2 ** 32 + 1;
    const parsed = parseColumns(new TextEncoder().encode(JSON.stringify(columns)));
    const plain = Object.fromEntries(Object.entries(parsed).map(([name, column]) => [name, ArrayBuffer.isView(column) ? [...column] : column]));
    assert.deepEqual([plain, Object.values(parsed).filter(ArrayBuffer.isView).length, new StepTable(parsed, 0)], [columns, count === 0 ? 0 : 8, new StepTable(columns, 0)]);
  }
});
