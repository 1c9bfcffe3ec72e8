// Conditions on states: what they are true for, which texts are none, and the spans in which they hold, as `timeline when` prints them.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modules, chunkText, columnsOf, fixtures, pagePart, randomNumbers } from './support.mjs';

const { parseCondition } = await import(`${modules}/condition.js`);
const { ConditionSearch, questionOf } = await import(`${modules}/condition-search.js`);
const { UNKNOWN } = await import(`${modules}/path-history.js`);
const { parseJSON } = await import(`${modules}/json.js`);
const { Chunk } = await import(`${modules}/chunk.js`);
const { Timeline } = await import(`${modules}/timeline.js`);
const { parseColumns } = await import(`${modules}/steps-table.js`);
const { walkRows } = await import(`${modules}/rows.js`);

const state = parseJSON(`{"n":-3,"half":0.5,"one":1.0,"big":9007199254740993,"most":18446744073709551615,"huge":1e400,"s":"é😀","no":false,"nil":null,"list":[1,2,3],
  "other":[1.0,20e-1,3],"rows":[{"a":1},{"a":false},{}],"object":{"x":1,"y":[]},"same":{"y":[],"x":1e0},"a b":7}`.replaceAll('\n', '').replaceAll('  ', ''));

function holds(text) {
  const { paths, holds } = parseCondition(text);
  return holds(paths.map(() => state));
}

test('conditions hold as RFC 9535 and its extensions say', () => {
  const cases = {
    true: [
      '$.n < 0', '@.n<0', ' $ .n < 0 ', "$['a b'] == 7", '$["n"] == -3', '$.n == -3.0', '$.n == -30e-1', '$.one == 1', '$.big == 9007199254740993', '$.big > 9007199254740992',
      '$.big < 9007199254740993.5', '$.huge > 1e399', '$.n > -1e400', '0 == -0', "$.s == 'é😀'", "$.s > 'é'", "$.s == '\\u00e9\\ud83d\\ude00'", "'\u{ffff}' < '😀'",
      '$.list[-1] == 3', '$.list[0] == 1', '$.list == $.other', '$.object == $.same', '$.rows[0] != $.rows[1]', '$.none == $.nowhere', '$.none <= $.nowhere', '$.nil == null',
      '$.nil', '$.n', '$.list[*]', '$.rows[*].a', '!$.none', '!$.no', '$.no == false', '!($.n == 3)', '$.n < 0 || $.none && $.nowhere', '($.n < 0 || $.none) && $.nil',
      '$.n + 1 == -2', '-$.n == 3', '2 - -$.n == -1', '2 + 3 * 4 == 14', '(2 + 3) * 4 == 20', '7 / 2 == 3.5', '-7 / 7 == -1', '8 - 4 - 2 == 2', '$.half * 2 == 1', '$.big - 1 == 9007199254740992',
      '$.most / 5 == 3689348814741910323', '$.most + 1 == $.none', '$.n / 0 == $.none', "$.s + 1 == $.none", '$.huge - $.huge == $.none', '0.1 + 0.2 != 0.3',
      'count($.list[*]) == 3', 'count($.rows.*.a) == 2', 'count($.none) == 0', 'length($.s) == 2', 'length($.object) == 2', 'length($.list) + 1 == 4', 'length($.n) == $.none',
    ],
    false: ['$.n > 0', '$.no', '$.none', '$.n < "0"', '$.n != -3', '$.nil < 1', '$.list < $.other', '$.list[3]', '$.list[-4]', '$.list.x', "$.object[0]", '$.s < "é"', '$.rows[1].a', '$.nil < null', '$.none < $.nowhere', '$.n == $.none'],
  };
  for (const [expected, texts] of Object.entries(cases)) for (const text of texts) assert.equal(String(holds(text)), expected, text);
});

