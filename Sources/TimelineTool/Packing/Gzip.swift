internal import CTimelineZlib
internal import TimelineKit

/// Packs bytes as gzip data (RFC 1952): one member, without a name or a time, so that equal bytes pack to equal data.
enum Gzip {
    private static let windowSize = 1 << 16

    /// Raw DEFLATE data (RFC 1951).
    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        // Reading an array never throws.
        try? pack(bytes, windowBits: -MAX_WBITS) { packed += $0 }
        return packed
    }

    /// In constant memory; `write` gets pieces of at most 64 KiB.
    static func pack(
        _ source: some ByteSource, windowBits: Int32 = MAX_WBITS + 16,
        to write: (ArraySlice<UInt8>) throws(FileError) -> Void
    ) throws(FileError) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 8 is zlib's default memory level.
        let code = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
            Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib \(String(cString: zlibVersion())) cannot begin to pack: \(code)")
        defer {
            deflateEnd(stream)
            stream.deallocate()
        }
        var window = [UInt8](repeating: 0, count: windowSize)
        var offset = 0
        while true {
            let piece = try source.read(at: offset, count: windowSize)
            offset += piece.count
            var left = piece[...]
            repeat {
                _ = stream.fill(&window, from: &left) { deflate($0, piece.isEmpty ? Z_FINISH : Z_NO_FLUSH) }
                let filled = window.count - Int(stream.pointee.avail_out)
                if filled > 0 { try write(window[..<filled]) }
            } while stream.pointee.avail_out == 0
            if piece.isEmpty { return }
        }
    }

    static func size(of bytes: [UInt8]) -> Int {
        var size = 0
        try? pack(bytes) { size += $0.count }
        return size
    }
}

extension UnsafeMutablePointer<z_stream> {
    /// Lets zlib take bytes from the start of the input, until that is empty or the window is full.
    func fill(
        _ window: inout [UInt8], from input: inout ArraySlice<UInt8>, _ process: (_ stream: Self) -> Int32
    ) -> Int32 {
        let code = input.withUnsafeBufferPointer { input in
            window.withUnsafeMutableBufferPointer { output in
                (pointee.next_in, pointee.avail_in) = (input.baseAddress, UInt32(input.count))
                (pointee.next_out, pointee.avail_out) = (output.baseAddress, UInt32(output.count))
                return process(self)
            }
        }
        input = input.suffix(Int(pointee.avail_in))
        return code
    }
}
