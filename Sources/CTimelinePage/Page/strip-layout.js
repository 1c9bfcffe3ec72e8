// The vertical places of the strip: ruler, marks, lanes, plots.

export const RULER_HEIGHT = 24;
const MARK_HEIGHT = 18;
const LANE_HEIGHT = 24;
const SHORT_LANE_HEIGHT = 14;
const PLOT_HEIGHT = 46;
const LABEL_HEIGHT = 16;

/** The heights of the strip for a number of lanes and plots. `isNarrow`: labels lie above the plots instead of beside them. `isShort`: the page is not high. */
export function stripLayout(lanes, plots, hasMarks, isNarrow, isShort) {
  const laneHeight = isShort ? SHORT_LANE_HEIGHT : LANE_HEIGHT;
  const marksTop = RULER_HEIGHT;
  const lanesTop = marksTop + (hasMarks ? MARK_HEIGHT : 0);
  const plotsTop = lanesTop + lanes * laneHeight + 4;
  const plotHeight = PLOT_HEIGHT + (isNarrow ? LABEL_HEIGHT - 6 : 0);
  return {
    marksTop,
    lanesTop,
    plotsTop,
    plotHeight,
    plotPadding: isNarrow ? LABEL_HEIGHT + 2 : 8,
    laneHeight,
    height: plotsTop + plots * plotHeight,
    laneY: (lane) => lanesTop + (lane + 0.5) * laneHeight,
    plotY: (plot) => plotsTop + plot * plotHeight,
  };
}
