// Paints the steps of the strip where there is no room for each.

import { COLOR_COUNT } from './lanes.js';

/** The steps per lane, pixel column and color of a type, as one list: the colors of a column are next to each other. */
export function densityOf({ axis, lanes, width, dims }, first, last) {
  const columns = Math.ceil(width) + 1;
  const counts = new Float32Array(lanes.lanes.length * columns * COLOR_COUNT);
  const { rows, places } = lanes;
  for (let row = first; row <= last; row += 1) {
    const column = axis.xOfRow(row) | 0;
    if (column >= 0 && column < columns && !(dims && dims(row))) counts[(rows[row] * columns + column) * COLOR_COUNT + places[row]] += 1;
  }
  return { columns, counts };
}

/** Paints bars per pixel column and lane: higher where there are more steps, with the shares of their types. */
export function paintDensity(painter, first, last) {
  const { layout, lanes, context } = painter;
  const { columns, counts } = densityOf(painter, first, last);
  const totals = new Float32Array(lanes.lanes.length * columns);
  let most = 1;
  for (let bar = 0; bar < totals.length; bar += 1) {
    for (let place = 0; place < COLOR_COUNT; place += 1) totals[bar] += counts[bar * COLOR_COUNT + place];
    if (totals[bar] > most) most = totals[bar];
  }
  const scale = Math.log(most + 1);
  // Where the next share of a bar begins.
  const tops = new Float32Array(columns);
  lanes.lanes.forEach(({ shape }, lane) => {
    // Those are painted as boxes.
    if (shape === 'gap') return;
    const y = layout.laneY(lane);
    const start = lane * columns;
    const size = (column) => 2 + (layout.laneHeight - 10) * (Math.log(totals[start + column] + 1) / scale);
    for (let column = 0; column < columns; column += 1) tops[column] = y - size(column) / 2;
    // Color by color, as to change it costs more than a bar.
    for (let place = 0; place < COLOR_COUNT; place += 1) {
      context.fillStyle = painter.color(lanes.placeColor(lane, place));
      for (let column = 0; column < columns; column += 1) {
        const count = counts[(start + column) * COLOR_COUNT + place];
        if (count === 0) continue;
        const height = size(column) * (count / totals[start + column]);
        context.fillRect(column, tops[column], 1, height);
        tops[column] += height;
      }
    }
  });
}
