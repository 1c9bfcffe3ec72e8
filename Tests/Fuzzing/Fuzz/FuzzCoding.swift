import TimelineKit
import TimelineTestPrograms

/// The decoder accepts what the parser accepts and reads the same value, and encoding that value round-trips.
enum FuzzCoding: Fuzzer {
    static func test(_ bytes: [UInt8]) throws {
        let parsed = try? JSON(parsing: bytes)
        let read = outcome { () throws(JSONCodingError) in try JSONCoding.decode(Anything.self, from: bytes) }
        checkTypedRoundTrips(bytes)
        switch (parsed, read) {
        case (nil, .failure(let error)):
            Fuzzing.require(error.description.hasPrefix("this is not JSON: byte "), "\(error)")
        case (nil, .success): Fuzzing.require(false, "only the decoder accepts it")
        case (let parsed?, .failure(let error)):
            // The decoder refuses JSON only for a number that no type of `Anything` holds.
            Fuzzing.require(error.reason.hasPrefix("the number "), "\(error)")
            Fuzzing.require(Anything(parsed) == nil, "refused: \(error)")
        case (let parsed?, .success(let value)):
            if let expected = Anything(parsed) {
                Fuzzing.require(value == expected, "parser and decoder read different values")
            }
            try checkRoundTrip(value)
        }
    }

    private static func outcome<Value>(_ body: () throws(JSONCodingError) -> Value) -> Result<Value, JSONCodingError> {
        do { return .success(try body()) } catch { return .failure(error) }
    }

    private static func checkRoundTrip(_ value: Anything) throws {
        // A value is part of the object of a line, so it may have one level less than the parser accepts.
        guard case .success(let text) = outcome({ () throws(JSONCodingError) in try JSONCoding.encode(value) }) else {
            return Fuzzing.require(value.depth > 127, "it cannot be encoded")
        }
        let parsed = try JSON(parsing: text.bytes)
        Fuzzing.require(parsed.text == text.bytes, "it is encoded differently from the parser's value")
        Fuzzing.require(try JSONCoding.decode(Anything.self, from: text) == value, "encoded and decoded, it differs")
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

    private static func checkTypedRoundTrips(_ bytes: [UInt8]) {
        for value in [try? JSONCoding.decode(Choice.self, from: bytes)] {
            guard let value, let text = try? JSONCoding.encode(value) else { continue }
            let again = try? JSONCoding.encode(JSONCoding.decode(Choice.self, from: text))
            Fuzzing.require(again == text, "encoded and decoded, a choice differs")
        }
        guard let value = try? JSONCoding.decode(Typed.self, from: bytes),
            let text = try? JSONCoding.encode(value)
        else { return }
        let again = try? JSONCoding.encode(JSONCoding.decode(Typed.self, from: text))
        Fuzzing.require(again == text, "encoded and decoded, it differs")
    }
}
