/// How much a flight recorder keeps.
///
/// What is over a limit goes as whole segments, the oldest first. What is kept whatever the limits are: the segment that
/// is being written, and each run that ended in a crash until it was reported. A segment is followed by the next at an
/// eighth of the limits, or where it has grown by as much as the state takes, whichever is more; at twice that where the
/// app leaves no time for it before.
public struct Retention: Equatable, Sendable {
    /// What the segments of all runs together may take, in bytes.
    public let bytes: Int
    /// How old a segment may become, in seconds since it was written last.
    public let seconds: Double

    /// - Parameters:
    ///   - bytes: At least 1.
    ///   - seconds: More than 0; unlimited unless given.
    public init(bytes: Int, seconds: Double = .infinity) {
        precondition(bytes >= 1 && seconds > 0, "\(bytes) bytes and \(seconds) seconds cannot be kept")
        self.bytes = bytes
        self.seconds = seconds
    }

    /// 64 MiB, and what is no older than 30 days.
    public static let standard = Retention(bytes: 64 << 20, seconds: 30 * 86_400)
}
