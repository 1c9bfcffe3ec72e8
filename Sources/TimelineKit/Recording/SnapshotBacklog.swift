/// The snapshots that are due, in the order of their steps. The caller encodes them without the recorder's lock. Over a limit,
/// the dispatching thread encodes too, which bounds memory without making one thread wait for another.
struct SnapshotBacklog {
    typealias Encoding = @Sendable () throws(JSONCodingError) -> JSONText
    typealias Line = Result<[UInt8], JSONCodingError>

    struct Request: Equatable, Sendable {
        let seq: Int
        let at: Moment
        /// Replay depends on the snapshot of an opaque step.
        var isOfOpaqueStep = false

        func line(_ encode: Encoding) -> Line {
            Result { () throws(JSONCodingError) in
                LineWriter.snapshot(Snapshot(seq: seq, at: at, state: try encode()))
            }
        }
    }

    struct Entry {
        let snapshot: Request
        /// Whether another snapshot must replace this one if it cannot be written.
        let isRequired: Bool
        fileprivate(set) var line: Line?
        fileprivate var encode: Encoding?
        /// The size of the line; an estimate before it is encoded.
        fileprivate var bytes: Int
        fileprivate var isTaken = false
    }

    static let countLimit = 4
    static let byteLimit = 64 << 20

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var first: Entry? { entries.first }
    var isEncoded: Bool { entries.allSatisfy { $0.line != nil } }

    var hasFree: Bool { entries.contains { $0.line == nil && !$0.isTaken } }

    /// Whether the dispatching thread must encode. A single snapshot never fills the backlog.
    var isFull: Bool {
        entries.count > Self.countLimit
            || entries.count > 1 && entries.reduce(0, { $0 + $1.bytes }) > Self.byteLimit
    }

    mutating func append(_ snapshot: Request, isRequired: Bool, size: Int, _ encode: @escaping Encoding) {
        entries.append(Entry(snapshot: snapshot, isRequired: isRequired, encode: encode, bytes: size))
    }

    mutating func take() -> (snapshot: Request, encode: Encoding)? { take { !$0.isTaken } }

    /// Takes the first entry without a line, even if another thread is encoding it. For a caller that must not wait.
    mutating func takeAny() -> (snapshot: Request, encode: Encoding)? { take { _ in true } }

    mutating func takeIfFull() -> (snapshot: Request, encode: Encoding)? {
        isFull ? take() ?? takeAny() : nil
    }

    private mutating func take(where isFree: (Entry) -> Bool) -> (snapshot: Request, encode: Encoding)? {
        guard let index = entries.firstIndex(where: { $0.line == nil && isFree($0) }),
            let encode = entries[index].encode
        else { return nil }
        entries[index].isTaken = true
        return (entries[index].snapshot, encode)
    }

    mutating func encoded(_ snapshot: Request, _ line: Line) {
        guard let index = entries.firstIndex(where: { $0.snapshot == snapshot && $0.line == nil }) else { return }
        entries[index].line = line
        entries[index].encode = nil
        if case .success(let line) = line { entries[index].bytes = line.count }
    }

    mutating func removeEncoded() -> Entry? { entries.first?.line == nil ? nil : entries.removeFirst() }

    mutating func putBack(_ entry: Entry) { entries.insert(entry, at: 0) }

    /// Removes and returns the entries that a later snapshot replaces: all except those of opaque steps.
    mutating func removeReplaceable() -> [Entry] {
        defer { entries.removeAll { !$0.snapshot.isOfOpaqueStep } }
        return entries.filter { !$0.snapshot.isOfOpaqueStep }
    }
}
