import EpisodesCore
import TimelineTool

/// The stock tool carries the example program. For a timeline of any other it finds that program's executable.
@main struct EpisodesTimeline: ProgramExecutable {
    static let program = EpisodesProgram()
}
