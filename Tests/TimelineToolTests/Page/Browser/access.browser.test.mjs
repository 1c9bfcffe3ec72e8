// The page without a pointer, without a wide window, and read aloud.

import assert from 'node:assert/strict';
import { pageTests, press, violations } from './page-tests.mjs';

const page = 'unread-below-zero';
const pageTest = pageTests(page, { delay: 500 });

pageTest('what does not fit at 390 px is in a menu', { width: 390, height: 844, fragment: '#step=33' }, async (tab) => {
  await tab.clickOn('#show-menu');
  assert.deepEqual(await tab.evaluate("[...document.querySelectorAll('#menu-body button')].filter((node) => node.checkVisibility()).map((node) => node.innerText)"),
    ['Copy for an issue', 'bookmark', '1×', 'waits ≤ 1 s', 'steps', 'time', '−', '+', 'Fit', 'only changed', 'Difference', 'State', 'Without it', 'Bisect', 'Test']);
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
  assert.deepEqual([await tab.text('#now-step'), await tab.texts('.hints')], ['Step 34', []]);
  await tab.clickOn('#show-help');
  await tab.clickOn('#single-keys');
  await press(tab, 'Escape', '.');
  assert.equal(await tab.text('#now-step'), 'Step 35');
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
    await press(tab, key);
    assert.equal(await tab.text('#now-step'), `Step ${step}`);
  }
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
