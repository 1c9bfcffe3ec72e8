/// The files of the page, which are embedded in the tool.
enum PageSource {
    static let template = compactTemplate(text(PackageResources.page_html))
    /// The part of the template that a served page alone has.
    static let liveTemplate = compactTemplate(text(PackageResources.live_html))
    static let style = compactStyle(text(PackageResources.page_css))

    /// All modules as one script, in the order of `modules.txt`: inline modules cannot import each other. The names at the top
    /// level of the modules are distinct.
    static let script = joined(modules)

    /// The same of a served page, which alone can open a connection.
    static let liveScript = joined(modules + liveModules)

    /// The modules, each after those whose values it needs when it is loaded: the list of `modules.txt`.
    static let modules: [(name: String, bytes: [UInt8])] = [
        ("sorted.js", PackageResources.sorted_js),
        ("growing.js", PackageResources.growing_js),
        ("json.js", PackageResources.json_js),
        ("paths.js", PackageResources.paths_js),
        ("patch.js", PackageResources.patch_js),
        ("difference.js", PackageResources.difference_js),
        ("patch-draft.js", PackageResources.patch_draft_js),
        ("text.js", PackageResources.text_js),
        ("steps-table.js", PackageResources.steps_table_js),
        ("chunk.js", PackageResources.chunk_js),
        ("chunk-store.js", PackageResources.chunk_store_js),
        ("page-data.js", PackageResources.page_data_js),
        ("timeline.js", PackageResources.timeline_js),
        ("walk.js", PackageResources.walk_js),
        ("path-history.js", PackageResources.path_history_js),
        ("axis.js", PackageResources.axis_js),
        ("step-list.js", PackageResources.step_list_js),
        ("text-search.js", PackageResources.text_search_js),
        ("plots.js", PackageResources.plots_js),
        ("playback.js", PackageResources.playback_js),
        ("address.js", PackageResources.address_js),
        ("commands.js", PackageResources.commands_js),
        ("state-tree.js", PackageResources.state_tree_js),
        ("dom.js", PackageResources.dom_js),
        ("virtual-list.js", PackageResources.virtual_list_js),
        ("session.js", PackageResources.session_js),
        ("moment.js", PackageResources.moment_js),
        ("lanes.js", PackageResources.lanes_js),
        ("strip-layout.js", PackageResources.strip_layout_js),
        ("plot-painter.js", PackageResources.plot_painter_js),
        ("shapes.js", PackageResources.shapes_js),
        ("strip-painter.js", PackageResources.strip_painter_js),
        ("strip-gutter.js", PackageResources.strip_gutter_js),
        ("strip-view.js", PackageResources.strip_view_js),
        ("step-labels.js", PackageResources.step_labels_js),
        ("step-row.js", PackageResources.step_row_js),
        ("steps-view.js", PackageResources.steps_view_js),
        ("change-entry.js", PackageResources.change_entry_js),
        ("pretty-json.js", PackageResources.pretty_json_js),
        ("changes-view.js", PackageResources.changes_view_js),
        ("history-view.js", PackageResources.history_view_js),
        ("state-search.js", PackageResources.state_search_js),
        ("state-view.js", PackageResources.state_view_js),
        ("header-view.js", PackageResources.header_view_js),
        ("verdict-view.js", PackageResources.verdict_view_js),
        ("transport-view.js", PackageResources.transport_view_js),
        ("handover-view.js", PackageResources.handover_view_js),
        ("panes.js", PackageResources.panes_js),
        ("keys.js", PackageResources.keys_js),
        ("main.js", PackageResources.main_js),
    ]

    /// The modules that a served page has after the others: the list of `live-modules.txt`.
    static let liveModules: [(name: String, bytes: [UInt8])] = [
        ("live-connection.js", PackageResources.live_connection_js),
        ("live-view.js", PackageResources.live_view_js),
        ("live.js", PackageResources.live_js),
    ]

    private static func joined(_ modules: [(name: String, bytes: [UInt8])]) -> String {
        CompactScript.joined(modules.map { joinable(text($0.bytes)) })
    }

    /// A module without the lines that import others, and without the words that export its names.
    private static func joinable(_ module: String) -> String {
        module.split(separator: "\n").reduce(into: "") { script, line in
            if line.hasPrefix("import ") { return }
            script += (line.hasPrefix("export ") ? line.dropFirst("export ".count) : line) + "\n"
        }
    }

    /// A template without the quotes and line breaks that it does not need. Comments, which are places for parts, stay lines.
    static func compactTemplate(_ template: String) -> String {
        let line = template.replacing(/="([A-Za-z0-9_-]+)"/) { "=\($0.1)" }.replacing("\n", with: "")
        return line.replacing(/<!--.*?-->/) { "\n\($0.0)\n" }
    }

    /// A style sheet without the space that it does not need.
    static func compactStyle(_ style: String) -> String {
        let line = style.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        let short = [
            (" {", "{"), ("{ ", "{"), ("; ", ";"), (" }", "}"), (";}", "}"), ("} ", "}"), (", ", ","), (": ", ":"),
        ]
        return short.reduce(line) { $0.replacing($1.0, with: $1.1) }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
