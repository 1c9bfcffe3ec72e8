internal import TimelineKit
internal import TimelineReplay

/// Reads what Redux DevTools exports: the lifted state, `{"payload":"[ACTION,…]","preloadedState":"STATE"}`, or `[ACTION,…]`. A value
/// may be in a text of its own. Action 0, `@@INIT`, stands for the first state.
struct ReduxDevToolsReader {
    private let file: String
    private let timeline: ImportedTimeline

    static func read(_ file: ForeignFile, into timeline: ImportedTimeline) throws {
        let reader = ReduxDevToolsReader(file: file.name, timeline: timeline)
        let root = Value(try file.value(), at: "$")
        guard let restored = try reader.restored(root) else { throw reader.error(root, expected: expected) }
        try reader.read(restored)
    }

    /// A value, and its place for messages.
    private struct Value {
        let value: TextValue
        let place: String

        init(_ value: TextValue, at place: String) { (self.value, self.place) = (value, place) }

        var kind: String {
            if value.members != nil { return "an object" }
            return value.elements == nil ? value.value.kind : "an array"
        }

        func member(_ name: String) -> Value? { value.member(name).map { Value($0, at: "\(place).\(name)") } }
    }

    private func error(_ value: Value, expected: String) -> ToolError {
        ForeignFile.error(file, at: value.place, "expected \(expected), found \(value.kind)")
    }

    private func member(_ name: String, of value: Value, _ expected: String) throws -> Value {
        if let member = value.member(name) { return member }
        throw ForeignFile.error(file, at: "\(value.place).\(name)", "expected \(expected), found nothing")
    }

    private func read(_ root: Value) throws {
        if let elements = root.value.elements { return try read(elements, at: root.place, state: nil) }
        guard root.value.members != nil else { throw error(root, expected: Self.expected) }
        guard let payload = root.member("payload") else { return try readLifted(root) }
        guard let inner = try unquoted(payload) else { throw error(payload, expected: Self.expected) }
        guard let elements = inner.value.elements else { return try readLifted(inner) }
        try read(elements, at: inner.place, state: try root.member("preloadedState").flatMap(unquoted))
    }

    private static let expected = "an object or an array of actions"

    private func unquoted(_ value: Value) throws -> Value? {
        guard let text = value.value.value.string else { return value }
        let inner = try ForeignFile.parse(Array(text.utf8), file: file, place: "\(value.place), inside the text, ")
        return try restored(Value(inner, at: value.place))
    }

    /// What jsan wrote for values that JSON does not have is replaced in a text as a whole: its references begin there.
    private func restored(_ value: Value) throws -> Value? {
        guard value.value.holds("$jsan") else { return value }
        let tooLarge = ForeignFile.error(
            file, at: value.place, "references of jsan repeat more values than can be read")
        let room = min(64 * value.value.length + 1 << 20, ForeignFile.sizeLimit)
        var jsan = JSAN(value.value.value, room: room, tooLarge: tooLarge)
        let json = try jsan.restored()
        timeline.losses.add(.omitted, jsan.omitted)
        return try json.map {
            try Value(ForeignFile.parse($0.text, file: file, place: "\(value.place), "), at: value.place)
        }
    }

    // MARK: - Actions alone

    private func read(_ actions: [TextValue], at place: String, state: Value?) throws {
        try timeline.begin(state?.value.value, at: nil)
        let isLiteral = actions.contains { ReduxAction.isLiteral(redux: $0.value) }
        for (index, action) in actions.enumerated() {
            let change = try change(Value(action, at: "\(place)[\(index)]"), isLiteral)
            try timeline.add(change, at: nil, state: nil)
        }
    }

    private func change(_ action: Value, _ isLiteral: Bool) throws -> Step.Change {
        if let change = ReduxAction.change(action.value.value, isLiteral: isLiteral) { return change }
        throw error(action, expected: "an action, an object")
    }

    // MARK: - The lifted state

    private func readLifted(_ root: Value) throws {
        let byID = try member("actionsById", of: root, "an object with the actions")
        guard let members = byID.value.members else { throw error(byID, expected: "an object with the actions") }
        let actions = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        let staged = try identifiers("stagedActionIds", in: root)
        let skipped = root.member("skippedActionIds") == nil ? [] : Set(try identifiers("skippedActionIds", in: root))
        let states = root.member("computedStates")?.value.elements ?? []
        func lifted(_ id: Int) throws -> Value {
            let place = "\(byID.place).\(id)"
            guard let action = actions["\(id)"] else {
                throw ForeignFile.error(
                    file, at: place, "expected the action that stagedActionIds names, found nothing")
            }
            return Value(action, at: place)
        }
        /// nil if it is missing, or if it only repeats the state before an error.
        func state(_ index: Int) -> JSON? {
            guard index < states.count, let state = states[index].member("state") else { return nil }
            if let error = states[index].member("error"), error.value != .null {
                timeline.losses.add(.errors)
                return nil
            }
            return state.value
        }
        let start = try staged.first.map(lifted)
        let hasStart = start?.member("action")?.member("type")?.value.value == "@@INIT"
        let committed = root.member("committedState").map(\.value.value)
        // The first action may lack a time.
        var began: Int64?
        for id in staged where began == nil { began = try time(of: lifted(id)) }
        try timeline.begin(hasStart ? state(0) ?? committed : committed, at: began)
        let isLiteral = try staged.contains { id in
            guard !skipped.contains(id), let action = try lifted(id).member("action") else { return false }
            return ReduxAction.isLiteral(redux: action.value.value)
        }
        for (index, id) in staged.enumerated().dropFirst(hasStart ? 1 : 0) {
            if skipped.contains(id) {
                timeline.losses.add(.skipped)
                continue
            }
            let lifted = try lifted(id)
            let action = try member("action", of: lifted, "an action, an object")
            if let stack = lifted.member("stack"), stack.value.value != .null { timeline.losses.add(.stacks) }
            try timeline.add(change(action, isLiteral), at: try time(of: lifted), state: state(index))
        }
        if let position = root.member("currentStateIndex")?.value.value.int, position != staged.count - 1 {
            timeline.losses.add(.position)
        }
    }

