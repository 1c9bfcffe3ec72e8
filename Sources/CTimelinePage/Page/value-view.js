// The dialog of a whole value: as it was before the shown step, and after it.

import { element, byId, setText, copyText } from './dom.js';
import { View } from './frames.js';
import { prettyJSON } from './json.js';
import { pathText, valueAt } from './paths.js';
import { countText, groupedText, linesText, textDifference, visibleText } from './text.js';

/** Longer texts are cut here, and copied whole. */
const SHOWN_CHARACTERS = 1_000_000;

export class ValueView extends View {
  dialog = byId('value');

  /** Shows what is at a path in both states of a moment. */
  open({ base, state, row, compared }, path) {
    const { timeline } = this;
    const places = [['Before', base, compared ?? row - 1], ['After', state, row]];
    const sides = places.map(([word, root, row]) => ({ title: `${word}: step ${timeline.positionOf(row)}`, value: valueAt(root, path) })).filter(({ value }) => value !== undefined);
    if (sides.length === 0) return;
    setText(byId('value-title'), visibleText(pathText(path), 200));
    const texts = sides.map(({ value }) => (typeof value === 'string' ? value : prettyJSON(value)));
    const { start, end, otherEnd } = sides.length === 2 ? textDifference(...texts) : { start: 0, end: 0, otherEnd: 0 };
    const isSame = sides.length === 2 && texts[0] === texts[1];
    byId('value-sides').replaceChildren(...(isSame ? sides.slice(1) : sides).map(({ title, value }, index) => this.side(isSame ? `${title}, as before` : title, value, texts[isSame ? 1 : index], start, index === 0 ? end : otherEnd)));
    if (!this.dialog.open) this.dialog.showModal();
    for (const mark of this.dialog.querySelectorAll('mark')) mark.scrollIntoView({ block: 'start' });
  }

  /** One state of the value, with what differs in the other one marked. */
  side(title, value, text, start, end) {
    const copy = element('button', { class: 'plain-button', onclick: () => copyText(text, copy) }, 'Copy');
    const shown = (from, to) => linesText(text.slice(from, Math.min(to, SHOWN_CHARACTERS)));
    const size = typeof value === 'string' ? countText(value.length, 'character') : countText(text.split('\n').length, 'line');
    return element('section', {}, element('header', { class: 'pane-head' }, element('h3', {}, title), element('span', { class: 'quiet' }, size), element('span', { class: 'space' }), copy),
      element('pre', { tabindex: 0, 'aria-label': title }, shown(0, start), end > start ? element('mark', {}, shown(start, end)) : null, shown(end, text.length)),
      text.length > SHOWN_CHARACTERS ? element('p', { class: 'quiet' }, `Cut after ${groupedText(SHOWN_CHARACTERS)} characters; Copy has all of them.`) : null);
  }
}
