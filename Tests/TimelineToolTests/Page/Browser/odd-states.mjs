// Generated states with odd values: numbers beyond doubles, empty and integer-like keys, emoji, long strings and lists.

import { pathToFileURL } from 'node:url';
import { randomNumbers } from './support.mjs';

const leaves = [
  '9223372036854775808', '-9223372036854775808', '18446744073709551615', '1e400', '-1E-400', '-0', '-0.0', '0', '1.0', '0.1', '1e5', 'null', 'true', 'false', '""',
  '"é"', '"😀"', '"\\u0000\\u001f\\n"', '"\u202e</script>"', '"\\"\\\\"', '[]', '{}',
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

/** A string of 1 MB, and a list of `length` elements. */
function largeLeaves(length) { return [JSON.stringify('x'.repeat(1_000_000)), `[${Array.from({ length }, (_, index) => index).join()}]`]; }

/**
 * Yields `{ state, patch }`: the text of a state, and that of the patch from the one before, which is undefined for the first.
 * One in `rarity` values is large; it leaves with the next one.
 */
export function* oddStates(seed, count, { rarity = 100, length = 1000 } = {}) {
  const random = randomNumbers(seed);
  const large = largeLeaves(length);
  const [object, list] = [new Map(), []];
  const root = new Map([['object', object], ['list', list], ['\uffff', '1']]);
  yield { state: modelText(root) };
  for (let number = 0; number < count; number += 1) {
    const leaf = random(rarity) === 0 ? large[random(2)] : leaves[random(leaves.length)];
    const name = names[random(names.length)];
    const kind = random(4);
    let patch;
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
    yield { state: modelText(root), patch: `[${patch}]` };
  }
}

// As a program, prints a recording of such states: node odd-states.mjs SEED COUNT
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [seed, count] = process.argv.slice(2).map(Number);
  const lines = ['{"timeline":1,"session":"0","program":"odd","version":"1","started":"2026-01-01T00:00:00Z","segment":1}'];
  let seq = 0;
  for (const { state, patch } of oddStates(seed, count, { rarity: 80, length: 100_000 })) {
    const start = `{"seq":${seq},"at":${seq}.000000,`;
    if (patch === undefined) lines.push(`${start}"state":${state}}`);
    else if (seq % 3 === 0) lines.push(`${start}"opaque":"Odd(${seq})","from":"user"}`, `${start}"state":${state}}`);
    else lines.push(`${start}"set":${state},"by":"test"}`);
    seq += 1;
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
