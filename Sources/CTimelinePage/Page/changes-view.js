// What a step did: its action, and each change before → after; or the difference of two steps.

import { element, byId, setText, copyText, onClick } from './dom.js';
import { parseJSON } from './json.js';
import { View, isNew } from './frames.js';
import { differenceOf, changeGroups } from './difference.js';
import { actionLabel, valueText, visibleText, kindOf, secondsText, durationText, countText, groupedText, prettyLines } from './text.js';
import { patchBetween } from './patch-draft.js';
import { changeEntry, pathParts } from './change-entry.js';
import { pathsIn, pointerOf } from './paths.js';
import { servingCommand } from './commands.js';
import { RangeView } from './range-view.js';

/** Changes beyond these are counted, and shown on request; fewer are shown while time moves. */
const SHOWN_CHANGES = 200;
const MOVING_CHANGES = 24;

/** Values that were generated for a step beyond these are counted; so many steps whose work was canceled are shown. */
const SHOWN_GENERATED = 20;

/** Effects of a step, and arguments of its action, beyond these are counted. */
const SHOWN_EFFECTS = 5;
const SHOWN_ARGUMENTS = 6;

export class ChangesView extends View {
  constructor(page) {
    super(page);
    this.turn = 1;
    // The statistics of a comparison's range.
    this.range = new RangeView(page);
    this.closedGroups = new Set();
    this.body = byId('changes');
    onClick('copy-action', () => copyText(this.moment.actionText, byId('copy-action')));
    onClick('copy-patch', () => copyText(this.patchText(), byId('copy-patch')));
  }

  get walks() { return [this.range.paths]; }
  get moment() { return this.page.moment; }

  /** Lets a person edit the shown step; where nothing reduces steps, says what to run. */
  edit() {
    const editor = this.page.live?.whatIf;
    const command = servingCommand(this.timeline.summary, editor !== undefined);
    if (command === null) return this.moment && editor.open(this.moment);
    const about = byId('serving');
    about.hidden = !about.hidden;
    const copy = element('button', { class: 'link', onclick: () => copyText(command, copy) }, 'Copy');
    return about.replaceChildren('Steps are left out, edited and inserted on a page with the program behind it. Run ', element('code', {}, visibleText(command, 400)), ' ', copy);
  }

  draw() {
    const { session, moment, range } = this;
    if (!moment) return;
    // A comparison has the colors of the lanes.
    if (isNew(this, 'changes', moment, session.isMoving, moment.compared === null || this.lanes.version)) this.show();
    else if (isNew(this, 'paths', session.walks.version) && range.paths && range.isPending) range.fillPaths();
  }

  show() {
    const { moment } = this;
    const { isMoving } = this.session;
    const expression = moment.timeline.summary.verdict?.expression;
    const watched = new Set(expression ? pathsIn(expression).map(pointerOf) : []);
    if (isNew(this, 'moment', moment)) this.limit = SHOWN_CHANGES;
    const limit = isMoving ? MOVING_CHANGES : this.limit;
    if (moment.compared === null) this.range.paths = null;
    const parts = moment.compared === null ? this.step(moment, isMoving) : this.comparison(moment, isMoving);
    const difference = moment.state !== undefined && moment.base !== undefined ? differenceOf(moment.base, moment.state, limit) : null;
    setText(byId('changes-count'), difference ? countText(difference.count, 'change') : '');
    byId('copy-action').hidden = moment.actionText === '' || moment.compared !== null;
    byId('copy-patch').hidden = moment.compared === null ? moment.patchText === '' || moment.patchText[0] === '=' : difference === null;
    if (difference) {
      const entry = (change, depth) => changeEntry(change, moment, { isWatched: watched.has(pointerOf(change.path)), onselect: this.page.openPath, depth });
      if (moment.compared === null) parts.push(...difference.changes.map((change) => entry(change, 0)));
      else parts.push(...this.groups(difference, moment, entry));
      if (difference.count > difference.changes.length) {
        parts.push(element('button', { class: 'link more', onclick: () => { this.limit *= 10; this.show(); } }, `and ${groupedText(difference.count - difference.changes.length)} more`));
      }
      if (difference.count === 0 && moment.row >= 0) parts.push(element('p', { class: 'quiet' }, moment.compared === null ? 'It changed nothing.'
        : moment.compared === moment.row ? 'Choose the other step: in the list, or on the strip.' : 'The states are equal.'));
    }
    this.body.replaceChildren(...parts);
    this.body.dataset.step = moment.position;
  }

