internal import TimelineJSON
internal import TimelineJournal

/// What a recorder asks where values become JSON: every state and action passes here on its way to the file.
struct RecordingRedactor: Sendable {
    private let pseudonyms: Pseudonyms
    private let sealing: RedactedEncoding
    /// What the encoders of what has paths are given, and of what has none. Made once, since each action needs one.
    private let sealingInfo: [CodingUserInfoKey: any Sendable]
    private let plainInfo: [CodingUserInfoKey: any Sendable]
    private let state: HiddenPaths
    private let actions: HiddenPaths
    /// Whether the app asked for redaction. Without, only what is marked is hidden.
    private let isAsked: Bool

    /// Hides what is marked as redacted, under a random key.
    static func marksOnly() -> RecordingRedactor {
        RecordingRedactor(pseudonyms: .random(), state: .none, actions: .none, isAsked: false)
    }

    private init(pseudonyms: Pseudonyms, state: HiddenPaths, actions: HiddenPaths, isAsked: Bool) {
        self.pseudonyms = pseudonyms
        sealing = RedactedEncoding(pseudonyms, isSealing: true)
        sealingInfo = [RedactedEncoding.key: sealing]
        plainInfo = [RedactedEncoding.key: RedactedEncoding(pseudonyms, isSealing: false)]
        self.state = state
        self.actions = actions
        self.isAsked = isAsked
    }

    /// - Throws: Where a path is invalid, or the key is short.
    init(_ redaction: Redaction?) throws(RecordingStart.Refusal) {
        guard let redaction else {
            self = .marksOnly()
            return
        }
        if let key = redaction.key, key.count < 16 {
            throw Self.refusal("its key has \(key.count) bytes, and needs 16")
        }
        do throws(HiddenPathsError) {
            self.init(
                pseudonyms: redaction.key.map(Pseudonyms.init) ?? .random(),
                state: try HiddenPaths(redaction.state, regularExpressions: nil),
                actions: try HiddenPaths(redaction.actions, regularExpressions: nil), isAsked: true)
        } catch {
            throw Self.refusal(error.description)
        }
    }

    private static func refusal(_ reason: String) -> RecordingStart.Refusal {
        RecordingStart.Refusal(.redactionInvalid, "the redaction cannot be used: \(reason)")
    }

    /// What the header says; nil where the app asked for nothing.
    var note: RedactionNote? {
        isAsked ? RedactionNote(marked: true, state: state.harmlessTexts, actions: actions.harmlessTexts) : nil
    }

    /// The text of a state.
    ///
    /// - Throws: `JSONCodingError`. Under redaction it does not say at which place, nor why: either may tell a value.
    func encode(state value: some Encodable) throws(JSONCodingError) -> JSONText {
        try encode(value, hiding: state)
    }

    /// Lends what is written of an action to `use`: its text or, where it has none, how it describes itself.
    ///
    /// - Parameter encodable: What stands for the action.
    func lendChange(of action: some Any, as encodable: some Encodable, to use: (BorrowedChange) -> Void) {
        do {
            if actions.isEmpty {
                try JSONCoding.withText(of: encodable, userInfo: plainInfo) { use(.action($0)) }
            } else {
                let text = try encode(encodable, hiding: actions)
                text.withBytes { use(.action($0)) }
            }
        } catch {
            use(description(of: action, failure: isAsked ? Self.withheld : error))
        }
    }

    /// How an action without a text describes itself. Under redaction that is the name of its type and of its case, and no
    /// more.
    ///
    /// - Parameter failure: Why its text could not be had; nil where its type has none.
    func description(of action: some Any, failure: (any Error)? = nil) -> BorrowedChange {
        .opaque(isAsked ? Self.name(of: action) : String(describing: action), failure: failure)
    }

    private func encode(_ value: some Encodable, hiding paths: HiddenPaths) throws(JSONCodingError) -> JSONText {
        do {
            if paths.isEmpty { return try JSONCoding.encode(value, userInfo: plainInfo) }
            let sealed = try JSONCoding.encode(value, userInfo: sealingInfo, sentinel: sealing.sentinel)
            let open = sealing.unsealed(sealed)
            return JSONText(
                try paths.hide(in: open.value, except: open.done, sorting: open.entries) { pseudonyms.of($0) })
        } catch {
            if !isAsked, let error = error as? JSONCodingError { throw error }
            throw Self.withheld
        }
    }

    private static let withheld = JSONCodingError(reason: "the reason is withheld, since values are redacted")

    /// The name of a value's type and, where it can be had without asking the value itself, of its case.
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
