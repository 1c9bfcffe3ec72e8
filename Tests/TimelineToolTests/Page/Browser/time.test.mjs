import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, columnsOf } from './support.mjs';

const { StepTable, GAP } = await import(`${modules}/steps-table.js`);
const { Axis } = await import(`${modules}/axis.js`);
const { Playback } = await import(`${modules}/playback.js`);

const table = new StepTable(columnsOf([
  { at: 0 }, { at: 1_010_000, cause: 1, origin: 'effect' }, { at: 1_010_104 }, { at: 1_010_624, kind: GAP, through: 9, type: 'disk full' }, { at: 5_000_000, cause: 3 },
]), 0);

test('the table gives positions, times, causes and gaps', () => {
  assert.deepEqual([[-1, 0, 1, 2, 3, 4].map((row) => table.position(row)), [...table.cause]], [[0, 1, 2, 3, 9, 10], [-1, 0, -1, -1, 2]]);
  assert.deepEqual([0, 1, 4, 7, 9, 10, 11].map((position) => table.rowAt(position)), [-1, 0, 3, 3, 3, 4, 4]);
  assert.deepEqual([[-1, 0, 1_010_103, 1_010_104, 9e9].map((time) => table.rowAtTime(time)), table.wait(2), table.wait(0)], [[-1, 0, 1, 2, 4], 104, 0]);
  assert.deepEqual([table.typeName(3), table.originName(1)], ['disk full', 'effect']);
});

test('a page that begins later has its first position before its first row', () => {
  const later = new StepTable({ ...columnsOf([{ at: 0 }]), seq: [42], at: [7_000_000] }, 41);
  assert.deepEqual([later.position(-1), later.position(0), later.rowAt(41), later.rowAt(42), later.time(-1)], [41, 42, -1, 0, 7_000_000]);
});

function axisOf(mode, width = 650) {
  const axis = new Axis(table);
  axis.width = width;
  axis.setMode(mode);
  axis.fit();
  return axis;
}

for (const mode of ['steps', 'time']) {
  test(`on the axis of ${mode}, a pixel of a row leads back to the row`, () => {
    const axis = axisOf(mode, 1e9);
    for (let row = mode === 'time' ? 0 : -1; row < table.count; row += 1) assert.equal(axis.rowAt(axis.xOfRow(row)), row);
  });

  test(`on the axis of ${mode}, zooming keeps the place of the pointer, and stays in the recording`, () => {
    const axis = axisOf(mode);
    const unit = axis.unitAt(200);
    axis.zoom(1.5, 200);
    assert.ok(Math.abs(axis.unitAt(200) - unit) < 1e-6 * (axis.to - axis.from) + 1e-9);
    axis.pan(1e6);
    assert.equal(axis.to, axis.domain[1]);
    axis.pan(-1e7);
    assert.equal(axis.from, axis.domain[0]);
    axis.zoom(1e-9, 10);
    assert.ok(axis.isFitted);
    axis.zoom(1e12, 10);
    assert.ok(axis.to - axis.from >= axis.smallestSpan - 1e-9);
  });

  test(`on the axis of ${mode}, the time of a step is where the step is`, () => {
    const axis = axisOf(mode);
    for (let row = 0; row < table.count; row += 1) assert.equal(axis.unitOfTime(table.time(row)), axis.unitOfRow(row));
  });
}

test('on the axis of steps, a time between two steps lies between them in proportion', () => {
  assert.deepEqual([axisOf('steps').unitOfTime(505_000), axisOf('steps').unitOfTime(9e9)], [0.5, 4]);
});

test('steps that share a pixel of time have a place each on the axis of steps', () => {
  const [time, steps] = [axisOf('time'), axisOf('steps')];
  assert.ok(time.xOfRow(3) - time.xOfRow(1) < 1);
  assert.ok(steps.xOfRow(2) - steps.xOfRow(1) > 50);
});

test('the window follows a row that leaves it', () => {
  const long = new Axis(new StepTable(columnsOf(Array.from({ length: 1000 }, () => ({}))), 0));
  long.width = 1000;
  long.setWindow(0, 100);
  assert.deepEqual([long.reveal(50), long.reveal(500), [long.from, long.to]], [false, true, [450, 550]]);
  assert.deepEqual(long.ticks(100).map((tick) => tick.text), ['460', '470', '480', '490', '500', '510', '520', '530', '540', '550']);
});

test('ticks of time have the digits of their distance', () => {
  const axis = axisOf('time');
  assert.deepEqual(axis.ticks(100).map((tick) => tick.text), ['0 s', '1 s', '2 s', '3 s', '4 s', '5 s']);
  axis.setWindow(1_010_000, 1_010_700);
  assert.deepEqual(axis.ticks(100).slice(0, 3).map((tick) => tick.text), ['1.0100 s', '1.0102 s', '1.0104 s']);
});

test('an axis of no steps has a place', () => {
  const axis = new Axis(new StepTable(columnsOf([]), 0));
  axis.width = 100;
  assert.deepEqual([axis.rowAt(50), axis.ticks(50)], [-1, []]);
  axis.setMode('time');
  assert.equal(axis.rowAt(50), -1);
});

/** The rows that are due at times in milliseconds. */
function due(playback, times) { return times.map((time) => playback.rowDue(time)); }

test('playback keeps recorded intervals after the idle limit and the speed', () => {
  const playback = new Playback(table, { speed: 2, idle: 100_000 });
  playback.start(0, 1000);
  // 1.01 s is cut to 0.1 s, at double speed 50 ms; then 104 µs and 520 µs; then again 50 ms.
  assert.deepEqual([due(playback, [1049, 1050, 1051, 1100, 1101]), playback.isPlaying], [[0, 1, 3, 3, 4], false]);
});

test('errors of timers do not add up', () => {
  const even = new StepTable(columnsOf(Array.from({ length: 1001 }, (_, index) => ({ at: index * 10_000 }))), 0);
  const playback = new Playback(even);
  playback.start(0, 0);
  for (let now = 0; now < 9000; now += 17) playback.rowDue(now);
  assert.equal(playback.rowDue(9000), 900);
});

test('a change of speed continues the present wait in proportion', () => {
  const playback = new Playback(table, { idle: Infinity });
  playback.start(0, 0);
  playback.rowDue(505);
  playback.setSpeed(2, 505);
  assert.deepEqual(due(playback, [757, 757.7]), [0, 2]);
});

test('playback continues from the row of a seek', () => {
  const playback = new Playback(table);
  playback.start(0, 0);
  playback.start(2, 5000);
  assert.deepEqual(due(playback, [5000, 5001]), [2, 3]);
});
