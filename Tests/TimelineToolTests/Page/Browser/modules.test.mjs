import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { liveNames, modules, pageFile, pageNames } from './support.mjs';

const names = [...pageNames, ...liveNames];

/** The names that a module declares at its top level. */
function declared(source) { return [...source.matchAll(/^(?:export )?(?:async )?(?:function\*? |class |const |let )([\w$]+)/gm)].map(([, name]) => name); }

test('every module is listed once, and has at most 300 lines', () => {
  for (const name of names) assert.ok(pageFile(name).split('\n').length <= 300, name);
  assert.deepEqual([...names].sort(), readdirSync(modules).filter((name) => name.endsWith('.js') && name !== 'loader.js').sort());
});

test('imports and exports have the simple form that the join removes, and name modules listed before', () => {
  names.forEach((name, index) => {
    for (const line of pageFile(name).split('\n')) {
      if (line.startsWith('import')) {
        const match = /^import \{ [\w, ]+ \} from '\.\/([\w-]+\.js)';$/.exec(line);
        assert.ok(match, `${name}: ${line}`);
        assert.ok(names.indexOf(match[1]) < index, `${name} imports ${match[1]}, which is listed later`);
      }
      if (/^export/.test(line)) assert.match(line, /^export (?:async )?(?:function\*? |class |const )/, name);
      assert.doesNotMatch(line, /^\s*\}? from '|import\(|export default|import\.meta/, name);
    }
  });
});

test('imports name what the other module exports', () => {
  const exported = new Map(names.map((name) => [name, new Set([...pageFile(name).matchAll(/^export (?:async )?(?:function\*? |class |const )([\w$]+)/gm)].map(([, word]) => word))]));
  for (const name of names) {
    for (const [, words, from] of pageFile(name).matchAll(/^import \{ ([\w, ]+) \} from '\.\/([\w-]+\.js)';$/gm)) {
      const body = pageFile(name).replace(/^import .*$/gm, '');
      for (const word of words.split(', ')) {
        assert.ok(exported.get(from).has(word), `${name}: ${from} does not export ${word}`);
        assert.match(body, new RegExp(`\\b${word}\\b`), `${name} does not use ${word}`);
      }
    }
  }
});

test('top-level names are unique', () => {
  const owners = new Map();
  for (const name of names) {
    for (const word of declared(pageFile(name))) {
      assert.ok(!owners.has(word), `${word} is declared in ${owners.get(word)} and ${name}`);
      owners.set(word, name);
    }
  }
});

test('nothing makes markup or code of text, or sends anything', () => {
  const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|setTimeout\('|\bfetch\(|XMLHttpRequest|sendBeacon|\.src\s*=|\.href\s*=|window\.open|srcdoc|createContextualFragment|DOMParser|setAttribute\([^,]+, 'style'/;
  for (const name of [...names, 'loader.js']) assert.doesNotMatch(pageFile(name), forbidden, name);
  // Pages that are written hold nothing that opens a connection.
  assert.deepEqual(names.filter((name) => pageFile(name).includes('WebSocket')), ['live-connection.js']);
  for (const name of pageNames) for (const live of liveNames) assert.ok(!pageFile(name).includes(live), `${name}: ${live}`);
  for (const name of ['page.html', 'live.html']) assert.doesNotMatch(pageFile(name), / style=| on\w+=|<script|<style|https?:/);
  assert.doesNotMatch(pageFile('page.css'), /url\(|@import/);
});

test('the template has every placeholder once, on a line of its own', () => {
  for (const name of ['policy', 'title', 'style', 'live', 'script', 'data']) assert.equal(pageFile('page.html').split('\n').filter((line) => line === `<!--${name}-->`).length, 1, name);
});

test('every id that the modules look up is in the template', () => {
  const idsIn = (name) => [...pageFile(name).matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
  const [ids, liveIds] = [idsIn('page.html'), idsIn('live.html')];
  assert.equal(new Set([...ids, ...liveIds]).size, ids.length + liveIds.length);
  for (const name of names) {
    for (const [, id] of pageFile(name).matchAll(/(?:byId\(|onClick\(|button: )'([\w-]+)'/g)) assert.ok(ids.includes(id) || (liveNames.includes(name) && liveIds.includes(id)), `${name}: ${id}`);
  }
  // The ids of data elements.
  for (const id of ids) assert.doesNotMatch(id, /^(?:code|summary|steps|chunk-\d+)$/);
});
