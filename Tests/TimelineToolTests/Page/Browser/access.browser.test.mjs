// The page without a pointer, without a wide window, and read aloud.

import assert from 'node:assert/strict';
import { pageTests, violations } from './page-tests.mjs';

const page = 'unread-below-zero';
const pageTest = pageTests(page, { delay: 500 });

async function press(tab, ...keys) {
  for (const key of keys) await tab.press(key);
  await tab.settle(400);
}

pageTest('what does not fit at 390 px is in a menu', { width: 390, height: 844, fragment: '#step=33' }, async (tab) => {
  await tab.clickOn('#show-menu');
  assert.deepEqual(await tab.evaluate("[...document.querySelectorAll('#menu-body button')].filter((node) => node.checkVisibility()).map((node) => node.innerText)"),
    ['Copy for an issue', 'bookmark', '1×', 'waits ≤ 1 s', 'steps', 'time', '−', '+', 'Fit', 'only changed', 'Difference', 'State', 'Bisect', 'Test']);
  await tab.clickOn('#axis-time');
  assert.equal(await tab.evaluate("document.querySelector('#axis-time').getAttribute('aria-pressed')"), 'true');
  await press(tab, 'Escape');
  assert.equal(await tab.evaluate("document.querySelector('#menu').open"), false);
  await tab.send('Emulation.setDeviceMetricsOverride', { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false });
  await tab.settle();
  assert.equal(await tab.evaluate("document.querySelector('.transport').contains(document.querySelector('#axis-time'))"), true);
});

pageTest('keys of one character can be switched off, and the others go on', { fragment: '#step=33' }, async (tab) => {
  await press(tab, '?');
  await tab.clickOn('#single-keys');
  await press(tab, 'Escape');
  await press(tab, '.', 'p', '0', '/');
  assert.equal(await tab.text('#now-step'), 'Step 33');
  await press(tab, 'ArrowRight');
  assert.equal(await tab.text('#now-step'), 'Step 34');
  assert.deepEqual(await tab.texts('.hints'), []);
  await tab.clickOn('#show-help');
  await tab.clickOn('#single-keys');
  await press(tab, 'Escape', '.');
  assert.equal(await tab.text('#now-step'), 'Step 35');
});

pageTest('the verdict and each step at rest are announced, with the action', {}, async (tab) => {
  const announced = () => tab.evaluate("document.querySelector('#live').textContent");
  assert.match(await announced(), /^Step 33 broke an invariant\. episodeTapped/);
  await press(tab, 'ArrowLeft');
  assert.equal(await announced(), 'Step 32 of 57: allReadTapped');
  assert.equal(await tab.evaluate("document.querySelector('#chart').getAttribute('aria-valuetext')"), 'Step 32 of 57: allReadTapped');
});

for (const [on, width, dark, keys, text = ''] of [
  [page, 1440, false, ['/'], 'harbour'], [page, 1440, true, ['/'], '$.comments.unread < 0'], [page, 390, false, ['/'], '$.comments.unread <'], [page, 1440, false, []], [page, 390, true, []], ['diverged-torn', 1440, true, ['?']], ['trap-while-filtered', 1024, false, ['h']],
  [page, 390, false, ['B', 'x', 'Enter', '.', 'B']], [page, 1024, true, ['c', ',', ',', ',']],
]) {
  pageTest(`axe-core finds no violation in ${on} at ${width} px${text && ` with ${text}`}`, { width, height: 844, dark }, async (tab) => {
    await press(tab, ...keys);
    await tab.type(text);
    await tab.settle(400);
    assert.deepEqual(await violations(tab), []);
  }, on);
}
