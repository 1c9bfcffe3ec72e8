internal import TimelineJSON
internal import TimelineJournal

/// When a flight recorder goes on in another segment, and what the segment begins with.
struct Rotation: Sendable {
    /// The segments on file.
    private(set) var folder: SegmentFolder
    private let header: @Sendable (_ segment: Int, _ dropped: JSON?) -> Header
    /// The segment's share of the limits.
    private let bytes: Int
    private let seconds: Double
    /// The size of the lines that the segment began with, and when it began.
    private var firstBytes = 0
    /// The size at which it began, or at which the next could not be begun.
    private var triedAt = 0
    private var begunAt = Moment.zero
    /// A snapshot came too late to begin a segment, since other steps had followed: the next is taken at once.
    private var isOverdue = false

    init(_ folder: SegmentFolder, header: @escaping @Sendable (_ segment: Int, _ dropped: JSON?) -> Header) {
        self.folder = folder
        self.header = header
        bytes = folder.bytes / 8
        seconds = folder.seconds / 8
    }

    func isDue(length: Int, at now: Moment) -> Bool {
        length - triedAt >= max(bytes, firstBytes) || now.seconds - begunAt.seconds >= seconds
    }

    /// Whether the next segment must begin at once: a snapshot came too late, or none has come for as long as one more
    /// segment takes.
    func isPressing(length: Int) -> Bool { isOverdue || length - triedAt >= 2 * max(bytes, firstBytes) }

    mutating func cameTooLate() { isOverdue = true }

    /// The next segment could not be begun: the next try comes when as much again is written.
    mutating func begunInVain(length: Int, at now: Moment) {
        isOverdue = false
        triedAt = length
        begunAt = now
    }

    /// The next segment's path and first lines.
    func next(_ snapshot: [UInt8]) -> (path: String, lines: [UInt8]) {
        (folder.nextPath, LineWriter.header(header(folder.number + 1, folder.droppedNote)) + snapshot)
    }

    /// The segment that is written has grown to `length` bytes. Returns what is to be removed before another follows it.
    mutating func drop(length: Int, toMakeRoomFor more: Int, at now: Moment) -> [String] {
        folder.grew(to: length, at: now.seconds)
        return folder.drop(toMakeRoomFor: more, at: now.seconds)
    }

    /// The next segment is on file.
    mutating func began(first: Int, length: Int, at now: Moment) {
        folder.began(first: first, at: now.seconds)
        folder.grew(to: length, at: now.seconds)
        firstBytes = length
        triedAt = length
        begunAt = now
        isOverdue = false
    }
}
