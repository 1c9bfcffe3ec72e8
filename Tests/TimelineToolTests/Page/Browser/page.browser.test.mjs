// What a person sees and does on the page, with real input events.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { Chromium, pagePath, skipReason } from './chromium.mjs';
import { clickRow, pageTests, press, step, stepAfter, touch } from './page-tests.mjs';

const page = 'unread-below-zero';
const pageTest = pageTests(page);

const activeRow = "document.querySelector('#state .row.current:not([hidden])')";

pageTest('keys step through time, and list, strip and address follow', {}, async (tab) => {
  assert.equal(await stepAfter(tab, 'Home'), 0);
  assert.equal(await stepAfter(tab, 'ArrowRight', '.', '.'), 3);
  assert.equal(await stepAfter(tab, ',', 'ArrowLeft'), 1);
  assert.match(await tab.text('#step-list .row.current'), /1[^]*refreshTapped/);
  assert.deepEqual([await tab.text('#playhead-label'), await tab.evaluate('location.hash')], ['1', '#step=1&path=$.comments.unread']);
  assert.equal(await tab.evaluate("document.querySelector('#chart').getAttribute('aria-valuetext')"), 'Step 1 of 57: refreshTapped');
  assert.equal(await stepAfter(tab, 'End'), 57);
});

pageTest('dragging on the strip scrubs, and no pane or focused row moves', {}, async (tab) => {
  await press(tab, '3', 'f', 'u', 'n', 'r', 'Enter', 'Escape');
  const boxes = `JSON.stringify([...document.querySelectorAll('.pane, #chart, .transport, .handover, #step-list, #changes, #state')].map((node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x, y, width, height]; }))`;
  const focusedY = `${activeRow}?.getBoundingClientRect().y`;
  const { x, y, width } = await tab.box('#chart');
  await tab.mouse('mouseMoved', x + width - 20, y + 40);
  await tab.mouse('mousePressed', x + width - 20, y + 40, { buttons: 1 });
  await tab.settle();
  const [before, rowBefore] = [await tab.evaluate(boxes), await tab.evaluate(focusedY)];
  const seen = new Set();
  for (let part = 0; part <= 40; part += 1) {
    await tab.mouse('mouseMoved', x + width - 20 - ((width - 30) * part) / 40, y + 40, { buttons: 1 });
    await tab.settle(20);
    assert.equal(await tab.evaluate(boxes), before);
    if (await tab.evaluate(`${activeRow} !== null`)) assert.equal(await tab.evaluate(focusedY), rowBefore, `row moved at part ${part}`);
    seen.add(await tab.text('#now-step'));
  }
  await tab.mouse('mouseReleased', x + 10, y + 40);
  assert.ok(seen.size > 25, [...seen].join());
  assert.ok(await step(tab) <= 1);
});

pageTest('a finger scrubs on the strip, and two fingers zoom', { touch: true }, async (tab) => {
  const { x, y, width } = await tab.box('#chart');
  const touched = (type, ...places) => touch(tab, type, ...places.map((part) => ({ x: x + width * part, y: y + 40 })));
  await touched('touchStart', 0.9);
  const seen = new Set();
  for (let part = 18; part >= 2; part -= 1) {
    await touched('touchMove', part / 20);
    await tab.settle(20);
    seen.add(await tab.text('#now-step'));
  }
  await touched('touchEnd');
  assert.equal(seen.size, 17);
  const at = await step(tab);
  assert.ok(at > 3 && at < 8, String(at));
  assert.equal(await tab.evaluate("document.querySelector('#zoom-fit').disabled"), true);
  await touched('touchStart', 0.45, 0.55);
  for (let part = 1; part <= 8; part += 1) await touched('touchMove', 0.45 - part * 0.04, 0.55 + part * 0.04);
  await touched('touchEnd');
  await tab.settle();
  const share = Number.parseFloat(await tab.evaluate("document.querySelector('#window').style.width"));
  assert.ok(share > 8 && share < 22, `the window shows ${share} % after the fingers moved from a tenth to 0.74 of the strip`);
  assert.equal(await step(tab), at);
});

