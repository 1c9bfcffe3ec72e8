// The marks of steps on the strip.

/** A cross over the step whose reducer never returned. */
export function paintCrash(context, color, x, y) {
  context.strokeStyle = color;
  context.lineWidth = 2.5;
  context.beginPath();
  for (const side of [-1, 1]) {
    context.moveTo(x - 5, y - 5 * side);
    context.lineTo(x + 5, y + 5 * side);
  }
  context.stroke();
}

/** A filled shape, or a ring. */
export function paintShape(context, shape, x, y, size) {
  context.beginPath();
  switch (shape) {
  case 'circle': context.arc(x, y, size, 0, 7); break;
  case 'square': context.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8); break;
  case 'diamond':
    context.moveTo(x, y - size * 1.3);
    context.lineTo(x + size * 1.3, y);
    context.lineTo(x, y + size * 1.3);
    context.lineTo(x - size * 1.3, y);
    break;
  case 'triangle':
    context.moveTo(x, y - size * 1.15);
    context.lineTo(x + size * 1.15, y + size);
    context.lineTo(x - size * 1.15, y + size);
    break;
  case 'cross':
    context.rect(x - size, y - size * 0.35, size * 2, size * 0.7);
    context.rect(x - size * 0.35, y - size, size * 0.7, size * 2);
    break;
  default:
    context.lineWidth = 1.5;
    context.arc(x, y, size * 0.85, 0, 7);
    context.stroke();
    return;
  }
  context.fill();
}
