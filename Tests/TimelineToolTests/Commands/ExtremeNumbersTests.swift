import Testing
import TimelineTestSupport

/// No number in a file is added, multiplied or counted up to without a limit.
@Suite(.ownThreads)
struct ExtremeNumbersTests {
    private static let lines = [
        #"{"timeline":1,"session":"s","program":"counter","version":"1.0.0","started":"2026-11-21T04:31:05Z","segment":1,"#
            + #""platform":{},"dropped":{"segments":0,"through":0},"bundle":{"states":9,"asked":9,"last":{"seq":8,"reduced":true},"#
            + #""status":132,"backtrace":{"frames":[{"symbol":"f","file":"a.swift","line":3}],"omitted":2}}}"#,
        #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":0,"at":0.000000,"site":{"number":1,"file":"App/View.swift","line":4}}"#,
        #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user","cause":0,"in":1}"#,
        #"{"seq":1,"at":0.100000,"generated":{"uuid":"5F0C"}}"#, #"{"seq":1,"at":0.200000,"mark":"m"}"#,
        #"{"seq":2,"at":0.300000,"set":{"count":5},"by":"test"}"#,
        #"{"seq":3,"at":0.400000,"opaque":"hidden","from":"user"}"#,
        #"{"seq":3,"at":0.400000,"state":{"count":6}}"#,
        #"{"seq":4,"at":0.500000,"gap":{"through":7,"why":"a test"}}"#,
        #"{"seq":7,"at":0.500000,"state":{"count":9}}"#,
        #"{"seq":8,"at":0.600000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":8,"at":0.600000,"took":0.012000}"#, #"{"seq":8,"at":0.700000,"end":{"actions":7,"snapshots":3}}"#,
    ]

    private static let numbers = [
        "-1", "9007199254740992", "9223372036854775807", "18446744073709551616", "1e300", "8999999999999.9",
    ]

    private static let commands = [
        "info", "log --sites", "state --path '$.count' FILE end", "replay --no-wait", "diff FILE 0 -1",
        "bundle -o bundle.jsonl --force", "convert --to perfetto -o trace --force", "repair -o copy.jsonl --force",
    ]

    /// A timeline for each place of a number, with each of the chosen numbers there.
    private func sandbox(choosing numbers: (_ place: Int) -> [String]) throws -> Sandbox {
        let sandbox = Sandbox()
        var count = 0
        for (index, line) in Self.lines.enumerated() {
            for place in line.matches(of: /:([0-9]+(?:\.[0-9]+)?)[,}]/).map(\.output.1) {
                count += 1
                for number in numbers(count) {
                    var lines = Self.lines
                    lines[index].replaceSubrange(place.startIndex..<place.endIndex, with: number)
                    try sandbox.write(lines.joined(separator: "\n") + "\n", to: "\(count).\(number).jsonl")
                }
            }
        }
        #expect(count > 40)
        return sandbox
    }

    /// Each place is tried by two commands, and with `TIMELINE_HARNESS=full` by all.
    @Test(arguments: commands.indices)
    func noNumberEndsACommand(index: Int) throws {
        let command = Self.commands[index]
        let sandbox = try sandbox { place in
            guard Harness.isFull || (place + index).isMultiple(of: 4) else { return [] }
            return [Self.numbers[(place / 4 + index) % Self.numbers.count]]
        }
        let words = command.contains("FILE") ? command.replacing("FILE", with: "$f") : "\(command) $f"
        let finished = try sandbox.shell(
            "for f in *[0-9].jsonl; do counter-timeline \(words) > out 2> errors; echo $? $f; grep -E 'SIG|ended by' errors; done"
        )
        let answers = finished.output.split(separator: "\n").filter {
            !["0", "1", "2", "65"].contains($0.prefix { $0 != " " })
        }
        #expect(answers == [])
    }

    @Test func noNumberEndsTheProcessThatVerifies() throws {
        let verified = try sandbox { _ in Self.numbers }.shell("counter-timeline verify .")
        #expect([1, 65].contains(verified.status), "\(verified)")
        #expect(!(verified.output + verified.errors).contains(/SIG|ended by/), "\(verified)")
    }
}
