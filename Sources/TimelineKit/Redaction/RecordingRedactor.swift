struct RecordingRedactor: Sendable {
    private let state, actions: HidingRules
    private let values: HidingRules
    /// Nil without a `Redaction`: only marked values are hidden.
    let note: RedactionNote?

    init(_ redaction: Redaction? = nil, _ patterns: (state: [HidingPattern], actions: [HidingPattern]) = ([], [])) {
        let pseudonyms = redaction?.key.map(Pseudonyms.init) ?? .random()
        func rules(_ patterns: [HidingPattern]) -> HidingRules { HidingRules(patterns) { pseudonyms.of($0) } }
        (state, actions, values) = (rules(patterns.state), rules(patterns.actions), rules([]))
        note = redaction.map { RedactionNote(marked: true, state: $0.state, actions: $0.actions) }
    }

    private var isRequested: Bool { note != nil }

    /// Encodes a state. With a `Redaction` an error has no path and no reason, since either may reveal a value.
    func encode(state value: some Encodable) throws(JSONCodingError) -> JSONText { try encode(value, hiding: state) }

    /// Encodes a generated value. No path hides it, but marked values are hidden.
    func encode(value: some Encodable) throws(JSONCodingError) -> JSONText { try encode(value, hiding: values) }

    /// An action that cannot be encoded becomes its description.
    func withChange(of action: some Any, as encodable: some Encodable, _ use: (BorrowedChange) -> Void) {
        do {
            try JSONCoding.withText(of: encodable, hiding: actions) { use(.action($0)) }
        } catch {
            use(description(of: action, error: isRequested ? Self.withheldError : error))
        }
    }

    /// With a `Redaction`, only the name of the action's type and case.
    func description(of action: some Any, error: (any Error)? = nil) -> BorrowedChange {
        .opaque(isRequested ? Self.name(of: action) : String(describing: action), error: error)
    }

    private func encode(_ value: some Encodable, hiding rules: HidingRules) throws(JSONCodingError) -> JSONText {
        do throws(JSONCodingError) { return try JSONCoding.encode(value, hiding: rules) } catch {
            throw isRequested ? Self.withheldError : error
        }
    }

    private static let withheldError = JSONCodingError(reason: "the reason is withheld, since values are redacted")

    private static func name(of value: Any) -> String {
        let type = String(describing: type(of: value))
        if value is any CustomReflectable { return type }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return type }
        if let label = mirror.children.first?.label { return "\(type).\(label)" }
        let describesItself =
            value is any CustomStringConvertible || value is any CustomDebugStringConvertible
            || value is any TextOutputStreamable
        return describesItself ? type : "\(type).\(value)"
    }
}
