/// Eight bytes of text at a time.
enum ByteWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Not 0 where a byte of `word` must not stand in a JSON string as it is: a quote, a backslash, a control character.
    ///
    /// The lowest bit that is set is the highest of the first such byte; what stands above it says nothing.
    @inline(__always) static func escapes(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let found =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- ones &* 0x20) & ~word)
        return found & highs
    }

    /// The same, and not 0 either where a byte is not ASCII.
    @inline(__always) static func stops(in word: UInt64) -> UInt64 { escapes(in: word) | (word & highs) }

    /// How many bytes, in eights from the first on, may stand in a JSON string as they are. More may follow.
    static func plainCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = text.baseAddress else { return 0 }
        var place = 0
        while place &+ 8 <= text.count, escapes(in: load(start + place)) == 0 { place &+= 8 }
        return place
    }

    /// Eight bytes as they lie in memory, the first as the lowest.
    @inline(__always) static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// The first eight bytes of a text as a number that orders as they do, with zeros for those that are not there.
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