    private func identifiers(_ name: String, in root: Value) throws -> [Int] {
        let list = try member(name, of: root, "an array of numbers of actions")
        guard let elements = list.value.elements else { throw error(list, expected: "an array of numbers of actions") }
        return try elements.enumerated().map { index, element in
            guard let id = element.value.int else {
                throw error(Value(element, at: "\(list.place)[\(index)]"), expected: "the number of an action")
            }
            return id
        }
    }

    /// In microseconds since 1970.
    private func time(of lifted: Value) throws -> Int64? {
        guard let timestamp = lifted.member("timestamp") else { return nil }
        guard let number = timestamp.value.value.number else { throw error(timestamp, expected: "a time, a number") }
        // In milliseconds since 1970.
        let microseconds = (number.double * 1000).rounded()
        guard microseconds >= 0, microseconds < Double(UTCTime.limit) else {
            let found = Layout.cut(number.text, to: 40)
            throw ForeignFile.error(
                file, at: timestamp.place,
                "expected a time in milliseconds since 1970, before the year 10000, found \(found)")
        }
        return Int64(microseconds)
    }
}

/// Replaces what Redux DevTools writes, with the library jsan, for values that JSON does not have: `{"$jsan":"u"}` is undefined. As with
/// `JSON.stringify`, undefined values and functions are absent from an object, and null in an array. A reference to a value that holds
/// it is treated as a function is.
struct JSAN {
    /// Functions and circular references.
    private(set) var omitted = 0
    private let root: JSON
    /// How many bytes and values may follow: references repeat values that may have references.
    private var room: Int
    private var repeated: [String: (value: JSON?, cost: Int)] = [:]
    private let tooLarge: ToolError

    init(_ root: JSON, room: Int, tooLarge: ToolError) {
        (self.root, self.room, self.tooLarge) = (root, room, tooLarge)
    }

    /// - Returns: nil if the value is undefined.
    mutating func restored() throws -> JSON? { try restored(root, at: [], depth: 1) }

    private mutating func restored(_ value: JSON, at place: [JSONLocation.Component], depth: Int) throws -> JSON? {
        room -= 1 + (value.string?.utf8.count ?? 0)
        guard depth <= JSON.depthLimit, room >= 0 else { throw tooLarge }
        switch value {
        case .array(let elements):
            return .array(
                try elements.enumerated().map { try restored($1, at: place + [.index($0)], depth: depth + 1) ?? .null })
        case .object(let object):
            if object.count == 1, let code = object["$jsan"]?.string {
                return try restored(code: code, at: place, depth: depth)
            }
            return .object(
                JSONObject(
                    try object.members.compactMap { member in
                        room -= member.key.utf8.count
                        return try restored(member.value, at: place + [.name(member.key)], depth: depth + 1)
                            .map { .init(key: member.key, value: $0) }
                    }))
        default: return value
        }
    }

    private mutating func restored(code: String, at place: [JSONLocation.Component], depth: Int) throws -> JSON? {
        let text = String(code.dropFirst())
        switch code.first {
        case "u": return nil
        case "$":
            // Digits may be a name without quotes.
            let path = code.replacing(/("(?:[^\\"]|\\.)*")|\.(\d\w*)/) { $0.1.map { "\($0)" } ?? "['\($0.2 ?? "")']" }
            guard let node = try? JSONPath(parsing: path).nodes(in: root).first else { return nil }
            guard !place.starts(with: node.path.steps) else {
                omitted += 1
                return nil
            }
            if let (copy, cost) = repeated[code] {
                room -= cost
                if room < 0 { throw tooLarge }
                return copy
            }
            let before = room
            let copy = try restored(node.value, at: node.path.steps, depth: depth + 1)
            repeated[code] = (copy, before - room)
            return copy
        case "f":
            omitted += 1
            return nil
        case "d":
            // As `Date.toJSON`: null if it is no time, and milliseconds.
            guard let time = JSONNumber(text: text)?.int64, 0..<UTCTime.limit / 1000 ~= time else { return .null }
            return .string("\(SystemInfo.timestamp(time * 1000).prefix(23))Z")
        case "r":
            let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            return .string("/\(parts.last ?? "")/\(parts.count > 1 ? parts[0] : "")")
        case "m", "l": return try (try? JSON(parsing: text)).flatMap { try restored($0, at: place, depth: depth + 1) }
        case "n": return "NaN"
        case "i": return "Infinity"
        case "y": return "-Infinity"
        case "e", "s", "g": return .string(text)
        default: return ["$jsan": .string(code)]
        }
    }
}
