internal import CTimelinePage
internal import TimelineKit

/// One HTML file that loads nothing: its policy allows only its own style, loader and script, by their SHA-256.
enum PageTemplate {
    static func page(of data: PageData) throws(JournalError) -> [[UInt8]] {
        var data = data
        let elements = try data.elements().map { element(id: $0.id, $0.data) }
        let (head, end) = parts(title: "\(data.summary.file) · Timeline", PageSource.script, policy(PageSource.script))
        return [head] + elements + [end]
    }

    /// A header with the policy should add `frame-ancestors`, which a page cannot contain.
    static func shell(port: UInt16) -> (page: [UInt8], policy: String) {
        let policy = "\(policy(PageSource.liveScript)); connect-src ws://127.0.0.1:\(port)"
        let (head, end) = parts(
            title: "Timeline", PageSource.liveScript, policy, live: PageSource.liveTemplate, socket: "/socket")
        return (head + end, policy)
    }

    private static func parts(
        title: String, _ script: String, _ policy: String, live: String = "", socket: String? = nil
    ) -> (head: [UInt8], end: [UInt8]) {
        let contents: [Substring: String] = [
            "<!--policy-->": meta("http-equiv", "Content-Security-Policy", policy)
                + (socket.map { meta("name", "timeline-socket", $0) } ?? ""),
            "<!--title-->": "<title>\(escaped(title))</title>", "<!--style-->": "<style>\(PageSource.style)</style>\n",
            "<!--script-->": String(decoding: element(id: "code", Gzip.deflated(Array(script.utf8))), as: UTF8.self)
                + "<script type=\"module\">\(PageSource.loader)</script>\n", "<!--live-->": live,
        ]
        var parts = [""]
        for line in PageSource.template.split(separator: "\n") {
            if line == "<!--data-->" {
                parts.append("")
            } else {
                parts[parts.count - 1] += contents[line] ?? "\(line)\n"
            }
        }
        return (Array(parts[0].utf8), Array(parts[1].utf8))
    }

    private static func meta(_ attribute: String, _ name: String, _ content: String) -> String {
        "<meta \(attribute)=\"\(name)\" content=\"\(content)\">\n"
    }

    private static func element(id: String, _ deflated: [UInt8]) -> [UInt8] {
        Array("<script type=\"text/plain\" id=\"\(id)\">\(Base64.encoded(deflated))</script>\n".utf8)
    }

    private static func policy(_ script: String) -> String {
        """
        default-src 'none'; script-src '\(hash(of: PageSource.loader))' '\(hash(of: script))'; \
        style-src '\(hash(of: PageSource.style))'; require-trusted-types-for 'script'; trusted-types timeline; base-uri 'none'; form-action 'none'
        """
    }

    private static func hash(of text: String) -> String {
        var hash = SHA256()
        hash.update(text.utf8)
        return "sha256-\(Base64.encoded(hash.finalize()))"
    }

    private static func escaped(_ text: String) -> String {
        VisibleText.of(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

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
