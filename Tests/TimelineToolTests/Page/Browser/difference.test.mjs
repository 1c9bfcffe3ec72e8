import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, randomNumbers } from './support.mjs';

const { parseJSON, writeJSON } = await import(`${modules}/json.js`);
const { differenceOf, changeGroups } = await import(`${modules}/difference.js`);
const { pathText } = await import(`${modules}/paths.js`);

/** The changes as short texts. */
function changes(before, after, limit) {
  const difference = differenceOf(parseJSON(before), parseJSON(after), limit);
  return difference.changes.map((change) => {
    const value = (side) => (change[side] === undefined ? '' : ` ${writeJSON(change[side])}`);
    return `${change.kind} ${pathText(change.path)}${change.kind === 'move' ? ` from ${change.from}` : `${value('before')}${value('after')}`}`;
  });
}

test('members are added, removed and updated; kinds that differ are one update, and an equal value is none', () => {
  assert.deepEqual(changes('{"a":1,"b":2,"c":{"d":1}}', '{"a":1,"c":{"d":2},"e":5}'), ['remove $.b 2', 'update $.c.d 1 2', 'add $.e 5']);
  assert.deepEqual([changes('{"a":[]}', '{"a":{}}'), changes('{"a":null}', '{"a":false}')], [['update $.a [] {}'], ['update $.a null false']]);
  assert.deepEqual([changes('{"a":[1,{"x":1}]}', '{"a":[1,{"x":1}]}'), changes('{"a":1}', '{"a":1.0}')], [[], ['update $.a 1 1.0']]);
});

test('elements are inserted and deleted, and those with an id moved and updated', () => {
  assert.deepEqual([changes('[1,2,3,4]', '[1,9,2,3,4]'), changes('[1,2,3,4]', '[1,4]')], [['insert $[1] 9'], ['delete $[1] 2', 'delete $[2] 3']]);
  assert.deepEqual(changes('["a","b","c"]', '["a","x","c"]'), ['update $[1] "b" "x"']);
  assert.deepEqual(
    changes('[{"id":1,"n":0},{"id":2,"n":0},{"id":3,"n":0},{"id":4,"n":0}]', '[{"id":4,"n":0},{"id":1,"n":0},{"id":3,"n":7},{"id":5,"n":0}]'),
    ['delete $[1] {"id":2,"n":0}', 'move $[0] from 3', 'update $[2].n 0 7', 'insert $[3] {"id":5,"n":0}']);
});

test('changes beyond the limit are counted', () => {
  const difference = differenceOf([1, 2, 3, 4, 5], [6, 7, 8, 9, 0], 2);
  assert.deepEqual([difference.count, difference.changes.length], [5, 2]);
});

test('inserts and deletes account for every element of random lists', () => {
  const random = randomNumbers(6);
  for (let round = 0; round < 500; round += 1) {
    const list = () => Array.from({ length: random(12) }, () => random(4));
    const [before, after] = [list(), list()];
    const { changes: found } = differenceOf(before, after);
    const count = (kind) => found.filter((change) => change.kind === kind).length;
    assert.equal(before.length - count('delete') + count('insert'), after.length);
    for (const change of found) if (change.kind !== 'delete') assert.equal(after[change.path[0]], change.after);
    for (const change of found) if (change.kind === 'delete') assert.equal(before[change.path[0]], change.before);
  }
});

test('changes are grouped by subtree, below what all of them have in common', () => {
  const groups = (before, after) => changeGroups(differenceOf(parseJSON(before), parseJSON(after)).changes).map(({ path, changes }) => `${pathText(path)} ${changes.length}`);
  assert.deepEqual(groups('{"a":{"b":1,"c":2},"d":[1,{"x":1,"y":1}],"e":1}', '{"a":{"b":2,"c":3},"d":[2,{"x":2,"y":2}],"e":2,"f":3}'), ['$.a 2', '$.d 3', '$ 1', '$ 1']);
  assert.deepEqual(groups('{"app":{"a":{"b":1,"c":2},"d":{"e":{"x":1,"y":1}}}}', '{"app":{"a":{"b":2,"c":3},"d":{"e":{"x":2,"y":2}}}}'), ['$.app.a 2', '$.app.d.e 2']);
  assert.deepEqual([groups('1', '2'), groups('1', '1')], [['$ 1'], []]);
});
