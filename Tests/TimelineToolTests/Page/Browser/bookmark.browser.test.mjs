// Bookmarks: steps marked with a note, which the link carries.

import assert from 'node:assert/strict';
import { pageTests, press, stepAfter, tap } from './page-tests.mjs';
import { liveTests } from './live-server.mjs';

const page = 'unread-below-zero';
const pageTest = pageTests(page, { delay: 400, permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });

/** The numbers and notes of the bookmarks in the list, as its rows show them in their hover text. */
function marked(tab) {
  return tab.evaluate(`[...document.querySelectorAll('#step-list .row:not([hidden]) .bookmark')].filter((mark) => mark.textContent === '⚑' && mark.offsetParent !== null)
    .map((mark) => [mark.parentElement.querySelector('.seq').textContent, mark.title]).sort((one, other) => one[0] - other[0])`);
}

const fragment = (tab) => tab.evaluate('location.hash');
const isOpen = (tab) => tab.evaluate("document.querySelector('#bookmarks').open");

/** The hover text of the strip at a step. */
async function hoverText(tab, step) {
  const box = await tab.box('#chart');
  await tab.mouse('mouseMoved', box.x + (box.width * (step - 0.5)) / 57, box.y + 40);
  await tab.settle();
  return tab.text('#hover');
}

pageTest('a step is marked with a note, seen in the list and on the strip, edited and removed', { fragment: '#step=33' }, async (tab) => {
  const height = await tab.evaluate("document.querySelector('#chart').clientHeight");
  await press(tab, 'B');
  assert.deepEqual([await tab.text('#bookmark-title'), await tab.evaluate("document.querySelector('#bookmark-remove').checkVisibility()")], ['Bookmark of step 33', false]);
  await press(tab, 'b', 'a', 'd', ' ', '<', 'b', '>', 'Enter');
  assert.deepEqual([await isOpen(tab), await marked(tab), await fragment(tab)], [false, [['33', 'bad <b>']], '#step=33&mark=33:bad%20%3Cb%3E']);
  assert.equal(await tab.evaluate("document.querySelector('#live').textContent"), 'Step 33 has a bookmark.');
  assert.equal(await tab.evaluate("document.querySelector('#bookmark').getAttribute('aria-pressed')"), 'true');
  assert.equal(await tab.evaluate("document.querySelector('#chart').clientHeight"), height + 18);
  assert.match(await hoverText(tab, 33), / · ⚑ bad <b>$/);
  await press(tab, 'B', 'x', 'Enter');
  assert.deepEqual(await marked(tab), [['33', 'x']]);
  await tab.clickOn('#bookmark');
  await tab.clickOn('#bookmark-remove');
  assert.deepEqual([[await marked(tab), await fragment(tab)], await tab.evaluate("document.querySelector('#live').textContent")], [[[], '#step=33'], 'Step 33 has no bookmark any more.']);
  assert.equal(await tab.evaluate("document.querySelector('#chart').clientHeight"), height);
});

pageTest('a link shows its bookmarks, keys and the dialog lead to them, and Copy link carries them', { fragment: '#step=15&mark=12:before&mark=20:here&mark=999:none' }, async (tab) => {
  assert.deepEqual(await marked(tab), [['12', 'before'], ['20', 'here']]);
  assert.equal(await stepAfter(tab, ']'), 20);
  assert.equal(await stepAfter(tab, '['), 12);
  assert.equal(await stepAfter(tab, '['), 12);
  await press(tab, 'B');
  assert.deepEqual(await tab.texts('#bookmark-list li'), ['Step 12 before', 'Step 20 here', 'Step 999 none']);
  await tab.clickOn('#bookmark-list li:nth-child(2) button');
  await tab.settle(400);
  assert.deepEqual([await tab.text('#now-step'), await isOpen(tab)], ['Step 20', false]);
  await press(tab, 'l');
  assert.equal(await tab.evaluate('navigator.clipboard.readText()'), 'unread-below-zero.html#step=20&mark=12:before&mark=20:here&mark=999:none\nStep 20 of 57: screen › writeTapped');
});

pageTest('a link carries pins, search, filters, axis and zoom, and shows them to who follows it', { fragment: '#step=31&path=$.comments.unread' }, async (tab) => {
  const look = () => tab.evaluate(`[[...document.querySelectorAll('.plot-name .path')].map((node) => node.innerText).join(), document.querySelector('#filter-text').value, document.querySelector('#filter-hidden').innerText,
    document.querySelector('#filter-origin').selectedOptions[0].text, document.querySelector('#axis-time').ariaPressed, Math.round(parseFloat(document.querySelector('#window').style.width)), document.querySelector('#steps-count').innerText]`);
  const link = `#step=31&path=$.comments.unread&pin=$.list.search&pin=$.comments.all&find=appeared&hide=refreshTapped&origin=user&axis=time&window=20-50`;
  await tab.evaluate(`location.hash = '${link}'`);
  await tab.settle(500);
  assert.deepEqual([await look(), await fragment(tab)], [['$.list.search,$.comments.all', 'appeared', '1 type hidden ×', 'user', 'true', 49, '4 of 57'], link]);
  await press(tab, 'l');
  assert.equal(await tab.evaluate('navigator.clipboard.readText()'), `unread-below-zero.html${link}\nStep 31 of 57: commentsArrived; $.comments.unread 3 → 8`);
});

