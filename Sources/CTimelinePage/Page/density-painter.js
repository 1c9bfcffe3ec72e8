// Paints the steps of the strip where there is no room for each.

/** The steps per lane and pixel column, as one list. */
export function densityOf({ axis, lanes, width, dims }, first, last) {
  const columns = Math.ceil(width) + 1;
  const counts = new Float32Array(lanes.lanes.length * columns);
  for (let row = first; row <= last; row += 1) {
    const column = axis.xOfRow(row) | 0;
    if (column >= 0 && column < columns && !(dims && dims(row))) counts[lanes.rows[row] * columns + column] += 1;
  }
  return { columns, counts };
}

/** Paints bars per pixel column and lane: higher where there are more steps. */
export function paintDensity(painter, first, last) {
  const { layout, lanes, context } = painter;
  const { columns, counts } = densityOf(painter, first, last);
  const scale = Math.log(counts.reduce((most, count) => Math.max(most, count), 1) + 1);
  lanes.lanes.forEach(({ shape }, lane) => {
    // Those are painted as boxes.
    if (shape === 'gap') return;
    context.fillStyle = painter.color(lanes.color(lane));
    for (let column = 0; column < columns; column += 1) {
      const count = counts[lane * columns + column];
      const height = 2 + (layout.laneHeight - 10) * (Math.log(count + 1) / scale);
      if (count > 0) context.fillRect(column, layout.laneY(lane) - height / 2, 1, height);
    }
  });
}
