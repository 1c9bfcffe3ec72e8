import Testing

@testable import TimelineKit
@testable import TimelineReplay

/// Slices of RFC 9535, section 2.3.4.2.2, for clones without the compliance suite.
struct PathSliceTests {
    @Test(arguments: [
        ("::", [0, 1, 2, 3, 4]), ("1:3", [1, 2]), ("3:1", []), (":2", [0, 1]), ("3:", [3, 4]), ("::2", [0, 2, 4]),
        ("1:4:2", [1, 3]), ("-2:", [3, 4]), (":-2", [0, 1, 2]), ("-4:-2", [1, 2]), ("-9:9", [0, 1, 2, 3, 4]),
        ("9007199254740991:", []), ("-9007199254740991:9007199254740991:9007199254740991", [0]),
        ("9007199254740991:-9007199254740991:-9007199254740991", [4]), (":9007199254740991:-9007199254740991", []),
        ("5:", []), ("::0", []), ("0:5:0", []), ("::9", [0]),
        ("::-1", [4, 3, 2, 1, 0]), ("::-2", [4, 2, 0]), ("3::-1", [3, 2, 1, 0]), ("3:1:-1", [3, 2]), ("1:3:-1", []),
        (":1:-1", [4, 3, 2]), (":0:-1", [4, 3, 2, 1]), ("-2::-1", [3, 2, 1, 0]), ("-2:-4:-1", [3, 2]),
        (":-3:-1", [4, 3]), ("4:-1:-1", []), ("9::-1", [4, 3, 2, 1, 0]), ("9:-9:-1", [4, 3, 2, 1, 0]), ("-9::-1", []),
        ("0:-9:-1", [0]), ("-5::-1", [0]), ("-6::-1", []), ("5:3:-1", [4]), ("4:0:-3", [4, 1]), ("::-9", [4]),
    ])
    func aSliceSelectsTheseElementsInThisOrder(slice: String, picked: [Int]) throws {
        let array: JSON = [0, 1, 2, 3, 4]
        let nodes = try JSONPath(parsing: "$[\(slice)]").nodes(in: array)
        #expect(nodes.map(\.value) == picked.map { .number(JSONNumber($0)) })
        #expect(nodes.map { "\($0.path)" } == picked.map { "$[\($0)]" })
    }

    @Test(arguments: ["::", "::-1", "0:0:-1", "-1::-1", ":-1:-1", "1:9:2"])
    func aSliceOfNoElementsIsEmpty(slice: String) throws {
        #expect(try JSONPath(parsing: "$[\(slice)]").nodes(in: []).isEmpty)
    }
}