pageTest('what is known of a step is copied as Markdown for an issue', {}, async (tab) => {
  await tab.clickOn('#copy-issue');
  assert.deepEqual((await tab.evaluate('navigator.clipboard.readText()')).replace(/ · Linux .* · recorded/, ' · Linux · recorded').split('\n'), [
    '`Step 33 broke an invariant. episodeTapped {"id":7} “unread is never negative” held until step 32.`', '',
    '- `$.comments.unread: 33 subtracted 3 · 32 set it to 0 · 31 added 5`', '- `Step 33 of 57: episodeTapped; $.comments.unread 0 → -3`',
    '- `episodes 2.0.0 · Linux · recorded 2026-11-22T21:58:16.602093Z · unread-below-zero.jsonl`', '', '```sh', "timeline bisect unread-below-zero.jsonl --invariant 'unread is never negative'", '```', '',
    '`unread-below-zero.html#step=33&path=$.comments.unread`', '',
  ]);
});

pageTest('bookmarks stay when the page is loaded again and over the way back, and a link that a person follows has its own', { fragment: '#step=33&mark=33:first' }, async (tab) => {
  await press(tab, 'Home', 'B', 'x', 'Enter');
  const both = [{ step: 0, note: 'x' }, { step: 33, note: 'first' }].map(({ step, note }) => `&mark=${step}:${note}`).join('');
  await tab.evaluate('history.back()');
  await tab.settle(500);
  assert.equal(await fragment(tab), `#step=33${both}`);
  await tab.evaluate('location.reload()');
  await tab.settle(1000);
  assert.deepEqual([await fragment(tab), await marked(tab)], [`#step=33${both}`, [['33', 'first']]]);
  await tab.evaluate("location.hash = '#step=34&mark=35:other'");
  await tab.settle(500);
  assert.deepEqual(await marked(tab), [['35', 'other']]);
});

pageTest('a hostile link shows text, and no more than 20 bookmarks', { fragment: `#step=5&mark=4:${encodeURIComponent('<img src=x onerror=alert(1)>\u202e')}&mark=%&${Array.from({ length: 500 }, (_, index) => `mark=${index + 5}:${'n'.repeat(500)}`).join('&')}` }, async (tab) => {
  const seen = await marked(tab);
  assert.deepEqual([seen[0], seen[1]], [['4', '<img src=x onerror=alert(1)>\\u{202E}'], ['5', `${'n'.repeat(80)}…`]]);
  await press(tab, 'B');
  assert.equal((await tab.texts('#bookmark-list li')).length, 20);
  await press(tab, 'Escape');
  await press(tab, 'End', 'B');
  assert.equal(await tab.text('#bookmark-title'), 'A link carries 20 bookmarks: remove one first');
  assert.deepEqual([await tab.evaluate("document.querySelector('#bookmark-form').checkVisibility()"), await tab.evaluate("document.querySelectorAll('img').length")], [false, 0]);
});

pageTest('on a narrow page a finger opens it from the menu', { width: 390, height: 844, touch: true, fragment: '#step=33' }, async (tab) => {
  await tap(tab, '#show-menu');
  await tap(tab, '#bookmark');
  assert.deepEqual([await tab.evaluate("document.querySelector('#menu').open"), await tab.evaluate('document.activeElement.id')], [false, 'bookmark-note']);
  await press(tab, 'h', 'i');
  await tap(tab, '#bookmark-form button');
  assert.deepEqual(await marked(tab), [['33', 'hi']]);
});

liveTests(page, pageTest.browser)('in a page that grows, the bookmark is of the step that was shown, and one of a step to come appears with it', { rows: 30, fragment: '&mark=32:later' }, async (tab, server) => {
  await press(tab, 'B', 'n', 'o', 'w');
  server.append(1);
  await tab.until("document.querySelector('#now-step').textContent === 'Step 31'");
  await press(tab, 'Enter');
  assert.deepEqual(await marked(tab), [['30', 'now']]);
  server.append(1);
  await tab.until("document.querySelector('#now-step').textContent === 'Step 32'");
  await tab.settle();
  assert.deepEqual(await marked(tab), [['30', 'now'], ['32', 'later']]);
});
