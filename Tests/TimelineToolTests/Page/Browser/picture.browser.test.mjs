// The picture of the README: TIMELINE_PICTURE names the file to write.

import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Chromium, pagePath, skipReason } from './chromium.mjs';

const skip = skipReason('unread-bad');
let browser;
before(async () => { if (!skip) browser = await Chromium.start(); });
after(async () => browser?.close());

test('the page with its verdict has a picture of its size', { skip }, async () => {
  const tab = await browser.open(pagePath('unread-bad'), { width: 1440, height: 820 });
  await tab.settle();
  const picture = await tab.screenshot();
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1440, 820]);
  if (process.env.TIMELINE_PICTURE) writeFileSync(process.env.TIMELINE_PICTURE, picture);
  await tab.close();
});
