// A served page: it follows, says how it is connected, and controls the app, with a server of the test in place of “timeline serve”.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagePath, skipReason } from './chromium.mjs';
import { countingRecording, liveTests, recordingOf, start, stop } from './live-server.mjs';
import { pageTests, press, step, stepAfter, violations } from './page-tests.mjs';
import { fixtures } from './support.mjs';

const page = 'unread-below-zero';
const skip = skipReason(page) || (process.env.TIMELINE_TOOL ? false : 'skipped: TIMELINE_TOOL names no tool');
const file = join(fixtures, `${page}.jsonl`);
const { browser } = pageTests(page, { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });

/** A recording with the steps of the fixture, and no verdict, as a running app has none. */
function recorded(facts = {}) {
  const { summary, rows } = recordingOf(pagePath(page));
  delete summary.verdict;
  summary.bad = [];
  return { summary: { ...summary, ...facts }, rows };
}

const liveTest = liveTests(page, browser, recorded);

/** Waits until an element has a text, and the page is at rest. */
async function shows(tab, selector, text) {
  await tab.until(`document.querySelector('${selector}').innerText === ${JSON.stringify(text)}`);
  await tab.settle();
}

const lastRow = async (tab) => (await tab.rows('#step-list .row')).at(-1);
const historyShows = (tab, ...steps) => tab.until(`[...document.querySelectorAll('#history .row')].filter((row) => row.offsetParent !== null).map((row) => parseInt(row.innerText)).sort((one, other) => one - other).join() === '${steps}'`);

liveTest('steps appear as they happen: at the last step, the page follows', { rows: 30 }, async (tab, server) => {
  assert.deepEqual([await step(tab), await tab.text('#live-state')], [30, '● Live']);
  for (const count of [1, 1, 11]) {
    server.append(count);
    await shows(tab, '#now-step', `Step ${server.count}`);
    assert.match(await lastRow(tab), new RegExp(`^${server.count} `));
  }
  assert.equal(await tab.evaluate("document.querySelector('#new-steps').hidden"), true);
  assert.match(await tab.text('#facts'), /· 43 steps in 1\.6 s ·/);
  assert.match(await tab.text('#now-facts'), /^ ?of 43 /);
  assert.equal(await tab.evaluate("document.querySelector('#zoom-fit').disabled"), true);
  // The state is that of the page which the tool wrote.
  assert.deepEqual([await tab.rows('#state .row.changed'), await tab.evaluate('location.hash')], [['isNew false was true', 'unread -4 was -3', 'lastScreen 8 was 7'], '']);
  server.broadcast({ took: { 42: 12_400 } });
  await shows(tab, '#filter-slow', '1 slow');
});

liveTest('anywhere else nothing moves, and the new steps are counted until End', { rows: 30, fragment: '&step=12&path=$.comments.unread' }, async (tab, server) => {
  assert.equal(await step(tab), 12);
  const places = `JSON.stringify([...document.querySelectorAll('.pane, #chart, .transport .now, #play, .row:not([hidden]), #playhead')].map((node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [node.innerText, x, y, width, height]; }).filter(([text]) => !/^Steps|^Step 12|^State/.test(text)).sort())`;
  const window = "document.querySelector('#playhead').style.transform";
  const before = [await tab.evaluate(places), await tab.evaluate(window)];
  for (const count of [1, 4, 8]) server.append(count);
  await shows(tab, '#new-steps', '13 new ⇥');
  assert.deepEqual([[await tab.evaluate(places), await tab.evaluate(window)], await step(tab), await tab.text('#steps-count')], [before, 12, '43']);
  await press(tab, 'End');
  assert.deepEqual([[await step(tab), await tab.evaluate("document.querySelector('#new-steps').hidden")], await tab.evaluate("document.querySelector('#zoom-fit').disabled")], [[43, true], true]);
  await press(tab, ',');
  server.append(2);
  await tab.until("document.querySelector('#new-steps').innerText === '2 new ⇥'");
  await tab.clickOn('#new-steps');
  assert.equal(await step(tab), 45);
  server.append(1);
  await tab.until("document.querySelector('#now-step').innerText === 'Step 46'");
});

