package import TimelineKit

/// Counts by the `type` of an action of Redux, by the only key of an action's object, or by its string. Names after the first `nameLimit` share one count.
package struct ActionCounts: Sendable, CustomStringConvertible {
    package static let nameLimit = 4096
    package static let lengthLimit = 128

    /// Objects of several keys without a `type`, numbers, arrays.
    package private(set) var unnamed = 0
    package private(set) var others = 0
    /// The names in the order of their first actions, and their counts.
    private var names: [(name: String, count: Int)] = []
    private var indexes: [String: Int] = [:]
    /// Names as they are in the text, with their indexes: a cache, in which most names are found without a `String`.
    private var recent = [(text: [UInt8], index: Int)](repeating: ([], 0), count: 32)

    package init() {}

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        let range = Self.nameRange(in: text)
        if let type = Self.type(of: text, unless: range) {
            add(type, 1)
            return
        }
        guard let range else { return unnamed += 1 }
        let quoted = UnsafeBufferPointer(rebasing: text[range])
        let slot =
            (Int(quoted[1]) &+ 3 &* Int(quoted[quoted.count / 2]) &+ 5 &* Int(quoted[quoted.count - 2]) &+ quoted.count)
            & 31
        let known = recent[slot].text
        if known.count == quoted.count, known.indices.allSatisfy({ known[$0] == quoted[$0] }) {
            return names[recent[slot].index].count += 1
        }
        guard let name = Self.name(quoted) else { return unnamed += 1 }
        if let index = add(name, 1) { recent[slot] = (Array(quoted), index) }
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

    // MARK: - Names

    package static func name(of text: UnsafeBufferPointer<UInt8>) -> String? {
        let range = nameRange(in: text)
        return type(of: text, unless: range) ?? range.flatMap { name(UnsafeBufferPointer(rebasing: text[$0])) }
    }

    private static let reduxKeys = ["\"type\"", "\"meta\"", "\"error\"", "\"payload\""]

    /// The `type` of an action of Redux. Where an only key has a name of its own, the action is not parsed.
    private static func type(of text: UnsafeBufferPointer<UInt8>, unless key: Range<Int>?) -> String? {
        if text.first != UInt8(ascii: "{") { return nil }
        if let key, !reduxKeys.contains(where: { text[key].elementsEqual($0.utf8) }) { return nil }
        return JSON(beginningOf: text)?.object?.typeName
    }

    private static func name(_ quoted: UnsafeBufferPointer<UInt8>) -> String? {
        let inside = quoted[1..<max(1, quoted.count - 1)]
        return inside.contains(UInt8(ascii: "\\"))
            ? (try? JSON(parsing: quoted))?.string : String(decoding: inside, as: UTF8.self)
    }

    /// If the first value is longer, its key counts as the only one.
    private static let searchLimit = 1024

    private static func nameRange(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard text.count > 1 else { return nil }
        var start = 0
        if text[0] == UInt8(ascii: "{") {
            // Recorders write no white space.
            start = text[1...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? 0
        }
        guard text[start] == UInt8(ascii: "\"") else { return nil }
        let end = endOfString(in: text, from: start)
        return end - start < 2 || start > 0 && hasAnotherMember(in: text, after: end) ? nil : start..<end
    }

    private static func endOfString(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start + 1
        while place < text.count, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, text.count)
    }

    private static func hasAnotherMember(in text: UnsafeBufferPointer<UInt8>, after place: Int) -> Bool {
        var place = place
        var depth = 0
        let end = min(text.count, place + searchLimit)
        while place < end {
            switch text[place] {
            case UInt8(ascii: "\""):
                place = endOfString(in: text, from: place)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return false }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return true
            default: break
            }
            place += 1
        }
        return false
    }
}

extension JSONObject {
    /// The name of an action of Redux.
    package var typeName: String? { self["type"].flatMap { $0.string ?? $0.number?.text } }
}

extension JSONText {
    /// The names of an action and of the actions nested in its `action` members, the outermost first: `screen › draftChanged`.
    package var actionType: String {
        // Most actions hold none, and need not be parsed.
        if withBytes(Self.holdsAction) {
            var names: [String] = []
            var action: JSON? = value
            while case .object(let object) = action, object.count == 1, let member = object.members.first {
                names.append(member.key)
                action = member.value.object?["action"]
            }
            if let name = action?.string ?? action?.object?.typeName { names.append(name) }
            if names.count > 1 { return names.joined(separator: " › ") }
        }
        return withBytes { ActionCounts.name(of: $0) } ?? ""
    }

    private static let actionMember = Array("\"action\":".utf8)

    /// `firstRange(of:)` took a third of the time of a page.
    private static func holdsAction(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let name = actionMember
        var index = 0
        while index + name.count <= text.count {
            if text[index] == name[0], text[index + 1] == name[1], text[index...].starts(with: name) { return true }
            index += 1
        }
        return false
    }
}
