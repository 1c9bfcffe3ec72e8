// Patches between any two states have the bytes that the tool prints. Needs the tool, in TIMELINE_TOOL.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modules, randomNumbers } from './support.mjs';

const { parseJSON, writeJSON } = await import(`${modules}/json.js`);
const { patchBetween } = await import(`${modules}/patch-draft.js`);
const { parsePatch, applyPatch } = await import(`${modules}/patch.js`);

const patch = (before, after) => patchBetween(parseJSON(before), parseJSON(after));

/** A random state: nested objects, lists of scalars, and lists of elements with an id. */
function randomState(random) {
  const words = ['', 'a', 'a text that takes some room in a patch', 'b/c', '~', 'é😀'];
  const scalar = () => [random(5), 'null', 'true', '-0.5', '1e400', '9223372036854775808', JSON.stringify(words[random(6)])][random(7)];
  const value = (depth) => {
    if (depth === 0 || random(3) === 0) return scalar();
    if (random(2)) return `[${Array.from({ length: random(7) }, () => value(random(2) ? 0 : depth - 1)).join()}]`;
    if (random(2)) {
      const ids = Array.from({ length: 9 }, (_, id) => id).filter(() => random(3)).sort(() => random(3) - 1);
      return `[${ids.map((id) => `{"id":${id % 2 ? id : `"${id}"`},"n":${random(3)},"t":${JSON.stringify(words[random(6)])}}`).join()}]`;
    }
    return `{${words.filter(() => random(2)).map((word) => `${JSON.stringify(word)}:${value(depth - 1)}`).join()}}`;
  };
  // Elements that are long and stay the same, so that it is shorter to move them.
  const order = Array.from({ length: 12 }, (_, id) => id).map((id) => [random(100), id]).sort(([one], [other]) => one - other).slice(random(6));
  const moved = order.map(([, id]) => `{"id":${id},"text":"${`a long text of the element ${id}, `.repeat(4)}"}`);
  return `{"a":${value(3)},"b":${value(3)},"list":${value(2)},"moved":[${moved.join()}]}`;
}

test('a random patch leads from one state to the other', () => {
  const random = randomNumbers(3);
  for (let round = 0; round < 2000; round += 1) {
    const [before, after] = [randomState(random), randomState(random)].map(parseJSON);
    assert.equal(writeJSON(applyPatch(before, parsePatch(patchBetween(before, after)))), writeJSON(after));
  }
});

test('random patches have the bytes of timeline diff --json', { skip: process.env.TIMELINE_TOOL ? false : 'skipped: TIMELINE_TOOL names no tool' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'timeline-patch-'));
  const file = join(folder, 'states.jsonl');
  const random = randomNumbers(4);
  const states = Array.from({ length: 121 }, () => randomState(random));
  const lines = states.map((state, seq) => (seq === 0 ? `{"seq":0,"at":0.000000,"state":${state}}` : `{"seq":${seq},"at":${seq}.000000,"set":${state},"by":"test"}`));
  writeFileSync(file, `{"timeline":1,"session":"s","program":"none","version":"1","started":"2026-11-23T10:00:00.000000Z","segment":1,"platform":{}}\n${lines.join('\n')}\n`);
  for (let step = 0; step < 120; step += 1) {
    const { stdout, stderr } = spawnSync(process.env.TIMELINE_TOOL, ['diff', '--json', file, String(step), String(step + 1)], { encoding: 'utf8' });
    assert.equal(stdout, `${patch(states[step], states[step + 1])}\n`, `${states[step]}\n${states[step + 1]}\n${stderr}`);
  }
  rmSync(folder, { recursive: true });
});
