import TestHarness
import Testing

@testable import TimelineTool

@Suite(.ownThreads)
struct RecentOutputTests {
    private func output(_ lines: [String]) -> RecentOutput {
        var output = RecentOutput()
        for line in lines { output.add(Array(line.utf8)) }
        return output
    }

    @Test func theLastErrorIsTheMessage() {
        #expect(output(["Error: one", "x", "Error: two", "three"]).errorMessage == "two\nthree")
        #expect(output(["x"]).errorMessage == nil)
    }

    @Test func onlyTheLastLinesAreKept() throws {
        let early = output(["Error: early"] + Array(repeating: "some text of a reducer", count: 10_000))
        #expect(early.errorMessage == nil)
        let long = try #require(
            output([String(repeating: "x", count: 1 << 20), "Error: " + String(repeating: "y", count: 1 << 20)])
                .errorMessage)
        #expect(long.utf8.count == RecentOutput.limit - "Error: ".utf8.count)
    }
}
