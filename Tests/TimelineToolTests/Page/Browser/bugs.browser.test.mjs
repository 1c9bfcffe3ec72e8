// The example's bugs, found in the page. That of the unread comments, by keys: tasks.browser.test.mjs.

import assert from 'node:assert/strict';
import { clickRow, pageTests, press, step, stepAfter } from './page-tests.mjs';

const pageTest = pageTests('unread-below-zero');

pageTest('the wrong details by pointer: the value, the step that set it, and what caused that', { fragment: '#step=17' }, async (tab) => {
  const { x, y } = await tab.middle('#state');
  const wheel = async () => {
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY: 3000 });
    await tab.settle();
  };
  await wheel();
  for (const key of ['1', 'screen', 'episode', 'details', 'episode']) {
    const row = (await tab.rows('#state .row')).findLast((text) => text.replace(/^[▸▾] /, '').startsWith(`${key} `));
    if (row.startsWith('▸')) await clickRow(tab, '#state', key, '.twisty');
    await wheel();
  }
  // The screen of episode 7 shows the details of episode 5.
  const rows = await tab.rows('#state .row');
  assert.ok(rows.includes('title "Rick Calls In Sick"'), rows.join('\n'));
  assert.deepEqual(rows.filter((row) => /^id /.test(row)).slice(-3), ['id 2', 'id 5', 'id 7']);
  await clickRow(tab, '#state', 'title', '.value');
  await tab.clickOn('#show-history');
  await tab.until("document.querySelectorAll('#history .row:not([hidden])').length === 1");
  assert.deepEqual(await tab.rows('#history .row'), ['14 detailsLoaded absent → "Rick Calls In Sick"']);
  await clickRow(tab, '#history', '14', '.name');
  assert.equal(await step(tab), 14);
  await tab.clickOn('#history-close');
  assert.match(await tab.text('#changes h3'), /detailsLoaded/);
  // Its causes: the screen that appeared was that of episode 5, which had been left.
  await tab.clickOn('#changes .facts .link');
  assert.equal(await step(tab), 10);
  await tab.clickOn('#changes .facts .link');
  assert.equal(await step(tab), 9);
  assert.match(await tab.text('#changes'), /episodeTapped\s+id\s+5/);
}, 'wrong-details');

/** The text of the first visible element of a selector, all of whose lines are in view from end to end: nothing is scrolled to. */
async function sees(tab, selector) {
  const { text, hidden } = await tab.evaluate(`(() => {
    const node = [...document.querySelectorAll(${JSON.stringify(selector)})].find((place) => place.offsetParent !== null);
    const range = document.createRange();
    range.selectNodeContents(node);
    const isSeen = ({ left, right, top, bottom }) => [left + 2, (left + right) / 2, right - 2].every((x) => node.contains(document.elementFromPoint(x, (top + bottom) / 2)));
    return { text: node.innerText.replace(/\\s+/g, ' ').trim(), hidden: [...range.getClientRects()].filter((box) => box.width > 4 && !isSeen(box)).length };
  })()`);
  assert.equal(hidden, 0, `${selector}: ${text}`);
  return text;
}

async function click(tab, selector) {
  await sees(tab, selector);
  await tab.clickOn(selector, 500);
}

const bugs = [{
  page: 'unread-below-zero', step: 33, name: 'episodeTapped', value: ['unread', '-3'], cause: 32,
  verdict: /^Step 33 broke an invariant\. episodeTapped \{"id":7\} “unread is never negative” held until step 32\./,
  why: ['$.comments.unread: 33 subtracted 3 · 32 set it to 0 · 31 added 5'],
}, {
  page: 'trap-while-filtered', step: 38, name: 'searchChanged', value: ['search', '"finale"'], cause: 36,
  verdict: /^Ended in step 39\. The reducer never returned\. An invariant broke first, at step 38: “selection is in the list”\./,
  why: ['$.screens[2].screen.comments.search: 38 set it to "finale" · 36 set it to ""', '$.screens[2].screen.comments.selection: 37 set it to 4'],
}, {
  page: 'wrong-details', step: 14, name: 'detailsLoaded', value: ['details', '{2}'], cause: 9,
  verdict: /^Step 14 broke an invariant\. detailsLoaded .+ “an episode shows its own details” held until step 13\./,
  why: ['9 caused 10 · 11 removed $.screens[1], which 9 added · 10 caused 14'],
}];

for (const { page, step: broken, name, value, cause, verdict, why } of bugs) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    pageTest(`task: the step that broke it, without --bad: at ${width} px the bug of ${page} and its reason are read without a click, its value and what came before with two`, { width, height }, async (tab) => {
      assert.match(await sees(tab, '#verdict-text'), verdict);
      assert.deepEqual([await tab.texts('#verdict .why'), await sees(tab, '#now-step')], [why, `Step ${broken}`]);
      assert.deepEqual([await sees(tab, '#step-list .row.current .seq'), await sees(tab, '#step-list .row.current .name')], [String(broken), name]);
      if (width === 390) await click(tab, '#tab-state');
      assert.deepEqual([await sees(tab, '#state .row.current .key'), await sees(tab, '#state .row.current .value')], [value[0], value[1]]);
      await click(tab, `#verdict .why .link[title="Go to step ${cause}"]`);
      assert.equal(await sees(tab, '#now-step'), `Step ${cause}`);
      assert.equal(await stepAfter(tab, 'Home', 'g'), broken);
    }, page);
  }
}
