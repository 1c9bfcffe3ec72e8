// What the keys of a table do when they are pressed, and the help.

import { element, byId, kept, keep, onClick } from './dom.js';

/** Elements that need all keys for themselves. */
function isTextField(target) { return (target instanceof HTMLInputElement && target.type !== 'checkbox') || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement; }

export class Keys {
  /** @param {KeyTable} table */
  constructor(table) {
    this.table = table;
    this.groups = table.groups;
    this.actions = new Map();
    for (const { keys, button, run } of this.groups.flatMap(([, rows]) => rows)) {
      for (const key of keys) this.actions.set(key, run);
      if (button) onClick(button, run);
    }
    addEventListener('keydown', (event) => this.press(event));
    this.dialog = byId('help');
    this.fillHelp();
    for (const button of document.querySelectorAll('dialog [id$="-close"]')) button.addEventListener('click', () => button.closest('dialog').close());
    const single = byId('single-keys');
    single.checked = kept('timeline-single-keys') !== 'off';
    single.addEventListener('change', () => {
      keep('timeline-single-keys', single.checked ? 'on' : 'off');
      this.switchKeys();
    });
    this.switchKeys();
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isDialogOpen = document.querySelector('dialog[open]') !== null;
    if (event.key === 'Escape') return isDialogOpen || this.table.escape(event);
    if (isTextField(event.target) || (isDialogOpen && !(this.dialog.open && event.key === '?'))) return;
    // A focused button or checkbox keeps its own keys.
    const isButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement || event.target.tagName === 'SUMMARY';
    if (isButton && (event.key === ' ' || event.key === 'Enter')) return;
    if (this.table.focused(event)) return event.preventDefault();
    const action = this.actions.get(event.key);
    if (!action || (!byId('single-keys').checked && event.key.length === 1 && event.key !== ' ')) return;
    event.preventDefault();
    action(event);
  }

  /** Shows keys only where they work. Letters, digits and signs can be switched off: someone who speaks to the computer presses them by accident. */
  switchKeys() { document.body.classList.toggle('keyless', !byId('single-keys').checked); }

  toggleHelp() {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }

  fillHelp() {
    for (const [title, rows] of this.groups) {
      const list = element('dl', {});
      for (const { keys, shown, text } of rows) {
        list.append(element('dt', {}, ...(shown ?? keys).map((key) => element('kbd', {}, key === ' ' ? 'space' : key))), element('dd', {}, text));
      }
      byId('help-groups').append(element('section', {}, element('h3', {}, title), list));
    }
  }
}
