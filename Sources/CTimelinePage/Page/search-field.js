// The field that finds steps: by a text, a type, a path, or a condition over all states.

import { byId, setText, setAttribute, setClass } from './dom.js';
import { TextSearch } from './text-search.js';
import { ConditionSearch, questionOf } from './condition-search.js';
import { PathHistory, historyText, UNKNOWN } from './path-history.js';
import { lastAtMost } from './sorted.js';
import { pathText } from './paths.js';
import { visibleText, countText } from './text.js';

export class SearchField {
  constructor(session, types, labels, onchange) {
    this.session = session;
    this.types = types;
    this.labels = labels;
    this.onchange = onchange;
    // What is searched for, what that is, and the walk that finds it: null for nothing, a type and an error.
    this.query = '';
    this.question = this.walk = null;
    this.input = byId('filter-text');
    this.about = byId('filter-about');
    this.input.addEventListener('input', () => this.find(this.input.value.trim()));
  }

  /** The history of the path that is searched for, or null. */
  get history() { return this.walk instanceof PathHistory ? this.walk : null; }

  /** The search of a condition, or null. */
  get condition() { return this.walk instanceof ConditionSearch ? this.walk : null; }

  /** Puts a text into the field, and finds it. */
  fill(query) {
    this.input.value = visibleText(query, 1000);
    this.find(query);
  }

  find(query) {
    this.query = query;
    this.start();
    this.onchange();
  }

  /**
   * Tells what the text asks for, and begins to find it.
   *
   * @param isType Whether it stays a type, which may not be in the recording yet.
   */
  start(isType = this.types.has(this.query)) {
    const { query, session, types, labels } = this;
    const { timeline, walks } = session;
    types.show(isType ? query : null);
    this.question = isType || query === '' ? null : questionOf(query);
    const { path, condition, error } = this.question ?? {};
    const isText = query !== '' && !isType && !this.question;
    this.walk = path ? walks.history(path) : condition ? walks.start(new ConditionSearch(timeline, condition)) : isText ? walks.start(new TextSearch(timeline, query)) : null;
    labels.mark(isText ? query.toLowerCase() : '');
    session.condition = condition || error?.isBeyond ? query : null;
    session.invalidate('command');
  }

  /** What a step that was found did to what is searched for. */
  turnOf(row) {
    const { walk, history } = this;
    if (!walk?.found.has(row)) return '';
    if (!history) return walk.turn?.(row) ?? '';
    return `→ ${historyText(history, history.entries[lastAtMost(history.changes, row)], true)}`;
  }

  /** What the text was understood as. */
  get aboutText() {
    const { query, question, condition, walk, types } = this;
    if (query === '') return '';
    if (types.only !== null) return 'type';
    if (!question) return 'text';
    if (question.error) return `${question.error.message}.${!question.error.isBeyond ? '' : ` In a terminal, “timeline when” can${this.session.timeline.summary.states === 'replay' ? '' : ', with the recorded program'}.`}`;
    const [kind] = Object.keys(question);
    return `${kind}: ${!walk.isComplete ? 'looking …' : condition ? conditionText(condition) : walk.values.every((value) => value === undefined) ? 'no state has it'
      : countText(walk.changes.length, 'change')}`;
  }

  draw() {
    const { about, question } = this;
    about.hidden = this.query === '';
    setText(about, this.aboutText);
    const isWrong = question?.error?.isBeyond === false;
    setClass(about, `filter-about${isWrong ? ' wrong' : this.condition ? ' condition' : ''}`);
    setAttribute(this.input, 'aria-invalid', isWrong || null);
  }
}

/** For how many states a condition holds. */
function conditionText(search) {
  const [[spans, states], [, unknown]] = [true, UNKNOWN].map((value) => search.count(value));
  const facts = [spans === 0 ? 'true for no state' : `true for ${countText(states, 'state')}, in ${countText(spans, 'span')}${search.values[0] === true ? ', from the first one on' : ''}`];
  if (unknown > 0) facts.push(`unknown for ${countText(unknown, 'state')} (hatched)`);
  if (search.unseen.length > 0) facts.push(`no state has ${search.unseen.map((path) => visibleText(pathText(path), 80)).join(' or ')}`);
  return facts.join('; ');
}