  /** The JSON Patch of the step, or of the comparison. */
  patchText() { return this.moment.compared === null ? this.moment.patchText : patchBetween(this.moment.base, this.moment.state); }

  comparison(moment, isMoving) {
    const from = this.timeline.positionOf(moment.compared);
    const steps = moment.position - from;
    return [element('div', { class: 'summary' },
      element('h3', {}, `From step ${from} to step ${moment.position}`),
      element('p', {}, moment.base === undefined ? `The state after step ${from} is unknown.` : moment.state === undefined ? `The state after step ${moment.position} is unknown.`
        : steps === 0 ? '' : `Net of ${countText(Math.abs(steps), 'step')}${steps < 0 ? ', backward' : ''}`),
      this.range.facts(moment.compared, moment.row, isMoving))];
  }

  /** The changes of a comparison, those of a subtree below its path. */
  groups({ changes, count }, moment, entry) {
    return changeGroups(changes).map(({ path, changes: group }) => {
      if (group.length === 1) return entry(group[0], 0);
      const key = pointerOf(path);
      const details = element('details', { class: 'group' },
        element('summary', { onclick: () => (details.open ? this.closedGroups.add(key) : this.closedGroups.delete(key)) }, element('code', {}, ...pathParts(path, moment.state)),
          // Beyond the limit, changes are not known to be all of their subtree.
          element('span', { class: 'quiet' }, changes.length === count ? countText(group.length, 'change') : '')),
        ...group.map((change) => entry(change, path.length)));
      details.open = !this.closedGroups.has(key);
      return details;
    });
  }

  step(moment, isMoving) {
    const { table, timeline } = this;
    const { row } = moment;
    if (row < 0) {
      return [element('div', { class: 'summary' }, element('h3', {}, `Position ${moment.position}`),
        element('p', { class: 'quiet' }, moment.position === 0 ? 'The initial state, before the first step.' : 'The state before the first step of this page.'))];
    }
    const facts = element('dl', { class: 'facts' });
    const fact = (name, ...value) => facts.append(element('dt', {}, name), element('dd', {}, ...value));
    const heading = element('h3', {});
    if (moment.isGap) {
      heading.append(`Steps ${table.seq[row]} to ${moment.position} are not on file`);
      fact('why', visibleText(table.typeName(row)));
    } else if (moment.isSet) {
      heading.append('State set from outside');
      fact('by', visibleText(table.typeName(row)));
    } else this.describeAction(moment, heading, fact);
    const origin = table.originName(row);
    if (origin) fact('from', visibleText(origin, 60));
    const site = table.siteName(row);
    if (site) fact('sent at', siteLink(site, timeline.summary.editor));
    const stepLink = (other) => element('button', { class: 'link', onclick: () => this.session.seek(other) },
      `step ${table.seq[other]} ${visibleText(table.typeName(other), 60)}`);
    if (table.cause[row] >= 0) fact('cause', stepLink(table.cause[row]));
    if (!isMoving) this.effects(row, fact, stepLink);
    for (const mark of this.session.marks) if (mark.row === row) fact('mark', visibleText(mark.text || 'without a note'));
    for (const step of moment.canceled.slice(0, SHOWN_GENERATED)) {
      const other = table.rowAt(step);
      fact('canceled', 'the work of ', ...(table.seq[other] === step ? [stepLink(other)] : [`step ${step}`]));
    }
    for (const [name, value] of moment.generated.slice(0, SHOWN_GENERATED)) fact('generated', `${visibleText(name, 40)} `, valuePart(value));
    if (moment.generated.length > SHOWN_GENERATED) fact('generated', element('span', { class: 'quiet' }, `${groupedText(moment.generated.length - SHOWN_GENERATED)} more`));
    fact('at', secondsText(table.time(row)), element('span', { class: 'quiet' }, ` +${durationText(table.wait(row))}`));
    if (table.took.has(row)) fact('took', element('span', { class: table.isSlow(row) ? 'slow' : null }, durationText(table.took.get(row))), element('span', { class: 'quiet' }, ' in its reducer'));
    const summary = element('div', { class: 'summary' }, heading, facts);
    if (!isMoving && moment.actionText.length > 2 && !moment.isOpaque) summary.append(this.wholeAction(moment));
    summary.append(element('button', { class: 'link', title: 'Leave out, edit or insert a step, or set a value (e)', onclick: () => this.edit() }, 'What if …'));
    const notice = this.notice(moment);
    return notice ? [summary, notice] : [summary];
  }

