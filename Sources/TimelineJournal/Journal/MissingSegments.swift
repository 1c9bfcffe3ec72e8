/// Segments of a run that are not in its folder, though their numbers say that they were.
package struct MissingSegments: Equatable {
    let numbers: ClosedRange<Int>
    /// The first of their files, where the name of a neighbour tells it.
    let file: String?

    /// What is missing before a segment.
    ///
    /// - Parameters:
    ///   - header: The segment's own.
    ///   - name: The segment's file.
    ///   - number: The last segment before it that is there, or was dropped.
    init?(before header: Header, of name: String, after number: Int) {
        guard header.segment > number + 1 else { return nil }
        numbers = number + 1...header.segment - 1
        file = JournalFolder.name(ofSegment: number + 1, beside: name, which: header.segment)
    }

    /// `segment 2 is missing (counter-000002.jsonl)`.
    package var description: String {
        let what =
            numbers.count == 1
            ? "segment \(numbers.lowerBound) is" : "segments \(numbers.lowerBound) to \(numbers.upperBound) are"
        return "\(what) missing\(file.map { numbers.count == 1 ? " (\($0))" : " (\($0) and on)" } ?? "")"
    }

    /// The same with the steps that are gone with them: those after step `last`, up to that which the next one begins after.
    func description(after last: Int, upTo next: Int) -> String {
        guard next > last else { return description }
        return "\(description), with \(next == last + 1 ? "step \(next)" : "steps \(last + 1) to \(next)")"
    }
}
