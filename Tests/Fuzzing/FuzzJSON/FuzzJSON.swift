import Fuzzing
import TimelineJSON

/// What the JSON parser takes is JSON, is kept exactly, and is written so that it reads the same.
@main struct FuzzJSON {
    static func main() {
        Fuzzing.run { bytes in
            let parsed = outcome { () throws(JSONError) in try JSON(parsing: bytes) }
            walksAgree(bytes, parsed)
            guard case .success(let value) = parsed else { return }
            Fuzzing.require(String(validating: bytes, as: UTF8.self) != nil, "only UTF-8 is taken")
            let tokens = Tokens(bytes)
            Fuzzing.require(tokens.depth <= 128, "\(tokens.depth) levels were taken")
            Fuzzing.require(numbers(in: value).map(\.text) == tokens.numbers, "numbers keep their text")
            try numbersAreOrdered(numbers(in: value))
            try writingReadsTheSame(value)
        }
    }

    private static func outcome<Value>(_ body: () throws(JSONError) -> Value) -> Result<Value, JSONError> {
        do { return .success(try body()) } catch { return .failure(error) }
    }

    /// The walk that builds values and the one that only finds where they end.
    private static func walksAgree(_ bytes: [UInt8], _ parsed: Result<JSON, JSONError>) {
        guard bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") else { return }
        switch (parsed, outcome { () throws(JSONError) in try JSONText.members(of: bytes) }) {
        case (.failure(let one), .failure(let other)): Fuzzing.require(one == other, "\(one), but \(other)")
        case (.success(let value), .success(let members)):
            let object = value.object ?? JSONObject()
            let names = members.map { $0.name(in: bytes) }
            Fuzzing.require(object.members.map { Array($0.key.utf8) } == names.map { Array($0.utf8) }, "keys")
            for (name, member) in zip(names, members) {
                Fuzzing.require(JSONText(unchecked: bytes[member.value]).value == object[name], "the value of \(name)")
            }
        default: Fuzzing.require(false, "one walk takes what the other refuses")
        }
    }

    private static func writingReadsTheSame(_ value: JSON) throws {
        let text = value.text
        let again = try JSON(parsing: text)
        Fuzzing.require(again == value, "written, it reads the same")
        Fuzzing.require(again.text == text, "written again, it is the same")
        let pretty = try JSON(parsing: value.prettyText)
        Fuzzing.require(pretty == value && pretty.text == text, "written for people, it reads the same")
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
            Fuzzing.require(relations == 1, "\(a.text) and \(b.text) stand in \(relations) relations")
            Fuzzing.require(a != b || a.hashValue == b.hashValue, "\(a.text) and \(b.text) are equal, not their hashes")
        }
        for number in numbers.prefix(8) {
            if let whole = number.int64 { Fuzzing.require(JSONNumber(whole) == number, "\(number.text) as Int64") }
            if let whole = number.uint64 { Fuzzing.require(JSONNumber(whole) == number, "\(number.text) as UInt64") }
            let double = number.double
            if let written = JSONNumber(double) {
                Fuzzing.require(written.double == double, "\(number.text) as Double")
                let read = try JSON(parsing: written.text)
                Fuzzing.require(read == .number(written), "\(written.text) is JSON")
            } else {
                Fuzzing.require(double.isInfinite, "\(number.text) is no number")
            }
        }
    }
}

/// What can be told of sound JSON without a parser: how deep it goes, and the text of its numbers.
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
