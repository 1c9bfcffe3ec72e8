import Foundation
import Testing
import TimelineTestSupport

/// The commands in the articles print what they show.
@Suite(.ownThreads)
struct ArticleTests {
    @Test(
        .needs(.jq),
        arguments: [
            ("TimelineLive", "TimeTravel", 1), ("TimelineLive", "EditingTheState", 3),
            ("TimelineLive", "Replication", 5), ("TimelineRemote", "RemoteControl", 5),
            ("TimelineTool", "VerifyingManyTimelines", 3), ("TimelineTool", "CrashFleet", 3),
            ("TimelineTool", "CrashesAsTests", 4), ("TimelineTool", "DiagnosingARecording", 19),
            ("TimelineTool", "TestsFromRecordings", 4), ("TimelineTool", "FindingBugs", 5),
            ("TimelineTool", "AskingByAgent", 1), ("TimelineTool", "PositionsConditionsAndPaths", 5),
        ])
    func everyCommandDoesWhatItShows(module: String, article: String, count: Int) throws {
        let page = try String(
            contentsOf: Repository.url.appending(path: "Sources/\(module)/\(module).docc/\(article).md"),
            encoding: .utf8)
        let commands = ConsoleBlock.commands(in: page)
        #expect(commands.count == count)
        let workplace = try Workplace()
        for command in commands {
            let run = try workplace.run(command.text)
            #expect(run.status == 0, "\(command.text)")
            // Blank lines at the end are not shown.
            var output = run.output
            while output.hasSuffix("\n\n") { output.removeLast() }
            #expect(output == command.output, "\(command.text)")
        }
    }
}