pageTest('a finger scrolls the list, and a tap selects', { touch: true, width: 400, height: 800, fragment: '#step=57' }, async (tab) => {
  const { x, y } = await tab.middle('#step-list');
  const first = async () => Number((await tab.rows('#step-list .row'))[0].split(' ')[0]);
  const before = await first();
  await touch(tab, 'touchStart', { x, y: y - 100 });
  for (let part = 1; part <= 11; part += 1) await touch(tab, 'touchMove', { x, y: y - 100 + part * 20 });
  await tab.settle(120);
  await touch(tab, 'touchEnd');
  await tab.settle(600);
  assert.ok(await first() <= before - 5, `${before} ${await first()}`);
  assert.equal(await step(tab), 57);
  await touch(tab, 'touchStart', { x, y });
  await touch(tab, 'touchEnd');
  assert.ok(await step(tab) < 57);
});

pageTest('with reduced motion nothing is animated', { fragment: '#step=5' }, async (tab) => {
  const moving = "[...document.querySelectorAll('*')].filter((node) => Number.parseFloat(getComputedStyle(node).transitionDuration) > 0 || getComputedStyle(node).animationName !== 'none').length";
  assert.ok(await tab.evaluate(moving) > 0);
  await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
  await tab.settle();
  assert.equal(await tab.evaluate(moving), 0);
  await press(tab, '.', 'End');
  assert.deepEqual([await tab.evaluate('document.getAnimations().length'), await step(tab)], [0, 57]);
});

pageTest('the wheel zooms around the pointer, shift pans, 0 shows all', {}, async (tab) => {
  const { x, y, width } = await tab.box('#chart');
  assert.equal(await tab.evaluate("document.querySelector('#zoom-fit').disabled"), true);
  for (let count = 0; count < 6; count += 1) await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: x + width / 2, y: y + 30, deltaX: 0, deltaY: -200 });
  await tab.settle();
  assert.equal(await tab.evaluate("document.querySelector('#zoom-fit').disabled"), false);
  const left = "document.querySelector('#window').style.left";
  const at = await tab.evaluate(left);
  await press(tab, '}');
  assert.notEqual(await tab.evaluate(left), at);
  await press(tab, '0');
  assert.equal(await tab.evaluate("document.querySelector('#zoom-fit').disabled"), true);
  await press(tab, '+', '+', '-');
  assert.equal(await tab.evaluate("document.querySelector('#zoom-fit').disabled"), false);
});

pageTest('the state marks what changed, and keeps what is open while time moves', { fragment: '#step=33&pin=' }, async (tab) => {
  const marked = () => tab.rows('#state .row.changed');
  assert.ok((await marked()).includes('isNew false was true'), (await marked()).join('\n'));
  await press(tab, 'f', 'p', 'a', 'g', 'e', 's', 'Enter', 'Escape');
  const shown = await tab.texts('#state .row .key');
  await press(tab, '.', '.', ',', ',');
  assert.deepEqual(await tab.texts('#state .row .key'), shown);
  await press(tab, 'd');
  const only = await tab.texts('#state .row .key');
  assert.ok(only.includes('unread') && !only.includes('pages'), only.join());
  assert.ok((await marked()).includes('unread -3 was 0'), (await marked()).join('\n'));
});

pageTest('the tree opens and closes by arrow keys, and by pointer', { fragment: '#step=5' }, async (tab) => {
  await press(tab, '3', 'Home', 'ArrowDown');
  assert.deepEqual([(await tab.text('#state .row.current:not([hidden]) .key')), await tab.evaluate(`${activeRow}.getAttribute('aria-expanded')`)], ['comments', 'true']);
  await press(tab, 'ArrowLeft');
  assert.equal(await tab.evaluate(`${activeRow}.getAttribute('aria-expanded')`), 'false');
  assert.ok(!(await tab.texts('#state .row .key')).includes('unread'));
  await tab.clickOn('#state .row.current:not([hidden]) .twisty');
  assert.ok((await tab.texts('#state .row .key')).includes('unread'));
  assert.equal(await tab.evaluate("document.querySelector('#state').getAttribute('aria-activedescendant') === document.querySelector('#state .row.current:not([hidden])').id"), true);
});

