/// What two keys must have in common to be one: their length, and some of their bytes, in one word.
enum KeyWord {
    /// How long a key can be. In no text that memory holds is there a longer one that is meant.
    static let longest = Int(UInt32.max)

    /// - Parameter prefix: the first eight bytes.
    @inline(__always) static func of(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ prefix: UInt64) -> UInt64 {
        var mixed = prefix
        if count > 8 { mixed ^= ByteWord.load(bytes + (count &- 8)) &* 31 }
        mixed = mixed &* 0x9E37_79B9_7F4A_7C15
        return mixed & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: count)
    }

    @inline(__always) static func length(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }
}
