internal import TimelineDebugger

struct VerificationRequest: Codable {
    let place: TimelinePlace
    let other: String?
    let isThorough: Bool
    /// The seconds in which replay must continue; 0 for no limit.
    let timeout: Int
}
