// The address of a step: `#step=17&path=$.cart.total`; or of a comparison: `#step=12&to=17`. Bookmarks follow, `&mark=12:note`, and what else is looked
// at: `&pin=$.cart.total&find=$.cart&hide=TYPE&origin=user&slow=&axis=time&window=12-40`. An empty `pin` is no pin.

import { parsePath, pathText } from './paths.js';
import { cutText } from './text.js';

/** A link carries bookmarks, so they are few and short, and hostile ones cost nothing. */
export const MOST_BOOKMARKS = 20;
export const LONGEST_NOTE = 80;

/** Bookmarks in the order of their steps with one more, or with another note; without that of the step for null. More than the most are left out. */
export function withBookmark(bookmarks, step, note) {
  const others = bookmarks.filter((bookmark) => bookmark.step !== step);
  if (note === null || others.length >= MOST_BOOKMARKS) return others;
  return [...others, { step, note: cutText(note.slice(0, 1000).trim(), LONGEST_NOTE) }].sort((one, other) => one.step - other.step);
}

/** At most so many pins and hidden types are taken from an address. */
const MOST_NAMES = 50;

/** The position, the end of the comparison that starts there, and the path of a fragment, each null where it has none, or an invalid one; the bookmarks, and the look or null. */
export function parseAddress(fragment) {
  const address = { step: null, to: null, path: null, bookmarks: [], look: { pins: null, find: '', hidden: [], origin: null, slow: false, axis: 'steps', window: null } };
  const { look } = address;
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
    if (name === 'pin') look.pins = [...look.pins ?? [], parsePath(value)].filter((path) => path?.length > 0).slice(0, MOST_NAMES);
    if (name === 'find' || name === 'origin') look[name] = value.slice(0, 1000);
    if (name === 'hide' && look.hidden.length < MOST_NAMES) look.hidden.push(value);
    if (name === 'slow') look.slow = true;
    if (name === 'axis' && value === 'time') look.axis = value;
    if (name === 'window' && /^\d{1,15}-\d{1,15}$/.test(value)) look.window = value.split('-').map(Number);
    const [, mark, note = ''] = (name === 'mark' && /^(\d{1,15})(?::(.*))?$/s.exec(value)) || [];
    if (mark && address.bookmarks.length < MOST_BOOKMARKS) address.bookmarks = withBookmark(address.bookmarks, Number(mark), note);
  }
  if (!/[#&](?:pin|find|hide|origin|slow|axis|window)=/.test(fragment)) address.look = null;
  return address;
}

/** The fragment of a position, or null for none, an optional path, the end of the comparison that starts there, bookmarks, and a look or null. */
export function addressOf(step, path, to = null, bookmarks = [], look = null) {
  const parts = step === null ? [] : [`step=${step}`];
  if (to !== null) parts.push(`to=${to}`);
  if (path?.length) parts.push(`path=${encoded(pathText(path))}`);
  for (const { step: marked, note } of bookmarks) parts.push(`mark=${marked}${note && ':'}${encoded(note)}`);
  const { pins, find, hidden = [], origin, slow, axis, window } = look ?? {};
  if (pins) parts.push(...(pins.length > 0 ? pins.map((pin) => `pin=${encoded(pathText(pin))}`) : ['pin=']));
  if (find) parts.push(`find=${encoded(find)}`);
  parts.push(...hidden.map((name) => `hide=${encoded(name)}`));
  if (origin) parts.push(`origin=${encoded(origin)}`);
  if (slow) parts.push('slow=');
  if (axis === 'time') parts.push('axis=time');
  if (window) parts.push(`window=${window.join('-')}`);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}

/** What a text often holds and a fragment allows stays legible. */
function encoded(text) { return encodeURIComponent(text.toWellFormed?.() ?? '').replace(/%(?:24|3F|2F|3A|40|2C|3B)/g, decodeURIComponent); }

/** What is looked at beside the step, as a link carries it. The pins are null where they are those with which the page opens. */
export function lookOf({ axis, pins, timeline, isPinned }, { search, filter, types, origins }, opened) {
  const isAsOpened = pins.length === opened.length && opened.every((path) => isPinned(path));
  return {
    pins: isAsOpened ? null : pins.map(({ tokens }) => tokens),
    find: search.query,
    hidden: types.hidden,
    origin: origins[filter.origin] ?? null,
    slow: filter.isSlow,
    axis: axis.mode,
    window: axis.isFitted ? null : [axis.from, axis.to].map((unit) => timeline.positionOf(axis.rowAtUnit(unit))),
  };
}

/** Shows a look; for null, that with which the page opens. */
export function showLook(look, session, steps, opened) {
  const { pins = null, find = '', hidden = [], origin = null, slow = false, axis: mode = 'steps', window = null } = look ?? {};
  const { axis, timeline, walks } = session;
  session.pins = (pins ?? opened).map((path) => walks.history(path));
  steps.types.hidden = hidden;
  steps.types.shown = [];
  steps.filter.origin = steps.origins.indexOf(origin);
  steps.filter.isSlow = slow;
  steps.search.fill(find);
  steps.fillFilters();
  axis.setMode(mode);
  if (window) axis.setWindow(...window.map((position) => axis.unitOfRow(timeline.rowOf(position))));
  else axis.fit();
  session.invalidate();
}
