// Playback: step, play, speed, waits.

import { byId, setText, setAttribute, onClick } from './dom.js';
import { View, isNew } from './frames.js';
import { Playback } from './playback.js';
import { secondsText, visibleText, durationText, countText, groupedText } from './text.js';

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 64];
const IDLE_LIMITS = [0.2, 1, 5, Infinity];

export class TransportView extends View {
  constructor(page) {
    super(page);
    const { session, steps } = page;
    this.playback = new Playback(this.table);
    this.play = byId('play');
    onClick('step-back', () => this.pause(() => steps.advance(-1)));
    onClick('step-forward', () => steps.advance(1));
    onClick('new-steps', () => session.seek(session.timeline.count - 1));
    onClick('compare', () => session.toggleCompare());
    onClick('speed', (event) => this.changeSpeed(event.shiftKey ? -1 : 1));
  }

  toggle() {
    const { session, playback } = this;
    if (playback.isPlaying) return this.stop();
    // Play at the end begins again.
    if (session.isAtEnd) session.seek(-1);
    playback.start(session.row, performance.now());
    session.isPlaying = true;
    session.invalidate();
    requestAnimationFrame(() => this.tick());
  }

  /** Pauses playback, and goes elsewhere. */
  pause(move) {
    if (this.playback.isPlaying) this.stop();
    move();
  }

  stop() {
    this.playback.isPlaying = false;
    this.session.isPlaying = false;
    this.session.invalidate();
  }

  tick() {
    const { session, playback } = this;
    if (!playback.isPlaying) return;
    const now = performance.now();
    if (session.row !== playback.row) playback.start(session.row, now);
    const row = playback.rowDue(now);
    session.seek(row);
    // The row was set before the next seek of a person, which starts from there.
    playback.row = session.row;
    if (!playback.isPlaying) return this.stop();
    requestAnimationFrame(() => this.tick());
  }

  changeSpeed(direction) {
    const index = SPEEDS.indexOf(this.playback.speed) + direction;
    this.playback.setSpeed(SPEEDS[(index + SPEEDS.length) % SPEEDS.length], performance.now());
    this.session.invalidate();
  }

  changeIdle() {
    const { playback } = this;
    playback.idle = IDLE_LIMITS[(IDLE_LIMITS.indexOf(playback.idle / 1e6) + 1) % IDLE_LIMITS.length] * 1e6;
    this.session.invalidate();
  }

  draw() {
    const { session, playback, table, timeline } = this;
    const { row, compared, growth: { newRows } } = session;
    if (isNew(this, 'recording', timeline.chunks) && playback.isPlaying) this.stop();
    setText(byId('compare'), compared === null ? 'compare' : `${timeline.positionOf(compared)} → ${timeline.positionOf(row)} ×`);
    setAttribute(byId('compare'), 'aria-pressed', compared !== null);
    setText(byId('now-step'), `Step ${timeline.positionOf(row)}`);
    const origin = row < 0 ? '' : table.originName(row);
    setText(byId('now-facts'), ` of ${timeline.summary.last} · ${secondsText(table.time(row), 3)}${origin ? ` · ${visibleText(origin, 24)}` : ''}`);
    byId('step-back').disabled = row < 0;
    byId('step-forward').disabled = session.isAtEnd;
    byId('new-steps').hidden = newRows === 0;
    setText(byId('new-steps'), `${groupedText(newRows)} new ⇥`);
    setAttribute(byId('new-steps'), 'aria-label', `${countText(newRows, 'new step')}; follow the newest`);
    setText(this.play, playback.isPlaying ? '❚❚ Pause' : '▶ Play');
    setAttribute(this.play, 'aria-pressed', playback.isPlaying);
    setText(byId('speed'), `${playback.speed}×`);
    setAttribute(byId('speed'), 'aria-label', `Speed ${playback.speed} times; press for the next speed`);
    setText(byId('idle'), playback.idle === Infinity ? 'all waits' : `waits ≤ ${durationText(playback.idle)}`);
  }
}
