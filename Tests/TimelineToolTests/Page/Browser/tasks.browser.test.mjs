// What a person does with the page in a day of work, with keys and clicks. What they must see is computed from the lines of the recording, or by the tool.
// More tasks are in bugs.browser.test.mjs and live.browser.test.mjs: their names begin with “task: ”, too.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pagePath } from './chromium.mjs';
import { clickRow, pageTests, press, printed, soon, step, stepAfter, tap } from './page-tests.mjs';
import { fixtures } from './support.mjs';

const page = 'unread-below-zero';
const folder = dirname(pagePath(page) ?? '/');
const fileOf = (name) => join(existsSync(join(fixtures, `${name}.jsonl`)) ? fixtures : folder, `${name}.jsonl`);
const linesOf = (name) => readFileSync(fileOf(name), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

/** Steps of a shop: the stock falls from 40 to -9, and is filled up. */
const shop = (count) => Array.from({ length: count + 1 }, (_, seq) => ({ seq, text: seq % 97 === 96 ? 'Café' : 'tea', state: { last: { sold: seq * 3 }, stock: 40 - (seq % 50) } }));
for (const count of [1000, 100_000]) {
  if (!pagePath(page)) break;
  const lines = shop(count).flatMap(({ seq, text, state }) => [...(seq ? [{ seq, at: seq / 50, action: { sold: { text: `${text} ${seq}` } }, from: 'user' }] : []), { seq, at: seq / 50, state }]);
  writeFileSync(join(folder, `shop-${count}.jsonl`), ['{"timeline":1,"session":"s","program":"shop","version":"1","started":"2026-11-21T04:31:05Z","segment":1,"platform":{}}', ...lines.map((line) => JSON.stringify(line)), ''].join('\n'));
  printed('view', fileOf(`shop-${count}`), '-o', join(folder, `shop-${count}.html`));
}

const pageTest = pageTests(page, { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
const task = (name, options, body, on) => pageTest(`task: ${name}`, options, body, on);

const asked = (...words) => JSON.parse(printed(...words));
/** The steps that changed the number of unread comments, and its values. */
const changes = () => asked('blame', '--json', fileOf(page), '$.comments.unread').changes.reverse().map(({ step: { seq }, changes: [{ before, after }] }) => ({ seq, before, after }));
const steps = () => changes().map(({ seq }) => seq);

const clipboard = (tab) => tab.evaluate('navigator.clipboard.readText()');
const rows = (tab) => tab.rows('#step-list .row');
const numbers = async (tab) => (await rows(tab)).map((row) => Number(row.split(' ')[0]));
const words = async (tab, selector) => (await tab.text(selector)).replace(/\s+/g, ' ').trim();

for (const [on, bad] of [['unread-bad', ['--bad', '$.comments.unread < 0']], [page, ['--invariant', 'unread is never negative']]]) {
  task(`the step that broke it, ${bad[0] === '--bad' ? 'with' : 'without'} --bad, with its value and its reason, without a key`, {}, async (tab) => {
    const [{ seq, after }] = changes().filter((change) => change.after < 0);
    const found = printed('bisect', fileOf(page), ...bad);
    assert.match(found, new RegExp(`^Step ${seq} `));
    await soon(async () => [await step(tab), (await words(tab, '#gutter .plot-name')).split(' ').slice(0, 2)], [seq, ['$.comments.unread', String(after)]]);
    assert.deepEqual(await tab.texts('#verdict .why'), [/Why:\n +(.*)/.exec(found)[1]]);
  }, on);
}

for (const count of [1000, 100_000]) {
  task(`a condition of one's own at ${count} steps, and Enter from the end goes to the first step`, {}, async (tab) => {
    const bad = shop(count).filter(({ state }) => state.stock < 0).map(({ seq }) => seq);
    const starts = bad.filter((seq) => !bad.includes(seq - 1, bad.indexOf(seq) - 1));
    await press(tab, 'End', '/', ...'$.stock < 0');
    const about = `condition: true for ${bad.length.toLocaleString('en')} states, in ${starts.length.toLocaleString('en')} spans`;
    await tab.until(`document.querySelector('#filter-about').innerText.startsWith('${about}')`);
    await press(tab, 'Enter');
    await soon(async () => [await step(tab), (await numbers(tab)).slice(0, 4)], [starts[0], [starts[0], starts[0] + 9, starts[1], starts[1] + 9]]);
  }, `shop-${count}`);
}

task('what changed a value, by a click on it and h, and by its path', { fragment: '#step=57&pin=' }, async (tab) => {
  const expected = changes().map(({ seq, before, after }) => `${seq} ${before} → ${after}`);
  await clickRow(tab, '#state', 'unread', '.value');
  await press(tab, 'h');
  await soon(async () => (await tab.rows('#history .row')).map((row) => row.replace(/ \S+/, '')), expected);
  await clickRow(tab, '#history', '33', '.name');
  assert.equal(await step(tab), 33);
  await press(tab, 'Escape', '/', ...'$.comments.unread');
  await soon(async () => (await rows(tab)).map((row) => row.replace(/^(\d+) .* (→ \S+) .*/, '$1 $2')), changes().map(({ seq, after }) => `${seq} → ${after}`));
});

task('what changed a value, by a word', {}, async (tab) => {
  await press(tab, '/', ...'unread');
  await tab.until("/^text: 0 steps.* · path \\$\\.comments\\.unread$/.test(document.querySelector('#filter-about').innerText)");
  await tab.clickOn('#filter-paths button');
  await soon(async () => [await tab.evaluate("document.querySelector('#filter-text').value"), await numbers(tab)], ['$.comments.unread', steps()]);
});

task('the cause of a step, and what it caused', { fragment: '#step=14' }, async (tab) => {
  const cause = linesOf('wrong-details').find(({ seq, action }) => seq === 14 && action).cause;
  await tab.clickOn('#changes .facts .link');
  assert.equal(await step(tab), cause);
  assert.match(await words(tab, '#changes .facts'), /caused step 14 detailsLoaded \+\S+ ms/);
  await clickRow(tab, '#changes .facts', 'step 14', '');
  assert.equal(await step(tab), 14);
}, 'wrong-details');

task('two distant states are compared', {}, async (tab) => {
  await press(tab, 'Home', 'c', 'End');
  await tab.until("document.querySelector('#changes h3')?.innerText === 'From step 0 to step 1000'");
  const [first, last] = [shop(1000)[0].state, shop(1000)[1000].state];
  assert.deepEqual([first.stock, (await tab.texts('#changes .change')).map((text) => text.replace(/\s+/g, ' ').trim())], [last.stock, [`~ $.last.sold updated ${first.last.sold} → ${last.last.sold}`]]);
  assert.equal(await tab.evaluate('location.hash'), '#step=0&to=1000');
  await tab.clickOn('#copy-patch');
  assert.equal(await clipboard(tab), printed('diff', '--json', fileOf('shop-1000'), '0', '1000'));
}, 'shop-1000');

task('a text is found, and n goes to the next match', {}, async (tab) => {
  const found = shop(1000).filter(({ text }) => text === 'Café').map(({ seq }) => seq);
  const seen = [await stepAfter(tab, 'Home', '/', ...'café', 'Enter')];
  for (const key of ['n', 'n', 'N']) seen.push(await stepAfter(tab, key));
  await soon(async () => [seen, await numbers(tab)], [[found[0], found[1], found[2], found[1]], found]);
}, 'shop-1000');

task('step 500 is reached by its number, forward and backward', {}, async (tab) => {
  for (const [key, target] of [['Home', 500], ['ArrowRight', 50]]) {
    await press(tab, key, '/', ...String(target), 'Enter');
    const { last, stock } = shop(1000)[target].state;
    await soon(async () => [await step(tab), (await tab.rows('#state .row')).filter((row) => /^(?:sold|stock)/.test(row)).map((row) => row.split(' ')[1])], [target, [String(last.sold), String(stock)]]);
    await press(tab, 'Escape');
  }
}, 'shop-1000');

task('the next mark is reached by ]', {}, async (tab) => {
  await press(tab, 'Home');
  for (const { seq, mark } of linesOf('full').filter(({ mark }) => mark)) {
    assert.equal(await stepAfter(tab, ']'), seq);
    assert.ok((await words(tab, '#changes .facts')).includes(`mark ${mark}`));
  }
}, 'full');

task('the run is played twice as fast, with long waits cut, and is paused', { fragment: '#step=0' }, async (tab) => {
  const recorded = linesOf('full').filter(({ action, set, opaque, gap }) => action || set || opaque || gap).map(({ at }) => at);
  const seconds = recorded.reduce((sum, at, index) => sum + Math.min(at - (recorded[index - 1] ?? 0), 1), 0) / 2;
  const idle = [];
  for (const key of ['>', 'i', 'i', 'i', 'i']) { await press(tab, key); idle.push(await tab.text('#idle')); }
  assert.deepEqual([await tab.text('#speed'), idle], ['2×', ['waits ≤ 1 s', 'waits ≤ 5 s', 'all waits', 'waits ≤ 200 ms', 'waits ≤ 1 s']]);
  // The time for which it plays, and the longest wait for a frame: on a busy machine, frames are late.
  const times = tab.evaluate("new Promise((resolve) => { const seen = []; (function look(at) { if (document.querySelector('#play').innerText !== '▶ Play') seen.push(at / 1000); if (document.querySelector('#now-step').innerText === 'Step 42') resolve([seen.at(-1) - seen[0], Math.max(...seen.slice(1).map((at, index) => at - seen[index]))]); else requestAnimationFrame(look); })(); })");
  await tab.press(' ');
  const [played, late] = await times;
  assert.ok(played > 0.9 * seconds - 3 * late && played < 1.2 * seconds + 3 * late, `${played} ${seconds} ${late}`);
  await press(tab, '<', '<', '<', 'Home', ' ', ' ');
  assert.deepEqual([await tab.text('#play'), await step(tab)], ['▶ Play', 0]);
}, 'full');

task('the state is copied by s', { fragment: '#step=31' }, async (tab) => {
  await press(tab, 's');
  assert.equal(await clipboard(tab), printed('state', '--json', fileOf(page), '31'));
});

task('a link for a ticket shows another person the same step, plot, search, filter, axis and zoom', { fragment: '#step=57&path=$.comments.unread' }, async (tab) => {
  const look = (of) => of.evaluate(`['#now-step', '#playhead-label', '.plot-name', '#steps-count', '#filter-hidden', '#state .row.current:not([hidden])'].map((part) => document.querySelector(part).innerText)
    .concat(document.querySelector('#filter-text').value, document.querySelector('#axis-time').ariaPressed, Math.round(parseFloat(document.querySelector('#window').style.left)))`);
  await press(tab, 'W', '/', ...'appeared', 'Enter', 'a', '+', 'l');
  const [address, text] = (await clipboard(tab)).split('\n');
  const other = await pageTest.browser().open(pagePath(page), { fragment: address.replace(`${page}.html`, '') });
  await other.settle();
  const first = linesOf(page).find(({ action }) => action?.screen?.action.appeared).seq;
  await soon(async () => [await look(other), await step(other), text.split(':')[0]], [await look(tab), first, `Step ${first} of 57`]);
  await other.close();
});

task('a value is plotted by a click and p, and n visits its changes', { fragment: '#step=0&pin=' }, async (tab) => {
  const { height } = await tab.box('#chart');
  await clickRow(tab, '#state', 'unread', '.value');
  await press(tab, 'p');
  const values = changes().map(({ after }) => after);
  const seen = [];
  for (const value of [0, ...values]) {
    await soon(async () => (await words(tab, '#gutter .plot-name')).split(' ×')[0], `$.comments.unread ${value} ${Math.min(...values)} to ${Math.max(...values)}`);
    seen.push(await step(tab));
    await press(tab, 'n');
  }
  assert.deepEqual(seen, [0, ...steps()]);
  assert.ok((await tab.box('#chart')).height > height);
  await press(tab, 'N', 'p');
  assert.deepEqual([await step(tab), (await tab.box('#chart')).height], [steps().at(-2), height]);
});

task('the list is narrowed to a path by o', { fragment: '#step=57&pin=' }, async (tab) => {
  await clickRow(tab, '#state', 'unread', '.value');
  await press(tab, 'o');
  await soon(async () => [await numbers(tab), await tab.text('#steps-count')], [steps(), `${steps().length} of 57`]);
  await press(tab, 'o');
  await soon(() => tab.text('#steps-count'), '57');
});

task('on a phone the three tabs lead to the step, what it did and the state', { width: 390, height: 844, touch: true }, async (tab) => {
  const { before, after } = changes().find(({ seq }) => seq === 33);
  assert.match((await tab.rows('#step-list .row.current'))[0], /^33 ● episodeTapped /);
  await tap(tab, '#tab-changes');
  assert.ok((await words(tab, '#changes')).includes(`$.comments.unread updated ${before} → ${after}`));
  await tap(tab, '#tab-state');
  assert.match((await tab.rows('#state .row.current'))[0], new RegExp(`^unread ${after} was ${before}`));
  await tap(tab, '#step-forward');
  await tap(tab, '#tab-steps');
  assert.match((await tab.rows('#step-list .row.current'))[0], /^34 /);
});

task('the keyboard alone finds the step, in 11 keys, and Tab reaches every control, with a ring around it', {}, async (tab) => {
  await press(tab, 'End', 'f', ...'unr', 'Enter', 'Escape', 'N', 'N', 'N', 'N');
  await soon(async () => [await step(tab), await words(tab, '#changes h3')], [33, 'episodeTapped']);
  const { before, after } = changes().find(({ seq }) => seq === 33);
  assert.ok((await words(tab, '#changes')).includes(`$.comments.unread updated ${before} → ${after}`));
  const controls = await tab.evaluate("[...document.querySelectorAll('button, input, select, [tabindex=\"0\"]')].filter((node) => node.checkVisibility() && !node.disabled && !node.closest('.rows')).map((node) => node.id || node.innerText).sort()");
  const reached = new Set();
  await tab.evaluate('document.activeElement.blur()');
  for (let count = 0; count < controls.length + 5; count += 1) {
    await tab.press('Tab');
    const [name, isRinged] = await tab.evaluate("(({ activeElement: node }) => [node.id || node.innerText, node.matches('body, .list, .splitter') || getComputedStyle(node).outlineStyle === 'solid'])(document)");
    assert.ok(isRinged, name);
    reached.add(name);
  }
  assert.deepEqual(controls.filter((name) => !reached.has(name)), []);
});
