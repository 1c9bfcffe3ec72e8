import Foundation
import Testing
import TimelineTestHarness

/// The text of a state does not depend on hash order, which differs between processes.
@Suite(.ownThreads)
struct CanonicalStateTests {
    private let sandbox = try! Sandbox()

    private func run(_ arguments: [String], input: String = "") throws -> Finished {
        try sandbox.run(arguments, with: "catalog-timeline", input: input)
    }

    /// The actions of a new recording of twelve items, and its last state, without times.
    private func recorded(as name: String) throws -> [Substring] {
        let actions = (1...12).map { #"{"added":{"_0":\#($0)}}"# + "\n" }
        let record = try run(["record", "--program", "catalog", "-o", name], input: actions.joined())
        #expect(record.status == 0, "\(record)")
        // A line ends in its checksum, which covers its time.
        let contents = try sandbox.read(name).split(separator: "\n").compactMap { line in
            [#""state":"#, #""action":"#].lazy.compactMap { line.range(of: $0) }.first
                .flatMap { line[$0.lowerBound...].split(separator: #","crc""#).first }
        }
        // Whether there are snapshots on the way depends on how fast they are written.
        let state = try #require(contents.last { $0.hasPrefix(#""state""#) })
        return contents.filter { $0.hasPrefix(#""action""#) } + [state]
    }

    @Test func processesWriteOneText() throws {
        _ = try recorded(as: "first.jsonl")
        var recordings: Set<[Substring]> = []
        var states: Set<String> = []
        for number in 1...3 {
            recordings.insert(try recorded(as: "\(number).jsonl"))
            // A state that is not in the file is made by replay.
            let state = try run(["state", "first.jsonl", "11"])
            #expect(state.status == 0, "\(state)")
            states.insert(state.output)
        }
        #expect(recordings.count == 1 && recordings.first?.count == 13)
        #expect(states.count == 1)
        #expect(try #require(states.first).contains("0C8B1A52-7A35-4B6B-9F0E-000000007919"))
    }
}
