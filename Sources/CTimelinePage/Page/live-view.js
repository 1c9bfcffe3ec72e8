// A page that follows an app: how it is connected, where the app is, and the control of it.

import { element, byId, setText, setAttribute, setClass, onClick } from './dom.js';
import { isNew } from './frames.js';
import { OPAQUE } from './steps-table.js';
import { RunsView } from './runs-view.js';
import { WhatIfView } from './what-if-view.js';
import { countText, visibleText } from './text.js';

const STATES = { live: '● Live', lost: '◌ Lost', ended: '■ Ended', closed: '○ Not connected' };
const LOST = 'The app cannot be reached; “timeline serve” goes on trying.';
const ENDED = 'The recording has ended: no more steps come.';

export class LiveView {
  /** @param {Session} session @param {LiveConnection} connection @param {TransportView} transport */
  constructor(session, connection, transport) {
    this.session = session;
    this.connection = connection;
    this.transport = transport;
    this.status = { state: 'live' };
    this.travel = null;
    this.whatIf = new WhatIfView(session, connection);
    this.runs = new RunsView(session, connection);
    this.canControl = false;
    this.input = byId('dispatch');
    // What was sent, and which of these is in the field; what is typed comes last.
    this.sent = [];
    this.recalled = 0;
    this.types = byId('dispatch-types');
    this.isOpen = !matchMedia('(max-width: 760px)').matches;
    onClick('show-controls', () => this.toggle(!this.isOpen));
    onClick('app-here', () => this.moveHere());
    onClick('app-back', () => this.send({ step: -1 }));
    onClick('app-forward', () => this.send({ step: 1 }));
    onClick('app-play', () => this.togglePlay());
    onClick('app-lock', () => this.lock());
    onClick('app-resume', () => this.send({ resume: 'release' }));
    onClick('app-refuse', () => this.send({ resume: 'refuse' }));
    onClick('dispatch-send', () => this.dispatch());
    onClick('dispatch-again', () => this.fillFrom(this.session.row));
    this.types.addEventListener('change', () => this.fillFrom(Number(this.types.value)));
    this.types.addEventListener('pointerdown', () => this.fillTypes());
    this.types.addEventListener('focus', () => this.fillTypes());
    this.input.addEventListener('input', () => this.say(''));
    this.input.addEventListener('keydown', (event) => {
      const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const isRecall = direction && !this.input.value.includes('\n') && this.recalled + direction >= 0 && this.recalled + direction <= this.sent.length;
      if (event.isComposing || event.shiftKey || !(isRecall || event.key === 'Enter')) return;
      event.preventDefault();
      if (event.key === 'Enter') return this.dispatch();
      this.recalled += direction;
      this.fill(this.sent[this.recalled] ?? '');
    });
  }

  get keyGroups() {
    return [['Running app', [
      { keys: ['m'], text: 'Show this step in the app', run: () => this.moveHere() },
      { keys: ['M'], text: 'Play in the app, or pause', run: () => this.togglePlay() },
      { keys: ['(', ')'], text: 'Step the app back, forward', run: (event) => this.send({ step: event.key === '(' ? -1 : 1 }) },
      { keys: ['r', 'R'], text: 'Let the app run on; lock it', run: (event) => (event.key === 'r' ? this.send({ resume: 'release' }) : this.lock()) },
      { keys: ['x', 'X'], text: 'Dispatch an action, or open a link; the action of the shown step again', run: (event) => (event.key === 'x' ? this.focusField() : this.fillFrom(this.session.row)) },
    ]]];
  }

  /** Takes a message of the server. */
  take(message) {
    if (message.control !== undefined) this.canControl = message.control;
    if (message.status) this.status = message.status;
    if (message.page || message.travel !== undefined) {
      this.travel = message.travel ?? null;
      this.session.appPosition = this.travel?.live === false ? this.travel.seq : null;
    }
    if (message.page || message.status || message.problem) this.say(message.problem ?? '');
    for (const view of [this.whatIf, this.runs]) view.take(message);
    this.session.invalidate();
  }

  /** Says that the connection closed. */
  close(text) {
    this.status = { state: 'closed', text };
    this.say('');
    this.session.invalidate();
  }

  /** Whether the app can be told something. */
  get isReachable() { return this.canControl && this.status.state === 'live'; }

  toggle(isOpen) {
    this.isOpen = isOpen;
    this.session.invalidate();
  }