liveTest('a live step that breaks an invariant is the verdict, and its states are marked', { rows: 20 }, async (tab, server) => {
  const strip = "document.querySelector('#chart canvas').toDataURL()";
  const bad = async () => (await tab.rows('#step-list .row.bad')).map((row) => row.split(' ')[0]);
  assert.equal(await tab.evaluate("document.querySelector('#verdict').hidden"), true);
  server.append(4);
  await shows(tab, '#now-step', 'Step 24');
  assert.deepEqual(await bad(), []);
  const before = await tab.evaluate(strip);
  server.broadcast({ bad: [[22, 24]], verdict: { kind: 'invariant', step: 22, name: 'unread is never negative' } });
  await tab.until("!document.querySelector('#verdict').hidden");
  await tab.settle();
  assert.deepEqual([await tab.text('#verdict-text'), await bad()], ['Step 22 broke an invariant. postTapped “unread is never negative” held until step 21.', ['22', '23', '24']]);
  assert.notEqual(await tab.evaluate(strip), before);
  // Rows and what is known of them come one after another, and the verdict stays.
  server.append(4);
  server.broadcast({ bad: [[22, 25], [28, 28]] });
  await shows(tab, '#now-step', 'Step 28');
  assert.deepEqual(await bad(), ['22', '23', '24', '25', '28']);
  await tab.clickOn('#verdict-go');
  assert.equal(await step(tab), 22);
  // A run that was taken for a crash goes on.
  server.broadcast({ bad: [], verdict: null });
  await tab.until("document.querySelector('#verdict').hidden");
  assert.deepEqual(await bad(), ['22', '23', '24', '25', '28']);
});

liveTest('filters, folds, causes, plots and histories take the new steps', { rows: 28 }, async (tab, server) => {
  await press(tab, 'f', 'u', 'n', 'r', 'Enter', 'Escape', 'p', 'h');
  await historyShows(tab, 6, 16);
  server.append(29);
  await shows(tab, '#now-step', 'Step 57');
  await historyShows(tab, 6, 16, 31, 32, 33, 43, 53, 54);
  assert.match((await tab.text('#gutter .plot-name')).replace(/\s+/g, ' '), /unread -4 -4 to 8/);
  assert.deepEqual(await tab.texts('#gutter .lane-name .count'), ['34', '23']);
});

liveTest('a filter by text and one by path keep what they say', { rows: 28 }, async (tab, server) => {
  await press(tab, '/', 'h', 'a', 'r', 'b', 'o', 'u', 'r');
  assert.equal(await tab.text('#steps-count'), '2 of 28');
  server.append(20);
  await tab.until("document.querySelector('#steps-count').innerText === '5 of 48'");
  await press(tab, 'Escape', 'f', 'u', 'n', 'r', 'Enter', 'Escape', 'o');
  server.append(9);
  await tab.until("document.querySelector('#steps-count').innerText === '8 of 57'");
  await press(tab, 'o', 't');
  assert.equal(await tab.text('#steps-count'), '57');
});

liveTest('a condition is judged after the steps that come', { rows: 28 }, async (tab, server) => {
  await tab.press('/');
  await tab.type('$.comments.unread > 3 || $.comments.unread < -3');
  const about = (text) => tab.until(`document.querySelector('#filter-about').innerText.startsWith('condition: true for ${text}')`);
  await about('10 states, in 1 span');
  server.append(3);
  await about('11 states, in 2 spans');
  server.append(26);
  await about('25 states, in 4 spans');
  assert.deepEqual(await tab.texts('#step-list .row:not([hidden]) .turn'), ['becomes true', 'becomes false', 'becomes true', 'becomes false', 'becomes true', 'becomes false', 'becomes true']);
});

liveTest('the tree of causes takes the new steps', { rows: 6 }, async (tab, server) => {
  await press(tab, 't');
  server.append(8);
  await tab.until("document.querySelector('#steps-count').innerText === '14' && document.querySelectorAll('#step-list .row:not([hidden])').length === 14");
  const rows = await tab.evaluate(`[...document.querySelectorAll('#step-list .row:not([hidden])')].sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)
    .map((row) => row.querySelector('.seq').innerText + ':' + row.style.getPropertyValue('--depth')).join(' ')`);
  assert.equal(rows, '1:0 2:1 3:1 4:1 5:1 6:1 7:0 8:1 9:0 10:0 11:0 12:0 13:1 14:0');
});

liveTest('chunks are read when they are looked at, and those that grew have each row once', { rows: 50, chunk: 15 }, async (tab, server) => {
  await press(tab, 'Home', '.', '.', '.', '.', '.', '.');
  assert.deepEqual([await step(tab), await tab.rows('#state .row.changed'), server.reads.toSorted()], [6, ['arrivals 1 was 0', 'unread 6 was 0'], [0, 1, 2, 3]]);
  server.append(7);
  await tab.settle();
  assert.equal(await stepAfter(tab, 'End', ',', ',', ',', ','), 53);
  assert.ok((await tab.rows('#state .row.changed')).includes('arrivals 3 was 2'));
  assert.equal(server.reads.length, 4);
});

