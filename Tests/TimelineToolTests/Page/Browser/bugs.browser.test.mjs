// The example's bugs, found in the page by the keyboard alone and by the pointer alone.

import assert from 'node:assert/strict';
import { pageTests, press, step } from './page-tests.mjs';

const opened = pageTests('unread-below-zero');

function pageTest(name, page, options, body) { opened(name, options, body, page); }

pageTest('the unread bug by keyboard, without a condition, in 11 keys', 'unread-below-zero', {}, async (tab) => {
  for (const key of ['End', 'f', 'u', 'n', 'r', 'Enter', 'Escape', 'N', 'N', 'N', 'N']) await press(tab, key);
  assert.equal(await step(tab), 33);
  assert.ok((await tab.texts('#changes .change')).some((text) => /\$\.comments\.unread\s[^]*0 → -3$/.test(text)));
  assert.match(await tab.text('#changes h3'), /episodeTapped/);
});

pageTest('the unread bug by pointer: a value, its history, the step', 'unread-below-zero', { fragment: '#step=57' }, async (tab) => {
  const rows = await tab.texts('#state .row');
  const index = rows.findIndex((row) => /\bunread\b/.test(row));
  assert.ok(index >= 0, rows.join('\n'));
  const place = await tab.evaluate(`(() => { const row = [...document.querySelectorAll('#state .row')].find((node) => /^\\s*unread/.test(node.innerText.replace(/[▸▾]/g, '')));
    const box = row.querySelector('.value').getBoundingClientRect(); return { x: box.x + 4, y: box.y + box.height / 2 }; })()`);
  await tab.click(place.x, place.y);
  await tab.settle();
  await tab.clickOn('#show-history');
  await tab.until("document.querySelectorAll('#history .row:not([hidden])').length === 8");
  const past = await tab.rows('#history .row');
  assert.match(past[4], /^33 episodeTapped 0 → -3$/);
  const entry = await tab.evaluate(`(() => { const box = [...document.querySelectorAll('#history .row')].find((node) => node.innerText.startsWith('33')).getBoundingClientRect(); return { x: box.x + 60, y: box.y + 8 }; })()`);
  await tab.click(entry.x, entry.y);
  await tab.settle();
  assert.equal(await step(tab), 33);
});

pageTest('the crash by keyboard: the verdict leads to the step that broke the invariant', 'trap-while-filtered', {}, async (tab) => {
  assert.match(await tab.text('#verdict'), /^\S*\s*Ended in step 39\. /);
  await press(tab, 'Home');
  assert.equal(await step(tab), 0);
  await press(tab, 'g');
  const found = await step(tab);
  assert.equal(`Go to ${found}`, await tab.text('#verdict-step'));
  await press(tab, 'End');
  assert.match(await tab.text('#changes'), /Its reducer never returned/);
  assert.match(await tab.text('#state'), /comments/);
});

/** Clicks on the part of the last row of a list whose text, without what is around it, begins so. */
async function clickRow(tab, list, start, part) {
  const place = await tab.evaluate(`(() => { const rows = [...document.querySelectorAll('${list} .row')].filter((row) => row.offsetParent !== null).sort((one, other) => one.getBoundingClientRect().y - other.getBoundingClientRect().y);
    const box = rows.findLast((row) => row.innerText.replace(/[▸▾\\s]+/g, ' ').trim().startsWith(${JSON.stringify(start)})).querySelector('${part}').getBoundingClientRect();
    return { x: box.x + 4, y: box.y + box.height / 2 }; })()`);
  await tab.click(place.x, place.y);
  await tab.settle();
}

pageTest('the wrong details by pointer: the value, the step that set it, and what caused that', 'wrong-details', { fragment: '#step=17' }, async (tab) => {
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
});

/** A person's work on a page: each click is counted, and nothing is ever scrolled. */
class Task {
  constructor(tab) {
    this.tab = tab;
    this.clicks = 0;
  }

  async click(selector) {
    await this.sees(selector);
    await this.tab.clickOn(selector, 500);
    this.clicks += 1;
  }

  /** The text of the first visible element of a selector, all of whose lines are in view from end to end. */
  async sees(selector) {
    const { text, hidden } = await this.tab.evaluate(`(() => {
      const node = [...document.querySelectorAll(${JSON.stringify(selector)})].find((place) => place.offsetParent !== null);
      const range = document.createRange();
      range.selectNodeContents(node);
      const isSeen = ({ left, right, top, bottom }) => [left + 2, (left + right) / 2, right - 2].every((x) => node.contains(document.elementFromPoint(x, (top + bottom) / 2)));
      return { text: node.innerText.replace(/\\s+/g, ' ').trim(), hidden: [...range.getClientRects()].filter((box) => box.width > 4 && !isSeen(box)).length };
    })()`);
    assert.equal(hidden, 0, `${selector}: ${text}`);
    return text;
  }
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
    pageTest(`at ${width} px the bug of ${page} and its reason are read without a click, its value and what came before with two`, page, { width, height }, async (tab) => {
      const task = new Task(tab);
      assert.match(await task.sees('#verdict-text'), verdict);
      assert.deepEqual([await tab.texts('#verdict .why'), await task.sees('#now-step')], [why, `Step ${broken}`]);
      assert.deepEqual([await task.sees('#step-list .row.current .seq'), await task.sees('#step-list .row.current .name')], [String(broken), name]);
      if (width === 390) await task.click('#tab-state');
      assert.deepEqual([await task.sees('#state .row.current .key'), await task.sees('#state .row.current .value')], [value[0], value[1]]);
      await task.click(`#verdict .why .link[title="Go to step ${cause}"]`);
      assert.equal(await task.sees('#now-step'), `Step ${cause}`);
      assert.ok(task.clicks <= 2);
    });
  }
}
