import Foundation
import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct LogFollowTests {
    private let sandbox = Sandbox()

    private static func segment(_ number: Int, from first: Int, dropped: Int = 0, _ lines: [String]) -> String {
        let note = dropped == 0 ? "" : #","dropped":{"segments":\#(dropped),"through":\#(first - 1)}"#
        return Recorded.text(
            [
                Recorded.header.replacing(#""segment":1"#, with: #""segment":\#(number)"#).dropLast() + note + "}",
                #"{"seq":\#(first),"at":0.\#(first)00000,"state":{"count":0}}"#,
            ] + lines)
    }

    @Test func stepsAreListedAsTheyAreRecordedUntilTheRunEnds() throws {
        let whole = Array(Recorded.run.utf8)
        // In the middle of the fourth line, and of the seventh.
        let pieces = [whole[..<400], whole[400..<750], whole[750...]].map { String(decoding: $0, as: UTF8.self) }
        try sandbox.write(pieces[0], to: "run.jsonl")
        let log = try sandbox.run(["log", "run.jsonl", "--follow"]) { _ in
            for piece in pieces.dropFirst() {
                Thread.sleep(forTimeInterval: 0.2)
                try append(piece.utf8, to: "\(sandbox.folder)/run.jsonl")
            }
        }
        try sandbox.write(Recorded.run, to: "whole.jsonl")
        #expect(log == (try sandbox.run(["log", "whole.jsonl"])))
    }

    @Test func aLineIsPrintedBeforeTheNextIsThere() throws {
        try sandbox.write(Recorded.text(Array(Recorded.lines[..<3])), to: "run.jsonl")
        let seen = try sandbox.shell(
            """
            counter-timeline log run.jsonl --follow --json > out.jsonl &
            until [ -s out.jsonl ]; do sleep 0.05; done
            kill $!
            cat out.jsonl
            """)
        #expect(seen == Finished(output: Recorded.lines[2] + "\n"))
    }

    @Test func segmentsThatARecorderAddsAreFollowed() throws {
        try sandbox.write(Self.segment(1, from: 0, Array(Recorded.lines[2...3])), to: "runs/counter-000001.jsonl")
        let log = try sandbox.start(["log", "runs", "--follow", "--from", "2"])
        try log.wait(for: /add \{"amount":5\}/)
        try append("\(Recorded.lines[4])\n".utf8, to: "\(sandbox.folder)/runs/counter-000001.jsonl")
        // A segment whose first lines are being written.
        try sandbox.write(Recorded.header, to: "runs/counter-000002.jsonl")
        try log.wait(for: /add \{"amount":-10\}/)
        Thread.sleep(forTimeInterval: 0.4)
        try sandbox.write(Self.segment(2, from: 3, [Recorded.lines[6]]), to: "runs/counter-000002.jsonl")
        try log.wait(for: /increment/)
        try FileManager.default.removeItem(atPath: "\(sandbox.folder)/runs/counter-000001.jsonl")
        try sandbox.write(
            Self.segment(
                3, from: 4, [Recorded.lines[8], #"{"seq":5,"at":0.900000,"end":{"actions":5,"snapshots":3}}"#]),
            to: "runs/counter-000003.jsonl")
        #expect(
            try log.finished()
                == Finished(
                    output: """
                              2     0.200  user      add {"amount":5}
                              3     0.300  effect    add {"amount":-10}  ← 2
                              4     0.400  user      increment
                              5     0.500  user      reset

                        """))
    }

    @Test func aFollowerThatRotationOvertookNamesTheMissedSteps() throws {
        try sandbox.write(Self.segment(1, from: 0, [Recorded.lines[2]]), to: "runs/counter-000001.jsonl")
        let log = try sandbox.start(["log", "runs", "--follow"])
        try log.wait(for: /increment/)
        // Moved into the folder at once, as if rotation had removed segments 2 and 3 meanwhile.
        try sandbox.write(
            Self.segment(
                4, from: 7, dropped: 3,
                [
                    #"{"seq":8,"at":0.8,"action":{"increment":{}}}"#,
                    #"{"seq":8,"at":0.900000,"end":{"actions":8,"snapshots":4}}"#,
                ]), to: "next.jsonl")
        try FileManager.default.moveItem(
            atPath: "\(sandbox.folder)/next.jsonl", toPath: "\(sandbox.folder)/runs/counter-000004.jsonl")
        try FileManager.default.removeItem(atPath: "\(sandbox.folder)/runs/counter-000001.jsonl")
        #expect(
            try log.finished()
                == Finished(
                    output: """
                              1     0.100  user      increment
                              8     0.800            increment

                        """,
                    errors: "Warning: 6 steps missing, 2 to 7: rotation removed them before they were read\n"))
    }
}
