// What the type checker of the page cannot infer from its modules.

export {};

// Columns that are created by their names.
declare module 'page/steps-table.js' {
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
  type Axis = import('page/axis.js').Axis;
  type Chunk = import('page/chunk.js').Chunk;
  type KeyTable = import('page/key-table.js').KeyTable;
  type Lanes = import('page/lanes.js').Lanes;
  type LiveConnection = import('page/live-connection.js').LiveConnection;
  type Moment = import('page/moment.js').Moment;
  type Page = import('page/main.js').Page;
  type PathHistory = import('page/path-history.js').PathHistory;
  type Session = import('page/session.js').Session;
  type StateView = import('page/state-view.js').StateView;
  type StepTable = import('page/steps-table.js').StepTable;
  type StepsView = import('page/steps-view.js').StepsView;
  type StripPainter = import('page/strip-painter.js').StripPainter;
  type StripView = import('page/strip-view.js').StripView;
  type Timeline = import('page/timeline.js').Timeline;
  type TransportView = import('page/transport-view.js').TransportView;

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
