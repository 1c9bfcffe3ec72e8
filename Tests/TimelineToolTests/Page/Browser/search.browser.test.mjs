// The one field that finds steps: by a text, a type, a path, or a condition over all states.

import assert from 'node:assert/strict';
import { pageTests, press, stepAfter } from './page-tests.mjs';

const pageTest = pageTests('unread-below-zero');

/** Types a text into the field in place of what is there; returns what it was understood as. */
async function find(tab, text) {
  // What the field has is selected, and replaced.
  await tab.clickOn('#steps-title');
  await tab.press('/');
  await tab.type(text);
  await tab.settle();
  const [value, id] = await tab.evaluate("(({ value, attributes }) => [value, attributes['aria-describedby'].value])(document.querySelector('#filter-text'))");
  assert.equal(value, text);
  return (await tab.text(`#${id}`)).replace(/(?:; )?step \d+ is not in the list/, '');
}

const rows = (tab) => tab.rows('#step-list .row');
const numbers = async (tab) => (await rows(tab)).map((row) => Number(row.split(' ')[0]));
const turns = (tab) => tab.texts('#step-list .row:not([hidden]) .turn');
const field = (tab) => tab.evaluate("document.querySelector('#filter-text').value");

pageTest('a text is marked where a row has it, also deep in an action, letter case aside', {}, async (tab) => {
  assert.deepEqual([await find(tab, 'harbour'), await tab.text('#steps-count')], ['text: 7 steps', '7 of 57']);
  assert.deepEqual(await tab.texts('#step-list .row mark'), ['Harbour', 'Harbour', 'Harbour', 'harbour', 'Harbour', 'Harbour', 'Harbour']);
  await press(tab, 'Escape');
  assert.deepEqual([await tab.text('#steps-count'), await tab.texts('#step-list .row mark'), await tab.text('#filter-about')], ['57', [], '']);
  assert.deepEqual([await find(tab, 'TAPPED'), [...new Set(await tab.texts('#step-list .row .name mark'))]], ['text: 19 steps', ['Tapped']]);
});

pageTest('the name of a type, with what holds it or without, shows its steps', {}, async (tab) => {
  const types = await tab.evaluate("[...document.querySelectorAll('#filter-types option')].map(({ value, label }) => `${value}: ${label}`)");
  assert.deepEqual(types.filter((type) => type.startsWith('screen')).slice(0, 2), ['screen: 17 steps', 'screen › appeared: 4 steps']);
  for (const name of ['appeared', 'screen › appeared']) assert.deepEqual([await find(tab, name), await numbers(tab), await tab.texts('#step-list .row mark')], ['type', [17, 34, 44, 55], []]);
  assert.deepEqual([await find(tab, 'screen'), await tab.text('#steps-count')], ['type', '17 of 57']);
  assert.equal(await find(tab, 'scree'), 'text: 17 steps · path $.lastScreen, $.screens, $.screens[*].screen');
  await press(tab, 'Escape', 'Home', '.', 'w');
  assert.equal(await field(tab), 'refreshTapped');
  assert.match(await tab.text('#filter-about'), /^type/);
  await press(tab, 'w');
  assert.equal(await field(tab), '');
});

pageTest('a path shows the steps that changed it, and to what', {}, async (tab) => {
  for (const path of ['$.comments.unread', "@['comments'].unread"]) {
    assert.deepEqual([await find(tab, path), await numbers(tab)], ['path: 8 changes', [6, 16, 31, 32, 33, 43, 53, 54]]);
    assert.deepEqual(await turns(tab), ['→ 6', '→ 3', '→ 8', '→ 0', '→ -3', '→ -4', '→ -3', '→ -4']);
  }
  assert.equal(await find(tab, '$.comments.unred'), 'path: no state has it');
});

pageTest('a path with wildcards or descendants, and a pointer, show the steps that changed a value there', { fragment: '#step=57' }, async (tab) => {
  for (const [path, about, steps] of [
    ['$.comments.all[*].isNew', 'path: 9 steps', [6, 16, 22, 31, 33, 39, 43, 53, 54]], ['$..unread', 'path: 8 steps', [6, 16, 31, 32, 33, 43, 53, 54]], ['$.comments.*', 'path: 12 steps', [6, 16, 22, 23, 31, 32, 33, 39, 40, 43, 53, 54]],
    ['/comments/unread', 'path: 8 changes', [6, 16, 31, 32, 33, 43, 53, 54]], ['/none', 'text: 0 steps', []], ['?$.comments.none', 'condition: true for no state; no state has $.comments.none', []],
    ['count($.comments.all) > 3', 'condition: true for no state; count() of one value is at most 1; length() counts its members', []],
  ]) {
    assert.equal(await find(tab, path), about, path);
    assert.deepEqual(await numbers(tab), steps, path);
  }
  assert.deepEqual((await tab.evaluate("[...document.querySelectorAll('#filter-types option')].filter(({ label }) => label === 'path').map(({ value }) => value)")).filter((path) => path.startsWith('$.comments')),
    ['$.comments', '$.comments.all', '$.comments.arrivals', '$.comments.unread', '$.comments.all[*].author', '$.comments.all[*].episode', '$.comments.all[*].id', '$.comments.all[*].isNew', '$.comments.all[*].text', '$.comments.all[*].written']);
});

