internal import TimelineKit

extension Damage {
    /// One text for lines that follow each other and are damaged for the same reason:
    /// `run.jsonl, lines 10 to 12, from byte 631, each: the line is blank`.
    ///
    /// - Parameter count: Of all damage, the first of which is given.
    static func runs(_ damage: [Damage], of count: Int, limit: Int = .max) -> [String] {
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
