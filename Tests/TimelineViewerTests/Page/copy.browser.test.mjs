// What is copied has the bytes that the tool prints. Needs the tool, in TIMELINE_TOOL.

import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Chromium, pagePath, skipReason } from './chromium.mjs';

const tool = process.env.TIMELINE_TOOL;
const fixtures = join(dirname(fileURLToPath(import.meta.url)), '../../../Fixtures');
const skip = skipReason('unread-below-zero') || (tool ? false : 'skipped: TIMELINE_TOOL names no tool');
let browser;
before(async () => { if (!skip) browser = await Chromium.start(); });
after(async () => browser?.close());

/** What the tool prints, without the last line feed. */
function printed(...words) { return spawnSync(tool, words, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout.replace(/\n$/, ''); }

for (const name of ['unread-below-zero', 'wrong-details']) {
  test(`states and differences of ${name} are copied byte for byte`, { skip }, async () => {
    const file = join(fixtures, `${name}.jsonl`);
    const tab = await browser.open(pagePath(name), { fragment: '#step=0' });
    await browser.send('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
    await tab.settle();
    const copied = async (selector) => {
      await tab.clickOn(selector);
      await tab.settle(30);
      return tab.evaluate('navigator.clipboard.readText()');
    };
    const last = Number(await tab.evaluate("document.querySelector('#chart').getAttribute('aria-valuemax')"));
    for (let step = 0; step <= last; step += 3) {
      await tab.evaluate(`location.hash = '#step=${step}'`);
      await tab.until(`document.querySelector('#now-step').innerText === 'Step ${step}'`);
      await tab.settle(30);
      assert.equal(await copied('#copy-state'), printed('state', '--json', file, String(step)), `state ${step}`);
      if (step > 0) assert.equal(await copied('#copy-patch'), printed('diff', '--json', file, String(step - 1), String(step)), `difference ${step}`);
    }
    assert.deepEqual(tab.errors, []);
    await tab.close();
  });
}
