// Search in the shown state by key and value, in short slices.

import { byId, setText, nextTask, onClick } from './dom.js';
import { placesWith } from './state-tree.js';
import { pointerOf } from './paths.js';
import { groupedText } from './text.js';

/** More places than this are not listed. */
const PLACE_LIMIT = 1000;

export class StateSearch {
  /** @param {StateView} view */
  constructor(view) {
    this.view = view;
    this.places = [];
    this.keys = new Set();
    this.index = -1;
    this.input = byId('find-state');
    this.output = byId('find-count');
    this.input.addEventListener('input', () => this.find());
    this.input.addEventListener('keydown', (event) => {
      if (!['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
      event.preventDefault();
      if (event.key === 'Enter') this.go(event.shiftKey ? -1 : 1);
      else {
        // The arrows go on in the tree, from the place that was found.
        view.container.focus({ preventScroll: true });
        view.key(event);
      }
    });
    onClick('find-next', () => this.go(1));
    onClick('find-previous', () => this.go(-1));
  }

  /** Finds the places with the text of the field in the shown state. */
  find() { this.found = this.walk(); }

  async walk() {
    const query = this.input.value;
    const search = this.search = {};
    this.places = [];
    this.keys = new Set();
    this.index = -1;
    const { moment } = this.view;
    this.searchedState = moment?.state;
    if (query !== '' && moment?.state !== undefined) {
      let deadline = performance.now() + 8;
      for (const place of placesWith(moment.state, query)) {
        if (place) {
          this.places.push(place);
          this.keys.add(pointerOf(place));
        }
        if (this.places.length >= PLACE_LIMIT) break;
        if (performance.now() < deadline) continue;
        await nextTask();
        if (this.search !== search) return;
        deadline = performance.now() + 8;
      }
    }
    this.index = this.places.findIndex((place) => this.view.session.path && pointerOf(place) === pointerOf(this.view.session.path));
    this.report();
    this.view.session.invalidate();
  }

  /** Finds the places in the state that is shown now. */
  follow() { if (this.input.value !== '' && this.view.moment?.state !== this.searchedState) this.find(); }

  /** Selects the next or previous place. A state that changed since is searched again. */
  async go(direction) {
    if (this.view.moment?.state !== this.searchedState) this.find();
    // A search that replaces another one is awaited, too.
    for (let found; found !== this.found;) await (found = this.found);
    if (this.places.length === 0) return;
    const start = this.index < 0 && direction < 0 ? 0 : this.index;
    this.index = (start + direction + this.places.length) % this.places.length;
    this.report();
    this.view.open(this.places[this.index]);
  }

  report() {
    const isSearched = this.input.value !== '';
    const total = `${groupedText(this.places.length)}${this.places.length >= PLACE_LIMIT ? '+' : ''}`;
    setText(this.output, !isSearched ? '' : this.places.length === 0 ? 'none' : this.index >= 0 ? `${this.index + 1} of ${total}` : total);
    for (const id of ['find-next', 'find-previous']) byId(id).hidden = !isSearched || this.places.length === 0;
  }

  clear() {
    this.input.value = '';
    this.find();
  }
}
