import CounterCore
import TimelineTool

@main struct CounterTimeline: ProgramExecutable {
    static let program = CounterProgram()
}
