extension CompactScript {
    /// The members that get short names besides the long ones that classes declare: of classes, and of objects that the modules
    /// make.
    ///
    /// None is a member of what modules use of browsers or of the language, or one that an object is given by text. Where the
    /// data of the page have a member of the same name, modules access that by text: `summary['session']`.
    static let shortMembers: Set<Substring> = [
        "actions", "active", "address", "advance", "anchor", "arrange", "axis", "bar", "base", "before", "bytes",
        "canvas", "change", "changed", "changes", "chart", "choose", "chunks", "clamp", "color", "colors", "columns",
        "command", "compare", "context", "count", "create", "depth", "depths", "dialog", "dims", "dirty", "domain",
        "draw", "escape", "explain", "extend", "fail", "failure", "finder", "fit", "focused", "folds", "found", "frame",
        "glide", "greatest", "groups", "gutter", "hatch", "hatches", "header", "high", "hover", "idle", "index",
        "inertia", "input", "isBranch", "isWatched", "items", "jump", "keep", "keeps", "kinds", "labels", "laneHeight",
        "laneY", "lanes", "lanesTop", "layer", "layout", "least", "lengths", "limit", "list", "load", "loaded", "low",
        "marksTop", "maximum", "measure", "mode", "moment", "names", "notice", "numbers", "offset", "onrender",
        "opened", "options", "order", "owned", "paint", "painter", "pan", "panes", "parent", "parts", "path", "payload",
        "pinch", "pins", "place", "places", "plotHeight", "plotPadding", "plotY", "plots", "plotsTop", "pool", "press",
        "query", "range", "ratio", "recent", "refresh", "report", "rest", "reveal", "run", "scrub", "section", "seek",
        "session", "shape", "show", "shown", "shownAttributes", "shownText", "since", "skip", "spans", "stable", "stop",
        "strip", "sum", "summary", "sums", "table", "tail", "thumb", "tick", "ticks", "time", "timer", "tokens", "turn",
        "unit", "unpack", "until", "view", "views", "visible", "wait", "waiting", "walk", "words", "zoom",
    ]
}
