/// A class, as copies of it would be code in every app.
package final class SegmentSequence {
    package private(set) var segments: [Segment]
    /// Without the key `checksums` unless all segments have it.
    package let header: Header
    /// The last segments, if they were not begun.
    package let cutSegments: [Damage]
    private let first: Header
    /// The last header says the most: a segment's own header was written before the segment was the first that is left.
    private var dropped = (segments: 0, through: 0)

    /// With `salvage`, a later segment with a damaged header stays, as damage, and so does one that was not begun.
    package init(_ segments: [Segment], recovery: Recovery = .tail) throws(JournalError) {
        var segments = segments
        var cutSegments: [Damage] = []
        while recovery != .salvage, segments.count > 1, let damage = try segments[segments.count - 1].damageIfCut() {
            segments.removeLast()
            cutSegments.insert(damage, at: 0)
        }
        self.cutSegments = cutSegments
        first = try segments[0].header()
        var last = 0
        for number in segments.indices {
            let name = segments[number].name
            let header: Header
            do throws(JournalError) { header = number == 0 ? first : try segments[number].header() } catch {
                // Without its header, it is unknown whose lines these are. The next segment begins with a snapshot.
                guard recovery == .salvage, let damage = error.headerDamage(in: name) else { throw error }
                segments[number].headerDamage = damage
                continue
            }
            guard header.session == first.session else {
                throw .notATimeline(
                    file: name, line: 1, byte: 0,
                    reason: "it is of another run than \(segments[0].name), though named as its next segment")
            }
            segments[number].hasChecksums = header.hasChecksums
            if number > 0 { segments[number].missing = MissingSegments(before: header, of: name, after: last) }
            last = header.segment
            if let note = header.object["dropped"]?.object, let count = note["segments"]?.countable,
                let through = note["through"]?.countable, count > dropped.segments
            {
                dropped = (count, through)
            }
        }
        self.segments = segments
        let haveChecksums = segments.allSatisfy { $0.hasChecksums || $0.headerDamage != nil }
        header = first.hasChecksums && !haveChecksums ? first.withoutChecksums : first
    }

    package func missingStart(before step: Int) -> Damage? {
        let name = segments[0].name
        guard let missing = MissingSegments(before: first, of: name, after: dropped.segments) else { return nil }
        return Damage(
            file: name, line: 1, byte: 0,
            reason: "this is segment \(first.segment); " + missing.description(after: dropped.through, upTo: step)
                + ", and no header says that \(missing.numbers.count == 1 ? "it was" : "they were") dropped",
            kind: .missing)
    }
}

package struct MissingSegments: Equatable, Sendable {
    let numbers: ClosedRange<Int>
    let file: String?

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

    func description(after last: Int, upTo next: Int) -> String {
        guard next > last else { return description }
        return "\(description), with \(next == last + 1 ? "step \(next)" : "steps \(last + 1) to \(next)")"
    }
}

extension JournalError {
    fileprivate func headerDamage(in file: String) -> Damage? {
        let consequence = "; without its header, the whole file is left out"
        return switch self {
        case .empty: Damage(file: file, line: 1, byte: 0, reason: "the file is empty")
        case .notATimeline(_, let line, let byte, let reason):
            Damage(file: file, line: line, byte: byte, reason: reason + consequence)
        case .notUnpacked(_, let reason): Damage(file: file, line: 1, byte: 0, reason: reason + consequence)
        default: nil
        }
    }
}
