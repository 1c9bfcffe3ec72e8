// The dialog of bookmarks: the note of the shown step, and the way to the other ones.

import { element, byId, setText, setAttribute, onClick, announce } from './dom.js';
import { View } from './frames.js';
import { LONGEST_NOTE, MOST_BOOKMARKS } from './address.js';
import { visibleText } from './text.js';

export class BookmarkView extends View {
  constructor(page) {
    super(page);
    this.dialog = byId('bookmarks');
    this.input = byId('bookmark-note');
    this.input.maxLength = LONGEST_NOTE;
    onClick('bookmark-remove', () => this.keep(null));
    onClick('bookmark-save', () => this.keep(this.input.value));
    this.input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing) this.keep(this.input.value);
    });
  }

  get step() { return this.timeline.positionOf(this.session.row); }
  get shown() { return this.session.bookmarks.find(({ step }) => step === this.step); }

  /** Opens the dialog for the step that is shown now: time may move on in a page that follows an app. */
  open() {
    const { session, shown } = this;
    this.edited = this.step;
    const isFull = !shown && session.bookmarks.length >= MOST_BOOKMARKS;
    byId('menu').close();
    setText(byId('bookmark-title'), isFull ? `A link carries ${MOST_BOOKMARKS} bookmarks: remove one first` : `Bookmark of step ${this.edited}`);
    byId('bookmark-form').hidden = isFull;
    byId('bookmark-remove').hidden = !shown;
    this.input.value = shown?.note ?? '';
    const marks = (session.timeline.summary.marks ?? []).map(({ seq, name }) => ({ step: seq, note: `${name} (recorded)` }));
    const steps = [...marks, ...session.bookmarks].sort((one, other) => one.step - other.step);
    byId('bookmark-list').replaceChildren(...steps.map(({ step, note }) => element('li', {},
      element('button', { class: 'link', onclick: () => this.go(step) }, `Step ${step}`), ` ${visibleText(note)}`)));
    this.dialog.showModal();
    this.input.select();
  }

  go(step) {
    this.dialog.close();
    this.session.seekPosition(step);
  }

  keep(note) {
    this.session.bookmark(this.edited, note);
    this.dialog.close();
    announce(note === null ? `Step ${this.edited} has no bookmark any more.` : `Step ${this.edited} has a bookmark.`);
  }

  draw() { setAttribute(byId('bookmark'), 'aria-pressed', this.shown !== undefined); }
}
