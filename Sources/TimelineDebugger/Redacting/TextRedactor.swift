internal import TimelineJSON
internal import TimelineKit

/// Replaces the values at plain paths in JSON text by pseudonyms. Gives the same text as `HiddenPaths.hide`, without making a value
/// of it, and counts the same.
struct TextRedactor {
    private let positions: PathPositions
    private let pseudonyms: Pseudonyms
    /// The pseudonyms of values, by their text.
    private var known: [ExactString: [UInt8]] = [:]
    private static let knownLimit = 10_000
    /// The texts that were replaced: each at least once.
    private var hidden: [String] = []
    /// How often each path selects an enclosing value, and what it led to in the current text.
    private var found: [(depth: Int, places: Int, values: Int, truths: Int)]
    /// The number of selections of enclosing values.
    private var depth = 0
    /// What was written for the current text, and the length of the text that it replaces.
    private var output: [UInt8] = []
    private var copied = 0

    /// Returns nil if the paths are not plain.
    init?(_ paths: HiddenPaths, _ pseudonyms: Pseudonyms) {
        guard let positions = PathPositions(paths) else { return nil }
        self.positions = positions
        self.pseudonyms = pseudonyms
        found = Array(repeating: (0, 0, 0, 0), count: positions.pathCount)
    }

    /// Returns the texts that were replaced since the last call.
    mutating func takeHidden() -> [String] {
        defer { hidden = [] }
        return hidden
    }

    /// Returns the text with pseudonyms at the paths; nil if it is spelled in another way than `JSONCoding` spells it.
    ///
    /// - Parameter counts: What the paths lead to is added. Unchanged if the result is nil.
    mutating func hide(in text: JSONText, _ counts: inout PathCounts) -> JSONText? {
        (depth, copied) = (0, 0)
        output.removeAll(keepingCapacity: true)
        for path in found.indices { found[path] = (0, 0, 0, 0) }
        return text.withBytes { bytes in
            var walk = Walk(bytes)
            guard value(positions.start, &walk), walk.isAtEnd else { return nil }
            for (path, found) in found.enumerated() where found.places > 0 {
                counts.add(places: found.places, values: found.values, truths: found.truths, at: path)
            }
            return copied == 0 ? text : JSONText(unchecked: output + bytes[copied...])
        }
    }

    /// The pseudonym of the text or number with this text.
    private mutating func pseudonym(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        let key = ExactString(String(decoding: text, as: UTF8.self))
        if let made = known[key] { return made }
        guard let value = try? JSON(parsing: key.text) else { preconditionFailure("text that was checked is not JSON") }
        if let text = value.string { hidden.append(text) }
        let made = pseudonyms.of(value).text
        if known.count >= Self.knownLimit { known = [:] }
        known[key] = made
        return made
    }

    // MARK: - Walking

    /// Passes a value. Returns false at another spelling.
    private mutating func value(_ active: PathPositions.Positions, _ text: inout Walk) -> Bool {
        guard active & positions.ends != 0 else { return inside(active, &text) }
        let paths = positions.paths(at: active)
        for path in paths {
            found[path].depth += 1
            found[path].places += 1
        }
        depth += paths.count
        defer {
            depth -= paths.count
            for path in paths { found[path].depth -= 1 }
        }
        return inside(active, &text)
    }

    private mutating func inside(_ active: PathPositions.Positions, _ text: inout Walk) -> Bool {
        let start = text.offset
        switch text.next {
        case UInt8(ascii: "{"):
            text.skip()
            if text.take(UInt8(ascii: "}")) { return true }
            repeat {
                guard let name = text.name(), value(positions.after(active, name), &text) else { return false }
            } while text.take(UInt8(ascii: ","))
            return text.take(UInt8(ascii: "}"))
        case UInt8(ascii: "["):
            text.skip()
            if text.take(UInt8(ascii: "]")) { return true }
            var index = 0
            repeat {
                guard value(positions.after(active, index), &text) else { return false }
                index += 1
            } while text.take(UInt8(ascii: ","))
            return text.take(UInt8(ascii: "]"))
        case UInt8(ascii: "\""):
            guard text.string(allowsEscapes: true) else { return false }
            if depth > 0, text.offset - start > 2 { replace(text.bytes[start..<text.offset], in: text.bytes) }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            text.skipScalar()
            if depth > 0 { replace(text.bytes[start..<text.offset], in: text.bytes) }
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            text.skipScalar()
            if depth > 0 { for path in found.indices { found[path].truths += found[path].depth } }
        case UInt8(ascii: "n"): text.skipScalar()
        default: return false
        }
        return true
    }

    private mutating func replace(_ value: Slice<UnsafeBufferPointer<UInt8>>, in text: UnsafeBufferPointer<UInt8>) {
        for path in found.indices { found[path].values += found[path].depth }
        output += text[copied..<value.startIndex]
        output += pseudonym(value)
        copied = value.endIndex
    }

    /// A position in a text.
    private struct Walk {
        let bytes: UnsafeBufferPointer<UInt8>
        private(set) var offset = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        var isAtEnd: Bool { offset == bytes.count }
        var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

        mutating func skip() { offset += 1 }

        mutating func take(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            offset += 1
            return true
        }

        /// Passes the name of a member and its colon; nil at another spelling.
        mutating func name() -> UnsafeBufferPointer<UInt8>? {
            let start = offset + 1
            guard string(allowsEscapes: false), take(UInt8(ascii: ":")) else { return nil }
            return UnsafeBufferPointer(rebasing: bytes[start..<offset - 2])
        }

        /// Passes a number or a word.
        mutating func skipScalar() {
            while offset < bytes.count {
                switch bytes[offset] {
                case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20: return
                default: offset &+= 1
                }
            }
        }

        /// Passes a string. Returns false at an escape that an encoder does not write.
        mutating func string(allowsEscapes: Bool) -> Bool {
            guard take(UInt8(ascii: "\"")) else { return false }
            while offset < bytes.count {
                let byte = bytes[offset]
                offset &+= 1
                if byte == UInt8(ascii: "\"") { return true }
                guard byte == UInt8(ascii: "\\") else { continue }
                guard allowsEscapes, next != UInt8(ascii: "u"), next != UInt8(ascii: "/") else { return false }
                offset &+= 1
            }
            return false
        }
    }
}
