internal import TimelineJSON

/// What a host answers to a request that the gate let through.
package enum Answer: Sendable {
    /// JSON text.
    case json(status: Int, [UInt8])
    /// Lines of JSON, a piece at a time; nil at the end.
    case lines(@Sendable () throws -> [UInt8]?)
    case refused(Refusal)

    static func value(_ value: JSON, status: Int = 200) -> Answer { .json(status: status, value.text) }
}
