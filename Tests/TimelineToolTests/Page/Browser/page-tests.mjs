// Tests of pages in headless Chromium.

import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
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
    assert.deepEqual([tab.errors, tab.requests.filter((url) => url !== tab.requests[0])], [[], []]);
    await tab.close();
  });
  return Object.assign(pageTest, { browser: () => browser });
}

/** Presses keys, and waits until the page is at rest. */
export async function press(tab, ...keys) {
  await tab.press(...keys);
  await tab.settle();
}

/** The place of a position on the strip: with all steps in view, each has an equal share. */
export async function placeOf(tab, position, count = 57) {
  const { x, y, width } = await tab.box('#chart');
  return { x: x + (width * (position + 0.5)) / (count + 1), y: y + 40 };
}

/** Drags on the strip from a step to another one; or with a finger, after a wait in milliseconds. */
export async function drag(tab, from, to, more) { await tab.drag(await placeOf(tab, from), await placeOf(tab, to), more); }

export const touch = (tab, type, ...points) => tab.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
export const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

export async function fingerDrag(tab, from, to, wait) {
  const [start, target] = [await placeOf(tab, from), await placeOf(tab, to)];
  await touch(tab, 'touchStart', start);
  await pause(wait);
  for (let part = 1; part <= 4; part += 1) await touch(tab, 'touchMove', { x: start.x + ((target.x - start.x) * part) / 4, y: start.y });
  await tab.settle();
  await touch(tab, 'touchEnd');
  await tab.settle();
}

/** The step that is shown, once the page is at rest. */
export async function step(tab) {
  await tab.settle();
  return Number((await tab.text('#now-step')).replace('Step ', ''));
}

/** The step that is shown after keys. */
export async function stepAfter(tab, ...keys) {
  await press(tab, ...keys);
  return step(tab);
}

/** Waits until what is read is as expected, and fails with the difference. */
export async function soon(read, expected, end = performance.now() + 60_000) {
  while (performance.now() < end && !isDeepStrictEqual(await read(), expected)) await pause(15);
  assert.deepEqual(await read(), expected);
}

/** Taps on the middle of an element with a finger. */
export async function tap(tab, selector) {
  await touch(tab, 'touchStart', await tab.middle(selector));
  await touch(tab, 'touchEnd');
  await tab.settle();
}

/** Clicks on a part of the last row of a list, or of what is in an element, whose text begins so. */
export async function clickRow(tab, list, start, part, more = {}) {
  const { x, y } = await tab.evaluate(`(() => { const rows = [...document.querySelectorAll('${list} :is(.row, .change, .link)')].filter((row) => row.offsetParent !== null).sort((one, other) => one.getBoundingClientRect().y - other.getBoundingClientRect().y);
    const row = rows.findLast((row) => row.innerText.replace(/[▸▾~\\s]+/g, ' ').trim().startsWith(${JSON.stringify(start)}));
    const box = (${JSON.stringify(part)} ? row.querySelector('${part}') : row).getBoundingClientRect();
    return { x: box.x + 4, y: box.y + box.height / 2 }; })()`);
  await tab.click(x, y, more);
  await tab.settle();
}

/** What the tool, which TIMELINE_TOOL names, prints, without the last line feed. */
export function printed(...words) { return spawnSync(process.env.TIMELINE_TOOL, words, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout.replace(/\n$/, ''); }

/** What axe-core, the file that TIMELINE_AXE names, finds wrong with a page. */
export async function violations(tab) {
  const axe = readFileSync(process.env.TIMELINE_AXE, 'utf8');
  const { frameTree } = await tab.send('Page.getFrameTree', {});
  const { executionContextId: contextId } = await tab.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  await tab.send('Runtime.evaluate', { expression: `${axe};0`, contextId });
  const expression = "axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html]))";
  const { result } = await tab.send('Runtime.evaluate', { expression, contextId, returnByValue: true, awaitPromise: true });
  return result.value;
}