liveTest('the token leaves the address, lasts for the tab, and is in no link', { rows: 10, fragment: '&step=4' }, async (tab, server) => {
  assert.equal(await tab.evaluate('location.href'), `${server.address}#step=4`);
  await press(tab, 'l');
  assert.deepEqual([await tab.evaluate('navigator.clipboard.readText()'), (await tab.evaluate('document.documentElement.outerHTML')).includes(server.token)], [`${server.address}#step=4`, false]);
  await press(tab, 'End');
  await tab.send('Page.reload');
  await tab.settle(600);
  assert.deepEqual([await step(tab), server.sockets.size], [10, 1]);
});

liveTest('a page without a token says so, and asks for nothing', { wrongToken: '', ready: "document.querySelector('#old')?.innerText.includes('token')" }, async (tab, server) => {
  assert.equal(await tab.text('#old'), 'This address has no token. Open the address that “timeline serve” printed, with its token.');
  await tab.settle(1300);
  assert.equal(server.requests, 0);
});

liveTest('a wrong token is said and not tried again, and a new address works in the same tab', { rows: 10, wrongToken: '#token=wrong', ready: "document.querySelector('#old')?.innerText.includes('not valid')" }, async (tab, server) => {
  assert.equal(await tab.text('#old'), 'The token of this address is not valid any more. Open the address that “timeline serve” printed, with its token.');
  await tab.settle(1500);
  assert.equal(server.requests, 1);
  await tab.evaluate(`location.hash = '#token=${server.token}'`);
  await tab.until("document.querySelector('#now-step').innerText === 'Step 10'");
  assert.equal(await tab.evaluate('location.hash'), '');
});

liveTest('the state of the connection is said, and a server that is back is followed at the same step', { rows: 30 }, async (tab, server) => {
  server.broadcast({ status: { state: 'lost', text: 'The app cannot be reached; its port 5123 is closed.' } });
  await tab.until("document.querySelector('#live-state').innerText === '◌ Lost'");
  assert.equal(await tab.text('#live-text'), 'The app cannot be reached; its port 5123 is closed.');
  server.broadcast({ status: { state: 'ended' } });
  await tab.until("document.querySelector('#live-state').innerText === '■ Ended'");
  assert.equal(await tab.text('#live-text'), 'The recording has ended: no more steps come.');
  await press(tab, ',', ',');
  await server.stop();
  await shows(tab, '#live-state', '○ Not connected');
  assert.equal(await tab.text('#live-text'), '“timeline serve” cannot be reached. This page keeps what it has read, and tries again in 1 second.');
  assert.equal(await stepAfter(tab, ','), 27);
  await tab.until("document.querySelector('#live-text').innerText.endsWith('tries again every 2 seconds.')");
  server.count = 33;
  await server.listen();
  await shows(tab, '#live-state', '● Live');
  assert.deepEqual([await step(tab), await tab.text('#new-steps'), await tab.text('#steps-count')], [27, '3 new ⇥', '33']);
});

liveTest('an app that was started again replaces everything, and pins and open paths stay', { rows: 40 }, async (tab, server) => {
  await press(tab, 'f', 'p', 'a', 'g', 'e', 's', 'Enter', 'Escape', 'p', 'c', ',', ',');
  const shown = await tab.texts('#state .row .key');
  assert.ok(shown.includes('pages'));
  server.play(recorded({ session: 'another', version: '3.0.0' }), 5);
  await shows(tab, '#program', 'episodes 3.0.0');
  assert.deepEqual([await step(tab), await tab.text('#steps-count'), (await tab.rows('#step-list .row')).map((row) => row.split(' ')[0])], [5, '5', ['1', '2', '3', '4', '5']]);
  assert.ok((await tab.texts('#state .row .key')).includes('pages'));
  await tab.until(String.raw`/\$\.list\.pages\s+1\s/.test(document.querySelector('#gutter .plot-name')?.innerText)`);
  assert.equal(await tab.evaluate("document.querySelector('#compared').hidden"), true);
  server.append(1);
  await tab.until("document.querySelector('#now-step').innerText === 'Step 6'");
});

const counting = { rows: 180, chunk: 50, recording: () => countingRecording(400), fragment: '&step=2' };

liveTest('filters by text and path find steps of a chunk that was not read, which is read once', counting, async (tab, server) => {
  await press(tab, '/');
  await tab.send('Input.insertText', { text: 'r":19' });
  await tab.until("document.querySelector('#steps-count').innerText === '1 of 180'");
  for (const count of [4, 4, 4, 4, 4]) {
    server.append(count);
    await tab.settle(80);
  }
  await tab.until("document.querySelector('#steps-count').innerText === '11 of 200'");
  assert.deepEqual(server.reads.toSorted((one, other) => one - other), [0, 1, 2, 3]);
});

