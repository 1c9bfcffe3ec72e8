// The vertical places of the strip: ruler, marks, lanes, plots.

export const RULER_HEIGHT = 24;
const MARK_HEIGHT = 18;
const LANE_HEIGHT = 24;
const PLOT_HEIGHT = 46;
const LABEL_HEIGHT = 16;

/** The heights of the strip for a number of lanes and plots. `isNarrow`: labels lie above the plots instead of beside them. */
export function stripLayout(lanes, plots, hasMarks, isNarrow) {
  const marksTop = RULER_HEIGHT;
  const lanesTop = marksTop + (hasMarks ? MARK_HEIGHT : 0);
  const plotsTop = lanesTop + lanes * LANE_HEIGHT + 4;
  const plotHeight = PLOT_HEIGHT + (isNarrow ? LABEL_HEIGHT - 6 : 0);
  return {
    marksTop,
    lanesTop,
    plotsTop,
    plotHeight,
    plotPadding: isNarrow ? LABEL_HEIGHT + 2 : 8,
    laneHeight: LANE_HEIGHT,
    height: plotsTop + plots * plotHeight,
    laneY: (lane) => lanesTop + lane * LANE_HEIGHT + LANE_HEIGHT / 2,
    plotY: (plot) => plotsTop + plot * plotHeight,
  };
}
