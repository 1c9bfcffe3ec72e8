/// What a dispatch names as the step it came from.
enum Cause: Sendable {
    /// The step that is being handled on the calling thread; none where no step is.
    case current
    case step(Int?)

    /// The cause of a dispatch that is not nested.
    var step: Int? {
        switch self {
        case .current: nil
        case .step(let step): step
        }
    }
}
