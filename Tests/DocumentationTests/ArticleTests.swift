import Foundation
import Testing

/// What the articles show is what happens.
struct ArticleTests {
    @Test(arguments: [("TravellingInTime", 1), ("EditingTheState", 3)])
    func everyCommandDoesWhatItShows(article: String, count: Int) throws {
        let page = try String(
            contentsOf: Workplace.root.appending(path: "Sources/TimelineKit/TimelineKit.docc/\(article).md"),
            encoding: .utf8)
        let commands = ConsoleBlock.commands(in: page)
        #expect(commands.count == count)
        let workplace = try Workplace()
        defer { workplace.close() }
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