test('a text that is no condition is refused at a column', () => {
  const cases = {
    '$.n <': 'Column 6: expected a value, a path or a function, found the end',
    '$.n < 0)': 'Column 8: expected an operator or the end, found ")"',
    '$.n = 3': 'Column 5: expected an operator or the end, found "="',
    '$.😀 = 3': 'Column 5: expected an operator or the end, found "="',
    '!$.n == 3': 'Column 5: write !(…) to negate a comparison',
    '($.n': 'Column 5: expected an operator or ), found the end',
    '$.': 'Column 3: expected a name, * or another ., found the end',
    '$.a[': 'Column 5: expected a name in quotes, an index, a slice, * or ?, found the end',
    '$.a[-0]': 'Column 5: -0 is not an index; the first element is 0',
    '$.a[01]': 'Column 6: expected a comma or ], found "1"',
    '$.a[9007199254740992]': 'Column 5: an integer is from -2^53 + 1 to 2^53 - 1',
    '$.a[*] == 1': 'Column 1: expected a path to one value, found one that may select many',
    '1 < $.a[ 0 ]': 'Column 5: expected a path to one value, found one that may select many',
    '$.n + 1': 'Column 8: expected a comparison after the value, found the end',
    'length($.a) && $.b': 'Column 13: expected a comparison after a function with a value, found "&"',
    'count(1) > 1': 'Column 7: expected a path as the argument',
    'size($.a) > 1': 'Column 1: expected length, count, match, search, value, sum, min or max, found "size"',
    '($.a && $.b) == 1': 'Column 1: expected a value, found a test',
    "$.s == 'x": 'Column 8: this text has no closing quote, or an unknown escape',
    "$.s == '\\x'": 'Column 8: this text has no closing quote, or an unknown escape',
    "$.s == '\\ud800'": 'Column 8: this text has no closing quote, or an unknown escape',
    '$.n == 01': 'Column 8: a number has no leading zeros',
    '$.n == yes': 'Column 8: expected a value, a path or a function, found "yes"',
    [`${'('.repeat(65)}$.a`]: 'Column 65: expressions are nested more than 64 deep',
    [`${'-'.repeat(100_000)}$.a < 0`]: 'Column 65: expressions are nested more than 64 deep',
  };
  for (const [text, message] of Object.entries(cases)) assert.throws(() => parseCondition(text), { message, isBeyond: false }, text.slice(0, 80));
});

test('what only the tool can evaluate is named', () => {
  const cases = {
    '$.a[?@.b < 0]': 'Column 5: the page cannot evaluate a filter',
    '1 < $..a': 'Column 6: the page cannot evaluate descendants',
    '$.a[1:2]': 'Column 6: the page cannot evaluate a slice',
    '$.a[:2]': 'Column 5: the page cannot evaluate a slice',
    "$['a','b']": 'Column 6: the page cannot evaluate several selectors',
    "$.n < 0 && search($.s, 'x')": 'Column 12: the page cannot evaluate search()',
    'sum($.list[*]) > 1': 'Column 1: the page cannot evaluate sum()',
  };
  for (const [text, message] of Object.entries(cases)) assert.throws(() => parseCondition(text), { message, isBeyond: true }, text);
});

test('the text tells whether a path, a condition or the text itself is searched for', () => {
  const kindOf = (text) => Object.keys(questionOf(text) ?? { text }).join();
  for (const text of ['harbour', '42', '$5', '@home', '$', 'unread < 0', '-', '"text"', 'null', 'true', 'a.b[0]', '(a)', '!', 'count', '2026-11-23', '1-2', '-5', 'count(x)', 'min(', '1 < 2', '"a" == "b"', 'x@y.z', 'a $.b']) assert.equal(kindOf(text), 'text', text);
  assert.deepEqual(['$.a.b', '@.a', "$['a'][0]"].map((text) => questionOf(text)), [{ path: ['a', 'b'] }, { path: ['a'] }, { path: ['a', 0] }]);
  for (const text of ['$.a < 0', '!$.a', '($.a)', '-$.a > 0', '0 < $.a', "'x' == $.a", 'true == @.a', 'count($.a[*]) > 1', '!(count($.a) > 1)', '(1) < $.a', '1 + 2 < $.a', '2 * (3 - $.a) > 1', '$ == $.a', '$.a[-1]', '?$.a']) assert.equal(kindOf(text), 'condition', text);
  for (const text of ['$.a.*', '$..a', '@[*].b', "$..['a b'][2]"]) assert.equal(kindOf(text), 'pattern', text);
  for (const text of ['$.', '$.a <', '$.a[?@.b]', 'sum($.a) > 1', '$["a"']) assert.equal(kindOf(text), 'error', text);
});

