// The labels of steps in lists: read from chunks, a few at a time, and kept.

import { parseJSON } from './json.js';
import { View } from './frames.js';
import { actionLabel, valueText, visibleText } from './text.js';

/** Longer actions are not parsed: the table has their names. */
const PARSE_LIMIT = 20_000;

const KEPT_LABELS = 4000;

export class StepLabels extends View {
  labels = new Map();
  // A text in small letters whose first place in an action is shown, or an empty one.
  hit = '';
  chunks = null;
  isLoading = false;

  /** The label of a row, `{outer, name, args}`, or null while its chunk is not loaded. */
  of(row) {
    if (this.chunks !== this.timeline.chunks) {
      this.chunks = this.timeline.chunks;
      this.labels.clear();
      this.isLoading = false;
    }
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
      const text = chunk.actionText(row);
      return this.withHit(labelOf(text), text);
    } catch (error) {
      this.session.fail(error);
      return { outer: '', name: null, args: '' };
    }
  }

  /** Shows where a text is. */
  mark(hit) {
    if (hit === this.hit) return;
    this.hit = hit;
    this.labels.clear();
  }

  /** A label whose arguments begin near the text that is searched for, where it is not in the name. */
  withHit(label, text) {
    const { hit } = this;
    const placeIn = (part) => part.toLowerCase().indexOf(hit);
    if (hit === '' || placeIn(label.outer) >= 0 || placeIn(label.name ?? '') >= 0) return label;
    const place = placeIn(label.args);
    if (place >= 0 && place < 16) return label;
    const [source, at] = place >= 0 ? [label.args, place] : [text, placeIn(text)];
    return at < 0 ? label : { ...label, args: `…${visibleText(source.slice(Math.max(0, at - 6), at + 120), 160)}` };
  }

  /** Loads the chunks of the items `from...to` whose labels are not known, while nothing is scrubbed. */
  load(rows, from, to) {
    if (this.isLoading || !this.session.isAtRest) return;
    const missing = rows.slice(from, to + 1).find((row) => !this.labels.has(row) && !this.timeline.isLoaded(row));
    if (missing === undefined) return;
    this.isLoading = true;
    const { chunks } = this.timeline;
    chunks.load(missing).then(() => {
      if (chunks !== this.timeline.chunks) return;
      this.isLoading = false;
      this.session.invalidate();
    }, (error) => {
      // No labels are read after an error: it is shown.
      this.session.fail(error, chunks);
    });
  }
}

function labelOf(text) {
  if (text === '') return { outer: '', name: null, args: '' };
  if (text.length > PARSE_LIMIT) return { outer: '', name: null, args: visibleText(text.slice(0, 300), 160) };
  const { outer, name, payload } = actionLabel(parseJSON(text));
  return {
    outer: outer.map((part) => `${visibleText(part, 40)} › `).join(''),
    name: visibleText(name, 120),
    args: payload === undefined ? '' : valueText(payload, 160),
  };
}
