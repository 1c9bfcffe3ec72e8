// What the page says where a recording is not whole: a step that never returned, values that were generated, differences from replay, damage.

import assert from 'node:assert/strict';
import { pageTests, press } from './page-tests.mjs';

const pageTest = pageTests('full', { delay: 400 });

const words = (text) => text.replace(/\s+/g, ' ').trim();

for (const [page, step] of [['trap-while-filtered', 39], ['trap-bad', 39]]) {
  pageTest(`${page}: a step whose reducer never returned has the state before it, and all that shows or copies the state says so`, { fragment: `#step=${step}` }, async (tab) => {
    assert.deepEqual([await tab.text('#state-title'), await tab.text('#copy-state')], ['State before', 'Copy JSON before']);
    assert.match(await tab.text('#changes .notice'), /^Its reducer never returned: there is no state after this step\. Shown is the state before it\./);
    assert.match((await tab.rows('#step-list .row.current'))[0], /^39 ● screen › deleteTapped never returned$/);
    assert.equal(await tab.text('#command'), `timeline state trap-while-filtered.jsonl ${step - 1}`);
    await press(tab, 'ArrowLeft');
    assert.deepEqual([await tab.text('#state-title'), await tab.text('#copy-state')], ['State after', 'Copy JSON']);
  }, page);
}

pageTest('the values that were generated for a step are shown with it', { fragment: '#step=1' }, async (tab) => {
  assert.match(words(await tab.text('#changes .facts')), /generated random 3 generated uuid "5F0C8B1A-527A-4354-9F0E-1F6A3C5D7E90" at/);
  await press(tab, '.');
  assert.match(words(await tab.text('#changes .facts')), /generated a "name" \{"x":\[1\.5,null,"é"\]\} generated now 785392265\.132 at/);
  await press(tab, '.');
  assert.doesNotMatch(await tab.text('#changes .facts'), /generated/);
}, 'generated');

for (const [page, links] of [['diverged', 1], ['diverged-torn', 0]]) {
  pageTest(`${page}: the line that dispatched an action is a link where an editor was named and the file was found`, { fragment: '#step=1' }, async (tab) => {
    const link = () => tab.evaluate(`[...document.querySelectorAll('#changes .facts a')].map((link) => link.href)`);
    assert.match(words(await tab.text('#changes .facts')), /sent at Sources\/App\/Ä View\.swift:42 canceled the work of step 1 increment at/);
    const [href, ...others] = await link();
    assert.deepEqual(others, []);
    if (links) assert.match(href, /^vscode:\/\/file\/.*\/Sources\/App\/%C3%84%20View\.swift:42$/);
    else assert.equal(href, undefined);
    await press(tab, '.');
    assert.match(words(await tab.text('#changes .facts')), /sent at Clock\/Timer\.swift:7/);
    assert.deepEqual(await link(), []);
    await press(tab, '.');
    assert.doesNotMatch(await tab.text('#changes .facts'), /sent at/);
  }, page);
}

pageTest('a slow step has its time, a bar on the strip, and a filter, by a key and in the link, too', { fragment: '#step=1' }, async (tab) => {
  const bars = () => tab.evaluate("(({ width, height }, pixels) => pixels.getImageData(0, 0, width, height).data.join().match(/(?<=^|,)196,0,24,255/g)?.length ?? 0)(document.querySelector('#lanes'), document.querySelector('#lanes').getContext('2d'))");
  assert.match(words(await tab.text('#changes .facts')), /took 12 ms in its reducer/);
  assert.deepEqual([await tab.text('#filter-slow'), await tab.texts('#step-list .slow:not(:empty)'), await bars()], ['1 slow', ['12 ms'], 15]);
  await press(tab, 'End');
  await press(tab, 'k');
  assert.deepEqual([(await tab.rows('#step-list .row')).length, await tab.text('#live'), await tab.evaluate('location.hash')], [1, '1 step shown', '#step=3&slow=']);
  await press(tab, 'n');
  assert.match(await tab.text('#step-list .row.current'), /^1/);
  await press(tab, '.', 'Escape');
  assert.equal((await tab.rows('#step-list .row')).length, 3);
}, 'diverged');

pageTest('a difference of replay and recording has its fields, its mark and its command', { fragment: '#step=2' }, async (tab) => {
  assert.match(words(await tab.text('#changes .notice')), /^Replay differs in 1 place from the state recorded after this step\. First what replay made, then what is on file and shown: ~ \$\.count updated 4 → 5$/);
  assert.deepEqual(await lanesOf(tab), ['● user 3', '≠ replay differs 1']);
  await tab.clickOn('[data-kind=verify]');
  assert.equal((await tab.text('#command')).replace(/ --program '?\/.*/, ' --program …'), 'timeline verify diverged.jsonl --program …');
}, 'diverged');

/** The lanes of the strip: their glyphs, names and counts. Fails where a lane has no mark of the color of its glyph. */
async function lanesOf(tab) {
  const lanes = await tab.evaluate(`(() => {
    const canvas = document.querySelector('#lanes');
    const context = canvas.getContext('2d');
    const { top } = canvas.getBoundingClientRect();
    return [...document.querySelectorAll('.lane-name')].map((node) => {
      const color = getComputedStyle(node.querySelector('.glyph')).color.match(/\\d+/g).map(Number);
      const box = node.getBoundingClientRect();
      const { data } = context.getImageData(0, box.top - top + 3, canvas.width, box.height - 6);
      let isPainted = false;
      for (let index = 0; index < data.length && !isPainted; index += 4) isPainted = data[index + 3] > 120 && color.every((part, place) => Math.abs(part - data[index + place]) < 24);
      return [[...node.children].map((part) => part.innerText).join(' '), isPainted];
    });
  })()`);
  assert.deepEqual(lanes.filter(([, isPainted]) => !isPainted), []);
  return lanes.map(([text]) => text);
}

pageTest('steps that are opaque, set from outside, or not on file have lanes, whose glyphs are their marks', { fragment: '#step=0' }, async (tab) => {
  assert.deepEqual(await lanesOf(tab), ['● user 1', '■ effect 2', '◆ remote 1', '▲ pushNotification 1', '✚ replay 1', '○ no origin 1', '◍ not encodable 1', '⬒ set from outside 1', '▨ not on file 1']);
  assert.match(await tab.text('#facts'), / · ended cleanly · /);
}, 'full');

pageTest('a damaged file did not end cleanly, and says what was left out', { fragment: '#step=0' }, async (tab) => {
  assert.deepEqual(await lanesOf(tab), ['● user 1', '▨ not on file 1']);
  assert.match(await tab.text('#facts'), / · damaged · states on file only$/);
  assert.match(await tab.text('#note'), /^Warning: 2 lines left out: damaged\.jsonl, line 4, byte 419: expected a comma or \], found ":", and 1 more; unknown: steps 2 to 3, and the state after step 2\. /);
}, 'damaged');

pageTest('a torn line is marked behind the last step', { fragment: '#step=0' }, async (tab) => {
  assert.deepEqual(await lanesOf(tab), ['● user 1', '■ effect 1', '┊ torn end 1']);
  assert.match(await tab.text('#facts'), / · did not end cleanly · /);
  assert.match(await tab.text('#note'), /^Warning: the last line of torn\.jsonl is torn and was left out\. /);
}, 'torn');
