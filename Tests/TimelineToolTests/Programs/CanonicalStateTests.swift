import Foundation
import TestHarness
import Testing

/// The text of a state does not depend on hash order, which differs between processes.
@Suite(.ownThreads)
struct CanonicalStateTests {
    private static let header = Recorded.header.replacing(#""program":"counter""#, with: #""program":"catalog""#)

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

    @Test func twentyProcessesWriteOneText() throws {
        _ = try recorded(as: "first.jsonl")
        var recordings: Set<[Substring]> = []
        var states: Set<String> = []
        for number in 1...20 {
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

    /// A state as an older recorder wrote it, with its elements in another order.
    private var shuffled: String {
        #"{"counts":["film",1,"book",0],"ids":["0C8B1A52-7A35-4B6B-9F0E-000000015838","0C8B1A52-7A35-4B6B-9F0E-000000007919"],"#
            + #""owners":[[2,10],{"owner 2":["0C8B1A52-7A35-4B6B-9F0E-000000015838"]},"#
            + #"[10,1],{"owner 1":["0C8B1A52-7A35-4B6B-9F0E-000000007919"]}],"#
            + #""prices":["0C8B1A52-7A35-4B6B-9F0E-000000015838",0.5,"0C8B1A52-7A35-4B6B-9F0E-000000007919",0.25],"#
            + #""shelves":[["game","film"],["film","book"]]}"#
    }

    private var old: String {
        Recorded.text([
            Self.header, #"{"seq":0,"at":0.000000,"state":\#(empty)}"#,
            #"{"seq":1,"at":0.100000,"action":{"added":{"_0":1}},"from":"user"}"#,
            #"{"seq":2,"at":0.200000,"action":{"added":{"_0":2}},"from":"user"}"#,
            #"{"seq":2,"at":0.200000,"state":\#(shuffled.replacing(#""film",1,"book",0"#, with: #""game",1,"film",1"#))}"#,
            #"{"seq":3,"at":0.300000,"action":{"looked":{}},"from":"user"}"#,
        ])
    }

    private var empty: String { #"{"ids":[],"prices":[],"counts":[],"shelves":[],"owners":[]}"# }

    @Test func aSnapshotInAnotherOrderIsConfirmed() throws {
        try sandbox.write(old, to: "old.jsonl")
        let replay = try run(["replay", "old.jsonl", "--verify", "--json"])
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.output.contains(#""confirmed":1"#), "\(replay)")
    }

    @Test func aReplayedStateEqualsOneInAnotherOrder() throws {
        try sandbox.write(old, to: "old.jsonl")
        let same = try run(["diff", "old.jsonl", "2", "3", "--json"])
        #expect(same == Finished(output: "[]\n"))
        let other = try run(["diff", "old.jsonl", "1", "2", "--json"])
        #expect(other.output.contains(#"{"op":"add","path":"/ids/1","value":"0C8B1A52-7A35-4B6B-9F0E-000000015838"}"#))
    }

    @Test func aSnapshotWithAnotherElementDiverges() throws {
        try sandbox.write(old.replacing(#"["game","film"]"#, with: #"["game","toy"]"#), to: "old.jsonl")
        let replay = try run(["replay", "old.jsonl", "--verify"])
        #expect(replay.status == 1, "\(replay)")
    }
}
