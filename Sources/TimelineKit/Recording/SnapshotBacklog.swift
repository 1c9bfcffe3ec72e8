internal import TimelineJSON
internal import TimelineJournal

/// The snapshots whose states were handed over and that are not on file yet, in the order of their steps. Pure: the caller
/// takes a state from here, encodes it and gives back its text.
///
/// The recorder's queue encodes one after the other. Where more than `countLimit` wait, or more than `byteLimit`, the
/// thread that dispatches encodes, too: this bounds the memory that they take, and no thread waits for another.
struct SnapshotBacklog {
    typealias Encoding = @Sendable () throws(JSONCodingError) -> JSONText
    typealias Text = Result<JSONText, JSONCodingError>

    /// A snapshot that is due: of which step, and when that was.
    struct Request: Equatable, Sendable {
        let seq: Int
        let at: Moment
        /// Whether the step's action was not encoded: replay cannot give its state, so only this snapshot has it.
        var isOfOpaqueStep = false
    }

    struct Entry {
        let snapshot: Request
        /// Whether another is to be taken in its place where it cannot be written.
        let isOwed: Bool
        /// Its text; nil while the state is not encoded.
        fileprivate(set) var text: Text?
        fileprivate var encode: Encoding?
        /// The size of the text or, before it is encoded, of the last snapshot on file. A state may have grown since then.
        fileprivate var bytes: Int
        /// Whether a caller is encoding it.
        fileprivate var isTaken = false
    }

    static let countLimit = 4
    static let byteLimit = 64 << 20

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var first: Entry? { entries.first }

    /// Whether the thread that dispatches must encode. One snapshot may always wait, however large it is.
    var isFull: Bool {
        entries.count > Self.countLimit
            || entries.count > 1 && entries.reduce(0, { $0 + $1.bytes }) > Self.byteLimit
    }

    /// - Parameter size: What the state is likely to take.
    mutating func append(_ snapshot: Request, isOwed: Bool, size: Int, _ encode: @escaping Encoding) {
        entries.append(Entry(snapshot: snapshot, isOwed: isOwed, encode: encode, bytes: size))
    }

    /// The first that no caller is encoding, for this caller to encode; nil where there is none.
    mutating func take() -> (snapshot: Request, encode: Encoding)? { take { !$0.isTaken } }

    /// The first that has no text, for the caller to encode even if another is encoding it: a caller that must not wait
    /// for another thread encodes it again.
    mutating func takeAny() -> (snapshot: Request, encode: Encoding)? { take { _ in true } }

    /// The next that the thread that dispatches encodes; nil where few enough wait.
    mutating func takeIfFull() -> (snapshot: Request, encode: Encoding)? {
        isFull ? take() ?? takeAny() : nil
    }

    private mutating func take(where isFree: (Entry) -> Bool) -> (snapshot: Request, encode: Encoding)? {
        guard let index = entries.firstIndex(where: { $0.text == nil && isFree($0) }),
            let encode = entries[index].encode
        else { return nil }
        entries[index].isTaken = true
        return (entries[index].snapshot, encode)
    }

    /// Gives back the text of one. Where it was given back before, or is on file, nothing changes.
    mutating func encoded(_ snapshot: Request, _ text: Text) {
        guard let index = entries.firstIndex(where: { $0.snapshot == snapshot && $0.text == nil }) else { return }
        entries[index].text = text
        entries[index].encode = nil
        if case .success(let text) = text { entries[index].bytes = text.withBytes { $0.count } }
    }

    /// Takes out the first, where it is encoded.
    mutating func removeEncoded() -> Entry? { entries.first?.text == nil ? nil : entries.removeFirst() }

    /// Puts one that was taken out, and could not be written, where it was.
    mutating func putBack(_ entry: Entry) { entries.insert(entry, at: 0) }

    /// Takes out all for which a later snapshot does as well.
    mutating func removeReplaceable() -> [Entry] {
        defer { entries.removeAll { !$0.snapshot.isOfOpaqueStep } }
        return entries.filter { !$0.snapshot.isOfOpaqueStep }
    }
}
