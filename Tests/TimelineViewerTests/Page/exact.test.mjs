// States of generated timelines, byte for byte: numbers beyond doubles, empty and integer-like keys, emoji, long strings and lists.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { modules, randomNumbers } from './support.mjs';

const { writeJSON } = await import(`${modules}/json.js`);
const { Chunk } = await import(`${modules}/chunk.js`);

const leaves = [
  '9223372036854775808', '-9223372036854775808', '18446744073709551615', '1e400', '-1E-400', '-0', '-0.0', '0', '1.0', '0.1', '1e5', 'null', 'true', 'false', '""',
  '"é"', '"😀"', '"\\u0000\\u001f\\n"', '"\u202e</script>"', '"\\"\\\\"', '[]', '{}', JSON.stringify('x'.repeat(1_000_000)), `[${Array.from({ length: 1000 }, (_, index) => index).join()}]`,
];
const names = ['', '0', '1', '10', '9', 'a', 'b/c', '~', '__proto__', 'constructor', 'é', '😀', '\ue000', '\uffff', 'toString', '</script>', '\u0000'];

const byBytes = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** The text of a model: a leaf is its text, an object a `Map` in any order, a list an array. */
function modelText(model) {
  if (typeof model === 'string') return model;
  if (Array.isArray(model)) return `[${model.map(modelText).join()}]`;
  return `{${[...model].sort(([one], [other]) => byBytes(one, other)).map(([key, value]) => `${JSON.stringify(key)}:${modelText(value)}`).join()}}`;
}

const pointer = (...tokens) => JSON.stringify(tokens.map((token) => `/${String(token).replace(/~/g, '~0').replace(/\//g, '~1')}`).join(''));

test('the state at 1,000 random positions has the bytes of the encoder', () => {
  const random = randomNumbers(11);
  const object = new Map();
  const list = [];
  const root = new Map([['object', object], ['list', list], ['\uffff', '1']]);
  const keyframe = modelText(root);
  const [lines, texts] = [[], [keyframe]];
  for (let row = 0; row < 1000; row += 1) {
    const leaf = leaves[random(100) === 0 ? 22 + random(2) : random(22)];
    const name = names[random(names.length)];
    let patch;
    const kind = random(4);
    if (kind === 0 && object.has(name)) {
      object.delete(name);
      patch = `{"op":"remove","path":${pointer('object', name)}}`;
    } else if (kind < 2) {
      patch = `{"op":"${object.has(name) ? 'replace' : 'add'}","path":${pointer('object', name)},"value":${leaf}}`;
      object.set(name, leaf);
    } else if (kind === 2 || list.length === 0) {
      const index = random(list.length + 1);
      list.splice(index, 0, leaf);
      patch = `{"op":"add","path":${pointer('list', index)},"value":${leaf}}`;
    } else {
      const index = random(list.length);
      list.splice(index, 1);
      patch = `{"op":"remove","path":${pointer('list', index)}}`;
    }
    lines.push(`{}\t[${patch}]`);
    texts.push(modelText(root));
    if (texts.at(-1).length > 20_000_000) break;
  }
  const chunk = new Chunk(0, [keyframe, ...lines].join('\n'));
  for (let round = 0; round < 1000; round += 1) {
    const count = random(texts.length);
    assert.ok(writeJSON(chunk.stateAfter(count - 1)) === texts[count], `position ${count}`);
  }
});

test('a list of 100,000 is kept', () => {
  const text = `[${Array.from({ length: 100_000 }, (_, index) => (index % 3 ? index : `"${index}"`)).join()}]`;
  const chunk = new Chunk(0, `{"list":${text}}\n{}\t[{"op":"remove","path":"/list/0"},{"op":"add","path":"/list/99999","value":-0}]`);
  assert.equal(writeJSON(chunk.stateAfter(0)), `{"list":[${text.slice(5, -1)},-0]}`);
});
