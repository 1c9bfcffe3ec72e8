internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

/// What is hidden, and the key of its pseudonyms.
struct RedactionOptions: ParsableArguments {
    @Option(name: .customLong("path"), help: ArgumentHelp("A path in states; repeat for more.", valueName: "path"))
    var state: [String] = []

    @Option(
        name: .customLong("action-path"), help: ArgumentHelp("A path in actions; repeat for more.", valueName: "path"))
    var actions: [String] = []

    @Option(
        name: .customLong("paths"),
        help: ArgumentHelp(
            "A file with one path per line: \"$.user\" in states, \"action $.user\" in actions, # for comments.",
            valueName: "file"), completion: .file())
    var list: String?

    @Flag(help: "Also the names of marks.")
    var marks = false

    @Flag(help: "Also the lines of code that dispatched actions.")
    var sites = false

    /// The key is never an argument, which other users of the machine can read and the shell's history keeps.
    @Option(
        help: ArgumentHelp(
            "A file of mode 0600 with the key: copies with one key can be compared. (default: $\(Self.keyVariable), else a "
                + "random key that is not stored)",
            valueName: "file"))
    var keyFile: String?

    var isEmpty: Bool { state.isEmpty && actions.isEmpty && list == nil && !marks && !sites }

    func read() throws(ToolError) -> (state: HiddenPaths, actions: HiddenPaths) {
        var (state, actions) = (state, actions)
        if let list { try Self.add(listedIn: list, to: &state, &actions) }
        return (try Self.paths(state), try Self.paths(actions))
    }

    private static func paths(_ texts: [String]) throws(ToolError) -> HiddenPaths {
        var seen: Set<String> = []
        return try ToolError.mapping(try HiddenPaths(texts.filter { seen.insert($0).inserted }))
    }

    /// A path in each line, `$.list.search` or `action $.searchChanged.text`. A `#` begins a comment.
    private static func add(
        listedIn file: String, to state: inout [String], _ actions: inout [String]
    ) throws(ToolError) {
        let bytes = try FileBytes.contents(of: file)
        let given = state.count + actions.count
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else {
                throw ToolError(.usage, "\(file), line \(index + 1): not UTF-8")
            }
            let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(trimmed)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let path = first == "action" || first == "state" ? words.dropFirst().first ?? "" : trimmed(text[...])
            _ = try ToolError.mapping(try HiddenPaths([path]), "\(file), line \(index + 1): ")
            if first == "action" { actions.append(path) } else { state.append(path) }
        }
        guard state.count + actions.count > given else { throw ToolError(.usage, "\(file) names no path") }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    // MARK: - The key

    static let keyVariable = "TIMELINE_REDACTION_KEY"

    func pseudonyms() throws(ToolError) -> Pseudonyms {
        if let keyFile { return Pseudonyms(key: try Self.checked(try Self.bytes(of: keyFile), from: keyFile)) }
        guard let text = Environment[Self.keyVariable] else { return .random() }
        return Pseudonyms(key: try Self.checked(Array(text.utf8), from: "$\(Self.keyVariable)"))
    }

    private static func checked(_ key: [UInt8], from place: String) throws(ToolError) -> [UInt8] {
        guard key.count >= 16 else {
            throw ToolError(.usage, "the key in \(place) has \(Layout.count(key.count, "byte")); it needs at least 16")
        }
        return key
    }

    /// Without the end of a line of text, so that the same text in the environment is the same key.
    private static func bytes(of path: String) throws(ToolError) -> [UInt8] {
        let status: FileStatus
        let key: [UInt8]
        do throws(FileError) {
            let file = try FileDescriptor(path, for: .reading)
            guard let found = file.status, found.kind == .file else { throw FileError(path, "read", .notRegular) }
            status = found
            key = status.isPrivate ? try file.read(at: 0, count: 1 << 16) : []
        } catch { throw ToolError(.usage, error.description) }
        guard status.isPrivate else {
            throw ToolError(
                .usage,
                """
                other users can read \(path): its mode is \(String(status.permissions & 0o777, radix: 8)). The key lets them test guesses for hidden
                values. Restrict it to its owner: chmod 600 \(path)
                """)
        }
        guard key.last == UInt8(ascii: "\n"), key.dropLast().allSatisfy({ 0x20...0x7E ~= $0 }) else { return key }
        return key.dropLast()
    }
}
