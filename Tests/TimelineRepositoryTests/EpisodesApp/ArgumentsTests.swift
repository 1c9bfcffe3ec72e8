import ArgumentParser
import Testing

@testable import EpisodesApp

struct ArgumentsTests {
    @Test func thePortIsOptional() throws {
        #expect(try Episodes.parse([]).serve == nil)
        #expect(try Episodes.parse(["--serve"]).serve == 0)
        #expect(try Episodes.parse(["--serve", "4000"]).serve == 4000)
        let arguments = try Episodes.parse(["--serve", "--delay", "0"])
        #expect(arguments.serve == 0)
        #expect(arguments.delay == 0)
    }

    @Test(arguments: [
        (["--x"], "Unknown option '--x'"),
        (["--travel"], "Missing value for '--travel <file>'"),
        (["--serve", "4000x"], "Unexpected argument '4000x'"),
        (["--login=-1"], "--login and --failures need a number from 0."),
        (["--delay", "86401"], "--delay needs a number of seconds from 0 to 86400, not 86401.0."),
    ])
    func wrongArgumentsAreRejectedWithAReason(words: [String], reason: String) {
        #expect { try Episodes.parse(words) } throws: { Episodes.message(for: $0) == reason }
    }
}
