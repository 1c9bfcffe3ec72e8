import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineDebugger

struct JournalRedactorTests {
    private let pseudonyms = Pseudonyms(key: Array("a key for tests.".utf8))

    private let journal = [
        #"{"timeline":1,"session":"s","program":"login","version":"1","started":"t","segment":1,"platform":null,"#
            + #""snapshots":"balanced","note":"of bob"}"#,
        #"{"seq":0,"at":0.000000,"state":{"user":null,"all":[]}}"#,
        #"{"seq":1,"at":0.100000,"action":{"signedIn":{"name":"bob","pin":42}},"from":"user","extra":"bob"}"#,
        #"{"seq":2,"at":0.200000,"opaque":"secret bob","from":"effect","cause":1}"#,
        #"{"seq":3,"at":0.300000,"set":{"user":"bob","all":["bob","eve"]},"by":"test"}"#,
        #"{"seq":3,"at":0.350000,"mark":"before"}"#,
        #"{"seq":4,"at":0.400000,"gap":{"through":5,"why":"the state cannot be encoded: bob"}}"#,
        #"{"seq":5,"at":0.400000,"state":{"user":"bob","all":["bob"]}}"#, #"{"kind":"new","of":"bob"}"#,
        #"{"seq":6,"at":0.500000,"gap":{"through":6,"why":"bob's \"file\""}}"#,
        #"{"seq":6,"at":0.500000,"state":{"user":"","all":[]}}"#,
        #"{"seq":6,"at":0.600000,"end":{"actions":3,"snapshots":3}}"#,
    ]

    private func sealed(_ lines: [String]) -> [UInt8] { Array(TimelineTestSupport.sealed(lines).utf8) }

    private func redactor(
        state: [String] = ["$.user", "$.all[*]"], actions: [String] = ["$.signedIn"]
    ) throws -> JournalRedactor {
        JournalRedactor(state: try HiddenPaths(state), actions: try HiddenPaths(actions), pseudonyms: pseudonyms)
    }

    private func copy(
        _ bytes: [UInt8], _ redactor: JournalRedactor
    ) throws -> (bytes: [UInt8], summary: JournalRedactor.Summary) {
        var written: [UInt8] = []
        var summary = redactor.emptySummary
        try redactor.copy(bytes, file: "run.jsonl", &summary) { written += $0 }
        return (written, summary)
    }

    private func findings(
        in bytes: [UInt8], state: [String] = ["$.user", "$.all[*]"], actions: [String] = ["$.signedIn"]
    ) throws -> [String] {
        try findings(in: bytes, redactor(state: state, actions: actions))
    }

    private func findings(in bytes: [UInt8], _ redactor: JournalRedactor) throws -> [String] {
        var found: [String] = []
        var summary = redactor.emptySummary
        try redactor.copy(bytes, file: "run.jsonl", &summary, found: { found += $1().map(\.description) }) { _ in }
        return found
    }

