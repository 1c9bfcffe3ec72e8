struct LineCursor {
    private let bytes: UnsafePointer<UInt8>
    let count: Int
    private(set) var offset = 0

    init(_ line: UnsafeBufferPointer<UInt8>) {
        count = line.count
        // Of an empty line no byte is read.
        bytes = line.baseAddress ?? UnsafePointer(bitPattern: 1)!
    }

    @inline(__always) mutating func skip(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count &- offset >= length else { return false }
        for place in 0..<length where bytes[offset &+ place] != text.utf8Start[place] { return false }
        offset &+= length
        return true
    }

    @inline(__always) private mutating func digits() -> Int {
        var value = 0
        while offset < count, bytes[offset] &- UInt8(ascii: "0") < 10 {
            value = value &* 10 &+ Int(bytes[offset] &- UInt8(ascii: "0"))
            offset &+= 1
        }
        return value
    }

    /// Reads one to sixteen digits, without a zero before others.
    @inline(__always) mutating func number() -> Int? {
        let start = offset
        let value = digits()
        guard 1...16 ~= offset &- start else { return nil }
        return offset &- start == 1 || bytes[start] != UInt8(ascii: "0") ? value : nil
    }

    @inline(__always) mutating func fraction() -> Int? {
        let start = offset
        let value = digits()
        return offset &- start == 6 ? value : nil
    }

    /// Skips a string of ASCII characters without escapes, and its closing quote. The opening quote was read.
    mutating func skipString() -> Bool {
        while offset < count, bytes[offset] != UInt8(ascii: "\"") {
            guard bytes[offset] >= 0x20, bytes[offset] < 0x7F, bytes[offset] != UInt8(ascii: "\\") else { return false }
            offset &+= 1
        }
        guard offset < count else { return false }
        offset &+= 1
        return true
    }
}
