internal import CTimelineZlib
internal import TimelineKit

/// Unpacks gzip data in pieces: one member, or several that form one file (RFC 1952).
struct Gunzip: ~Copyable {
    /// On the heap, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var window = [UInt8](repeating: 0, count: 1 << 16)
    private var isInside = false
    private var members = 0
    private var consumed = 0

    static let magic: [UInt8] = [0x1F, 0x8B]

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 16 is added for gzip data only.
        let code = inflateInit2_(stream, MAX_WBITS + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib \(String(cString: zlibVersion())) cannot begin to unpack: \(code)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// `write` gets pieces of at most 64 KiB. After an error of the data, no more of it can be unpacked.
    mutating func unpack<Failure: Error>(
        _ packed: [UInt8], to write: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) -> Unpacked.UnpackingError? {
        var rest = packed[...]
        var isFull = false
        while !rest.isEmpty || isFull {
            if !isInside {
                guard members == 0 || rest.first == Self.magic[0] else { return trailingData(at: consumed) }
                inflateReset(stream)
                isInside = true
            }
            let count = rest.count
            let code = stream.fill(&window, from: &rest) { inflate($0, Z_NO_FLUSH) }
            consumed += count - rest.count
            let filled = window.count - Int(stream.pointee.avail_out)
            isFull = filled == window.count
            if filled > 0 { try write(window[..<filled]) }
            switch code {
            case Z_OK, Z_BUF_ERROR: continue
            case Z_STREAM_END:
                members += 1
                isInside = false
                isFull = false
            default:
                let read = Int(stream.pointee.total_in)
                if members > 0, read <= Self.magic.count { return trailingData(at: consumed - read) }
                let reason = stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)"
                return .damaged("its gzip data is damaged at packed byte \(consumed): \(reason)")
            }
        }
        return nil
    }

    var errorAtEnd: Unpacked.UnpackingError? {
        isInside ? .cut("its gzip data is incomplete: it ends after packed byte \(consumed)") : nil
    }

    private func trailingData(at byte: Int) -> Unpacked.UnpackingError {
        .damaged("its gzip data ends at packed byte \(byte), and other data follows")
    }
}
