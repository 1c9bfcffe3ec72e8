// The keys of the page, in one table that also makes the help.

import { element, byId, onClick } from './dom.js';

/** Elements that need keys for themselves. */
function isTextField(target) { return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement; }

export class Keys {
  /** @param groups `[title, [[keys, what, action], …]]`: keys as `event.key` gives them; `shown` replaces their text in the help. */
  constructor(groups, { focused, escape }) {
    this.groups = groups;
    this.focused = focused;
    this.escape = escape;
    this.actions = new Map();
    for (const [, rows] of groups) for (const { keys, run } of rows) if (run) for (const key of keys) this.actions.set(key, run);
    addEventListener('keydown', (event) => this.press(event));
    this.dialog = byId('help');
    this.fillHelp();
    onClick('show-help', () => this.toggleHelp());
    onClick('help-close', () => this.dialog.close());
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') {
      if (this.dialog.open) return;
      this.escape(event);
      return;
    }
    if (isTextField(event.target) || (this.dialog.open && event.key !== '?')) return;
    // A focused button keeps its own keys.
    const isButton = event.target instanceof HTMLButtonElement || event.target.tagName === 'SUMMARY';
    if (isButton && (event.key === ' ' || event.key === 'Enter')) return;
    if (this.focused(event)) {
      event.preventDefault();
      return;
    }
    const action = this.actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action(event);
  }

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