    @Test func everyLineIsCopiedWithPseudonymsAndNewChecksums() throws {
        let bob = pseudonyms.of(JSON.string("bob"))
        let eve = pseudonyms.of(JSON.string("eve"))
        let (bytes, summary) = try copy(sealed(journal), redactor())
        #expect(
            bytes.text
                == sealed([
                    #"{"timeline":1,"session":"s","program":"login","version":"1","started":"t","segment":1,"#
                        + #""platform":null,"snapshots":"balanced","redaction":{"how":"HMAC-SHA-256","#
                        + #""marked":false,"state":["$.user","$.all[*]"],"actions":["$.signedIn"]}}"#,
                    #"{"seq":0,"at":0.000000,"state":{"user":null,"all":[]}}"#,
                    #"{"seq":1,"at":0.100000,"action":{"signedIn":{"name":\#(bob),"pin":\#(pseudonyms.of(42))}},"#
                        + #""from":"user"}"#,
                    #"{"seq":2,"at":0.200000,"opaque":"\#(pseudonyms.of("secret bob"))","from":"effect","#
                        + #""cause":1}"#,
                    #"{"seq":3,"at":0.300000,"set":{"user":\#(bob),"all":[\#(bob),\#(eve)]},"by":"test"}"#,
                    #"{"seq":3,"at":0.350000,"mark":"before"}"#,
                    #"{"seq":4,"at":0.400000,"gap":{"through":5,"why":"the state cannot be encoded"}}"#,
                    #"{"seq":5,"at":0.400000,"state":{"user":\#(bob),"all":[\#(bob)]}}"#,
                    #"{"seq":6,"at":0.500000,"gap":{"through":6,"why":"withheld"}}"#,
                    #"{"seq":6,"at":0.500000,"state":{"user":"","all":[]}}"#,
                    #"{"seq":6,"at":0.600000,"end":{"actions":3,"snapshots":3}}"#,
                ]).text)
        var expected = try redactor().emptySummary
        (expected.lines, expected.unknown, expected.opaque, expected.marks) = (11, 1, 1, 1)
        expected.names = ["test"]
        expected.state = [.init(path: "$.user", places: 4, values: 2), .init(path: "$.all[*]", places: 3, values: 3)]
        expected.actions = [.init(path: "$.signedIn", places: 1, values: 2)]
        #expect(summary == expected)
        try Journal(bytes: bytes).requireSound()
    }

    @Test func theNamesOfMarksAreHiddenOnRequest() throws {
        let none = try HiddenPaths([])
        let redactor = JournalRedactor(state: none, actions: none, marks: true, pseudonyms: pseudonyms)
        let clean = try copy(sealed(journal), redactor).bytes
        let mark = #"{"seq":3,"at":0.350000,"mark":"\#(pseudonyms.of("before"))"}"#
        #expect(clean.split(separator: 10)[5] == sealed([mark]).dropLast())
        #expect(
            try RedactionNote(Journal(bytes: clean).header)
                == RedactionNote(marked: false, state: [], actions: [], marks: true))
        #expect(try findings(in: clean, redactor) == [])
        #expect(
            try findings(in: sealed(journal), redactor) == ["run.jsonl, line 6: the name of the mark is not hidden"])
    }

    @Test func thePlacesAndValuesOfEachPathAreCounted() throws {
        let journal = [
            journal[0], #"{"seq":0,"at":0.000000,"state":{"a":{"b":[1,"x","",null,true],"":false},"c":"redacted"}}"#,
        ]
        let paths = ["$.a", "$.a~", "$.c~", "$.none", "$.a.b[4]"]
        let summary = try copy(sealed(journal), redactor(state: paths)).summary
        #expect(
            summary.state == [
                .init(path: "$.a", places: 1, values: 2, truths: 2), .init(path: "$.a~", places: 1, values: 1),
                .init(path: "$.c~"), .init(path: "$.none"), .init(path: "$.a.b[4]", places: 1, truths: 1),
            ])
        var twice = summary
        try redactor(state: paths).copy(sealed(journal), file: "run.jsonl", &twice) { _ in }
        #expect(twice.state[0] == .init(path: "$.a", places: 2, values: 4, truths: 4))
    }

    @Test func aCopyOfACopyHasTheSamePseudonyms() throws {
        let texts = try redactor(actions: ["$.signedIn.name"])
        let once = try copy(sealed(journal), texts).bytes
        #expect(try copy(once, texts).bytes == once)
        // Values hidden by a second redaction have the same pseudonyms as by the first.
        let state = try copy(sealed(journal), redactor(actions: [])).bytes
        let steps = once.split(separator: 10).dropFirst()
        #expect(try copy(state, texts).bytes.split(separator: 10).dropFirst() == steps)
    }

    /// Compared with what a recorder hides while it encodes.
    @Test func eachActionIsRedactedAsItsValueIs() throws {
        let all = [
            "$", "$.a", "$..a", "$.a.b", "$[*]", "$..*", "$..id", "$[0]", "$..[1]", "$.*.value", "$['a/b']", "$..['']",
            "$.a~", "$~", "$..*~", "$.none",
        ]
        var seed = Seed()
        for _ in 0..<300 {
            // No type holds the largest of the random numbers.
            let text = JSON.random(depth: 3, using: &seed).description.replacing("1e400", with: "7")
            let value = try JSONCoding.encode(#require(Anything(JSON(parsing: text)))).value
            let some = Array(all.shuffled(using: &seed).prefix(.random(in: 1...4, using: &seed)))
            let texts = Cell<Set<String>>([])
            let rules = HidingRules(try some.map { try HidingPattern(parsing: $0) }) { [pseudonyms] value in
                if let text = value.string { texts.change { $0.insert(text) } }
                return pseudonyms.of(value)
            }
            let expected = try JSONCoding.encode(#require(Anything(value)), hiding: rules).value
            var redactor = LineRedactor(try redactor(state: [], actions: some))
            let redacted = try redactor.hidden(value, of: "action") ?? value
            try #require(redacted == expected, "\(seed): \(some) in \(value)")
            try #require(Set(redactor.hiddenTexts) == texts.load(), "\(seed): \(some) in \(value)")
            // What was hidden stays, where it is listed.
            let values = some.filter { !$0.contains("~") }
            var again = LineRedactor(try self.redactor(state: [], actions: values))
            again.read(RedactionNote(marked: false, state: [], actions: some))
            _ = try again.hidden(expected, of: "action")
            try #require(again.hiddenTexts == [] || some.contains { $0.contains("~") }, "\(seed)")
        }
    }

    @Test func headersKeepTheNotesOfBothRedactions() throws {
        let first = try copy(sealed(journal), redactor(state: ["$.user"], actions: [])).bytes
        let header = try Journal(bytes: copy(first, redactor(state: ["$.all", "$.user"])).bytes).header
        #expect(
            RedactionNote(header)
                == RedactionNote(marked: false, state: ["$.user", "$.all"], actions: ["$.signedIn"]))
    }

    @Test func anotherVersionOfTheFormatIsNotCopied() throws {
        let future = Array((#"{"timeline":2}"# + "\n").utf8)
        #expect(throws: RedactingError.futureVersion(file: "run.jsonl", version: 2)) { try copy(future, redactor()) }
    }

    @Test func theCopyEndsBeforeTheFirstDamagedLine() throws {
        var seed = Seed()
        let sound =
            [journal[0], journal[1]]
            + (1...100).map {
                let words = String(repeating: "more ", count: $0 % 90)
                return
                    #"{"seq":\#($0),"at":1.000000,"action":{"signedIn":{"name":"user \#($0 % 7)"},"of":"\#(words)"}}"#
            }
        let whole = try copy(sealed(sound), redactor()).bytes.split(separator: 10, omittingEmptySubsequences: false)
        for _ in 0..<4 {
            let damaged = Int.random(in: 2..<sound.count, using: &seed)
            var lines = sound
            // Out of order, or not JSON, or with another checksum.
            let kind = UInt8.random(in: 0..<3, using: &seed)
            if kind == 1 { lines[damaged] = lines[0] }
            if kind == 2 { lines[damaged] = #"{"seq":1,}"# }
            let start = sealed(Array(lines[..<damaged])).count
            let end = start + sealed([lines[damaged]]).count
            var bytes = sealed(lines)
            if kind == 0 { bytes[end - 4] ^= 1 }
            var written: [UInt8] = []
            let redactor = try redactor()
            var summary = redactor.emptySummary
            let error = #expect(throws: RedactingError.self, "\(seed)") {
                try redactor.copy(bytes, file: "run.jsonl", &summary) { written += $0 }
            }
            guard case .damaged(file: "run.jsonl", line: damaged + 1, let byte) = error else {
                Issue.record("\(seed): \(error as Any)")
                return
            }
            #expect((start..<end).contains(byte), "\(seed)")
            let isWholeUntilThere = written == Array(whole[..<damaged].joined(separator: [10])) + [10]
            #expect(isWholeUntilThere, "\(seed)")
        }
    }

    @Test func aCopyPassesTheCheckUnlessOneValueIsExposed() throws {
        let clean = try copy(sealed(journal), redactor()).bytes
        #expect(try findings(in: clean) == [])
        var lines = String(decoding: clean, as: UTF8.self).split(separator: "\n").map(String.init)
        lines[4] = #"{"seq":3,"at":0.300000,"set":{"user":"","all":["","eve"]},"by":"test"}"#
        #expect(
            try findings(in: Array(lines.joined(separator: "\n").utf8) + [10]) == [
                "run.jsonl, line 5: $.all[1] of the state is not hidden"
            ])
        // A value that is not hidden is reported even if the header lists its path.
        #expect(
            try findings(in: sealed(journal), state: [], actions: ["$.signedIn.pin"]) == [
                "run.jsonl, line 3: $.signedIn.pin of the action is not hidden",
                "run.jsonl, line 4: $ of the action is not hidden",
            ])
    }

    @Test func theNameOfAnActionThatARecorderWroteIsKept() throws {
        let step = #"{"seq":1,"at":0.100000,"opaque":"Login.failing","from":"user"}"#
        let recorded = [
            #"{"timeline":1,"session":"s","program":"p","version":"1","started":"t","segment":1,"platform":null,"#
                + #""redaction":{"how":"HMAC-SHA-256","marked":true,"state":[],"actions":["$.signedIn"]}}"#,
            #"{"seq":0,"at":0.000000,"state":{}}"#, step,
        ]
        #expect(try copy(sealed(recorded), redactor()).bytes.split(separator: 10)[2] == sealed([step]).dropLast())
        #expect(try findings(in: sealed(recorded)) == [])
        let open = [journal[0], recorded[1], step]
        #expect(try findings(in: sealed(open)) == ["run.jsonl, line 3: $ of the action is not hidden"])
        let words = [recorded[0], recorded[1], #"{"seq":1,"at":0.100000,"opaque":"of bob","from":"user"}"#]
        #expect(try findings(in: sealed(words)) == ["run.jsonl, line 3: $ of the action is not hidden"])
    }

    @Test(
        arguments: [
            (
                #""signal":"SIGILL","status":132,"backtrace":{"fault":"Swift runtime failure: arithmetic overflow","frames":"#
                    + #"[{"symbol":"f(_:)","file":"/home/bob/src/f.swift","line":7,"image":"app","address":"0x15a4"}],"omitted":3}"#,
                #""signal":"SIGILL","status":132,"backtrace":{"fault":"Swift runtime failure: arithmetic overflow","frames":"#
                    + #"[{"symbol":"f(_:)","file":"f.swift","line":7,"image":"app","address":"0x15a4"}],"omitted":3}"#
            ),
            (
                #""signal":"of bob","backtrace":{"fault":"Fatal error: no user bob","message":"bob","frames":"#
                    + #"[{"symbol":"f","note":"bob"}],"registers":{"rax":"bob"}},"note":"bob""#,
                #""backtrace":{"fault":"Fatal error","frames":[{"symbol":"f"}]}"#
            ),
            (
                #""signal":"signal 42","backtrace":{"fault":"bob@example.com","frames":[{"symbol":"f"}]}"#,
                #""signal":"signal 42","backtrace":{"fault":"withheld","frames":[{"symbol":"f"}]}"#
            ),
            (#""signal":"signal bob","backtrace":"bob""#, nil), (#""signal":"SIGNED BOB""#, nil),
        ] as [(String, String?)])
    func theNamesAndPlacesOfCodeInACrashAreKept(_ written: String, _ kept: String?) throws {
        func header(_ rest: String, _ end: String) -> String {
            #"{"timeline":1,"session":"s","program":"p","version":"1","started":"t","segment":1,"platform":null"#
                + #"\#(end),"bundle":{"states":1,"last":{"seq":1}\#(rest)}}"#
        }
        let lines = [header("," + written, ""), #"{"seq":0,"at":0.000000,"state":{}}"#]
        let note =
            #","redaction":{"how":"HMAC-SHA-256","marked":false,"state":["$.user","$.all[*]"],"#
            + #""actions":["$.signedIn"]}"#
        let copied = try copy(sealed(lines), redactor()).bytes
        #expect(copied.text == sealed([header(kept.map { "," + $0 } ?? "", note), lines[1]]).text)
        #expect(!copied.text.lowercased().contains("bob"))
    }

    @Test(arguments: [
        (#"{"os":"Linux","arch":"x86_64","swift":"6.3.1"}"#, #"{"os":"Linux","arch":"x86_64","swift":"6.3.1"}"#),
        (#"{"os":"bob's phone","arch":{"of":"bob"},"swift":"6.3","host":"bob"}"#, #"{"swift":"6.3"}"#),
        (#""bob""#, "null"),
    ])
    func onlySystemNamesOfThePlatformAreKept(_ written: String, _ kept: String) throws {
        let lines = [
            #"{"timeline":1,"session":"s","program":"p","version":"1","started":"t","segment":1,"platform":\#(written)}"#,
            #"{"seq":0,"at":0.000000,"state":{}}"#,
        ]
        let copied = try copy(sealed(lines), redactor()).bytes
        let header = try Journal(bytes: copied).header.object["platform"]
        #expect(header?.description == kept)
    }
}
