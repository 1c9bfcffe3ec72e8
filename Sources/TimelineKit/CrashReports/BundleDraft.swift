internal import TimelineJSON
internal import TimelineJournal

/// A bundle that is being cut: where it begins, and what it would take.
struct BundleDraft {
    private let journal: Journal
    private let ending: CrashBundle.Ending
    private let sizes: BundleSizes
    /// The last position whose state may be had.
    private let end: Int
    /// Whether the reducer returned from the last step; nil where that is not known.
    private let isLastReduced: Bool?
    /// The first position, had there been no limit.
    private let wanted: Int
    /// The state that confirms the last step, where it can be known.
    private let confirming: JSONText?

    /// The first position, and the state there.
    private(set) var first: Int
    private var base: JSONText
    private var isConfirmed: Bool
    private var backtrace: Backtrace?

    init(
        of journal: Journal, last count: Int, ending: CrashBundle.Ending, isLastStepKnown: Bool,
        state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) {
        let index = journal.index
        let isOpen = !isLastStepKnown && journal.unreturned == nil && index.last > index.first
        self.journal = journal
        self.ending = ending
        backtrace = ending.backtrace ?? journal.header.bundle?.backtrace
        isLastReduced = isOpen ? nil : journal.unreturned == nil
        end = isOpen ? index.last - 1 : journal.end
        let asked = min(max(index.first, index.last - max(1, count)), end)
        (first, base) = try Self.base(from: asked, in: journal, state: state)
        wanted = first
        confirming = end > first ? try Self.ifKnowable(end, state) : nil
        do throws(JournalError) { sizes = try BundleSizes(journal, from: first, end: end) } catch {
            throw ReplayError(error)
        }
        isConfirmed = confirming != nil
    }

    /// How many steps it holds.
    var states: Int { journal.index.last - first }

    /// How many bytes it takes.
    var size: Int {
        header().count + snapshot().count + sizes.lines(from: first) + (confirmation()?.count ?? 0)
    }

    private func header() -> [UInt8] {
        let before = journal.header.bundle
        let note = BundleNote(
            states: states, asked: first > wanted ? journal.index.last - wanted : nil, lastSeq: journal.index.last,
            lastReduced: isLastReduced, signal: ending.signal ?? before?.signal,
            exitStatus: ending.exitStatus ?? before?.exitStatus, backtrace: backtrace,
            other: before?.other ?? JSONObject())
        return LineWriter.header(journal.header.noting(note))
    }

    private func snapshot() -> [UInt8] {
        LineWriter.snapshot(Snapshot(seq: first, at: sizes.moment(of: first), state: base))
    }

    /// The line of the state that confirms, unless one like it was recorded and is kept.
    private func confirmation() -> [UInt8]? {
        guard isConfirmed, let confirming, first < end, first >= sizes.confirmedBelow else { return nil }
        return LineWriter.snapshot(Snapshot(seq: end, at: sizes.lastAt, state: confirming))
    }

    // MARK: - The limit

    /// This many positions are tried one after the other. Where states are large and many it would take too long to make
    /// each of them, so that past these the distance doubles, and the last gap is halved.
    private static let exactProbes = 64

