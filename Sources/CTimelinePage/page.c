#include "CTimelinePage.h"

// `#embed` is of C23, which both Clang and GCC have.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The modules, each after those whose values it needs when it is loaded.
static const char script[] = {
#embed "Page/rows.js" suffix(,)
#embed "Page/json.js" suffix(,)
#embed "Page/paths.js" suffix(,)
#embed "Page/patch.js" suffix(,)
#embed "Page/difference.js" suffix(,)
#embed "Page/patch-draft.js" suffix(,)
#embed "Page/text.js" suffix(,)
#embed "Page/steps-table.js" suffix(,)
#embed "Page/chunk.js" suffix(,)
#embed "Page/chunk-store.js" suffix(,)
#embed "Page/page-data.js" suffix(,)
#embed "Page/timeline.js" suffix(,)
#embed "Page/path-history.js" suffix(,)
#embed "Page/path-pattern.js" suffix(,)
#embed "Page/operators.js" suffix(,)
#embed "Page/condition.js" suffix(,)
#embed "Page/state-tree.js" suffix(,)
#embed "Page/condition-search.js" suffix(,)
#embed "Page/axis.js" suffix(,)
#embed "Page/step-list.js" suffix(,)
#embed "Page/type-filter.js" suffix(,)
#embed "Page/range-statistics.js" suffix(,)
#embed "Page/text-search.js" suffix(,)
#embed "Page/plots.js" suffix(,)
#embed "Page/playback.js" suffix(,)
#embed "Page/address.js" suffix(,)
#embed "Page/commands.js" suffix(,)
#embed "Page/dom.js" suffix(,)
#embed "Page/virtual-list.js" suffix(,)
#embed "Page/frames.js" suffix(,)
#embed "Page/moment-loader.js" suffix(,)
#embed "Page/walks.js" suffix(,)
#embed "Page/growth.js" suffix(,)
#embed "Page/session.js" suffix(,)
#embed "Page/moment.js" suffix(,)
#embed "Page/lanes.js" suffix(,)
#embed "Page/strip-layout.js" suffix(,)
#embed "Page/plot-painter.js" suffix(,)
#embed "Page/step-painter.js" suffix(,)
#embed "Page/strip-painter.js" suffix(,)
#embed "Page/strip-gutter.js" suffix(,)
#embed "Page/strip-hover.js" suffix(,)
#embed "Page/strip-pointer.js" suffix(,)
#embed "Page/strip-view.js" suffix(,)
#embed "Page/step-labels.js" suffix(,)
#embed "Page/step-row.js" suffix(,)
#embed "Page/search-field.js" suffix(,)
#embed "Page/steps-view.js" suffix(,)
#embed "Page/change-entry.js" suffix(,)
#embed "Page/value-view.js" suffix(,)
#embed "Page/range-view.js" suffix(,)
#embed "Page/changes-view.js" suffix(,)
#embed "Page/history-view.js" suffix(,)
#embed "Page/state-search.js" suffix(,)
#embed "Page/state-view.js" suffix(,)
#embed "Page/header-view.js" suffix(,)
#embed "Page/verdict-view.js" suffix(,)
#embed "Page/transport-view.js" suffix(,)
#embed "Page/handover-view.js" suffix(,)
#embed "Page/bookmark-view.js" suffix(,)
#embed "Page/splitters.js" suffix(,)
#embed "Page/panes.js" suffix(,)
#embed "Page/key-table.js" suffix(,)
#embed "Page/keys.js" suffix(,)
#embed "Page/main.js" suffix(,)
0};

// The modules that a served page has after the others.
static const char live_script[] = {
#embed "Page/live-connection.js" suffix(,)
#embed "Page/what-if-view.js" suffix(,)
#embed "Page/runs-view.js" suffix(,)
#embed "Page/live-view.js" suffix(,)
#embed "Page/live.js" suffix(,)
0};

static const char loader[] = {
#embed "Page/loader.js" suffix(,)
0};

static const char template[] = {
#embed "Page/page.html" suffix(,)
0};

static const char live_template[] = {
#embed "Page/live.html" suffix(,)
0};

static const char style[] = {
#embed "Page/page.css" suffix(,)
0};

// For agents: `timeline mcp --skill`.
static const char skill[] = {
#embed "Page/skill.txt" suffix(,)
0};

const char *timeline_page_script(void) { return script; }
const char *timeline_page_live_script(void) { return live_script; }
const char *timeline_page_loader(void) { return loader; }
const char *timeline_page_template(void) { return template; }
const char *timeline_page_live_template(void) { return live_template; }
const char *timeline_page_style(void) { return style; }
const char *timeline_skill(void) { return skill; }
