// The page of “timeline serve” on the running example: from end to end.

import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Chromium, skipReason } from './chromium.mjs';

const skip = skipReason('unread-below-zero');
const tool = process.env.TIMELINE_TOOL;
const running = new Set();
let browser;
before(async () => { if (!skip) browser = await Chromium.start(); });
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await browser?.close();
});

/** Starts a command, and waits until it prints a pattern. Its standard input stays open. */
async function start(command, args, pattern) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  running.add(child);
  let output = '';
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += text;
    const found = pattern.exec(output);
    if (found) return { child, found };
  }
  throw new Error(`${command} printed ${output}`);
}

async function stop(child, signal) {
  child.kill(signal);
  const [status] = await once(child, 'exit');
  running.delete(child);
  return status;
}

const startApp = (...port) => start(join(dirname(tool), 'episodes'), ['--serve', ...port], /serving at (http:\S+:(\d+)),/);

test('a page of the running example shows its steps, steers it, and survives its end', { skip, timeout: 90_000 }, async () => {
  const app = await startApp();
  const [, url, port] = app.found;
  const server = await start(tool, ['serve', url, '--control'], /serving at (http:\S+)\n/);
  const tab = await browser.openAddress(server.found[1]);
  await tab.until("document.querySelector('#live-state').innerText === '● Live'");
  assert.equal(await tab.evaluate('location.hash'), '');

  // A dispatch on the page is a step of the app.
  await tab.press('x');
  await tab.send('Input.insertText', { text: '{"searchChanged":{"text":"rick"}}' });
  await tab.press('Enter');
  await tab.until("document.querySelector('#now-step').innerText === 'Step 1'");
  await tab.settle();
  assert.match((await tab.rows('#step-list .row')).at(-1), /^1 .*searchChanged/);
  assert.match((await tab.rows('#state .row.changed')).join('\n'), /search "rick"/);

  // The app shows its first position, and its newest again.
  await tab.press('Escape');
  await tab.evaluate('document.activeElement.blur()');
  await tab.press('Home', 'm');
  await tab.until("document.querySelector('#live-text').innerText === 'The app shows step 0.'");
  await tab.press('r');
  await tab.until("document.querySelector('#live-text').innerText === 'The app is at its newest step.'");

  // The app ends, and another run of it begins.
  await stop(app.child, 'SIGKILL');
  await tab.until("document.querySelector('#live-state').innerText === '◌ Lost'");
  const again = await startApp(port);
  await tab.until("document.querySelector('#live-state').innerText === '● Live' && document.querySelector('#steps-count').innerText === '0'");

  assert.deepEqual(tab.errors, []);
  assert.deepEqual([...new Set(tab.requests.map((request) => new URL(request).host))], [new URL(server.found[1]).host]);
  await tab.close();
  assert.equal(await stop(server.child, 'SIGINT'), 0);
  await stop(again.child, 'SIGKILL');
});
