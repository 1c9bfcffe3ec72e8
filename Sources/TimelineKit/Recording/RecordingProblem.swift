/// Something that stands in a recorder's way. The app goes on; what was lost is written down as a gap.
public struct RecordingProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened, in a sentence without a full stop.
    public let description: String

    init(_ description: String) { self.description = description }
}
