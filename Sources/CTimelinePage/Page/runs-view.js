// The runs of an app: when it is started again, the run before stays. Each can be saved.

import { element, byId, setText, onClick } from './dom.js';
import { countText, visibleText } from './text.js';

export class RunsView {
  /** @param {Session} session @param {LiveConnection} connection */
  constructor(session, connection) {
    this.session = session;
    this.connection = connection;
    this.runs = [];
    byId('runs').addEventListener('change', ({ target }) => this.open(Number(target.value)));
    onClick('new-run', () => this.open(this.runs.at(-1).run));
    onClick('save-run', () => connection.send(JSON.stringify({ save: connection.run })));
  }

  open(run) {
    this.connection.run = run;
    this.connection.send(JSON.stringify({ run }));
  }

  /** Takes a message of the server. At the last step of the latest run, the page goes on with a new one; anywhere else it only says so. */
  take({ page, runs, status }) {
    const { session, connection } = this;
    if (runs) {
      const [before, latest] = [this.runs, runs].map((list) => list.at(-1)?.run);
      this.runs = runs;
      if (!page && connection.run === before && session.isAtEnd && session.compared === null && !session.isPlaying) this.open(latest);
      connection.keepRun(latest);
      byId('runs').hidden = byId('save-run').hidden = false;
      byId('runs').replaceChildren(...runs.map(({ run, steps, state: end }) => element('option', { value: run, selected: run === connection.run }, run === latest ? `Run ${run} · latest` : `Run ${run}, ${countText(steps, 'step')} · ${end}`)));
      byId('new-run').hidden = connection.run === latest;
      setText(byId('new-run'), byId('new-run').hidden ? '' : `Run ${latest} has begun ⇥`);
    }
    if (!status || this.runs.length === 0) return;
    const { state, saved } = status;
    // What commands read in place of the app. A file lacks the steps that came after it was saved.
    session.file = state === 'live' ? null : saved ?? '-';
    setText(byId('saved-run'), saved ? `Saved as ${visibleText(saved)}.` : state === 'live' ? '' : 'Commands need a saved run.');
    session.invalidate();
  }
}

const looks = new Map();

/** Replaces the recording. Another run has bookmarks of its own, and is shown where it was left, unless that was its end. */
export function replaceKept(session, replace) {
  const { timeline } = session;
  looks.set(timeline.summary.session, [session.bookmarks, session.isAtEnd ? Infinity : timeline.positionOf(session.row)]);
  replace();
  if (session.growth.isSame) return;
  const [bookmarks, step] = looks.get(timeline.summary.session) ?? [[], Infinity];
  session.bookmarks = bookmarks;
  session.seekPosition(step);
  session.invalidate();
}
