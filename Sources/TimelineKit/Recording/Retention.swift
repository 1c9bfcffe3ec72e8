/// How much a flight recorder keeps.
///
/// What is over a limit goes as whole segments, the oldest first. What is kept whatever the limits are: the segment that
/// is being written, and each run that ended in a crash until it was reported. A segment is followed by the next at an
/// eighth of the limits, or where it has grown by as much as the state takes, whichever is more; at twice that where the
/// app leaves no time for it before.
public struct Retention: Equatable, Sendable {
    /// What the segments of all runs together may take, in bytes.
    public let bytes: Int
    /// How old a segment may become since it was written last; nil for no limit.
    public let age: Duration?

    /// - Parameters:
    ///   - bytes: At least 1.
    ///   - age: More than 0; nil for no limit.
    public init(bytes: Int, age: Duration? = nil) {
        precondition(bytes >= 1, "a flight recorder cannot keep \(bytes) bytes")
        precondition(age ?? .seconds(1) > .zero, "a flight recorder cannot keep segments for \(age ?? .zero)")
        self.bytes = bytes
        self.age = age
    }

    /// 64 MiB, and what is no older than 30 days.
    public static let standard = Retention(bytes: 64 << 20, age: .seconds(30 * 86_400))

    /// `age` in seconds, as the segments are measured.
    var seconds: Double { age.map { $0 / .seconds(1) } ?? .infinity }
}
