internal import TimelineJSON
internal import TimelineJournal

/// The size of a bundle for each possible first position. Takes one pass over the journal; memory grows with the number of lines.
struct BundleSizes {
    /// For each line, the first position at which a bundle can begin without it, and the bytes of this and all later lines. Sorted.
    private var kept: [(bound: Int, bytes: Int)] = []
    /// The times of the steps, which never decrease. Sorted.
    private var moments: [(seq: Int, at: Moment)] = []
    /// A bundle that begins below this position keeps a recorded snapshot of its last state.
    private(set) var confirmedBelow = Int.min
    private(set) var lastAt = Moment.zero
    /// The sites of the steps, with the last step of each.
    private var sites: [Site: Int] = [:]
    /// Of the step after the last state, which its confirmation comes before.
    private(set) var lastSite: Site?

    init(_ journal: any ReplayableJournal, from start: Int, end: Int) throws(JournalError) {
        var filter = BundleFilter()
        var table = SiteTable()
        var lines = try journal.lines(fromSnapshotBeforeStep: start + 1)
        while let line = try lines.next() {
            table.add(line.content)
            switch line.content {
            case .step(let step):
                if let site = table[step] {
                    if step.seq > end { lastSite = site }
                    sites[site] = step.seq
                }
                moments.append((step.seq, step.at))
                if step.seq <= end { lastAt = step.at }
            case .snapshot(let snapshot): moments.append((snapshot.seq, snapshot.at))
            case .gap(let gap): moments.append((gap.seq, gap.at))
            default: break
            }
            guard let bound = filter.firstPositionDropping(line.content), bound > start else { continue }
            kept.append((bound, line.bytes.count + 1))
            if case .snapshot(let snapshot) = line.content, snapshot.seq == end { confirmedBelow = bound }
        }
        moments = moments.sortedIndexes { moments[$0] < moments[$1] }.map { moments[$0] }
        // A snapshot may have a later time than the next step.
        for index in moments.indices.dropLast().reversed() {
            moments[index].at = min(moments[index].at, moments[index + 1].at)
        }
        kept = kept.sortedIndexes { kept[$0].bound < kept[$1].bound }.map { kept[$0] }
        for index in kept.indices.dropLast().reversed() { kept[index].bytes += kept[index + 1].bytes }
    }

    func lines(from first: Int) -> Int {
        let index = kept.partitioningIndex { $0.bound > first }
        return index < kept.count ? kept[index].bytes : 0
    }

    /// The sites of steps after `first` whose own lines come before it.
    func siteLines(at first: Int) -> [UInt8] {
        sites.filter { $0.key.seq < first && $0.value > first }.keys.sorted { $0.number < $1.number }
            .flatMap { line(of: $0, at: first) }
    }

    func line(of site: Site, at seq: Int) -> [UInt8] {
        LineWriter.site(
            Site(seq: seq, at: moment(of: seq), number: site.number, file: site.file, line: site.line))
    }

    func moment(of first: Int) -> Moment {
        let index = moments.partitioningIndex { $0.seq > first }
        return index > 0 ? moments[index - 1].at : .zero
    }
}

/// A bundle keeps the steps, generated values, marks, cancellations, sites and gaps after its first state, and snapshots after opaque steps and gaps.
struct BundleFilter {
    /// After a gap or an opaque step, the first step whose snapshot makes the state known again.
    private var unknownUpTo: Int?

    /// The first position at which a bundle can begin without the line; nil if no bundle keeps it. Takes the lines in file order.
    mutating func firstPositionDropping(_ line: Line) -> Int? {
        switch line {
        case .step(let step):
            if step.isOpaque { unknownUpTo = step.seq } else if step.isSet { unknownUpTo = nil }
            return step.seq
        case .gap(let gap):
            unknownUpTo = gap.through
            return gap.through
        case .generated(let generated): return generated.seq
        case .mark(let mark): return mark.seq + 1
        case .site(let site): return site.seq + 1
        case .canceled(let canceled): return canceled.seq + 1
        case .snapshot(let snapshot):
            guard let unknown = unknownUpTo, snapshot.seq >= unknown else { return nil }
            unknownUpTo = nil
            return unknown
        default: return nil
        }
    }
}
