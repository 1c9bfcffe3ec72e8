// The verdict: what went wrong, in one sentence, with one button to go there.

import { element, byId, setText, announce } from './dom.js';
import { View, isNew } from './frames.js';
import { parseJSON } from './json.js';
import { differenceOf } from './difference.js';
import { actionLabel, valueText, visibleText, TEXT_LIMIT } from './text.js';
import { pathsIn, parsePath, valueAt, pathText } from './paths.js';

export class VerdictView extends View {
  section = byId('verdict');
  text = byId('verdict-text');

  draw() {
    const { timeline } = this;
    if (!isNew(this, 'verdict', timeline.summary, timeline.summary.verdict)) return;
    this.verdict = timeline.summary.verdict;
    this.section.hidden = !this.verdict;
    if (!this.verdict) return;
    const { kind } = this.verdict;
    const row = timeline.verdictRow();
    byId('verdict-go').hidden = row === null;
    if (row !== null) setText(byId('verdict-step'), `Go to ${timeline.positionOf(row)}`);
    setText(byId('verdict-glyph'), { crash: '✕', unknown: '?', nothing: '✓' }[kind] ?? '▼');
    this.section.classList.toggle('unsure', kind === 'unknown' || kind === 'nothing');
    this.describe();
    if (row !== null) this.explain(row);
  }

  /** The path of the first of the values involved, or null. */
  get path() {
    const { why, expression = '' } = this.timeline.summary.verdict ?? {};
    return parsePath(why?.values?.[0]?.path ?? '') ?? pathsIn(expression)[0] ?? null;
  }

  go() {
    const row = this.timeline.verdictRow();
    if (row !== null) this.session.seek(row);
  }

  describe(action = null, change = null) {
    const { verdict } = this;
    const strong = (text) => element('strong', {}, text);
    const code = (text) => element('code', {}, text);
    const parts = [];
    switch (verdict.kind) {
    case 'crash':
      parts.push(strong(`${verdict.signal ? `Crashed with ${visibleText(verdict.signal, 20)}` : 'Ended'} in step ${verdict.step}. `));
      parts.push('The reducer', ...(action && !verdict.invariant ? [' of ', code(action)] : []), ' never returned. ');
      if (verdict.invariant) parts.push(strong(`An invariant broke first, at step ${verdict.invariant.step}: `), `“${visibleText(verdict.invariant.name, 120)}”.`);
      else if (verdict.reason) parts.push(code(visibleText(verdict.reason, 160)));
      break;
    case 'culprit':
    case 'invariant':
      parts.push(strong(`Step ${verdict.step} ${verdict.change ? 'made a bad change.' : verdict.kind === 'culprit' ? 'turned the state bad.' : 'broke an invariant.'} `));
      if (action) parts.push(code(action), ' ');
      if (change) parts.push('took ', code(visibleText(pathText(change.path), 80)), ' from ', code(change.before), ' to ', code(change.after), '. ');
      parts.push(element('span', { class: 'quiet' }, ...(verdict.kind === 'culprit' ? ['Looked for: ', code(visibleText(verdict.expression, 120)), '.']
        : [`“${visibleText(verdict.name, 120)}” held until step ${verdict.step - 1}.`])));
      break;
    default:
      parts.push(...(verdict.kind === 'unknown' ? [strong('Can’t tell. ')] : []), visibleText(verdict.text ?? '', TEXT_LIMIT));
    }
    this.text.replaceChildren(...parts, ...this.why());
    announce(this.text.textContent);
  }

  /** A line for each value involved, with its last writers, and one with the causes. The steps of the page are links. */
  why() {
    const { timeline } = this;
    const { values = [], causes = [] } = this.verdict.why ?? {};
    const { first, last } = timeline.summary;
    const number = (step) => (step <= first || step > last ? String(step)
      : element('button', { class: 'link', title: `Go to step ${step}`, onclick: () => this.session.seek(timeline.rowOf(step)) }, String(step)));
    const line = (start, facts) => element('span', { class: 'why' }, ...start,
      ...facts.flatMap(({ step, text }, index) => [index > 0 ? ' · ' : '', number(step), ` ${visibleText(text, 200)}`]));
    return [
      ...values.map(({ path, steps }) => line([element('code', {}, visibleText(path, 120)), ': '], steps)),
      ...(causes.length > 0 ? [line([], causes)] : []),
    ];
  }

  /** Adds the action and the change that matters, once they are read. */
  async explain(row) {
    const { chunks } = this.timeline;
    const { verdict } = this;
    try {
      const chunk = await chunks.load(row);
      if (verdict !== this.verdict) return;
      const text = chunk.actionText(row);
      const { name, payload } = text === '' ? { name: null, payload: undefined } : actionLabel(parseJSON(text));
      const action = name === null ? null : `${visibleText(name, 60)}${payload === undefined ? '' : ` ${valueText(payload, 60)}`}`;
      this.describe(action, this.decisiveChange(chunk.stateAfter(row - 1), chunk.stateAfter(row)));
    } catch (error) {
      this.session.fail(error, chunks);
    }
  }

  /** The change of a place that the expression mentions. */
  decisiveChange(before, after) {
    if (before === undefined || after === undefined || this.verdict.kind !== 'culprit') return null;
    for (const path of pathsIn(this.verdict.expression)) {
      const [old, now] = [valueAt(before, path), valueAt(after, path)];
      const isChanged = old === undefined || now === undefined ? old !== now : differenceOf(old, now, 1).count > 0;
      if (isChanged) return { path, before: valueText(old, 40), after: valueText(now, 40) };
    }
    return null;
  }
}
