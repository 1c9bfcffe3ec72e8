/// The key `bundle` in the header of a crash bundle.
///
///     {"states":5,"asked":50,"last":{"seq":412,"reduced":false},"signal":"SIGILL","status":132,"backtrace":{"frames":[…]}}
package struct BundleNote: Equatable, Sendable {
    package let states: Int
    /// Set if a limit on bytes allowed fewer.
    package let asked: Int?
    package let lastSeq: Int
    /// Whether the reducer returned; nil if unknown. If it did not, the step must not be reduced again.
    package let lastReduced: Bool?
    package let signal: String?
    /// As a shell reports it: after a signal, 128 and its number.
    package let exitStatus: Int?
    package let backtrace: Backtrace?
    package let other: JSONObject

    package init(
        states: Int, asked: Int? = nil, lastSeq: Int, lastReduced: Bool?, signal: String? = nil,
        exitStatus: Int? = nil, backtrace: Backtrace? = nil, other: JSONObject = JSONObject()
    ) {
        (self.states, self.asked, self.lastSeq, self.lastReduced) = (states, asked, lastSeq, lastReduced)
        (self.signal, self.exitStatus, self.backtrace, self.other) = (signal, exitStatus, backtrace, other)
    }

    init(_ value: JSON) throws(LineError) {
        guard let object = value.object, let states = object["states"]?.countable,
            let last = object["last"]?.object, let seq = last["seq"]?.countable,
            last["reduced"] == nil || last["reduced"]?.bool != nil
        else {
            throw LineError(#"the header's "bundle" should be {"states":N,"last":{"seq":N,"reduced":true or false}}"#)
        }
        self.states = states
        asked = object["asked"]?.countable
        lastSeq = seq
        lastReduced = last["reduced"]?.bool
        signal = object["signal"]?.string
        exitStatus = object["status"]?.int
        backtrace = object["backtrace"].flatMap { Backtrace($0) }
        other = JSONObject(object.members.filter { !Self.known.contains($0.key) })
    }

    private static let known: Set<String> = ["states", "asked", "last", "signal", "status", "backtrace"]

    var json: JSON {
        let note = JSON.members([
            "states": .int(states), "asked": asked.map { .int($0) },
            "last": .members(["seq": .int(lastSeq), "reduced": lastReduced.map { .bool($0) }]),
            "signal": signal.map { .string($0) }, "status": exitStatus.map { .int($0) }, "backtrace": backtrace?.json,
        ])
        var object = note.object ?? JSONObject()
        for member in other.members { object[member.key] = member.value }
        return .object(object)
    }
}
