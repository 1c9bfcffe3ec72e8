// Exact JSON: objects are Maps in the order of their text, and numbers keep their text where a double would change it.

/** A number whose text differs from that of the nearest double. */
export class ExactNumber {
  constructor(text) { this.text = text; }
  valueOf() { return Number(this.text); }
  toString() { return this.text; }
}

/** Whether the value is a number, exact or not. */
export function isNumber(value) { return typeof value === 'number' || value instanceof ExactNumber; }

/** The value of a compact JSON text: one without space between its parts. */
export function parseJSON(text) {
  const parser = new JSONParser(text);
  const value = parser.value();
  if (parser.index !== text.length) parser.fail('the end');
  return value;
}

/** A number at the last index. */
export const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class JSONParser {
  constructor(text) {
    this.text = text;
    this.index = 0;
    // The next backslash at or after `index`, so that each part of the text is searched once.
    this.backslash = text.indexOf('\\');
  }

  fail(expected) { throw new SyntaxError(`JSON, character ${this.index}: expected ${expected}`); }

  /** Skips a character, if it is the next one. */
  skip(code) {
    if (this.text.charCodeAt(this.index) !== code) return false;
    this.index += 1;
    return true;
  }

  value() {
    const code = this.text.charCodeAt(this.index);
    switch (code) {
    case 123: return this.object();
    case 91: return this.array();
    case 34: return this.string();
    case 116: return this.word('true', true);
    case 102: return this.word('false', false);
    case 110: return this.word('null', null);
    default: return this.number(code);
    }
  }

  word(word, value) {
    if (!this.text.startsWith(word, this.index)) this.fail('a value');
    this.index += word.length;
    return value;
  }

  object() {
    const members = new Map();
    this.index += 1;
    if (this.skip(125)) return members;
    do {
      if (this.text.charCodeAt(this.index) !== 34) this.fail('a key');
      const key = this.string();
      if (!this.skip(58)) this.fail('a colon');
      members.set(key, this.value());
    } while (this.skip(44));
    if (!this.skip(125)) this.fail('a comma or }');
    return members;
  }

  array() {
    const elements = [];
    this.index += 1;
    if (this.skip(93)) return elements;
    do elements.push(this.value()); while (this.skip(44));
    if (!this.skip(93)) this.fail('a comma or ]');
    return elements;
  }

  string() {
    const { text, index: start } = this;
    if (this.backslash >= 0 && this.backslash < start) this.backslash = text.indexOf('\\', start);
    const escape = this.backslash;
    let end = text.indexOf('"', start + 1);
    while (this.backslash >= 0 && this.backslash < end) {
      // An escaped quote does not end the string.
      if (this.backslash + 1 === end) end = text.indexOf('"', end + 1);
      this.backslash = text.indexOf('\\', this.backslash + 2);
    }
    if (end < 0) this.fail('the end of a string');
    this.index = end + 1;
    return escape >= 0 && escape < end ? JSON.parse(text.slice(start, end + 1)) : text.slice(start + 1, end);
  }

  number(first) {
    const { text, index: start } = this;
    let index = start;
    // Most numbers are small whole ones.
    let whole = 0;
    let code = first;
    while (code >= 48 && code <= 57) {
      whole = whole * 10 + (code - 48);
      index += 1;
      code = text.charCodeAt(index);
    }
    const digits = index - start;
    // No point or exponent follows.
    if (digits > 0 && digits < 16 && code !== 46 && code !== 69 && code !== 101 && (first !== 48 || digits === 1)) {
      this.index = index;
      return whole;
    }
    NUMBER.lastIndex = start;
    if (!NUMBER.test(text)) this.fail('a value');
    this.index = NUMBER.lastIndex;
    const literal = text.slice(start, this.index);
    const value = Number(literal);
    return String(value) === literal ? value : new ExactNumber(literal);
  }
}

/** The compact JSON text of a value, with the bytes that `timeline state --json` prints. */
export function writeJSON(value) { return previewJSON(value, Infinity); }

/** The text of a value with a member or element per line, for people. */
export function prettyJSON(value, indent = '') {
  const isObject = value instanceof Map;
  if (!(isObject ? value.size : Array.isArray(value) && value.length)) return writeJSON(value);
  const [open, close] = isObject ? '{}' : '[]';
  const lines = [...value].map((entry) => `${indent}  ${isObject ? `${JSON.stringify(entry[0])}: ` : ''}${prettyJSON(isObject ? entry[1] : entry, `${indent}  `)}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** At least the first `limit` characters of the compact text of a value; cuts strings, and does not visit what follows. */
export function previewJSON(value, limit) {
  let text = '';
  const append = (value) => {
    if (typeof value === 'string') {
      text += JSON.stringify(value.length > limit ? value.slice(0, limit) : value);
    } else if (value instanceof Map) {
      text += '{';
      let separator = '';
      for (const [key, member] of value) {
        if (text.length > limit) return;
        text += `${separator}${JSON.stringify(key.length > limit ? key.slice(0, limit) : key)}:`;
        append(member);
        separator = ',';
      }
      text += '}';
    } else if (Array.isArray(value)) {
      text += '[';
      for (let index = 0; index < value.length; index += 1) {
        if (text.length > limit) return;
        if (index > 0) text += ',';
        append(value[index]);
      }
      text += ']';
    } else text += String(value);
  };
  append(value);
  return text;
}

/** Whether two values are equal; shared parts are not visited. @param areSame Whether two numbers are. */
export function equalJSON(one, other, areSame = isSameText) {
  if (one === other) return true;
  if (isNumber(one)) return isNumber(other) && areSame(one, other);
  if (one instanceof Map) {
    if (!(other instanceof Map) || one.size !== other.size) return false;
    for (const [key, value] of one) {
      const match = other.get(key);
      if (match === undefined || !equalJSON(value, match, areSame)) return false;
    }
    return true;
  }
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    for (let index = 0; index < one.length; index += 1) if (!equalJSON(one[index], other[index], areSame)) return false;
    return true;
  }
  return false;
}

function isSameText(one, other) { return one.text !== undefined && one.text === other.text; }

/** Compares keys as the encoder sorts them: by their UTF-8 bytes, which is the order of code points. */
export function compareKeys(one, other) {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    if (one.charCodeAt(index) !== other.charCodeAt(index)) return one.codePointAt(index) - other.codePointAt(index);
  }
  return one.length - other.length;
}
