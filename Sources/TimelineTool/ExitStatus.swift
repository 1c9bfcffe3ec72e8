/// How a command ended. These numbers are part of the interface.
package enum ExitStatus: Int32 {
    case done = 0
    /// No such step, a divergence, a broken invariant.
    case negative = 1
    case cannotTell = 2
    case usage = 64
    case badFile = 65
    /// The program or the app is not to be reached.
    case unavailable = 69
    /// A fault of ours.
    case fault = 70
    case cannotCreate = 73
}
