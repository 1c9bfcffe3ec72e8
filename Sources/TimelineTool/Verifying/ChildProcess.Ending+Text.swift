internal import TimelineSystem

extension ChildProcess.Ending {
    /// How the process ended, after a subject: `exited with status 3`.
    var text: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signaled(let signal): "was ended by \(Signal(rawValue: signal).name)"
        }
    }
}
