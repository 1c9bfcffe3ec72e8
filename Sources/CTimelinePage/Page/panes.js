// The three panes: side by side, or as tabs where the page is narrow.

import { byId, setAttribute, onClick } from './dom.js';

const PANES = ['steps', 'changes', 'state'];

/** What is in a menu where the page is narrow. */
const MENU = ['copy-issue', 'bookmark', 'speed', 'idle', 'axis-controls', 'only-changed', 'command-kinds'];

export class Panes {
  constructor() {
    this.shown = 'steps';
    for (const name of PANES) byId(`tab-${name}`).addEventListener('click', () => this.show(name));
    byId('tabs').addEventListener('keydown', (event) => {
      const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!direction) return;
      event.preventDefault();
      event.stopPropagation();
      const next = PANES[(PANES.indexOf(this.shown) + direction + PANES.length) % PANES.length];
      this.show(next);
      byId(`tab-${next}`).focus();
    });
    this.show('steps');
    this.fillMenu();
  }

  /** Moves controls into the menu while the page is narrow, and back. */
  fillMenu() {
    const menu = byId('menu');
    const narrow = matchMedia('(max-width: 760px)');
    const places = MENU.map((id) => {
      const place = document.createComment(id);
      byId(id).before(place);
      return [byId(id), place];
    });
    const move = () => {
      for (const [node, place] of places) {
        if (narrow.matches) byId('menu-body').append(node);
        else place.after(node);
      }
      if (!narrow.matches) menu.close();
    };
    narrow.addEventListener('change', move);
    move();
    onClick('show-menu', () => menu.showModal());
  }

  show(name) {
    this.shown = name;
    for (const pane of PANES) {
      setAttribute(byId(`tab-${pane}`), 'aria-selected', pane === name);
      byId(`tab-${pane}`).tabIndex = pane === name ? 0 : -1;
      byId(`${pane}-pane`).classList.toggle('shown', pane === name);
    }
  }

  /** Shows a pane and focuses what is in it. */
  focus(name) {
    this.show(name);
    const target = name === 'steps' ? 'step-list' : name === 'changes' && !byId('history-pane').hidden ? 'history' : name;
    byId(target).focus({ preventScroll: true });
  }
}
