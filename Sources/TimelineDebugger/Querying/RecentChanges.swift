internal import TimelineJSON

/// As many as have values that fit in a limit, and at least one.
struct RecentChanges {
    private(set) var changes: [(steps: ClosedRange<Int>, places: [PathChange.Place], bytes: Int)] = []
    private(set) var lastDropped: Int?
    private(set) var bytes = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func append(_ steps: ClosedRange<Int>, _ places: [PathChange.Place]) {
        let size = places.reduce(0) { $0 + ($1.before?.text.count ?? 0) + ($1.after?.text.count ?? 0) }
        changes.append((steps, places, size))
        bytes += size
        guard bytes > limit else { return }
        // Half of them are dropped at once, so that each is moved once at most on average.
        var count = 0
        while bytes > limit / 2, count < changes.count - 1 {
            bytes -= changes[count].bytes
            count += 1
        }
        guard count > 0 else { return }
        lastDropped = changes[count - 1].steps.upperBound
        changes.removeFirst(count)
    }
}
