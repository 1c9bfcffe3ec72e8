// The connection of a served page to “timeline serve”: it is opened again when it closes.

const TOKEN_KEY = 'timeline-token';
const RUN_KEY = 'timeline-run';

/** The longest time between two tries, in seconds. */
const LONGEST_DELAY = 10;

/** The code with which the server closes the connection if the token is wrong. */
const WRONG_TOKEN = 4401;

const NEW_ADDRESS = 'Open the address that “timeline serve” printed, with its token.';

export class LiveConnection {
  /** @param path The path of the socket on the server of the page.
   * @param take Called with each message, except for chunks that were read.
   * @param report Called with a sentence when the connection closed. */
  constructor(path, take, report) {
    this.path = path;
    this.take = take;
    this.report = report;
    this.isOpen = false;
    this.tries = 0;
    // The chunks that were asked for, by number: promises, and what resolves them.
    this.reads = new Map();
    this.token = takenToken(window.location.hash);
    // The run that is shown, or that was shown before the page was loaded again.
    this.run = Number(tabValue(RUN_KEY)) || undefined;
    addEventListener('hashchange', (event) => {
      const token = takenToken(new URL(event.newURL).hash);
      // One that was not kept lasts.
      if (token === null || token === this.token) return;
      this.token = token;
      this.tries = 0;
      this.open();
    });
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.isOpen = false;
    const last = this.socket;
    this.socket = null;
    last?.close();
    if (this.token === null) return this.report(`This address has no token. ${NEW_ADDRESS}`);
    const socket = this.socket = new WebSocket(`ws://${window.location.host}${this.path}`);
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ token: this.token }));
      if (this.run) socket.send(JSON.stringify({ run: this.run }));
    });
    socket.addEventListener('message', (event) => { if (socket === this.socket) this.receive(JSON.parse(event.data)); });
    socket.addEventListener('close', (event) => { if (socket === this.socket) this.close(event.code); });
  }

  close(code) {
    this.isOpen = false;
    if (code === WRONG_TOKEN) return this.report(`The token of this address is not valid any more. ${NEW_ADDRESS}`);
    this.tries += 1;
    const delay = Math.min(this.tries, LONGEST_DELAY);
    this.timer = setTimeout(() => this.open(), delay * 1000);
    this.report(`“timeline serve” cannot be reached. This page keeps what it has read, and tries again ${delay === 1 ? 'in 1 second' : `every ${delay} seconds`}.`);
  }

  receive(message) {
    if (message.page && message.run !== this.run && message.runs?.some(({ run }) => run === this.run)) return;
    if (message.page) {
      this.run = message.run;
      this.isOpen = true;
      this.tries = 0;
      // Chunks of the recording before it come no more.
      for (const { reject } of this.reads.values()) reject(new Error('it was replaced'));
      this.reads.clear();
    }
    if (message.text !== undefined && message.chunk !== undefined) {
      this.reads.get(message.chunk)?.resolve(message.text);
      this.reads.delete(message.chunk);
    } else this.take(message);
  }

  /** A promise of the compressed text of a chunk. While the connection is closed it waits, and fails with the next page, whose readers ask again. */
  read(index) {
    if (!this.reads.has(index)) {
      this.reads.set(index, Promise.withResolvers());
      this.send(JSON.stringify({ read: index }));
    }
    return this.reads.get(index).promise;
  }

  /** Keeps the run that is shown for the tab, unless it is the latest one. */
  keepRun(latest) { tabValue(RUN_KEY, this.run === latest ? '' : this.run); }

  /** Sends a text, if the connection is open. */
  send(text) { if (this.isOpen) this.socket.send(text); }
}

/** The token of a fragment, which is taken out of the address and kept for the tab; or the one that was kept, or null. */
function takenToken(fragment) {
  const parts = fragment.slice(1).split('&');
  const token = parts.find((part) => part.startsWith('token='))?.slice(6);
  if (token) {
    const rest = parts.filter((part) => !part.startsWith('token='));
    window.history.replaceState(null, '', rest.length > 0 ? `#${rest.join('&')}` : window.location.pathname);
  }
  return tabValue(TOKEN_KEY, token || undefined);
}

/** What is kept for the tab under a key. Some browsers keep nothing: it then lasts until the page is loaded again. */
function tabValue(key, value) {
  try {
    if (value !== undefined) sessionStorage.setItem(key, value);
    return sessionStorage.getItem(key);
  } catch {
    return value ?? null;
  }
}
