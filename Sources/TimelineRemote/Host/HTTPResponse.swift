internal import TimelineKit

package enum HTTPResponse: Sendable {
    case whole([UInt8], status: Int = 200, type: String = "application/json", headers: [String] = [])
    /// JSON lines, in chunks; nil at the end.
    case lines(@Sendable () throws -> [UInt8]?)

    static func value(_ value: JSON, status: Int = 200) -> HTTPResponse { .whole(value.text, status: status) }
}
