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

    /// All bytes but letters, digits and `-._~` (RFC 3986, section 2.1).
    @_alwaysEmitIntoClient
    package var percentEncoded: String {
        utf8.reduce(into: "") { encoded, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-._~".utf8.contains(byte) {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
