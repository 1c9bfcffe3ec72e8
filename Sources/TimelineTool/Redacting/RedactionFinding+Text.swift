internal import TimelineDebugger
internal import TimelineKit

extension RedactionFinding {
    static let shown = 20

    static let fields: Fields<Self> =
        "file\({ $0.file }): text, line\({ $0.line }): lineNumber, part\({ $0.part.rawValue }), path?\({ $0.path }): openPath"

    static func unmet(_ state: [String], _ actions: [String], _ what: String, _ file: String) -> [String] {
        func warnings(_ paths: [String], _ part: String) -> [String] {
            paths.map { "nothing is \(what) at \($0): it selects nothing in the \(part) of \(file)" }
        }
        return warnings(state, "states") + warnings(actions, "actions")
    }

    /// The options that hide the values at these places.
    static func options(_ places: [RedactionFinding]) -> String {
        let options = [.state, .action].flatMap { part in places.filter { $0.part == part }.compactMap(\.option) }
        let more = options.count > shown ? ", and \(Layout.count(options.count - shown, "more place"))" : ""
        return options.prefix(shown).joined(separator: " ") + more
    }

    private var option: String? {
        let path = "'\(path.replacing("'", with: #"'\''"#))'"
        return switch part {
        case .state: "--path \(path)"
        case .action: "--action-path \(path)"
        case .mark: "--marks"
        case .from, .by, .gap, .line: nil
        }
    }

    var remedy: String { part == .action && path == "$" ? "" : option.map { "; \($0) hides it" } ?? "" }
}
