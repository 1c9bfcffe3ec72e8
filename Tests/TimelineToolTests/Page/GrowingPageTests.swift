import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

struct GrowingPageTests {
    private static func data(_ journal: Journal, _ last: Int, from state: JSONText?) throws -> PageData {
        try PageData(journal, PageSummary(file: "run.jsonl", range: 0...last), from: state) { $0 }
    }

    /// What a page has received: columns without their differences, and the texts of the chunks.
    private struct Received: Equatable {
        var columns: [String: [JSON]] = [:]
        var chunks: [String] = []

        /// Adds the rows of a message, as a page does.
        mutating func add(_ message: JSONObject) {
            let columns = (message["rows"] ?? message["steps"])!.object!
            func differences(_ name: String) -> [JSON] {
                columns[name]!.array!.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.int!) }.map { .int($0) }
            }
            func named(_ name: String, _ names: String) -> [JSON] {
                columns[name]!.array!.map { columns[names]!.array![$0.int!] }
            }
            let first = self.columns["seq"]?.count ?? 0
            self.columns["seq", default: []] += differences("seq")
            self.columns["at", default: []] += differences("at")
            self.columns["type", default: []] += named("type", "types")
            self.columns["origin", default: []] += named("origin", "origins")
            for name in ["kind", "cause", "changes"] { self.columns[name, default: []] += columns[name]!.array! }
            for member in columns["through"]!.object!.members {
                self.columns["through", default: []].append([.int(first + Int(member.key)!), member.value])
            }
            guard let lines = message["lines"]?.array else { return }
            if let chunk = message["chunk"]?.object {
                precondition(chunk["row"]!.int! == first, "a chunk begins with the first row of a message")
                chunks.append(chunk["state"]!.string!)
            }
            for line in lines { chunks[chunks.count - 1] += "\n" + line.string! }
        }
    }

    /// A page that grows step by step has the same rows and the same chunks as one that was made at once.
    @Test func aPageThatGrowsIsThePageOfTheWholeRecording() throws {
        for var seed in Seed.several(Harness.count(small: 200, full: 5000)) {
            let run = WrittenRun(&seed)
            let last = run.states.count - 1
            let start = Int.random(in: 0...last, using: &seed)
            // A gap is not cut.
            if run.rows.contains(where: { $0.seq <= start && $0.through > start }) { continue }
            let journal = try run.journal

            var whole = try Self.data(journal, last, from: run.states[0])
            for seq in 0...last { try whole.move(to: seq, run.states[seq]) }
            let texts = try whole.elements()
                .reduce(into: [String: String]()) { $0[$1.id] = String(decoding: $1.data, as: UTF8.self) }
            var expected = Received()
            expected.add(JSON.members(["steps": try JSON(parsing: texts["steps"]!.utf8)]).object!)
            expected.chunks = (0..<texts.count - 2).map { texts["chunk-\($0)"]! }

            // The lines up to the first position, as a journal.
            var page = try Self.data(journal, start, from: run.states[0])
            for seq in 0...start { try page.move(to: seq, run.states[seq]) }
            guard start < journal.end else { continue }
            try page.visitRest()
            var received = Received()
            let first = try JSON(parsing: page.page(["control": false])).object!
            received.add(first)
            for index in first["page"]!.object!["chunks"]!.array!.indices {
                let chunk = try JSON(parsing: page.chunk(index)!()).object!["text"]!.string!
                received.chunks.append(String(decoding: Base64.decoded(chunk)!, as: UTF8.self))
            }
            var lines = journal.lines()
            while let line = try lines.next() {
                switch line.content {
                case .step(let step) where step.seq > start: break
                case .gap(let gap) where gap.seq > start: break
                default: continue
                }
                let through = line.content.outline.through
                page.append([line.content], run.states[through].map { [through: $0] } ?? [:])
                if Bool.random(using: &seed) { continue }
                for rows in page.takeRows() { received.add(try JSON(parsing: rows).object!) }
            }
            for rows in page.takeRows() { received.add(try JSON(parsing: rows).object!) }
            #expect(received == expected, "\(seed)")
            #expect(page.end.last == last)
        }
    }

    @Test func howLongAReducerRanFollowsTheRowOfItsStepOnce() throws {
        let journal = try Journal(of: "p", #"{"seq":0,"at":0.000000,"state":1}"#)
        var page = try Self.data(journal, 0, from: JSONText(.int(1)))
        let took = Line.took(ReducerTime(seq: 2, at: .zero, time: Moment(microseconds: 12_400)))
        let steps = (1...2).map { Line.step(Step(seq: $0, at: .zero, change: .action(JSONText(.null)))) }
        page.append(steps + [took, took], [1: JSONText(.int(2)), 2: JSONText(.int(3))])
        #expect(JSON.object(page.noted) == ["1": 12_400])
        #expect(try JSON(parsing: page.columns.text).object?["took"] == ["1": 12_400])
    }

    @Test func aChunkIsAnnouncedWithItsFirstRow() throws {
        let state = JSON.members(["text": .string(String(repeating: "a", count: 70_000))])
        let journal = try Journal(of: "p", #"{"seq":0,"at":0.000000,"state":\#(state)}"#)
        var page = try Self.data(journal, 0, from: JSONText(state))
        let action = JSONText(.string(String(repeating: "b", count: 36_000)))
        for seq in 1...4 {
            let step = Step(seq: seq, at: Moment(microseconds: Int64(seq)), change: .action(action), from: "user")
            page.append([.step(step)], [seq: JSONText(.int(seq))])
        }
        let messages = try page.takeRows().map { try JSON(parsing: $0).object! }
        #expect(messages.map { $0["lines"]?.array?.count } == [2, 2])
        #expect(messages.map { $0["chunk"] } == [nil, ["row": 2, "seq": 2, "state": "2"]])
        #expect(messages[1]["rows"]?.object?["at"] == [3, 1])
        #expect(page.chunks.spans.count == 2)
        #expect(page.takeRows().isEmpty)
    }
}
