package struct Damage: Equatable, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// A line, or the beginning or end of a file, is not what the format says.
        case line
        /// The last line has no LF: it was being written when the run ended. Or a segment was not begun.
        case torn
        /// The end of a packed file is missing.
        case cut
        /// The first segments are missing.
        case missing
    }

    package let kind: Kind
    /// The path of the file as the caller gave it, or another name, such as `standard input`.
    package let file: String
    package let line: Int
    /// The byte offset in the file, after unpacking, starting at 0.
    package let byte: Int
    package let reason: String

    package init(file: String, line: Int, byte: Int, reason: String, kind: Kind = .line) {
        (self.file, self.line, self.byte, self.reason, self.kind) = (file, line, byte, reason, kind)
    }

    /// The end of a file is missing, and what comes before it is sound.
    package var isOfEnd: Bool { kind == .torn || kind == .cut }

    package func renamed(_ name: (_ file: String) -> String) -> Damage {
        Damage(file: name(file), line: line, byte: byte, reason: reason, kind: kind)
    }

    package var description: String { "\(file), line \(line), byte \(byte): \(reason)" }

    /// One text for lines that follow each other and are damaged for the same reason:
    /// `run.jsonl, lines 10 to 12, from byte 631, each: the line is blank`.
    ///
    /// - Parameter count: Of all damage, the first of which is given.
    package static func runs(_ damage: [Damage], of count: Int, limit: Int = .max) -> [String] {
        var runs: [(first: Damage, count: Int)] = []
        for place in damage {
            if let (first, count) = runs.last, place.file == first.file, place.reason == first.reason,
                place.line == first.line + count
            {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((place, 1))
            }
        }
        let shown = runs.prefix(limit)
        let more = count - shown.reduce(0) { $0 + $1.count }
        return shown.map { first, count in
            guard count > 1 else { return first.description }
            let lines = "lines \(first.line) to \(first.line + count - 1)"
            return "\(first.file), \(lines), from byte \(first.byte), each: \(first.reason)"
        } + (more > 0 ? ["and \(more) more"] : [])
    }
}
