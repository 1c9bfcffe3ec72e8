internal import CTimeline

/// CRC-32C (Castagnoli; RFC 3720, appendix B.4), which detects every error of up to three flipped bits.
package enum Checksum {
    static let usesInstructions = timeline_crc32c_is_supported()

    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.withContiguousStorageIfAvailable { of(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { of($0) }
    }

    package static func of(_ buffer: UnsafeRawBufferPointer) -> UInt32 {
        usesInstructions ? ~timeline_crc32c(.max, buffer.baseAddress, buffer.count) : byTable(buffer)
    }

    // MARK: - Processors without the instructions

    private static let table: [UInt32] = (0..<256).map { byte in
        var value = UInt32(byte)
        for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
        return value
    }

    static func byTable(_ buffer: UnsafeRawBufferPointer) -> UInt32 {
        var value = UInt32.max
        for byte in buffer { value = value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xFF)] }
        return ~value
    }

    // MARK: - Digits

    static func parse(_ text: ArraySlice<UInt8>) -> UInt32? {
        guard text.count == 8 else { return nil }
        var value: UInt32 = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }

    package static func text(_ value: UInt32) -> String {
        withUnsafeBytes(of: digits(value).littleEndian) { String(decoding: $0, as: UTF8.self) }
    }

    /// Eight lower-case hex digits, the first as the lowest byte.
    @inline(__always) static func digits(_ value: UInt32) -> UInt64 {
        var word = UInt64(value) &>> 16 | UInt64(value) &<< 32
        word = (word & 0x0000_FF00_0000_FF00) &>> 8 | (word & 0x0000_00FF_0000_00FF) &<< 16
        word = (word & 0x00F0_00F0_00F0_00F0) &>> 4 | (word & 0x000F_000F_000F_000F) &<< 8
        let letters = ((word &+ 0x0606_0606_0606_0606) &>> 4) & 0x0101_0101_0101_0101
        return word &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    }
}
