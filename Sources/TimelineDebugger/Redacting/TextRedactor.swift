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
    private(set) var hidden: [String] = []

    /// Returns nil if the paths are not plain.
    init?(_ paths: HiddenPaths, _ pseudonyms: Pseudonyms) {
        guard let positions = PathPositions(paths) else { return nil }
        self.positions = positions
        self.pseudonyms = pseudonyms
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
        text.withBytes { bytes in
            var walk = Walk(bytes, positions)
            guard walk.value(positions.start, &self), walk.isAtEnd else { return nil }
            for (path, found) in walk.found.enumerated() where found.places > 0 {
                counts.add(places: found.places, values: found.values, truths: found.truths, at: path)
            }
            return walk.rewritten.map { JSONText(unchecked: $0) } ?? text
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

    /// One pass over a text.
    private struct Walk {
        private let text: UnsafeBufferPointer<UInt8>
        private let positions: PathPositions
        private var offset = 0
        /// What was written, and the length of the text that it replaces.
        private var output: [UInt8] = []
        private var copied = 0
        /// How often each path selects an enclosing value, and what it led to.
        private(set) var found: [(depth: Int, places: Int, values: Int, truths: Int)]
        /// The number of selections of enclosing values.
        private var depth = 0

        init(_ text: UnsafeBufferPointer<UInt8>, _ positions: PathPositions) {
            self.text = text
            self.positions = positions
            found = Array(repeating: (0, 0, 0, 0), count: positions.pathCount)
        }

        var isAtEnd: Bool { offset == text.count }

        /// The text with its replacements; nil if there are none.
        var rewritten: [UInt8]? { copied == 0 ? nil : output + text[copied...] }

        /// Passes a value. Returns false at another spelling.
        mutating func value(_ active: PathPositions.Positions, _ redactor: inout TextRedactor) -> Bool {
            guard active & positions.ends != 0 else { return inside(active, &redactor) }
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
            return inside(active, &redactor)
        }

        private mutating func inside(_ active: PathPositions.Positions, _ redactor: inout TextRedactor) -> Bool {
            switch next {
            case UInt8(ascii: "{"):
                offset += 1
                if take(UInt8(ascii: "}")) { return true }
                repeat {
                    let start = offset + 1
                    guard string(allowsEscapes: false), take(UInt8(ascii: ":")) else { return false }
                    let name = UnsafeBufferPointer(rebasing: text[start..<offset - 2])
                    guard value(positions.after(active, name), &redactor) else { return false }
                } while take(UInt8(ascii: ","))
                return take(UInt8(ascii: "}"))
            case UInt8(ascii: "["):
                offset += 1
                if take(UInt8(ascii: "]")) { return true }
                var index = 0
                repeat {
                    guard value(positions.after(active, index), &redactor) else { return false }
                    index += 1
                } while take(UInt8(ascii: ","))
                return take(UInt8(ascii: "]"))
            case UInt8(ascii: "\""):
                let start = offset
                guard string(allowsEscapes: true) else { return false }
                if depth > 0, offset - start > 2 { replace(start, &redactor) }
                return true
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = offset
                skipScalar()
                if depth > 0 { replace(start, &redactor) }
                return true
            case UInt8(ascii: "t"), UInt8(ascii: "f"):
                skipScalar()
                if depth > 0 { for path in found.indices { found[path].truths += found[path].depth } }
                return true
            case UInt8(ascii: "n"):
                skipScalar()
                return true
            default: return false
            }
        }

        private mutating func replace(_ start: Int, _ redactor: inout TextRedactor) {
            for path in found.indices { found[path].values += found[path].depth }
            output += text[copied..<start]
            output += redactor.pseudonym(text[start..<offset])
            copied = offset
        }

        private var next: UInt8 { offset < text.count ? text[offset] : 0 }

        private mutating func take(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            offset += 1
            return true
        }

        /// Passes a number or a word.
        private mutating func skipScalar() {
            while offset < text.count {
                switch text[offset] {
                case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20: return
                default: offset &+= 1
                }
            }
        }

        /// Passes a string. Returns false at an escape that an encoder does not write.
        private mutating func string(allowsEscapes: Bool) -> Bool {
            guard take(UInt8(ascii: "\"")) else { return false }
            while offset < text.count {
                let byte = text[offset]
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
