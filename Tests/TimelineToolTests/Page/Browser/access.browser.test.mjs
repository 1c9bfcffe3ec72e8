// The page without a pointer, without a wide window, and read aloud.

import assert from 'node:assert/strict';
import { liveTests } from './live-server.mjs';
import { pageTests, press, stepAfter, violations } from './page-tests.mjs';

const page = 'unread-below-zero';
const pageTest = pageTests(page, { delay: 500 });

pageTest('what does not fit at 390 px is in a menu', { width: 390, height: 844, fragment: '#step=33&path=$.lastScreen' }, async (tab) => {
  await tab.clickOn('#show-menu');
  assert.deepEqual(await tab.evaluate("[...document.querySelectorAll('#menu-body button')].filter((node) => node.checkVisibility() && node.getBoundingClientRect().right < 370).map((node) => node.innerText)"),
    ['Copy for an issue', 'bookmark', '1×', 'waits ≤ 1 s', 'steps', 'time', '−', '+', 'Fit', 'only changed', 'Difference', 'State', 'Without it', 'Changed by', 'Bisect', 'Test']);
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
  assert.equal(await stepAfter(tab, '.', 'p', '0', '/'), 33);
  await press(tab, 'ArrowRight');
  assert.deepEqual([await tab.text('#now-step'), await tab.texts('.hints')], ['Step 34', []]);
  await tab.clickOn('#show-help');
  await tab.clickOn('#single-keys');
  assert.equal(await stepAfter(tab, 'Escape', '.'), 35);
});

pageTest('the verdict and each step at rest are announced, with the action', {}, async (tab) => {
  const announced = () => tab.evaluate("document.querySelector('#live').textContent");
  assert.match(await announced(), /^Step 33 broke an invariant\. episodeTapped/);
  await press(tab, 'ArrowLeft');
  assert.deepEqual([await announced(), await tab.evaluate("document.querySelector('#chart').getAttribute('aria-valuetext')")], ['Step 32 of 57: allReadTapped', 'Step 32 of 57: allReadTapped']);
});

pageTest('borders move by arrow keys and by the pointer, are kept, and are reset by a double click', { fragment: `#step=33${['all', 'all[0]', 'all[1]', 'all[2]', 'all[3]', 'arrivals'].map((name) => `&pin=$.comments.${name}`).join('')}` }, async (tab) => {
  const sizes = () => tab.evaluate("[...['steps-pane', 'changes-pane', 'state-pane'].map((id) => document.getElementById(id).offsetWidth), document.querySelector('#strip').offsetHeight]");
  const drag = async (id, dx, dy) => {
    const { x, y } = await tab.middle(`#${id}`);
    await tab.drag({ x, y }, { x: x + dx, y: y + dy });
  };
  const [steps, changes, state, strip] = await sizes();
  // Six plots do not take the panes: the strip scrolls.
  assert.equal(strip, 270);
  await tab.evaluate("document.querySelector('#steps-splitter').focus()");
  await press(tab, 'ArrowRight', 'ArrowRight', 'ArrowLeft');
  assert.deepEqual([await sizes(), await tab.text('#now-step')], [[steps + 24, changes - 24, state, strip], 'Step 33']);
  await drag('changes-splitter', -5000, 0);
  await drag('strip-splitter', 0, -100);
  const moved = [steps + 24, 200, 1440 - 200 - steps - 24, strip - 100];
  assert.deepEqual(await sizes(), moved);
  await tab.evaluate('location.reload()');
  await tab.settle(1000);
  assert.deepEqual([await sizes(), await tab.evaluate("document.querySelector('#steps-splitter').getAttribute('aria-valuenow')")], [moved, String(Math.round((100 * moved[0]) / 1440))]);
  for (const id of ['changes-splitter', 'strip-splitter']) {
    const { x, y } = await tab.middle(`#${id}`);
    for (const clickCount of [1, 2]) for (const type of ['mousePressed', 'mouseReleased']) await tab.mouse(type, x, y, { clickCount });
  }
  await tab.settle();
  assert.deepEqual(await sizes(), [steps, changes, state, strip]);
});

for (const [width, height] of [[844, 390], [720, 450]]) {
  pageTest(`at ${width} × ${height} the page scrolls, and a pane has room`, { width, height }, async (tab) => {
    const [list, lane, verdict] = await tab.evaluate("[document.querySelector('#step-list').clientHeight, document.querySelectorAll('.lane-name')[1].offsetTop - document.querySelectorAll('.lane-name')[0].offsetTop, document.querySelector('#verdict').offsetHeight]");
    assert.ok(list >= 180 && (lane === 14 || width < 760) && verdict < 40, `${list} ${lane} ${verdict}`);
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 300, y: 12, deltaX: 0, deltaY: 5000 });
    await tab.until("document.querySelector('.panes').getBoundingClientRect().bottom <= innerHeight && scrollY > 50");
  });
}

