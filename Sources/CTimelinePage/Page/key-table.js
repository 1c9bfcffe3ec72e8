// What each key of the page does: in one table, which also makes the help; and what the focused pane and Escape do.

import { byId } from './dom.js';
import { View } from './frames.js';

/** The pixels that an arrow key scrolls. */
const LINE = 40;

export class KeyTable extends View {
  /** `[title, [{ keys, shown, button, text, run }, …]]`: keys as `event.key` gives them; `shown` replaces their text in the help. The button does the same. */
  get groups() {
    const { page } = this;
    const { session, steps, state, transport, controls, panes } = page;
    return [
      ['Time', [
        { keys: ['ArrowLeft', ','], shown: ['←', ','], text: 'Step back; in the list while it is filtered', run: (event) => transport.pause(() => steps.advance(-1, event.shiftKey)) },
        { keys: ['ArrowRight', '.'], shown: ['→', '.'], text: 'Step forward; with shift, always by one', run: (event) => steps.advance(1, event.shiftKey) },
        { keys: ['ArrowUp', 'ArrowDown'], shown: ['↑', '↓'], text: 'Previous, next in the list', run: (event) => steps.key(event) },
        { keys: ['Home', 'End'], text: 'First, last', run: (event) => session.seek(event.key === 'Home' ? -1 : session.timeline.count - 1) },
        { keys: [' '], button: 'play', text: 'Play, pause', run: () => transport.toggle() },
        { keys: ['<', '>'], text: 'Slower, faster', run: (event) => transport.changeSpeed(event.key === '>' ? 1 : -1) },
        { keys: ['i'], button: 'idle', text: 'Longest wait in playback', run: () => transport.changeIdle() },
        { keys: ['g'], button: 'verdict-go', text: 'Go to what went wrong', run: () => page.verdict.go() },
        { keys: ['n', 'N'], text: 'Next, previous match; without a search, change of the path', run: (event) => this.seekNext(event.key === 'n' ? 1 : -1) },
        { keys: ['[', ']'], text: 'Previous, next mark or bookmark', run: (event) => session.seekMark(event.key === ']' ? 1 : -1) },
        { keys: ['B'], button: 'bookmark', text: 'Bookmark this step with a note', run: () => page.bookmarks.open() },
        { keys: ['e'], text: 'What if: leave out, edit or insert a step, or set a value', run: () => page.changes.edit() },
      ]],
      ['Look', [
        { keys: ['/'], text: 'Find: text, type, path, condition, 500, %mark, @12.5s', run: () => this.focusField('steps', 'filter-text') },
        { keys: ['f'], text: 'Find in the state', run: () => this.focusField('state', 'find-state') },
        { keys: ['p'], button: 'pin-path', text: 'Pin the path, or unpin it', run: () => session.place && session.togglePin(session.place) },
        { keys: ['h'], button: 'show-history', text: 'Every step that changed the path', run: () => session.place && page.openHistory(session.place) },
        { keys: ['v'], button: 'show-value', text: 'The whole value, before and after', run: () => state.showValue() },
        { keys: ['o'], button: 'filter-path', text: 'Only steps that changed the path', run: () => steps.togglePathFilter() },
        { keys: ['d'], button: 'only-changed', text: 'Only what the step changed', run: () => state.toggleOnlyChanged() },
        { keys: ['c', 'C'], text: 'Compare with this step, or stop; swap the two', run: (event) => (event.key === 'c' ? session.toggleCompare() : session.compared !== null && session.swapCompared()) },
        { keys: ['t'], button: 'show-causes', text: 'Steps below their causes', run: () => steps.toggleCauses() },
        { keys: ['w', 'W'], text: 'Only this type of action, or all; hide it', run: (event) => steps.chooseType(session.row, event.key === 'W') },
        { keys: ['k'], button: 'filter-slow', text: 'Only steps whose reducer ran more than 8 ms', run: () => steps.toggleSlow() },
        { keys: ['H'], button: 'highlight', text: 'Dim the steps that did not change a pinned path', run: () => steps.toggleHighlights() },
        { keys: ['z'], button: 'fold-runs', text: 'Fold runs of one action', run: () => steps.toggleFolds() },
        { keys: ['1', '2', '3'], text: 'Steps, what it did, state', run: (event) => panes.focus(['steps', 'changes', 'state'][event.key - 1]) },
      ]],
      ['Strip', [
        { keys: ['+', '='], shown: ['+'], button: 'zoom-in', text: 'Closer', run: () => controls.zoom(1.6) },
        { keys: ['-'], button: 'zoom-out', text: 'Farther', run: () => controls.zoom(1 / 1.6) },
        { keys: ['0'], button: 'zoom-fit', text: 'All steps', run: () => controls.fit() },
        { keys: ['{', '}'], text: 'Move the strip', run: (event) => controls.pan(event.key === '}' ? 0.25 : -0.25) },
        { keys: ['a'], text: 'Axis of steps or of time', run: () => controls.toggleMode() },
        { keys: [], shown: ['wheel', 'shift wheel'], text: 'Zoom, move' },
        { keys: [], shown: ['shift drag', 'long press'], text: 'Select a range of steps' },
      ]],
      ...(page.live?.keyGroups ?? []),
      ['Hand over', [
        { keys: ['y'], button: 'copy-command', text: 'Copy the command', run: () => page.handover.copy() },
        { keys: ['Y'], text: 'Next command', run: () => page.handover.next() },
        { keys: ['s', 'S'], text: 'Copy the state as JSON; a member per line', run: (event) => state.copy(event.key === 'S') },
        { keys: ['l', 'L'], text: 'Copy a link to what is shown; Markdown for an issue', run: (event) => (event.key === 'l' ? page.header.copyLink() : page.header.copyIssue()) },
        { keys: ['Escape'], shown: ['esc'], text: 'Close what was opened' },
        { keys: ['?'], button: 'show-help', text: 'This help', run: () => page.keys.toggleHelp() },
      ]],
    ];
  }

