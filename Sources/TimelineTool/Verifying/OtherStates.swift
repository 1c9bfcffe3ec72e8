internal import TimelineDebugger
internal import TimelineKit

/// The states of a replay in another process, of this executable or of another build of the program.
enum OtherStates {
    static let command = "print-states"

    /// - Parameters:
    ///   - name: Of the process, in messages.
    ///   - seconds: In which a reducer must return; 0 for no limit.
    static func sequence(
        of place: TimelinePlace, by executable: String, _ range: ClosedRange<Int>, passing: Int? = nil, fresh: Bool,
        process name: String, seeking: Bool = false, seconds: Int = SupervisedProcess.limit
    ) throws -> StateSequence {
        let process = try ProgramProcess([executable, command], seconds: seconds)
        try process.ask(
            ReplayRequest(
                place: place, task: .states(range, passing: passing, isFresh: fresh, isSeeking: seeking)), isLast: true)
        var upcoming: Int?
        var isAtEnd = false
        return StateSequence {
            func interrupted(_ reason: String) -> InterruptedReplay {
                InterruptedReplay(name, before: upcoming, ending: reason)
            }
            if isAtEnd { return nil }
            isAtEnd = true
            let next: ReplayAnswer?
            do { next = try process.next(ReplayAnswer.self)?.answer } catch {
                throw interrupted("its answer cannot be read: \(error)")
            }
            switch next {
            case .element(let element)?:
                upcoming = element.seq + 1
                isAtEnd = element.stop != nil
                return element
            case .end?: return nil
            case .failed(let reason)?: throw interrupted(reason)
            case .partial?, .verified?, .outcome?: throw interrupted("its answer has another form than expected")
            case nil: break
            }
            let (ending, isLate) = try process.end()
            if let trap = TrapReport.TrapError(process.progress) {
                return StateSequence.Element(seq: trap.step, .trapped, "its reducer trapped in this step")
            }
            if isLate { throw interrupted("its reducer did not return within \(Layout.count(seconds, "second"))") }
            // The parser of an executable that does not know the request refused it.
            let isOther = upcoming == nil && ending == .exited(Int(ExitStatus.usage.rawValue))
            throw interrupted(isOther ? "it is of another version of Timeline" : "it \(ending.text)")
        }
    }
}
