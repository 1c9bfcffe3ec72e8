// What is being looked at: program, file, facts of the run; and the link to the shown step.

import { byId, setText, setAttribute, copyText, onClick, isAny } from './dom.js';
import { addressOf, parseAddress } from './address.js';
import { countText, durationText, groupedText, visibleText } from './text.js';

export class HeaderView {
  constructor(session) {
    this.session = session;
    onClick('copy-link', () => this.copyLink());
  }

  copyLink() { copyText(`${window.location.href.replace(/#.*$/, '')}${this.address(false)}`, byId('copy-link')); }

  /** The fragment of the shown step. A page that follows an app has none for its end, so that it follows when it is loaded again. */
  address(follows) {
    const { session } = this;
    return addressOf(follows && session.isAtEnd ? null : session.timeline.positionOf(session.row), session.path);
  }

  draw(dirty) {
    if (dirty.has('first')) this.describe();
    if (isAny(dirty, 'first', 'rows')) {
      const facts = factsOf(this.session, this.origin);
      setText(byId('facts'), facts);
      setAttribute(byId('facts'), 'title', facts);
    }
    if ((isAny(dirty, 'rest', 'path')) && this.session.isAtRest) this.keepAddress(this.address(this.session.isLive));
  }

  describe() {
    const { summary } = this.session.timeline;
    this.origin = originOf(summary);
    setText(byId('program'), `${visibleText(summary.program, 60)} ${visibleText(summary.version, 30)}`);
    const damage = summary.damage?.length ? `Warning: ${summary.damage.join('; ')}.` : '';
    const note = [damage, summary.divergence?.text, summary.note].filter(Boolean).join(' ');
    byId('note').hidden = !note;
    setText(byId('note'), visibleText(note, 600));
  }

  /** Keeps the address at the shown step; only at rest, since browsers limit how often it may change. */
  keepAddress(address) {
    if (window.location.hash === address) return;
    try {
      window.history.replaceState(null, '', address || window.location.pathname);
    } catch {
      // Some browsers refuse this for files, or when it happens too often. Copy link does not depend on it.
    }
  }
}

/** Follows the address: the one that the page was opened with, and when a person changes it. */
export function followAddress(session, onpath) {
  const follow = (fragment) => {
    const { step, path } = parseAddress(fragment);
    if (step !== null) session.seekPosition(step);
    if (path) onpath(path);
  };
  // The page may have changed its address again since.
  addEventListener('hashchange', (event) => follow(new URL(event.newURL).hash));
  follow(window.location.hash);
}

/** The facts that do not change while a recording grows. */
function originOf(summary) {
  const started = new Date(summary.started);
  const date = Number.isNaN(started.getTime()) ? visibleText(summary.started, 40)
    : `${started.getUTCDate()} ${started.toLocaleString('en', { month: 'short', timeZone: 'UTC' })} ${started.getUTCFullYear()}, ${started.toISOString().slice(11, 19)} UTC`;
  return [date, [summary.platform?.os, summary.platform?.arch].filter(Boolean).map((part) => visibleText(part, 30)).join(' ')];
}

function factsOf({ timeline, isLive }, origin) {
  const { summary } = timeline;
  const covered = summary.last - summary.first;
  const whole = covered < summary.steps ? ` of ${groupedText(summary.steps)}` : '';
  const span = summary.first > 0 || whole ? `steps ${groupedText(summary.first + 1)} to ${groupedText(summary.last)}${whole}` : countText(covered, 'step');
  const parts = [visibleText(summary.file, 80), `${span} in ${durationText(summary.seconds * 1e6)}`, ...origin];
  if (summary.verdict?.kind === 'crash') parts.push(summary.verdict.signal ? 'crashed' : 'ended in a reducer');
  else if (!isLive) parts.push(!summary.clean ? 'did not end cleanly' : summary.damage ? 'damaged' : 'ended cleanly');
  if (summary.states === 'recorded') parts.push('states on file only');
  else if (summary.confirmed > 0 && !summary.divergence) parts.push(`replay confirmed ${countText(summary.confirmed, 'recorded state')}`);
  return parts.filter(Boolean).join(' · ');
}
