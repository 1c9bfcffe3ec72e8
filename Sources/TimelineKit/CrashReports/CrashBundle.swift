/// A timeline cut to its last steps. A step whose reducer never returned stays last, and is not reduced again.
package struct CrashBundle {
    package struct Ending: Sendable {
        /// Whether the reducer of the last step returned; nil if unknown.
        package var isReduced: Bool?
        package var signal: String?
        /// The status as a shell reports it: 128 plus the number of the signal, if one ended the app.
        package var exitStatus: Int?
        package var backtrace: Backtrace?

        package init(
            isReduced: Bool? = nil, signal: String? = nil, exitStatus: Int? = nil, backtrace: Backtrace? = nil
        ) {
            (self.isReduced, self.signal) = (isReduced, signal)
            (self.exitStatus, self.backtrace) = (exitStatus, backtrace)
        }

        /// With what an earlier bundle of the run says.
        package func completed(by note: BundleNote?) -> Ending {
            Ending(
                isReduced: isReduced, signal: signal ?? note?.signal, exitStatus: exitStatus ?? note?.exitStatus,
                backtrace: backtrace ?? note?.backtrace)
        }
    }

    package var bytes: [UInt8]
    /// The number of steps after the first state.
    package let states: Int
    package let first: Int
}

package enum BundleError: Error, Equatable, CustomStringConvertible {
    case tooLarge(bytes: Int, limit: Int)
    case noState

    package var description: String {
        switch self {
        case .tooLarge(let bytes, let limit):
            "it takes at least \(bytes) bytes, for one state and the steps after it, and may take \(limit)"
        case .noState: "no state with all steps after it is on file"
        }
    }
}
