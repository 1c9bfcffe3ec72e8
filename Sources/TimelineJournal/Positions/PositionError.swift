/// Why a position names no place.
package enum PositionError: Error, Equatable, CustomStringConvertible {
    case malformed(String)
    case outOfRange(Position, file: String, range: ClosedRange<Int>)
    case noMark(String, file: String, marks: [String])
    case unreturned(Int, file: String)
    case unreadable(JournalError)

    package var description: String {
        switch self {
        case .malformed(let text): "\"\(text)\" is no position. A position is \(Position.forms)."
        case .outOfRange(let position, let file, let range):
            "there is no position \(position) in \(file): it has positions \(range.lowerBound) to \(range.upperBound)"
        case .noMark(let name, let file, let marks):
            "there is no mark \"\(name)\" in \(file): "
                + (marks.isEmpty
                    ? "it has no marks" : "its marks are \(marks.map { "\"\($0)\"" }.joined(separator: ", "))")
        case .unreturned(let seq, let file):
            "there is no state after step \(seq) of \(file): its reducer never returned. Ask for \(seq - 1), or for end."
        case .unreadable(let error): error.description
        }
    }
}
