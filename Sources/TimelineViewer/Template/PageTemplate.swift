internal import TimelineJSON
package import TimelineJournal
internal import TimelineKit

/// The page: one HTML file that loads nothing. Its policy allows its own style and script alone, by their SHA-256.
package enum PageTemplate {
    /// The whole page, in parts to write one after another.
    ///
    /// - Throws: `JournalError` if the last lines of the timeline cannot be read.
    package static func page(
        of data: PageData, _ summary: PageSummary
    ) throws(JournalError) -> [[UInt8]] {
        var data = data
        let elements = try data.elements(summary)
        var parts: [[UInt8]] = []
        for part in Self.parts {
            switch part {
            case .text(let text): parts.append(text)
            case .title: parts.append(Array("<title>\(escaped("\(summary.file) · Timeline"))</title>".utf8))
            case .data:
                for element in elements {
                    let text = Base64.encoded(element.data)
                    parts.append(
                        Array("<script type=\"text/plain\" id=\"\(element.id)\">\(text)</script>\n".utf8))
                }
            }
        }
        return parts
    }

    private enum Part {
        case text([UInt8])
        case title
        case data
    }

    /// The template with the policy, the style and the script in place.
    private static let parts: [Part] = {
        let (style, script) = (PageSource.style, PageSource.script)
        let policy = """
            default-src 'none'; script-src '\(hash(of: script))'; style-src '\(hash(of: style))'; \
            require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'
            """
        return PageSource.template.split(separator: "\n").map { line in
            switch line {
            case "<!--policy-->":
                .text(Array("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n".utf8))
            case "<!--title-->": .title
            case "<!--style-->": .text(Array("<style>\(style)</style>\n".utf8))
            case "<!--script-->": .text(Array("<script type=\"module\">\(script)</script>\n".utf8))
            case "<!--data-->": .data
            default: .text(Array("\(line)\n".utf8))
            }
        }
    }()

    private static func hash(of text: String) -> String {
        var hash = SHA256()
        hash.update(text.utf8)
        return "sha256-\(Base64.encoded(hash.finalize()))"
    }

    private static func escaped(_ text: String) -> String {
        VisibleText.of(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