pageTest('what a person closed in the tree stays closed when a step changes something in it', { fragment: '#step=32' }, async (tab) => {
  // Where the link names no pin, the path of the verdict is pinned.
  assert.deepEqual(await tab.texts('#gutter .plot-name .path'), ['$.comments.unread']);
  await press(tab, 'f', 'u', 'n', 'r', 'Enter', 'Escape', 'ArrowLeft', 'ArrowLeft', '.');
  assert.deepEqual([await step(tab), await tab.rows('#state .row.current')], [33, ['▸ comments {3}']]);
});

pageTest('the keys of a list move by one, a page and all in the history too', { fragment: '#step=57&path=$.comments.unread' }, async (tab) => {
  await press(tab, 'h');
  assert.equal(await tab.evaluate('document.activeElement.id'), 'history');
  await tab.until("document.querySelectorAll('#history .row:not([hidden])').length === 8");
  assert.equal(await stepAfter(tab, 'Home'), 6);
  assert.equal(await stepAfter(tab, 'ArrowDown', 'ArrowDown'), 31);
  assert.equal(await stepAfter(tab, 'PageDown'), 54);
  assert.equal(await stepAfter(tab, 'PageUp', 'End', 'ArrowUp'), 53);
});

pageTest('search in the state counts and visits keys and values', { fragment: '#step=57' }, async (tab) => {
  await press(tab, 'f', 'r', 'i', 'c', 'k');
  const total = Number(await tab.text('#find-count'));
  assert.ok(total > 1, String(total));
  await press(tab, 'Enter', 'Enter');
  assert.equal(await tab.text('#find-count'), `2 of ${total}`);
  assert.match((await tab.text('#state .row.current')).toLowerCase(), /rick/);
  // It follows the step.
  await press(tab, 'Escape', 'f', 'i', 's', 'N', 'e', 'w');
  assert.equal(await tab.text('#find-count'), '14');
  await tab.evaluate("location.hash = '#step=16'");
  await tab.settle(300);
  assert.equal(await tab.text('#find-count'), '6');
  await press(tab, '/', 'Escape', 'f');
  await press(tab, 'Escape');
  assert.equal(await tab.text('#find-count'), '');
});

pageTest('nested types are offered with counts, and shown only or hidden from a row', { fragment: '#step=12' }, async (tab) => {
  const count = () => tab.text('#steps-count');
  const options = await tab.evaluate("[...document.querySelector('#filter-types').options].map((option) => `${option.value} (${option.label})`)");
  const { x, y } = await tab.middle('#step-list .row.current');
  const name = await tab.evaluate("document.querySelector('#step-list .row.current .name').textContent");
  await tab.mouse('mouseMoved', x, y);
  await tab.clickOn('#step-list .row.current .only');
  const only = Number((await count()).split(' ')[0]);
  assert.ok(only > 0 && only < 57, await count());
  const type = await tab.evaluate("document.querySelector('#filter-text').value");
  assert.ok(type.endsWith(` › ${name}`) && options.includes(`${type} (${only} step${only === 1 ? '' : 's'})`), options.join());
  await press(tab, '1', 'w');
  assert.equal(await count(), '57');
  await press(tab, 'W');
  assert.equal(await count(), `${57 - only} of 57`);
  await tab.clickOn('#filter-hidden');
  assert.equal(await count(), '57');
});

