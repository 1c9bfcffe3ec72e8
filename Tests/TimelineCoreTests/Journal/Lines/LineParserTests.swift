import Testing
@testable import TimelineKit
import TimelineTestSupport

struct LineParserTests {
    private func fault(_ line: String) -> String? {
        do throws(LineError) {
            _ = try LineParser.parse(Array(line.utf8))
            return nil
        } catch {
            return "\(error.byte): \(error.reason)"
        }
    }

    private func header(_ change: (inout JSONObject) -> Void) -> String {
        var object: JSONObject = JSONObject([
            .init(key: "timeline", value: 1), .init(key: "session", value: "s"),
            .init(key: "program", value: "counter"),
            .init(key: "version", value: "1"), .init(key: "started", value: "2026-11-21T04:31:05Z"),
            .init(key: "segment", value: 1), .init(key: "platform", value: [:]),
        ])
        change(&object)
        return JSON.object(object).description
    }

    @Test(arguments: [
        (#"{"seq":1,"at":0,"action":7}"#, "1 0.000000 action 7"),
        (#"{"seq":1,"at":0.5,"action":null,"from":"user","cause":0}"#, "1 0.500000 action null from user cause 0"),
        (#"{"seq":9007199254740992,"at":0,"opaque":""}"#, "9007199254740992 0.000000 opaque "),
        (#"{"seq":2,"at":1,"set":[1, 2]}"#, "2 1.000000 set [1, 2] by unknown"),
        (#"{"seq":0,"at":0,"state":1.50}"#, "0 0.000000 state 1.50"),
        (#"{"seq":0,"at":0,"mark":"\u0041"}"#, "0 0.000000 mark [A]"),
        (#"{"seq":4,"at":2,"generated":{"u\u0075id" : "5F0C"}}"#, #"4 2.000000 generated uuid "5F0C""#),
        (#"{"canceled":2,"at":0,"seq":2}"#, "2 0.000000 canceled 2"),
        (#"{"gap":{"why":"x","through":2},"at":0,"seq":2}"#, "2 0.000000 gap through 2: x"),
        (#"{"seq":2,"at":0,"end":{"actions":2,"snapshots":1}}"#, "2 0.000000 end, 2 actions, 1 snapshots"),
        (#"{"seq":-5,"at":"soon","weather":{}}"#, #"unknown ["seq", "at", "weather"]"#),
        (#"{}"#, "unknown []"),
        (#"{"seq":1,"at":0,"Action":1}"#, #"unknown ["seq", "at", "Action"]"#),
        (#"{"seq":1,"at":0,"action":1}   "#, "1 0.000000 action 1"),
        (#"{"\u0073eq":1,"at":0,"acti\u006fn":1,"from":"\u0075ser"}"#, "1 0.000000 action 1 from user"),
    ])
    func readsEachKind(line: String, facts: String) throws {
        #expect(try LineParser.parse(Array(line.utf8)).facts == facts)
    }

    private static let canceled =
        #"27: "canceled" should be the number of a step, from 1 to the "seq" of its line, 1"#

    @Test(arguments: [
        (#"{"at":0,"action":1}"#, #"0: this line has no "seq""#),
        (#"{"seq":1,"action":1}"#, #"0: this line has no "at""#),
        (#"{"site":1,"file":"A.swift","line":2}"#, #"0: this line has no "seq""#),
        (#"{"seq":-1,"at":0,"action":1}"#, #"7: "seq" should be a whole number from 0 to 2^53"#),
        (#"{"seq":1.5,"at":0,"action":1}"#, #"7: "seq" should be a whole number from 0 to 2^53"#),
        (#"{"seq":"1","at":0,"action":1}"#, #"7: "seq" should be a whole number from 0 to 2^53"#),
        (#"{"seq":9007199254740993,"at":0,"state":1}"#, #"7: "seq" should be a whole number from 0 to 2^53"#),
        (#"{"seq":9223372036854775807,"at":0,"state":1}"#, #"7: "seq" should be a whole number from 0 to 2^53"#),
        (#"{"seq":1e30,"at":0,"state":1}"#, #"7: "seq" should be a whole number from 0 to 2^53"#),
        (#"{"seq":0,"at":0,"action":1}"#, "0: a step is numbered from 1, and this one says 0"),
        (#"{"seq":1,"at":-1,"action":1}"#, #"14: "at" should be a number of seconds from 0"#),
        (#"{"seq":1,"at":9e12,"action":1}"#, #"14: "at" should be a number of seconds from 0"#),
        (#"{"seq":1,"at":1e300,"action":1}"#, #"14: "at" should be a number of seconds from 0"#),
        (#"{"seq":1,"at":null,"action":1}"#, #"14: "at" should be a number of seconds from 0"#),
        (#"{"seq":1,"at":0,"opaque":1}"#, #"25: "opaque" should be a string, and is a number"#),
        (#"{"seq":1,"at":0,"set":1,"by":[]}"#, #"29: "by" should be a string, and is an array"#),
        (#"{"seq":1,"at":0,"action":1,"from":null}"#, #"34: "from" should be a string, and is null"#),
        (#"{"seq":1,"at":0,"action":1,"cause":-1}"#, #"35: "cause" should be the number of a step"#),
        (#"{"seq":1,"at":0,"mark":true}"#, #"23: "mark" should be a string, and is a boolean"#),
        (#"{"seq":1,"at":0,"generated":5}"#, #"28: "generated" should be {"NAME":VALUE}"#),
        (#"{"seq":1,"at":0,"generated":{}}"#, #"28: "generated" should be {"NAME":VALUE}"#),
        (#"{"seq":1,"at":0,"generated":{"a":1,"b":2}}"#, #"28: "generated" should be {"NAME":VALUE}"#),
        (#"{"seq":1,"at":0,"canceled":0}"#, canceled),
        (#"{"seq":1,"at":0,"canceled":2}"#, canceled),
        (#"{"seq":1,"at":0,"canceled":"1"}"#, canceled),
        (#"{"seq":1,"at":0,"gap":5}"#, #"22: "gap" should be {"through":N,"why":"…"}"#),
        (#"{"seq":1,"at":0,"gap":{"through":9e18,"why":""}}"#, #"22: "gap" should be {"through":N,"why":"…"}"#),
        (#"{"seq":1,"at":0,"end":{"actions":1}}"#, #"22: "end" should be {"actions":N,"snapshots":N}"#),
        (
            #"{"seq":1,"at":0,"action":1,"state":2}"#,
            #"35: a line is of one kind, and this one has "action" and "state""#
        ),
        (#"{"seq":1,"at":0,"action":1,"seq":2}"#, #"27: the key "seq" occurs twice in one object"#),
        (#"{"seq":1,"at":0,"action":{"a":1,"\u0061":2}}"#, #"32: the key "a" occurs twice in one object"#),
        (#"[1]"#, #"0: expected an object, found "[""#),
        (#"{"seq":1"#, "8: expected a comma or }, found the end"),
        (#"{"seq":1,"at":0,"action":1}x"#, #"27: expected the end, found "x""#),
        ("\u{FEFF}{}", "0: the line begins with a byte order mark (BOM): `tail -c +4 FILE > COPY` removes it"),
    ])
    func saysWhatIsWrongAndWhere(line: String, reason: String) {
        #expect(fault(line) == reason)
    }

    @Test func refusesInvalidHeaders() {
        let faults = [
            header { $0["timeline"] = 0 }, header { $0["timeline"] = "1" }, header { $0["session"] = nil },
            header { $0["program"] = 1 }, header { $0["segment"] = nil }, header { $0["segment"] = 0 },
            header { $0["requires"] = "gap" }, header { $0["requires"] = ["gap", 1] },
            header { $0["bundle"] = ["states": 1] },
            header { $0["bundle"] = ["states": 1, "last": ["seq": -1, "reduced": true]] },
            header { _ in },
        ].map { fault($0) ?? "sound" }
        #expect(
            faults == [
                #"0: the header's "timeline" should be the version of the format, a number from 1"#,
                #"0: the header's "timeline" should be the version of the format, a number from 1"#,
                #"0: the header has no "session""#,
                #"0: the header's "program" should be a string, and is a number"#,
                #"0: the header's "segment" should be a number from 1"#,
                #"0: the header's "segment" should be a number from 1"#,
                #"0: the header's "requires" should be an array of strings"#,
                #"0: the header's "requires" should be an array of strings"#,
                #"0: the header's "bundle" should be {"states":N,"last":{"seq":N,"reduced":true or false}}"#,
                #"0: the header's "bundle" should be {"states":N,"last":{"seq":N,"reduced":true or false}}"#, "sound",
            ])
    }

    // MARK: - Checksums

    private let body = #"{"seq":1,"at":0.000000,"action":{"increment":{}}"#
    private var sum: String { Checksum.text(Checksum.of(body.utf8)) }

    @Test func acceptsARightChecksum() {
        #expect(fault(body + #","crc":"\#(sum)"}"#) == nil)
        #expect(fault(body + #","crc":"\#(sum)"}"# + "\r") == nil, "the checksum covers what comes before it")
        #expect(fault(body + "}") == nil)
    }

    @Test func refusesAChecksumThatIsWrong() {
        let wrong = "the checksum of this line is \"\(sum)\", but its \"crc\" says "
        let tries = [
            #","crc":"00000000"}"#, #","crc":"\#(sum.uppercased())"}"#, #","crc":""}"#, #","crc":5}"#, #","crc":null}"#,
            #","crc":["a long value that no one wants to read in a message"]}"#,
        ]
        #expect(
            tries.map { fault(body + $0) } == [
                "55: \(wrong)\"00000000\"", "55: \(wrong)\"\(sum.uppercased())\"", "55: \(wrong)\"\"", "55: \(wrong)5",
                "55: \(wrong)null", "55: \(wrong)something else",
            ])
    }

    /// The digits of the right checksum between two others are no text.
    @Test func refusesAChecksumThatIsANumber() {
        // The checksum of this line is a valid JSON number.
        let body = (0...).lazy.map { #"{"seq":1,"at":0.000000,"action":\#($0)"# }.first {
            Checksum.text(Checksum.of($0.utf8)).allSatisfy(\.isNumber)
        }!
        let sum = Checksum.text(Checksum.of(body.utf8))
        #expect(fault(body + #","crc":"\#(sum)"}"#) == nil)
        #expect(
            fault(body + ",\"crc\":1\(sum)1}")
                == "\(body.utf8.count + 7): the checksum of this line is \"\(sum)\", but its \"crc\" says 1\(sum)1")
    }

    /// Both when it is read digit by digit and when it is parsed as a number.
    @Test(arguments: [
        ("0.000000", "0.000000"), ("0.000001", "0.000001"), ("12.345678", "12.345678"),
        ("999999999.999999", "999999999.999999"), ("1.5e0", "1.500000"), ("1.500000e0", "1.500000"), ("7", "7.000000"),
        ("12345678", "12345678.000000"),
        ("0.0000004", "0.000000"), ("0.0000005", "0.000001"), ("-0", "0.000000"),
        ("8589934591.999999", "8589934591.999999"), ("2251799813.685247", "2251799813.685247"),
        ("1234567.8", "1234567.800000"), ("1000000000.123456", "1000000000.123456"),
    ])
    func readsATimeHoweverItIsWritten(text: String, moment: String) throws {
        #expect(try LineParser.parse(Array(#"{"seq":0,"at":\#(text),"state":0}"#.utf8)).facts == "0 \(moment) state 0")
    }

    @Test func refusesAChecksumInAnotherPlace() {
        let tries = [
            body + #","crc":"\#(sum)","x":1}"#, body + #", "crc":"\#(sum)"}"#, body + #","crc": "\#(sum)"}"#,
            body + #","\u0063rc":"\#(sum)"}"#, #"{"crc":"00000000"}"#,
        ]
        let spaced = #""crc" should be in the line as ,"crc": with no space"#
        #expect(
            tries.map { fault($0) } == [
                #"55: "crc" should be the last key"#, "56: \(spaced)", "56: \(spaced)", "60: \(spaced)", "7: \(spaced)",
            ])
    }
}
