/// The last lines of a run, of which bundles are made: a header, a state, and the lines after it as they were recorded.
///
/// Takes all lines in their order. Holds about twice the limit of a bundle, or the lines since the last state if they are more. A class, as
/// copies of it would be code in every app. Not thread-safe.
package final class BundleLines {
    private struct Entry {
        let bytes: [UInt8]
        let kind: LineOutline.Kind
        /// The first position at which a bundle can begin without the line.
        let bound: Int
        let at: Moment
        /// Nil until it is parsed.
        var content: Line?

        var hasState: Bool { kind == .snapshot || kind == .set }
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

    package func hasState(from seq: Int) -> Bool { entries.contains { $0.bound >= seq && $0.hasState } }

    private func recordedState(at seq: Int) -> JSONText? {
        entries.first { $0.bound == seq && $0.hasState }?.content?.state
    }

    // MARK: - Lines

    /// - Parameter content: Nil of a line that was not parsed. Call `parse()` before a bundle is made.
    package func add(_ line: [UInt8], _ outline: LineOutline, _ content: Line? = nil) {
        var (bound, at) = (outline.through, outline.at)
        switch outline.kind {
        case .header, .end: return
        case .action, .opaque, .set, .gap: last = outline.through
        case .snapshot: if bound > last { (first, last) = (bound, bound) }
        case .generated, .took: break
        case .mark, .site, .canceled: bound += 1
        case .unknown: (bound, at) = (last + 1, entries.last?.at ?? droppedAt)
        }
        entries.append(Entry(bytes: line, kind: outline.kind, bound: bound, at: at, content: content))
        bytes += line.count + 1
        if bytes > bytesToTrim { trim(to: limit) }
    }

    /// Drops the lines before the last state with enough steps after it and, over the limit, before the last with a step after it.
    private func trim(to limit: Int) {
        func state(upTo seq: Int) -> Int? { entries.lastIndex { $0.bound <= seq && $0.hasState } }
        let (wanted, newest) = (state(upTo: last - steps), state(upTo: last - 1))
        var count = 0
        // A state may come after later steps.
        while let state = bytes > limit ? newest : wanted, count < state, entries[count].bound <= entries[state].bound {
            let entry = entries[count]
            if entry.kind == .site, case .site(let site)? = entry.content ?? (try? LineParser.parse(entry.bytes)) {
                sites[site.number] = site
            }
            (droppedAt, droppedBound) = (max(droppedAt, entry.at), max(droppedBound, entry.bound))
            bytes -= entry.bytes.count + 1
            count += 1
        }
        entries.removeFirst(count)
        bytesToTrim = max(1 << 20, 2 * bytes)
    }

    /// Parses the lines that a bundle may hold. False if one does not parse, though its checksum is right.
    func parse() -> Bool {
        trim(to: .max)
        for index in entries.indices where entries[index].content == nil {
            guard let content = try? LineParser.parse(entries[index].bytes) else { return false }
            entries[index].content = content
        }
        return true
    }

    // MARK: - Bundles

    /// Begins at the last recorded state with enough steps after it or, over the limit, at a later one.
    package func bundle(_ ending: CrashBundle.Ending) throws -> CrashBundle {
        let (last, steps) = (last, steps)
        let states = entries.lazy.filter(\.hasState).map(\.bound)
        let wanted = states.filter { $0 <= last - steps }.max() ?? states.min() ?? first
        return try bundle(from: wanted, upTo: max(first, last - 1), ending, state: recordedState)
    }

    /// Begins at the first position from `wanted` on whose state is known and, over the limit, at which the bundle fits. A binary search
    /// finds it: where states shrink and grow, it may be a later one. Over the limit, later states are dropped, then outer frames of the
    /// backtrace, then the oldest steps, then the whole backtrace.
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
                    seq = entries.lazy.filter { $0.hasState && $0.bound > seq }.map(\.bound).min() ?? .max
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
        let (states, asked) = (last - first, min(steps, last - self.first))
        var bytes: [UInt8] = []
        for attempt in 1...3 {
            let backtrace = attempt < 3 ? ending.backtrace : ending.backtrace?.cut(to: limit / 4)
            let note = BundleNote(
                states: states, asked: isCut && states < asked ? asked : nil, lastSeq: last,
                lastReduced: ending.isReduced, signal: ending.signal, exitStatus: ending.exitStatus,
                backtrace: backtrace, other: header.bundle?.other ?? JSONObject())
            guard let body = lines(from: first, state, holdsStates: attempt == 1) else { return nil }
            bytes = LineWriter.header(header.adding(note)) + body
            if bytes.count <= limit { return CrashBundle(bytes: bytes, states: states, first: first) }
        }
        throw .tooLarge(bytes: bytes.count, limit: limit)
    }

    /// The lines after the header. Without the states, those stay that replay cannot make, after a gap or an action without its text.
    private func lines(from first: Int, _ state: JSONText, holdsStates: Bool) -> [UInt8]? {
        var (sites, at) = (sites, droppedAt)
        for entry in entries where entry.bound <= first {
            at = max(at, entry.at)
            if case .site(let site) = entry.content { sites[site.number] = site }
        }
        let kept = entries.filter { $0.bound > first }
        // A snapshot may have a later time than the next step.
        at = min(at, kept.lazy.map(\.at).min() ?? at)
        var body = LineWriter.line(.snapshot(Snapshot(seq: first, at: at, state: state)))
        /// The last step whose state replay cannot make.
        var unknown: Int?
        do throws(LineError) {
            var order = LineOrder()
            try order.check(LineOutline(.header, 1))
            try order.check(LineOutline(.snapshot, first, at))
            for entry in kept {
                guard let content = entry.content else { preconditionFailure("a line was not parsed") }
                switch content {
                case .snapshot where !holdsStates && entry.bound < unknown ?? .max: continue
                case .snapshot: unknown = nil
                case .gap: unknown = entry.bound
                case .site(let site): sites[site.number] = nil
                case .step(let step):
                    if case .opaque = step.change { unknown = entry.bound }
                    guard let number = step.site, let site = sites.removeValue(forKey: number) else { break }
                    let own = Site(seq: step.seq - 1, at: at, number: number, file: site.file, line: site.line)
                    body += LineWriter.line(.site(own))
                default: break
                }
                try order.check(content.outline)
                body += entry.bytes
                body.append(UInt8(ascii: "\n"))
                at = entry.at
            }
        } catch {
            return nil
        }
        return body
    }
}
