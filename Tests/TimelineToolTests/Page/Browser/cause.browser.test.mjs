// The page opens on the cause, and leads back from jumps.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { pageTests } from './page-tests.mjs';

const opened = pageTests('unread-below-zero', { delay: 500 });

const pageTest = (name, page, options, body) => opened(name, options, async (tab) => { await body(tab); assert.equal(await tab.evaluate("document.querySelector('#failure').hidden"), true); }, page);

/** Where the current row of the state is, in heights of the list; null where it is not in view. */
function place(tab) {
  return tab.evaluate(`(() => {
    const list = document.querySelector('#state').getBoundingClientRect();
    const row = document.querySelector('#state .row.current:not([hidden])')?.getBoundingClientRect();
    return row && row.top >= list.top && row.bottom <= list.bottom + 1 ? (row.top - list.top) / list.height : null;
  })()`);
}

for (const width of [1440, 390]) {
  pageTest(`at ${width} px the state opens with the verdict's path at a third of the height, selected and pinned`, 'unread-below-zero', { width, height: 844 }, async (tab) => {
    if (width === 390) await tab.clickOn('#tab-state');
    assert.deepEqual([await tab.text('#now-step'), await tab.rows('#state .row.current')], ['Step 33', ['unread -3 was 0 ◆ pinned']]);
    assert.deepEqual(await tab.texts('#gutter .plot-name .path'), ['$.comments.unread']);
    const shown = await place(tab);
    assert.ok(shown > 0.22 && shown < 0.36, String(shown));
  });

  // The list ends soon after the path: it is in view, and the list at its end.
  for (const [page, row] of [['trap-while-filtered', 'search "finale" was "" ◆ pinned'], ['wrong-details', '▸ details {2} new']]) {
    pageTest(`at ${width} px the state of ${page} opens with its cause in view`, page, { width, height: 844 }, async (tab) => {
      if (width === 390) await tab.clickOn('#tab-state');
      assert.deepEqual(await tab.rows('#state .row.current'), [row]);
      assert.ok(await place(tab) > 0.22);
    });
  }
}

pageTest('what a step removed is struck through in the state', 'wrong-details', { fragment: '#step=11' }, async (tab) => {
  assert.deepEqual(await tab.rows('#state .row.removed'), ['1 #1 {"id":1,"screen":{"episode":{"id":5}},"style":"push"} removed']);
  assert.match(await tab.evaluate("getComputedStyle(document.querySelector('#state .row.removed .value')).textDecorationLine"), /line-through/);
});

pageTest('the browser goes back and forward over jumps, and not over steps', 'unread-below-zero', { fragment: '#step=33' }, async (tab) => {
  const shown = async () => { await tab.settle(500); return tab.text('#now-step'); };
  const entries = await tab.evaluate('history.length');
  for (const key of ['ArrowRight', 'ArrowRight', 'Home', 'ArrowRight', 'End']) {
    await tab.press(key);
    await tab.settle(400);
  }
  assert.equal(await tab.evaluate('history.length') - entries, 2);
  await tab.evaluate('history.back()');
  assert.equal(await shown(), 'Step 1');
  await tab.evaluate('history.back()');
  assert.equal(await shown(), 'Step 35');
  await tab.evaluate('history.forward()');
  assert.equal(await shown(), 'Step 1');
  await tab.evaluate('history.forward()');
  assert.equal(await shown(), 'Step 57');
});

// TIMELINE_PICTURE names the file to write.
pageTest('the picture of the README has its size', 'unread-bad', { width: 1440, height: 820 }, async (tab) => {
  const picture = await tab.screenshot();
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1440, 820]);
  if (process.env.TIMELINE_PICTURE) writeFileSync(process.env.TIMELINE_PICTURE, picture);
});
