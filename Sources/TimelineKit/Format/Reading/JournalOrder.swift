package struct JournalOrder {
    private let segments: [Segment]
    package private(set) var segment: Int
    private var order: LineOrder?
    package private(set) var requiresChecksums: Bool
    /// The end of the segment, or of its last whole line.
    private var end: (line: Int, byte: Int)
    private var last: LineOrder.PrecedingStep?
    private var hasSnapshot: Bool
    private var hasEnded = false

    /// From a place where a line begins, `last` is the step before it, if it is known.
    package init(
        _ segments: [Segment], checksOrder: Bool = true, from place: Place? = nil,
        after last: LineOrder.PrecedingStep? = nil
    ) {
        self.segments = segments
        segment = place?.segment ?? 0
        self.last = place == nil ? LineOrder.PrecedingStep(seq: 0, at: .zero) : last
        hasSnapshot = place != nil
        if checksOrder { order = place?.byte ?? 0 > 0 ? LineOrder(resumingAfter: last) : LineOrder() }
        requiresChecksums = segments[segment].hasChecksums
        end = (1, segments[segment].size)
    }

    package var hasNextSegment: Bool { segment + 1 < segments.count }

    package mutating func openNextSegment() -> Damage? {
        segment += 1
        let next = segments[segment]
        if order != nil { order = LineOrder(after: last, missing: next.missing, isFirst: false) }
        requiresChecksums = next.hasChecksums
        end = (1, next.size)
        if let damage = next.headerDamage { return damage }
        guard hasEnded, order != nil else { return nil }
        return Damage(file: next.name, line: 1, byte: 0, reason: "a segment follows the end of the run")
    }

    /// `number` counts the lines of the file.
    package mutating func check(_ line: LineOutline, number: Int) throws(LineError) {
        end.line = number &+ 1
        try order?.check(line)
        if let step = LineOrder.PrecedingStep(line) { last = step }
        if line.kind == .snapshot, !hasSnapshot {
            hasSnapshot = true
            // Steps come before it only if the snapshot that they followed is damaged.
            if let last, line.seq >= last.seq { self.last = LineOrder.PrecedingStep(seq: line.seq, at: line.at) }
        }
        if line.kind == .end { hasEnded = true }
    }

    package mutating func skip(number: Int) {
        end.line = number &+ 1
        order?.resume()
    }

    package mutating func open(_ header: Header) { requiresChecksums = header.hasChecksums }

    package func damage(line: Int, byte: Int, _ reason: String, _ kind: Damage.Kind = .line) -> Damage {
        Damage(file: segments[segment].name, line: line, byte: byte, reason: reason, kind: kind)
    }

    /// Nil if the end of the segment says more.
    package mutating func endAtTornLine(_ number: Int, byte: Int) -> Damage? {
        end = (number, byte)
        if segments[segment].unpackingError != nil { return nil }
        return damage(line: number, byte: byte, TornLine.reason, .torn)
    }

    package var damageAtEndOfSegment: Damage? {
        guard let error = segments[segment].unpackingError else { return nil }
        // A later segment continues from the whole of this one.
        return damage(line: end.line, byte: end.byte, error.reason, error.isCut && !hasNextSegment ? .cut : .line)
    }
}
