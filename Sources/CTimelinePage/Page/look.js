// What is looked at beside the step: pins, search, filters and the window of the strip, as a link carries it.

/** The pins are null where they are those with which the page opens. */
export function lookOf({ axis, pins, timeline, isPinned }, { search, filter, types, origins }, opened) {
  const isAsOpened = pins.length === opened.length && opened.every((path) => isPinned(path));
  return {
    pins: isAsOpened ? null : pins.map(({ tokens }) => tokens),
    find: search.query,
    hidden: types.hidden,
    origin: origins[filter.origin] ?? null,
    axis: axis.mode,
    window: axis.isFitted ? null : [axis.from, axis.to].map((unit) => timeline.positionOf(axis.rowAtUnit(unit))),
  };
}

/** Shows a look; for null, that with which the page opens. */
export function showLook(look, session, steps, opened) {
  const { pins = null, find = '', hidden = [], origin = null, axis: mode = 'steps', window = null } = look ?? {};
  const { axis, timeline, walks } = session;
  session.pins = (pins ?? opened).map((path) => walks.history(path));
  steps.types.hidden = hidden;
  steps.types.shown = [];
  steps.filter.origin = steps.origins.indexOf(origin);
  steps.search.fill(find);
  steps.fillFilters();
  axis.setMode(mode);
  if (window) axis.setWindow(...window.map((position) => axis.unitOfRow(timeline.rowOf(position))));
  else axis.fit();
  session.invalidate('pins', 'axis');
}
