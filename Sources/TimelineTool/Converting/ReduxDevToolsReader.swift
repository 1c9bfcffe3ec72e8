internal import TimelineJSON
internal import TimelineJournal

/// Reads what Redux DevTools exports: the lifted state, `{"payload":"[ACTION,…]","preloadedState":"STATE"}`, or `[ACTION,…]`. A value
/// may be in a text of its own. Action 0, `@@INIT`, stands for the first state.
struct ReduxDevToolsReader {
    private let file: String
    private let timeline: ImportedTimeline

    static func read(_ file: ForeignFile, into timeline: ImportedTimeline) throws {
        try ReduxDevToolsReader(file: file.name, timeline: timeline).read(Value(file.value(), at: "$"))
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

    private func error(_ value: Value, expected: String) -> ForeignFileError {
        ForeignFileError(file, at: value.place, expected: expected, found: value.kind)
    }

    private func read(_ root: Value) throws {
        if let elements = root.value.elements { return try read(elements, at: root.place, state: nil) }
        guard root.value.members != nil else { throw error(root, expected: "an object or an array of actions") }
        if let payload = root.member("payload") {
            let inner = try unquoted(payload)
            if let elements = inner.value.elements {
                return try read(elements, at: inner.place, state: try root.member("preloadedState").map(unquoted))
            }
            return try readLifted(inner)
        }
        try readLifted(root)
    }

    private func unquoted(_ value: Value) throws -> Value {
        guard let text = value.value.value.string else { return value }
        let inner = try ForeignFile.parse(Array(text.utf8), file: file, place: "\(value.place), inside the text, ")
        return Value(inner, at: value.place)
    }

    // MARK: - Actions alone

    private func read(_ actions: [TextValue], at place: String, state: Value?) throws {
        try timeline.begin(state?.value.value, at: nil)
        for (index, action) in actions.enumerated() {
            try timeline.add(change(Value(action, at: "\(place)[\(index)]")), at: nil, state: nil)
        }
    }

    private func change(_ action: Value) throws -> Step.Change {
        guard action.value.members != nil else {
            throw error(action, expected: "an action, an object with a text \"type\"")
        }
        let value = action.value.value
        if let change = ReduxAction.change(value) { return change }
        let type = value.object?["type"]
        throw ForeignFileError(
            file, at: "\(action.place).type", expected: "the type of an action, a text", found: type?.kind ?? "nothing")
    }

    // MARK: - The lifted state

    private func readLifted(_ root: Value) throws {
        guard let byID = root.member("actionsById"), let members = byID.value.members else {
            throw ForeignFileError(
                file, at: "\(root.place).actionsById", expected: "an object with the actions",
                found: root.member("actionsById")?.kind ?? "nothing")
        }
        let actions = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        let staged = try identifiers("stagedActionIds", in: root)
        let skipped = Set(root.member("skippedActionIds") == nil ? [] : try identifiers("skippedActionIds", in: root))
        let states = root.member("computedStates")?.value.elements ?? []
        func lifted(_ id: Int) throws -> Value {
            let place = "\(byID.place).\(id)"
            guard let action = actions["\(id)"] else {
                throw ForeignFileError(
                    file, at: place, expected: "the action that stagedActionIds names", found: "nothing")
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
        for (index, id) in staged.enumerated().dropFirst(hasStart ? 1 : 0) {
            if skipped.contains(id) {
                timeline.losses.add(.skipped)
                continue
            }
            let lifted = try lifted(id)
            guard let action = lifted.member("action") else {
                throw ForeignFileError(
                    file, at: "\(lifted.place).action", expected: "an action, an object with a text \"type\"",
                    found: "nothing")
            }
            if let stack = lifted.member("stack"), stack.value.value != .null { timeline.losses.add(.stacks) }
            try timeline.add(change(action), at: try time(of: lifted), state: state(index))
        }
        if let position = root.member("currentStateIndex")?.value.value.int, position != staged.count - 1 {
            timeline.losses.add(.position)
        }
    }

    private func identifiers(_ name: String, in root: Value) throws -> [Int] {
        guard let list = root.member(name), let elements = list.value.elements else {
            throw ForeignFileError(
                file, at: "\(root.place).\(name)", expected: "an array of numbers of actions",
                found: root.member(name)?.kind ?? "nothing")
        }
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
        return try Self.time(number) { reason in ForeignFileError(file, at: timestamp.place, reason) }
    }

    /// - Parameter number: In milliseconds since 1970.
    static func time(_ number: JSONNumber, _ error: (String) -> ForeignFileError) throws -> Int64 {
        let microseconds = (number.double * 1000).rounded()
        guard microseconds >= 0, microseconds < Double(UTCTime.limit) else {
            throw error(
                "expected a time in milliseconds since 1970, before the year 10000, found \(Layout.cut(number.text, to: 40))"
            )
        }
        return Int64(microseconds)
    }
}