liveTest('a search of the recording before ends', { rows: 200_000, chunk: 200_000, recording: () => countingRecording(200_000) }, async (tab, server) => {
  const other = countingRecording(95, 200, 'another');
  await tab.press('/', ...'r":');
  await tab.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await tab.press('9');
  server.play(other);
  await shows(tab, '#steps-count', '7 of 95');
  assert.equal(await tab.evaluate("document.querySelector('#failure').hidden"), true);
});

liveTest('a search that reads a damaged chunk says so', counting, async (tab, server) => {
  server.isSilent = true;
  await press(tab, '/', ...'r":9');
  server.broadcast({ chunk: 1, text: 'AAAA' });
  await tab.until("!document.querySelector('#failure').hidden");
  assert.match(await tab.text('#failure'), /^A part of this page cannot be read: .*Load the page again\.$/);
});

/** Chooses an option of a list by its text. */
async function choose(tab, id, text) {
  await tab.evaluate(`(() => { const list = document.querySelector('#${id}'); list.value = [...list.options].find((option) => option.text.replace(/ \\(\\d+\\)$/, '') === '${text}').value; list.dispatchEvent(new Event('change')); })()`);
  await tab.settle();
}

liveTest('filters by type and origin and folds stay in another recording, by name', counting, async (tab, server) => {
  await tab.press('/');
  await tab.type('counted3');
  await choose(tab, 'filter-origin', 'effect');
  await tab.clickOn('#fold-runs');
  assert.equal(await tab.text('#steps-count'), '21 of 180');
  const other = countingRecording(400, 200, 'another');
  other.rows = other.rows.slice(300).map((row, index) => ({ ...row, seq: index + 1, cause: 0, before: row.before }));
  server.play(other, 0);
  await tab.until("document.querySelector('#now-step').innerText === 'Step 0'");
  server.append(90);
  const kept = other.rows.slice(0, 90).filter(({ type, origin }) => type === 'counted3' && origin === 'effect').length;
  await tab.until(`document.querySelector('#steps-count').innerText === '${kept} of 90'`);
  assert.deepEqual(await tab.evaluate("[document.querySelector('#filter-text').value, document.querySelector('#filter-about').innerText.split(';')[0], document.querySelector('#filter-origin').selectedOptions[0]?.text]"), ['counted3', 'type', 'effect']);
  assert.equal(await tab.evaluate("document.querySelector('#fold-runs').getAttribute('aria-pressed')"), 'true');
});

const placeOf = (tab, id) => tab.evaluate(`new DOMMatrix(getComputedStyle(document.querySelector('${id}')).transform).e`);

liveTest('the place of the app is right when its step comes after it is said', { rows: 30 }, async (tab, server) => {
  await press(tab, ',');
  server.broadcast({ travel: { live: false, seq: 32, first: 0, last: 33, speed: null, held: 0 } });
  server.append(5);
  await tab.until("document.querySelector('#new-steps').innerText === '5 new ⇥'");
  await press(tab, 'End', ',', ',', ',');
  assert.deepEqual([await step(tab), await placeOf(tab, '#app-place')], [32, await placeOf(tab, '#playhead')]);
});

liveTest('marks appear on the strip, and one whose step comes after it is painted at its step', { rows: 30 }, async (tab, server) => {
  const height = await tab.evaluate("document.querySelector('#chart').clientHeight");
  server.broadcast({ marks: [{ seq: 4, at: 0.2, name: 'before checkout' }] });
  await tab.until(`document.querySelector('#chart').clientHeight > ${height}`);
  assert.equal(await stepAfter(tab, '['), 4);
  const painted = () => tab.evaluate("document.querySelector('#lanes').toDataURL()");
  await press(tab, 'End', ',');
  server.broadcast({ marks: [{ seq: 32, at: 0.2, name: 'before checkout' }] });
  await tab.settle();
  server.append(3);
  await tab.settle();
  const after = await painted();
  // This paints everything again.
  server.broadcast({ marks: [] });
  await tab.settle();
  assert.equal(after, await painted());
});

liveTest('a chunk that was asked for when the connection closed is asked for again', counting, async (tab, server) => {
  server.isSilent = true;
  await press(tab, '/', ...'r":18', 'Enter', 'Escape', 'End');
  await server.stop();
  await shows(tab, '#live-state', '○ Not connected');
  await press(tab, '/', ...'r":18');
  server.isSilent = false;
  await server.listen();
  await shows(tab, '#steps-count', '2 of 180');
  assert.deepEqual(await tab.rows('#state .row.changed'), ['count 180 was 179']);
});

