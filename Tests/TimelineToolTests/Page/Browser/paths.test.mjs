import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules } from './support.mjs';

const paths = await import(`${modules}/paths.js`);
const { parseJSON } = await import(`${modules}/json.js`);

test('a path is written as short as RFC 9535 allows, and reads back', () => {
  const cases = [
    [[], '$'], [['cart', 'total'], '$.cart.total'], [['items', 0, 'price'], '$.items[0].price'], [['a b'], "$['a b']"], [[''], "$['']"], [['0'], "$['0']"],
    [["it's", '\\'], "$['it\\'s']['\\\\']"], [['\u0000\n\u001f'], "$['\\u0000\\n\\u001f']"], [['é', '😀', '_x1'], '$.é.😀._x1'], [['a"b'], "$['a\"b']"], [['-'], "$['-']"],
  ];
  for (const [tokens, text] of cases) {
    assert.equal(paths.pathText(tokens), text);
    assert.deepEqual(paths.parsePath(text), tokens);
  }
});

test('reads double quotes and spaces, and refuses what selects more than one place', () => {
  assert.deepEqual(paths.parsePath('$["a"][ 3 ]'), ['a', 3]);
  assert.deepEqual(paths.parsePath("$[ 'a' ]"), ['a']);
  assert.deepEqual(paths.parsePath('$["\\u0041\\""]'), ['A"']);
  for (const text of ['', 'a', '$.', '$..a', '$[*]', '$.*', '$[-1]', '$[01]', "$['a", '$[?@.a]', "$['a\\x']", '$a', '$[1', "$['\\u12']"]) assert.equal(paths.parsePath(text), null, text);
});

test('a JSON Pointer escapes ~ and /', () => {
  assert.equal(paths.pointerOf(['a/b', '~1', 0, '']), '/a~1b/~01/0/');
  assert.deepEqual(paths.pointerTokens('/a~1b/~01/0/'), ['a/b', '~1', '0', '']);
  assert.deepEqual(paths.pointerTokens(''), []);
});

test('a name does not select from a list, nor an index from an object', () => {
  const value = parseJSON('{"list":[5,{"x":6}],"object":{"0":7},"__proto__":8}');
  assert.equal(paths.valueAt(value, ['list', 0]), 5);
  assert.equal(paths.valueAt(value, ['list', '0']), undefined);
  assert.equal(paths.valueAt(value, ['object', '0']), 7);
  assert.equal(paths.valueAt(value, ['object', 0]), undefined);
  assert.equal(paths.valueAt(value, ['__proto__']), 8);
  assert.equal(paths.valueAt(value, ['list', 'length']), undefined);
  assert.equal(paths.valueAt(value, ['list', 1, 'x']), 6);
  assert.deepEqual(paths.valueAt(value, []), value);
});

test('finds the paths of an expression', () => {
  assert.deepEqual(paths.pathsIn("$.comments.unread < 0 && count($.items[*]) > $['a b'][2]"), [['comments', 'unread'], ['items'], ['a b', 2]]);
});
