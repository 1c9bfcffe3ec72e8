// The `timeline` command that shows the same in a terminal, copied with one click.

import { element, byId, setText, setAttribute, copyText, isAny } from './dom.js';
import { commandsFor } from './commands.js';
import { valueAt } from './paths.js';
import { visibleText } from './text.js';

export class HandoverView {
  constructor(session) {
    this.session = session;
    this.kind = 'diff';
    this.moment = null;
    this.text = byId('command');
    this.kinds = byId('command-kinds');
    this.button = byId('copy-command');
    this.button.addEventListener('click', () => this.copy());
  }

  show(moment) { this.moment = moment; }

  copy() { copyText(this.command.command, this.button); }

  /** The next kind of command. */
  next() {
    const index = this.commands.findIndex((command) => command.kind === this.kind);
    this.choose(this.commands[(index + 1) % this.commands.length].kind);
  }

  choose(kind) {
    this.kind = kind;
    this.session.invalidate('command');
  }

  draw(dirty) {
    if (!isAny(dirty, 'row', 'rest', 'moment', 'path', 'compared', 'command', 'first')) return;
    const { session } = this;
    const { timeline, row } = session;
    const { summary } = timeline;
    this.commands = commandsFor({
      file: summary.file,
      position: timeline.positionOf(row),
      before: row < 0 ? null : timeline.positionOf(row - 1),
      compared: session.compared === null ? null : timeline.positionOf(session.compared),
      path: session.path,
      value: session.path && valueAt(this.moment?.state, session.path),
      verdict: summary.verdict,
    });
    this.command = this.commands.find((command) => command.kind === this.kind) ?? this.commands[0];
    setText(this.text, visibleText(this.command.command, 400));
    this.drawKinds();
  }

  drawKinds() {
    const key = this.commands.map((command) => command.kind).join();
    if (key !== this.kindsKey) {
      this.kindsKey = key;
      this.kinds.replaceChildren(...this.commands.map((command) => element('button', {
        class: 'chip', 'data-kind': command.kind, onclick: () => this.choose(command.kind),
      }, command.title)));
    }
    for (const button of this.kinds.children) setAttribute(button, 'aria-pressed', button.dataset.kind === this.command.kind);
  }
}