pageTest('runs of one action fold, and open', {}, async (tab) => {
  assert.equal((await tab.texts('#step-list .fold')).filter(Boolean).length, 0);
  await press(tab, 'z', 'Home');
  assert.deepEqual((await tab.rows('#step-list .row')).slice(0, 3).map((row) => row.split(' ').slice(0, 5).join(' ')), ['1 ● refreshTapped 1', '2 ■ ▸ ×3 refreshProgressed', '5 ■ episodesLoaded {"episodes":[{"air… +51']);
  assert.equal(await tab.text('#steps-count'), '57');
  await tab.settle(400);
  await tab.clickOn('#step-list .row:nth-of-type(2) .fold');
  assert.match((await tab.rows('#step-list .row'))[1], /^2 ■ refreshProgressed \{/);
});

pageTest('list changes are inserts, deletes and updates', { fragment: '#step=33' }, async (tab) => {
  const changes = (await tab.texts('#changes .change')).map((text) => text.replace(/\s+/g, ' ').trim());
  assert.ok(changes.some((text) => /^~ \$\.comments\.all\[9\] c9 \.isNew.* true → false$/.test(text)), changes.join('\n'));
  assert.ok(changes.some((text) => /^\+ \$\.screens\[1\] #5 inserted \{"id":5/.test(text)), changes.join('\n'));
});

pageTest('the whole action is laid out', { fragment: '#step=15' }, async (tab) => {
  await tab.clickOn('#changes summary');
  assert.equal(await tab.text('#changes pre'), '{\n  "searchChanged": {\n    "text": "rick"\n  }\n}');
});

for (const width of [320, 400, 760]) {
  pageTest(`at ${width} px, panes are tabs and nothing is wider than the page`, { width, height: 780, fragment: '#step=33' }, async (tab) => {
    const visible = () => tab.evaluate("[...document.querySelectorAll('.pane')].filter((pane) => pane.offsetParent !== null).map((pane) => pane.id)");
    assert.deepEqual(await visible(), ['steps-pane']);
    await tab.clickOn('#tab-changes');
    assert.deepEqual(await visible(), ['changes-pane']);
    assert.match(await tab.text('#changes'), /unread/);
    await tab.clickOn('#tab-state');
    assert.deepEqual(await visible(), ['state-pane']);
    assert.ok((await tab.texts('#state .row')).length > 3);
    const wide = await tab.evaluate(`[...document.querySelectorAll('body *')].filter((node) => node.offsetParent !== null && !node.closest('canvas, .list, .scroll, pre, .handover, .chart') && node.getBoundingClientRect().right > innerWidth + 1).map((node) => node.id || node.className)`);
    assert.deepEqual(wide, []);
  });
}

pageTest('a step without a known state is reported as unknown', { fragment: '#step=4' }, async (tab) => {
  assert.match(await tab.text('#note'), /\S/);
  assert.equal(await tab.text('#state-empty'), 'The state after step 4 is unknown: only the states on file are known, as no program replayed this recording.');
}, 'full');

pageTest('marks, gaps and sets are reached and named', { fragment: '#step=0' }, async (tab) => {
  assert.equal(await stepAfter(tab, ']'), 3);
  assert.match(await tab.text('#changes'), /State set from outside[^]*hotReload/);
  await tab.evaluate("location.hash = '#step=20'");
  await tab.settle();
  assert.match(await tab.text('#changes'), /Steps 8 to 40 are not on file[^]*no space left on device/);
  // A mark of the recording is in the list, in the step and in the search, and its label on the strip leads to it.
  const { x, y } = await tab.box('#chart');
  const flag = await tab.evaluate("(() => { const { width } = document.querySelector('#chart').getBoundingClientRect(); return width * 3.5 / 10.5; })()");
  await tab.click(x + flag + 40, y + 33);
  assert.equal(await step(tab), 3);
  assert.match((await tab.text('#changes .facts')).replace(/\s+/g, ' '), /mark before checkout/);
  assert.deepEqual(await tab.evaluate("[...document.querySelectorAll('#step-list .row:not([hidden]) .bookmark')].map((sign) => sign.getAttribute('aria-label')).filter(Boolean).sort()"), ['Mark after "reset"', 'Mark before checkout']);
  await press(tab, 'B');
  assert.deepEqual(await tab.texts('#bookmark-list li'), ['Step 3 before checkout (recorded)', 'Step 41 after "reset" (recorded)']);
  await press(tab, 'Escape', '/');
  await tab.type('checkout');
  await tab.settle();
  assert.equal(await tab.text('#steps-count'), '1 of 10');
}, 'full');

pageTest('the wheel scrolls the list by its own pixels, and not the page', { fragment: '#step=0' }, async (tab) => {
  const { x, y } = await tab.middle('#step-list');
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY: 240 });
  await tab.settle();
  assert.equal((await tab.rows('#step-list .row'))[0].split(' ')[0], '11');
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY: 5000 });
  await tab.settle();
  assert.match((await tab.rows('#step-list .row')).at(-1), /^57 /);
  assert.deepEqual([await tab.evaluate('document.scrollingElement.scrollTop'), await step(tab)], [0, 0]);
});

test('the list scrolls by its bar to the last step, also in forced colors', { skip: skipReason(page) }, async () => {
  const browser = await Chromium.start([], { scrollbars: true });
  try {
    const tab = await browser.open(pagePath(page), { fragment: '#step=0' });
    await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    await tab.dragToEnd('#step-list');
    assert.match((await tab.rows('#step-list .row')).at(-1), /^57 /);
    assert.deepEqual([await step(tab), tab.errors], [0, []]);
  } finally { await browser.close(); }
});

