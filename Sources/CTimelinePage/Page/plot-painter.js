// Paints a pinned path in its lane of the strip.

import { UNKNOWN } from './path-history.js';
import { plotScale, plotSegments, wordOf } from './plots.js';
import { visibleText } from './text.js';

/** The shades of bands, by word. */
const SHADES = [0.3, 0.12, 0.21, 0.39];

/** @param {StripPainter} painter @param {PathHistory} history What is painted, at the height `top`. */
export function paintPlot(painter, history, top) {
  if (history.rows.length === 0) return;
  const scale = plotScale(history);
  const last = history.isComplete ? painter.table.count - 1 : history.walkedRows - 1;
  const segments = plotSegments(history, painter.axis, last);
  if (scale.kind === 'number' || scale.kind === 'size') paintNumbers(painter, segments, scale, top);
  else if (scale.kind === 'band') paintBands(painter, segments, scale.words, history.range.areCases, top);
}

function segmentPixels(painter, segment) {
  const { axis, table, width } = painter;
  const isLast = segment.to >= table.count - 1;
  return [Math.max(axis.xOfRow(segment.from), -4), isLast ? Math.min(width, axis.x(axis.domain[1])) : Math.min(axis.xOfRow(segment.to), width + 4)];
}

function paintNumbers(painter, segments, scale, top) {
  const { context, layout, colors, width } = painter;
  const height = layout.plotHeight - layout.plotPadding - 8;
  const base = top + layout.plotPadding;
  const range = scale.greatest - scale.least;
  const y = (number) => {
    if (number === Infinity) return base;
    if (number === -Infinity) return base + height;
    return range > 0 ? base + height * (1 - (number - scale.least) / range) : base + height / 2;
  };
  if (scale.least < 0 && scale.greatest > 0) {
    context.setLineDash([1, 3]);
    painter.line(0, Math.round(y(0)) + 0.5, width, Math.round(y(0)) + 0.5, colors.dim);
    context.setLineDash([]);
  }
  context.strokeStyle = context.fillStyle = colors.plot;
  context.lineWidth = 1.5;
  context.beginPath();
  let pen = null;
  const dots = [];
  for (const segment of segments) {
    if (Number.isNaN(segment.number)) { pen = null; continue; }
    const [x0, x1] = segmentPixels(painter, segment);
    const height = y(segment.number);
    if (pen === null) context.moveTo(x0, height);
    else context.lineTo(x0, pen);
    context.lineTo(x0, height);
    if (segment.low < segment.high) {
      context.moveTo(x0, y(segment.low));
      context.lineTo(x0, y(segment.high));
      context.moveTo(x0, height);
    }
    context.lineTo(Math.max(x1, x0), height);
    pen = height;
    if (x0 >= 0) dots.push([x0, height]);
  }
  context.stroke();
  if (dots.length > width / 8) return;
  for (const [x, height] of dots) {
    context.beginPath();
    context.arc(x, height, 2.3, 0, 7);
    context.fill();
  }
}

function paintBands(painter, segments, words, areCases, top) {
  const { context, layout, colors } = painter;
  const y = top + layout.plotPadding + 4;
  const height = layout.plotHeight - layout.plotPadding - 16;
  context.textAlign = 'left';
  for (const segment of segments) {
    if (segment.value === undefined || segment.value === UNKNOWN) continue;
    const [x0, x1] = segmentPixels(painter, segment);
    if (x1 < 0) continue;
    const word = wordOf(segment.value, areCases);
    const shade = typeof segment.value === 'boolean' ? Number(!segment.value) : Math.max(0, words.indexOf(word)) % SHADES.length;
    context.fillStyle = colors.plot;
    context.globalAlpha = SHADES[shade];
    context.fillRect(x0, y, Math.max(1, x1 - x0 - 0.5), height);
    context.globalAlpha = 1;
    if (x1 - x0 >= 4) context.fillRect(x0, y, 1.5, height);
    const text = visibleText(word, 40);
    if (x1 - x0 < 24 || context.measureText(text).width > x1 - Math.max(x0, 0) - 8) continue;
    context.fillStyle = colors.text;
    context.fillText(text, Math.max(x0, 0) + 6, y + height / 2 + 0.5);
  }
}
