extension String {
    /// Nil if the text is not valid percent-encoding of UTF-8. Compiled where it is called: apps that only record do not hold it.
    @_alwaysEmitIntoClient
    package init?(percentDecoding text: Substring) {
        var decoded: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            var value = 0
            for _ in 1...2 {
                guard let digit = bytes.next().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                    return nil
                }
                value = value << 4 | digit
            }
            decoded.append(UInt8(value))
        }
        self.init(validating: decoded, as: UTF8.self)
    }
}
