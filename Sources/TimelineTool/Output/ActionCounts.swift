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
    private var named: [String: Int] = [:]

    mutating func add(_ line: Line) {
        guard case .step(let step) = line, case .action(let text) = step.change else { return }
        guard let name = text.withBytes(Self.name) else { return unnamed += 1 }
        if let index = named.index(forKey: name) {
            named.values[index] += 1
        } else if named.count < Self.nameLimit, name.utf8.count <= Self.lengthLimit {
            named[name] = 1
        } else {
            others += 1
        }
    }

    /// The names by descending count, then by name; nil counts the actions without a name.
    var sorted: [(name: String?, count: Int)] {
        var rows = named.map { (name: Optional($0.key), count: $0.value) }
        if unnamed > 0 { rows.append((nil, unnamed)) }
        return rows.sorted { $0.count != $1.count ? $0.count > $1.count : $0.name ?? "" < $1.name ?? "" }
    }

    // MARK: - Names

    /// The number of bytes after the first key that are searched for a second one. Where the first value is longer, its key
    /// counts as the only one.
    private static let searchLimit = 1024

    /// The name of an action in valid JSON, found without building a value.
    private static func name(of action: UnsafeBufferPointer<UInt8>) -> String? {
        guard let start = action.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let isObject = action[0] == UInt8(ascii: "{")
        guard isObject || start == 0 else { return nil }
        let end = endOfString(in: action, from: start)
        if isObject, hasAnotherMember(in: action, after: end) { return nil }
        let inside = action[start + 1..<max(start + 1, end - 1)]
        return inside.contains(UInt8(ascii: "\\"))
            ? JSONText(unchecked: action[start..<end]).string : String(decoding: inside, as: UTF8.self)
    }

    /// The index after the string whose opening quote is at `start`.
    private static func endOfString(in action: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start + 1
        while place < action.count, action[place] != UInt8(ascii: "\"") {
            place += action[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, action.count)
    }

    /// Whether the object has a member after the one whose key ends at `place`.
    private static func hasAnotherMember(in action: UnsafeBufferPointer<UInt8>, after place: Int) -> Bool {
        var place = place
        let end = min(action.count, place + searchLimit)
        // Most actions have no comma at all.
        guard action[place..<end].contains(UInt8(ascii: ",")) else { return false }
        var depth = 0
        while place < end {
            switch action[place] {
            case UInt8(ascii: "\""):
                place = endOfString(in: action, from: place)
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
}
