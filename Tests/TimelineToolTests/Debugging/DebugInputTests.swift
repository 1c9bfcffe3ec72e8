import Testing

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
}
