// A server for tests of a served page, in place of “timeline serve”: it sends the rows of a recording when a test says so.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { pagePath, skipReason } from './chromium.mjs';
import { columnsOf, fixtures, modules, pagePart } from './support.mjs';

const { Chunk } = await import(`${modules}/chunk.js`);
const { writeJSON } = await import(`${modules}/json.js`);

const running = new Set();
process.on('exit', () => { for (const child of running) child.kill('SIGKILL'); });

/** Starts a tool, and waits until it prints a pattern. Its standard input stays open. A test that fails leaves it, and Node.js ends it. */
export async function start(tool, words, pattern) {
  const child = spawn(join(dirname(process.env.TIMELINE_TOOL), tool), words, { stdio: ['pipe', 'pipe', 'ignore'] });
  running.add(child);
  let output = '';
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += text;
    const found = pattern.exec(output);
    if (found) return [child, child.stdin, child.stdout].forEach((handle) => handle.unref()), { child, found };
  }
  throw new Error(`${tool} printed ${output}`);
}

export async function stop(child, signal) {
  child.kill(signal);
  const [status] = await once(child, 'exit');
  running.delete(child);
  return status;
}

let shell;

/** The page without data that “timeline serve” sends. */
export async function servedShell(file) {
  if (!shell) {
    const { child, found } = await start('timeline', ['serve', file], /(http:\S+)\n/);
    shell = await (await fetch(found[1].replace(/#.*/, ''))).text();
    await stop(child, 'SIGINT');
  }
  return shell;
}

/** The recording of a page that the tool wrote: its summary, and its rows with the text of the state before each. */
export function recordingOf(pagePath) {
  const part = pagePart(readFileSync(pagePath, 'utf8'));
  const summary = JSON.parse(part('summary'));
  const columns = JSON.parse(part('steps'));
  const rows = [];
  let [seq, at] = [0, 0];
  summary.chunks.forEach((span, index) => {
    const chunk = new Chunk(span.row, part(`chunk-${index}`).toString());
    for (let row = span.row; row < span.row + chunk.count; row += 1) {
      seq += columns.seq[row];
      at += columns.at[row];
      const before = chunk.stateAfter(row - 1);
      rows.push({
        seq, at, kind: columns.kind[row], type: columns.types[columns.type[row]], origin: columns.origins[columns.origin[row]], cause: columns.cause[row] && seq - columns.cause[row],
        changes: columns.changes[row], line: chunk.lines[row - span.row + 1], before: before === undefined ? '' : writeJSON(before),
      });
    }
  });
  return { summary, rows };
}

/** A recording that counts, with `count` rows of about 100 bytes and a state of about `size` characters. */
export function countingRecording(count, size = 200, session = 'counting') {
  const rest = JSON.stringify(Array.from({ length: Math.ceil(size / 40) }, (_, index) => ({ id: index, text: 'x'.repeat(16) })));
  const rows = Array.from({ length: count }, (_, index) => {
    const [type, origin] = index % 5 === 0 ? ['tapped', 'user'] : [`counted${index % 7}`, 'effect'];
    return {
      seq: index + 1, at: (index + 1) * 5000, kind: 0, type, origin, cause: origin === 'effect' ? index + 1 - (index % 5) : 0, changes: 1,
      line: `{"${type}":{"number":${index + 1}}}\t[{"op":"replace","path":"/count","value":${index + 1}}]`,
      get before() { return `{"count":${index},"items":${rest}}`; },
    };
  });
  return { summary: { format: 1, file: 'counting.jsonl', program: 'counter', version: '1', session, started: '2026-11-23T10:00:00.000000Z', platform: {}, clean: false, seconds: 0, states: 'replay', first: 0, confirmed: 0, bad: [], marks: [], snapshots: [] }, rows };
}

/**
 * Returns `liveTest(name, options, body)`, which runs a test with a server and a page of it in a browser of `pageTests`. `options` are
 * those of the server and of the tab, and make the recording.
 */
export function liveTests(page, browser, recorded = () => recordingOf(pagePath(page))) {
  const skip = skipReason(page) || (process.env.TIMELINE_TOOL ? false : 'skipped: TIMELINE_TOOL names no tool');
  return (name, options, body) => test(name, { skip, timeout: 240_000 }, async () => {
    const shell = await servedShell(join(fixtures, `${page}.jsonl`));
    const server = await LiveServer.start(shell, (options.recording ?? recorded)(), options);
    const tab = await browser().openAddress(`${server.address}${options.wrongToken ?? `#token=${server.token}`}${options.fragment ?? ''}`, options, options.ready);
    try { await tab.settle(); await body(tab, server); assert.deepEqual(tab.errors.filter((error) => !server.wasStopped || !/WebSocket connection to|ERR_CONNECTION/.test(error)), []); } finally {
      await tab.close();
      await server.stop();
    }
  });
}

export class LiveServer {
  /**
   * @param shell The page that “timeline serve” sends, from `servedShell`.
   * @param options `rows`, the number of rows at first; `chunk`, the number of rows in a chunk; `isSilent`, whether chunks are
   *   asked for in vain.
   */
  static async start(shell, recording, options = {}) {
    const server = new LiveServer();
    server.shell = shell;
    Object.assign(server, { chunk: 20, control: false, status: { state: 'live' }, travel: null, token: randomBytes(9).toString('hex'), received: [], reads: [], requests: 0, sockets: new Set(), connections: new Set() }, options);
    server.play(recording, options.rows ?? recording.rows.length);
    server.http = createServer((request, response) => server.answer(response));
    server.http.on('connection', (socket) => {
      server.connections.add(socket);
      socket.on('close', () => server.connections.delete(socket));
    });
    server.http.on('upgrade', (request, socket) => server.upgrade(request, socket));
    await server.listen(0);
    return server;
  }

  listen(port = this.port) {
    return new Promise((resolve) => { this.http.listen(port, '127.0.0.1', () => { this.port = this.http.address().port; resolve(); }); });
  }

  get address() { return `http://127.0.0.1:${this.port}/`; }

  answer(response) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(this.shell.replace(/ws:\/\/127\.0\.0\.1:\d+/, `ws://127.0.0.1:${this.port}`));
  }

  /** Begins with a recording; pages that are connected get it. */
  play(recording, rows = recording.rows.length) {
    this.recording = recording;
    this.count = rows;
    // The first rows of the chunks.
    this.starts = [0];
    for (let row = this.chunk; row < rows; row += this.chunk) this.starts.push(row);
    this.broadcast(this.page());
  }

  page() {
    const rows = this.recording.rows.slice(0, this.count);
    const chunks = this.starts.map((row, index) => ({ row, rows: (this.starts[index + 1] ?? this.count) - row, seq: row === 0 ? this.recording.summary.first : rows[row - 1].seq }));
    const last = rows.at(-1)?.seq ?? 0;
    const summary = { ...this.recording.summary, last, steps: last, seconds: (rows.at(-1)?.at ?? 0) / 1e6, chunks };
    return { page: summary, steps: columnsOf(rows), control: this.control, status: this.status };
  }

  /** Sends the next rows in one message. */
  append(count) {
    const [from, to] = [this.count, this.count + count];
    const rows = this.recording.rows.slice(from, to);
    this.count = to;
    const message = { rows: columnsOf(rows), lines: rows.map((row) => row.line) };
    if (from - this.starts.at(-1) >= this.chunk) {
      this.starts.push(from);
      message.chunk = { row: from, seq: this.recording.rows[from - 1].seq, state: rows[0].before };
    }
    this.broadcast(message);
  }

  chunkText(index) {
    const [from, to] = [this.starts[index], this.starts[index + 1] ?? this.count];
    const rows = this.recording.rows.slice(from, to);
    return deflateRawSync([rows[0]?.before ?? '{}', ...rows.map((row) => row.line)].join('\n')).toString('base64');
  }

  upgrade(request, socket) {
    this.requests += 1;
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    let pending = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('data', (data) => {
      pending = Buffer.concat([pending, data]);
      for (;;) {
        const frame = maskedFrame(pending);
        if (!frame) return;
        pending = pending.subarray(frame.length);
        if (frame.code === 1) this.receive(socket, JSON.parse(frame.text), frame.text);
        else if (frame.code === 8) socket.end();
      }
    });
  }

  receive(socket, message, text) {
    if (message.token !== undefined) {
      if (message.token !== this.token) return this.close(socket, 4401);
      this.sockets.add(socket);
      send(socket, this.page());
      send(socket, { travel: this.travel });
    } else if (message.read !== undefined) {
      this.reads.push(message.read);
      if (!this.isSilent) send(socket, { chunk: message.read, text: this.chunkText(message.read) });
    } else this.received.push(text);
  }

  broadcast(message) { for (const socket of this.sockets ?? []) send(socket, message); }

  close(socket, code) {
    const body = Buffer.alloc(2);
    body.writeUInt16BE(code);
    socket.end(Buffer.concat([Buffer.from([0x88, 2]), body]));
  }

  /** Closes all connections, and refuses new ones until it listens again. */
  async stop() {
    this.wasStopped = true;
    const closed = new Promise((resolve) => { this.http.close(resolve); });
    for (const socket of this.connections) socket.destroy();
    await closed;
  }
}

/** The first frame of a client in some bytes, or null. */
function maskedFrame(bytes) {
  if (bytes.length < 6) return null;
  let [length, place] = [bytes[1] & 127, 2];
  if (length === 126) [length, place] = [bytes.readUInt16BE(2), 4];
  if (bytes.length < place + 4 + length) return null;
  const mask = bytes.subarray(place, place + 4);
  const text = Buffer.from(bytes.subarray(place + 4, place + 4 + length).map((byte, index) => byte ^ mask[index & 3])).toString();
  return { code: bytes[0] & 15, text, length: place + 4 + length };
}

function send(socket, message) {
  const body = Buffer.from(JSON.stringify(message));
  const head = body.length < 126 ? Buffer.from([0x81, body.length]) : Buffer.alloc(body.length < 65_536 ? 4 : 10);
  if (head.length === 4) {
    head.set([0x81, 126]);
    head.writeUInt16BE(body.length, 2);
  } else if (head.length === 10) {
    head.set([0x81, 127]);
    head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  socket.write(Buffer.concat([head, body]));
}
