import Testing
import TimelineRemote
import TimelineTestSupport

struct WebSocketFrameTests {
    /// RFC 6455, section 5.7.
    @Test func `reads and writes the frames of the standard`() throws {
        let hello = Array("Hello".utf8)
        let plain: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
        let masked: [UInt8] = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
        #expect(WebSocketFrame(.text, hello).bytes() == plain)
        #expect(WebSocketFrame(.text, hello).bytes(mask: [0x37, 0xfa, 0x21, 0x3d]) == masked)
        var buffer = masked + plain
        #expect(try WebSocketFrame.take(from: &buffer, isMasked: true, limit: 10) == WebSocketFrame(.text, hello))
        #expect(buffer == plain)
        #expect(WebSocketFrame(.binary, [UInt8](repeating: 0, count: 256)).bytes().prefix(4) == [0x82, 126, 1, 0])
        #expect(
            WebSocketFrame(.binary, [UInt8](repeating: 0, count: 65536)).bytes().prefix(10)
                == [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0])
    }

    /// RFC 6455, section 1.3.
    @Test func `accepts the key of the standard`() {
        #expect(WebSocketHandshake.acceptValue(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test func `takes a frame only when it is complete, wherever the input is cut`() throws {
        var seed = Seed()
        for length in [0, 1, 125, 126, 127, 65535, 65536] {
            let frame = WebSocketFrame(.text, (0..<length).map { _ in UInt8.random(in: 0 ... .max, using: &seed) })
            let bytes = frame.bytes(mask: [1, 2, 3, 4])
            for cut in Set([0, 1, 2, 3, 5, 9, 13, bytes.count / 2, bytes.count - 1]) where cut < bytes.count {
                var buffer = Array(bytes.prefix(cut))
                let none = try WebSocketFrame.take(from: &buffer, isMasked: true, limit: 1 << 20)
                #expect(none == nil, "\(length) bytes, cut at \(cut), \(seed)")
                buffer += bytes.dropFirst(cut)
                let whole = try WebSocketFrame.take(from: &buffer, isMasked: true, limit: 1 << 20)
                #expect(whole == frame, "\(length) bytes, cut at \(cut), \(seed)")
                #expect(buffer.isEmpty)
            }
        }
    }

    @Test(
        arguments: [
            ([0x81, 0x00], WebSocketFrame.Error.malformed("a frame is not masked")),
            ([0xC1, 0x80], .malformed("reserved bits are set")),
            ([0x83, 0x80], .malformed("the opcode 3 is unknown")),
            ([0x09, 0x80], .malformed("a control frame is too long or fragmented")),
            ([0x89, 0xFE, 0, 126], .malformed("a control frame is too long or fragmented")),
            ([0x88, 0x81, 0, 0, 0, 0, 3], .malformed("the code 0 of a close frame is not defined")),
            ([0x88, 0x82, 0, 0, 0, 0, 0x49, 0x8D], .malformed("the code 18829 of a close frame is not defined")),
            ([0x88, 0x82, 0, 0, 0, 0, 3, 0xED], .malformed("the code 1005 of a close frame is not defined")),
            ([0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], .malformed("a length is negative")),
            ([0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooLong(limit: 100)),
            ([0x81, 0xE5], .tooLong(limit: 100)),
        ] as [([UInt8], WebSocketFrame.Error)])
    func `refuses malformed and oversized frames`(_ bytes: [UInt8], _ error: WebSocketFrame.Error) {
        var buffer = bytes
        #expect(throws: error) { try WebSocketFrame.take(from: &buffer, isMasked: true, limit: 100) }
    }
}
