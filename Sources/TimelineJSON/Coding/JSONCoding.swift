#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The one seam between `Codable` and JSON text.
///
/// Everything else in the project goes through here, so that the coders can be exchanged without a change elsewhere.
/// Keys come out sorted, so that equal values make equal bytes. Non-finite doubles are the strings `"NaN"`,
/// `"Infinity"` and `"-Infinity"`. Dates, data and the rest are coded as Foundation's coders do by default.
package enum JSONCoding {
    /// One level is left for the object of the line that a value stands in.
    private static let depthLimit = JSONScanner.depthLimit - 1

    /// The JSON text of `value`.
    ///
    /// - Parameter userInfo: What the value finds in the `userInfo` of its encoder.
    /// - Throws: `JSONCodingError`, with the coding path.
    package static func encode(
        _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONCodingError) -> JSONText {
        let encoder = JSONEncoder()
        encoder.userInfo = userInfo
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        let text: JSONText
        do { text = JSONText(unchecked: try encoder.encode(value)) } catch { throw JSONCodingError(error) }
        guard text.depth <= depthLimit else { throw JSONCodingError(depth: depthLimit) }
        return text
    }

    /// The value that `text` spells.
    ///
    /// - Throws: `JSONCodingError`, with the coding path.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: JSONText
    ) throws(JSONCodingError) -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        do {
            return try decoder.decode(type, from: Data(text.bytes))
        } catch {
            throw JSONCodingError(error)
        }
    }
}