  /** The steps that the shown one caused, the first of them with their distance in time. */
  effects(row, fact, stepLink) {
    const { table } = this;
    const rows = [];
    for (let other = row + 1; other < table.count; other += 1) if (table.cause[other] === row) rows.push(other);
    for (const other of rows.slice(0, SHOWN_EFFECTS)) fact('caused', stepLink(other), element('span', { class: 'quiet' }, ` +${durationText(table.time(other) - table.time(row))}`));
    if (rows.length > SHOWN_EFFECTS) fact('caused', element('button', { class: 'link', title: 'Steps below their causes', onclick: () => this.page.showCauses() }, `and ${groupedText(rows.length - SHOWN_EFFECTS)} more`));
  }

  describeAction(moment, heading, fact) {
    const text = moment.actionText;
    if (text.length > 50_000) {
      heading.append(visibleText(this.table.typeName(moment.row), 120));
      fact('action', element('span', { class: 'quiet' }, `${countText(text.length, 'character')} of JSON`));
      return;
    }
    const { outer, name, payload } = actionLabel(parseJSON(text));
    if (outer.length > 0) heading.append(element('span', { class: 'outer' }, outer.map((part) => `${visibleText(part, 60)} › `).join('')));
    heading.append(visibleText(name, 200));
    if (moment.isOpaque) fact('action', 'not encodable, kept as a description');
    if (payload instanceof Map) {
      for (const [key, value] of [...payload].slice(0, SHOWN_ARGUMENTS)) fact(visibleText(key, 40), valuePart(value));
      if (payload.size > SHOWN_ARGUMENTS) fact('…', element('span', { class: 'quiet' }, `${payload.size - SHOWN_ARGUMENTS} more`));
    } else if (payload !== undefined) fact('value', valuePart(payload));
  }

  /** The whole action, laid out when it is opened. */
  wholeAction(moment) {
    const details = element('details', {}, element('summary', {}, 'Whole action'));
    details.addEventListener('toggle', () => {
      if (details.open && details.children.length === 1) details.append(element('pre', {}, prettyLines(moment.actionText)));
      this.isActionOpen = details.open;
    });
    details.open = this.isActionOpen ?? false;
    return details;
  }

  /** Why there is no difference to show. */
  notice(moment) {
    const { summary } = this.timeline;
    const box = (...children) => element('div', { class: 'notice' }, ...children);
    if (moment.isCrash) {
      const { reason, frames, invariant } = summary.verdict;
      const crash = box(element('strong', {}, 'Its reducer never returned: there is no state after this step.'), ' Shown is the state before it.');
      if (reason) crash.append(element('p', { class: 'code' }, visibleText(reason, 1000)));
      if (invariant) {
        crash.append(element('p', {}, `The invariant “${visibleText(invariant.name)}” was broken already by step ${invariant.step}. `,
          element('button', { class: 'link', onclick: () => this.session.seekPosition(invariant.step) }, `Go to step ${invariant.step}`)));
      }
      crash.append(frames?.length ? element('ol', { class: 'frames' }, ...frames.map((frame) => element('li', {}, visibleText(frame))))
        : element('p', { class: 'quiet' }, 'The recording holds no stack frames. A bundle made by “timeline record” does.'));
      return crash;
    }
    if (moment.after === undefined) return box(moment.unknownText);
    if (moment.divergence) {
      const { recorded, replayed } = moment.divergence;
      const { changes, count } = differenceOf(replayed, recorded, SHOWN_CHANGES);
      return box(element('strong', {}, `Replay differs in ${countText(count, 'place')} from the state recorded after this step.`), ' First what replay made, then what is on file and shown:',
        ...changes.map((change) => changeEntry(change, { base: replayed, state: recorded }, { isWatched: false, onselect: this.page.openPath })));
    }
    if (moment.before === undefined) return element('p', { class: 'quiet' }, 'The state before this step is unknown, so what it changed is, too.');
    return null;
  }
}

function valuePart(value) { return element('span', { class: `value ${kindOf(value)}` }, valueText(value, 120)); }

/** The line of code that dispatched an action; a link where the file was found and an editor was named. */
export function siteLink(site, editor) {
  const text = visibleText(site.replace(/^\.\//, ''), 200);
  if (!editor || !site.startsWith('./')) return text;
  // A page may hold any text: no link leads out of the folder of the editor.
  const [, path, line] = /^\.((?:\/(?!\.{0,2}\/|\.{0,2}:\d+$)[^/\\%\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+)+):(\d+)$/u.exec(site) ?? [];
  if (path === undefined) return text;
  const whole = (editor.root + path).split('/').map(encodeURIComponent).join('/');
  return element('a', { href: editor.url.replace('{path}', () => whole).replace('{line}', line) }, text);
}
