// Measures a page in headless Chromium and prints JSON: node measure.mjs PAGE PATH JUMPS DRAG
//
// Each part begins with a page that was just opened in a new browser, so that no chunk is loaded but the first, and its input is
// that of a real pointer. CPU times are those of the page's main thread, from a trace, as other load on the machine affects them
// least. PATH is what the history is measured of, such as $.total; JUMPS a number of clicks; DRAG the milliseconds of a drag over the
// whole recording.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Chromium, chromiumName } from './chromium.mjs';
import { pause } from './page-tests.mjs';

const [page, path, jumpCount, dragTime] = process.argv.slice(2);

/** Marks what a person waits for, in a world of its own, as the policy of the page allows no other script. */
const MARKS = `
  let [isUsable, step, first, all] = [false, null, false, false];
  let input = 0;
  // The page is laid out first, and painted after that.
  const mark = (name) => document.body.offsetHeight && performance.mark(name, { detail: performance.now() - input });
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, (event) => {
      input = event.timeStamp;
      performance.mark('input');
    }, true);
  }
  new MutationObserver(() => {
    if (!isUsable && document.querySelector('#now-step')?.textContent) {
      isUsable = true;
      mark('usable');
    }
    const shown = document.querySelector('#changes')?.dataset.step ?? null;
    if (shown !== step) mark('shown');
    step = shown;
    const count = document.querySelector('#history-count')?.textContent ?? '';
    if (!first && /^[1-9]/.test(count)) mark('first');
    first ||= /^[1-9]/.test(count);
    if (!all && count && !count.endsWith('…')) mark('all');
    all ||= count && !count.endsWith('…');
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['data-step'] });
`;

const CATEGORIES = ['blink.user_timing', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];

/** Opens the page in a new browser, or leaves that to the body. */
async function withPage(options, body, isOpened = true) {
  const browser = await Chromium.start([], options);
  try {
    const tab = await browser.open('/dev/null', options, 'true');
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: MARKS, worldName: 'measure' });
    const open = async () => {
      await tab.load(new URL(options.fragment ?? '', pathToFileURL(page)).href);
      await tab.settle(1000);
    };
    if (isOpened) await open();
    return await body(tab, open);
  } finally { await browser.close(); }
}

/** What the main thread of the page did meanwhile. */
async function traced({ browser }, body) {
  const events = [];
  let finish;
  const isComplete = new Promise((resolve) => { finish = resolve; });
  browser.listeners.push(({ method, params }) => {
    if (method === 'Tracing.dataCollected') events.push(...params.value);
    if (method === 'Tracing.tracingComplete') finish();
  });
  await browser.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] } });
  await body();
  await browser.send('Tracing.end');
  await isComplete;
  return new Trace(events);
}

/** The events of the page's process. Times are in milliseconds. */
class Trace {
  constructor(events) {
    const own = events.findLast((event) => event.name === 'BeginMainThreadFrame');
    this.events = events.filter((event) => event.pid === own.pid).sort((one, other) => one.ts - other.ts);
    this.main = this.events.filter((event) => event.tid === own.tid);
    this.tasks = this.main.filter((event) => event.name === 'RunTask' && event.ph === 'X');
  }

  named(name) { return this.main.filter((event) => event.name === name); }

  /** The time since the input, as a mark notes it. */
  static detail(mark) { return JSON.parse(mark.args.data?.detail ?? mark.args.detail); }

  /** For each mark: the time since the input before it, and the CPU time. */
  since(name) {
    const inputs = this.named('input');
    return this.named(name).map((mark) => {
      const start = inputs.findLast((input) => input.ts <= mark.ts) ?? this.main.find((event) => event.tts !== undefined);
      return { time: Trace.detail(mark), cpu: (mark.tts - start.tts) / 1000, from: start.ts, to: mark.ts };
    });
  }

  /** The CPU time of each frame: that of the tasks from its begin to the begin of the next. */
  frames() {
    const begins = this.named('BeginMainThreadFrame').map((event) => event.ts);
    const sums = begins.map(() => 0);
    let frame = -1;
    for (const task of this.tasks) {
      while (frame + 1 < begins.length && begins[frame + 1] <= task.ts) frame += 1;
      if (frame >= 0) sums[frame] += task.tdur / 1000;
    }
    return sums.slice(0, -1);
  }

  count(name) { return this.events.filter((event) => event.name === name).length; }
}

function percentile(values, part) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)];
}

async function opening() {
  return withPage({}, async (tab, open) => {
    const [usable] = (await traced(tab, open)).since('usable');
    return { usable: usable.time, usableCPU: usable.cpu };
  }, false);
}

