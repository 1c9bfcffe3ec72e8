/// RFC 6455, section 5.2.
package struct WebSocketFrame: Swift.Error, Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    package enum Error: Swift.Error, Equatable, Sendable {
        case malformed(String)
        case tooLong(limit: Int)
    }

    package var kind: Kind
    package var payload: [UInt8]
    package var isFinal: Bool

    package init(_ kind: Kind, _ payload: [UInt8] = [], isFinal: Bool = true) {
        (self.kind, self.payload, self.isFinal) = (kind, payload, isFinal)
    }

    /// Thrown by a session, it ends the WebSocket.
    package static func close(_ code: UInt16, _ reason: String) -> WebSocketFrame {
        WebSocketFrame(.close, [UInt8(code >> 8), UInt8(code & 255)] + Array(reason.utf8.prefix(123)))
    }

    /// A client masks its frames, a host does not.
    package func bytes(mask: [UInt8]? = nil) -> [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | kind.rawValue]
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

    /// Nil if the frame is incomplete. `limit` is for the payload of a text or a binary frame.
    package static func take(
        from buffer: inout [UInt8], isMasked: Bool, limit: Int
    ) throws(WebSocketFrame.Error) -> WebSocketFrame? {
        guard buffer.count >= 2 else { return nil }
        let (first, second) = (buffer[0], buffer[1])
        guard first & 0x70 == 0 else { throw .malformed("reserved bits are set") }
        guard let kind = Kind(rawValue: first & 15) else { throw .malformed("the opcode \(first & 15) is unknown") }
        guard (second & 0x80 != 0) == isMasked else {
            throw .malformed(isMasked ? "a frame is not masked" : "a frame is masked")
        }
        var length = Int(second & 0x7F)
        var offset = 2
        if length >= 126 {
            let count = length == 126 ? 2 : 8
            guard buffer.count >= 2 + count else { return nil }
            let digits = buffer[2..<2 + count]
            guard count == 2 || buffer[2] < 0x80 else { throw .malformed("a length is negative") }
            length = digits.reduce(0) { $0 << 8 | Int($1) }
            offset += count
        }
        guard !kind.isControl || length < 126 && first & 0x80 != 0 else {
            throw .malformed("a control frame is too long or fragmented")
        }
        guard kind.isControl || length <= limit else { throw .tooLong(limit: limit) }
        let maskBytes = isMasked ? 4 : 0
        guard buffer.count >= offset + maskBytes + length else { return nil }
        let mask = Array(buffer[offset..<offset + maskBytes])
        offset += maskBytes
        var payload = Array(buffer[offset..<offset + length])
        if isMasked { for index in payload.indices { payload[index] ^= mask[index & 3] } }
        buffer.removeFirst(offset + length)
        if kind == .close, !payload.isEmpty {
            // Another code must not be sent, nor sent back: RFC 6455, section 7.4.
            let code = payload.count == 1 ? 0 : Int(payload[0]) << 8 | Int(payload[1])
            guard 1000...1003 ~= code || 1007...1014 ~= code || 3000...4999 ~= code else {
                throw .malformed("the code \(code) of a close frame is not defined")
            }
        }
        return WebSocketFrame(kind, payload, isFinal: first & 0x80 != 0)
    }
}
