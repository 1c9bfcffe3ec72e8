/// What a recorder hides in all that it writes and reports.
///
///     let redaction = Redaction(
///         state: ["$.user.email", "$.comments[*].text"], actions: ["$.signedIn.email", "$.signedIn.password"])
///     let recorder = Recorder(program: program, in: folder, options: RecorderOptions(redaction: redaction))
///
/// In the place of a value stands a pseudonym: the same for the same value, so that what was equal stays equal and the
/// recording replays as it ran. Properties that are marked with `Redacted` are hidden by every recorder, with or without
/// a list. A value that the reducer copies from an action into the state must be hidden in both.
///
/// **Cost.** With a list, each action and each snapshot is parsed, searched and written once more; without one, nothing worth a measure.
public struct Redaction: Sendable {
    /// The paths that are hidden in states.
    public var state: [String]
    /// The paths that are hidden in actions.
    public var actions: [String]
    /// The key of the pseudonyms; nil for a new random one that is kept nowhere.
    public var key: [UInt8]?

    /// - Parameters:
    ///   - state: JSONPath expressions (RFC 9535) on the state as its `Codable` writes it. All that stands at such a place
    ///     is hidden, but for the names of members; a path with a `~` after it hides those alone: `$.contacts` and
    ///     `$.contacts~` for a dictionary.
    ///   - actions: The same on actions, which begin with the name of their case: `$.signedIn.password`.
    ///   - key: 16 bytes or more, where recordings are to be compared with each other: they have the same pseudonyms for
    ///     the same values then. Anyone who has the key can try values out; the recorder never writes it.
    public init(state: [String] = [], actions: [String] = [], key: [UInt8]? = nil) {
        self.state = state
        self.actions = actions
        self.key = key
    }
}

extension Redaction: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The paths, without the key.
    public var description: String { "Redaction(state: \(state), actions: \(actions))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["state": state, "actions": actions]) }
}
