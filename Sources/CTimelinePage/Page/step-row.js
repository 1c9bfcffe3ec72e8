// A row of the list of steps.

import { element, setText, setMarkedText, setAttribute, setClass, setDepth, rowWith } from './dom.js';
import { OPAQUE, SET, GAP } from './steps-table.js';
import { GLYPHS } from './lanes.js';
import { countText, cutText, durationText, groupedText, visibleText } from './text.js';

/** Waits below this many microseconds are not shown beside a step. */
const SHOWN_WAIT = 1000;

export function createStepRow() {
  const row = rowWith('row step', 'option', ['seq', 'glyph', 'fold', 'bookmark', 'name', 'outer', 'args', 'only', 'hide', 'turn', 'slow', 'effect']);
  setAttribute(row.parts.glyph, 'aria-hidden', 'true');
  for (const name of ['bookmark', 'slow', 'effect']) setAttribute(row.parts[name], 'role', 'img');
  row.append(row.parts.seq, row.parts.glyph, row.parts.fold, row.parts.bookmark,
    element('span', { class: 'label' }, row.parts.outer, row.parts.name, row.parts.args), row.parts.only, row.parts.hide, row.parts.turn, row.parts.slow, row.parts.effect);
  // For the pointer; by keyboard they are keys of the page.
  for (const [name, title] of [['only', 'Only steps of this type (w)'], ['hide', 'Hide steps of this type (W)']]) {
    setAttribute(row.parts[name], 'title', title);
    setAttribute(row.parts[name], 'aria-hidden', 'true');
  }
  return row;
}

/** Shows an item of a list in a row.
 * @param {StepsView} view The view of the list. */
export function fillStepRow(node, index, view) {
  const { table, items, session, timeline, list, lanes } = view;
  const row = items.rows[index];
  const length = items.lengthAt(index);
  const { parts } = node;
  const isCurrent = session.row >= row && session.row < row + length;
  if (isCurrent) list.active = index;
  const kind = table.kind[row];
  const label = length > 1 ? null : view.labels.of(row);
  const type = table.typeName(row);
  setText(parts.seq, length > 1 && isCurrent ? String(timeline.positionOf(session.row)) : String(table.seq[row]));
  setText(parts.glyph, GLYPHS[lanes.shape(row)]);
  setClass(parts.glyph, `glyph lane-${lanes.color(lanes.rows[row])}`);
  setText(parts.fold, length > 1 ? `▸ ×${groupedText(length)}` : '');
  const notes = notesOf(session.marks, row, length);
  setText(parts.bookmark, notes === null ? '' : '⚑');
  setAttribute(parts.bookmark, 'title', notes);
  setAttribute(parts.bookmark, 'aria-label', notes && `Mark ${notes}`);
  const name = kind === GAP ? `not on file to ${timeline.positionOf(row)}` : kind === SET ? 'state set' : label?.name ?? visibleText(type, 80);
  const args = kind === GAP ? visibleText(type, 120) : kind === SET ? `by ${visibleText(type, 60)}`
    : length > 1 ? `to ${timeline.positionOf(row + length - 1)}` : label?.args ?? '';
  const edit = length > 1 ? undefined : session.edited.get(table.seq[row]);
  const effect = edit ?? effectText(timeline, row, length);
  const turn = length > 1 ? '' : view.search.turnOf(row);
  const slow = length === 1 && table.isSlow(row) ? durationText(table.took.get(row)) : '';
  const space = Math.max(0, list.columns - String(table.seq[row]).length - 10 - 2 * items.depthAt(index) - name.length - (turn === '' ? 0 : turn.length + 1) - effect.length - (slow && slow.length + 3) - (notes === null ? 0 : 2));
  const outer = cutInMiddle(label?.outer ?? '', space);
  const room = space - outer.length;
  setMarkedText(parts.outer, outer, view.labels.hit);
  setMarkedText(parts.name, name, view.labels.hit);
  setMarkedText(parts.args, cutText(args, room), view.labels.hit);
  setText(parts.turn, turn);
  setText(parts.slow, slow);
  setAttribute(parts.slow, 'aria-label', slow ? `reducer took ${slow}` : null);
  setText(parts.effect, effect);
  setAttribute(parts.effect, 'aria-label', length > 1 || edit || row === timeline.crashRow ? effect.trim() || null : changesText(table.changes[row], effect));
  setDepth(node, Math.min(items.depthAt(index), 12));
  const isBad = view.bad.some(([from, to]) => row <= to && row + length - 1 >= from);
  setClass(node, `row step${isCurrent ? ' current' : ''}${isBad ? ' bad' : ''}${row === view.culprit ? ' culprit' : ''}${
    session.compared === row ? ' compared' : ''}${edit === 'left out' ? ' left-out' : ''}${kind === OPAQUE || kind >= SET ? ' special' : ''}${length === 1 && view.dims?.(row) ? ' dimmed' : ''}`);
  setAttribute(node, 'aria-selected', isCurrent);
  if (session.isScrubbing) return;
  setAttribute(node, 'aria-setsize', items.count);
  setAttribute(node, 'aria-posinset', index + 1);
}

/** The last of the names matters most. */
function cutInMiddle(text, length) {
  const start = Math.max(0, Math.floor((length - 1) / 3));
  return text.length <= length ? text : `${text.slice(0, start)}…${text.slice(text.length - Math.max(0, length - 1 - start))}`;
}

/** The texts of the marks and bookmarks of some rows, or null for none. */
function notesOf(marks, row, length) {
  const notes = marks.filter((mark) => mark.row >= row && mark.row < row + length).map(({ text }) => visibleText(text));
  return notes.length === 0 ? null : notes.join(' · ') || 'without a note';
}

/** The number of changes with its word, and the wait: what is read aloud. */
function changesText(changes, effect) { return `${changes < 0 ? 'changes unknown' : countText(changes, 'change')}${effect.includes('+') ? `, after ${effect.trim().split(/ {2,}|\s+\S+$/)[0].slice(1)}` : ''}`; }

/** The wait before a step, and the number of its changes. */
function effectText({ table, crashRow }, row, length) {
  const wait = row > 0 && table.wait(row) >= SHOWN_WAIT ? `+${durationText(table.wait(row))}` : '';
  if (length > 1) return wait;
  if (row === crashRow) return 'never returned';
  const changes = table.changes[row];
  return `${wait} ${(changes < 0 ? '?' : changes === 0 ? '–' : groupedText(changes)).padStart(3)}`;
}
