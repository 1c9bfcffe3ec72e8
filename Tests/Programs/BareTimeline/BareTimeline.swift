import TimelineKit
import TimelineTool

/// A tool that holds no program of the tests' timelines, so that it has to find the one that does.
@main struct BareTimeline: ProgramExecutable {
    static let program = OtherProgram()
}

struct OtherProgram: Program {
    let name = "other"
    let version = "1"
    let initialState = 0

    func reduce(_ state: inout Int, _ action: Int) { state += action }
}
