import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct LineWriterTests {
    private let at = Moment(microseconds: 132_044)

    private func text(_ text: String) -> JSONText { JSONText(unchecked: text.utf8) }

    @Test func writesEachKindAsTheFixtureHasIt() throws {
        let header = Header(
            session: "5f2c9e10-7d3b-4a61-9c88-2b1e64d0a7f3", program: "counter", version: "1.0.0",
            started: "2026-11-21T04:31:05.123456Z",
            platform: ["os": "Linux", "arch": "x86_64", "swift": "6.3.1"],
            other: [
                .init(key: "snapshots", value: "balanced"), .init(key: "redaction", value: ["paths": ["$.token"]]),
                .init(key: "dropped", value: ["segments": 0]), .init(key: "requires", value: ["gap"]),
            ])
        func at(_ microseconds: Int64) -> Moment { Moment(microseconds: microseconds) }
        func step(
            _ seq: Int, _ microseconds: Int64, _ change: Step.Change, from: String? = nil, cause: Int? = nil
        ) -> [UInt8] {
            LineWriter.step(Step(seq: seq, at: at(microseconds), change: change, from: from, cause: cause))
        }
        func snapshot(_ seq: Int, _ microseconds: Int64, _ state: String) -> [UInt8] {
            LineWriter.line(.snapshot(Snapshot(seq: seq, at: at(microseconds), state: text(state))))
        }
        let lines: [[UInt8]] = [
            LineWriter.header(header),
            snapshot(0, 0, #"{"count":0}"#),
            step(1, 132_044, .action(text(#"{"increment":{}}"#)), from: "user"),
            step(2, 140_910, .action(text(#"{"add":{"amount":3}}"#)), from: "effect", cause: 1),
            step(3, 2_300_000, .set(text(#"{"count":10}"#), by: "hotReload")),
            LineWriter.line(.mark(Mark(seq: 3, at: at(2_310_077), name: "before checkout"))),
            step(4, 3_000_000, .action(text(#"{"increment":{}}"#)), from: "remote"),
            step(5, 3_000_000, .opaque("Counter.Action.ask((Function))"), from: "user"),
            snapshot(5, 3_000_000, #"{"count":11}"#),
            step(6, 3_500_000, .action(text(#"{"add":{"amount":-4}}"#)), from: "pushNotification"),
            step(7, 3_500_250, .action(text(#"{"increment":{}}"#)), from: "effect", cause: 6),
            snapshot(6, 3_500_000, #"{"count":7}"#),
            LineWriter.line(.gap(Gap(seq: 8, at: at(9_100_000), through: 40, why: "no space left on device"))),
            snapshot(40, 9_700_000, #"{"count":23}"#),
            step(41, 9_750_300, .action(text(#"{"reset":{}}"#)), from: "replay"),
            LineWriter.line(.mark(Mark(seq: 41, at: at(9_760_000), name: #"after "reset""#))),
            step(42, 9_760_100, .action(text(#"{"add":{"amount":3}}"#))),
            snapshot(42, 9_760_100, #"{"count":3}"#),
            LineWriter.line(.end(End(seq: 42, at: at(9_800_000), actions: 41, snapshots: 5))),
        ]
        #expect(Array(lines.joined()).text == (try Fixture.bytes("full.jsonl")).text)
    }

    @Test func readsTheCancellationThatItWrites() throws {
        let canceled = Cancellation(seq: 12, at: at, step: 8)
        let line = LineWriter.line(.canceled(canceled))
        #expect(line.text.hasPrefix(#"{"seq":12,"at":0.132044,"canceled":8,"crc":""#))
        #expect(try LineParser.parse(line.dropLast()) == .canceled(canceled))
    }

    @Test func escapesWhatAStringMustNotHold() {
        let line = LineWriter.line(.mark(Mark(seq: 3, at: at, name: "a\n\"b\"\u{0}\\é")))
        #expect(line.text == #"{"seq":3,"at":0.132044,"mark":"a\n\"b\"\u0000\\é","crc":"232a6803"}"# + "\n")
        #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    }

    @Test func writesAHeaderThatWasReadWithItsChecksum() throws {
        for name in ["minimal.jsonl", "full.jsonl"] {
            let bytes = try Fixture.bytes(name)
            let line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
            guard case .header(let header) = try LineParser.parse(line) else {
                Issue.record("the first line of \(name) is no header")
                return
            }
            #expect(LineWriter.header(header).text == line.text + "\n")
        }
    }

    @Test func keepsUnknownKeysOfAHeader() throws {
        let header = try Fixture.journal("odd.jsonl").header
        let written = LineWriter.header(header).text
        #expect(
            written == #"{"platform":{"swift":"6.3.1","os":"Linux"},"segment":1.0,"started":"2026-11-21T04:31:05Z","#
                + #""mood":"curious","version":"1.0.0","program":"counter","session":"odd","timeline":1e0,"#
                + #""crc":"\#(Checksum.text(Checksum.of(written.utf8.dropLast(#","crc":"00000000"}"#.utf8.count + 1))))"}"#
                + "\n")
    }
}
