internal import TimelineJSON

/// Ignores the order of array elements, because a custom `encode(to:)` may write a set in the hash order of the process. Snapshots,
/// which are compared as values, show such differences. An attacker could construct collisions.
enum StateHash {
    static func of(_ state: some Encodable) throws(JSONCodingError) -> String {
        let digits = String(of(try JSONCoding.encode(state).value), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func of(_ value: JSON) -> UInt64 {
        switch value {
        case .null: 1
        case .bool(let value): value ? 2 : 3
        case .number(let number): mix(4, number.int64.map { UInt64(bitPattern: $0) } ?? number.double.bitPattern)
        case .string(let text): of(text)
        case .array(let elements): mix(6, elements.reduce(UInt64(elements.count)) { $0 &+ mix(7, of($1)) })
        case .object(let object):
            mix(8, object.members.reduce(UInt64(object.count)) { $0 &+ mix(of($1.key), of($1.value)) })
        }
    }

    /// FNV-1a (Fowler, Noll and Vo).
    private static func of(_ text: String) -> UInt64 {
        mix(5, text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }

    /// The finalizer of Murmur3 (Appleby), in which each bit of the input affects all bits of the result.
    private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        var value = one &* 0x9E37_79B9_7F4A_7C15 ^ other
        value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
        value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return value ^ value >> 33
    }
}
