// Support for the tests of the page's modules.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

/** The folder of the modules. */
export const modules = join(dirname(fileURLToPath(import.meta.url)), '../../../../Sources/CTimelinePage/Page');

/** The folder of the project's own recordings. */
export const fixtures = join(modules, '../../../Fixtures');

/** The text of a file of the page. */
export function pageFile(name) { return readFileSync(join(modules, name), 'utf8'); }

/** Reads the data elements of the text of a page. */
export function pagePart(page) { return (id) => inflateRawSync(Buffer.from(new RegExp(`id="${id}">([^<]*)<`).exec(page)[1], 'base64')); }

/** A generator of random whole numbers below a limit, the same for the same seed. */
export function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** The columns of a table of steps from rows `{seq, at, type, origin, cause, kind, through, took, changes}`; without `seq`, steps are numbered from 1. `cause` is a step, 0 for none. */
export function columnsOf(rows) {
  const columns = { seq: [], at: [], kind: [], types: [], type: [], origins: [], origin: [], cause: [], changes: [], sites: [''], site: [], through: {}, took: {} };
  const places = { types: new Map(), origins: new Map() };
  const index = (list, name) => places[list].get(name) ?? places[list].set(name, columns[list].push(name) - 1).get(name);
  let [last, end, time] = [0, 0, 0];
  rows.forEach(({ seq = end + 1, at = time + 1000, type = 'tapped', origin = 'user', cause = 0, kind = 0, through = null, took = null, changes = 1 }, number) => {
    columns.seq.push(seq - last);
    columns.at.push(at - time);
    columns.kind.push(kind);
    columns.type.push(index('types', type));
    columns.origin.push(index('origins', origin));
    columns.cause.push(cause ? seq - cause : 0);
    columns.changes.push(changes);
    columns.site.push(0);
    [last, end, time] = [seq, through ?? seq, at];
    if (took !== null) columns.took[number] = took;
    if (through !== null) columns.through[number] = through;
  });
  return columns;
}

/** The text of a chunk: a keyframe and lines of an action and a patch. */
export function chunkText(keyframe, rows) {
  return [keyframe, ...rows.map(([action, patch]) => `${JSON.stringify(action)}\t${typeof patch === 'string' ? patch : JSON.stringify(patch)}`)].join('\n');
}

/** The modules of the page and those that a served page has after them, in the order of the script: each after those that it imports. */
export const [pageNames, liveNames] = ['script', 'live_script'].map((name) => {
  const [, list] = new RegExp(`^static const char ${name}\\[\\] = \\{$([^}]*)`, 'm').exec(readFileSync(join(modules, '../page.c'), 'utf8'));
  return [...list.matchAll(/^#embed "Page\/(.*)"/gm)].map(([, file]) => file);
});
