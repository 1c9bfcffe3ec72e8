import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { modules, randomNumbers } from './support.mjs';

const text = await import(`${modules}/text.js`);
const { shellWord, commandsFor, issueText, servingCommand } = await import(`${modules}/commands.js`);
const { siteLink } = await import(`${modules}/changes-view.js`);
const { parseAddress, addressOf } = await import(`${modules}/address.js`);
const { parseJSON, prettyJSON } = await import(`${modules}/json.js`);
const tree = await import(`${modules}/state-tree.js`);

test('what hides or reorders text is visible', () => {
  assert.equal(text.visibleText('a\u202eb\u0000\u007f\u0085\u2028\ufeff\ud800é😀'), 'a\\u{202E}b\\u{0}\\u{7F}\\u{85}\\u{2028}\\u{FEFF}\\u{D800}é😀');
  assert.equal(text.valueText('</script>\n\u202e'), '"</script>\\n\\u{202E}"');
});

test('long text is cut, but not inside of a character', () => {
  assert.deepEqual([text.visibleText('x'.repeat(400)), text.visibleText(`${'x'.repeat(299)}😀y`)], [`${'x'.repeat(300)}…`, `${'x'.repeat(299)}…`]);
  // A family is one character of eleven codes, and é may be two.
  for (const whole of ['👨‍👩‍👧', '😀', 'e\u0301', '🇩🇪']) {
    for (let limit = 300 - whole.length + 1; limit < 300; limit += 1) assert.equal(text.visibleText(`${'x'.repeat(limit)}${whole}y`), `${'x'.repeat(limit)}…`, `${whole} ${limit}`);
    assert.equal(text.valueText(`${'x'.repeat(299)}${whole}y`).slice(0, 301), `"${'x'.repeat(299)}…`, whole);
  }
  assert.deepEqual([text.visibleText('\u0301'.repeat(1000)), text.cutText('abc', 0)], [`${'\u0301'.repeat(300)}…`, '…']);
  assert.equal(text.valueText('y'.repeat(1_000_000)), `"${'y'.repeat(300)}… (1,000,000 characters)`);
  assert.ok(text.valueText(parseJSON(JSON.stringify({ a: 'y'.repeat(1_000_000) }))).length < 400);
});

test('two long texts differ within no character, and are shown where they do', () => {
  for (const [one, other, parts] of [['abc', 'abXc', ['', 'X']], ['abc', 'abc', ['', '']], ['', 'a', ['', 'a']], ['aaa', 'aa', ['a', '']], ['x👨‍👩‍👧y', 'x👨‍👩‍👦y', ['👨‍👩‍👧', '👨‍👩‍👦']], ['xe\u0301', 'xe\u0300', ['e\u0301', 'e\u0300']], ['🇩🇪🇫🇷', '🇩🇪🇩🇪🇫🇷', ['', '🇩🇪']]]) {
    const { start, end, otherEnd } = text.textDifference(one, other);
    assert.deepEqual([one.slice(start, end), other.slice(start, otherEnd)], parts, `${one} ${other}`);
    assert.equal(one.slice(0, start) + parts[1] + one.slice(end), other);
  }
  const [lead, trail] = ['x'.repeat(500), 'y'.repeat(500)];
  assert.deepEqual([text.changedText(`${lead}1${trail}`, `${lead}22${trail}`, 10), text.changedText(`${lead}1`, lead, 10)], ['"…xxxxx1yyyy…', '"…xxxxx1"']);
  assert.deepEqual([text.changedText(`1${lead}`, lead, 10), text.changedText('\n', 'a', 10)], ['"1xxxxxxxxx… (501 characters)', '"\\n"']);
});

test('times, counts and numbers', () => {
  assert.deepEqual([0, 104, 999, 51_000, 200_600, 1_234_000, 59_960_000, 200_000_000, 7_500_000_000].map(text.durationText),
    ['0 µs', '104 µs', '999 µs', '51 ms', '201 ms', '1.2 s', '60 s', '3 min 20 s', '2 h 5 min']);
  assert.deepEqual([text.secondsText(607_045), text.countText(1, 'step'), text.countText(1_234_567, 'step')], ['0.607045 s', '1 step', '1,234,567 steps']);
  assert.deepEqual([0, -4, 0.75, 1234.5678, 1e21, 1e-7].map(text.numberText), ['0', '-4', '0.75', '1235', '1.0e21', '1.0e-7']);
});

