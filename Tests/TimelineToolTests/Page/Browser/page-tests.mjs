// Tests of pages in headless Chromium.

import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { Chromium, pagePath, skipReason } from './chromium.mjs';

/**
 * Starts a browser for the tests of a file; returns `pageTest(name, options, body, on)`, which runs a test on a page in a tab of its own, in which
 * nothing may fail or be requested. Its `browser()` is for other tests.
 *
 * @param delay The milliseconds that a page gets to come to rest.
 */
export function pageTests(page, { delay = undefined, permissions = [] } = {}) {
  let browser;
  before(async () => {
    if (skipReason(page)) return;
    browser = await Chromium.start();
    if (permissions.length > 0) await browser.send('Browser.grantPermissions', { permissions });
  });
  after(async () => browser?.close());
  const pageTest = (name, options, body, on = page) => test(name, { skip: skipReason(on) }, async () => {
    const tab = await browser.open(pagePath(on), options);
    await tab.settle(delay);
    await body(tab);
    assert.deepEqual(tab.errors, []);
    assert.deepEqual(tab.requests.filter((url) => url !== tab.requests[0]), []);
    await tab.close();
  });
  return Object.assign(pageTest, { browser: () => browser });
}
