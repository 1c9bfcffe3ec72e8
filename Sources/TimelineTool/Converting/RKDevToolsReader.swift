internal import TimelineJSON
internal import TimelineJournal

/// Reads a recording of `rk devtools`: see `RKDevToolsExporter`.
enum RKDevToolsReader {
    static func read(_ file: ForeignFile, into timeline: ImportedTimeline) throws {
        var lines = ForeignLines(file)
        try readHeader(&lines)
        var hasBegun = false
        // The run starts with the first action, whose time is known.
        var initialState: JSON?
        while let line = try lines.next() {
            let value = line.value
            guard let message = value.object, let kind = message["t"]?.string else {
                throw lines.error("", expected: "a message, an object with a text \"t\"", found: value.kind)
            }
            func member(_ name: String) throws -> JSON {
                guard let member = message[name] else {
                    throw lines.error(", $.\(name)", expected: "the \(name) of this message", found: "nothing")
                }
                return member
            }
            switch kind {
            case "init" where !hasBegun:
                if initialState != nil { timeline.losses.add(.states) }
                initialState = try member("state")
            case "init":
                try timeline.add(.set(JSONText(try member("state")), by: "rk-devtools"), at: nil, state: nil)
            case "action":
                let stamp = try member("timestampMillis")
                guard let number = stamp.number else {
                    throw lines.error(", $.timestampMillis", expected: "a time, a number", found: stamp.kind)
                }
                let time = try ReduxDevToolsReader.time(number) {
                    ForeignFileError(file.name, at: "line \(lines.number), $.timestampMillis", $0)
                }
                if !hasBegun { try timeline.begin(initialState, at: time) }
                hasBegun = true
                let action = try member("action")
                try timeline.add(
                    ReduxAction.change(action) ?? .action(JSONText(action)), at: time, state: try member("state"))
            default: timeline.losses.add(.messages)
            }
        }
        if !hasBegun { try timeline.begin(initialState, at: nil) }
    }

    private static func readHeader(_ lines: inout ForeignLines) throws {
        let header = try lines.next()?.value
        let kind = header?.object?["kind"]
        guard kind?.string == "rk-devtools-recording" else {
            let found =
                kind.map { Layout.beginning(of: $0, 40) } ?? (header.map { "\($0.kind) without it" } ?? "nothing")
            throw lines.error(
                ", $.kind", expected: "the header of a recording, \"rk-devtools-recording\"", found: found)
        }
        guard header?.object?["protocolVersion"]?.int == 1 else {
            throw lines.error(
                ", $.protocolVersion", expected: "1",
                found: header?.object?["protocolVersion"].map { Layout.beginning(of: $0, 40) } ?? "nothing")
        }
    }
}