test('an action has the name that the tool gives it', async () => {
  const cases = parseJSON(JSON.stringify(JSON.parse(await readFile(new URL('../../../../Fixtures/action-names.json', import.meta.url), 'utf8'))));
  const nameOf = ({ outer, name }) => [...outer, name].join(' › ');
  for (const [expected, action] of cases) assert.equal(nameOf(text.actionLabel(action)), expected, text.valueText(action));
  const payloads = { '{"screen":{"action":{"rowTapped":{"row":2}},"id":1}}': '{"row":2}', '{"form":{"_0":{"binding":{"_0":{"title":"Design"}}}}}': '"Design"',
    '{"refreshTapped":{}}': '"-"', '{"type":"add","payload":3}': '3', '{"type":"add","by":2}': '{"by":2}' };
  for (const [json, expected] of Object.entries(payloads)) assert.equal(text.valueText(text.actionLabel(parseJSON(json)).payload ?? '-'), expected);
});

test('a shell reads back each quoted word', () => {
  const words = ['run.jsonl', 'a b', "it's", '$HOME', '`id`', '$(id)', '!x', '*', '-', '~', 'a\nb', "a\n'b'\\", 'ü', '', '\u001b[31m', 'a\u009bb', '\u202eb c\u2069', '#x', 'a;b', '"', '-\u202e\n\n', '\u200b%s\\n!x'];
  const random = randomNumbers(7);
  for (let round = 0; round < 60; round += 1) words.push(Array.from({ length: 8 }, () => String.fromCharCode(1 + random(126))).join(''));
  for (const word of words) {
    const quoted = shellWord(word);
    const result = spawnSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' });
    assert.equal(result.stdout, word, JSON.stringify(word));
    // Only line feeds at the end are not escaped, as a shell would drop them.
    assert.equal(text.visibleText(quoted.replace(/\n+"$/, '"'), 1000), quoted.replace(/\n+"$/, '"'));
  }
});

test('where nothing reduces edited steps, the page says what to run', () => {
  const texts = (page) => [false, true].map((isServed) => servingCommand(page, isServed));
  assert.deepEqual(texts({ file: 'run.jsonl', states: 'replay' }), ['timeline serve run.jsonl', null]);
  const app = { file: 'http://127.0.0.1:1/', states: 'replay' };
  assert.deepEqual(texts(app), ['timeline record --from http://127.0.0.1:1/ -o run.jsonl && timeline serve run.jsonl', null]);
  const others = [[{ file: '-x y', tool: 'a-timeline', options: ['--recover', 'salvage'], states: 'recorded' }, "a-timeline serve './-x y' --recover salvage --program PATH"], [{ file: '-', states: 'replay' }, 'timeline serve run.jsonl'], [{ ...app, states: 'recorded' }, 'timeline record --from http://127.0.0.1:1/ -o run.jsonl && timeline serve run.jsonl --program PATH']];
  for (const [page, text] of others) assert.deepEqual(texts(page), [text, text]);
});

test('no link leads out of the folder of the editor', () => {
  const editor = { url: 'vscode://file{path}:{line}', root: '/work' };
  const names = ['/etc/passwd', '../x', './..', './../x', './../../etc/passwd', './a/../b', './a/./b', './a//b', './', './.', './\u0301../../x',
    './a\\..\\b', './%2e%2e/x', './a%2fb', './a\nb', './a\u202eb', './a\u009bb', 'file:///etc/passwd', 'javascript:x'];
  for (const name of names) assert.equal(siteLink(`${name}:4`, editor), text.visibleText(`${name}:4`.replace(/^\.\//, '')), name);
  assert.equal(siteLink('./a.swift', editor), 'a.swift');
});

test('the commands of a moment', () => {
  const moment = { file: 'my run.jsonl', position: 33, before: 32, compared: null, isCrash: false, isKnown: true, isBaseKnown: true, isReplayed: true, path: ['comments', 'unread'], value: -3 };
  const lines = (changes) => commandsFor({ ...moment, ...changes }).map(({ command }) => command);
  // There is no state after a step that never returned.
  assert.deepEqual(lines({ path: null, isCrash: true, isBaseKnown: false, verdict: { kind: 'crash', step: 33 } }), ["timeline state 'my run.jsonl' 32", "timeline test 'my run.jsonl' --crash"]);
  assert.deepEqual(lines({ path: null, isCrash: true, compared: 3 }), ["timeline diff 'my run.jsonl' 3 32", "timeline state 'my run.jsonl' 32"]);
  assert.deepEqual(lines({}), [
    "timeline diff 'my run.jsonl' 32 33", "timeline state 'my run.jsonl' 33 --path '$.comments.unread'", "timeline blame 'my run.jsonl' '$.comments.unread'",
    "timeline bisect 'my run.jsonl' --bad '$.comments.unread == -3'", "timeline test 'my run.jsonl' --bad '$.comments.unread == -3'",
  ]);
  // An expression that begins with a hyphen would be an option.
  assert.deepEqual([...lines({ path: null, condition: "$.s == 'a'" }).slice(2), ...lines({ path: null, condition: '-$.n > 0', unreturned: 40 }).slice(2)], [
    "timeline when 'my run.jsonl' '$.s == '\\''a'\\'''", "timeline when 'my run.jsonl' ' -$.n > 0' --to 39",
  ]);
  // What replays a step whose reducer never returns would trap, too.
  assert.deepEqual(lines({ unreturned: 40 }).slice(2), [
    "timeline blame 'my run.jsonl' '$.comments.unread' --to 39", "timeline bisect 'my run.jsonl' --bad '$.comments.unread == -3' --bad-at 39",
    "timeline test 'my run.jsonl' --bad '$.comments.unread == -3'",
  ]);
  // Where the path leads nowhere, the whole state is shown.
  assert.deepEqual(lines({ value: undefined }).slice(1), ["timeline state 'my run.jsonl' 33", "timeline blame 'my run.jsonl' '$.comments.unread'"]);
  assert.deepEqual(lines({ path: null, compared: 40, canSkip: true }), ["timeline diff 'my run.jsonl' 40 33", "timeline state 'my run.jsonl' 33", "timeline replay 'my run.jsonl' --skip 33 --no-wait"]);
  assert.deepEqual(lines({ path: null, verdict: { kind: 'culprit', step: 33, expression: '$.a < 0' } }).slice(2), ["timeline bisect 'my run.jsonl' --bad '$.a < 0'", "timeline test 'my run.jsonl' --bad '$.a < 0'"]);
  assert.deepEqual(lines({ path: null, verdict: { kind: 'invariant', step: 3, name: 'a rule' } }).slice(3), ["timeline test 'my run.jsonl' --invariant 'a rule'"]);
  assert.deepEqual(lines({ path: null, verdict: { kind: 'crash', step: 3 } }).slice(2), ["timeline test 'my run.jsonl' --crash"]);
  assert.deepEqual(lines({ file: '-x.jsonl', path: null, before: null, isBaseKnown: false }), ['timeline state ./-x.jsonl 33']);
  assert.deepEqual(lines({ file: 'http://127.0.0.1:4000', path: null }), [
    'timeline record --from http://127.0.0.1:4000 -o - | timeline diff - 32 33', 'timeline record --from http://127.0.0.1:4000 -o - | timeline state - 33',
  ]);
});

test('no command needs a state that is unknown, a program that was not found, or standard input that is gone', () => {
  const moment = { file: 'run.jsonl', position: 9, before: 8, compared: null, isKnown: false, isBaseKnown: true, isReplayed: true, path: null };
  const lines = (changes) => commandsFor({ ...moment, ...changes }).map(({ command }) => command);
  assert.deepEqual([lines({}), lines({ isKnown: true, isBaseKnown: false })], [['timeline log run.jsonl --from 9 --to 9'], ['timeline state run.jsonl 9']]);
  assert.deepEqual(lines({ isKnown: true, isReplayed: false, path: ['a'], value: 1 }), ['timeline diff run.jsonl 8 9', "timeline state run.jsonl 9 --path '$.a'"]);
  assert.deepEqual([lines({ isReplayed: false, path: ['a'], condition: '$.a' }), lines({ isKnown: true, file: '-' })], [['timeline log run.jsonl --from 9 --to 9'], []]);
});

test('a command reads the file as the page did', () => {
  const moment = { file: 'run.jsonl', position: 9, before: 8, compared: null, isKnown: true, isBaseKnown: false, isReplayed: true, path: null };
  const lines = (changes) => commandsFor({ ...moment, ...changes }).map(({ command }) => command);
  const divergence = { step: 9 };
  assert.deepEqual(lines({ options: ['--recover', 'salvage', '--program', 'a b'], divergence }), [
    "timeline state run.jsonl 9 --recover salvage --program 'a b'", "timeline replay run.jsonl --verify --recover salvage --program 'a b'",
  ]);
  assert.deepEqual(lines({ tool: './counter-timeline', divergence }), ['./counter-timeline state run.jsonl 9', './counter-timeline verify run.jsonl']);
});

test('the address of a moment reads back', () => {
  const nothing = { step: null, to: null, path: null, bookmarks: [], look: null };
  const plain = { pins: null, find: '', hidden: [], origin: null, slow: false, axis: 'steps', window: null };
  const looks = [null, { pins: [], find: 'a&b', hidden: ['x › y', '&'], origin: 'é', slow: true, axis: 'time', window: [3, 40] }, { ...plain, pins: [['a'], ['b c', 0]] }];
  const paths = [null, ['cart', 'total'], ['a b', 2, "it's", '&=#%'], ['é', '😀', '\u0000', '__proto__']];
  const marks = [[], [{ step: 0, note: '' }, { step: 12, note: 'a: b & c=#%' }, { step: 17, note: 'é 😀 \u202e <b>' }]];
  for (const to of [null, 17]) for (const path of paths) for (const bookmarks of marks) for (const look of looks) assert.deepEqual(parseAddress(addressOf(12, path, to, bookmarks, look)), { step: 12, to, path, bookmarks, look });
  assert.equal(addressOf(17, ['cart', 'items', 0], 40, [{ step: 12, note: 'a b' }, { step: 17, note: '' }]), '#step=17&to=40&path=$.cart.items%5B0%5D&mark=12:a%20b&mark=17');
  for (const text of ['#step=1e9&path=%', '#path=$..x&step=-1&toString=1', '#mark=&mark&mark=x:1&mark=-1:a&mark=1e3:a&mark=3%&mark=1234567890123456:a&constructor=3:a', '#axis=x&window=3&window=a-b&find=%&hide']) {
    assert.deepEqual(parseAddress(text), text.includes('axis') ? { ...nothing, look: plain } : nothing, text);
  }
  assert.equal(parseAddress(`#${'pin=$.a&hide=b&'.repeat(1000)}`).look.pins.length + parseAddress(`#${'hide=b&'.repeat(1000)}`).look.hidden.length, 100);
});

test('Markdown for an issue holds what a recording says as code', () => {
  const text = issueText({ verdict: ['a `b` <img src=x>', '``` @me'], step: 'Step 1', program: 'p 1', command: 'x ```\n', link: 'p.html#step=1' });
  assert.equal(text, '`` a `b` <img src=x> ``\n\n- ```` ``` @me ````\n- `Step 1`\n- `p 1`\n\n````sh\nx ```\n\n````\n\n`p.html#step=1`\n');
  assert.equal(issueText({ verdict: [], step: 's', program: 'p', command: null, link: 'l' }), '- `s`\n- `p`\n\n`l`\n');
});

test('a fragment has at most 20 bookmarks of 80 characters, one of each step, in order', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `mark=${100_000 - index}:${index}`).join('&');
  const { bookmarks } = parseAddress(`#mark=7:first&${many}&mark=7:second`);
  assert.deepEqual([bookmarks.length, [bookmarks[0], bookmarks[1]]], [20, [{ step: 7, note: 'first' }, { step: 99_982, note: '18' }]]);
  assert.deepEqual(parseAddress('#mark=3:b&mark=1:a&mark=3:%20c%0a').bookmarks, [{ step: 1, note: 'a' }, { step: 3, note: 'c' }]);
  const [long] = parseAddress(`#mark=1:${'x'.repeat(1_000_000)}`).bookmarks;
  assert.deepEqual([long, parseAddress(addressOf(1, null, null, [long])).bookmarks], [{ step: 1, note: `${'x'.repeat(80)}…` }, [long]]);
});

test('an action is laid out, and a long one is cut', () => {
  assert.equal(text.prettyLines('{"a":{"b":[1,{"c":null}],"d":{}}}'), '{\n  "a": {\n    "b": [\n      1,\n      {\n        "c": null\n      }\n    ],\n    "d": {}\n  }\n}');
  assert.equal(prettyJSON(parseJSON('{"a":[1.10,"\\u202e"],"c":{}}')), '{\n  "a": [\n    1.10,\n    "\u202e"\n  ],\n  "c": {}\n}');
  assert.equal(text.prettyLines(JSON.stringify(Array.from({ length: 1000 }, (_, index) => 'x'.repeat(90)))).split('\n').at(-1), '… cut after 40,000 characters; Copy action has all of it');
});

/** The rows of a tree as text: depth by dots, `+` closed, `-` open, `*` changed. */
function rowsOf(state, before, open = [], onlyChanged = false) {
  const rows = tree.treeRows(parseJSON(state), before === undefined ? undefined : parseJSON(before), { isOpen: (key) => open.includes(key), onlyChanged });
  return rows.map((row) => `${'.'.repeat(row.depth)}${row.isBranch ? (row.isOpen ? '-' : '+') : ''}${row.label ?? row.token ?? '$'}${{ none: '', inside: '~', changed: '*', added: '!', removed: '-' }[row.change]}`);
}

test('a tree visits what is open and marks what differs', () => {
  assert.deepEqual([rowsOf('{"a":{"b":1,"c":[]},"d":2}', '{"a":{"b":0,"c":[]},"d":2}'), rowsOf('{"a":{"b":1}}', '{"a":{"b":1}}')], [['-$~', '.+a~', '.d'], ['-$', '.+a']]);
  assert.deepEqual(rowsOf('{"a":{"b":1,"c":[]},"d":2,"e":3}', '{"a":{"b":0,"c":[]},"d":2}', ['/a']), ['-$~', '.-a~', '..b*', '..c', '.d', '.e!']);
  assert.deepEqual([rowsOf('{"a":{"b":1,"c":2},"d":{"e":1}}', '{"a":{"b":0,"c":2},"d":{"e":1}}', [], true), rowsOf('[1]', undefined)], [['-$~', '.-a~', '..b*'], ['-$', '.0']]);
  assert.deepEqual(rowsOf('{"a":{"b":[7,9]}}', '{"a":{"b":[7,8,9],"c":1},"d":2}', ['/a', '/a/b']), ['-$~', '.-a~', '..-b~', '...0', '...1*', '...1-', '..c-', '.d-']);
});

test('a list of 100,000 is shown in groups, and a path opens the groups above it', () => {
  const state = Array.from({ length: 100_000 }, (_, index) => index);
  const open = new Set(tree.keysAbove(state, [54_321]));
  const rows = tree.treeRows(state, undefined, { isOpen: (key) => open.has(key) });
  assert.deepEqual([rows.filter((row) => row.isOpen).map((row) => row.label ?? '$'), rows.length], [['$', '50000 … 59999', '54300 … 54399'], 1 + 10 + 100 + 100]);
  const index = rows.findIndex((row) => row.token === 54_321);
  assert.deepEqual([tree.rowTokens(rows, index), rows[index].value], [[54_321], 54_321]);
});

test('keys with slashes and an empty key have rows of their own', () => {
  const rows = tree.treeRows(parseJSON('{"":{"x":1},"a/b":{"~":2}}'), undefined, { isOpen: () => true });
  assert.deepEqual([rows.map((row) => row.key), tree.rowTokens(rows, 4)], [['', '/', '//x', '/a~1b', '/a~1b/~0'], ['a/b', '~']]);
});

test('finds keys and values, letter case aside', () => {
  const found = [...tree.placesWith(parseJSON('{"Unread":1,"list":[{"text":"was UNREAD"},"no"],"n":"x"}'), 'unread')].filter(Boolean);
  assert.deepEqual(found, [['Unread'], ['list', 0, 'text']]);
});
