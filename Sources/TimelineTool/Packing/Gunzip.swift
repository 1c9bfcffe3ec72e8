internal import CZlib
internal import TimelineJournal

/// Unpacks gzip data as it comes: one member, or several one after another, which are one file (RFC 1952).
struct Gunzip: ~Copyable {
    /// On the heap: zlib remembers where it lies.
    private let stream: UnsafeMutablePointer<z_stream>
    private var window = [UInt8](repeating: 0, count: 1 << 16)
    /// Whether a member has begun and not ended.
    private var isInside = false
    /// The members that were unpacked whole.
    private var members = 0
    /// The packed bytes that were used up.
    private var taken = 0

    /// What gzip data begins with.
    static let magic: [UInt8] = [0x1F, 0x8B]

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 16 more: gzip data and no other.
        let code = inflateInit2_(stream, MAX_WBITS + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib \(String(cString: zlibVersion())) cannot begin to unpack: \(code)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks `packed`, and gives what comes out in pieces of 64 KiB at most.
    ///
    /// - Returns: What is wrong with the data. What was given before is all that can be had; take no more then.
    mutating func take<Failure: Error>(
        _ packed: [UInt8], give: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) -> Unpacked.UnpackingError? {
        var position = 0
        var isFull = false
        while position < packed.count || isFull {
            if !isInside {
                guard members == 0 || packed[position] == Self.magic[0] else { return somethingElse(from: taken) }
                inflateReset(stream)
                isInside = true
            }
            let code = unpack(packed, from: &position)
            let filled = window.count - Int(stream.pointee.avail_out)
            isFull = filled == window.count
            if filled > 0 { try give(window[..<filled]) }
            switch code {
            case Z_OK, Z_BUF_ERROR: continue
            case Z_STREAM_END:
                members += 1
                isInside = false
                isFull = false
            default:
                let read = Int(stream.pointee.total_in)
                if members > 0, read <= Self.magic.count { return somethingElse(from: taken - read) }
                let reason = stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)"
                return .damaged("its gzip data is damaged at packed byte \(taken): \(reason)")
            }
        }
        return nil
    }

    /// What is wrong where no more data comes.
    var errorAtEnd: Unpacked.UnpackingError? {
        isInside ? .cut("its gzip data ends before it is whole, after packed byte \(taken)") : nil
    }

    private func somethingElse(from byte: Int) -> Unpacked.UnpackingError {
        .damaged("its gzip data ends at packed byte \(byte), and what follows is none")
    }

    private mutating func unpack(_ packed: [UInt8], from position: inout Int) -> Int32 {
        let (stream, start) = (stream, position)
        let code = packed.withUnsafeBufferPointer { input in
            window.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_in = input.baseAddress.map { $0 + start }
                stream.pointee.avail_in = UInt32(input.count - start)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                return inflate(stream, Z_NO_FLUSH)
            }
        }
        position = packed.count - Int(stream.pointee.avail_in)
        taken += position - start
        return code
    }
}
