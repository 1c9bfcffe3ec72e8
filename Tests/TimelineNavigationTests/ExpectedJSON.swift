import Testing
import TimelineJSON

/// Expects `value` to be written as `json`, and to be read from it.
func expectJSON<Value: Codable & Equatable>(
    _ value: Value, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(String(decoding: try JSONCoding.encode(value).bytes, as: UTF8.self) == json, sourceLocation: sourceLocation)
    #expect(try JSONCoding.decode(Value.self, from: Array(json.utf8)) == value, sourceLocation: sourceLocation)
}
