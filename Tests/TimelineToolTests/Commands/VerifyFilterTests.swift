import Foundation
import Testing
import TimelineTestSupport

/// `verify` as a filter: paths on standard input, a line of JSON for each on standard output.
@Suite(.ownThreads)
struct VerifyFilterTests {
    private let sandbox: Sandbox
    private let names: [String]

    init() throws {
        var files: [String: String] = [:]
        for number in 10..<18 {
            files["runs/\(number).jsonl"] =
                number.isMultiple(of: 3) ? Recorded.run : Recorded.text(Array(Recorded.lines[..<4]))
        }
        sandbox = Sandbox(files)
        names = files.keys.sorted()
    }

    /// Of `bare-timeline`, the executable that it becomes continues with the rest of the input.
    @Test(arguments: ["counter-timeline", "bare-timeline"])
    func eachLineIsThereBeforeTheNextPathIsSent(_ name: String) throws {
        let script = """
            import subprocess, sys
            filter = subprocess.Popen([sys.argv[1], "verify", "--files-from", "-", "--json"],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for name in sys.argv[2:]:
                filter.stdin.write(name + "\\n")
                filter.stdin.flush()
                print(filter.stdout.readline(), end="")
            """
        let finished = try sandbox.run(
            ["-c", script, "\(Sandbox.tools)/\(name)"] + names[..<4], with: "/usr/bin/python3",
            environment: ["TIMELINE_PROGRAM": "\(Sandbox.tools)/counter-timeline"])
        let whole = try sandbox.run(["verify", "--files-from", "-", "--json"], input: names.joined(separator: "\n"))
        #expect(whole.status == 1 && whole.errors == "", "\(whole)")
        let lines = whole.output.split(separator: "\n")
        #expect(lines.map { $0.split(separator: "\"")[3] } == names.map { $0[...] })
        #expect(finished.output.split(separator: "\n") == Array(lines[..<4]))
    }
}
