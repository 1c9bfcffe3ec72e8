#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// With the alphabet and padding of RFC 4648, section 4.
package enum Base64 {
    package static func decoded(_ text: String) -> [UInt8]? { data(text).map { Array($0) } }

    static func data(_ text: String) -> Data? {
        // Foundation takes "====" for a byte.
        text.utf8.first == UInt8(ascii: "=") ? nil : Data(base64Encoded: text)
    }

    package static func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
