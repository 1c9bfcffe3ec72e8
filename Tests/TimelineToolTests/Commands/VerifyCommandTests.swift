import Foundation
import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct VerifyCommandTests {
    private static let sound = Recorded.text(Recorded.lines[..<3] + [#"{"seq":1,"at":0.100000,"state":{"count":1}}"#])
    private static let trapping = sound.replacing("increment", with: "crash")

    @Test func manyTimelinesAreInOrderWhateverTheyTake() throws {
        var files: [String: String] = [:]
        for number in 100..<160 {
            files["runs/\(number).jsonl"] = number.isMultiple(of: 7) ? Self.trapping : Self.sound
        }
        let sandbox = Sandbox(files)
        let finished = try sandbox.run(["verify", "runs", "--json"])
        let expected = (100..<160).map {
            #"{"file":"runs/\#($0).jsonl","result":"\#($0.isMultiple(of: 7) ? "diverged" : "sound")""#
        }
        #expect(
            finished.output.split(separator: "\n").map { $0.split(separator: ",")[..<2].joined(separator: ",") }
                == expected)
        #expect(finished.status == 1)
    }

    @Test func aSubfolderThatCannotBeReadIsOneErrorAndTheOthersAreVerified() throws {
        let sandbox = Sandbox(["runs/a/run.jsonl": Self.sound, "runs/z/run.jsonl": Self.sound])
        // The path of the last folder is longer than the system allows.
        let name = String(repeating: "x", count: 255)
        _ = try sandbox.shell("cd runs; for n in $(seq 16); do mkdir \(name); cd \(name); done")
        let deepest = "runs/" + Array(repeating: name, count: 16).joined(separator: "/")
        #expect(
            try sandbox.run(["verify", "runs"])
                == Finished(
                    output: """
                        cannot open \(deepest): file name too long
                        3 timelines: 2 sound, 1 unreadable.

                        """, status: 65))
        #expect(try sandbox.shell("rm -r runs").status == 0)
    }
}
