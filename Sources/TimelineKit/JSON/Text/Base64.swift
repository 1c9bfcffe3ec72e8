#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// With the alphabet and padding of RFC 4648, section 4.
package enum Base64 {
    package static func decoded(_ text: String) -> [UInt8]? { data(text).map { Array($0) } }

    static func data(_ text: String) -> Data? {
        // Foundation also decodes texts with padding that is superfluous or in the middle.
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return data
    }

    package static func encoded(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
