import MutantCore
import TimelineTool

@main struct MutantTimeline: ProgramExecutable {
    static let program = MutantProgram()
}
