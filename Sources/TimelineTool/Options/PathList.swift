internal import TimelineDebugger
internal import TimelineKit
internal import TimelineSystem

/// A file with a path in each line, `$.list.search` or `action $.searchChanged.text`. A `#` begins a comment.
struct PathList {
    private(set) var state: [String] = []
    private(set) var actions: [String] = []

    init(reading file: String) throws(ToolError) {
        let bytes = try FileBytes.contents(of: file)
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else {
                throw ToolError(.usage, "\(file), line \(index + 1): not UTF-8")
            }
            let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(Self.trimmed)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let path = first == "action" || first == "state" ? words.dropFirst().first ?? "" : Self.trimmed(text[...])
            do throws(HiddenPathsError) { _ = try HiddenPaths([path]) } catch {
                throw ToolError(.usage, "\(file), line \(index + 1): \(error)")
            }
            if first == "action" { actions.append(path) } else { state.append(path) }
        }
        guard !state.isEmpty || !actions.isEmpty else { throw ToolError(.usage, "\(file) names no path") }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