/** Searches a condition with pauses wherever there may be some. */
async function searchOf(timeline, text) {
  const search = new ConditionSearch(timeline, parseCondition(text));
  let now = 0;
  await walkRows(search, timeline.chunks, async () => true, () => { now += 100; return now; });
  return search;
}

test('spans go on over chunks, and are unknown, not false, where the state is', async () => {
  const parts = [
    ['{"a":1,"b":[1],"x":0}', [[{ t: 0 }, '[{"op":"replace","path":"/a","value":-1}]'], [{ t: 1 }, '[{"op":"replace","path":"/x","value":5}]'], [{ t: 2 }, '[{"op":"add","path":"/b/0","value":9}]']]],
    ['{"a":-1,"b":[9,1],"x":5}', [[{ t: 3 }, '[]'], [{ t: 4 }, ''], [{ t: 5 }, '']]],
    ['{"a":3,"b":[0],"x":5}', [[{ t: 6 }, '[{"op":"move","from":"/x","path":"/a"}]'], [{ t: 7 }, '']]],
  ];
  let row = 0;
  const chunks = parts.map(([, rows]) => ({ row: (row += rows.length) - rows.length, rows: rows.length, seq: row - rows.length }));
  const summary = { format: 1, first: 0, last: 8, steps: 8, chunks, unreturned: 8 };
  const timeline = new Timeline(summary, columnsOf(Array.from({ length: 8 }, () => ({ type: 't' }))), async (index) => chunkText(...parts[index]));
  const entries = async (text) => {
    const search = await searchOf(timeline, text);
    assert.deepEqual(search.rows.slice(1), [...Array(8).keys()].filter((row) => search.found.has(row)));
    return search.rows.map((row, index) => `${row} to ${search.lastRow(index)}: ${row < 0 ? String(search.values[index]) : search.turn(row)}`);
  };
  assert.deepEqual(await entries('$.a < 0'), ['-1 to -1: false', '0 to 3: becomes true', '4 to 4: becomes unknown', '5 to 6: false, unknown before']);
  assert.deepEqual(await entries('$.b[-1] == 1 && $.a != 5'), ['-1 to 3: true', '4 to 4: becomes unknown', '5 to 6: false, unknown before']);
  assert.deepEqual(await entries('count($.b[*]) == 1 && $.x != 5'), ['-1 to 0: true', '1 to 3: becomes false', '4 to 4: becomes unknown', '5 to 5: false, unknown before', '6 to 6: becomes true']);
  assert.deepEqual(await entries('1 < 2'), ['-1 to 3: true', '4 to 4: becomes unknown', '5 to 6: true, unknown before']);
  const search = await searchOf(timeline, '$.a < 0 || $.none == $.a');
  assert.deepEqual([[true, false, UNKNOWN].map((value) => search.count(value)), search.unseen], [[[1, 4], [2, 3], [1, 1]], [['none']]]);
});

