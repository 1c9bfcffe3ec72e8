/// One frame of a WebSocket (RFC 6455, section 5.2). Bytes in, bytes out.
package struct WebSocketFrame: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    package enum Fault: Error, Equatable, Sendable {
        /// Something that the protocol does not allow. The connection is of no use any more.
        case malformed(String)
        /// Longer than whoever reads takes.
        case tooLong(limit: Int)
    }

    package var kind: Kind
    package var isLast: Bool
    package var payload: [UInt8]

    package init(_ kind: Kind, _ payload: [UInt8] = [], isLast: Bool = true) {
        self.kind = kind
        self.payload = payload
        self.isLast = isLast
    }

    /// The end of a connection, for a reason.
    package static func close(_ code: UInt16, _ reason: String) -> WebSocketFrame {
        WebSocketFrame(.close, [UInt8(code >> 8), UInt8(code & 255)] + Array(reason.utf8.prefix(123)))
    }

    /// The bytes of the frame. A client masks what it sends, a host does not.
    package func bytes(mask: [UInt8]? = nil) -> [UInt8] {
        var bytes = [(isLast ? 0x80 : 0) | kind.rawValue]
        let flag: UInt8 = mask == nil ? 0 : 0x80
        switch payload.count {
        case ..<126: bytes.append(flag | UInt8(payload.count))
        case ..<65536: bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            bytes.append(flag | 127)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        guard let mask else { return bytes + payload }
        bytes += mask
        bytes += payload.enumerated().map { $1 ^ mask[$0 & 3] }
        return bytes
    }

    /// Takes the first frame off `buffer`; nil where it is not whole yet.
    ///
    /// - Parameters:
    ///   - isMasked: Whether frames are to be masked: those of a client are.
    ///   - limit: How many bytes a payload may have.
    package static func take(
        from buffer: inout [UInt8], isMasked: Bool, limit: Int
    ) throws(Fault) -> WebSocketFrame? {
        guard buffer.count >= 2 else { return nil }
        let (first, second) = (buffer[0], buffer[1])
        guard first & 0x70 == 0 else { throw .malformed("reserved bits are set") }
        guard let kind = Kind(rawValue: first & 15) else { throw .malformed("the kind \(first & 15) is not known") }
        guard (second & 0x80 != 0) == isMasked else {
            throw .malformed(isMasked ? "a frame is not masked" : "a frame is masked")
        }
        var length = Int(second & 0x7F)
        var place = 2
        if length >= 126 {
            let count = length == 126 ? 2 : 8
            guard buffer.count >= 2 + count else { return nil }
            let digits = buffer[2..<2 + count]
            guard count == 2 || buffer[2] < 0x80 else { throw .malformed("a length is less than 0") }
            length = digits.reduce(0) { $0 << 8 | Int($1) }
            place += count
        }
        guard !kind.isControl || length < 126 && first & 0x80 != 0 else {
            throw .malformed("a control frame is long or in pieces")
        }
        guard length <= limit else { throw .tooLong(limit: limit) }
        let maskBytes = isMasked ? 4 : 0
        guard buffer.count >= place + maskBytes + length else { return nil }
        let mask = Array(buffer[place..<place + maskBytes])
        place += maskBytes
        var payload = Array(buffer[place..<place + length])
        if isMasked { for index in payload.indices { payload[index] ^= mask[index & 3] } }
        buffer.removeFirst(place + length)
        return WebSocketFrame(kind, payload, isLast: first & 0x80 != 0)
    }
}
