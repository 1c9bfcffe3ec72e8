internal import CTimelinePage

enum PageSource {
    static let template = String(cString: timeline_page_template())
    static let liveTemplate = String(cString: timeline_page_live_template())
    static let style = String(cString: timeline_page_style())
    static let loader = String(cString: timeline_page_loader())

    /// All modules as one script, because inline modules cannot import each other. Their top-level names are distinct. Lines of comments
    /// would be a fifth of a small page.
    static let script = joined(timeline_page_script())
    static let liveScript = script + joined(timeline_page_live_script())

    private static func joined(_ modules: UnsafePointer<CChar>) -> String {
        String(cString: modules).split(separator: "\n").reduce(into: "") { script, line in
            let code = line.drop { $0 == " " }
            if line.hasPrefix("import ") || ["//", "/**", "*"].contains(where: code.hasPrefix) { return }
            script += (line.hasPrefix("export ") ? line.dropFirst("export ".count) : line) + "\n"
        }
    }
}
