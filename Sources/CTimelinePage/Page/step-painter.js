// Paints the steps of the strip: a mark for each, or bars where there is no room for that.

/** Strokes lines from one point to another. */
export function strokeLines(context, ...lines) {
  context.beginPath();
  for (const [x0, y0, x1, y1] of lines) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.stroke();
}

/** A cross over the step whose reducer never returned. */
export function paintCrash(context, color, x, y) {
  context.strokeStyle = color;
  context.lineWidth = 2.5;
  strokeLines(context, [x - 5, y - 5, x + 5, y + 5], [x - 5, y + 5, x + 5, y - 5]);
}

/** The corners of shapes, in sizes. */
const CORNERS = {
  square: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  diamond: [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]],
  triangle: [[0, -1.15], [1.15, 1], [-1.15, 1]],
  cross: [[-1, -0.35], [-0.35, -0.35], [-0.35, -1], [0.35, -1], [0.35, -0.35], [1, -0.35], [1, 0.35], [0.35, 0.35], [0.35, 1], [-0.35, 1], [-0.35, 0.35], [-1, 0.35]],
};

/** A filled shape, or a ring. */
export function paintShape(context, shape, x, y, size) {
  context.beginPath();
  for (const [right, down] of CORNERS[shape] ?? []) context.lineTo(x + right * size, y + down * size);
  if (shape !== 'ring') {
    if (shape === 'circle') context.arc(x, y, size, 0, 7);
    context.fill();
    return;
  }
  context.lineWidth = 1.5;
  context.arc(x, y, size * 0.85, 0, 7);
  context.stroke();
}

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

/** Paints bars per pixel column and lane: higher where there are more steps.
 * @param {StripPainter} painter */
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

/** A bar below each step whose reducer was slow, in a color that means nothing else. */
export function paintSlow({ axis, layout, lanes, table, context, dims, colors }, first, last) {
  context.fillStyle = colors.slow;
  for (const row of table.slow) {
    if (row >= first && row <= last && !dims?.(row)) context.fillRect(Math.round(axis.xOfRow(row)) - 2, layout.laneY(lanes.rows[row]) + layout.laneHeight / 2 - 4, 5, 3);
  }
}
