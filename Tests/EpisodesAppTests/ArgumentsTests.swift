import TestHarness
import Testing

@testable import EpisodesApp

@Suite(.ownThreads)
struct ArgumentsTests {
    @Test func argumentsHaveDefaults() throws {
        let arguments = try Arguments([])
        #expect(arguments.dataFile == nil)
        #expect(arguments.delay == .milliseconds(200))
        #expect(arguments.servingPort == nil)
        #expect(!arguments.wantsHelp)
    }

    @Test func thePortIsOptional() throws {
        #expect(try Arguments(["--serve"]).servingPort == 0)
        #expect(try Arguments(["--serve", "4000"]).servingPort == 4000)
        let arguments = try Arguments(["--serve", "--delay", "0"])
        #expect(arguments.servingPort == 0)
        #expect(arguments.delay == .zero)
    }

    @Test func everyOptionIsRead() throws {
        let arguments = try Arguments([
            "--delay", "0", "--data", "file.json", "--travel", "crash.jsonl", "--hot-reload", "state.json", "-h",
            "--open", "episodes://settings", "--login", "60", "--failures", "2", "--keep-effects",
        ])
        #expect(arguments.link == "episodes://settings")
        #expect(arguments.loginSeconds == 60)
        #expect(arguments.failures == 2)
        #expect(arguments.keepsEffects)
        #expect(arguments.travel == "crash.jsonl")
        #expect(arguments.hotReload == "state.json")
        #expect(arguments.dataFile == "file.json")
        #expect(arguments.delay == .zero)
        #expect(arguments.wantsHelp)
    }

    @Test(arguments: [
        (["--fast"], "unknown argument '--fast'; see episodes --help"),
        (["--travel"], "--travel needs a value after it; see episodes --help"),
        (["--hot-reload"], "--hot-reload needs a value after it; see episodes --help"),
        (["--data"], "--data needs a value after it; see episodes --help"),
        (["--replicate"], "--replicate needs a value after it; see episodes --help"),
        (["--serve", "0"], "--serve needs a port from 1 to 65535 after it, or none, not '0'"),
        (["--serve", "4000x"], "--serve needs a port from 1 to 65535 after it, or none, not '4000x'"),
        (["--failures", "some"], "--failures needs a number of failures from 0 to 86400, not 'some'"),
        (["--login", "-1"], "--login needs a number of seconds from 0 to 86400, not '-1'"),
        (["--open"], "--open needs a value after it; see episodes --help"),
        (["--delay", "-1"], "--delay needs a number of seconds from 0 to 86400, not '-1'"),
    ])
    func wrongArgumentsAreRejectedWithAReason(words: [String], reason: String) {
        #expect { try Arguments(words) } throws: { "\($0)" == reason && ($0 as? StartError)?.exitStatus == .usage }
    }

    @Test func aMissingFileIsRejected() throws {
        let arguments = try Arguments(["--data", "/nowhere/episodes.json"])
        #expect {
            try arguments.serverData()
        } throws: {
            "\($0)" == "/nowhere/episodes.json cannot be read; --data needs a file"
                && ($0 as? StartError)?.exitStatus == .badFile
        }
    }
}
