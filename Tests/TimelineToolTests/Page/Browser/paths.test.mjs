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
  for (const [tokens, text] of cases) assert.deepEqual([paths.pathText(tokens), paths.parsePath(text)], [text, tokens]);
});

test('reads double quotes and spaces, and refuses what selects more than one place', () => {
  assert.deepEqual([paths.parsePath('$["a"][ 3 ]'), paths.parsePath("$[ 'a' ]"), paths.parsePath('$["\\u0041\\""]')], [['a', 3], ['a'], ['A"']]);
  for (const text of ['', 'a', '$.', '$..a', '$[*]', '$.*', '$[-1]', '$[01]', "$['a", '$[?@.a]', "$['a\\x']", '$a', '$[1', "$['\\u12']"]) assert.equal(paths.parsePath(text), null, text);
});

test('a JSON Pointer escapes ~ and /', () => {
  assert.deepEqual([paths.pointerOf(['a/b', '~1', 0, '']), paths.pointerTokens('/a~1b/~01/0/'), paths.pointerTokens('')], ['/a~1b/~01/0/', ['a/b', '~1', '0', ''], []]);
});

test('a name does not select from a list, nor an index from an object', () => {
  const value = parseJSON('{"list":[5,{"x":6}],"object":{"0":7},"__proto__":8}');
  assert.deepEqual([paths.valueAt(value, ['list', 0]), paths.valueAt(value, ['list', '0']), paths.valueAt(value, ['object', '0'])], [5, undefined, 7]);
  assert.deepEqual([paths.valueAt(value, ['object', 0]), paths.valueAt(value, ['__proto__']), paths.valueAt(value, ['list', 'length'])], [undefined, 8, undefined]);
  assert.deepEqual([paths.valueAt(value, ['list', 1, 'x']), paths.valueAt(value, [])], [6, value]);
});

test('finds the paths of an expression', () => {
  assert.deepEqual(paths.pathsIn("$.comments.unread < 0 && count($.items[*]) > $['a b'][2]"), [['comments', 'unread'], ['items'], ['a b', 2]]);
});
