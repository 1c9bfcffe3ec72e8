import TimelineKit

/// The parser accepts JSON alone, keeps it exactly, and writing its values round-trips.
enum FuzzJSON: Fuzzer {
    static func test(_ bytes: [UInt8]) throws {
        let parsed = outcome { () throws(JSONError) in try JSON(parsing: bytes) }
        checkMembers(bytes, parsed)
        guard case .success(let value) = parsed else { return }
        Fuzzing.require(String(validating: bytes, as: UTF8.self) != nil, "text other than UTF-8 is accepted")
        let tokens = Tokens(bytes)
        Fuzzing.require(tokens.depth <= 128, "\(tokens.depth) levels are accepted")
        Fuzzing.require(numbers(in: value).map(\.text) == tokens.numbers, "a number has another text")
        try numbersAreOrdered(numbers(in: value))
        try checkRoundTrip(value)
    }

    private static func outcome<Value>(_ body: () throws(JSONError) -> Value) -> Result<Value, JSONError> {
        do { return .success(try body()) } catch { return .failure(error) }
    }

    /// Building values and finding the ranges of members have the same result.
    private static func checkMembers(_ bytes: [UInt8], _ parsed: Result<JSON, JSONError>) {
        guard bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") else { return }
        switch (parsed, outcome { () throws(JSONError) in try JSONText.members(of: bytes) }) {
        case (.failure(let one), .failure(let other)): Fuzzing.require(one == other, "\(one), but \(other)")
        case (.success(let value), .success(let members)):
            let object = value.object ?? JSONObject()
            let names = members.map(\.name)
            Fuzzing.require(object.members.map { Array($0.key.utf8) } == names.map { Array($0.utf8) }, "keys")
            for (name, member) in zip(names, members) {
                Fuzzing.require(JSONText(unchecked: bytes[member.value]).value == object[name], "the value of \(name)")
            }
        default: Fuzzing.require(false, "only one of the two accepts it")
        }
    }

    private static func checkRoundTrip(_ value: JSON) throws {
        let text = value.text
        let again = try JSON(parsing: text)
        Fuzzing.require(again == value, "written and parsed, it differs")
        Fuzzing.require(again.text == text, "written twice, it differs")
        let pretty = try JSON(parsing: value.prettyText)
        Fuzzing.require(pretty == value && pretty.text == text, "pretty-printed and parsed, it differs")
    }

    private static func numbers(in value: JSON) -> [JSONNumber] {
        switch value {
        case .number(let number): [number]
        case .array(let elements): elements.flatMap(numbers)
        case .object(let object): object.members.flatMap { numbers(in: $0.value) }
        default: []
        }
    }

    private static func numbersAreOrdered(_ numbers: [JSONNumber]) throws {
        for (a, b) in zip(numbers, numbers.dropFirst()).prefix(8) {
            let relations = [a < b, a == b, b < a].count { $0 }
            Fuzzing.require(relations == 1, "\(a.text) and \(b.text) have \(relations) of the relations <, == and >")
            Fuzzing.require(
                a != b || a.hashValue == b.hashValue, "\(a.text) and \(b.text) are equal, but their hashes differ")
        }
        for number in numbers.prefix(8) {
            if let whole = number.int64 { Fuzzing.require(JSONNumber(whole) == number, "\(number.text) as Int64") }
            if let whole = number.uint64 { Fuzzing.require(JSONNumber(whole) == number, "\(number.text) as UInt64") }
            let double = number.double
            if let written = JSONNumber(double) {
                Fuzzing.require(written.double == double, "\(number.text) as Double")
                let read = try JSON(parsing: written.text)
                Fuzzing.require(read == .number(written), "\(written.text) is not JSON")
            } else {
                Fuzzing.require(double.isInfinite, "\(number.text) is not a finite double")
            }
        }
    }
}

/// The depth of valid JSON and the text of its numbers, found without the parser.
private struct Tokens {
    private(set) var depth = 0
    private(set) var numbers: [String] = []

    init(_ bytes: [UInt8]) {
        var level = 0
        var place = 0
        while place < bytes.count {
            defer { place += 1 }
            switch bytes[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                level += 1
                depth = max(depth, level)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
            case UInt8(ascii: "\""):
                place += 1
                while bytes[place] != UInt8(ascii: "\"") { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let number = bytes[place...].prefix { "+-.0123456789Ee".utf8.contains($0) }
                numbers.append(String(decoding: number, as: UTF8.self))
                place = number.endIndex - 1
            default: break
            }
        }
    }
}
