/// The decimal digits of 0 to 99.
enum DecimalPairs {
    private static let digits: StaticString = """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
        5556575859606162636465666768697071727374757677787980818283848586878889909192939495969798\
        99
        """

    @inline(__always) static func tens(_ pair: Int) -> UInt8 { digits.utf8Start[2 &* pair] }
    @inline(__always) static func ones(_ pair: Int) -> UInt8 { digits.utf8Start[2 &* pair &+ 1] }
}

extension UInt64 {
    /// How many decimal digits it has; 1 for 0.
    @inline(__always) var decimalDigitCount: Int {
        var count = 1
        var rest = self
        while rest >= 10_000 {
            rest /= 10_000
            count &+= 4
        }
        return rest < 10 ? count : rest < 100 ? count &+ 1 : rest < 1_000 ? count &+ 2 : count &+ 3
    }
}