pageTest('a closed history draws nothing, and the next one is drawn', { fragment: '#step=33&path=$.comments.unread' }, async (tab) => {
  await press(tab, 'h');
  assert.equal((await tab.rows('#history .row')).length, 8);
  await press(tab, 'Escape');
  assert.equal(await tab.evaluate("document.querySelector('#history-pane').hidden"), true);
  await press(tab, '3', 'ArrowUp', 'h');
  assert.deepEqual([await tab.text('#history-path'), await tab.rows('#history .row')], ['$.comments.arrivals', ['6 commentsArrived 0 → 1', '31 commentsArrived 1 → 2', '53 commentsArrived 2 → 3']]);
});

pageTest('a change leads to its place in the state', { fragment: '#step=33' }, async (tab) => {
  await clickRow(tab, '#changes', '$.lastScreen', '.where');
  assert.deepEqual([await tab.rows('#state .row.current'), await tab.text('#path-text')], [['lastScreen 5 was 4'], '$.lastScreen']);
});

/** Opens a copy of the page with another text in a data element. */
async function opened(id, base64) {
  const folder = mkdtempSync(join(tmpdir(), 'timeline-damaged-'));
  const path = join(folder, 'page.html');
  const text = readFileSync(pagePath(page), 'utf8').replace(new RegExp(`(id="${id}">)[^<]*`), (_, start) => start + base64);
  writeFileSync(path, text);
  const tab = await pageTest.browser().open(path, {}, id === 'chunk-0' ? undefined : "document.querySelector('#old')?.innerText.includes('cannot')");
  await tab.settle();
  rmSync(folder, { recursive: true });
  return tab;
}

test('a damaged chunk is reported, and the steps are still there', { skip: skipReason(page) }, async () => {
  for (const base64 of ['AAAA', deflateRawSync(Buffer.from('{"a":\n{}\tx')).toString('base64')]) {
    const tab = await opened('chunk-0', base64);
    await tab.until("!document.querySelector('#failure').hidden");
    assert.match(await tab.text('#failure'), /A part of this page cannot be read: .+ Make the page again/);
    assert.ok((await tab.rows('#step-list .row')).length > 10);
    await tab.press('Home', '.');
    assert.equal(await step(tab), 1);
    await tab.close();
  }
});

test('a damaged summary is reported instead of a page', { skip: skipReason(page) }, async () => {
  const tab = await opened('summary', deflateRawSync(Buffer.from('{"format":2}')).toString('base64'));
  assert.equal(await tab.text('#old'), 'This page cannot be read: the page\'s data has format 2, and this page reads format 1. Make it again with “timeline view”.');
  await tab.close();
});

pageTest('the steps that did not change a pinned path are dimmed on request', { fragment: '#step=33&path=$.comments.unread&pin=' }, async (tab) => {
  const color = (start) => tab.evaluate(`getComputedStyle([...document.querySelectorAll('#step-list .row:not([hidden])')].find((row) => row.querySelector('.seq').innerText === '${start}').querySelector('.name')).color`);
  const isDimmed = async (...keys) => { await press(tab, ...keys); return await color(33) !== await color(34); };
  assert.deepEqual([await isDimmed('p'), await isDimmed('H'), await isDimmed('p'), await isDimmed('p'), await isDimmed('H')], [false, true, false, true, false]);
});

pageTest('a dense strip says the share of each lane', { width: 1000 }, async (tab) => {
  assert.deepEqual(await tab.texts('#gutter .lane-name'), ['◍\nnot encodable\n100 · 33 %', '⬒\nset from outside\n200 · 67 %']);
}, 'odd');

pageTest('a bundle begins with its first state', {}, async (tab) => {
  const first = Number(await tab.evaluate("document.querySelector('#chart').getAttribute('aria-valuemin')"));
  assert.ok(first > 0);
  assert.equal(await stepAfter(tab, 'Home'), first);
  assert.match(await tab.text('#changes'), /The state before the first step of this page/);
  assert.ok((await tab.rows('#state .row')).length > 5);
}, 'bundle');