pageTest('Enter and n go to the next match and on from the start, N back, and buttons and keys stay in the list', { fragment: '#step=57' }, async (tab) => {
  const shown = async (...keys) => { await press(tab, ...keys); return Number((await tab.text('#now-step')).slice(5)); };
  assert.deepEqual([await find(tab, 'appeared'), await tab.text('#filter-about'), await shown('Enter')], ['type', 'type; step 57 is not in the list', 17]);
  assert.equal(await tab.text('#filter-about'), 'type; from the start again');
  assert.deepEqual([await shown('.'), await shown('ArrowRight'), await shown('n'), await shown('n'), await shown('N'), await shown(',')], [34, 44, 55, 17, 55, 44]);
  await tab.clickOn('#step-forward');
  assert.equal(await shown(), 55);
  await tab.clickOn('#step-back');
  assert.equal(await shown(), 44);
  await tab.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'ArrowRight', modifiers: 8, windowsVirtualKeyCode: 39 });
  assert.deepEqual([await shown(), await find(tab, '$.comments.unread < 0'), await shown('Enter')], [45, 'condition: true for 25 states, in 1 span', 33]);
});

pageTest('a number, a time and a mark go to their step', { fragment: '#step=57&mark=12:before' }, async (tab) => {
  for (const [text, about, step] of [['#5', 'Enter goes to step 5', 5], ['33', 'text: 1 step; Enter goes to step 33', 33], ['@1.5s', 'Enter goes to step 39', 39], ['%before', 'Enter goes to step 12', 12], ['#99', 'text: 0 steps', 12]]) {
    assert.equal(await find(tab, text), about);
    assert.equal(await stepAfter(tab, 'Enter'), step);
  }
});

/** The steps below whose place the band of a condition is painted. */
async function banded(tab) {
  return tab.evaluate(`(() => {
    const canvas = document.querySelector('#lanes');
    const { width, data } = canvas.getContext('2d').getImageData(0, 27, canvas.width, 1);
    const color = new Option();
    color.style.color = getComputedStyle(document.documentElement).getPropertyValue('--new');
    const [red, green, blue] = color.style.color.match(/\\d+/g).map(Number);
    const isBand = (x) => data[x * 4] === red && data[x * 4 + 1] === green && data[x * 4 + 2] === blue;
    // Position 0 is at the left border, and half a step remains at the right one.
    return [...Array(58).keys()].filter((step) => isBand(Math.min(width - 1, Math.round((step + 0.25) / 57.5 * width))));
  })()`);
}

pageTest('a condition shows the steps that made it true or false, and its spans on the strip', { fragment: '#step=0' }, async (tab) => {
  assert.deepEqual([await banded(tab), await find(tab, '$.comments.unread > 3'), await numbers(tab)], [[], 'condition: true for 11 states, in 2 spans', [6, 16, 31, 32]]);
  assert.deepEqual([await turns(tab), await banded(tab)], [['becomes true', 'becomes false', 'becomes true', 'becomes false'], [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 31]]);
  assert.equal(await tab.text('#command'), "timeline when unread-below-zero.jsonl '$.comments.unread > 3'");
  await press(tab, 'Enter', 'ArrowDown');
  assert.deepEqual([await tab.text('#now-step'), await find(tab, '$.comments.unread < 0 || $.none')], ['Step 16', 'condition: true for 25 states, in 1 span; no state has $.none']);
  assert.deepEqual(await banded(tab), Array.from({ length: 25 }, (_, index) => 33 + index));
  assert.deepEqual([await find(tab, '!$.none'), await numbers(tab)], ['condition: true for 58 states, in 1 span, from the first one on; no state has $.none', []]);
  assert.deepEqual([await tab.text('#steps-empty'), (await banded(tab)).length], ['No step made the condition true or false. Press Escape to clear it.', 58]);
  assert.equal(await find(tab, '$.comments.unread > 8'), 'condition: true for no state');
  await press(tab, 'Escape');
  assert.deepEqual(await banded(tab), []);
});

pageTest('a condition is unknown where the state is', {}, async (tab) => {
  assert.match(await find(tab, '$.count > 0'), /^condition: .*; unknown for [1-9]\d* states? \(hatched\)$/);
  assert.ok((await turns(tab)).includes('becomes unknown'), String(await turns(tab)));
}, 'damaged');

pageTest('what only the tool can evaluate is named, and its command is handed over', { fragment: '#step=33' }, async (tab) => {
  await tab.clickOn('[data-kind="state"]');
  assert.equal(await find(tab, '$.comments.all[?@.isNew]'), 'Column 16: the page cannot evaluate a filter. In a terminal, “timeline when” can.');
  assert.equal(await tab.text('#command'), "timeline when unread-below-zero.jsonl '$.comments.all[?@.isNew]'");
  assert.deepEqual([await tab.text('#command-kinds [aria-pressed="true"]'), await tab.text('#steps-count')], ['When', '57']);
  assert.equal(await tab.evaluate("document.querySelector('#filter-text').hasAttribute('aria-invalid')"), false);
  await press(tab, 'Escape');
  assert.equal(await tab.text('#command-kinds [aria-pressed="true"]'), 'State');
});

pageTest('a text that is no condition is refused at its column, and filters nothing', {}, async (tab) => {
  const isInvalid = () => tab.evaluate("document.querySelector('#filter-text').getAttribute('aria-invalid')");
  assert.deepEqual([await find(tab, '$.comments.unread <'), await isInvalid()], ['Column 20: expected a value, a path or a function, found the end.', 'true']);
  assert.equal(await tab.text('#steps-count'), '57');
  assert.match(await tab.text('#command'), /^timeline diff /);
  await tab.type(' 0');
  await tab.settle();
  assert.deepEqual([await tab.text('#filter-about'), await isInvalid()], ['condition: true for 25 states, in 1 span', null]);
});
