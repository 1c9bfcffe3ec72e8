internal import TimelineJSON

/// What an action is called: the only key of its object, or the string that it is. Found in JSON that is known to be
/// sound, without building a value.
enum ActionName {
    /// How many bytes after the first key are searched for a second one. Where the first value is longer, its key is
    /// taken for the only one.
    private static let searchLimit = 1024

    /// Where the name stands, between its quotes and with its escapes; nil where the action has none.
    static func range(in action: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var place = 0
        switch action.first {
        case UInt8(ascii: "\""): return string(in: action, at: &place)
        case UInt8(ascii: "{"): break
        default: return nil
        }
        place = 1
        skipSpace(in: action, &place)
        guard action[place] == UInt8(ascii: "\"") else { return nil }
        let name = string(in: action, at: &place)
        return hasAnotherMember(after: place, in: action) ? nil : name
    }

    /// A name without its escapes.
    static func text(_ name: [UInt8]) -> String {
        let quote = [UInt8(ascii: "\"")]
        return name.contains(UInt8(ascii: "\\"))
            ? JSONText(unchecked: quote + name + quote).string ?? "" : String(decoding: name, as: UTF8.self)
    }

    /// Takes the string that begins at `place`, and returns what stands between its quotes.
    private static func string(in action: UnsafeBufferPointer<UInt8>, at place: inout Int) -> Range<Int> {
        let start = place + 1
        place = start
        while place < action.count, action[place] != UInt8(ascii: "\"") {
            place += action[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        defer { place += 1 }
        return start..<min(place, action.count)
    }

    private static func skipSpace(in action: UnsafeBufferPointer<UInt8>, _ place: inout Int) {
        while place < action.count, action[place] <= UInt8(ascii: " ") { place += 1 }
    }

    /// Whether the object has a member after the one whose key ends at `place`.
    private static func hasAnotherMember(after place: Int, in action: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = place
        let end = min(action.count, place + searchLimit)
        // Most actions have no comma at all.
        guard hasComma(in: action, place..<end) else { return false }
        var depth = 0
        while place < end {
            switch action[place] {
            case UInt8(ascii: "\""):
                _ = string(in: action, at: &place)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth == 0: return true
            default: break
            }
            place += 1
        }
        return false
    }

    /// Eight bytes at a time: where one is a comma, its difference from one is 0.
    private static func hasComma(in action: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        let bytes = UnsafeRawBufferPointer(action)
        let ones: UInt64 = 0x0101_0101_0101_0101
        var place = range.lowerBound
        while place &+ 8 <= range.upperBound {
            let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let difference = word ^ (ones &* UInt64(UInt8(ascii: ",")))
            if (difference &- ones) & ~difference & (ones &<< 7) != 0 { return true }
            place &+= 8
        }
        while place < range.upperBound {
            if action[place] == UInt8(ascii: ",") { return true }
            place &+= 1
        }
        return false
    }
}