  /** Keys of the pane in focus; returns whether one used it. */
  focused(event) {
    if (event.shiftKey && event.key.startsWith('Arrow')) return false;
    const { steps, state, history } = this.page;
    switch (document.activeElement) {
    case byId('chart'): return this.slide(event.key);
    case byId('state'): return state.key(event);
    case byId('history'): return history.key(event);
    case byId('changes'): return this.scrollChanges(event.key);
    case byId('step-list'):
    case document.body: return steps.key(event);
    default: return false;
    }
  }

  /** Keys of the slider, beside the arrows of the page. */
  slide(key) {
    const { session } = this.page;
    const amount = amountOf(key, -1, -Math.ceil(session.timeline.count / 20));
    if (amount) session.seek(session.row + amount);
    return amount !== undefined;
  }

  scrollChanges(key) {
    const body = byId('changes');
    const amount = amountOf(key, LINE, body.clientHeight * 0.9);
    if (amount) body.scrollTop += amount;
    return amount !== undefined;
  }

  /** Closes the first of these that is open: the search in focus, the history, the comparison, the filters. */
  escape({ target }) {
    const { session, steps, state, history, panes, live } = this.page;
    const layers = [
      { isOpen: target === byId('find-state'), close: () => { state.finder.clear(); panes.focus('state'); } },
      { isOpen: target === byId('filter-text'), close: () => { steps.clearFilters(); panes.focus('steps'); } },
      { isOpen: history.isOpen, close: () => { history.close(); byId('step-list').focus({ preventScroll: true }); } },
      { isOpen: session.compared !== null, close: () => session.compare(null) },
      { isOpen: steps.isFiltered, close: () => steps.clearFilters() },
    ];
    live?.say('');
    layers.find(({ isOpen }) => isOpen)?.close();
  }

  /** The next or previous match of the search, or change of the path. */
  seekNext(direction) {
    const { session, history: { history }, steps } = this.page;
    const { search, types, filter } = steps;
    if (search.walk || types.only !== null || filter.isSlow) steps.find(direction);
    else session.walks.seekChange(history?.tokens ?? session.pins[0]?.tokens ?? session.place, direction);
  }

  focusField(pane, id) {
    this.page.panes.show(pane);
    byId(id).focus();
    byId(id).select();
  }
}

/** How far a key moves down, by a line or by a page; undefined for other keys. */
function amountOf(key, line, page) { return { ArrowUp: -line, ArrowDown: line, PageUp: -page, PageDown: page }[key]; }
