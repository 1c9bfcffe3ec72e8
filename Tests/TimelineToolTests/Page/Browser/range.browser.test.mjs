// Ranges of steps that are dragged on the strip, with their statistics, and what the strip shows below the pointer.

import assert from 'node:assert/strict';
import { drag, fingerDrag, pageTests, pause, placeOf, press, touch } from './page-tests.mjs';

const page = 'unread-below-zero';
const SHIFT = 8;
const pageTest = pageTests(page);

const chip = (tab) => tab.text('#compare');
const step = (tab) => tab.text('#now-step');
const address = (tab) => tab.evaluate('location.hash');

/** The statistics: lists of a name and lines. */
const facts = (tab) => tab.evaluate(`(() => { const line = (node) => node.innerText.replace(/\\s+/g, ' ').trim();
  return [...document.querySelectorAll('#changes .range > dd')].map((node) => [line(node.previousSibling), ...(node.querySelector('li') ? [...node.querySelectorAll('li')].map(line) : [line(node)])]); })()`);

pageTest('a drag with shift selects a range from where it began, and its statistics are shown', { fragment: '#step=3' }, async (tab) => {
  await drag(tab, 17, 35, { modifiers: SHIFT });
  assert.deepEqual([[await chip(tab), await step(tab), await address(tab)], await tab.texts('#chart .playhead-label')], [['17 → 35 ×', 'Step 35', '#step=17&to=35'], ['35', '17']]);
  await tab.until("!document.querySelector('#changes').innerText.includes('reading')");
  assert.deepEqual(await facts(tab), [
    ['time', '806 ms; waits: median 387 µs, longest 201 ms before step 23'],
    ['types', '3 ■ refreshProgressed', '2 ■ detailsLoaded', '1 ● screen › commentsTapped', '1 ● screen › writeTapped', 'and 11 more types'],
    ['from', '● user 10 ■ effect 8'],
    ['changed', '8 $.screens', '5 $.list.progress', '4 $.comments.all', '3 $.lastScreen', 'and 3 more paths'],
  ]);
  await drag(tab, 40, 38, { modifiers: SHIFT });
  assert.deepEqual([await chip(tab), (await facts(tab))[1]], ['40 → 38 ×', ['types', '1 ● screen › postTapped', '1 ■ commentPosted']]);
  await press(tab, 'Escape');
  assert.deepEqual([[await chip(tab), await step(tab), await address(tab)], await facts(tab)], [['compare', 'Step 38', '#step=38'], []]);
});

pageTest('a drag without shift scrubs, one that returns selects nothing, and a middle button moves the strip', { fragment: '#step=3' }, async (tab) => {
  await drag(tab, 17, 35);
  assert.deepEqual([await chip(tab), await step(tab)], ['compare', 'Step 35']);
  const [start, far] = [await placeOf(tab, 20), await placeOf(tab, 30)];
  await tab.mouse('mousePressed', start.x, start.y, { buttons: 1, modifiers: SHIFT });
  await tab.mouse('mouseMoved', far.x, far.y, { buttons: 1, modifiers: SHIFT });
  await tab.mouse('mouseMoved', start.x, start.y, { buttons: 1, modifiers: SHIFT });
  await tab.mouse('mouseReleased', start.x, start.y, { modifiers: SHIFT });
  await tab.settle();
  assert.deepEqual([await chip(tab), await step(tab)], ['compare', 'Step 20']);
  await press(tab, '+', '+');
  const left = () => tab.evaluate("document.querySelector('#window').style.left");
  const at = await left();
  await tab.drag(far, { x: far.x - 200, y: far.y }, { button: 'middle', buttons: 4 });
  assert.notEqual(await left(), at);
  assert.deepEqual([await chip(tab), await step(tab)], ['compare', 'Step 20']);
});

pageTest('a type of the range becomes the filter, and a path opens its history', { fragment: '#step=17&to=35' }, async (tab) => {
  await tab.clickOn('#changes .range button');
  assert.deepEqual([await tab.evaluate("document.querySelector('#filter-text').value"), await chip(tab)], ['refreshProgressed', '17 → 35 ×']);
  await tab.clickOn('#changes .range code');
  assert.equal(await tab.text('#history-path'), '$.screens');
});

