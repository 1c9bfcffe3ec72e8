internal import TimelineJSON
internal import TimelineJournal

struct BundleCutter {
    private let journal: any ReplayableJournal
    private let ending: CrashBundle.Ending
    private let sizes: BundleSizes
    /// The state at a position; nil if it is not available. A closure, so that this type is not generic.
    private let state: (Int) throws(ReplayError) -> JSONText?
    private let end: Int
    private let isLastReduced: Bool?
    private let unlimitedFirst: Int
    /// The state at `end`, which confirms the replay of the bundle; nil if it cannot be known, or if the bundle begins there.
    private let confirming: JSONText?

    private(set) var first: Int
    private var base: JSONText
    private var isConfirmed: Bool
    private var backtrace: Backtrace?

    init(
        of journal: any ReplayableJournal, last count: Int, ending: CrashBundle.Ending, isLastStepKnown: Bool,
        state: @escaping (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) {
        let isOpen = !isLastStepKnown && journal.unreturned == nil && journal.last > journal.first
        self.journal = journal
        self.ending = ending
        self.state = state
        backtrace = ending.backtrace ?? journal.header.bundle?.backtrace
        isLastReduced = isOpen ? nil : journal.unreturned == nil
        end = isOpen ? journal.last - 1 : journal.end
        let wanted = min(max(journal.first, journal.last - max(1, count)), end)
        (first, base) = try Self.base(from: wanted, in: journal, state: state)
        unlimitedFirst = first
        do throws(ReplayError) { confirming = end > first ? try state(end) : nil } catch {
            guard error.isUnavailable else { throw error }
            confirming = nil
        }
        sizes = try ReplayError.converting(try BundleSizes(journal, from: first, end: end))
        isConfirmed = confirming != nil
    }

    var stepCount: Int { journal.last - first }

    /// In bytes.
    var size: Int {
        header().count + snapshot().count + sizes.siteLines(at: first).count + sizes.lines(from: first)
            + (confirmation()?.count ?? 0)
    }

    private func header() -> [UInt8] {
        let before = journal.header.bundle
        let note = BundleNote(
            states: stepCount, asked: first > unlimitedFirst ? journal.last - unlimitedFirst : nil,
            lastSeq: journal.last,
            lastReduced: isLastReduced, signal: ending.signal ?? before?.signal,
            exitStatus: ending.exitStatus ?? before?.exitStatus, backtrace: backtrace,
            other: before?.other ?? JSONObject())
        return LineWriter.header(journal.header.adding(note))
    }

    private func snapshot() -> [UInt8] {
        LineWriter.snapshot(Snapshot(seq: first, at: sizes.moment(of: first), state: base))
    }

    private func confirmation() -> [UInt8]? {
        guard isConfirmed, let confirming, first < end, first >= sizes.confirmedBelow else { return nil }
        return LineWriter.snapshot(Snapshot(seq: end, at: sizes.lastAt, state: confirming))
            + (sizes.lastSite.map { sizes.line(of: $0, at: end) } ?? [])
    }

    // MARK: - The limit

    /// Drops the confirming state, outer frames, the oldest steps, then the whole backtrace; false if nothing more can be dropped.
    mutating func shrink(to limit: Int) throws(ReplayError) -> Bool {
        if fit(limit) { return true }
        backtrace = backtrace?.cut(to: limit / 4)
        if try shrinkSteps(to: limit) { return true }
        // The last step is more useful than the backtrace.
        backtrace = nil
        return fit(limit)
    }

    /// The earliest position at which the bundle fits. The first tries are exact and go forward. Then the distance doubles, and a binary
    /// search follows, since each try may replay much: where states shrink and grow, it may find a later position.
    private mutating func shrinkSteps(to limit: Int) throws(ReplayError) -> Bool {
        let last = min(end, journal.last - 1)
        guard first < last else { return fit(limit) }
        // No state is needed for positions whose lines alone are too large.
        var low = (first..<last).partitioningIndex { sizes.lines(from: $0 + 1) <= limit }
        var (high, step, tries) = (last, 0, 0)
        var best: Self?
        while low <= high {
            let middle = best == nil ? min(low + step, high) : low + (high - low) / 2
            if try !move(to: middle) {
                high = middle - 1
            } else if fit(limit) {
                best = self
                high = middle - 1
            } else {
                tries += 1
                (low, step) = (max(first, middle) + 1, tries < 64 ? 0 : 2 * step + 1)
            }
        }
        guard let best else { return false }
        self = best
        return true
    }

    /// Moves to the first position at or after `position` whose state can be known.
    private mutating func move(to position: Int) throws(ReplayError) -> Bool {
        do throws(ReplayError) {
            let (seq, text) = try Self.base(from: position, in: journal, state: state)
            guard seq <= min(end, journal.last - 1) else { return false }
            (first, base) = (seq, text)
            return true
        } catch {
            guard error.isUnavailable else { throw error }
            return false
        }
    }

    private mutating func fit(_ limit: Int) -> Bool {
        isConfirmed = confirming != nil
        let whole = size
        if whole <= limit { return true }
        let confirmation = confirmation()?.count ?? 0
        isConfirmed = false
        return whole - confirmation <= limit
    }

    // MARK: - States

    private static func base(
        from position: Int, in journal: any ReplayableJournal, state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> (Int, JSONText) {
        var first = position
        while true {
            do throws(ReplayError) {
                // No bundle can begin inside a gap, even if the state is known: its `gap` line would begin before the first position.
                let isInsideGap = try ReplayError.converting(try journal.isInsideGap(first))
                if !isInsideGap, let base = try state(first) { return (first, base) }
                throw ReplayError(.unavailable(seq: first, file: journal.name, reason: "it was not recorded"))
            } catch {
                guard error.isUnavailable else { throw error }
                let next = try ReplayError.converting(try journal.checkpoint(after: first))
                guard let next, next.seq <= journal.end else { throw error }
                first = next.seq
            }
        }
    }

    // MARK: - The file

    func bytes() throws(ReplayError) -> [UInt8] {
        var bytes = header() + snapshot()
        bytes.reserveCapacity(size)
        bytes += sizes.siteLines(at: first)
        // The offset at which to insert the confirming state: before later steps, but never before an earlier state.
        var offset: Int?
        var filter = BundleFilter()
        var lines = try ReplayError.converting(try journal.lines(fromStep: first))
        while let line = try ReplayError.converting(try lines.next()) {
            guard let bound = filter.firstPositionDropping(line.content), bound > first else { continue }
            switch line.content {
            case .step(let step) where step.seq > end: offset = offset ?? bytes.count
            case .gap(let gap) where gap.through > end: offset = offset ?? bytes.count
            case .snapshot(let snapshot) where snapshot.seq < end: offset = nil
            default: break
            }
            bytes += line.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        if let confirmation = confirmation() { bytes.insert(contentsOf: confirmation, at: offset ?? bytes.count) }
        return bytes
    }
}
