import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, randomNumbers } from './support.mjs';

const { parseJSON, writeJSON, previewJSON, equalJSON, compareKeys, ExactNumber } = await import(`${modules}/json.js`);

const kept = [
  '9223372036854775808', '-9223372036854775809', '18446744073709551615', '1e400', '-1e-400', '-0', '-0.0', '1.0', '1E5', '1e5', '0.10', '100000000000000000000',
  '0.30000000000000004', '5e-324', '123456789012345', '1234567890123456789', '""', '"\\u0000\\b\\t\\n\\f\\r\\u001b"', '"\\"\\\\/"', '"😀\u202e\ufeff"', '"\u2028"',
  '{}', '[]', '[[],{}]', '{"":1,"10":2,"9":3,"__proto__":{"x":1},"constructor":4}', '{"a":[null,true,false]}', '{"</script>":"<!--"}',
];

for (const text of kept) test(`keeps the bytes of ${text}`, () => assert.equal(writeJSON(parseJSON(text)), text));

test('a number that a double keeps is a number, any other is exact; every escape is read', () => {
  assert.equal(parseJSON('"\\u0041\\/\\ud83d\\ude00\\n"'), 'A/😀\n');
  assert.deepEqual([parseJSON('12'), parseJSON('-1.5')], [12, -1.5]);
  assert.ok(parseJSON('1.0') instanceof ExactNumber);
  assert.deepEqual([Number(parseJSON('1e400')), String(parseJSON('9223372036854775808'))], [Infinity, '9223372036854775808']);
});

test('a member "__proto__" is a member, and sets no prototype', () => {
  const value = parseJSON('{"__proto__":{"polluted":true}}');
  assert.deepEqual([value.get('__proto__').get('polluted'), {}.polluted], [true, undefined]);
});

for (const text of ['', '{', '[1', '[1,]', '{"a"}', '{"a":}', '"\\x"', '"', '01', '1.', '-', '+1', 'nul', '1 2', '"\\u12g4"', 'NaN', '{a:1}', '{1:2}', '{"a":1,}', '[1}', '{"a":1]', '[1 ]', ' 1']) {
  test(`refuses ${JSON.stringify(text)}`, () => assert.throws(() => parseJSON(text), SyntaxError));
}

test('agrees with JSON.parse on random values', () => {
  const random = randomNumbers(1);
  const make = (depth) => {
    switch (random(depth > 3 ? 5 : 7)) {
    case 0: return null;
    case 1: return random(2) === 0;
    case 2: return random(1_000_000) / 100 - 3000;
    case 3: return random(2_000_000_000) - 1_000_000_000;
    case 4: return Array.from({ length: random(6) }, () => ['"', '\\', 'a', '\u0007', 'é', '😀', '/'][random(7)]).join('');
    case 5: return Array.from({ length: random(5) }, () => make(depth + 1));
    default: return Object.fromEntries(Array.from({ length: random(5) }, (_, index) => [`k${index}"\\`, make(depth + 1)]));
    }
  };
  for (let round = 0; round < 2000; round += 1) {
    const text = JSON.stringify(make(0));
    assert.equal(writeJSON(parseJSON(text)), text);
  }
});

test('a preview ends early', () => {
  const value = parseJSON(JSON.stringify({ list: Array.from({ length: 100_000 }, (_, index) => index), text: 'x'.repeat(1_000_000) }));
  assert.ok(previewJSON(value, 50).startsWith('{"list":[0,1,2,'));
  assert.ok(previewJSON(value, 50).length < 70);
  assert.equal(previewJSON('x'.repeat(1_000_000), 10), '"xxxxxxxxxx"');
});

test('values are equal by content', () => {
  const equal = (one, other) => equalJSON(parseJSON(one), parseJSON(other));
  const others = [['{"a":1}', '{"a":1,"b":1}'], ['{"a":1}', '{"b":1}'], ['[1]', '{"0":1}'], ['[]', '{}'], ['9007199254740993', '9007199254740992'], ['null', 'false']];
  assert.deepEqual([equal('{"a":[1,{"b":1.0}]}', '{"a":[1,{"b":1.0}]}'), others.filter(([one, other]) => equal(one, other))], [true, []]);
});

test('keys are compared by their UTF-8 bytes', () => {
  const keys = ['', '10', '9', 'B', 'a', 'ab', 'é', '\ud7ff', '\ue000', '\uffff', '😀'];
  const random = randomNumbers(2);
  const shuffled = [...keys].sort(() => random(3) - 1);
  assert.deepEqual([shuffled.sort(compareKeys), [...keys].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))], [keys, keys]);
});
