// What the type checker of the page cannot infer from its modules.

import { Axis as PageAxis } from '../../../../Sources/CTimelinePage/Page/axis.js';
import { Chunk as PageChunk } from '../../../../Sources/CTimelinePage/Page/chunk.js';
import { KeyTable as PageKeyTable } from '../../../../Sources/CTimelinePage/Page/key-table.js';
import { Lanes as PageLanes } from '../../../../Sources/CTimelinePage/Page/lanes.js';
import { LiveConnection as PageLiveConnection } from '../../../../Sources/CTimelinePage/Page/live-connection.js';
import { Moment as PageMoment } from '../../../../Sources/CTimelinePage/Page/moment.js';
import { Page as PagePage } from '../../../../Sources/CTimelinePage/Page/main.js';
import { PathHistory as PagePathHistory } from '../../../../Sources/CTimelinePage/Page/path-history.js';
import { Session as PageSession } from '../../../../Sources/CTimelinePage/Page/session.js';
import { StateView as PageStateView } from '../../../../Sources/CTimelinePage/Page/state-view.js';
import { StepTable as PageStepTable } from '../../../../Sources/CTimelinePage/Page/steps-table.js';
import { StepsView as PageStepsView } from '../../../../Sources/CTimelinePage/Page/steps-view.js';
import { StripPainter as PageStripPainter } from '../../../../Sources/CTimelinePage/Page/strip-painter.js';
import { StripView as PageStripView } from '../../../../Sources/CTimelinePage/Page/strip-view.js';
import { Timeline as PageTimeline } from '../../../../Sources/CTimelinePage/Page/timeline.js';
import { TransportView as PageTransportView } from '../../../../Sources/CTimelinePage/Page/transport-view.js';

// Columns that are created by their names.
declare module '../../../../Sources/CTimelinePage/Page/steps-table.js' {
  interface StepTable {
    seq: Float64Array;
    at: Float64Array;
    kind: Uint8Array;
    type: Uint32Array;
    origin: Uint32Array;
    cause: Float64Array;
    changes: Int32Array;
    site: Uint32Array;
  }
}

declare global {
  // Classes, for the comments of modules that do not import them.
  type Axis = PageAxis;
  type Chunk = PageChunk;
  type KeyTable = PageKeyTable;
  type Lanes = PageLanes;
  type LiveConnection = PageLiveConnection;
  type Moment = PageMoment;
  type Page = PagePage;
  type PathHistory = PagePathHistory;
  type Session = PageSession;
  type StateView = PageStateView;
  type StepTable = PageStepTable;
  type StepsView = PageStepsView;
  type StripPainter = PageStripPainter;
  type StripView = PageStripView;
  type Timeline = PageTimeline;
  type TransportView = PageTransportView;

  /** The `summary` of the page's data: see `PageData`. */
  interface Summary {
    format: 1;
    file: string;
    tool?: string;
    options?: string[];
    editor?: { url: string; root: string };
    program: string;
    version: string;
    session: string;
    started: string;
    platform?: Record<string, string>;
    first: number;
    last: number;
    steps: number;
    seconds: number;
    clean: boolean;
    states: 'replay' | 'recorded';
    confirmed?: number;
    damage?: string[];
    note?: string;
    unreturned: number;
    bad?: [number, number][];
    marks?: { seq: number; at: number; name: string }[];
    chunks: { row: number; rows: number; seq: number }[];
    divergence: { step: number; text: string; patch: string };
    verdict: {
      kind: 'crash' | 'culprit' | 'invariant' | 'unknown' | 'nothing';
      step?: number;
      name?: string;
      text?: string;
      expression?: string;
      change?: boolean;
      signal?: string;
      reason?: string;
      frames?: string[];
      invariant?: { name: string; step: number };
      why?: {
        values?: { path: string; steps: { step: number; text: string }[] }[];
        causes?: { step: number; text: string }[];
      };
    };
  }

  /** An element of the page, of any kind, with what the page keeps at it. */
  interface PageElement extends HTMLElement {
    shownText?: string;
    shownAttributes?: Map<string, unknown>;
    /** Of a row in a list. */
    parts?: Record<string, PageElement>;
    depth?: number;
    index?: number;
    place?: string;
    height?: number;
    // Of inputs, buttons, dialogs, details and scripts.
    checked: boolean;
    disabled: boolean;
    maxLength: number;
    open: boolean;
    text: string;
    type: string;
    value: any;
    getContext(kind: '2d'): CanvasRenderingContext2D;
    select(): void;
    showModal(): void;
    close(): void;
  }

  interface Document {
    createElement(tag: string): PageElement;
    getElementById(id: string): PageElement;
  }

  // Events come from elements, and those are of HTML.
  interface EventTarget { closest(selector: string): PageElement | null; value: any; tagName: string }
  interface Element extends ElementCSSInlineStyle { dataset: DOMStringMap; content: any; shownText?: string }

  // What browsers have, and the compiler does not know yet.
  var trustedTypes: any;
  class DecompressionStream {
    constructor(format: 'deflate-raw');
    readable: ReadableStream;
    writable: WritableStream;
  }
  class OffscreenCanvas extends HTMLCanvasElement { constructor(width: number, height: number); }
  interface Uint8ArrayConstructor { fromBase64?(text: string): Uint8Array; }
  interface PromiseConstructor { withResolvers(): { promise: Promise<any>; resolve(value?: any): void; reject(reason?: any): void }; }
  interface Array<T> { findLast(test: (value: T, index: number) => boolean): T | undefined; }
  interface String { isWellFormed(): boolean; toWellFormed?(): string; }
}
