struct RecordingRedactor: Sendable {
    private let pseudonyms: Pseudonyms
    private let wrapping: RedactedEncoding
    /// The `userInfo` of encoders, with and without paths. Made once, since each action needs one.
    private let wrappingInfo: [CodingUserInfoKey: any Sendable]
    private let plainInfo: [CodingUserInfoKey: any Sendable]
    private let state: HiddenPaths
    private let actions: HiddenPaths
    /// False without a `Redaction`: only marked values are hidden.
    private let isRequested: Bool

    init(
        _ redaction: Redaction? = nil, _ paths: (state: HiddenPaths, actions: HiddenPaths) = (.none, .none)
    ) {
        pseudonyms = redaction?.key.map(Pseudonyms.init) ?? .random()
        wrapping = RedactedEncoding(pseudonyms, isWrapping: true)
        wrappingInfo = [RedactedEncoding.key: wrapping]
        plainInfo = [RedactedEncoding.key: RedactedEncoding(pseudonyms, isWrapping: false)]
        (state, actions) = paths
        isRequested = redaction != nil
    }

    var note: RedactionNote? {
        isRequested ? RedactionNote(marked: true, state: state.publicTexts, actions: actions.publicTexts) : nil
    }

    /// Encodes a state. With a `Redaction` an error has no path and no reason, since either may reveal a value.
    func encode(state value: some Encodable) throws(JSONCodingError) -> JSONText {
        try encode(value, hiding: state)
    }

    /// Encodes a generated value. No path hides it, but marked values are hidden.
    func encode(value: some Encodable) throws(JSONCodingError) -> JSONText {
        try encode(value, hiding: .none)
    }

    /// An action that cannot be encoded becomes its description.
    func withChange(of action: some Any, as encodable: some Encodable, _ use: (BorrowedChange) -> Void) {
        do {
            if actions.isEmpty {
                try JSONCoding.withText(of: encodable, userInfo: plainInfo) { use(.action($0)) }
            } else {
                let text = try encode(encodable, hiding: actions)
                text.withBytes { use(.action($0)) }
            }
        } catch {
            use(description(of: action, error: isRequested ? Self.withheldError : error))
        }
    }

    /// With a `Redaction`, only the name of the action's type and case.
    func description(of action: some Any, error: (any Error)? = nil) -> BorrowedChange {
        .opaque(isRequested ? Self.name(of: action) : String(describing: action), error: error)
    }

    private func encode(_ value: some Encodable, hiding paths: HiddenPaths) throws(JSONCodingError) -> JSONText {
        do {
            if paths.isEmpty { return try JSONCoding.encode(value, userInfo: plainInfo) }
            let wrapped = try JSONCoding.encode(value, userInfo: wrappingInfo, sentinel: wrapping.sentinel)
            let unwrapped = wrapping.unwrapped(wrapped)
            return JSONText(
                try paths.hide(in: unwrapped.value, except: unwrapped.done, sorting: unwrapped.entries) {
                    pseudonyms.of($0)
                })
        } catch {
            if !isRequested, let error = error as? JSONCodingError { throw error }
            throw Self.withheldError
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
