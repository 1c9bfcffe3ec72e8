/// Counts of actions by their names: see `ActionLabel`. Names after the first `nameLimit` share one count.
package struct ActionCounts: Sendable, CustomStringConvertible {
    package static let nameLimit = 4096
    package static let lengthLimit = 256

    /// Objects of several keys without a `type`, numbers, arrays.
    package private(set) var unnamed = 0
    package private(set) var others = 0
    /// The names in the order of their first actions, and their counts.
    private var names: [(name: String, count: Int)] = []
    private var indexes: [String: Int] = [:]
    /// Names as they are in the text, with their indexes: a cache, in which most names are found without a `String`.
    private var recent = [(text: [UInt8], index: Int)](repeating: ([], 0), count: 32)

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        if let range = Self.flatName(in: text) {
            add(UnsafeBufferPointer(rebasing: text[range])) { ActionLabel.string($0) }
        } else if let label = ActionLabel(beginningOf: text), let range = label.range {
            add(UnsafeBufferPointer(rebasing: text[range])) { _ in label.name(in: text) }
        } else {
            unnamed += 1
        }
    }

    private mutating func add(_ quoted: UnsafeBufferPointer<UInt8>, name: (UnsafeBufferPointer<UInt8>) -> String) {
        // FNV-1a of all bytes: names of nested actions have their beginning, their end and often their length in common.
        let slot = Int(quoted.reduce(into: UInt32(2_166_136_261)) { $0 = ($0 ^ UInt32($1)) &* 16_777_619 } >> 27)
        let known = recent[slot].text
        if known.count == quoted.count, known.indices.allSatisfy({ known[$0] == quoted[$0] }) {
            return names[recent[slot].index].count += 1
        }
        if let index = add(name(quoted), 1) { recent[slot] = (Array(quoted), index) }
    }

    @discardableResult private mutating func add(_ name: String, _ count: Int) -> Int? {
        if let index = indexes[name] {
            names[index].count += count
            return index
        }
        guard names.count < Self.nameLimit, name.utf8.count <= Self.lengthLimit else {
            others += count
            return nil
        }
        indexes[name] = names.count
        names.append((name, count))
        return names.count - 1
    }

    mutating func add(_ later: ActionCounts) {
        unnamed += later.unnamed
        others += later.others
        for (name, count) in later.names { add(name, count) }
    }

    /// The names by descending count, then by name; nil counts the actions without a name.
    package var sorted: [(name: String?, count: Int)] {
        var rows = names.map { (name: Optional($0.name), count: $0.count) }
        if unnamed > 0 { rows.append((nil, unnamed)) }
        return rows.sorted { $0.count != $1.count ? $0.count > $1.count : $0.name ?? "" < $1.name ?? "" }
    }

    package var description: String { "\(names), \(unnamed) unnamed, \(others) others" }

    // MARK: - Names that need no parse

    private static let reduxKeys = ["\"type\"", "\"meta\"", "\"error\"", "\"payload\""]

    /// If the first value is longer, its key counts as the only one.
    private static let searchLimit = 1024

    /// The place of the name, with its quotes, if it is the whole name for certain.
    private static func flatName(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        // Recorders write no white space.
        guard text.count > 1 else { return nil }
        if text[0] == UInt8(ascii: "\"") { return 0..<endOfString(in: text, from: 0) }
        guard text[0] == UInt8(ascii: "{"), text[1] == UInt8(ascii: "\"") else { return nil }
        let end = endOfString(in: text, from: 1)
        let isFlat = end > 2 && !reduxKeys.contains { text[1..<end].elementsEqual($0.utf8) } && hasOneMember(text, end)
        return isFlat ? 1..<end : nil
    }

    private static func endOfString(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start + 1
        while place < text.count, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, text.count)
    }

    /// Whether there is no other member, and none in the value that may hold another action.
    private static func hasOneMember(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        var place = start
        var depth = 0
        let end = min(text.count, start + searchLimit)
        while place < end {
            switch text[place] {
            case UInt8(ascii: "\""):
                let next = endOfString(in: text, from: place)
                if depth == 1, mayHoldAction(text[place..<next]) { return false }
                place = next
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return true }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return false
            default: break
            }
            place += 1
        }
        return true
    }

    private static func mayHoldAction(_ key: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        key.count == 4 && key.elementsEqual("\"_0\"".utf8) || key.count == 8 && key.elementsEqual("\"action\"".utf8)
    }
}
