// Every command that a page hands over runs as it is pasted, in the folder of the recording. Needs the tool, in TIMELINE_TOOL.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { pagePath, skipReason } from './chromium.mjs';
import { pageTests } from './page-tests.mjs';

const tool = process.env.TIMELINE_TOOL;
const skipOf = (page) => skipReason(page) || (tool ? false : 'skipped: TIMELINE_TOOL names no tool');
const { browser } = pageTests('unread-bad');

/** The commands of a page at its first, last and middle step, and at one in eight between, with a path and without. */
async function commandsOf(page, path) {
  const commands = new Set();
  const tab = await browser().open(pagePath(page));
  await tab.settle();
  await tab.press('/');
  await tab.type(`${path} != 'none'`);
  await tab.press('Enter');
  const [first, last] = await tab.evaluate("['min', 'max'].map((end) => Number(document.querySelector('#chart').getAttribute(`aria-value${end}`)))");
  for (let step = first; step <= last; step += step < last ? Math.min(Math.ceil((last - first) / 8), last - step) : 1) {
    for (const fragment of [`#step=${step}`, `#step=${step}&path=${path}`]) {
      await tab.evaluate(`location.hash = '${fragment}'`);
      await tab.settle();
      for (let count = await tab.evaluate("document.querySelectorAll('#command-kinds button').length"); count > 0; count -= 1) {
        await tab.press('Y');
        await tab.settle(0);
        commands.add(await tab.text('#command'));
      }
    }
  }
  assert.deepEqual(tab.errors, []);
  await tab.close();
  return [...commands];
}

/** Pastes each command into a shell. A state or a difference is found; the answer to a question may be no, or that it cannot be told. Without a step, the app may crash. */
async function paste(commands) {
  const options = { cwd: dirname(pagePath('unread-bad')), env: { ...process.env, PATH: `${dirname(tool)}${delimiter}${process.env.PATH}` } };
  const failures = [];
  for (const command of commands) {
    const { status, stderr } = await new Promise((resolve) => execFile('bash', ['-c', command], options, (error, _, stderr) => resolve({ status: error?.code ?? 0, stderr })));
    const isQuestion = /^\S+ (?:blame|bisect|test|verify|replay|when) /.test(command);
    if (status !== 0 && !(isQuestion && status <= 2 && (command.includes(' --skip ') || !stderr.includes('trapped')))) failures.push(`${status} ${command}\n${stderr}`);
  }
  assert.deepEqual(failures, []);
}

const replayed = ['bisect', 'blame', 'diff', 'replay', 'state', 'test', 'when'];

describe('pasted commands', { concurrency: 4 }, () => { for (const [page, path, kinds] of [
  ...['unread-below-zero', 'unread-bad', 'trap-while-filtered', 'trap-bad', 'trapped', 'bundle'].map((page) => [page, '$.comments.unread', replayed]), ['wrong-details', '$.screens', replayed],
  ...['counted', 'salvaged', 'diverged-torn'].map((page) => [page, '$.count', replayed]), ['diverged', '$.count', [...replayed.slice(0, -1), 'verify', 'when']],
  ...['damaged', 'torn'].map((page) => [page, '$.count', ['log', 'state']]), ['full', '$.count', ['diff', 'state']], ['generated', '$.count', ['diff', 'log', 'state']],
]) {
  test(`each command of ${page} runs as pasted`, { skip: skipOf(page) }, async () => {
    const commands = await commandsOf(page, path);
    await paste(commands);
    assert.deepEqual([...new Set(commands.map((command) => command.split(' ')[1]))].sort(), kinds);
  });
} });
