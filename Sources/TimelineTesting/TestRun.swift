public import Testing
public import TimelineKit
internal import TimelineReplay

/// A run of a program in a test: its reducer gets one action after another, without a store, middleware or effects.
///
///     var run = TestRun(CounterProgram())
///     run.reduce(.add(amount: -1))
///     try run.reduce(json: #"{"increment":{}}"#)
///     try run.expect(keeps: "count is never negative")
///     try run.expect("0", at: "/count")
///
/// `timeline test` writes such tests. Actions and states are in the JSON of timelines.
///
/// A reducer that uses `Generated` gets the values that a call of `reduce` passes, by their names, and otherwise values that
/// depend on the number of the action alone, so that each run of a test is the same.
public struct TestRun<P: Program> {
    public let program: P

    public private(set) var state: P.State

    private let reducer: ActionReducer<P>
    private var seq = 0
    /// The action that was reduced last, and the state before it; nil after a state that was set.
    private var change: (before: P.State, action: P.Action)?
    /// The names of the responses that were asked for and did not come yet.
    private var awaited: Set<String> = []

    /// Begins with the program's initial state.
    public init(_ program: P) { self.init(program, program.initialState) }

    /// Begins with a recorded state.
    ///
    /// - Throws: `TestRunError` if the program cannot decode the state.
    public init(_ program: P, state: String) throws(TestRunError) {
        self.init(program, try Self.decode(state, "state"))
    }

    private init(_ program: P, _ state: P.State) {
        (self.program, self.state) = (program, state)
        let header = Header(
            session: "test", program: program.name, version: program.version, started: "2001-01-01T00:00:00Z",
            platform: .null)
        reducer = ActionReducer(program, header)
    }

    // MARK: - Actions

    /// Reduces an action.
    ///
    /// - Parameter values: The generated values for the reducer as JSON, in order: `[{"uuid":"9C56…"}]`.
    /// - Throws: `TestRunError` if `values` is not of this form.
    public mutating func reduce(_ action: P.Action, values: String) throws(TestRunError) {
        let generated = try generatedValues(values)
        reduce(action, generated)
    }

    /// Reduces an action.
    public mutating func reduce(_ action: P.Action) { reduce(action, []) }

    /// Reduces an action in the JSON of timelines.
    ///
    /// - Parameter values: The generated values for the reducer as JSON, in order: `[{"uuid":"9C56…"}]`.
    /// - Throws: `TestRunError` if the program cannot decode the action.
    public mutating func reduce(json action: String, values: String = "[]") throws(TestRunError) {
        let generated = try generatedValues(values)
        reduce(try Self.decode(action, "action") as P.Action, generated)
    }

    /// Continues with a state that was set from outside the reducer.
    ///
    /// - Throws: `TestRunError` if the program cannot decode the state.
    public mutating func set(json state: String) throws(TestRunError) {
        (self.state, change, awaited) = (try Self.decode(state, "state"), nil, [])
    }

    private mutating func reduce(_ action: P.Action, _ values: [GeneratedValue]) {
        seq += 1
        change = (state, action)
        reducer.reduce(&state, action, seq: seq, at: .zero, values)
        for response in program.responses {
            if let change, response.asks(action, change.before) { awaited.insert(response.name) }
            if response.holds(state) { awaited.remove(response.name) }
        }
    }

    private func generatedValues(_ text: String) throws(TestRunError) -> [GeneratedValue] {
        let members = (try? JSON(parsing: Array(text.utf8)))?.array?.map(\.object)
        let values = members?.compactMap { $0?.count == 1 ? $0?.members.first : nil }
        guard let values, values.count == members?.count else {
            throw TestRunError("the generated values should be an array of objects with one member: \(text)")
        }
        return values.map { GeneratedValue(seq: seq + 1, at: .zero, name: $0.key, value: JSONText($0.value)) }
    }

    private static func decode<Value: Decodable>(_ text: String, _ what: String) throws(TestRunError) -> Value {
        do throws(JSONCodingError) { return try JSONCoding.decode(Value.self, from: text.utf8) } catch {
            throw TestRunError("the program cannot decode the \(what) \(text): \(error)")
        }
    }

    // MARK: - The state

