internal import TimelineKit
internal import TimelineReplay

/// Replaces what Redux DevTools writes, with the library jsan, for values that JSON does not have: `{"$jsan":"u"}` is undefined. As with
/// `JSON.stringify`, undefined values and functions are absent from an object, and null in an array. A reference to a value that holds
/// it is treated as a function is.
struct JSAN {
    /// Functions and circular references.
    private(set) var omitted = 0
    private let root: JSON
    /// How many bytes and values may follow: references repeat values that may have references.
    private var room: Int
    private var repeated: [String: (value: JSON?, cost: Int)] = [:]
    private let tooLarge: ForeignFileError

    init(_ root: JSON, room: Int, tooLarge: ForeignFileError) {
        (self.root, self.room, self.tooLarge) = (root, room, tooLarge)
    }

    /// - Returns: nil if the value is undefined.
    mutating func restored() throws -> JSON? { try restored(root, at: [], depth: 1) }

    private mutating func restored(_ value: JSON, at place: [JSONLocation.Component], depth: Int) throws -> JSON? {
        room -= 1 + (value.string?.utf8.count ?? 0)
        guard depth <= JSON.depthLimit, room >= 0 else { throw tooLarge }
        switch value {
        case .array(let elements):
            return .array(
                try elements.enumerated().map { try restored($1, at: place + [.index($0)], depth: depth + 1) ?? .null })
        case .object(let object):
            if object.count == 1, let code = object["$jsan"]?.string {
                return try restored(code: code, at: place, depth: depth)
            }
            return .object(
                JSONObject(
                    try object.members.compactMap { member in
                        room -= member.key.utf8.count
                        return try restored(member.value, at: place + [.name(member.key)], depth: depth + 1)
                            .map { .init(key: member.key, value: $0) }
                    }))
        default: return value
        }
    }

    private mutating func restored(code: String, at place: [JSONLocation.Component], depth: Int) throws -> JSON? {
        let text = String(code.dropFirst())
        switch code.first {
        case "u": return nil
        case "$":
            // Digits may be a name without quotes.
            let path = code.replacing(/("(?:[^\\"]|\\.)*")|\.(\d\w*)/) { $0.1.map { "\($0)" } ?? "['\($0.2 ?? "")']" }
            guard let node = try? JSONPath(parsing: path).nodes(in: root).first else {
                return nil
            }
            guard !place.starts(with: node.path.steps) else {
                omitted += 1
                return nil
            }
            if let (copy, cost) = repeated[code] {
                room -= cost
                if room < 0 { throw tooLarge }
                return copy
            }
            let before = room
            let copy = try restored(node.value, at: node.path.steps, depth: depth + 1)
            repeated[code] = (copy, before - room)
            return copy
        case "f":
            omitted += 1
            return nil
        case "d":
            // As `Date.toJSON`: null if it is no time, and milliseconds.
            guard let time = JSONNumber(text: text)?.int64, 0..<UTCTime.limit / 1000 ~= time else { return .null }
            return .string("\(SystemInfo.timestamp(time * 1000).prefix(23))Z")
        case "r":
            let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            return .string("/\(parts.last ?? "")/\(parts.count > 1 ? parts[0] : "")")
        case "m", "l": return try (try? JSON(parsing: text)).flatMap { try restored($0, at: place, depth: depth + 1) }
        case "n": return "NaN"
        case "i": return "Infinity"
        case "y": return "-Infinity"
        case "e", "s", "g": return .string(text)
        default: return ["$jsan": .string(code)]
        }
    }
}
