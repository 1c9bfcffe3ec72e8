// Paths: tokens (a string for a name, a number for an index), JSON Pointers (RFC 6901) and JSONPath (RFC 9535).

/** The tokens of a JSON Pointer, all as strings; the value that they lead into decides what is an index. */
export function pointerTokens(pointer) {
  if (pointer === '') return [];
  const tokens = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return tokens;
  return tokens.map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** The JSON Pointer of tokens; also the key of a path in sets and maps. */
export function pointerOf(tokens) {
  return tokens.map((token) => `/${typeof token === 'number' ? token : token.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}

/** The value at a path, or undefined where there is none. */
export function valueAt(value, tokens) { return tokens.reduce((place, token) => childOf(place, token), value); }

/** The member or element of a value, or undefined. A name does not select from an array, nor an index from an object. */
export function childOf(value, token) {
  if (value instanceof Map) return typeof token === 'string' ? value.get(token) : undefined;
  if (Array.isArray(value)) return typeof token === 'number' ? value[token] : undefined;
  return undefined;
}

/** The shortest JSONPath of tokens: `$.comments[2].text`, as the `timeline` tool prints it. */
export function pathText(tokens) { return `$${tokens.map(tokenText).join('')}`; }

/** The path segment of a token: `.text`, `[2]`, or `['a b']` where RFC 9535 has no shorthand. */
export function tokenText(token) {
  if (typeof token === 'number') return `[${token}]`;
  return isShorthand(token) ? `.${token}` : `[${quotedName(token)}]`;
}

function isShorthand(name) { return /^[A-Za-z_\u0080-\u{10ffff}][A-Za-z_0-9\u0080-\u{10ffff}]*$/u.test(name); }

/** A name in single quotes, with the escapes of normalized paths. */
function quotedName(name) {
  const escaped = name.replace(/[\u0000-\u001f'\\]/g, (character) => {
    const [letter] = Object.entries(NAME_ESCAPES).find(([, other]) => other === character) ?? [];
    return `\\${letter ?? `u${character.charCodeAt(0).toString(16).padStart(4, '0')}`}`;
  });
  return `'${escaped}'`;
}

/** A name of a JSON Pointer as the token that leads into a value. */
export function tokenIn(value, name) { return Array.isArray(value) && /^\d+$/.test(name) ? Number(name) : name; }

/** The tokens of a JSON Pointer that leads to a value of a state, or null. */
export function placeOf(pointer, state) {
  const tokens = [];
  let place = state;
  for (const token of pointerTokens(pointer)) {
    tokens.push(tokenIn(place, token));
    place = childOf(place, tokens.at(-1));
  }
  return place === undefined ? null : tokens;
}

/** A segment: `.name`, `.*`, `[2]`, `['name']`, `["name"]` or `[*]`; after two dots at any depth. */
const PATTERN_SEGMENT = /(\.\.?)(?:(\*)|([A-Za-z_\u0080-\u{10ffff}][A-Za-z_0-9\u0080-\u{10ffff}]*))|(\.\.)?\[ *(?:(\*)|(0|[1-9]\d{0,15})|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)") *\]/suy;

const NAME_ESCAPES = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', '/': '/', '\\': '\\', "'": "'", '"': '"' };

/** The tokens of a JSONPath that selects one place, or null if the text is none. */
export function parsePath(text) {
  const segments = text[0] === '$' ? parsePattern(text) : null;
  return segments?.every(({ token, isDeep }) => token !== null && !isDeep) ? segments.map(({ token }) => token) : null;
}

/** The segments of a path, `{token, isDeep}` with null for any token; or null if the text is none, or has a filter or a slice. */
export function parsePattern(text) {
  const segments = [];
  for (PATTERN_SEGMENT.lastIndex = 1; PATTERN_SEGMENT.lastIndex < text.length;) {
    const [segment, dots, star, name, deep, any, index, ...quoted] = PATTERN_SEGMENT.exec(text) ?? [];
    if (segment === undefined) return null;
    const isAny = star !== undefined || any !== undefined;
    const token = isAny ? null : name ?? (index === undefined ? unquotedName(quoted[0] ?? quoted[1]) : Number(index));
    if (token === null && !isAny) return null;
    segments.push({ token, isDeep: dots === '..' || deep !== undefined });
  }
  return segments;
}

/** A quoted name without its escapes, or null if one is invalid. */
export function unquotedName(text) {
  let isValid = true;
  const name = text.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/gsu, (escape, digits, kind) => {
    if (digits) return String.fromCharCode(Number.parseInt(digits, 16));
    isValid &&= Object.hasOwn(NAME_ESCAPES, kind);
    return NAME_ESCAPES[kind];
  });
  return isValid ? name : null;
}

/** The singular paths that an expression mentions, in their order, each once. */
export function pathsIn(expression) {
  const pattern = /\$(?:\.[A-Za-z_\u0080-\u{10ffff}][A-Za-z_0-9\u0080-\u{10ffff}]*|\[\d+\]|\['(?:[^'\\]|\\.)*'\])*/gu;
  const paths = new Map();
  for (const [text] of expression.matchAll(pattern)) {
    const tokens = parsePath(text);
    if (tokens && tokens.length > 0) paths.set(pointerOf(tokens), tokens);
  }
  return [...paths.values()];
}
