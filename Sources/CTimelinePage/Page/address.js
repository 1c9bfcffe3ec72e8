// The address of a step: `#step=17&path=$.cart.total`.

import { parsePath, pathText } from './paths.js';

/** The position and the path of a fragment; null where it has none, or an invalid one. */
export function parseAddress(fragment) {
  const address = { step: null, path: null };
  for (const part of fragment.replace(/^#/, '').split('&')) {
    const [name, text] = [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)];
    let value;
    try {
      value = decodeURIComponent(text);
    } catch {
      continue;
    }
    if (name === 'step' && /^\d{1,15}$/.test(value)) address.step = Number(value);
    if (name === 'path') address.path = parsePath(value);
  }
  return address;
}

/** The fragment of a position, or null for none, and an optional path. */
export function addressOf(step, path) {
  const parts = step === null ? [] : [`step=${step}`];
  // What a path often holds and a fragment allows stays legible.
  if (path?.length) parts.push(`path=${encodeURIComponent(pathText(path).toWellFormed?.() ?? '').replace(/%(?:24|3F|2F|3A|40|2C|3B)/g, decodeURIComponent)}`);
  return parts.length > 0 ? `#${parts.join('&')}` : '';
}
