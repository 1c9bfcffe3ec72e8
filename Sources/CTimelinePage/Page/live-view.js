// A page that follows an app: how it is connected, where the app is, and the control of it.

import { byId, setText, setAttribute, setClass, onClick, isAny } from './dom.js';
import { countText, visibleText } from './text.js';

const STATES = { live: '● Live', lost: '◌ Lost', ended: '■ Ended', closed: '○ Not connected' };
const LOST = 'The app cannot be reached; “timeline serve” goes on trying.';
const ENDED = 'The recording has ended: no more steps come.';

export class LiveView {
  constructor(session, connection, transport) {
    this.session = session;
    this.connection = connection;
    this.transport = transport;
    this.status = { state: 'live' };
    this.travel = null;
    this.canControl = false;
    this.input = byId('dispatch');
    this.isOpen = !matchMedia('(max-width: 760px)').matches;
    onClick('show-controls', () => this.toggle(!this.isOpen));
    onClick('app-here', () => this.moveHere());
    onClick('app-back', () => this.send({ step: -1 }));
    onClick('app-forward', () => this.send({ step: 1 }));
    onClick('app-play', () => this.togglePlay());
    onClick('app-resume', () => this.send({ resume: 'release' }));
    onClick('app-refuse', () => this.send({ resume: 'refuse' }));
    onClick('dispatch-send', () => this.dispatch());
    this.input.addEventListener('input', () => this.judge(''));
    this.input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      this.dispatch();
    });
  }

  get keyGroups() {
    return [['Running app', [
      { keys: ['m'], text: 'Show this step in the app', run: () => this.moveHere() },
      { keys: ['M'], text: 'Play in the app, or pause', run: () => this.togglePlay() },
      { keys: ['(', ')'], text: 'Step the app back, forward', run: (event) => this.send({ step: event.key === '(' ? -1 : 1 }) },
      { keys: ['r'], text: 'Let the app run on', run: () => this.send({ resume: 'release' }) },
      { keys: ['x'], text: 'Dispatch an action', run: () => this.focusField() },
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
    if (message.page || message.problem) setText(byId('app-problem'), visibleText(message.problem ?? ''));
    this.session.invalidate('travel');
  }

  /** Says that the connection closed. */
  close(text) {
    this.status = { state: 'closed', text };
    this.session.invalidate('travel');
  }

  /** Whether the app can be told something. */
  get isReachable() { return this.canControl && this.status.state === 'live'; }

  toggle(isOpen) {
    this.isOpen = isOpen;
    this.session.invalidate('travel');
  }

  send(travel) {
    if (!this.isReachable) return;
    setText(byId('app-problem'), '');
    this.connection.send(JSON.stringify({ travel }));
  }

  moveHere() { this.send({ to: String(this.session.timeline.positionOf(this.session.row)) }); }
  togglePlay() { this.send(this.travel?.speed ? { pause: true } : { play: this.transport.playback.speed }); }

  /** Sends the action of the field, exactly as it is written. */
  dispatch() {
    const text = this.input.value.trim();
    if (!this.isReachable || text === '') return;
    try {
      JSON.parse(text);
    } catch (error) {
      this.judge(`This is no JSON, and was not sent: ${visibleText(error.message, 120)}`);
      return;
    }
    setText(byId('app-problem'), '');
    this.connection.send(`{"dispatch":${text}}`);
    this.input.select();
  }

  /** Says what is wrong with the field. */
  judge(problem) {
    setText(byId('dispatch-problem'), problem);
    setAttribute(this.input, 'aria-invalid', problem === '' ? null : 'true');
  }

  focusField() {
    if (!this.isReachable) return;
    this.toggle(true);
    this.draw(new Set(['travel']));
    this.input.focus();
    this.input.select();
  }

  draw(dirty) {
    if (!isAny(dirty, 'first', 'travel', 'rows')) return;
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
    for (const id of ['app-here', 'app-back', 'app-forward', 'app-play', 'dispatch', 'dispatch-send']) byId(id).disabled = !this.isReachable;
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
