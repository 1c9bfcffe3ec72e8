// The address of a step: `#step=17&path=$.cart.total`; or of a comparison: `#step=12&to=17`. Bookmarks follow: `&mark=12:note`.

import { MOST_BOOKMARKS, withBookmark } from './bookmarks.js';
import { parsePath, pathText } from './paths.js';

/** The position, the end of the comparison that starts there, and the path of a fragment, each null where it has none, or an invalid one; and the bookmarks. */
export function parseAddress(fragment) {
  const address = { step: null, to: null, path: null, bookmarks: [] };
  for (const part of fragment.replace(/^#/, '').split('&')) {
    const [name, text] = [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)];
    let value;
    try {
      value = decodeURIComponent(text);
    } catch {
      continue;
    }
    if ((name === 'step' || name === 'to') && /^\d{1,15}$/.test(value)) address[name] = Number(value);
    if (name === 'path') address.path = parsePath(value);
    const [, mark, note = ''] = (name === 'mark' && /^(\d{1,15})(?::(.*))?$/s.exec(value)) || [];
    if (mark && address.bookmarks.length < MOST_BOOKMARKS) address.bookmarks = withBookmark(address.bookmarks, Number(mark), note);
  }
  return address;
}

/** The fragment of a position, or null for none, an optional path, the end of the comparison that starts there, and bookmarks. */
export function addressOf(step, path, to = null, bookmarks = []) {
  const parts = step === null ? [] : [`step=${step}`];
  if (to !== null) parts.push(`to=${to}`);
  if (path?.length) parts.push(`path=${encoded(pathText(path))}`);
  for (const { step: marked, note } of bookmarks) parts.push(`mark=${marked}${note && ':'}${encoded(note)}`);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

/** What a text often holds and a fragment allows stays legible. */
function encoded(text) { return encodeURIComponent(text.toWellFormed?.() ?? '').replace(/%(?:24|3F|2F|3A|40|2C|3B)/g, decodeURIComponent); }
