internal import ArgumentParser
public import TimelineKit

/// The `timeline` tool with a reducer inside.
///
/// Make an executable target named after your program, `NAME-timeline`, with this in its one file:
///
///     import TimelineTool
///
///     @main struct CounterTimeline: ProgramExecutable {
///         static let program = CounterProgram()
///     }
///
/// It has every command of `timeline`, which runs it to replay a timeline of that program.
public protocol ProgramExecutable: SendableMetatype {
    associatedtype Linked: Program

    /// The program that this executable can replay.
    static var program: Linked { get }
}

extension ProgramExecutable {
    /// Runs the command in the arguments of the process, and exits with its status.
    public static func main() {
        LinkedProgram.set { program }
        TimelineCommand.runAndExit()
    }
}
