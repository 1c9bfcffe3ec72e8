import Testing

@testable import TimelineJournal

struct OpenTextsTests {
    private static let copy =
        Array(
            [
                #"{"timeline":1,"session":"s","program":"p","version":"1","started":"t","segment":1,"platform":null}"#,
                #"{"seq":0,"at":0.000000,"state":{"user":"","of":{"bob":{"mail":"bob"},"eve":{}}}}"#,
                #"{"seq":1,"at":0.100000,"action":{"names":["eve",{"a b":"bob"},"bob"]},"from":"bob"}"#,
                #"{"seq":2,"at":0.200000,"set":{"user":"bobby","of":{}},"by":"bob"}"#,
                #"{"seq":2,"at":0.200000,"mark":"bob"}"#,
                #"{"seq":3,"at":0.300000,"opaque":"bob","from":"user"}"#,
                #"{"seq":4,"at":0.400000,"action":{"names":["bob"]}}"#,
            ].joined(separator: "\n").utf8) + [10]

    @Test func eachTextThatWasHiddenElsewhereIsTakenForItsPathAndNeverTold() throws {
        var texts = OpenTexts()
        texts.hid("bob")
        texts.hid("")
        try texts.search(Self.copy, file: "a.jsonl")
        try texts.search(Self.copy, file: "b.jsonl")
        let expected: [OpenTexts.Place] = [
            .init(.state, path: "$.of~", file: "a.jsonl", line: 2, times: 2),
            .init(.state, path: "$.of.*.mail", file: "a.jsonl", line: 2, times: 2),
            .init(.action, path: "$.names[*]['a b']", file: "a.jsonl", line: 3, times: 2),
            .init(.action, path: "$.names[*]", file: "a.jsonl", line: 3, times: 4),
            .init(.from, file: "a.jsonl", line: 3, times: 2), .init(.by, file: "a.jsonl", line: 4, times: 2),
            .init(.mark, file: "a.jsonl", line: 5, times: 2),
            .init(.action, path: "$", file: "a.jsonl", line: 6, times: 2),
        ]
        #expect(texts.places == expected)
        for place in expected.prefix(4) { _ = try HiddenPaths([place.path]) }
    }

    @Test func whereNothingWasHiddenNothingIsFound() throws {
        var texts = OpenTexts()
        try texts.search(Self.copy, file: "a.jsonl")
        texts.hid("Bob")
        try texts.search(Self.copy, file: "a.jsonl")
        #expect(texts.places == [])
    }

    @Test func thePlacesThatAreKeptAreNotWithoutEnd() throws {
        var texts = OpenTexts()
        texts.hid("bob")
        let names = (1...1001).map { #""n\#($0)":"bob""# }.joined(separator: ",")
        let lines = String(decoding: Self.copy, as: UTF8.self).split(separator: "\n")
        let copy = Array("\(lines[0])\n{\"seq\":0,\"at\":0.000000,\"state\":{\(names)}}\n".utf8)
        try texts.search(copy, file: "a.jsonl")
        #expect(texts.places.count == 1000)
    }
}
