internal import TimelineJSON

/// As many as have values that fit in a limit, and at least one.
struct RecentChanges {
    struct Change {
        let steps: ClosedRange<Int>
        let places: [PathChange.Place]
        let bytes: Int
    }

    private(set) var changes: [Change] = []
    private(set) var lastDropped: Int?
    private(set) var bytes = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func append(_ steps: ClosedRange<Int>, _ places: [PathChange.Place]) {
        let change = Change(
            steps: steps, places: places,
            bytes: places.reduce(0) { $0 + ($1.before?.size ?? 0) + ($1.after?.size ?? 0) })
        changes.append(change)
        bytes += change.bytes
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

extension JSON {
    fileprivate var size: Int {
        switch self {
        case .null, .bool: 4
        case .number(let number): number.text.utf8.count
        case .string(let text): text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.size + 1 }
        case .object(let object): object.members.reduce(2) { $0 + $1.key.utf8.count + $1.value.size + 4 }
        }
    }
}