liveTest('a server that is back changes neither the window of the strip nor the runs that are open', { rows: 1900, chunk: 500, recording: () => {
  const recording = countingRecording(2000);
  recording.rows = recording.rows.map((row) => ({ ...row, type: 'counted', origin: 'user', cause: 0 }));
  return recording;
} }, async (tab, server) => {
  await press(tab, '+', '+');
  await tab.clickOn('#step-list .fold');
  const shown = () => tab.evaluate("`${document.querySelector('#window').style.width} ${document.querySelectorAll('#step-list .row:not([hidden])').length}`");
  const before = await shown();
  await server.stop();
  await shows(tab, '#live-state', '○ Not connected');
  await server.listen();
  await shows(tab, '#live-state', '● Live');
  assert.equal(await shown(), before);
});

liveTest('what is open when another recording comes shows the new one: history, comparison, playback, search, help', { rows: 57, control: true }, async (tab, server) => {
  await press(tab, 'f', 'u', 'n', 'r', 'Enter', 'Escape', 'h', 'f', ...'unread', 'Enter');
  assert.equal((await tab.rows('#history .row')).length, 8);
  await tab.evaluate('document.activeElement.blur()');
  await press(tab, 'c', ',', ',');
  await tab.press(' ', '?');
  server.broadcast({ problem: 'Step 99 is not in the recording.' });
  await tab.until("document.querySelector('#app-problem').innerText !== ''");
  server.play(recorded({ session: 'another' }), 20);
  await shows(tab, '#steps-count', '20');
  assert.equal(await tab.evaluate("document.querySelector('#help').open"), true);
  await press(tab, '?');
  assert.deepEqual([await step(tab), await tab.text('#play'), await tab.text('#app-problem')], [20, '▶ Play', '']);
  await historyShows(tab, 6, 16);
  assert.equal(await tab.evaluate("document.querySelector('#compared').hidden && document.querySelector('#failure').hidden"), true);
  assert.equal(await stepAfter(tab, 'N'), 16);
});

liveTest('the page follows in the tree of causes, however long it takes to arrange', { rows: 50_000, chunk: 500, recording: () => countingRecording(50_100) }, async (tab, server) => {
  // Where there is no room for each step, the most frequent types have lanes, and a click shows only one.
  const lanes = await tab.texts('#gutter .lane-name');
  assert.deepEqual([lanes[0], lanes.at(-1), lanes.length], ['●\ntapped\n10,000 · 20 %', '✚\nothers\n22,856 · 46 %', 5]);
  for (const shown of ['10,000 of 50,000', '50,000']) {
    await tab.clickOn('#gutter button.lane-name');
    assert.equal(await tab.text('#steps-count'), shown);
  }
  await tab.evaluate('document.activeElement.blur()');
  await press(tab, 't');
  await tab.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  for (let count = 0; count < 10; count += 1) {
    server.append(10);
    await new Promise((resolve) => { setTimeout(resolve, 60); });
  }
  await tab.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await tab.until("document.querySelector('#now-step').innerText === 'Step 50100'");
  await tab.until("[...document.querySelectorAll('#step-list .row.current')].some((row) => row.offsetParent && row.innerText.startsWith('50100'))");
});

liveTest('a filter by path finds every step when one comes as it ends to look', { rows: 120, chunk: 100, recording: () => countingRecording(130), fragment: '&path=$.count', isSilent: true }, async (tab, server) => {
  const answer = (index) => server.broadcast({ chunk: index, text: server.chunkText(index) });
  answer(1);
  await tab.settle();
  await press(tab, 'o');
  answer(0);
  // The search ends after a frame.
  await tab.evaluate('new Promise(requestAnimationFrame)');
  server.append(1);
  await shows(tab, '#steps-count', '121');
});

liveTest('without control the page says that it is read-only, and sends nothing', { rows: 10 }, async (tab, server) => {
  assert.match(await tab.text('#read-only'), /^Read-only: “timeline serve --control”/);
  assert.equal(await tab.evaluate("document.querySelector('#controls').hidden && document.querySelector('#show-controls').hidden"), true);
  await press(tab, 'm', 'M', '(', 'r', 'x');
  assert.deepEqual(server.received, []);
});

