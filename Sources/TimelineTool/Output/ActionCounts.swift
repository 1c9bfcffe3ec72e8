internal import TimelineJSON
internal import TimelineJournal

/// The number of occurrences of each action in a recording, by name. Pure: lines in, counts out.
///
/// The name of an action is the only key of its object, as `Codable` encodes an enum case, or the string that it is. Memory
/// is bounded: names after the first `nameLimit` share one count.
struct ActionCounts {
    /// The number of names with a count of their own.
    static let nameLimit = 4096
    /// The maximum length of such a name, in bytes.
    static let lengthLimit = 128

    /// The number of actions without a name: objects of several keys, numbers, arrays.
    private(set) var unnamed = 0
    /// The number of actions whose names have no count of their own.
    private(set) var others = 0
    /// The bytes of all names, in the order of their first occurrence.
    private var letters: [UInt8] = []
    /// The start of each name in `letters`, and its number of occurrences.
    private var names: [(start: Int, count: Int)] = []
    /// The index of each name.
    private var indices: [[UInt8]: Int] = [:]
    /// The index of the last name in each slot, to find common names without hashing. The count is a power of two.
    private var recent = [Int](repeating: -1, count: 64)

    mutating func add(_ line: Line) {
        guard case .step(let step) = line, case .action(let text) = step.change else { return }
        text.withBytes { bytes in
            guard let range = ActionName.range(in: bytes) else { return unnamed += 1 }
            add(UnsafeBufferPointer(rebasing: bytes[range]))
        }
    }

    private mutating func add(_ name: UnsafeBufferPointer<UInt8>) {
        guard name.count <= Self.lengthLimit else { return others += 1 }
        let slot = (Int(name.last ?? 0) &* 7 &+ Int(name.first ?? 0) &+ name.count) & (recent.count - 1)
        let index = recent[slot]
        if index >= 0, isName(index, name) { return names[index].count += 1 }
        let bytes = Array(name)
        if let index = indices[bytes] {
            recent[slot] = index
            names[index].count += 1
        } else if names.count < Self.nameLimit {
            recent[slot] = names.count
            indices[bytes] = names.count
            names.append((letters.count, 1))
            letters += bytes
        } else {
            others += 1
        }
    }

    private func range(_ index: Int) -> Range<Int> {
        names[index].start..<(index + 1 < names.count ? names[index + 1].start : letters.count)
    }

    private func isName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = range(index)
        guard range.count == name.count else { return false }
        return letters.withUnsafeBufferPointer { letters in
            var place = 0
            while place < name.count, letters[range.lowerBound &+ place] == name[place] { place &+= 1 }
            return place == name.count
        }
    }

    /// The names by descending count, then by name; nil counts the actions without a name.
    var sorted: [(name: String?, count: Int)] {
        var rows = names.indices.map { index in
            (name: Optional(ActionName.text(Array(letters[range(index)]))), count: names[index].count)
        }
        if unnamed > 0 { rows.append((nil, unnamed)) }
        return rows.sorted { $0.count != $1.count ? $0.count > $1.count : $0.name ?? "" < $1.name ?? "" }
    }
}

/// Finds the name of an action in valid JSON without building a value.
private enum ActionName {
    /// The number of bytes after the first key that are searched for a second one. Where the first value is longer, its key
    /// counts as the only one.
    private static let searchLimit = 1024

    /// The range of the name, without its quotes and with its escapes; nil where the action has none.
    static func range(in action: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var place = 0
        switch action.first {
        case UInt8(ascii: "\""): return string(in: action, at: &place)
        case UInt8(ascii: "{"): break
        default: return nil
        }
        place = 1
        while place < action.count, action[place] <= UInt8(ascii: " ") { place += 1 }
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

    /// Skips the string that begins at `place`, and returns the range between its quotes.
    private static func string(in action: UnsafeBufferPointer<UInt8>, at place: inout Int) -> Range<Int> {
        let start = place + 1
        place = start
        while place < action.count, action[place] != UInt8(ascii: "\"") {
            place += action[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        defer { place += 1 }
        return start..<min(place, action.count)
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

    /// Tests eight bytes at a time: a byte that is a comma differs from one in no bit.
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
