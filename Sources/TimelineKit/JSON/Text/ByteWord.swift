package enum ByteWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Not 0 if a byte is a quote, a backslash or a control character. The lowest bit set is in the first such byte.
    @inline(__always) static func escapes(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let found =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- ones &* 0x20) & ~word)
        return found & highs
    }

    /// Not 0 if a byte of `word` needs an escape or is not ASCII.
    @inline(__always) static func stops(in word: UInt64) -> UInt64 { escapes(in: word) | (word & highs) }

    /// Eight bytes, the first as the lowest.
    @inline(__always) static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// Copies at most sixteen bytes, in words that may overlap.
    @inline(__always)
    static func copy(_ bytes: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        let (source, target) = (UnsafeRawPointer(bytes), UnsafeMutableRawPointer(target))
        if count >= 8 {
            let first = source.loadUnaligned(as: UInt64.self)
            let last = source.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            target.storeBytes(of: first, as: UInt64.self)
            target.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            let first = source.loadUnaligned(as: UInt32.self)
            let last = source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            target.storeBytes(of: first, as: UInt32.self)
            target.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
        } else {
            for offset in 0..<count {
                target.storeBytes(
                    of: source.load(fromByteOffset: offset, as: UInt8.self), toByteOffset: offset, as: UInt8.self)
            }
        }
    }

    @inline(__always)
    package static func commonPrefix(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
        guard let a = one.baseAddress, let b = other.baseAddress else { return 0 }
        let limit = min(one.count, other.count)
        var count = 0
        while count &+ 8 <= limit {
            let differences = load(a + count) ^ load(b + count)
            guard differences == 0 else { return count &+ differences.trailingZeroBitCount &>> 3 }
            count &+= 8
        }
        while count < limit, a[count] == b[count] { count &+= 1 }
        return count
    }

    /// The same as `prefix(_:_:)`, but cheaper: bytes behind the text can be read.
    @inline(__always) static func prefix(_ bytes: UnsafePointer<UInt8>, _ count: Int, in readable: Int) -> UInt64 {
        guard readable >= 8, count > 0 else { return prefix(bytes, count) }
        let missing = UInt64(truncatingIfNeeded: 8 &* (8 &- min(count, 8)))
        return (load(bytes).byteSwapped &>> missing) &<< missing
    }

    /// The first eight bytes of a text as a number with the same order; missing bytes count as zeros.
    @inline(__always) static func prefix(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        if count >= 8 { return load(bytes).byteSwapped }
        var word: UInt64 = 0
        if count >= 4 {
            let raw = UnsafeRawPointer(bytes)
            let first = UInt64(UInt32(bigEndian: raw.loadUnaligned(as: UInt32.self)))
            let last = UInt64(UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
            word = first &<< 32 | last &<< UInt64(64 &- 8 &* count)
        } else {
            for index in 0..<count { word |= UInt64(bytes[index]) &<< UInt64(56 &- 8 &* index) }
        }
        return word
    }
}
