struct Rotation: Sendable {
    private(set) var folder: SegmentFolder
    private let header: @Sendable (_ segment: Int, _ dropped: JSON?) -> Header
    private let bytes: Int
    private let seconds: Double
    /// The size of the header and the first snapshot of the current segment.
    private var firstBytes = 0
    /// The size and the time at which the current segment began, or at which the last attempt to begin another failed.
    private var triedAt = 0
    private var begunAt = Moment.zero
    /// A snapshot could not begin a segment, since later steps were already in the file.
    private var isOverdue = false

    init(_ folder: SegmentFolder, header: @escaping @Sendable (_ segment: Int, _ dropped: JSON?) -> Header) {
        (self.folder, self.header) = (folder, header)
        bytes = folder.bytes / 8
        seconds = folder.seconds / 8
    }

    func isDue(length: Int, at now: Moment) -> Bool {
        length - triedAt >= max(bytes, firstBytes) || now.seconds - begunAt.seconds >= seconds
    }

    func isUrgent(length: Int) -> Bool { isOverdue || length - triedAt >= 2 * max(bytes, firstBytes) }

    mutating func snapshotWasLate() { isOverdue = true }

    /// Notes an attempt to begin a segment. The next one follows when the current segment has grown by its limit.
    mutating func noteAttempt(length: Int, at now: Moment) {
        isOverdue = false
        triedAt = length
        begunAt = now
    }

    func next(_ snapshot: [UInt8]) -> (path: String, lines: [UInt8]) {
        (folder.nextPath, LineWriter.header(header(folder.number + 1, folder.droppedNote)) + snapshot)
    }

    /// The current segment has `length` bytes. Returns the files to remove so that `more` bytes fit.
    mutating func drop(length: Int, toMakeRoomFor more: Int, at now: Moment) -> [String] {
        folder.grew(to: length, at: now.seconds)
        return folder.drop(toMakeRoomFor: more, at: now.seconds)
    }

    mutating func began(first: Int, length: Int, at now: Moment) {
        folder.began(first: first, size: length, at: now.seconds)
        firstBytes = length
        noteAttempt(length: length, at: now)
    }
}
