// Conditions on a state: filter expressions of RFC 9535 with the extensions of the `timeline` tool, without filters within them, slices,
// descendants and regular expressions.

import { NUMBER, parseJSON } from './json.js';
import { childOf, pointerOf, unquotedName } from './paths.js';
import { COMPARISONS, calculate, lengthOf } from './operators.js';

/** Why a text is no condition; or, where `isBeyond`, what the page cannot evaluate and the tool can. Columns count characters from 1. */
export class ConditionError extends Error {
  constructor(text, index, reason, isBeyond = false) {
    super(`Column ${[...text.slice(0, index)].length + 1}: ${reason}`);
    this.isBeyond = isBeyond;
  }
}

/** Expressions are not nested deeper, as in the tool. */
const NESTING_LIMIT = 64;

/** Selects all children. */
const WILDCARD = null;

const SPACE = /[ \t\n\r]*/y;
const INDEX = /-?(?:0|[1-9]\d*)/y;
const NAME = /[A-Za-z_\u0080-\u{10ffff}][A-Za-z_0-9\u0080-\u{10ffff}]*/uy;
const WORD = /[a-z][a-z0-9_]*/y;
const COMPARISON = /[=!<>]=|[<>]/y;
const STRING = /'(?:[^'\\\u0000-\u001f]|\\(?:['\\/bfnrt]|u[0-9A-Fa-f]{4}))*'|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;

/** Parses a condition: `{paths, holds}`. `paths` are the names that its paths begin with; `holds` is a function from the states to whether it holds, given for each of the
 * paths the state in which what is at that path is right. */
export function parseCondition(text) {
  const parser = new ConditionParser(text);
  parser.take(SPACE);
  const holds = parser.test(parser.disjunction());
  parser.take(SPACE);
  if (parser.index < text.length) parser.expected('an operator or the end');
  return { paths: parser.paths, holds };
}

/** Each method parses from `index`. A term is one of `test`, a function from the states to a boolean; `value`, one to a value, undefined for Nothing; or `nodes`, one to
 * the values that a path selects, at most one if it `isSingular`. */
class ConditionParser {
  constructor(text) {
    this.text = text;
    this.index = this.depth = 0;
    this.paths = [];
  }

  fail(reason, index = this.index) { throw new ConditionError(this.text, index, reason); }
  failBeyond(part, index = this.index) { throw new ConditionError(this.text, index, `the page cannot evaluate ${part}`, true); }

  expected(what) {
    const [next] = this.text.slice(this.index, this.index + 2);
    this.fail(`expected ${what}, found ${next === undefined ? 'the end' : next === ' ' ? 'a space' : `"${next}"`}`);
  }

  get next() { return this.text[this.index]; }

  /** Takes what a pattern matches; null where it does not. */
  take(pattern) {
    pattern.lastIndex = this.index;
    const match = pattern.exec(this.text);
    if (!match) return null;
    this.index = pattern.lastIndex;
    return match[0];
  }

  /** Takes an operator after space, and the space behind it; null, and nothing taken, where there is none. */
  takeOperator(pattern) {
    const before = this.index;
    this.take(SPACE);
    const operator = this.take(pattern);
    if (operator === null) this.index = before;
    else this.take(SPACE);
    return operator;
  }

  nested(body) {
    if (this.depth === NESTING_LIMIT) this.fail(`expressions are nested more than ${NESTING_LIMIT} deep`);
    this.depth += 1;
    const result = body();
    this.depth -= 1;
    return result;
  }

  disjunction() { return this.tests(/\|\|/y, () => this.conjunction(), (tests) => (states) => tests.some((test) => test(states))); }
  conjunction() { return this.tests(/&&/y, () => this.basic(), (tests) => (states) => tests.every((test) => test(states))); }

  tests(separator, part, joined) {
    const tests = [];
    for (;;) {
      const term = part();
      const end = this.index;
      const isLast = !this.takeOperator(separator);
      if (isLast && tests.length === 0) return term;
      tests.push(this.test(term, end));
      if (isLast) return { test: joined(tests) };
    }
  }

  basic() {
    if (this.next === '!') return this.negated();
    const start = this.index;
    const left = this.sum();
    const comparison = this.takeOperator(COMPARISON);
    if (!comparison) return left;
    const one = this.operand(left, start);
    const middle = this.index;
    const other = this.operand(this.sum(), middle);
    return { test: (states) => COMPARISONS[comparison](one(states), other(states)) };
  }

  negated() {
    this.index += 1;
    this.take(SPACE);
    const term = this.next === '(' ? this.parenthesized() : this.primary('a path, a function or (');
    const end = this.index;
    if (this.takeOperator(COMPARISON) ?? this.takeOperator(/[-+*/]/y)) this.fail('write !(…) to negate a comparison', end);
    const test = this.test(term);
    return { test: (states) => !test(states) };
  }

  /** What stands between a sign and its counterpart. */
  enclosed(end, expected, body) {
    this.index += 1;
    this.take(SPACE);
    const result = body(this.index);
    this.take(SPACE);
    if (!this.take(end)) this.expected(expected);
    return result;
  }

  parenthesized() { return this.nested(() => this.enclosed(/\)/y, 'an operator or )', () => this.disjunction())); }

  sum() { return this.operands(/[-+]/y, () => this.operands(/[*/]/y, () => this.signed())); }

  operands(operators, part) {
    const start = this.index;
    const first = part();
    let operator = this.takeOperator(operators);
    if (!operator) return first;
    const one = this.operand(first, start);
    const rest = [];
    for (; operator; operator = this.takeOperator(operators)) {
      const place = this.index;
      rest.push([operator, this.operand(part(), place)]);
    }
    return { value: (states) => rest.reduce((result, [operator, operand]) => calculate(operator, result, operand(states)), calculate('+', 0, one(states))) };
  }

  /** The sign of a number is part of the number. */
  signed() {
    if (this.next !== '-' || /\d/.test(this.text[this.index + 1])) return this.primary();
    return this.nested(() => {
      this.index += 1;
      this.take(SPACE);
      const start = this.index;
      const operand = this.operand(this.signed(), start);
      return { value: (states) => calculate('-', 0, operand(states)) };
    });
  }

  primary(what = 'a value, a path or a function') {
    const { next, index } = this;
    if (next === '$' || next === '@') return this.query();
    if (next === "'" || next === '"') return literal(this.string());
    const number = this.take(NUMBER);
    if (number !== null) {
      if (/\d/.test(this.next)) this.fail('a number has no leading zeros', index);
      return literal(parseJSON(number));
    }
    if (next === '(') return this.parenthesized();
    const word = this.take(WORD);
    if (word === null) this.expected(what);
    if (this.next === '(') return this.function(word, index);
    if (!['true', 'false', 'null'].includes(word)) this.fail(`expected ${what}, found "${word}"`, index);
    return literal(JSON.parse(word));
  }

  string() {
    const text = this.take(STRING);
    const name = text === null ? null : unquotedName(text.slice(1, -1));
    if (!name?.isWellFormed()) this.fail('this text has no closing quote, or an unknown escape', text === null ? this.index : this.index - text.length);
    return name;
  }

  function(name, start) {
    if (['match', 'search', 'value', 'sum', 'min', 'max'].includes(name)) this.failBeyond(`${name}()`, start);
    if (name !== 'length' && name !== 'count') this.fail(`expected length, count, match, search, value, sum, min or max, found "${name}"`, start);
    return this.nested(() => {
      const [term, place] = this.enclosed(/\)/y, 'a comma or )', (index) => [this.primary(), index]);
      const isCount = name === 'count';
      if (isCount && !term.nodes) this.fail('expected a path as the argument', place);
      const operand = isCount ? term.nodes : this.operand(term, place);
      return { value: (states) => (isCount ? operand(states).length : lengthOf(operand(states))), name: 'a function with a value' };
    });
  }

  query() {
    this.index += 1;
    const tokens = [];
    let isSingular = true;
    while (this.takeOperator(/(?=[.[])/y) !== null) {
      const start = this.index;
      const token = this.next === '.' ? this.shorthand() : this.bracketed();
      tokens.push(token);
      // RFC 9535 allows no space within the brackets of a path to one value.
      if (token === WILDCARD || /^\[\s|\s\]$/.test(this.text.slice(start, this.index))) isSingular = false;
    }
    const end = tokens.findIndex((token) => typeof token !== 'string');
    const path = end < 0 ? tokens : tokens.slice(0, end);
    const key = pointerOf(path);
    let place = this.paths.findIndex((other) => pointerOf(other) === key);
    if (place < 0) place = this.paths.push(path) - 1;
    return { nodes: (states) => nodesAt(states[place], tokens), isSingular };
  }

  shorthand() {
    if (this.text[this.index + 1] === '.') this.failBeyond('descendants');
    this.index += 1;
    return this.take(/\*/y) ? WILDCARD : this.take(NAME) ?? this.expected('a name, * or another .');
  }

  bracketed() {
    return this.enclosed(/\]/y, 'a comma or ]', () => {
      const token = this.selector();
      this.take(SPACE);
      if (this.next === ',') this.failBeyond('several selectors');
      if (this.next === ':') this.failBeyond('a slice');
      return token;
    });
  }

  selector() {
    const { next, index } = this;
    if (next === '?') this.failBeyond('a filter');
    if (next === ':') this.failBeyond('a slice');
    if (next === "'" || next === '"') return this.string();
    if (this.take(/\*/y)) return WILDCARD;
    const text = this.take(INDEX) ?? this.expected('a name in quotes, an index, a slice, * or ?');
    if (text === '-0') this.fail('-0 is not an index; the first element is 0', index);
    if (!Number.isSafeInteger(Number(text))) this.fail('an integer is from -2^53 + 1 to 2^53 - 1', index);
    return Number(text);
  }

  /** The term before a place as a test. */
  test({ test, nodes, name = 'the value' }, end = this.index) {
    if (test) return test;
    if (nodes) return (states) => nodes(states).some((value) => value !== false);
    this.index = end;
    this.take(SPACE);
    return this.expected(`a comparison after ${name}`);
  }

  /** The term as a function to one value. */
  operand({ test, nodes, isSingular, value }, start) {
    if (test) this.fail('expected a value, found a test', start);
    if (value) return value;
    if (!isSingular) this.fail('expected a path to one value, found one that may select many', start);
    return (states) => nodes(states)[0];
  }
}

function literal(value) { return { value: () => value }; }

function nodesAt(state, tokens) {
  let nodes = [state];
  for (const token of tokens) {
    nodes = token === WILDCARD ? nodes.flatMap((node) => (node instanceof Map ? [...node.values()] : Array.isArray(node) ? node : []))
      : nodes.map((node) => childOf(node, token < 0 && Array.isArray(node) ? node.length + token : token)).filter((node) => node !== undefined);
  }
  return nodes;
}