liveTest('the page controls the app, and shows where it is', { rows: 30, control: true, travel: { live: true, seq: 30 } }, async (tab, server) => {
  assert.equal(await tab.text('#live-text'), 'The app is at its newest step.');
  await press(tab, ',', ',', ',');
  await tab.clickOn('#app-here');
  await press(tab, '(', ')', 'M', 'm');
  server.broadcast({ travel: { live: false, seq: 17, first: 0, last: 30, speed: 2, held: 3 } });
  await tab.until("document.querySelector('#live-text').innerText === 'The app shows step 17, playing 2×, and holds 3 actions back.'");
  assert.equal(await tab.evaluate("document.querySelector('#app-place').hidden"), false);
  const place = await tab.middle('#app-place');
  const mark = await tab.evaluate("(() => { const { x, width } = document.querySelector('#chart').getBoundingClientRect(); return x + (17 + 0.5) / 31 * width; })()");
  assert.ok(Math.abs(place.x - mark) < 2, `${place.x} ${mark}`);
  await tab.clickOn('#app-play');
  await tab.clickOn('#app-refuse');
  await press(tab, 'r');
  assert.deepEqual(server.received, [
    '{"travel":{"to":"27"}}', '{"travel":{"step":-1}}', '{"travel":{"step":1}}', '{"travel":{"play":1}}', '{"travel":{"to":"27"}}',
    '{"travel":{"pause":true}}', '{"travel":{"resume":"refuse"}}', '{"travel":{"resume":"release"}}',
  ]);
  server.broadcast({ problem: 'Step 99 is not in the recording.' });
  await tab.until("document.querySelector('#app-problem').innerText === 'Step 99 is not in the recording.'");
  // It is in the flow, and covers nothing; Escape and a new state of the app take it away.
  assert.ok(await tab.evaluate("document.querySelector('#app-problem').getBoundingClientRect().bottom <= document.querySelector('#strip').getBoundingClientRect().top"));
  await press(tab, 'Escape');
  assert.equal(await tab.text('#app-problem'), '');
  server.broadcast({ problem: 'Step 98 is not in the recording.' });
  await tab.until("document.querySelector('#app-problem').innerText === 'Step 98 is not in the recording.'");
  server.broadcast({ status: { state: 'lost' } });
  await tab.until("document.querySelector('#app-here').disabled");
  assert.equal(await tab.text('#app-problem'), '');
  await press(tab, 'm');
  assert.equal(server.received.length, 8);
});

liveTest('an action is sent as it is written, and what is no JSON is said at the field and not sent', { rows: 10, control: true }, async (tab, server) => {
  await press(tab, 'x', ...'{"a":}', 'Enter');
  assert.match(await tab.text('#app-problem'), /^This is no JSON, and was not sent: /);
  assert.deepEqual([await tab.evaluate("document.querySelector('#dispatch').getAttribute('aria-invalid')"), server.received], ['true', []]);
  await press(tab, 'Home', ...'[0,');
  assert.equal(await tab.text('#app-problem'), '');
  await tab.evaluate("document.querySelector('#dispatch').select()");
  await press(tab, ...' {"count":{"by":9223372036854775808}}', 'Enter');
  assert.deepEqual(server.received, ['{"dispatch":{"count":{"by":9223372036854775808}}}']);
});

liveTest('the field of an action grows, recalls what was sent, and takes the action of a step or of a type', { rows: 20, control: true }, async (tab, server) => {
  const [value, height] = ['value', 'offsetHeight'].map((name) => () => tab.evaluate(`document.querySelector('#dispatch').${name}`));
  const line = await height();
  await press(tab, 'x');
  for (const text of ['{"a":1}', '{"b":2}']) {
    await tab.evaluate("document.querySelector('#dispatch').select()");
    await tab.type(text);
    await press(tab, 'Enter');
  }
  const recalled = [];
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
    await press(tab, key);
    recalled.push(await value());
  }
  assert.deepEqual(recalled, ['{"b":2}', '{"a":1}', '{"a":1}', '{"b":2}', '']);
  await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Enter', text: '\r', modifiers: 8, windowsVirtualKeyCode: 13 });
  await tab.settle();
  assert.equal(await value(), '\n');
  assert.ok(await height() > line + 10);
  await tab.evaluate("document.activeElement.blur()");
  await press(tab, 'Home', '.', 'X');
  assert.equal(await value(), '{"refreshTapped":{}}');
  await choose(tab, 'dispatch-types', 'searchChanged');
  await tab.until("document.querySelector('#dispatch').value.startsWith('{\"searchChanged\"')");
  assert.deepEqual([await tab.evaluate('document.activeElement.id'), server.received], ['dispatch', ['{"dispatch":{"a":1}}', '{"dispatch":{"b":2}}']]);
});

