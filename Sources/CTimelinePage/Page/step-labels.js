// The labels of steps in lists: read from chunks, a few at a time, and kept.

import { parseJSON } from './json.js';
import { actionLabel, valueText, visibleText } from './text.js';

/** Longer actions are shown without being parsed. */
const PARSE_LIMIT = 20_000;

const KEPT_LABELS = 4000;

export class StepLabels {
  constructor(session) {
    this.session = session;
    this.timeline = session.timeline;
    this.labels = new Map();
    this.isLoading = false;
  }

  /** Forgets the labels, as those of another recording. */
  clear() {
    this.labels.clear();
    this.isLoading = false;
  }

  /** The label of a row, `{outer, name, args}`, or null while its chunk is not loaded. */
  of(row) {
    const known = this.labels.get(row);
    if (known) return known;
    const chunk = this.timeline.chunks.loaded(row);
    if (!chunk) return null;
    const label = this.read(chunk, row);
    if (this.labels.size > KEPT_LABELS) this.labels.clear();
    this.labels.set(row, label);
    return label;
  }

  read(chunk, row) {
    try {
      return labelOf(chunk.actionText(row));
    } catch (error) {
      this.session.fail(error);
      return { outer: '', name: null, args: '' };
    }
  }

  /** Loads the chunks of the items `from...to` whose labels are not known, while nothing is scrubbed. */
  load(rows, from, to) {
    if (this.isLoading || !this.session.isAtRest) return;
    let missing = -1;
    for (let index = from; index <= to && missing < 0; index += 1) {
      const row = rows[index];
      if (row !== undefined && !this.labels.has(row) && !this.timeline.isLoaded(row)) missing = row;
    }
    if (missing < 0) return;
    this.isLoading = true;
    const { chunks } = this.timeline;
    chunks.load(missing).then((chunk) => {
      if (chunks !== this.timeline.chunks) return;
      this.isLoading = false;
      for (let index = from; index <= to; index += 1) {
        const row = rows[index];
        if (row >= chunk.row && row < chunk.row + chunk.count && !this.labels.has(row)) this.labels.set(row, this.read(chunk, row));
      }
      this.session.invalidate('loaded');
    }, (error) => {
      // No labels are read after an error: it is shown.
      this.session.fail(error, chunks);
    });
  }
}

function labelOf(text) {
  if (text === '') return { outer: '', name: null, args: '' };
  if (text.length > PARSE_LIMIT) {
    const name = /^\{"((?:[^"\\]|\\.){1,80})"/.exec(text);
    return { outer: '', name: name ? visibleText(parseJSON(`"${name[1]}"`), 80) : null, args: visibleText(text.slice(0, 300), 160) };
  }
  const { outer, name, payload } = actionLabel(parseJSON(text));
  return {
    outer: outer.map((part) => `${visibleText(part, 40)} › `).join(''),
    name: visibleText(name, 120),
    args: payload === undefined ? '' : valueText(payload, 160),
  };
}
