// The `timeline` commands that show in a terminal what the page shows.

import { isNumber } from './json.js';
import { pathText } from './paths.js';

/** A word of a shell command, quoted where it needs to be. */
export function shellWord(text) {
  if (/^[A-Za-z0-9_.,:@%+/][A-Za-z0-9_.,:@%+=/-]*$/.test(text)) return text;
  // Control characters would run or hide in a terminal, so they are written as escapes, which bash, zsh and ksh read.
  if (/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)) {
    const escaped = text.replace(/\u0000/g, '').replace(/[\\']/g, '\\$&').replace(/[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (character) => (
      [...new TextEncoder().encode(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')));
    return `$'${escaped}'`;
  }
  return `'${text.replace(/'/g, "'\\''")}'`;
}

/** A file name as an argument; one that begins with a hyphen is put in its folder, so that it is no option. */
function fileWord(name) { return shellWord(name.startsWith('-') && name !== '-' ? `./${name}` : name); }

/**
 * The commands for a step: `{name, title, command}`.
 *
 * @param step `{file, position, before, compared, path, value, verdict}`; `before` is null at the first position.
 */
export function commandsFor({ file, position, before, compared, path, value, verdict }) {
  // The commands read files, or standard input: the steps of a running app are recorded first.
  const isApp = /^(http:|unix:).*\//.test(file);
  const name = isApp ? '-' : fileWord(file);
  const first = isApp ? `timeline record --from ${shellWord(file)} -o - | ` : '';
  // There is no state after a step that never returned.
  const isCrash = verdict?.kind === 'crash' && position === verdict.step && before !== null;
  const commands = [];
  const add = (kind, title, command) => commands.push({ kind, title, command: first + command });
  const from = compared ?? before;
  if (from !== null && (compared !== null || !isCrash)) add('diff', 'Difference', `timeline diff ${name} ${from} ${position}`);
  const hasPath = path !== null && path.length > 0;
  add('state', 'State', `timeline state ${name} ${isCrash ? before : position}${hasPath ? ` --path ${shellWord(pathText(path))}` : ''}`);
  if (hasPath) add('blame', 'Changed by', `timeline blame ${name} ${shellWord(pathText(path))}`);
  const condition = conditionOf(path, value, verdict);
  if (condition) {
    add('bisect', 'Bisect', `timeline bisect ${name} ${condition}`);
    add('test', 'Test', `timeline test ${name} ${condition}`);
  } else if (verdict?.kind === 'crash') add('test', 'Test', `timeline test ${name} --crash`);
  return commands;
}

/** The option that judges a state: that of the verdict, otherwise the value at the path. */
function conditionOf(path, value, verdict) {
  if (verdict?.kind === 'culprit') return `--bad ${shellWord(verdict.expression)}`;
  const invariant = verdict?.kind === 'invariant' ? verdict.name : verdict?.kind === 'crash' ? verdict.invariant?.name : undefined;
  if (invariant !== undefined) return `--invariant ${shellWord(invariant)}`;
  if (verdict?.kind === 'crash' || !path || path.length === 0) return null;
  const literal = isNumber(value) || typeof value === 'boolean' || value === null ? String(value)
    : typeof value === 'string' && value.length <= 80 ? JSON.stringify(value) : null;
  return literal === null ? null : `--bad ${shellWord(`${pathText(path)} == ${literal}`)}`;
}
