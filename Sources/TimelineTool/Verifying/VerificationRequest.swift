internal import TimelineDebugger

struct VerificationRequest: Codable {
    let place: TimelinePlace
    let other: String?
    let isThorough: Bool
    /// The process must store its progress in the memory at `progressDescriptor`.
    let isWatched: Bool

    static let progressDescriptor: Int32 = 5
}
