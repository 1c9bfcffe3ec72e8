/// The handshake of a WebSocket: how a host shows that it understood (RFC 6455, section 4.2.2).
package enum WebSocketKey {
    /// What the host answers to the key of a client.
    package static func answer(to key: String) -> String {
        base64(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    /// Whether `key` is 16 bytes in base64.
    package static func isKey(_ key: String) -> Bool {
        let characters = Array(key.utf8)
        return characters.count == 24 && characters.suffix(2) == Array("==".utf8)
            && characters.dropLast(2).allSatisfy { alphabet.contains($0) }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let piece = bytes[start..<min(start + 3, bytes.count)]
            let bits = piece.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - piece.count))
            for digit in 0...piece.count { text.append(alphabet[bits >> (18 - 6 * digit) & 63]) }
            for _ in piece.count..<3 { text.append(UInt8(ascii: "=")) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
