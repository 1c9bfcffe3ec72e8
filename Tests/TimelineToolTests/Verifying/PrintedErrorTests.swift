import Testing

@testable import TimelineTool

struct PrintedErrorTests {
    private func message(_ lines: [String]) -> String? {
        var error = PrintedError()
        for line in lines { error.add(Array(line.utf8)) }
        return error.message
    }

    @Test func theLastErrorIsTheMessage() {
        #expect(message(["Error: one", "x", "Error: two", "three"]) == "two\nthree")
        #expect(message(["x"]) == nil)
    }

    @Test func memoryIsBounded() {
        #expect(message(["Error: early"] + Array(repeating: "some text of a reducer", count: 10_000)) == nil)
        let long = String(repeating: "x", count: 1 << 20)
        #expect(message([long, "Error: \(long)"])?.utf8.count == PrintedError.limit - "Error: ".utf8.count)
    }
}
