// Support for the tests of the page's modules.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the modules. */
export const modules = join(dirname(fileURLToPath(import.meta.url)), '../../../../Sources/CTimelinePage/Page');

/** The folder of the project's own recordings. */
export const fixtures = join(modules, '../../../Fixtures');

/** The text of a file of the page. */
export function pageFile(name) { return readFileSync(join(modules, name), 'utf8'); }

/** A generator of random whole numbers below a limit, the same for the same seed. */
export function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** The columns of a table of steps from rows `{at, type, origin, cause, kind, through, took}`; steps are numbered from 1. */
export function columnsOf(rows) {
  const columns = { seq: [], at: [], kind: [], types: [], type: [], origins: [], origin: [], cause: [], changes: [], sites: [''], site: [], through: {}, took: {} };
  const index = (list, name) => (list.includes(name) ? list.indexOf(name) : list.push(name) - 1);
  let [seq, last, time] = [0, 0, 0];
  rows.forEach((row, number) => {
    seq += 1;
    const { at = time + 1000, type = 'tapped', origin = 'user', cause = null, kind = 0, through = null, took = null, changes = 1 } = row;
    columns.seq.push(seq - last);
    columns.at.push(at - time);
    columns.kind.push(kind);
    columns.type.push(index(columns.types, type));
    columns.origin.push(index(columns.origins, origin));
    columns.cause.push(cause === null ? 0 : seq - cause);
    columns.changes.push(changes);
    columns.site.push(0);
    [last, time] = [seq, at];
    if (took !== null) columns.took[number] = took;
    if (through !== null) {
      columns.through[number] = through;
      seq = through;
    }
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
