// What a person expects of keys, lists and paper.

import assert from 'node:assert/strict';
import { pageTests, press } from './page-tests.mjs';

const page = 'unread-below-zero';
const pageTest = pageTests(page);

for (const way of ['ArrowLeft', ',', 'button']) {
  pageTest(`a step back while playing pauses: ${way}`, { fragment: '#step=20' }, async (tab) => {
    await press(tab, '<', '<', ' ');
    assert.match(await tab.text('#play'), /Pause/);
    if (way === 'button') await tab.clickOn('#step-back');
    else await press(tab, way);
    assert.match(await tab.text('#play'), /Play/);
    const step = await tab.text('#now-step');
    await tab.settle(700);
    assert.equal(await tab.text('#now-step'), step);
  });
}

pageTest('after f, the arrows go on in the tree', { fragment: '#step=33' }, async (tab) => {
  await press(tab, 'f', 'u', 'n', 'r', 'Enter', 'ArrowUp');
  assert.deepEqual([await tab.evaluate('document.activeElement.id'), await tab.rows('#state .row.current')], ['state', ['arrivals 2']]);
});

pageTest('a value opens whole, before and after the step, by v, Enter, a double click and a button', { fragment: '#step=33&path=$.comments.all' }, async (tab) => {
  const sides = () => tab.evaluate(`[...document.querySelectorAll('#value[open] section')].map((side) => [side.querySelector('h3').innerText, side.querySelector('.quiet').innerText, side.querySelector('pre').textContent.split('\\n').slice(0, 3).join(''), side.querySelector('mark')?.textContent.split('\\n')[0] ?? ''])`);
  const lists = [['Before: step 32', '87 lines', '[  {    "author": "Ada",', 'true,'], ['After: step 33', '87 lines', '[  {    "author": "Ada",', 'false,']];
  await press(tab, 'v');
  assert.deepEqual(await sides(), lists);
  await press(tab, 'Escape');
  await tab.clickOn('#show-value');
  assert.deepEqual(await sides(), lists);
  await press(tab, 'Escape', 'f', 'a', 'r', 'r', 'i', 'v', 'Enter', 'Escape', 'Enter');
  assert.deepEqual(await sides(), [['After: step 33, as before', '1 line', '2', '']]);
  await press(tab, 'Escape');
  const { x, y } = await tab.middle('#state .row.current .value');
  for (const clickCount of [1, 2]) for (const type of ['mousePressed', 'mouseReleased']) await tab.mouse(type, x, y, { clickCount });
  assert.deepEqual([await tab.text('#value-title'), (await sides()).length], ['$.comments.arrivals', 1]);
});

for (const width of [800, 844, 1024, 1100, 1200]) {
  pageTest(`at ${width} px no button of a pane is cut off`, { width, fragment: '#step=33&path=$.comments.unread' }, async (tab) => {
    const cut = () => tab.evaluate(`[...document.querySelectorAll('.pane-head button')].filter((node) => node.offsetParent !== null)
      .filter((node) => node.getBoundingClientRect().right > node.parentElement.getBoundingClientRect().right + 0.5).map((node) => node.innerText)`);
    assert.deepEqual([await cut(), await tab.evaluate("document.querySelector('#copy-patch').offsetParent !== null")], [[], true]);
    await press(tab, 'h');
    assert.deepEqual([await cut(), await tab.evaluate("document.querySelector('#history-close').offsetParent !== null")], [[], true]);
  });
}

for (const width of [1440, 1024, 390]) {
  pageTest(`at ${width} px the texts of the help do not overlap`, { width }, async (tab) => {
    await press(tab, '?');
    const overlaps = await tab.evaluate(`(() => {
      const boxes = [...document.querySelectorAll('#help kbd, #help dd, #help h3')].map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [node.textContent, range.getBoundingClientRect()];
      });
      return boxes.flatMap(([text, one], index) => boxes.slice(index + 1).filter(([, other]) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 2 && other.top < one.bottom - 2).map(([other]) => text + ' / ' + other));
    })()`);
    assert.deepEqual(overlaps, []);
  });
}

pageTest('on paper every row of the lists is there, and nothing is clipped', { fragment: '#step=33' }, async (tab) => {
  await tab.send('Emulation.setEmulatedMedia', { media: 'print' });
  await tab.evaluate("dispatchEvent(new Event('beforeprint'))");
  await tab.settle();
  assert.equal((await tab.rows('#step-list .row')).length, 57);
  assert.deepEqual(await tab.evaluate(`[...document.querySelectorAll('.app, .panes, .pane, .stack, .scroll, .list')].filter((node) => node.offsetParent !== null)
    .filter((node) => node.scrollHeight > node.clientHeight + 2).map((node) => [node.id || node.className, node.scrollHeight, node.clientHeight])`), []);
  assert.ok(await tab.evaluate('document.documentElement.scrollHeight') > 1300);
  await tab.send('Emulation.setEmulatedMedia', { media: '' });
  await tab.evaluate("dispatchEvent(new Event('afterprint'))");
  await tab.settle();
  assert.ok(await tab.evaluate('document.documentElement.scrollHeight') <= 900);
  assert.match((await tab.rows('#step-list .row.current'))[0], /^33 /);
});