pageTest('a long press of a finger begins a range, and one that does not move leaves none', { width: 390, height: 844, touch: true, fragment: '#step=3' }, async (tab) => {
  await fingerDrag(tab, 10, 20, 0);
  assert.deepEqual([await chip(tab), await step(tab)], ['compare', 'Step 20']);
  await fingerDrag(tab, 12, 42, 600);
  assert.deepEqual([await chip(tab), await step(tab)], ['12 → 42 ×', 'Step 42']);
  await fingerDrag(tab, 25, 25, 600);
  assert.deepEqual([await chip(tab), await step(tab)], ['12 → 25 ×', 'Step 25']);
  // A second finger gives back what was shown.
  const [start, target, other] = [await placeOf(tab, 30), await placeOf(tab, 40), await placeOf(tab, 50)];
  await touch(tab, 'touchStart', start);
  await pause(600);
  await touch(tab, 'touchMove', target);
  await tab.settle();
  assert.equal(await chip(tab), '30 → 40 ×');
  await touch(tab, 'touchStart', target, other);
  await touch(tab, 'touchEnd');
  await tab.settle();
  assert.deepEqual([await chip(tab), await step(tab)], ['12 → 25 ×', 'Step 25']);
});

pageTest('the strip shows the step below the pointer, and the values of pinned paths there', {}, async (tab) => {
  const values = () => tab.texts('#hover-line span');
  for (const [position, text, value] of [[31, '31 commentsArrived · effect · 1.216284 s · 7 changes', '8'], [33, '33 episodeTapped · user · 1.216', '-3'], [0, 'Position 0, before the first step', '0']]) {
    const { x, y } = await placeOf(tab, position);
    await tab.mouse('mouseMoved', x, y);
    assert.deepEqual([(await tab.text('#hover')).replace(/\s+/g, ' ').slice(0, text.length), await values()], [text, [value]]);
  }
  assert.equal(await step(tab), 'Step 33');
  await tab.mouse('mouseMoved', 5, 5);
  assert.deepEqual([await tab.texts('#hover'), await values()], [[], []]);
});

pageTest('where steps are dense, the strip counts those of a pixel by type', { width: 180, height: 900 }, async (tab) => {
  const { x, y, width } = await tab.evaluate("(() => { const { x, y, width } = document.querySelector('#chart').getBoundingClientRect(); return { x, y, width }; })()");
  const count = Number((await step(tab)).replace(/\D/g, ''));
  let found = 0;
  for (let column = 20; column < 60; column += 1) {
    await tab.mouse('mouseMoved', x + column + 0.5, y + 5);
    const text = (await tab.text('#hover')).replace(/\s+/g, ' ');
    const [, first, last, rest] = /^(\d+) to (\d+)(.*)$/.exec(text) ?? [];
    if (first === undefined) continue;
    found += 1;
    // Position 0 is half a step before the first row.
    const shares = [first, last].map((position) => Math.floor((Number(position) + 0.5) * (width / (count + 1))));
    assert.deepEqual(shares, [column, column], text);
    const counted = [...rest.matchAll(/(\d+) ×/g)].reduce((sum, [, number]) => sum + Number(number), 0);
    assert.equal(counted, last - first + 1, text);
  }
  assert.ok(found > 0);
}, 'odd');

pageTest('changes that are not known are counted, as are the steps of a gap', { fragment: '#step=2&to=41' }, async (tab) => {
  await tab.until("!document.querySelector('#changes').innerText.includes('reading')");
  assert.deepEqual(await facts(tab), [
    ['time', '9.6 s; waits: median 650 ms, longest 5.6 s before step 8'],
    ['types', '33 ▨ not on file: no space left on device', '2 ◆ increment', '1 ⬒ state set by hotReload', '1 ◍ Counter.Action.ask((Function))', 'and 2 more types'],
    ['from', '◆ remote 1 ▲ pushNotification 1 ■ effect 1 ✚ replay 1'],
    ['changed', '1 $.count', 'unknown for 38 of 39 steps'],
  ]);
}, 'full');
