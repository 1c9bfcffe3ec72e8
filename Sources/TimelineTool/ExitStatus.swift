/// The numbers are part of the interface.
enum ExitStatus: Int32 {
    case done = 0
    /// No such step, a divergence, a broken invariant.
    case negative = 1
    case cannotTell = 2
    case usage = 64
    case badFile = 65
    /// The program or the app cannot be reached.
    case unavailable = 69
    case internalError = 70
    case cannotCreate = 73
}