    /// Gives up the state that confirms, the outermost frames of the backtrace, and then the oldest steps, until the
    /// bundle takes no more than `limit` bytes.
    ///
    /// - Returns: Whether it does. Where it does not, what is left is the last step alone.
    mutating func shrink(
        to limit: Int, state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> Bool {
        if fit(limit) { return true }
        backtrace = backtrace?.cut(to: limit / 4)
        if try shrinkSteps(to: limit, state) { return true }
        // The last step says more than the place where it trapped.
        backtrace = nil
        return fit(limit)
    }

    private mutating func shrinkSteps(
        to limit: Int, _ state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> Bool {
        if fit(limit) { return true }
        let last = min(end, journal.index.last - 1)
        guard first < last else { return false }
        // Where the lines alone are too many, no state needs to be made.
        var failed = first + BundleSizes.firstIndex(last - first) { sizes.lines(from: first + 1 + $0) <= limit }
        failed = min(failed, last - 1)
        var (stride, probes) = (1, 0)
        while failed < last {
            guard try move(to: min(failed + stride, last), state) else { return false }
            if fit(limit) { return try widen(to: limit, after: failed, state) }
            failed = first
            probes += 1
            if probes >= Self.exactProbes, stride < last { stride *= 2 }
        }
        return false
    }

    /// Finds an older position that fits, later than `failed`, by halving.
    private mutating func widen(
        to limit: Int, after failed: Int, _ state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> Bool {
        var best = self
        var (low, high) = (failed + 1, first)
        while low < high {
            let middle = low + (high - low) / 2
            if try !move(to: middle, state) || first >= high {
                high = middle
            } else if fit(limit) {
                best = self
                high = middle
            } else {
                low = first + 1
            }
        }
        self = best
        return true
    }

    /// Goes to the first position from `position` on whose state can be known. Returns whether there is one before the
    /// last step.
    private mutating func move(
        to position: Int, _ state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> Bool {
        do throws(ReplayError) {
            let (seq, text) = try Self.base(from: position, in: journal, state: state)
            guard seq <= min(end, journal.index.last - 1) else { return false }
            (first, base) = (seq, text)
            return true
        } catch {
            guard error.isUnknowable else { throw error }
            return false
        }
    }

    /// Whether it takes no more than `limit` bytes, if need be without the state that confirms.
    private mutating func fit(_ limit: Int) -> Bool {
        isConfirmed = confirming != nil
        let whole = size
        if whole <= limit { return true }
        let confirmation = confirmation()?.count ?? 0
        isConfirmed = false
        return whole - confirmation <= limit
    }

    // MARK: - States

    /// The state at `seq`; nil where an action that was not encoded, or a gap, stands in the way.
    private static func ifKnowable(
        _ seq: Int, _ state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> JSONText? {
        do throws(ReplayError) { return try state(seq) } catch {
            guard error.isUnknowable else { throw error }
            return nil
        }
    }

    /// The state at `position`. A state inside a gap cannot be had: then it is the next that was recorded.
    private static func base(
        from position: Int, in journal: Journal, state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> (Int, JSONText) {
        var first = position
        while true {
            do throws(ReplayError) {
                if !isInsideGap(first, journal), let base = try state(first) { return (first, base) }
                throw ReplayError(.unknowable(seq: first, file: journal.name, reason: "it was not recorded"))
            } catch {
                guard error.isUnknowable, let next = journal.index.checkpoints.first(after: first),
                    next.seq <= journal.end
                else { throw error }
                first = next.seq
            }
        }
    }

    /// Whether a gap begins at or before this step and goes on after it. A state that is known there is none to begin at:
    /// the line of the gap, which comes after it, counts on from an earlier step.
    private static func isInsideGap(_ seq: Int, _ journal: Journal) -> Bool {
        let gaps = journal.index.gaps
        let count = BundleSizes.firstIndex(gaps.count) { gaps[$0].seq > seq }
        return count > 0 && seq < gaps[count - 1].through
    }

    // MARK: - The file

    func bytes() throws(ReplayError) -> [UInt8] {
        var bytes = header() + snapshot()
        bytes.reserveCapacity(size)
        // Where the confirming state stands: before what comes after its step, but never before an earlier state.
        var place: Int?
        var filter = BundleFilter()
        var lines = journal.lines(fromStep: first)
        do throws(JournalError) {
            while let line = try lines.next() {
                guard let border = filter.keepsBelow(line.content), border > first else { continue }
                switch line.content {
                case .step(let step) where step.seq > end: place = place ?? bytes.count
                case .gap(let gap) where gap.through > end: place = place ?? bytes.count
                case .snapshot(let snapshot) where snapshot.seq < end: place = nil
                default: break
                }
                bytes += line.bytes
                bytes.append(UInt8(ascii: "\n"))
            }
        } catch {
            throw ReplayError(error)
        }
        if let confirmation = confirmation() { bytes.insert(contentsOf: confirmation, at: place ?? bytes.count) }
        return bytes
    }
}
