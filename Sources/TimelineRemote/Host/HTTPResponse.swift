internal import TimelineJSON

/// The response to an accepted request.
package enum HTTPResponse: Sendable {
    case json(status: Int, [UInt8])
    /// A page, with its headers.
    case page(headers: [String], [UInt8])
    /// JSON lines, in chunks; nil at the end.
    case lines(@Sendable () throws -> [UInt8]?)
    case error(RequestError)

    static func value(_ value: JSON, status: Int = 200) -> HTTPResponse { .json(status: status, value.text) }
}
