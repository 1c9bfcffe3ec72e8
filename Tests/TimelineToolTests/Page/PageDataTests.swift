import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

struct PageDataTests {
    /// The texts of the page's data, by the ids of their elements.
    private static func texts(
        _ journal: Journal, _ states: [JSONText?], _ range: ClosedRange<Int>
    ) throws -> [String: String] {
        var data = try PageData(journal, .init(file: "run.jsonl", range: range), from: states[range.lowerBound]) { $0 }
        for seq in range.dropFirst() { try data.move(to: seq, states[seq]) }
        let texts = try data.elements().map { ($0.id, String(decoding: $0.data, as: UTF8.self)) }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    @Test func holdsEachStepOfATimeline() throws {
        let journal = try Fixture.journal("full.jsonl")
        var states = [JSONText?](repeating: nil, count: 43)
        let known = [0: 0, 1: 1, 2: 4, 3: 10, 4: 11, 5: 11, 6: 7, 7: 8, 40: 23, 41: 0, 42: 3]
        for (seq, count) in known { states[seq] = JSONText(.members(["count": .int(count)])) }
        let texts = try Self.texts(journal, states, 0...42)
        #expect(
            texts["summary"] == """
                {"format":1,"file":"run.jsonl","program":"counter","version":"1.0.0",\
                "session":"5f2c9e10-7d3b-4a61-9c88-2b1e64d0a7f3","started":"2026-11-21T04:31:05.123456Z",\
                "platform":{"os":"Linux","arch":"x86_64","swift":"6.3.1"},"clean":true,"seconds":9.7601,"states":"replay",\
                "steps":42,"first":0,"last":42,"confirmed":0,"bad":[],\
                "marks":[{"seq":3,"at":2.310077,"name":"before checkout"},{"seq":41,"at":9.76,"name":"after \\"reset\\""}],\
                "snapshots":[0,5,6,40,42],"chunks":[{"row":0,"rows":10,"seq":0}]}
                """)
        #expect(
            texts["steps"] == """
                {"seq":[1,1,1,1,1,1,1,1,33,1],\
                "at":[132044,8866,2159090,700000,0,500000,250,5599750,650300,9800],"kind":[0,0,2,0,1,0,0,3,0,0],\
                "types":["increment","add","hotReload","Counter.Action.ask((Function))","no space left on device","reset"],\
                "type":[0,1,2,0,3,1,0,4,5,1],"origins":["user","effect","","remote","pushNotification","replay"],\
                "origin":[0,1,2,3,0,4,1,2,5,2],"cause":[0,1,0,0,0,0,1,0,0,0],"changes":[1,1,1,1,0,1,1,-1,1,1],\
                "sites":[""],"site":[0,0,0,0,0,0,0,0,0,0],\
                "through":{"7":40},"took":{}}
                """)
        func change(_ count: Int) -> String { #"[{"op":"replace","path":"/count","value":\#(count)}]"# }
        #expect(
            texts["chunk-0"] == """
                {"count":0}
                {"increment":{}}\t\(change(1))
                {"add":{"amount":3}}\t\(change(4))
                \t\(change(10))
                {"increment":{}}\t\(change(11))
                "Counter.Action.ask((Function))"\t[]
                {"add":{"amount":-4}}\t\(change(7))
                {"increment":{}}\t\(change(8))
                \t={"count":23}
                {"reset":{}}\t\(change(0))
                {"add":{"amount":3}}\t\(change(3))
                """)
    }

    /// The states that a reader of the page gets are those that were given to it, byte for byte, and so are the actions.
    @Test func everyStateCanBeReadFromIt() throws {
        for var seed in Seed.several(Harness.count(small: 100, full: 3000)) {
            let run = WrittenRun(&seed)
            let first = Int.random(in: 0..<run.states.count, using: &seed)
            let range = first...Int.random(in: first..<run.states.count, using: &seed)
            let texts = try Self.texts(try run.journal, run.states, range)
            let steps = try JSON(parsing: texts["steps"]!.utf8)
            func column(_ name: String) -> [Int] { steps.object![name]!.array!.map { $0.int! } }

            let rows = run.rows.filter { $0.through > first && $0.seq <= range.upperBound }
            let seqs = column("seq").reduce(into: [0]) { $0.append($0.last! + $1) }.dropFirst()
            #expect(Array(seqs) == rows.map(\.seq), "\(seed)")
            #expect(column("cause") == rows.map { $0.cause == 0 ? 0 : $0.seq - $0.cause }, "\(seed)")
            let origins = steps.object!["origins"]!.array!.map { $0.string! }
            #expect(column("origin").map { origins[$0] } == rows.map(\.from), "\(seed)")

            var states: [Int: JSONText] = [:]
            var actions: [String] = []
            let chunks = try JSON(parsing: texts["summary"]!.utf8).object!["chunks"]!.array!
            for (index, chunk) in chunks.enumerated() {
                let lines = texts["chunk-\(index)"]!.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count - 1 == chunk.object!["rows"]!.int, "\(seed)")
                var state = try lines[0].isEmpty ? nil : JSON(parsing: lines[0].utf8)
                if let state { states[chunk.object!["seq"]!.int!] = JSONText(state) }
                for (line, row) in zip(lines.dropFirst(), rows[chunk.object!["row"]!.int!...]) {
                    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
                    actions.append(String(parts[0]))
                    if parts[1].isEmpty {
                        state = nil
                    } else if parts[1].hasPrefix("=") {
                        state = try JSON(parsing: parts[1].dropFirst().utf8)
                    } else {
                        state = try JSONPatch(JSON(parsing: parts[1].utf8)).apply(to: #require(state))
                    }
                    if let state { states[row.through] = JSONText(state) }
                }
            }
            #expect(actions == rows.map(\.action), "\(seed)")
            for seq in range where seq == first || rows.contains(where: { $0.through == seq }) {
                #expect(states[seq] == run.states[seq], "position \(seq), \(seed)")
            }
        }
    }

    /// The page reads compact text, and a tab ends the action.
    @Test func anActionWithSpacesIsWrittenWithoutThem() throws {
        let journal = try Journal(
            of: "p", #"{"seq":0,"at":0.000000,"state":1}"#,
            "{\"seq\":1,\"at\":1.000000,\"action\":{ \"add\":\t{\"amount\": 3} }}")
        let one = JSONText(.int(1))
        #expect(try Self.texts(journal, [one, one], 0...1)["chunk-0"] == "1\n{\"add\":{\"amount\":3}}\t[]")
    }

    @Test func generatedValuesFollowThePatchOfTheirStep() throws {
        let journal = try Fixture.journal("generated.jsonl")
        let states = [0, 3, 8, 9].map { JSONText(.members(["count": .int($0)])) }
        #expect(
            try Self.texts(journal, states, 0...3)["chunk-0"] == #"""
                {"count":0}
                {"increment":{}}	[{"op":"replace","path":"/count","value":3}]	"random":3	"uuid":"5F0C8B1A-527A-4354-9F0E-1F6A3C5D7E90"
                {"increment":{}}	[{"op":"replace","path":"/count","value":8}]	"a \"name\"":{"x":[1.5,null,"é"]}	"now":785392265.132
                {"add":{"amount":3}}	[{"op":"replace","path":"/count","value":9}]
                """#)
    }
}
