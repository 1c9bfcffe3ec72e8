/// Stores the bytes of a line one after the other, in memory that has room for them. Checks no bounds.
struct ByteCursor {
    static let numberLimit = 19
    /// The seconds, the point and six decimals.
    static let momentLimit = numberLimit + 7

    private(set) var end: UnsafeMutablePointer<UInt8>

    @inline(__always) init(at start: UnsafeMutablePointer<UInt8>) { end = start }

    @inline(__always) mutating func append(_ word: StaticString) {
        append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        end.update(from: start, count: bytes.count)
        end += bytes.count
    }

    /// `number` is not negative.
    @inline(__always) mutating func append(_ number: Int) {
        var rest = UInt64(number)
        var length = 1
        var limit: UInt64 = 10
        while rest >= limit {
            length &+= 1
            limit &*= 10
        }
        var digit = end + length
        end = digit
        while rest >= 100 {
            digit -= 2
            Self.store(rest % 100, at: digit)
            rest /= 100
        }
        if length & 1 == 0 {
            Self.store(rest, at: digit - 2)
        } else {
            digit[-1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
        }
    }

    @inline(__always) mutating func append(_ moment: Moment) {
        let (seconds, microseconds) = moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        append(Int(seconds))
        end[0] = UInt8(ascii: ".")
        let rest = UInt64(microseconds)
        Self.store(rest / 10_000, at: end + 1)
        Self.store(rest / 100 % 100, at: end + 3)
        Self.store(rest % 100, at: end + 5)
        end += 7
    }

    @inline(__always) mutating func append(hex value: UInt32) {
        UnsafeMutableRawPointer(end).storeBytes(of: Checksum.digits(value).littleEndian, as: UInt64.self)
        end += 8
    }

    @inline(__always) private static func store(_ number: UInt64, at place: UnsafeMutablePointer<UInt8>) {
        place[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10)
        place[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
    }
}