for (const width of [320, 400, 1440]) {
  liveTest(`at ${width} px nothing is wider than the page, and axe-core finds no violation, in light and dark`, { rows: 20, control: true, width, height: 800, travel: { live: true, seq: 20 } }, async (tab, server) => {
    if (width < 1000) {
      assert.equal(await tab.evaluate("document.querySelector('#controls').hidden"), true);
      await tab.clickOn('#show-controls');
    }
    await press(tab, ',', 'x', '{', 'Enter');
    assert.notEqual(await tab.text('#app-problem'), '');
    server.append(3);
    server.broadcast({ travel: { live: false, seq: 7, first: 0, last: 23, speed: null, held: 1 } });
    await tab.until("document.querySelector('#new-steps').innerText === '3 new ⇥' && !document.querySelector('#app-refuse').hidden");
    for (const value of ['light', 'dark']) {
      await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
      await tab.settle();
      assert.deepEqual(await violations(tab), []);
      const wide = await tab.evaluate(`[...document.querySelectorAll('.app-bar *, .transport *')].filter((node) => node.offsetParent && (node.getBoundingClientRect().right > ${width} || node.getBoundingClientRect().left < 0)).map((node) => node.id)`);
      assert.deepEqual(wide, []);
    }
  });
}

liveTest('200 steps a second with 100,000 before are all shown', {
  rows: 100_000, chunk: 500, recording: () => countingRecording(101_000, 100_000), fragment: '&path=$.count',
}, async (tab, server) => {
  await press(tab, 'p');
  await tab.until("document.querySelector('#gutter .range')?.innerText.startsWith('0 to 1')");
  for (let message = 0; message < 200; message += 1) {
    server.append(2);
    if (message % 40 === 20) await tab.until(`document.querySelector('#now-step').innerText === 'Step ${server.count}'`);
    else await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.equal(await step(tab), 100_400);
});

test('task: a step is skipped, and both verdicts are read', { skip, timeout: 240_000 }, async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'what-if-')), 'run.jsonl');
  copyFileSync(file, path);
  const server = await start('timeline', ['serve', path], /serving at (http:\S+)\n/);
  const tab = await browser().openAddress(`${server.found[1]}&step=32`);
  const outcome = async () => {
    await tab.until("!document.querySelector('#outcome-save').disabled");
    return [await tab.text('#outcome-text'), ...await tab.texts('#outcome-sides p'), await tab.text('#outcome-lines'), ...await tab.rows('#step-list .row.left-out')];
  };
  await shows(tab, '#now-step', 'Step 32');
  await press(tab, 'e', 'Enter');
  assert.deepEqual(await outcome(), [
    'The states differ from step 32 on.', 'Step 33 breaks “unread is never negative”.', 'No invariant is broken.', 'It ends after 57 steps.', 'It ends after 56 steps.',
    'The state differs from the one recorded after step 57 (recorded → edited):\n    $.comments.unread  -4 → 4', '32 ● allReadTapped left out',
  ]);
  await tab.clickOn('#outcome-save');
  await shows(tab, '#outcome-saved', `Saved as ${path.replace('run.jsonl', 'run.edited.jsonl')}.`);
  assert.deepEqual([(await tab.text('#outcome-command')).replace('swift run ', ''), readFileSync(path), await violations(tab)], [`timeline replay ${path} --skip 32`, readFileSync(file), []]);
  for (const text of ['{', '{"episodeTapped":{"id":1}}']) {
    if (text === '{') await press(tab, '.', 'e');
    await tab.evaluate(`document.querySelector('#edit-action').value = ${JSON.stringify(text)}`);
    await tab.clickOn('#edit-replace');
    if (text === '{') assert.match(await tab.text('#edit-problem'), /^This is not valid JSON: /);
  }
  await tab.clickOn('#outcome-changes .chip');
  assert.deepEqual([(await outcome()).slice(0, 3), await tab.texts('#outcome-changes .chip')], [['The states differ from step 33 on.', 'Step 33 breaks “unread is never negative”.', 'Step 33 breaks “unread is never negative”.'], ['33 edited ×']]);
  await tab.clickOn('#outcome-clear');
  assert.deepEqual([await tab.evaluate("document.querySelector('#outcome').hidden"), tab.errors], [true, []]);
  assert.equal(await stop(server.child, 'SIGINT'), 0);
});

