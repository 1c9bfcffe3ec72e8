// The `timeline` command that shows the same in a terminal, copied with one click.

import { element, byId, setText, setAttribute, copyText } from './dom.js';
import { View, isNew } from './frames.js';
import { commandsFor } from './commands.js';
import { valueAt } from './paths.js';
import { visibleText } from './text.js';

export class HandoverView extends View {
  kind = 'diff';
  kindBefore = 'diff';
  condition = null;
  text = byId('command');
  kinds = byId('command-kinds');
  button = byId('copy-command');

  /** The command that finds what is wrong, or else the shown one. */
  get foundBy() { return (this.commands.find(({ kind }) => kind === 'bisect') ?? this.command)?.command; }
  copy() { if (this.command) copyText(this.command.command, this.button); }

  /** The next kind of command. */
  next() {
    if (this.commands.length === 0) return;
    const index = this.commands.findIndex((command) => command.kind === this.kind);
    this.choose(this.commands[(index + 1) % this.commands.length].kind);
  }

  choose(kind) {
    this.kind = kind;
    this.session.invalidate();
  }

  draw() {
    const { page: { moment }, session, timeline } = this;
    if (!moment) return;
    this.followCondition();
    const { summary } = timeline;
    this.commands = commandsFor({
      ...summary,
      file: session.file ?? summary.file,
      position: moment.position,
      before: moment.row < 0 ? null : timeline.positionOf(moment.row - 1),
      compared: moment.compared === null ? null : timeline.positionOf(moment.compared),
      canSkip: moment.row >= 0 && !moment.isGap && !moment.isCrash,
      isCrash: moment.isCrash,
      isKnown: moment.state !== undefined,
      isBaseKnown: moment.base !== undefined,
      isReplayed: summary.states === 'replay',
      path: session.path,
      condition: session.condition,
      value: session.path && valueAt(moment.state, session.path),
    });
    this.command = this.commands.find((command) => command.kind === this.kind) ?? this.commands[0];
    this.button.hidden = !this.command;
    setText(this.text, this.command ? visibleText(this.command.command, 400) : 'None: the steps are in no file.');
    this.drawKinds();
  }

  /** Shows the command of a condition when there is one, and then what it showed before. */
  followCondition() {
    const { condition } = this.session;
    if (condition !== null && this.condition === null) [this.kind, this.kindBefore] = ['when', this.kind];
    else if (condition === null && this.kind === 'when') this.kind = this.kindBefore;
    this.condition = condition;
  }

  drawKinds() {
    if (isNew(this, 'kinds', this.commands.map(({ kind }) => kind).join())) {
      this.kinds.replaceChildren(...this.commands.map((command) => element('button', {
        class: 'chip', 'data-kind': command.kind, onclick: () => this.choose(command.kind),
      }, command.title)));
    }
    for (const button of this.kinds.children) setAttribute(button, 'aria-pressed', button.dataset.kind === this.command?.kind);
  }
}
