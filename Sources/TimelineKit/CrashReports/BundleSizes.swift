internal import TimelineJournal

/// How many bytes the lines of a bundle take for each position it may begin at: one reading of the journal, then sums.
///
/// Memory grows by an entry for each line that is kept, not with their bytes nor with the steps that a gap leaves out.
struct BundleSizes {
    /// Lines that are kept by a bundle which begins below `border`, with the bytes of these and all later ones. Sorted.
    private var kept: [(border: Int, bytes: Int)] = []
    /// When the steps on file were, none of them after the next. Sorted.
    private var moments: [(seq: Int, at: Moment)] = []
    /// A bundle that begins below this has a recorded snapshot of its last state among its lines.
    private(set) var confirmedBelow = Int.min
    /// When the step was that the confirming state follows.
    private(set) var lastAt = Moment.zero

    /// - Parameters:
    ///   - start: The first position that will be asked about.
    ///   - end: The position of the state that confirms.
    init(_ journal: Journal, from start: Int, end: Int) throws(JournalError) {
        var filter = BundleFilter()
        var lines = journal.lines(fromStep: start)
        while let line = try lines.next() {
            switch line.content {
            case .step(let step):
                moments.append((step.seq, step.at))
                if step.seq <= end { lastAt = step.at }
            case .snapshot(let snapshot): moments.append((snapshot.seq, snapshot.at))
            case .gap(let gap): moments.append((gap.seq, gap.at))
            default: break
            }
            guard let border = filter.keepsBelow(line.content), border > start else { continue }
            kept.append((border, line.bytes.count + 1))
            if case .snapshot(let snapshot) = line.content, snapshot.seq == end { confirmedBelow = border }
        }
        moments.sort { $0 < $1 }
        // A state may bear a later time than the step after it: only steps are held against each other.
        for index in moments.indices.dropLast().reversed() {
            moments[index].at = min(moments[index].at, moments[index + 1].at)
        }
        kept.sort { $0.border < $1.border }
        for index in kept.indices.dropLast().reversed() { kept[index].bytes += kept[index + 1].bytes }
    }

    /// The bytes of the lines after the first state, in a bundle that begins at `first`.
    func lines(from first: Int) -> Int {
        let index = Self.firstIndex(kept.count) { kept[$0].border > first }
        return index < kept.count ? kept[index].bytes : 0
    }

    /// When the step of the first state was.
    func moment(of first: Int) -> Moment {
        let index = Self.firstIndex(moments.count) { moments[$0].seq > first }
        return index > 0 ? moments[index - 1].at : .zero
    }

    /// The first of `count` places that is past a border, as each one after it is; `count` where none is.
    static func firstIndex(_ count: Int, where isPast: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isPast(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
