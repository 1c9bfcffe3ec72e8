/// A path that a host serves. `GET` reads; `POST`, with a JSON body, has an effect.
package enum Endpoint: String, CaseIterable, Sendable {
    /// A description of the host: program, version, last step.
    case info = "/"
    /// The live state, or the part of it that `?path=` names.
    case state = "/state"
    /// Accepts `{"action":…}`.
    case dispatch = "/dispatch"
    /// Accepts `{"link":…}`, a deep link.
    case open = "/open"
    /// Accepts `{"state":…}`.
    case set = "/set"
    /// The shown position; accepts a `TravelRequest`.
    case travel = "/travel"
    /// The timeline so far, or the steps `?from=` one `&through=` another.
    case timeline = "/timeline"
    /// A WebSocket of `FollowMessage`s; `?after=` the last known step includes the steps missed since.
    case follow = "/follow"
    /// A WebSocket of `ReplicaLogMessage`s; accepts a `ReplicaLogMessage.Upload`.
    case replicas = "/replicas"

    package var methods: [String] {
        switch self {
        case .info, .state, .timeline, .follow: ["GET"]
        case .dispatch, .open, .set: ["POST"]
        case .travel, .replicas: ["GET", "POST"]
        }
    }

    /// Whether a `GET` is upgraded to a WebSocket.
    package var isWebSocket: Bool { self == .follow || self == .replicas }

    /// The names that the query may hold.
    private var parameterNames: [String] {
        switch self {
        case .state: ["path"]
        case .timeline: ["from", "through"]
        case .follow: ["after"]
        case .replicas: ["id", "client", "number"]
        case .info, .dispatch, .open, .set, .travel: []
        }
    }

    // MARK: - Query

    /// The path, and the parameters percent-encoded (RFC 3986, section 2.1): `/timeline?from=7&through=312`.
    func target(_ parameters: KeyValuePairs<String, String>) -> String {
        guard !parameters.isEmpty else { return rawValue }
        return rawValue + "?" + parameters.map { "\($0)=\(Self.percentEncoded($1))" }.joined(separator: "&")
    }

    /// The decoded parameters of a query.
    func parameters(_ query: String?) throws(RequestError) -> [String: String] {
        guard let query, !query.isEmpty else { return [:] }
        var found: [String: String] = [:]
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard parameterNames.contains(name), parts.count == 2, found[name] == nil,
                let value = Self.percentDecoded(parts[1])
            else {
                let known = parameterNames.map { "\($0)=" }.joined(separator: ", ")
                throw RequestError(
                    400, known.isEmpty ? "this path has no query" : "the query may contain, each once: \(known)")
            }
            found[name] = value
        }
        return found
    }

    private static func percentEncoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, Character(scalar).isLetter || Character(scalar).isNumber || "-._~".utf8.contains(byte) {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// nil if `text` is malformed or not UTF-8.
    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
