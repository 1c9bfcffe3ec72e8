/// The values that a recorder hides.
///
///     let redaction = Redaction(
///         state: ["$.user.email", "$.comments[*].text"], actions: ["$.signedIn.email", "$.signedIn.password"])
///     let recorder = Recorder(program: program, in: folder, options: RecorderOptions(redaction: redaction))
///
/// The recorder writes a pseudonym instead of the value, the same for equal values, so that reducers that compare values for
/// equality replay correctly. It also hides properties that are marked with `Redacted`, with or without paths. A value that
/// the reducer copies from an action into the state must be hidden in both.
public struct Redaction: Sendable {
    /// The paths that are hidden in states.
    package var state: [String]
    /// The paths that are hidden in actions.
    package var actions: [String]
    /// The key of the pseudonyms; nil for a new random one that is kept nowhere.
    package var key: [UInt8]?

    /// - Parameters:
    ///   - state: JSONPath expressions (RFC 9535) on the encoded state, without filters, slices and negative indices. A path hides
    ///     all values at and below the nodes that it selects, but not the names of members. A path followed by `~` hides only
    ///     these names: `$.contacts` and `$.contacts~` hide a dictionary. In a set, any index selects all elements.
    ///   - actions: The same for actions, whose encoding begins with the name of the case: `$.signedIn.password`.
    ///   - key: At least 16 bytes, to give equal values the same pseudonyms in several recordings. The key allows guessing
    ///     values; the recorder never writes it.
    public init(state: [String] = [], actions: [String] = [], key: [UInt8]? = nil) {
        (self.state, self.actions, self.key) = (state, actions, key)
    }

    func patterns() throws(HidingPatternError) -> (state: [HidingPattern], actions: [HidingPattern]) {
        func patterns(_ paths: [String]) throws(HidingPatternError) -> [HidingPattern] {
            try paths.map { (path) throws(HidingPatternError) in try HidingPattern(parsing: path) }
        }
        return (try patterns(state), try patterns(actions))
    }
}

extension Redaction: CustomStringConvertible, CustomReflectable {
    /// The paths, without the key.
    public var description: String { "Redaction(state: \(state), actions: \(actions))" }
    public var customMirror: Mirror { Mirror(self, children: ["state": state, "actions": actions]) }
}
