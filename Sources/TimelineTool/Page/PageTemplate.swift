internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// The page: one HTML file that loads nothing. Its policy allows only its own style and scripts, by their SHA-256: a loader, and the
/// script that the loader inflates.
enum PageTemplate {
    static func page(
        of data: PageData, _ summary: PageSummary
    ) throws(JournalError) -> [[UInt8]] {
        var data = data
        let elements = try data.elements(summary)
        var parts: [[UInt8]] = []
        for part in Self.parts {
            switch part {
            case .text(let text): parts.append(text)
            case .policy:
                parts.append(meta("http-equiv", "Content-Security-Policy", policy(PageSource.script)))
            case .script: parts.append(script(PageSource.script))
            case .live: break
            case .title: parts.append(Array("<title>\(escaped("\(summary.file) · Timeline"))</title>".utf8))
            case .data:
                parts += elements.map { element(id: $0.id, $0.data) }
            }
        }
        return parts
    }

    /// The page without data, which receives them through a WebSocket.
    /// A header with the policy should add `frame-ancestors`, which a page cannot contain.
    static func shell(port: UInt16) -> (page: [UInt8], policy: String) {
        let policy = "\(policy(PageSource.liveScript)); connect-src ws://127.0.0.1:\(port)"
        var page: [UInt8] = []
        for part in parts {
            switch part {
            case .text(let text): page += text
            case .policy:
                page += meta("http-equiv", "Content-Security-Policy", policy)
                page += meta("name", "timeline-socket", "/socket")
            case .title: page += Array("<title>Timeline</title>".utf8)
            case .script: page += script(PageSource.liveScript)
            case .live: page += Array(PageSource.liveTemplate.utf8)
            case .data: break
            }
        }
        return (page, policy)
    }

    private static func meta(_ attribute: String, _ name: String, _ content: String) -> [UInt8] {
        Array("<meta \(attribute)=\"\(name)\" content=\"\(content)\">\n".utf8)
    }

    private enum Part {
        case text([UInt8])
        case policy
        case title
        case live
        case data
        case script
    }

    private static func script(_ script: String) -> [UInt8] {
        element(id: "code", Gzip.deflated(Array(script.utf8)))
            + Array("<script type=\"module\">\(PageSource.loader)</script>\n".utf8)
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

    /// The template with the style in place.
    private static let parts: [Part] = PageSource.template.split(separator: "\n").map { line in
        switch line {
        case "<!--policy-->": .policy
        case "<!--title-->": .title
        case "<!--style-->": .text(Array("<style>\(PageSource.style)</style>\n".utf8))
        case "<!--script-->": .script
        case "<!--live-->": .live
        case "<!--data-->": .data
        default: .text(Array("\(line)\n".utf8))
        }
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
