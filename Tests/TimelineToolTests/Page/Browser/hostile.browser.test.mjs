// A hostile recording: nothing in it runs, is requested or becomes markup, and the page still shows it.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pagePath, skipReason } from './chromium.mjs';
import { pageTests, press } from './page-tests.mjs';

const pageTest = pageTests('hostile');

/** Tags that no view makes. */
const foreign = "[...document.querySelectorAll('#app script, #app img, #app svg, #app iframe, #app a, #app form, #app style, #app base, #app meta, #app object, #app template, #app plaintext, #app link')].length";

test('a hostile recording stays text', { skip: skipReason('hostile') }, async () => {
  const tab = await pageTest.browser().open(pagePath('hostile'), {});
  const dialogs = [];
  const navigations = [];
  tab.onevent = (method, params) => {
    if (method === 'Page.javascriptDialogOpening') dialogs.push(params.message);
    if (['Page.frameRequestedNavigation', 'Page.frameStartedNavigating', 'Page.frameNavigated', 'Page.windowOpen', 'Target.targetCreated'].includes(method)) navigations.push(params.url);
  };
  await tab.settle();
  const elements = await tab.evaluate("document.querySelectorAll('script').length");
  // Every step, through the list, the changes, the tree and the strip.
  await tab.press('Home');
  const last = Number(await tab.evaluate("document.querySelector('#chart').getAttribute('aria-valuemax')"));
  const names = [];
  for (let step = 0; step < last; step += 1) {
    await tab.press('.', 'w');
    names.push(await tab.evaluate("document.querySelector('#filter-text').value"));
    await tab.press('w');
    if (step % 10 === 0) await tab.settle();
  }
  await tab.settle();
  // Everything opened, searched, pinned, filtered, compared and handed over.
  for (const key of ['3', 'Home', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'p', 'h', 'Escape', 'o', 'Escape', 't', 'z', 'c', 'Home', 'c', 'Y', 'Y', 'y', 's', 'l', 'd', 'd', 'a', '+', '?', 'Escape']) await tab.press(key);
  for (const text of ['f<', '/script']) for (const key of text) await press(tab, key);
  const { x, y, width } = await tab.evaluate("(() => { const { x, y, width } = document.querySelector('#chart').getBoundingClientRect(); return { x, y, width }; })()");
  for (let part = 0; part < 20; part += 1) await tab.mouse('mouseMoved', x + (width * part) / 20, y + 40);
  await tab.settle();
  assert.deepEqual([dialogs, navigations, tab.errors, tab.requests.length, await tab.evaluate(foreign)], [[], [], [], 1, 0]);
  assert.deepEqual([await tab.evaluate("document.querySelectorAll('script').length"), await tab.evaluate("'polluted' in {} || Object.keys(Object.prototype).length > 0")], [elements, false]);
  // No character reaches the page that reorders or hides text.
  const hidden = await tab.evaluate(`(${JSON.stringify(names)}.concat([document.body.innerText, ...[...document.querySelectorAll('input, option')].map(({ value }) => value)]).join('').match(/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]/g) ?? []).map((c) => c.charCodeAt(0).toString(16))`);
  assert.deepEqual(hidden, []);
  // Also not in the name of the file.
  assert.equal(await tab.evaluate('document.title'), `'"><img src=x onerror=alert(1)><!--&lt;$(id)\\u{202E}.jsonl · Timeline`);
  assert.equal(await tab.text('#command'), `timeline state "$(printf '\\047\\042><img src=x onerror=alert(1)><\\041--&lt;\\044(id)\\342\\200\\256.jsonl')" 0 --path '$.keys'`);
  // What is watched is seen.
  await tab.evaluate("location.href = 'about:blank'");
  await tab.settle(260);
  assert.ok(navigations.includes('about:blank'), navigations.join());
  await tab.close();
});

pageTest('the tree of a hostile state has every key', { fragment: '#step=0&path=$.keys.__proto__&pin=' }, async (tab) => {
  assert.deepEqual([await tab.rows('#state .row.current'), await tab.text('#path-text')], [['__proto__ "__proto__"'], '$.keys.__proto__']);
  await tab.evaluate("location.hash = '#step=0&pin=&path=' + encodeURIComponent(\"$.keys['</script><script>alert(1)</script>']\")");
  await tab.settle();
  assert.deepEqual(await tab.rows('#state .row.current'), ['</script><script>alert(1)</script> "</script><script>alert(1)</script>"']);
});
