// What is copied has the bytes that the tool prints. Needs the tool, in TIMELINE_TOOL.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pagePath, skipReason } from './chromium.mjs';
import { pageTests, printed } from './page-tests.mjs';
import { fixtures, randomNumbers } from './support.mjs';

const tool = process.env.TIMELINE_TOOL;
const skip = skipReason('unread-below-zero') || (tool ? false : 'skipped: TIMELINE_TOOL names no tool');
const { browser } = pageTests('unread-below-zero', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });

/** Copies the state at each position of a page, and its difference from the position before, and compares both with the tool. */
async function compareCopies(name, file, positions) {
  const tab = await browser().open(pagePath(name), { fragment: '#step=0' });
  await tab.settle();
  const copied = async (selector) => {
    await tab.clickOn(selector, 30);
    return tab.evaluate('navigator.clipboard.readText()');
  };
  const last = Number(await tab.evaluate("document.querySelector('#chart').getAttribute('aria-valuemax')"));
  for (const position of positions(last)) {
    await tab.evaluate(`location.hash = '#step=${position}'`);
    await tab.until(`document.querySelector('#now-step').innerText === 'Step ${position}'`);
    await tab.settle(30);
    assert.ok(await copied('#copy-state') === printed('state', '--json', file, String(position)), `state ${position}`);
    if (position === 0) continue;
    const difference = printed('diff', '--json', file, String(position - 1), String(position));
    assert.ok(await copied('#copy-patch') === difference, `difference ${position}`);
  }
  // Two steps that are compared, in both directions.
  for (const [compared, position] of [[0, last], [last, 2], [3, last - 4]]) {
    await tab.evaluate(`location.hash = '#step=${compared}&to=${position}'`);
    await tab.until(`document.querySelector('#changes h3')?.innerText === 'From step ${compared} to step ${position}'`);
    assert.ok(await copied('#copy-patch') === printed('diff', '--json', file, String(compared), String(position)), `from ${compared} to ${position}`);
    await tab.press('c');
  }
  assert.deepEqual(tab.errors, []);
  await tab.close();
}

for (const name of ['unread-below-zero', 'wrong-details']) {
  test(`states and differences of ${name} are copied byte for byte`, { skip }, async () => {
    await compareCopies(name, join(fixtures, `${name}.jsonl`), (last) => Array.from({ length: Math.floor(last / 3) + 1 }, (_, index) => 3 * index));
  });
}

// TIMELINE_POSITIONS is the number of positions, and TIMELINE_SEED chooses them.
test('states and differences at random positions of a generated timeline are copied byte for byte', { skip: skip || skipReason('odd') }, async () => {
  const seed = Number(process.env.TIMELINE_SEED ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  const random = randomNumbers(seed);
  const length = Number(process.env.TIMELINE_POSITIONS ?? 40);
  await compareCopies('odd', pagePath('odd').replace('.html', '.jsonl'), (last) => Array.from({ length }, () => random(last + 1)));
});
