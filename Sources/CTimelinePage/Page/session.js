// What is being looked at: the row, the path, the pins, and whether time moves. Other modules draw it, read its states and let it grow.

import { pointerOf } from './paths.js';
import { Frames, isNew } from './frames.js';
import { MomentLoader } from './moment-loader.js';
import { Walks } from './walks.js';
import { Growth } from './growth.js';
import { withBookmark } from './address.js';

/** The time without a seek after which the page is at rest. */
const REST_DELAY = 180;

export class Session {
  /** @param {Timeline} timeline @param {Axis} axis */
  constructor(timeline, axis) {
    this.timeline = timeline;
    this.axis = axis;
    this.row = timeline.count - 1;
    this.compared = null;
    this.path = null;
    /** @type {PathHistory[]} */
    this.pins = [];
    // By position, as a row may be another one after the recording was replaced: `{ step, note }`.
    this.bookmarks = [];
    this.isScrubbing = this.isPlaying = this.isFollowing = false;
    this.isAtRest = true;
    // Whether more than one step was passed at once since the page was at rest, as by a link: the browser's history keeps where that began.
    this.isJump = false;
    this.failure = null;
    // The condition that is searched for, or null.
    this.condition = null;
    // What commands read in place of the file of the summary, or null.
    this.file = null;
    // Whether the recording may grow.
    this.isLive = false;
    // The position that a followed app shows while it travels, or null. Its row may come later.
    this.appPosition = null;
    // By position, what is done to the recorded steps: `left out` or `edited`.
    this.edited = new Map();
    this.frames = new Frames(this);
    this.loader = new MomentLoader(this);
    this.walks = new Walks(this);
    this.growth = new Growth(this);
  }

  /** Whether time moves: views then show less, and keep their places. */
  get isMoving() { return this.isScrubbing || this.isPlaying || (this.isFollowing && !this.isAtRest); }

  /** Whether the last row is shown, so that the page goes to the next one when it comes. */
  get isAtEnd() { return this.row === this.timeline.count - 1; }
  invalidate() { this.frames.invalidate(); }

  /** Moves the window of the strip. */
  moveAxis(move) {
    move(this.axis, this.row);
    this.invalidate();
  }

  /** Shows another row. */
  seek(row, isJump = Math.abs(row - this.row) > 1 && !this.isPlaying) {
    const target = Math.min(Math.max(row, -1), this.timeline.count - 1);
    if (target === this.row) return;
    this.isJump ||= isJump;
    this.row = target;
    if (this.isAtEnd) this.growth.newRows = 0;
    this.isFollowing = false;
    this.move();
    if (!this.isScrubbing) this.loader.load();
    this.invalidate();
  }

  /** What is looked at moves, and is at rest after a while. */
  move() {
    this.isAtRest = false;
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => this.rest(), REST_DELAY);
  }

  /** Shows the last row, as one that just came. */
  follow() {
    this.seek(this.timeline.count - 1, false);
    this.isFollowing = true;
  }

  rest() {
    if (this.isScrubbing || this.isPlaying) return this.move();
    this.isAtRest = true;
    this.invalidate();
  }

  /** Shows the next or previous mark. */
  seekMark(direction) {
    const rows = this.marks.map(({ row }) => row);
    const row = direction > 0 ? rows.find((row) => row > this.row) : rows.findLast((row) => row < this.row);
    if (row !== undefined) this.seek(row);
  }

  seekPosition(position) { this.seek(this.timeline.rowOf(position)); }

  /** Shows an error of the data instead of states; not one of `chunks` that were replaced. */
  fail(error, chunks = this.timeline.chunks) {
    if (chunks !== this.timeline.chunks) return;
    const text = String(error?.message ?? error);
    // What cannot be drawn fails in each frame.
    if (text === this.failure) return;
    this.failure = text;
    this.invalidate();
  }

  /** Compares the shown row with another one, from which the comparison starts; or with none, for null. */
  compare(row) {
    if (row === this.compared) return;
    this.compared = row === null ? null : Math.min(Math.max(row, -1), this.timeline.count - 1);
    this.move();
    this.invalidate();
  }

  /** Starts a comparison at the shown row, or ends it. */
  toggleCompare() { this.compare(this.compared === null ? this.row : null); }

  /** Shows the start of the comparison, which then ends there. */
  swapCompared() {
    const { row, compared } = this;
    this.compare(row);
    this.seek(compared);
  }

  /** Compares the row that is shown, or the start of the comparison, with another one, which is shown. */
  compareTo(row) {
    this.compare(this.compared ?? this.row);
    this.seek(row);
  }

  /** Marks a position with a note, or takes its bookmark away for null. */
  bookmark(step, note) {
    this.bookmarks = withBookmark(this.bookmarks, step, note);
    this.invalidate();
  }

  /** The marks of the recording, which have a time, and the bookmarks of its steps so far, in the order of their rows. */
  get marks() {
    const { timeline } = this;
    const { marks, first, last } = timeline.summary;
    if (!isNew(this, 'marks', this.bookmarks, timeline.chunks, timeline.count, marks?.length)) return this.sortedMarks;
    const bookmarks = this.bookmarks.filter(({ step }) => step >= first && step <= last).map(({ step, note }) => ({ row: timeline.rowOf(step), at: undefined, text: note }));
    return this.sortedMarks = [...(marks ?? []).map(({ seq, at, name }) => ({ row: timeline.rowOf(seq), at, text: name })), ...bookmarks].sort((one, other) => one.row - other.row);
  }

  /** The selected path, or null where that is none or the whole state. */
  get place() { return this.path?.length ? this.path : null; }

  /** Selects a path, or none. */
  select(path) {
    this.path = path;
    this.invalidate();
  }

  isPinned = (path) => path !== null && this.pins.some((pin) => pointerOf(pin.tokens) === pointerOf(path));

  togglePin(path) {
    if (this.isPinned(path)) this.pins = this.pins.filter((pin) => pointerOf(pin.tokens) !== pointerOf(path));
    else this.pins = [...this.pins, this.walks.history(path)];
    this.invalidate();
  }
}
