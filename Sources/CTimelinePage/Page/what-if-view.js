// What if: other steps than the recorded ones. The tool reduces them again; the outcome is shown beside the recorded run, which never changes.

import { element, byId, setText, setAttribute, copyText, onClick, announce } from './dom.js';
import { writeJSON } from './json.js';
import { pathText, valueAt } from './paths.js';
import { countText, visibleText } from './text.js';

export class WhatIfView {
  /** @param {Session} session @param {LiveConnection} connection */
  constructor(session, connection) {
    this.session = session;
    this.connection = connection;
    this.id = 0;
    this.isSaving = false;
    Object.assign(this, { changes: [], answer: null, saved: '' });
    this.dialog = byId('edit');
    this.field = byId('edit-action');
    onClick('edit-skip', () => this.add('skip', `without ${this.step}`));
    onClick('edit-replace', () => this.add('edit', `${this.step} edited`, this.field.value));
    onClick('edit-insert', () => this.add('insert', `inserted after ${this.step}`, this.field.value));
    onClick('edit-set', () => this.add('set', `${byId('edit-path').value} set after ${this.step}`, `{${JSON.stringify(byId('edit-path').value)}:${byId('edit-value').value}}`));
    onClick('outcome-copy', ({ target }) => copyText(this.answer.command, target));
    onClick('outcome-save', () => this.ask(true));
    onClick('outcome-clear', () => this.change([]));
  }

  /** Opens the dialog for the step of a moment: time may move on. */
  open({ row, position, actionText, isGap, isSet, isOpaque, after }) {
    this.step = position;
    const isAction = row >= 0 && !isGap && !isSet;
    setText(byId('edit-title'), `What if: step ${position}`);
    byId('edit-skip').disabled = row < 0 || isGap;
    byId('edit-replace').disabled = !isAction;
    this.field.value = isAction && !isOpaque ? actionText : '';
    const path = this.session.path ?? [];
    const value = valueAt(after, path);
    byId('edit-set').disabled = after === undefined;
    byId('edit-path').value = pathText(path);
    byId('edit-value').value = value === undefined ? '' : writeJSON(value);
    this.say('');
    this.dialog.showModal();
  }

  say(problem) {
    setText(byId('edit-problem'), visibleText(problem));
    setAttribute(this.field, 'aria-invalid', problem !== '' || null);
  }

  add(kind, label, ...action) {
    try {
      action.forEach((text) => JSON.parse(text));
    } catch (error) {
      return this.say(`This is not valid JSON: ${error.message}`);
    }
    this.dialog.close();
    const { step } = this;
    // A step is left out or edited once.
    const others = this.changes.filter((other) => !isOfStep({ kind }) || !isOfStep(other) || other.step !== step);
    return this.change([...others, { kind, step, label, words: [`--${kind}`, String(step), ...action] }]);
  }

  change(changes) {
    this.changes = changes;
    this.answer = null;
    this.session.edited = new Map(changes.filter(isOfStep).map(({ kind, step }) => [step, kind === 'skip' ? 'left out' : 'edited']));
    this.session.invalidate();
    this.ask();
  }

  /** Asks for the outcome, or saves the edited timeline. The tool answers the latest request alone. */
  ask(save = false) {
    Object.assign(this, { id: this.id + 1, isSaving: save, saved: '' });
    this.connection.send(JSON.stringify({ edits: { id: this.id, run: this.connection.run, words: this.changes.flatMap(({ words }) => words), save } }));
    this.show();
  }

  /** Takes a message of the server: an answer, or a page, which drops the answers to earlier requests. */
  take({ page, edits }) {
    if (page && this.changes.length > 0) this.change(this.session.growth.isSame ? this.changes : []);
    if (edits?.id !== this.id) return;
    if (this.isSaving) this.saved = edits.saved === undefined ? `Not saved: ${edits.problem}.` : `Saved as ${edits.saved}.`;
    else this.answer = edits;
    this.show();
    announce(byId('outcome').innerText);
  }

  show() {
    const { answer, changes, session } = this;
    const { table, summary } = session.timeline;
    byId('outcome').hidden = changes.length === 0;
    for (const id of ['outcome-copy', 'outcome-save']) byId(id).disabled = !answer?.command;
    byId('outcome-changes').replaceChildren(...changes.map((change) => element('button', { class: 'chip', title: 'Take this back', onclick: () => this.change(changes.filter((other) => other !== change)) }, `${change.label} ×`)));
    const isOut = (row) => session.edited.get(table.seq[row]) === 'left out';
    const orphan = table.cause.findIndex((cause, row) => row < table.count && cause >= 0 && isOut(cause) && !isOut(row));
    const { firstDifference, crash, verdict, problem, steps, note, outcome = [] } = answer ?? {};
    byId('outcome-text').replaceChildren(
      answer ? '' : 'Reducing the steps again …', problem ? visibleText(`Can’t tell: ${problem}. `, 1000) : '', note ? visibleText(`${note}. `) : '',
      firstDifference === undefined ? '' : element('button', { class: 'link', onclick: () => session.seekPosition(firstDifference) }, `The states differ from step ${firstDifference} on.`),
      orphan < 0 ? '' : ` Step ${table.seq[orphan]} was caused by step ${table.seq[table.cause[orphan]]}, which is left out.`);
    const sides = answer && !problem ? [
      ['Recorded', ...verdictLines(summary.verdict), ...(summary.unreturned === undefined ? [`It ends after ${countText(summary.last - summary.first, 'step')}.`] : [])],
      ['Edited, numbered anew', ...(crash === undefined ? verdictLines(verdict) : verdictLines({ kind: 'crash', step: crash, invariant: verdict })), ...(steps === undefined ? [] : [`It ends after ${countText(steps, 'step')}.`])],
    ] : [];
    byId('outcome-sides').replaceChildren(...sides.map(([title, ...lines]) => element('section', {}, element('h3', {}, title), ...lines.map((line) => element('p', {}, line)))));
    const rest = outcome.length - 12;
    setText(byId('outcome-lines'), [...outcome.slice(0, 12), ...(rest > 0 ? [`    and ${countText(rest, 'more line')}`] : [])].map((line) => visibleText(line)).join('\n'));
    setText(byId('outcome-command'), visibleText(answer?.command ?? '', 400));
    setText(byId('outcome-saved'), visibleText(this.saved));
  }
}

/** Whether a recorded step is left out or edited. */
function isOfStep({ kind }) { return kind === 'skip' || kind === 'edit'; }

/** @param {any} verdict A verdict, in sentences. */
function verdictLines({ kind, step, name, text, invariant } = {}) {
  const broken = (rule) => (rule?.name === undefined ? [] : [`Step ${rule.step} breaks “${visibleText(rule.name, 120)}”.`]);
  if (kind === 'crash') return [`It crashes in step ${step}.`, ...broken(invariant)];
  return kind === 'invariant' ? broken({ step, name }) : [kind === 'unknown' ? `Can’t tell. ${visibleText(text)}` : 'No invariant is broken.'];
}
