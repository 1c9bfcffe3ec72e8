// Drives headless Chromium by its DevTools protocol over a pipe: messages are JSON, separated by NUL.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The name of an installed Chromium, or null. The shell of the same engine takes half the processor time. */
export function chromiumName() {
  const names = [process.env.CHROMIUM, 'chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].filter(Boolean);
  return names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) ?? null;
}

/** The path of a page in the folder `TIMELINE_PAGES`, or null. */
export function pagePath(name) {
  const folder = process.env.TIMELINE_PAGES;
  const path = folder ? join(folder, `${name}.html`) : null;
  return path && existsSync(path) ? path : null;
}

/** Why browser tests of a page cannot run, or false. */
export function skipReason(name) {
  if (!process.env.TIMELINE_PAGES) return 'skipped: TIMELINE_PAGES names no folder of pages';
  if (!pagePath(name)) return `skipped: ${name}.html is not in TIMELINE_PAGES`;
  return chromiumName() ? false : 'skipped: Chromium is not installed';
}

export class Chromium {
  /** @param scrollbars Whether scrollbars are shown and take input. */
  static async start(extra = [], { scrollbars = false } = {}) {
    const browser = new Chromium();
    browser.profile = mkdtempSync(join(tmpdir(), 'timeline-page-'));
    browser.process = spawn(chromiumName(), [
      '--headless=new', '--no-sandbox', '--remote-debugging-pipe', '--disable-gpu', '--renderer-process-limit=1', '--disable-site-isolation-trials', '--disable-features=SpareRendererForSitePerProcess', '--no-first-run', '--mute-audio',
      '--disable-background-networking', '--disable-component-update', '--force-color-profile=srgb', `--user-data-dir=${browser.profile}`, ...(scrollbars ? [] : ['--hide-scrollbars']), ...extra, 'about:blank',
    ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    Object.assign(browser, { next: 1, waiting: new Map(), listeners: [] });
    let pending = '';
    browser.process.stdio[4].setEncoding('utf8');
    browser.process.stdio[4].on('data', (data) => {
      const parts = (pending + data).split('\0');
      pending = parts.pop();
      for (const part of parts) browser.receive(JSON.parse(part));
    });
    return browser;
  }

  receive(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result);
    } else for (const listener of this.listeners) listener(message);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next;
    this.next += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, method });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Opens a file in a new tab of a size. */
  async open(path, options = {}, ready = undefined) { return this.openAddress(`${pathToFileURL(path)}${options.fragment ?? ''}`, options, ready); }

  /** Opens an address in a new tab of a size. */
  async openAddress(address, { width = 1440, height = 900, ratio = 1, dark = false, touch = false } = {}, ready = undefined) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new Tab(this, sessionId, targetId);
    await tab.prepare({ width, height, ratio, dark, touch });
    await tab.load(address, ready);
    return tab;
  }

  async close() {
    this.process.stdio[3].write(`${JSON.stringify({ id: this.next, method: 'Browser.close' })}\0`);
    await new Promise((resolve) => { this.process.on('exit', resolve); setTimeout(resolve, 3000); });
    this.process.kill('SIGKILL');
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Notes in `awaited` the short timers and the frames that a page awaits. */
const noteAwaited = `const awaited = new Set();
  for (const [set, clear] of [['setTimeout', 'clearTimeout'], ['requestAnimationFrame', 'cancelAnimationFrame']]) {
    const [begin, end] = [window[set].bind(window), window[clear].bind(window)];
    window[set] = (body, delay = 0, id = begin((time) => { awaited.delete(set + id); body(time); }, delay)) => { if (delay <= 260) awaited.add(set + id); return id; };
    window[clear] = (id) => { awaited.delete(set + id); end(id); };
  }`;

/** A tab. Scripts run in a world of their own, as the policy of the page does not allow `eval`, and it is never bypassed. */
export class Tab {
  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId, errors: [], requests: [] });
    browser.listeners.push((message) => { if (message.sessionId === sessionId) this.receive(message); });
  }

  receive({ method, params }) {
    if (method === 'Runtime.exceptionThrown') this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && params.entry.level === 'error') this.errors.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    this.onevent?.(method, params);
  }

  send(method, params) { return this.browser.send(method, params, this.sessionId); }

  async prepare({ width, height, ratio, dark, touch }) {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: ratio, mobile: false });
    await this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
    if (touch) await this.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await this.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await this.send('Page.addScriptToEvaluateOnNewDocument', { source: noteAwaited });
    for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'Performance']) await this.send(`${domain}.enable`);
  }

  async load(url, ready = "document.querySelector('#app') && !document.querySelector('#app').hidden && document.querySelector('#now-step').textContent !== ''") {
    await this.send('Page.navigate', { url });
    await this.until(ready);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true in the page. */
  async until(expression, timeout = 60_000) {
    const end = performance.now() + timeout;
    for (;;) {
      if (await this.evaluate(`Boolean(${expression})`)) return;
      if (performance.now() > end) throw new Error(`not true within ${timeout} ms: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  /** Waits until the page drew what changed, and is at rest: it awaits nothing in two checks. At most for some frames, which come late on a busy machine. Or for some milliseconds. */
  async settle(delay = undefined) {
    await new Promise((resolve) => setTimeout(resolve, delay ?? 0));
    await this.evaluate(`(async () => { for (let [idle, more] = [0, ${delay === undefined ? 60 : 0}]; idle < 2; idle = more-- <= 0 ? 2 : awaited.size > 0 ? 0 : idle + 1)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))); })()`);
  }

  /** Presses keys one after another: names, or single characters. */
  async press(...keys) {
    const codes = { Enter: 13, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35, PageUp: 33, PageDown: 34, Tab: 9, ' ': 32 };
    for (const key of keys) {
      const text = key.length === 1 ? key : key === 'Enter' ? '\r' : undefined;
      // The codes of other characters are those of keys that move: that of $ is of Home.
      const windowsVirtualKeyCode = codes[key] ?? (/\w/.test(key) ? key.toUpperCase().charCodeAt(0) : 0);
      await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', key, text, windowsVirtualKeyCode });
      await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode });
    }
  }

  /** Types a text into the field in focus, as an input method does: its characters are not keys. */
  async type(text) {
    for (const character of text) await this.send('Input.insertText', { text: character });
  }

  /** The box of the first element of a selector. */
  async box(selector) { return this.evaluate(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`); }

  /** The middle of the first element of a selector. */
  async middle(selector) {
    const { x, y, width, height } = await this.box(selector);
    return { x: x + width / 2, y: y + height / 2 };
  }

  async mouse(type, x, y, more = {}) {
    await this.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' && !more.buttons ? 'none' : 'left', clickCount: 1, ...more });
  }

  async click(x, y, more = {}) {
    await this.mouse('mouseMoved', x, y, more);
    await this.mouse('mousePressed', x, y, { buttons: 1, ...more });
    await this.mouse('mouseReleased', x, y, more);
  }

  /** Clicks on the middle of an element, and waits until the page is at rest. */
  async clickOn(selector, delay = undefined) {
    const { x, y } = await this.middle(selector);
    await this.click(x, y);
    await this.settle(delay);
  }

  /** Drags from a place to another one, in four moves. */
  async drag(start, target, more = {}) {
    await this.mouse('mousePressed', start.x, start.y, { buttons: 1, ...more });
    for (let part = 1; part <= 4; part += 1) await this.mouse('mouseMoved', start.x + ((target.x - start.x) * part) / 4, start.y + ((target.y - start.y) * part) / 4, { buttons: 1, ...more });
    await this.mouse('mouseReleased', target.x, target.y, { ...more, buttons: 0 });
    await this.settle();
  }

  /** Drags the thumb of a scrollbar from its start to its end; for a browser that shows scrollbars. */
  async dragToEnd(selector) {
    const { right, top, bottom } = await this.box(selector);
    await this.mouse('mouseMoved', right - 5, top + 20);
    await this.mouse('mousePressed', right - 5, top + 20, { buttons: 1 });
    for (const y of [top + 60, bottom, bottom + 3000]) await this.mouse('mouseMoved', right - 5, y, { buttons: 1 });
    await this.mouse('mouseReleased', right - 5, bottom + 3000);
    await this.settle(500);
  }

  /** The text of the first element of a selector, as a person sees it. */
  async text(selector) { return this.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? null`); }

  /** What a function makes of all visible elements of a selector, from top to bottom. */
  async visible(selector, made) {
    return this.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((node) => node.offsetParent !== null)
      .sort((one, other) => one.getBoundingClientRect().y - other.getBoundingClientRect().y).map(${made})`);
  }

  /** The texts of all visible elements of a selector. */
  async texts(selector) { return this.visible(selector, '(node) => node.innerText'); }
  /** The visible rows of a list, the texts of their parts joined by spaces. */
  async rows(selector) {
    return this.visible(selector, "(node) => [...node.querySelectorAll('span')].filter((part) => part.children.length === 0).map((part) => part.innerText.trim()).filter(Boolean).join(' ')");
  }

  async screenshot() { return Buffer.from((await this.send('Page.captureScreenshot', { format: 'png' })).data, 'base64'); }

  async close() { await this.browser.send('Target.closeTarget', { targetId: this.targetId }); }
}