test('spans go on in another copy of a chunk, with more rows', () => {
  const lines = ['{"a":1}', '{}\t[{"op":"replace","path":"/a","value":-1}]', '{}\t[{"op":"replace","path":"/a","value":2}]', '{}\t[{"op":"replace","path":"/a","value":-2}]'];
  const search = new ConditionSearch({ crashRow: null }, parseCondition('$.a < 0'));
  for (const count of [2, 4]) search.take(new Chunk(0, lines.slice(0, count).join('\n')), () => false);
  assert.deepEqual([search.rows, search.values, search.walkedRows], [[-1, 0, 1, 2], [false, true, false, true], 3]);
});

/** The timeline of a page that the tool makes of a recording. */
function pageTimeline(tool, file, folder) {
  const path = join(folder, 'page.html');
  execFileSync(tool, ['view', file, '-o', path], { stdio: 'ignore' });
  const part = pagePart(readFileSync(path, 'utf8'));
  rmSync(path);
  return new Timeline(JSON.parse(part('summary')), parseColumns(part('steps')), async (index) => part(`chunk-${index}`).toString());
}

/** A random condition on the paths of the recordings. */
function generated(random) {
  const one = (...choices) => choices[random(choices.length)];
  const path = () => one('$.comments.unread', '@.comments.arrivals', '$.comments.all[0].isNew', '$.comments.all[-1].episode', '$.list.search', "$.list['pages']", '$.lastScreen', '$.list.episodes[2].id', '$.none',
    '$.list.progress', '$.list.episodes[0]', '$.screens[0].style');
  const value = (depth) => (depth > 0 && random(3) === 0 ? one(() => `(${value(depth - 1)} ${one('+', '-', '*', '/')} ${value(depth - 1)})`, () => `-${path()}`, () => `count(${path()}[*])`, () => 'count($.comments.all[*].isNew)',
    () => `length(${path()})`, () => `count($.screens.*)`)() : one(path, path, path, () => one('0', '1', '3', '-2', '0.5', '4.0', '8', "'push'", "'h'", 'true', 'null', '""'))());
  const test = (depth) => (depth > 0 ? one(() => `${test(depth - 1)} && ${test(depth - 1)}`, () => `${test(depth - 1)} || ${test(depth - 1)}`, () => `!(${test(depth - 1)})`, () => test(0))()
    : one(() => `${value(2)} ${one('==', '!=', '<', '<=', '>', '>=')} ${value(1)}`, () => `${value(2)} ${one('<', '>', '==')} ${one('0', '1', '2', '5')}`, () => `${one('', '!')}${path()}`, () => one('$.screens[*]', '$.comments.all[*].isNew'))());
  return test(random(3));
}

const tool = process.env.TIMELINE_TOOL;

test('generated conditions hold in the spans that the tool finds', { skip: tool ? false : 'skipped: TIMELINE_TOOL names no tool' }, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'timeline-condition-'));
  const seed = Number(process.env.TIMELINE_SEED ?? Date.now() % 1_000_000);
  context.diagnostic(`TIMELINE_SEED=${seed}`);
  const random = randomNumbers(seed);
  try {
    let judged = 0;
    for (const name of ['unread-below-zero.jsonl', 'trap-while-filtered.jsonl']) {
      const file = join(fixtures, name);
      const timeline = pageTimeline(tool, file, folder);
      for (let round = 0; round < 20; round += 1) {
        const text = generated(random);
        const search = await searchOf(timeline, text);
        const spans = search.rows.flatMap((row, index) => (search.values[index] === true ? [[timeline.positionOf(row), timeline.positionOf(search.lastRow(index))]] : []));
        const { stdout, stderr } = spawnSync(tool, ['when', file, text.replace(/^-/, ' -'), '--json'], { encoding: 'utf8' });
        assert.deepEqual({ spans }, { spans: stdout ? JSON.parse(stdout).spans : stderr }, `${name}: ${text}, seed ${seed}`);
        if (spans.length > 0) judged += 1;
      }
    }
    // Conditions that never hold would test little.
    assert.ok(judged >= 5, `${judged}, seed ${seed}`);
  } finally { rmSync(folder, { recursive: true }); }
});