    /// Whether the state keeps an invariant of the program, or the last change one of its change rules. Of a response: whether what
    /// was asked for has come. An action of a test has no time, so the limit does not count.
    ///
    /// - Throws: `TestRunError` if the program has no invariant of this name.
    public func keeps(_ invariant: String) throws(TestRunError) -> Bool {
        if let found = program.invariants.first(where: { $0.name == invariant }) { return found.holds(state) }
        if program.responses.contains(where: { $0.name == invariant }) { return !awaited.contains(invariant) }
        guard let found = program.changeRules.first(where: { $0.name == invariant }) else {
            throw TestRunError("the program \"\(program.name)\" has no invariant \"\(invariant)\"")
        }
        return change.map { found.holds($0.before, $0.action, state) } ?? true
    }

    /// Whether a condition is true for the state: a filter expression of RFC 9535 with `$` as the state, such as `$.count < 0`.
    ///
    /// - Throws: `TestRunError` if the condition is invalid, or if the state cannot be encoded.
    public func holds(_ condition: String) throws(TestRunError) -> Bool {
        try holds(condition, for: try json(of: state))
    }

    private func holds(_ condition: String, for json: JSON) throws(TestRunError) -> Bool {
        do throws(JSONPathError) { return try JSONCondition(parsing: condition).holds(for: json) } catch {
            throw TestRunError("\(condition), column \(error.column): \(error.reason)")
        }
    }

    /// The JSON text of the value at a place in the state, with sorted keys; nil if there is none.
    ///
    /// - Parameter pointer: The place, a JSON Pointer such as `/items/0/price`; the empty text is the whole state.
    /// - Throws: `TestRunError` if the pointer is invalid, or if the state cannot be encoded.
    public func value(at pointer: String) throws(TestRunError) -> String? {
        let json = try json(of: state)
        do throws(JSONPointer.SyntaxError) { return json[try JSONPointer(parsing: pointer)]?.description } catch {
            throw TestRunError("\(error)")
        }
    }

    // MARK: - Expectations

    /// Expects that the state keeps an invariant of the program. Otherwise records an issue with the state.
    ///
    /// - Throws: As `keeps(_:)` does.
    public func expect(
        keeps invariant: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws(TestRunError) {
        if try keeps(invariant) { return }
        let state = VisibleText.of((try? json(of: state).description) ?? "a state that cannot be encoded", atMost: 2000)
        Issue.record(
            "\"\(invariant)\" is broken \(seq == 0 ? "at the start" : "after action \(seq)"):\n\(state)",
            sourceLocation: sourceLocation)
    }

    /// Expects that a condition is false for the state. Otherwise records an issue with the values that it reads.
    ///
    /// - Throws: As `holds(_:)` does.
    public func expect(not condition: String, sourceLocation: SourceLocation = #_sourceLocation) throws(TestRunError) {
        try expect(not: condition, for: try json(of: state), sourceLocation)
    }

    /// Expects that a condition on `$.before`, `$.action` and `$.after` is false for the last change. Otherwise records an issue with
    /// the values that it reads. Expects nothing where no action was reduced last.
    ///
    /// - Throws: As `holds(_:)` does.
    public func expect(
        notChange condition: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws(TestRunError) {
        guard let change else { return }
        let (before, action, after) = (try json(of: change.before), try json(of: change.action), try json(of: state))
        try expect(not: condition, for: .members(["before": before, "action": action, "after": after]), sourceLocation)
    }

    private func expect(not condition: String, for state: JSON, _ sourceLocation: SourceLocation) throws(TestRunError) {
        guard try holds(condition, for: state) else { return }
        let paths = (try? JSONCondition(parsing: condition))?.paths ?? []
        let values = paths.flatMap { (try? $0.nodes(in: state)) ?? [] }.map {
            "\n\($0.path.pathDescription) is \(VisibleText.of($0.value.description, atMost: 200))"
        }
        Issue.record("\(condition) is true:\(values.joined())", sourceLocation: sourceLocation)
    }

    /// Expects a value, as JSON text with sorted keys, at a place in the state; nil for none. Otherwise records an issue with both.
    ///
    /// - Throws: As `value(at:)` does.
    public func expect(
        _ expected: String?, at pointer: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws(TestRunError) {
        let value = try value(at: pointer)
        if value == expected { return }
        Issue.record(
            "\(pointer) is \(value ?? "absent"), expected \(expected ?? "none")", sourceLocation: sourceLocation)
    }

    private func json(of value: some Encodable) throws(TestRunError) -> JSON {
        do throws(JSONCodingError) { return try JSONCoding.encode(value).value } catch {
            throw TestRunError("the \(value is P.Action ? "action" : "state") cannot be encoded: \(error)")
        }
    }
}

/// A test run got something that it cannot use.
public struct TestRunError: Error, CustomStringConvertible {
    /// What went wrong.
    public let description: String

    init(_ description: String) { self.description = description }
}
