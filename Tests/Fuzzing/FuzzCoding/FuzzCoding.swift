import Fuzzing
import TimelineJSON

/// The decoder takes what the parser takes, reads the same from it, and what it reads is written so that it reads the same.
@main struct FuzzCoding {
    static func main() {
        Fuzzing.run { bytes in
            let parsed = try? JSON(parsing: bytes)
            let read = outcome { () throws(JSONCodingError) in try JSONCoding.decode(Anything.self, from: bytes) }
            typedValuesAreReadOrRefused(bytes)
            switch (parsed, read) {
            case (nil, .failure(let error)):
                Fuzzing.require(error.description.hasPrefix("this is not JSON: byte "), "\(error)")
            case (nil, .success): Fuzzing.require(false, "the decoder alone takes it")
            case (let parsed?, .failure(let error)):
                // All that can be wrong with JSON is a number that no type of ours holds.
                Fuzzing.require(error.reason.hasPrefix("the number "), "\(error)")
                Fuzzing.require(Anything(parsed) == nil, "refused: \(error)")
            case (let parsed?, .success(let value)):
                if let expected = Anything(parsed) { Fuzzing.require(value == expected, "both read the same") }
                try writtenItReadsTheSame(value)
            }
        }
    }

    private static func outcome<Value>(
        _ body: () throws(JSONCodingError) -> Value
    ) -> Result<Value, JSONCodingError> {
        do { return .success(try body()) } catch { return .failure(error) }
    }

    private static func writtenItReadsTheSame(_ value: Anything) throws {
        // One level less can be written than read: a value stands in the object of its line.
        guard case .success(let text) = outcome({ () throws(JSONCodingError) in try JSONCoding.encode(value) }) else {
            return Fuzzing.require(value.depth > 127, "it cannot be written")
        }
        let parsed = try JSON(parsing: text.bytes)
        Fuzzing.require(parsed.text == text.bytes, "it is written as the parser's value is")
        Fuzzing.require(try JSONCoding.decode(Anything.self, from: text) == value, "written, it reads the same")
    }

    private struct Typed: Codable, Equatable {
        var a: Int?
        var b: [Double]?
        var c: [String: Choice]?
        var d: [Int: Bool]?
        var e: Float?
        var f: UInt8?
        var g: Set<String>?
        var h: [Double: Set<[Int]>]?
    }

    private indirect enum Choice: Codable, Equatable {
        case a
        case b(a: Typed, b: [Choice])
        case c(String)
    }

    private static func typedValuesAreReadOrRefused(_ bytes: [UInt8]) {
        for value in [try? JSONCoding.decode(Choice.self, from: bytes)] {
            guard let value, let text = try? JSONCoding.encode(value) else { continue }
            let again = try? JSONCoding.encode(JSONCoding.decode(Choice.self, from: text))
            Fuzzing.require(again == text, "a choice, written, reads the same")
        }
        guard let value = try? JSONCoding.decode(Typed.self, from: bytes),
            let text = try? JSONCoding.encode(value)
        else { return }
        let again = try? JSONCoding.encode(JSONCoding.decode(Typed.self, from: text))
        Fuzzing.require(again == text, "written, it reads the same")
    }
}
