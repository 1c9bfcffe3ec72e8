import Testing
import TimelineTestSupport
@testable import TimelineTool

struct DebugInputTests {
    @Test(arguments: [
        ("next", DebugInput.Name.next, ""), ("  next   3 ", .next, "3"), ("n", .next, ""), ("b 2", .back, "2"),
        ("b", .back, ""), ("b $.a < 0", .break, "$.a < 0"), ("b  !$.a", .break, "!$.a"), ("l", .list, ""),
        ("ca", .cause, ""), ("eff", .effects, ""), ("e {}", .edit, "{}"), ("back $.a", .back, "$.a"),
        ("rc", .reverse, ""), ("rev", .reverse, ""), ("cont", .continue, ""), ("bre $.a < 0", .break, "$.a < 0"),
        ("w $.a b", .watch, "$.a b"), ("wh /a", .why, "/a"), ("q", .quit, ""),
    ])
    func aNameMayBeShortened(line: String, name: DebugInput.Name, argument: String) throws {
        let input = try DebugInput(parsing: line)
        #expect(input.name == name && input.argument == argument)
    }

    @Test(arguments: [
        ("foo 3", "unknown command \"foo\": help lists the commands"), ("in", "\"in\" may be insert or info"),
        ("s $.a", nil),
    ])
    func anUnknownOrAmbiguousNameIsAnError(line: String, message: String?) throws {
        guard let message else { return #expect(try DebugInput(parsing: line).name == .skip) }
        let error = #expect(throws: ToolError.self) { try DebugInput(parsing: line) }
        #expect(error?.message == message)
    }

    @Test func aValueIsSetWhereTheStateHasIt() throws {
        let sandbox = Sandbox()
        try sandbox.write(Recorded.run, to: "run.jsonl")
        try sandbox.write(
            """
            goto 2
            set {"$.count":7}
            next
            set {"$.none":1}
            set {"$.count":"x"}
            undo
            """, to: "lines")
        let finished = try sandbox.shell("counter-timeline debug run.jsonl 0 < lines")
        let output = """
                  0     0.000            the first state
            (0) goto 2
                  2     0.200  user      add {"amount":5}
                                           $.count  1 → 6
            (2) set {"$.count":7}
                  3     0.200            state set by edit
                                           $.count  6 → 7
            (3) next
                  4     0.300  effect    add {"amount":-10}  ← 2
                                           $.count  7 → -3
            (4) set {"$.none":1}
            (4) set {"$.count":"x"}
            (4) undo
                  2     0.200  user      add {"amount":5}
                                           $.count  1 → 6

            """
        let errors = """
            Error: set: a state of the program "counter" has no $.none
            Error: set: the program "counter" has no such state: $.count: Expected to decode Int but found a string instead

            """
        #expect(finished == Finished(output: output, errors: errors, status: 64))
    }
}
