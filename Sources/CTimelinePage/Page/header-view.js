// What is being looked at: program, file, facts of the run; and the link to the shown step.

import { byId, setText, setAttribute, copyText, onClick } from './dom.js';
import { addressOf, parseAddress } from './address.js';
import { View, isNew } from './frames.js';
import { issueText } from './commands.js';
import { countText, durationText, groupedText, visibleText } from './text.js';

/** The milliseconds after which a look is kept in the address. */
const KEEP_DELAY = 200;

export class HeaderView extends View {
  constructor(page) {
    super(page);
    onClick('copy-issue', () => this.copyIssue());
    onClick('copy-link', () => this.copyLink());
  }

  /** The link to what is shown. The folder of a file is not the one of who gets the link. */
  get link() {
    const { protocol, href, pathname } = window.location;
    return `${protocol === 'file:' ? pathname.slice(pathname.lastIndexOf('/') + 1) : href.replace(/#.*$/, '')}${this.address(false)}`;
  }

  copyLink() { copyText(window.location.protocol === 'file:' ? `${this.link}\n${this.page.stepLine}` : this.link, byId('copy-link')); }

  copyIssue() {
    const { summary } = this.timeline;
    const { os, arch, swift } = summary.platform ?? {};
    const facts = [`${summary.program} ${summary.version}`, [os, arch].filter(Boolean).join(' '), swift && `Swift ${swift}`, `recorded ${summary.started}`, summary.file];
    const verdict = byId('verdict').hidden ? [] : byId('verdict-text').innerText.split('\n');
    copyText(issueText({ verdict, step: this.page.stepLine, program: visibleText(facts.filter(Boolean).join(' · ')), command: this.page.handover.foundBy ?? null, link: this.link }), byId('copy-issue'));
  }

  /** The fragment of the shown step, or comparison. A page that follows an app has none for its end, so that it follows when it is loaded again. */
  address(follows) {
    const { session } = this;
    const step = session.timeline.positionOf(session.row);
    if (session.compared !== null) return addressOf(session.timeline.positionOf(session.compared), session.path, step, session.bookmarks, this.page.look);
    return addressOf(follows && session.isAtEnd ? null : step, session.path, null, session.bookmarks, this.page.look);
  }

  draw() {
    const { axis, session } = this;
    if (isNew(this, 'summary', session.timeline.summary)) this.describe();
    const facts = factsOf(session, this.origin);
    setText(byId('facts'), facts);
    setAttribute(byId('facts'), 'title', facts);
    if (isNew(this, 'place', session.isAtRest, session.row, session.compared, session.path, session.bookmarks)) this.keep();
    // Browsers limit how often the address may change.
    if (!isNew(this, 'look', session.pins, this.page.steps.items, axis.from, axis.to, axis.mode)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), KEEP_DELAY);
  }

  /** Keeps the address at the shown step, a new one after a jump; only at rest, since browsers limit how often it may change. */
  keep() {
    const { session } = this;
    if (!session.isAtRest) return;
    const address = this.address(session.isLive);
    const { hash } = window.location;
    const isJump = session.isJump && hash !== address;
    session.isJump = false;
    if (hash === address && window.history.state) return;
    try {
      // The state tells an address that the page kept from a link that a person followed.
      window.history[isJump ? 'pushState' : 'replaceState']({ isKept: true }, '', address || window.location.pathname);
    } catch {
      // Some browsers refuse this for files, or when it happens too often. Copy link does not depend on it.
    }
  }

  describe() {
    const { summary } = this.timeline;
    this.origin = originOf(summary);
    setText(byId('program'), `${visibleText(summary.program, 60)} ${visibleText(summary.version, 30)}`);
    const damage = summary.damage?.length ? `Warning: ${summary.damage.join('; ')}.` : '';
    const note = [damage, summary.divergence?.text, summary.note].filter(Boolean).join(' ');
    byId('note').hidden = !note;
    setText(byId('note'), visibleText(note, 600));
  }
}

/** Follows the address: the one that the page was opened with, and when a person changes it. Returns whether the first one names a place. @param page `onpath` takes the
 * path, `onlook` what else is looked at. */
export function followAddress(session, { onpath, onlook }) {
  const follow = (fragment, isLink, isFirst = false) => {
    const { step, to, path, bookmarks, look } = parseAddress(fragment);
    const { timeline } = session;
    // The browser's way back leads to a step, and not to the bookmarks that there were.
    if (bookmarks.length > 0 && isLink) {
      session.bookmarks = bookmarks;
      session.invalidate();
    }
    if (isFirst || (isLink && look)) onlook(look);
    // The end of a page that follows an app has no step.
    if (step !== null || (session.isLive && fragment === '')) {
      session.compare(step === null || to === null ? null : timeline.rowOf(step));
      session.seek(step === null ? timeline.count - 1 : timeline.rowOf(to ?? step), false);
    }
    if (path) onpath(path);
    return step !== null || path !== null;
  };
  // The page may have changed its address again since.
  addEventListener('hashchange', (event) => follow(new URL(event.newURL).hash, !window.history.state));
  return follow(window.location.hash, true, true);
}

/** @param {Summary} summary @returns The facts that do not change while a recording grows. */
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
