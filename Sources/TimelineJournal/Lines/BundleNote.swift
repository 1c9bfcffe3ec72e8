internal import TimelineJSON

/// What the header of a bundle says of it.
///
///     {"states":5,"last":{"seq":412,"reduced":false},"signal":"SIGILL"}
package struct BundleNote: Equatable, Sendable {
    /// How many steps stand between the first state of the bundle and its end.
    package let states: Int
    /// The number of the last step.
    package let lastSeq: Int
    /// Whether the reducer returned from it. Where it did not, the step must not be reduced again.
    package let lastReduced: Bool
    /// The signal that ended the app, such as `SIGILL`, where one is known.
    package let signal: String?
    /// The status that the app exited with, where it did.
    package let exitStatus: Int?

    package init(states: Int, lastSeq: Int, lastReduced: Bool, signal: String? = nil, exitStatus: Int? = nil) {
        self.states = states
        self.lastSeq = lastSeq
        self.lastReduced = lastReduced
        self.signal = signal
        self.exitStatus = exitStatus
    }

    init(_ value: JSON) throws(LineFault) {
        guard let object = value.object, let states = object["states"]?.countable,
            let last = object["last"]?.object, let seq = last["seq"]?.countable, let reduced = last["reduced"]?.bool
        else {
            throw LineFault(#"the header's "bundle" should be {"states":N,"last":{"seq":N,"reduced":true or false}}"#)
        }
        self.states = states
        lastSeq = seq
        lastReduced = reduced
        signal = object["signal"]?.string
        exitStatus = object["status"]?.int
    }

    var json: JSON {
        var object = JSONObject()
        object["states"] = .number(JSONNumber(states))
        object["last"] = ["seq": .number(JSONNumber(lastSeq)), "reduced": .bool(lastReduced)]
        object["signal"] = signal.map { .string($0) }
        object["status"] = exitStatus.map { .number(JSONNumber($0)) }
        return .object(object)
    }
}