test('task: the running app is steered, crashes and is started again, and its first run is kept and saved', { skip, timeout: 240_000 }, async () => {
  process.chdir(mkdtempSync(join(tmpdir(), 'runs-')));
  const startApp = (...port) => start('episodes', ['--serve', ...port], /serving at (http:\S+:(\d+)),/);
  const app = await startApp();
  const [, url, port] = app.found;
  const server = await start('timeline', ['serve', url, '--control'], /serving at (http:\S+)\n/);
  const tab = await browser().openAddress(server.found[1]);
  const marks = () => tab.evaluate("[...document.querySelectorAll('#step-list .row:not([hidden]) .bookmark')].filter((mark) => mark.textContent === '⚑').length");
  await tab.until("document.querySelector('#live-state').innerText === '● Live'");
  assert.equal(await tab.evaluate('location.hash'), '');

  // A dispatch on the page is a step of the app.
  await tab.press('x');
  await tab.send('Input.insertText', { text: '{"searchChanged":{"text":"rick"}}' });
  await tab.press('Enter');
  await shows(tab, '#now-step', 'Step 1');
  assert.match((await tab.rows('#step-list .row')).at(-1), /^1 .*searchChanged/);
  assert.match((await tab.rows('#state .row.changed')).join('\n'), /search "rick"/);

  // A value is set, and the present program goes on from there. The app does not.
  await tab.evaluate('document.activeElement.blur()');
  await press(tab, 'e');
  await tab.evaluate("[document.querySelector('#edit-path').value, document.querySelector('#edit-value').value] = ['$.comments.unread', '-1']");
  await tab.clickOn('#edit-set');
  await tab.until("!document.querySelector('#outcome-save').disabled");
  assert.deepEqual([await tab.texts('#outcome-changes .chip'), (await tab.texts('#outcome-sides p')).slice(0, 2)], [['$.comments.unread set after 1 ×'], ['No invariant is broken.', 'Step 2 breaks “unread is never negative”.']]);
  assert.match(await tab.text('#outcome-command'), /timeline replay - --set 1 '\{"\$\.comments\.unread":-1\}'/);
  await tab.clickOn('#outcome-clear');
  // It is locked at its newest step, and runs on; a link opens.
  await press(tab, 'R');
  await tab.until("document.querySelector('#live-text').innerText === 'The app shows step 1.'");
  assert.equal(await tab.evaluate("document.querySelector('#app-lock').disabled"), true);
  await press(tab, 'r');
  await tab.until("document.querySelector('#live-text').innerText === 'The app is at its newest step.'");
  await press(tab, 'x');
  await tab.send('Input.insertText', { text: 'episodes://nowhere' });
  await press(tab, 'Enter');
  await shows(tab, '#now-step', 'Step 2');
  assert.match((await tab.rows('#step-list .row')).at(-1), /linkOpened/);

  // The app shows its first position, and its newest again.
  await tab.press('Escape');
  await tab.evaluate('document.activeElement.blur()');
  await tab.press('Home', 'm');
  await tab.until("document.querySelector('#live-text').innerText === 'The app shows step 0.'");
  await tab.press('r');
  await tab.until("document.querySelector('#live-text').innerText === 'The app is at its newest step.'");

  // The app ends, and another run of it begins: at an older step, the page only says so. The run before stays, with its bookmark.
  await press(tab, 'End', 'B', 'x', 'Enter');
  await press(tab, ',');
  await stop(app.child, 'SIGKILL');
  await shows(tab, '#live-state', '◌ Lost');
  let again = await startApp(port);
  await shows(tab, '#new-run', 'Run 2 has begun ⇥');
  assert.deepEqual([await step(tab), await tab.text('#live-state'), await tab.text('#command')], [1, '■ Ended', 'None: the steps are in no file.']);
  await tab.clickOn('#new-run');
  await tab.until("document.querySelector('#live-state').innerText === '● Live' && document.querySelector('#steps-count').innerText === '0'");
  assert.equal(await marks(), 0);
  await choose(tab, 'runs', 'Run 1, 2 steps · ended');
  assert.deepEqual([await step(tab), await tab.text('#steps-count'), await marks()], [1, '2', 1]);
  // It is shown also when the page is loaded again.
  await tab.send('Page.reload');
  await tab.until("document.querySelector('#runs')?.selectedOptions[0]?.text === 'Run 1, 2 steps · ended' && document.querySelector('#steps-count').innerText === '2'");
  await press(tab, 'Home');
  // It is saved, and the command that the page offers reads the file.
  await tab.clickOn('#save-run');
  await tab.until("document.querySelector('#saved-run').innerText.startsWith('Saved as ')");
  const words = (await tab.text('#command')).replace('swift run ', '').split(' ');
  await start('timeline', words.slice(1), /"screens"/);
  assert.deepEqual([words[1], await violations(tab)], ['state', []]);
  // At the last step of the latest run, the page goes on with the next one.
  await choose(tab, 'runs', 'Run 2 · latest');
  await stop(again.child, 'SIGKILL');
  again = await startApp(port);
  await tab.until("document.querySelector('#runs').selectedOptions[0].text === 'Run 3 · latest' && document.querySelector('#live-state').innerText === '● Live'");
  assert.deepEqual([tab.errors, [...new Set(tab.requests.map((request) => new URL(request).host))]], [[], [new URL(server.found[1]).host]]);
  await tab.close();
  assert.equal(await stop(server.child, 'SIGINT'), 0);
  await stop(again.child, 'SIGKILL');
});
