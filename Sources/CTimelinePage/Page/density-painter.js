// Paints the steps of the strip where there is no room for each.

/** Paints bars per pixel column and lane: higher where there are more steps. */
export function paintDensity(painter, first, last) {
  const { axis, layout, lanes, context, width, dims } = painter;
  const columns = Math.ceil(width) + 1;
  const counts = lanes.lanes.map(() => new Float32Array(columns));
  const rows = lanes.rows;
  if (axis.mode === 'steps') {
    const scale = width / (axis.to - axis.from);
    const shift = -axis.from * scale;
    for (let row = first; row <= last; row += 1) {
      const column = (row * scale + shift) | 0;
      if (column >= 0 && column < columns && !(dims && dims(row))) counts[rows[row]][column] += 1;
    }
  } else {
    for (let row = first; row <= last; row += 1) {
      const column = axis.xOfRow(row) | 0;
      if (column >= 0 && column < columns && !(dims && dims(row))) counts[rows[row]][column] += 1;
    }
  }
  let most = 1;
  for (const lane of counts) for (const count of lane) if (count > most) most = count;
  const scale = Math.log(most + 1);
  counts.forEach((lane, index) => {
    // Those are painted as boxes.
    if (lanes.lanes[index].shape === 'gap') return;
    context.fillStyle = painter.laneColor(index);
    const y = layout.laneY(index);
    for (let column = 0; column < columns; column += 1) {
      if (lane[column] === 0) continue;
      const size = 2 + 14 * (Math.log(lane[column] + 1) / scale);
      context.fillRect(column, y - size / 2, 1, size);
    }
  });
}
