import Testing
@testable import TimelineDebugger
import TimelineKit
import TimelineTestSupport

struct HiddenTextSearchTests {
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

    private static func finding(
        _ part: RedactionFinding.Part, path: String = "", file: String, line: Int, times: Int
    ) -> RedactionFinding {
        RedactionFinding(kind: .elsewhere, part: part, path: path, file: file, line: line, times: times)
    }

    @Test func eachTextThatIsHiddenElsewhereIsFoundAtItsPath() throws {
        var texts = HiddenTextSearch()
        texts.add("bob")
        texts.add("")
        try texts.search(Self.copy, file: "a.jsonl")
        try texts.search(Self.copy, file: "b.jsonl")
        let expected = [
            Self.finding(.state, path: "$.of~", file: "a.jsonl", line: 2, times: 2),
            Self.finding(.state, path: "$.of.*.mail", file: "a.jsonl", line: 2, times: 2),
            Self.finding(.action, path: "$.names[*]['a b']", file: "a.jsonl", line: 3, times: 2),
            Self.finding(.action, path: "$.names[*]", file: "a.jsonl", line: 3, times: 4),
            Self.finding(.from, file: "a.jsonl", line: 3, times: 2),
            Self.finding(.by, file: "a.jsonl", line: 4, times: 2),
            Self.finding(.mark, file: "a.jsonl", line: 5, times: 2),
            Self.finding(.action, path: "$", file: "a.jsonl", line: 6, times: 2),
        ]
        #expect(texts.places == expected)
        for place in expected.prefix(4) { _ = try HiddenPaths([place.path]) }
    }

    @Test func aTextIsFoundWhereNoPathLeads() throws {
        var texts = HiddenTextSearch()
        texts.add("bobby")
        let header = String(decoding: Self.copy, as: UTF8.self).split(separator: "\n")[0].dropLast()
        let lines = [
            header + #","bundle":{"states":1,"last":{"seq":0},"backtrace":{"frames":[{"symbol":"bobby()"}]}}}"#,
            #"{"seq":0,"at":0.000000,"state":{},"more":"bobby"}"#, #"{"kind":"bobby"}"#,
        ]
        try texts.search(Array((lines.joined(separator: "\n") + "\n").utf8), file: "a.jsonl")
        #expect(
            texts.places == [
                Self.finding(.line, path: "$.bundle.backtrace.frames[*].symbol", file: "a.jsonl", line: 1, times: 1),
                Self.finding(.line, path: "$.more", file: "a.jsonl", line: 2, times: 1),
                Self.finding(.line, path: "$.kind", file: "a.jsonl", line: 3, times: 1),
            ])
    }

    @Test func withoutHiddenTextsNothingIsFound() throws {
        var texts = HiddenTextSearch()
        try texts.search(Self.copy, file: "a.jsonl")
        texts.add("Bob")
        try texts.search(Self.copy, file: "a.jsonl")
        #expect(texts.places == [])
    }

    @Test func theNumberOfPlacesIsLimited() throws {
        var texts = HiddenTextSearch()
        texts.add("bob")
        let names = (1...1001).map { #""n\#($0)":"bob""# }.joined(separator: ",")
        let lines = String(decoding: Self.copy, as: UTF8.self).split(separator: "\n")
        let copy = Array("\(lines[0])\n{\"seq\":0,\"at\":0.000000,\"state\":{\(names)}}\n".utf8)
        try texts.search(copy, file: "a.jsonl")
        #expect(texts.places.count == 1000)
    }

    /// The places in a state, where each of these texts is hidden.
    private func places(_ hidden: [String], in state: String, takesShort: Bool = true) throws -> [String] {
        var texts = HiddenTextSearch(takesShort: takesShort)
        hidden.forEach { texts.add($0) }
        let header = String(decoding: Self.copy, as: UTF8.self).split(separator: "\n")[0]
        try texts.search(Array("\(header)\n{\"seq\":0,\"at\":0.000000,\"state\":\(state)}\n".utf8), file: "a.jsonl")
        return texts.places.map(\.path)
    }

    @Test func aTextIsFoundInsideALongerOne() throws {
        let state = #"{"a":"Dear Eve!","b":"Eve","c":"to Adam and Eve","of Adam":1,"d":"adam","e":["-Adam"],"f":"Ada"}"#
        #expect(try places(["Adam"], in: state) == ["$.c", "$~", "$.e[*]"])
        // Three characters are in many words.
        #expect(try places(["Eve"], in: state) == ["$.b"])
        #expect(try places(["Eve", "Adam"], in: state, takesShort: false) == ["$.c", "$~", "$.e[*]"])
        #expect(try places(["Adam and Eves"], in: state) == [])
    }

    @Test func aTextIsFoundAsWrittenInJSONAndInAURL() throws {
        let state = #"""
            {"a":"{\"name\":\"O\\\"Neil\\nR\"}","b":"https://x.y/?q=O%22Neil%0AR&z","c":"O\"Neil\nR.","d":"O'Neil"}
            """#
        #expect(try places(["O\"Neil\nR"], in: state) == ["$.a", "$.b", "$.c"])
        #expect(try places(["Zoë K"], in: #"{"a":"Zo%C3%AB%20K","b":"Zo\u00eb K"}"#) == ["$.a", "$.b"])
    }

    @Test func digitsAreNotFoundInsideALongerNumber() throws {
        let state = #"{"a":"51234","b":"12345","c":"pin 1234!","d":"12x1234x"}"#
        #expect(try places(["1234"], in: state) == ["$.c", "$.d"])
    }

    @Test func aTextIsNotFoundInsideAPseudonym() throws {
        let pseudonym = Pseudonyms(key: Array(repeating: 1, count: 16)).of("Adam")
        #expect(try places(["reda", String(pseudonym.suffix(4))], in: #"["\#(pseudonym)"]"#) == [])
    }

    @Test func aVeryLongTextIsFoundByItsBeginning() throws {
        let long = (0..<400).map { String($0) }.joined(separator: ",")
        #expect(try places([long], in: #"["x \#(long) y","\#(long.dropFirst(2))","\#(long.prefix(255))"]"#) == ["$[*]"])
    }

    @Test func theResultsEqualThoseOfContains() throws {
        var seed = Seed()
        func word(_ lengths: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: lengths, using: &seed)).map { _ in "abé".randomElement(using: &seed)! })
        }
        var found = 0
        for _ in 0..<2_000 {
            let hidden = (0..<3).map { _ in word(4...5) }
            let text = word(0...12)
            let isThere = hidden.contains { text.contains($0) }
            try #require(
                try places(hidden, in: #""\#(text)""#) == (isThere ? ["$"] : []), "\(seed): \(hidden), \(text)")
            if isThere { found += 1 }
        }
        #expect(found > 100, "\(seed)")
    }
}
