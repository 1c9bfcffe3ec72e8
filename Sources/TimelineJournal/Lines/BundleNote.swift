internal import TimelineJSON

/// What the header of a bundle says of it.
///
///     {"states":5,"asked":50,"last":{"seq":412,"reduced":false},"signal":"SIGILL"}
package struct BundleNote: Equatable, Sendable {
    /// How many steps stand between the first state of the bundle and its end.
    package let states: Int
    /// How many there would be, had the bundle been allowed more bytes; nil where it holds them all.
    package let asked: Int?
    /// The number of the last step.
    package let lastSeq: Int
    /// Whether the reducer returned from it; nil, and no `reduced` on file, where that is not known. Where it did not, the
    /// step must not be reduced again.
    package let lastReduced: Bool?
    /// The signal that ended the app, such as `SIGILL`, where one is known.
    package let signal: String?
    /// The status that the app exited with, where it did.
    package let exitStatus: Int?

    package init(
        states: Int, asked: Int? = nil, lastSeq: Int, lastReduced: Bool?, signal: String? = nil, exitStatus: Int? = nil
    ) {
        self.states = states
        self.asked = asked
        self.lastSeq = lastSeq
        self.lastReduced = lastReduced
        self.signal = signal
        self.exitStatus = exitStatus
    }

    init(_ value: JSON) throws(LineFault) {
        guard let object = value.object, let states = object["states"]?.countable,
            let last = object["last"]?.object, let seq = last["seq"]?.countable,
            last["reduced"] == nil || last["reduced"]?.bool != nil
        else {
            throw LineFault(#"the header's "bundle" should be {"states":N,"last":{"seq":N,"reduced":true or false}}"#)
        }
        self.states = states
        asked = object["asked"]?.countable
        lastSeq = seq
        lastReduced = last["reduced"]?.bool
        signal = object["signal"]?.string
        exitStatus = object["status"]?.int
    }

    var json: JSON {
        var object = JSONObject()
        object["states"] = .number(JSONNumber(states))
        object["asked"] = asked.map { .number(JSONNumber($0)) }
        var last = JSONObject()
        last["seq"] = .number(JSONNumber(lastSeq))
        last["reduced"] = lastReduced.map { .bool($0) }
        object["last"] = .object(last)
        object["signal"] = signal.map { .string($0) }
        object["status"] = exitStatus.map { .number(JSONNumber($0)) }
        return .object(object)
    }
}
