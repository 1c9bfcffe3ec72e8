// What is handed over: the `timeline` commands that show in a terminal what the page shows, and the text of an issue.

import { isNumber } from './json.js';
import { pathText } from './paths.js';
import { UNPRINTABLE } from './text.js';

/** A word of a command for any POSIX shell, quoted where it needs to be. */
export function shellWord(text) {
  if (/^[A-Za-z0-9_.,:@%+/][A-Za-z0-9_.,:@%+=/-]*$/.test(text)) return text;
  const known = text.replace(/\u0000/g, '');
  if (known.search(UNPRINTABLE) < 0) return `'${known.replace(/'/g, "'\\''")}'`;
  // What would run or hide in a terminal is written by printf: $'…' is not known to every shell. A shell drops line feeds at the end.
  const [, start, ends] = /^([^]*?)(\n*)$/.exec(known);
  const format = start.replace(/^-|['"\\%!`$]/g, octal).replace(UNPRINTABLE, octal);
  return `"$(printf '${format}')${ends}"`;
}

function octal(character) {
  return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** A file name as an argument; one that begins with a hyphen is put in its folder, so that it is no option. */
function fileWord(name) { return shellWord(name.startsWith('-') && name !== '-' ? `./${name}` : name); }

/** What serves a page on which steps can be edited; null for such a page. */
export function servingCommand({ file, tool = 'timeline', options = [], states }, isServed) {
  const isApp = isAppAddress(file);
  if (isServed && states === 'replay' && file !== '-') return null;
  const record = isApp ? `${shellWord(tool)} record --from ${shellWord(file)} -o run.jsonl && ` : '';
  const program = states === 'replay' || options.includes('--program') ? '' : ' --program PATH';
  return `${record}${shellWord(tool)} serve ${isApp || file === '-' ? 'run.jsonl' : fileWord(file)}${optionWords(options)}${program}`;
}

/** The commands read files, or standard input: the steps of a running app are recorded first. */
function isAppAddress(file) { return /^(http:|unix:).*\//.test(file); }

function optionWords(options) { return options.map((word) => ` ${/^--[a-z]+$/.test(word) ? word : shellWord(word)}`).join(''); }

/** The commands for a moment, `{kind, title, command}`: each finds its states where the page found them, and none needs a state that is unknown. @param moment `{file,
 * tool, options, position, before, compared, canSkip, isCrash, isKnown, isBaseKnown, isReplayed, path, value, condition, verdict, divergence, unreturned}`: `before` is null at the
 * first position, and `tool` and `options` are those with which the file was read. */
export function commandsFor({
  file, tool = 'timeline', options = [], position, before, compared, canSkip, isCrash, isKnown, isBaseKnown, isReplayed, path, value, condition = null, verdict, divergence,
  unreturned,
}) {
  // What came by standard input is gone.
  if (file === '-') return [];
  const isApp = isAppAddress(file);
  const name = isApp ? '-' : fileWord(file);
  const first = isApp ? `${tool} record --from ${shellWord(file)} -o - | ` : '';
  const rest = optionWords(options);
  const commands = [];
  const add = (kind, title, words) => commands.push({ kind, title, command: `${first}${shellWord(tool)} ${words}${rest}` });
  // There is no state after a step that never returned.
  const shown = isCrash ? before : position;
  const hasPath = path !== null && path.length > 0;
  if (isKnown && isBaseKnown) add('diff', 'Difference', `diff ${name} ${compared ?? before} ${shown}`);
  if (isKnown) add('state', 'State', `state ${name} ${shown}${hasPath && value !== undefined ? ` --path ${shellWord(pathText(path))}` : ''}`);
  if (!isReplayed) {
    if (!isKnown) add('log', 'Step', `log ${name} --from ${position} --to ${position}`);
    return commands;
  }
  // What replays the last step would trap in it.
  const end = (option) => (unreturned === undefined ? '' : ` ${option} ${unreturned - 1}`);
  if (canSkip) add('replay', 'Without it', `replay ${name} --skip ${position} --no-wait`);
  if (hasPath) add('blame', 'Changed by', `blame ${name} ${shellWord(pathText(path))}${end('--to')}`);
  // One that begins with a hyphen would be an option.
  if (condition !== null) add('when', 'When', `when ${name} ${shellWord(condition.replace(/^-/, ' -'))}${end('--to')}`);
  const bad = badOf(path, value, verdict);
  if (bad) {
    add('bisect', 'Bisect', `bisect ${name} ${bad}${end('--bad-at')}`);
    add('test', 'Test', `test ${name} ${bad}`);
  } else if (verdict?.kind === 'crash') add('test', 'Test', `test ${name} --crash`);
  if (divergence) add('verify', 'Verify', options.includes('--recover') ? `replay ${name} --verify` : `verify ${name}`);
  if (commands.length === 0) add('log', 'Step', `log ${name} --from ${position} --to ${position}`);
  return commands;
}

/** The option that judges a state: that of the verdict, otherwise the value at the path. */
function badOf(path, value, verdict) {
  if (verdict?.kind === 'culprit') return `--bad${verdict.change ? '-change' : ''} ${shellWord(verdict.expression)}`;
  const invariant = verdict?.kind === 'invariant' ? verdict.name : verdict?.kind === 'crash' ? verdict.invariant?.name : undefined;
  if (invariant !== undefined) return `--invariant ${shellWord(invariant)}`;
  if (verdict?.kind === 'crash' || !path || path.length === 0) return null;
  const literal = isNumber(value) || typeof value === 'boolean' || value === null ? String(value)
    : typeof value === 'string' && value.length <= 80 ? JSON.stringify(value) : null;
  return literal === null ? null : `--bad ${shellWord(`${pathText(path)} == ${literal}`)}`;
}

/** What is known of a step as Markdown, for an issue. Whatever comes from a recording is code, so that it is no link, no mention and no markup.
 * @param facts `{verdict, step, program, command, link}`: the lines of the verdict; the command is null where there is none. */
export function issueText({ verdict, step, program, command, link }) {
  const [first, ...why] = verdict;
  return [
    ...(first ? [inCode(first), ''] : []), ...[...why, step, program].map((line) => `- ${inCode(line)}`), '',
    ...(command === null ? [] : [...fenced(command), '']), inCode(link), '',
  ].join('\n');
}

/** A fence is longer than all backticks within it. */
function fenceOf(text, least) { return '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1))); }

function inCode(text) {
  const fence = fenceOf(text, 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function fenced(text) { return [`${fenceOf(text, 3)}sh`, text, fenceOf(text, 3)]; }
