// The field that finds steps: by a text, a type, a path, or a condition over all states.

import { element, byId, setText, setAttribute, setClass } from './dom.js';
import { View } from './frames.js';
import { TextSearch } from './text-search.js';
import { ConditionSearch, questionOf } from './condition-search.js';
import { PatternSearch } from './path-pattern.js';
import { pathsWith } from './state-tree.js';
import { PathHistory, historyText, UNKNOWN } from './path-history.js';
import { pathText } from './paths.js';
import { visibleText, countText } from './text.js';

/** So many paths are offered for a word. */
const OFFERED_PATHS = 3;

export class SearchField extends View {
  /** @param {StepsView} steps */
  constructor(steps) {
    super(steps.page);
    this.steps = steps;
    // What is searched for, what that is, and the walk that finds it: null for nothing, a type and an error.
    this.query = '';
    this.question = this.walk = null;
    // The row that a number, a mark or a time names, or null; and what to say of a search that went on at the other end.
    this.goal = null;
    this.wrapped = '';
    // The shown state, in which paths are looked for.
    this.state = undefined;
    this.input = byId('filter-text');
    this.about = byId('filter-about');
    this.offers = byId('filter-paths');
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
    this.wrapped = '';
    this.start();
    this.steps.change();
  }

  /** Tells what the text asks for, and begins to find it. @param isType Whether it stays a type, which may not be in the recording yet. */
  start(isType = this.query !== '' && this.steps.types.has(this.query)) {
    const { query, session, steps: { labels, types }, timeline } = this;
    const { walks } = session;
    types.show(isType ? query : null);
    this.goal = isType ? null : rowNamed(query, session);
    // A number may also be in an action.
    const isGoal = this.goal !== null && !/^\d/.test(query);
    this.question = isType || isGoal || query === '' ? null : questionOf(query, this.state);
    const { path, pattern, condition, error } = this.question ?? {};
    const isText = query !== '' && !isType && !isGoal && !this.question;
    this.offer(isText && query.length > 1 ? pathsWith(this.state, query, OFFERED_PATHS) : []);
    this.walk = path ? walks.history(path) : pattern ? walks.start(new PatternSearch(pattern)) : condition ? walks.start(new ConditionSearch(timeline, condition)) : isText ? walks.start(new TextSearch(timeline, query, session.marks)) : null;
    labels.mark(isText ? query.toLowerCase() : '');
    session.condition = condition || error?.isBeyond ? query : null;
  }

  /** Offers paths with a word. */
  offer(paths) {
    const links = paths.map((path) => element('button', { class: 'link', title: 'The steps that changed it', onclick: () => this.fill(path) }, element('code', {}, visibleText(path, 80))));
    this.offers.replaceChildren(...links.flatMap((link, index) => [index === 0 ? ' · path ' : ', ', link]));
  }

  /** What a step that was found did to what is searched for. */
  turnOf(row) {
    const { walk, history } = this;
    if (!walk?.found.has(row)) return '';
    if (!history) return walk.turn?.(row) ?? '';
    return `→ ${historyText(history, history.indexAt(row), true)}`;
  }

  /** What the text was understood as. */
  get aboutText() {
    const { query, question, condition, walk, steps: { types } } = this;
    if (query === '') return '';
    if (types.only !== null) return 'type';
    const goal = this.goal === null ? [] : [`Enter goes to step ${this.timeline.positionOf(this.goal)}`];
    if (!walk && !question) return goal.join();
    const { count } = this.timeline;
    const looking = walk && !walk.isComplete ? `looking … ${Math.floor((100 * walk.walkedRows) / Math.max(count, 1))} %` : null;
    if (!question) return [`text: ${looking ?? countText(walk.found.count, 'step')}`, ...goal].join('; ');
    if (question.error) return `${question.error.message}.${!question.error.isBeyond ? '' : ` In a terminal, “timeline when” can${this.timeline.summary.states === 'replay' ? '' : ', with the recorded program'}.`}`;
    const [kind] = Object.keys(question);
    return `${kind === 'pattern' ? 'path' : kind}: ${looking ?? (condition ? conditionText(condition, query) : kind === 'pattern' ? countText(walk.found.count, 'step') : walk.values.every((value) => value === undefined) ? 'no state has it'
      : countText(walk.changes.length, 'change'))}`;
  }

  /** @param outside What is said of a shown step that is not in the list. */
  draw(outside) {
    const { about, question } = this;
    about.hidden = this.query === '' && outside === '';
    setText(about.firstElementChild, [this.aboutText + this.wrapped, outside].filter(Boolean).join('; '));
    // Only the final count is announced.
    setAttribute(about, 'aria-live', this.walk?.isComplete === false ? 'off' : null);
    const isWrong = question?.error?.isBeyond === false;
    setClass(about, `filter-about${isWrong ? ' wrong' : this.condition ? ' condition' : ''}`);
    setAttribute(this.input, 'aria-invalid', isWrong || null);
  }
}

/** The row of a step, `500` or `#500`, of a mark or bookmark, `%name`, or at a time, `@12.5s`; null for other texts. */
function rowNamed(text, { timeline, marks }) {
  const { first, last } = timeline.summary;
  const [, number, name, seconds] = /^(?:#?(\d{1,15})|%(.+)|@(\d+(?:\.\d+)?)s)$/s.exec(text) ?? [];
  if (number !== undefined) return Number(number) >= first && Number(number) <= last ? timeline.rowOf(Number(number)) : null;
  // Of two marks with one name, the later counts.
  if (name !== undefined) return (marks.findLast((mark) => mark.text === name) ?? marks.findLast((mark) => mark.text.startsWith(name)))?.row ?? null;
  return seconds === undefined ? null : timeline.table.rowAtTime(Number(seconds) * 1e6);
}

/** For how many states a condition holds. */
function conditionText(search, query) {
  const [[spans, states], [, unknown]] = [true, UNKNOWN].map((value) => search.count(value));
  const facts = [spans === 0 ? 'true for no state' : `true for ${countText(states, 'state')}, in ${countText(spans, 'span')}${search.values[0] === true ? ', from the first one on' : ''}`];
  if (unknown > 0) facts.push(`unknown for ${countText(unknown, 'state')} (hatched)`);
  if (search.unseen.length > 0) facts.push(`no state has ${search.unseen.map((path) => visibleText(pathText(path), 80)).join(' or ')}`);
  if (spans === 0 && /\bcount\(\s*[$@](?:(?!\*|\.\.)[^()])*\)/.test(query)) facts.push('count() of one value is at most 1; length() counts its members');
  return facts.join('; ');
}
