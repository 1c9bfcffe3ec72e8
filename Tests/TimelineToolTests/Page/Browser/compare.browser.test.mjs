// Two steps that are compared: by keys, by the pointer and by touch.

import assert from 'node:assert/strict';
import { clickRow, drag, fingerDrag, pageTests, placeOf, press, tap } from './page-tests.mjs';

const page = 'unread-below-zero';
const pageTest = pageTests(page);

const heading = (tab) => tab.evaluate("document.querySelector('#changes h3').textContent");
const chip = (tab) => tab.text('#compare');

pageTest('a shift-click on a step compares it with the shown one, and on another one moves the end', { fragment: '#step=32' }, async (tab) => {
  for (const [position, text] of [[35, 'From step 32 to step 35'], [37, 'From step 32 to step 37'], [31, 'From step 32 to step 31']]) {
    await clickRow(tab, '#step-list', `${position} `, '.name', { modifiers: 8 });
    assert.deepEqual([await heading(tab), await chip(tab), await tab.evaluate('getSelection().toString()')], [text, `32 → ${position} ×`, '']);
    assert.equal(await tab.evaluate('location.hash'), `#step=32&to=${position}`);
  }
  assert.equal(await tab.text('#changes .summary p'), 'Net of 1 step, backward');
  await tab.clickOn('#compare');
  assert.deepEqual([await chip(tab), await tab.evaluate('location.hash')], ['compare', '#step=31']);
});

pageTest('a comparison has two handles on the strip, and shift and a click set its end', { fragment: '#step=30' }, async (tab) => {
  const end = await placeOf(tab, 42);
  await tab.click(end.x, end.y, { modifiers: 8 });
  await tab.settle();
  assert.equal(await heading(tab), 'From step 30 to step 42');
  for (const [from, to, text] of [[30, 20, 'From step 20 to step 42'], [42, 45, 'From step 20 to step 45'], [20, 50, 'From step 50 to step 45']]) {
    await drag(tab, from, to);
    assert.equal(await heading(tab), text);
  }
  assert.deepEqual(await tab.texts('#chart .playhead-label'), ['45', '50']);
  await press(tab, 'C');
  assert.equal(await heading(tab), 'From step 45 to step 50');
  await press(tab, 'Escape');
  assert.doesNotMatch(await heading(tab), /From step/);
});

pageTest('the changes of a comparison are grouped by subtree', { fragment: '#step=30&to=42' }, async (tab) => {
  assert.deepEqual([await heading(tab), await tab.text('#changes .summary p')], ['From step 30 to step 42', 'Net of 12 steps']);
  const shown = async (selector) => (await tab.texts(selector)).map((text) => text.replace(/\s+/g, ' ').trim());
  assert.deepEqual(await shown('#changes summary'), ['$.comments 8 changes']);
  assert.deepEqual((await shown('#changes .change')).map((text) => text.split(' ').slice(0, 2).join(' ')), [
    ...[7, 8, 9, 10, 11, 12].map((index) => `+ .all[${index}]`), '~ .arrivals', '~ .unread', '~ $.lastScreen', '~ $.list.search',
  ]);
  await tab.clickOn('#changes summary');
  await press(tab, 'ArrowLeft');
  assert.equal(await heading(tab), 'From step 30 to step 41');
  // What is closed has no text.
  assert.deepEqual((await shown('#changes .change')).filter(Boolean).map((text) => text.split(' ').slice(0, 2).join(' ')), ['~ $.lastScreen']);
});

pageTest('two steps are compared by touch', { width: 390, height: 844, touch: true, fragment: '#step=30' }, async (tab) => {
  await tap(tab, '#compare');
  await tap(tab, '#tab-changes');
  assert.match(await tab.text('#changes'), /Choose the other step: in the list, or on the strip\./);
  await fingerDrag(tab, 42, 42, 0);
  assert.equal(await heading(tab), 'From step 30 to step 42');
  await fingerDrag(tab, 29, 20, 0);
  assert.equal(await heading(tab), 'From step 20 to step 42');
  await tap(tab, '#compare');
  assert.doesNotMatch(await heading(tab), /From step/);
});