  send(travel) {
    if (!this.isReachable) return;
    this.say('');
    this.connection.send(JSON.stringify({ travel }));
  }

  moveHere() { this.send({ to: String(this.session.timeline.positionOf(this.session.row)) }); }
  /** The app shows its newest state, and holds its actions back, until it runs on. */
  lock() { if (this.travel?.live !== false) this.send({ to: 'end' }); }
  togglePlay() { this.send(this.travel?.speed ? { pause: true } : { play: this.transport.playback.speed }); }

  /** Sends the action of the field, exactly as it is written, or a link. */
  dispatch() {
    const text = this.input.value.trim();
    if (!this.isReachable || text === '') return;
    const isLink = /^[a-z][a-z\d+.-]*:/i.test(text);
    try {
      if (!isLink) JSON.parse(text);
    } catch (error) {
      this.say(`This is no JSON, and was not sent: ${error.message}`, true);
      return;
    }
    this.say('');
    this.sent = [...this.sent.filter((sent) => sent !== text), text];
    this.recalled = this.sent.length;
    this.connection.send(isLink ? JSON.stringify({ open: text }) : `{"dispatch":${text}}`);
    this.input.select();
  }

  /** Says what went wrong, perhaps in the field, instead of what did before. */
  say(problem, isField = false) {
    setText(byId('app-problem'), visibleText(problem));
    setAttribute(this.input, 'aria-invalid', isField || null);
    this.input.style.height = '';
    // What is hidden has no height.
    if (this.input.scrollHeight > 0) this.input.style.height = `${this.input.scrollHeight + 2}px`;
  }

  fill(text) {
    this.input.value = text;
    this.say('');
  }

  /** Puts the action of a row into the field. */
  async fillFrom(row) {
    this.types.value = '';
    if (row < 0 || this.session.timeline.table.kind[row] >= OPAQUE) return;
    const { chunks } = this.session.timeline;
    await chunks.load(row).then((chunk) => this.fill(chunk.actionText(row)), (error) => this.session.fail(error, chunks));
    this.focusField();
  }

  /** Lists the types that were seen, each with the last row that has it. */
  fillTypes() {
    const { table } = this.session.timeline;
    const rows = new Map();
    for (let row = 0; row < table.count; row += 1) if (table.kind[row] === 0) rows.set(table.typeName(row), row);
    this.types.replaceChildren(element('option', { value: '' }, 'Types …'), ...[...rows].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, 200).map(([name, row]) => element('option', { value: row }, visibleText(name, 60))));
  }

  focusField() {
    if (!this.isReachable) return;
    this.toggle(true);
    this.draw();
    this.input.focus();
    this.input.select();
  }

  draw() {
    if (isNew(this, 'recording', this.session.timeline.chunks)) this.fillTypes();
    const { status, travel, canControl } = this;
    const { state } = status;
    setText(byId('live-state'), STATES[state] ?? STATES.live);
    setClass(byId('live-state'), `live-state ${state}`);
    const sentence = status.text ?? { lost: LOST, ended: ENDED }[state];
    setText(byId('live-text'), sentence ? visibleText(sentence) : this.placeText());
    byId('read-only').hidden = canControl;
    byId('show-controls').hidden = !canControl;
    setAttribute(byId('show-controls'), 'aria-expanded', this.isOpen);
    byId('controls').hidden = !canControl || !this.isOpen;
    const isAway = travel?.live === false;
    for (const id of ['app-here', 'app-back', 'app-forward', 'app-play', 'dispatch', 'dispatch-send', 'dispatch-again', 'dispatch-types']) byId(id).disabled = !this.isReachable;
    byId('app-lock').disabled = !this.isReachable || isAway;
    byId('app-resume').disabled = byId('app-refuse').disabled = !this.isReachable || !isAway;
    setText(byId('app-play'), travel?.speed ? '❚❚ Pause' : '▶ Play');
    byId('app-refuse').hidden = !travel?.held;
    setText(byId('app-refuse'), travel?.held ? `Resume, drop ${travel.held}` : '');
  }

  /** Where the app is. */
  placeText() {
    const { travel } = this;
    if (!travel) return '';
    if (travel.live !== false) return 'The app is at its newest step.';
    return `The app shows step ${travel.seq}${travel.speed ? `, playing ${travel.speed}×` : ''}${
      travel.held ? `, and holds ${countText(travel.held, 'action')} back` : ''}.`;
  }
}
