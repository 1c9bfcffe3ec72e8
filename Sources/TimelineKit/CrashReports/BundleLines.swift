/// The last lines of a run, of which bundles are made: a header, a state, and the lines after it as they were recorded.
///
/// Takes all lines in their order. Holds about twice the limit of a bundle, or the lines since the last state if they are more.
package struct BundleLines {
    private struct Entry {
        let line: LocatedLine
        /// The first position at which a bundle can begin without the line.
        let bound: Int
        let at: Moment

        var state: JSONText? { line.content.state }
    }

    private let header: Header
    private let steps: Int
    private let limit: Int

    /// The first position, or the first one after a hole.
    package private(set) var first = 0
    package private(set) var last = 0
    private var entries: [Entry] = []
    private var bytes = 0
    private var bytesToTrim = 1 << 20

    // Of the lines that were dropped.
    private var sites: [Int: Site] = [:]
    private var droppedAt = Moment.zero
    private var droppedBound = 0

    package init(of header: Header, last steps: Int, limit: Int) {
        (self.header, self.steps, self.limit) = (header, steps, limit)
    }

    package var hasLastState: Bool { recordedState(at: last) != nil }

    private func recordedState(at seq: Int) -> JSONText? {
        entries.lazy.compactMap { $0.bound == seq ? $0.state : nil }.first
    }

    // MARK: - Lines

    package mutating func add(_ line: LocatedLine) {
        let (bound, at): (Int, Moment)
        switch line.content {
        case .header, .end: return
        case .step(let step):
            (bound, at) = (step.seq, step.at)
            last = step.seq
        case .gap(let gap):
            (bound, at) = (gap.through, gap.at)
            last = gap.through
        case .snapshot(let snapshot):
            (bound, at) = (snapshot.seq, snapshot.at)
            if snapshot.seq > last { (first, last) = (snapshot.seq, snapshot.seq) }
        case .generated(let value): (bound, at) = (value.seq, value.at)
        case .mark(let mark): (bound, at) = (mark.seq + 1, mark.at)
        case .site(let site): (bound, at) = (site.seq + 1, site.at)
        case .canceled(let canceled): (bound, at) = (canceled.seq + 1, canceled.at)
        case .unknown: (bound, at) = (last + 1, entries.last?.at ?? droppedAt)
        }
        entries.append(Entry(line: line, bound: bound, at: at))
        bytes += line.bytes.count + 1
        if bytes > bytesToTrim { trim() }
    }

    /// Drops the lines before the last state with enough steps after it and, over the limit, before the last with a step after it.
    private mutating func trim() {
        func state(upTo seq: Int) -> Int? { entries.lastIndex { $0.bound <= seq && $0.state != nil } }
        let (wanted, newest) = (state(upTo: last - steps), state(upTo: last - 1))
        var count = 0
        // A state may come after later steps.
        while let state = bytes > limit ? newest : wanted, count < state, entries[count].bound <= entries[state].bound {
            let entry = entries[count]
            if case .site(let site) = entry.line.content { sites[site.number] = site }
            (droppedAt, droppedBound) = (max(droppedAt, entry.at), max(droppedBound, entry.bound))
            bytes -= entry.line.bytes.count + 1
            count += 1
        }
        entries.removeFirst(count)
        bytesToTrim = max(1 << 20, 2 * bytes)
    }

    // MARK: - Bundles

    /// Begins at the last recorded state with enough steps after it or, over the limit, at a later one.
    package func bundle(_ ending: CrashBundle.Ending) throws -> CrashBundle {
        let states = entries.lazy.filter { $0.state != nil }.map(\.bound)
        let wanted = states.filter { $0 <= last - steps }.max() ?? states.min() ?? first
        return try bundle(from: wanted, upTo: max(first, last - 1), ending, state: recordedState)
    }

    /// Begins at the first position from `wanted` on whose state is known and, over the limit, at which the bundle fits. A binary search
    /// finds it: where states shrink and grow, it may be a later one. Over the limit, outer frames of the backtrace are dropped, then the
    /// oldest steps, then the whole backtrace.
    package func bundle(
        from wanted: Int, upTo end: Int, _ ending: CrashBundle.Ending, state: (_ seq: Int) throws -> JSONText?
    ) throws -> CrashBundle {
        var (position, low, high) = (wanted, wanted, end)
        var (found, failure) = (CrashBundle?.none, BundleError.noState)
        while low <= high {
            var seq = position
            do {
                while seq <= high {
                    let isCut = failure != .noState || droppedBound > last - steps
                    if let text = try state(seq), let bundle = try bundle(at: seq, text, ending, isCut: isCut) {
                        found = bundle
                        break
                    }
                    seq = entries.lazy.filter { $0.state != nil && $0.bound > seq }.map(\.bound).min() ?? .max
                }
                high = position - 1
            } catch let error as BundleError {
                failure = error
                // The last step is never lost.
                (low, high) = (position + 1, min(high, last - 1))
            }
            position = low + (high - low) / 2
        }
        if let found { return found }
        guard failure != .noState, ending.backtrace != nil else { throw failure }
        var ending = ending
        ending.backtrace = nil
        return try bundle(from: wanted, upTo: end, ending, state: state)
    }

    /// Nil if no bundle can begin there: inside a gap, or before a hole.
    private func bundle(
        at first: Int, _ state: JSONText, _ ending: CrashBundle.Ending, isCut: Bool
    ) throws(BundleError) -> CrashBundle? {
        if first < droppedBound { throw .tooLarge(bytes: bytes, limit: limit) }
        var (sites, at) = (sites, droppedAt)
        for entry in entries where entry.bound <= first {
            at = max(at, entry.at)
            if case .site(let site) = entry.line.content { sites[site.number] = site }
        }
        let kept = entries.filter { $0.bound > first }
        // A snapshot may have a later time than the next step.
        at = min(at, kept.lazy.map(\.at).min() ?? at)
        var body = LineWriter.snapshot(Snapshot(seq: first, at: at, state: state))
        do throws(LineError) {
            var order = LineOrder()
            try order.check(LineOutline(.header, 1))
            try order.check(LineOutline(.snapshot, first, at))
            for entry in kept {
                switch entry.line.content {
                case .site(let site): sites[site.number] = nil
                case .step(let step):
                    guard let number = step.site, let site = sites.removeValue(forKey: number) else { break }
                    body += LineWriter.site(
                        Site(seq: step.seq - 1, at: at, number: number, file: site.file, line: site.line))
                default: break
                }
                try order.check(entry.line.content.outline)
                body += entry.line.bytes
                body.append(UInt8(ascii: "\n"))
                at = entry.at
            }
        } catch {
            return nil
        }
        let (states, asked) = (last - first, min(steps, last - self.first))
        var bytes: [UInt8] = []
        for backtrace in [ending.backtrace, ending.backtrace?.cut(to: limit / 4)] {
            let note = BundleNote(
                states: states, asked: isCut && states < asked ? asked : nil, lastSeq: last,
                lastReduced: ending.isReduced, signal: ending.signal, exitStatus: ending.exitStatus,
                backtrace: backtrace, other: header.bundle?.other ?? JSONObject())
            bytes = LineWriter.header(header.adding(note)) + body
            if bytes.count <= limit { return CrashBundle(bytes: bytes, states: states, first: first) }
        }
        throw .tooLarge(bytes: bytes.count, limit: limit)
    }
}