/** Clicks far apart, each on a part of the recording that was not loaded. */
async function jumps() {
  const count = Number(jumpCount);
  return withPage({}, async (tab) => {
    const box = await tab.box('#chart');
    const trace = await traced(tab, async () => {
      for (let index = 0; index < count; index += 1) {
        // The fractional parts of the multiples of the golden ratio are far apart.
        await tab.click(box.x + box.width * (0.005 + 0.99 * ((index * 0.618034 + 0.3) % 1)), box.y + box.height / 2);
        await pause(450);
      }
    });
    const jumps = trace.since('shown');
    if (jumps.length !== count) throw new Error(`${jumps.length} of ${count} jumps were shown`);
    const [times, cpu] = [jumps.map((jump) => jump.time), jumps.map((jump) => jump.cpu)];
    return { jump: percentile(times, 0.95), jumpLongest: Math.max(...times), jumpCPU: percentile(cpu, 0.95), jumpLongestCPU: Math.max(...cpu) };
  });
}

/** Drags the playhead over the whole recording and back. */
async function drag(tab) {
  const box = await tab.box('#chart');
  const y = box.y + box.height / 2;
  const x = (part) => box.x + 2 + (box.width - 4) * part;
  await tab.mouse('mouseMoved', x(0), y);
  await tab.mouse('mousePressed', x(0), y, { buttons: 1 });
  const start = performance.now();
  for (let part = 0; part < 2;) {
    await tab.mouse('mouseMoved', x(part < 1 ? part : 2 - part), y, { buttons: 1 });
    await pause(8);
    part = (performance.now() - start) / Number(dragTime);
  }
  await tab.mouse('mouseReleased', x(0), y);
}

async function scrubbing() {
  return withPage({}, async (tab) => {
    const trace = await traced(tab, () => drag(tab));
    const frames = trace.frames();
    const [dropped, drawn] = [trace.count('DroppedFrame'), trace.count('DrawFrame')];
    return {
      frames: frames.length, frameCPU: percentile(frames, 0.95), frameLongest: Math.max(...frames),
      longestTaskCPU: Math.max(...trace.tasks.map((task) => task.tdur)) / 1000, dropped: (100 * dropped) / Math.max(1, dropped + drawn),
    };
  });
}

/**
 * The private memory of the page's process in megabytes, a second after a drag and when the engine had time to collect what is not
 * used any more. Not while a trace is made, which takes memory, too.
 */
async function memory() {
  return withPage({}, async (tab) => {
    await drag(tab);
    await tab.settle(1000);
    const scrubbed = await privateMemory(tab);
    await pause(10 * Number(dragTime));
    return { memory: scrubbed, memoryLater: await privateMemory(tab) };
  });
}

async function privateMemory({ browser }) {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => {
    const lines = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB/gm);
    return [...lines].reduce((sum, [, size]) => sum + Number(size) * 1024, 0) / 1e6;
  });
  return Math.max(...sizes);
}

/** Every step that changed the path. */
async function history() {
  return withPage({ fragment: `#path=${encodeURIComponent(path)}` }, async (tab) => {
    const trace = await traced(tab, async () => {
      await tab.clickOn('#show-history');
      await tab.until("/^[1-9].*[^…]$/.test(document.querySelector('#history-count').textContent)", 120_000);
      await tab.settle();
    });
    const [[first], [all]] = [trace.since('first'), trace.since('all')];
    const tasks = trace.tasks.filter((task) => task.ts >= all.from && task.ts <= all.to);
    // A slice of the search is a task that draws no frame.
    const begins = trace.named('BeginMainThreadFrame');
    const isFrame = (task) => begins.some((begin) => begin.ts >= task.ts && begin.ts <= task.ts + task.dur);
    const longest = (list) => Math.max(...list.map((task) => task.tdur / 1000));
    return {
      firstHits: first.time, firstHitsCPU: first.cpu, allHits: all.time, allHitsCPU: all.cpu,
      slice: longest(tasks.filter((task) => !isFrame(task))), frameOfSearch: longest(tasks.filter(isFrame)),
    };
  });
}

/** The last step that the list shows at device pixel ratio 3, scrolled to its end by its bar. */
async function lastStep() {
  return withPage({ ratio: 3, scrollbars: true }, async (tab) => {
    await tab.press('Home');
    await tab.settle();
    await tab.dragToEnd('#step-list');
    const rows = await tab.evaluate(`(() => { const list = document.querySelector('#step-list').getBoundingClientRect();
      return [...document.querySelectorAll('#step-list .row')].filter((row) => !row.hidden && row.getBoundingClientRect().bottom <= list.bottom + 1)
        .map((row) => Number(row.querySelector('.seq').textContent)); })()`);
    return { lastStep: Math.max(...rows) };
  });
}

const parts = { opening, jumps, scrubbing, memory, history, lastStep };
// What users have, though tests take a lighter one.
process.env.CHROMIUM ??= 'chromium';
let result = chromiumName() ? {} : { missing: 'Chromium is not installed' };
for (const name of 'missing' in result ? [] : process.env.PARTS?.split(',') ?? Object.keys(parts)) result = { ...result, ...await parts[name]() };
console.log(JSON.stringify(result));
