package import TimelineKit

/// A place in a timeline, as people type it: `17`, `end`, `-5` (from the end), `@12.5s`, `%name` (a mark).
package enum Position: Equatable, Sendable {
    case seq(Int)
    case end
    case beforeEnd(Int)
    case at(Moment)
    case mark(String)

    package static let forms = "a step such as 17, end, -5 (five before the end), @12.5s, or %name (a mark)"

    package init(parsing text: String) throws(PositionError) {
        if text == "end" {
            self = .end
        } else if text.hasPrefix("%"), text.count > 1 {
            self = .mark(String(text.dropFirst()))
        } else if text.hasPrefix("@"), text.hasSuffix("s"),
            let number = JSONNumber(text: String(text.dropFirst().dropLast())), let at = Moment(seconds: number.double)
        {
            self = .at(at)
        } else if text.hasPrefix("-"), let steps = Int(text.dropFirst()), text.dropFirst().allSatisfy(\.isNumber) {
            self = .beforeEnd(steps)
        } else if let seq = Int(text), text.allSatisfy(\.isNumber) {
            self = .seq(seq)
        } else {
            throw .malformed(text)
        }
    }

    /// Of two marks with one name, the later counts.
    ///
    /// - Parameter last: By default the last step whose state is known. A list of steps has one more, whose reducer never returned.
    package func resolve(in journal: Journal, upTo last: Int? = nil) throws -> Int {
        let last = last ?? journal.end
        switch self {
        case .end: return journal.end
        case .seq(let seq): return try check(seq, in: journal, last)
        case .beforeEnd(let steps): return try check(journal.end - steps, in: journal, last)
        case .at(let at):
            if at > journal.lastAt {
                let end = try journal.endAt()
                if at > end { throw PositionError.afterEnd(at, file: journal.name, end: end) }
            }
            return try min(journal.step(at: at), journal.end)
        case .mark(let name):
            let marks = try journal.index.marks
            guard let mark = marks.last(where: { $0.name == name }) else {
                throw PositionError.noMark(name, file: journal.name, marks: marks.map(\.name))
            }
            return try check(mark.seq, in: journal, last)
        }
    }

    private func check(_ seq: Int, in journal: Journal, _ last: Int) throws(PositionError) -> Int {
        if seq == journal.unreturned, seq > last { throw .unreturned(seq, file: journal.name) }
        guard (journal.first...last).contains(seq) else {
            throw .outOfRange(self, file: journal.name, range: journal.first...last)
        }
        return seq
    }
}

extension Position: CustomStringConvertible {
    package var description: String {
        switch self {
        case .seq(let seq): "\(seq)"
        case .end: "end"
        case .beforeEnd(let steps): "-\(steps)"
        case .at(let at): "@\(at)s"
        case .mark(let name): "%\(name)"
        }
    }
}

package enum PositionError: Error, Equatable, CustomStringConvertible {
    case malformed(String)
    case outOfRange(Position, file: String, range: ClosedRange<Int>)
    case afterEnd(Moment, file: String, end: Moment)
    case noMark(String, file: String, marks: [String])
    case unreturned(Int, file: String)

    package var description: String {
        switch self {
        case .malformed(let text): "\"\(text)\" is no position. A position is \(Position.forms)."
        case .outOfRange(let position, let file, let range):
            "there is no position \(position) in \(file): it has positions \(range.lowerBound) to \(range.upperBound)"
        case .afterEnd(let at, let file, let end): "there is no position @\(at)s in \(file): it ends at @\(end)s"
        case .noMark(let name, let file, let marks):
            "there is no mark \"\(name)\" in \(file): "
                + (marks.isEmpty
                    ? "it has no marks" : "its marks are \(marks.map { "\"\($0)\"" }.joined(separator: ", "))")
        case .unreturned(let seq, let file):
            "there is no state after step \(seq) of \(file): its reducer never returned. Ask for \(seq - 1), or for end."
        }
    }
}