pageTest('rows are read in their order, with their places and the words of their numbers', { fragment: '#step=33' }, async (tab) => {
  await press(tab, 'Home', 'PageDown', 'PageDown');
  // The page puts its rows in order when it has rested for 300 ms.
  await tab.until("[...document.querySelectorAll('#step-list .row:not([hidden])')].every((row, index, [first]) => row.getAttribute('aria-posinset') - first.getAttribute('aria-posinset') === index)");
  const labels = await tab.evaluate("Object.fromEntries([...document.querySelectorAll('#step-list .row:not([hidden])')].map((row) => [row.querySelector('.seq').textContent, row.querySelector('.effect').getAttribute('aria-label')]))");
  assert.deepEqual([33, 34, 35].map((step) => labels[step]), ['6 changes', '0 changes', '1 change, after 200 ms']);
  await tab.evaluate("location.hash = '#step=33'");
  await tab.settle(400);
  assert.deepEqual(await tab.evaluate("['arrivals', 'unread', 'lastScreen'].map((key) => { const row = [...document.querySelectorAll('#state .row:not([hidden])')].find((row) => row.querySelector('.key').textContent === key); return ['level', 'posinset', 'setsize'].map((name) => row.getAttribute('aria-' + name)).join(' '); })"), ['3 2 3', '3 3 3', '2 3 5']);
  await tab.evaluate("document.querySelector('#chart').focus()");
  for (const [key, step] of [['ArrowUp', 34], ['PageUp', 37], ['ArrowDown', 36], ['PageDown', 33]]) {
    assert.equal(await stepAfter(tab, key), step);
  }
});

/** Sizes of windows; the last is 1440 × 900 at 200 %. */
const sizes = [[1440, 900], [1024, 768], [390, 844], [844, 390], [720, 450, 2]];
let turn = 0;

/** What axe-core finds at some sizes, light and dark in turn, or with the harness in both. */
async function foundAt(tab, places = sizes) {
  const found = [];
  turn += 1;
  for (const [width, height, deviceScaleFactor = 1] of places) {
    await tab.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
    turn += 1;
    for (const value of process.env.TIMELINE_HARNESS === 'full' ? ['light', 'dark'] : [['light', 'dark'][turn % 2]]) {
      await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
      await tab.settle();
      await tab.until('document.getAnimations().length === 0');
      found.push(...(await violations(tab)).map((violation) => [width, value, ...violation]));
    }
  }
  return found;
}

for (const [what, on, keys, text, places] of [
  ['a verdict', page, [], ''], ['a comparison', page, ['c', ',', ',', ','], ''], ['a history', page, ['h'], ''], ['a whole value', page, ['v'], ''], ['a note', 'full', [], '', sizes.slice(2, 3)],
  ['a text that is found', page, ['/'], 'harbour', sizes.slice(0, 1)], ['a condition', page, ['/'], '$.comments.unread < 0', sizes.slice(0, 1)], ['no condition', page, ['/'], '$.comments.unread <', sizes.slice(2, 3)],
  ['the keys', 'diverged-torn', ['?'], '', sizes.slice(0, 1)], ['bookmarks', page, ['B', 'x', 'Enter', '.', 'B'], '', sizes.slice(2, 3)],
]) {
  pageTest(`axe-core finds no violation in a page with ${what}`, { height: 844 }, async (tab) => {
    await press(tab, ...keys);
    await tab.type(text);
    assert.deepEqual(await foundAt(tab, places), []);
  }, on);
}

liveTests(page, pageTest.browser)('axe-core finds no violation in a live page, and with an outcome and the dialog of What if; what does not fit is scrolled to', { rows: 40, control: true, fragment: '&step=12' }, async (tab, server) => {
  await press(tab, 'e', 'Enter');
  server.broadcast({ edits: { id: 1, command: 'timeline replay run.jsonl --skip 12', steps: 39, firstDifference: 13, verdict: { kind: 'none' }, outcome: ['The state differs after step 40.', '    $.comments.unread  -4 → 4'] } });
  await tab.until("document.querySelector('#outcome-text').innerText.includes('from step 13')");
  assert.deepEqual(await foundAt(tab), []);
  await press(tab, 'e');
  assert.deepEqual(await foundAt(tab), []);
  await press(tab, 'Escape');
  await tab.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 620, deviceScaleFactor: 1, mobile: false });
  await tab.clickOn('#show-controls');
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 100, y: 12, deltaX: 0, deltaY: 5000 });
  await tab.until("document.querySelector('#play').getBoundingClientRect().bottom <= innerHeight");
});
