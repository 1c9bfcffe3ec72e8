// The address of a step: `#step=17&path=$.cart.total`; or of a comparison: `#step=12&to=17`.

import { parsePath, pathText } from './paths.js';

/** The position, the end of the comparison that starts there, and the path of a fragment; null where it has none, or an invalid one. */
export function parseAddress(fragment) {
  const address = { step: null, to: null, path: null };
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
  }
  return address;
}

/** The fragment of a position, or null for none, an optional path, and the end of the comparison that starts there. */
export function addressOf(step, path, to = null) {
  const parts = step === null ? [] : [`step=${step}`];
  if (to !== null) parts.push(`to=${to}`);
  // What a path often holds and a fragment allows stays legible.
  if (path?.length) parts.push(`path=${encodeURIComponent(pathText(path).toWellFormed?.() ?? '').replace(/%(?:24|3F|2F|3A|40|2C|3B)/g, decodeURIComponent)}`);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}
