import Foundation
import Testing
import TimelineTestPrograms
import TimelineDebugger
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct PerfettoTests {
    /// What a trace shows: the events on each track, the arrows, and the values of the counters.
    private struct Trace: Equatable {
        var events: [String: [String]] = [:]
        /// From the number of a step to that of one that it caused.
        var arrows: Set<[Int]> = []
        var values: [String: [String]] = [:]
    }

    private static func export(_ text: String, plots: [String] = ["$.count"]) throws -> [UInt8] {
        let journal = try Journal(bytes: Array(text.utf8), name: "run.jsonl")
        let exporter = try PerfettoExporter(
            journal, plots: try plots.map { ($0, try StatePath(parsing: $0)) })
        let states = ReplayedStates(Replayer(CounterProgram(), journal))
        let product = try TimelineExport.run(states, exporter)
        return try product.read(at: 0, count: try product.size())
    }

    /// What the lines of the recording say.
    private static func expected(_ run: ConvertedRun) throws -> Trace {
        var trace = Trace()
        var known: Set<Int> = []
        var last: JSON?
        func plot(_ state: JSON?, _ at: Moment) {
            guard let value = state?.object?["count"], value != last else { return }
            trace.values["$.count", default: []].append("\(at.microseconds) \(value)")
            last = value
        }
        var states = run.steps.map(\.state).makeIterator()
        var isFirst = true
        for line in run.lines.dropFirst() {
            guard case .object(let line) = try JSON(parsing: line), let seq = line["seq"]?.int,
                let at = line["at"]?.number.flatMap({ Moment(seconds: $0.double) })
            else { continue }
            func add(_ track: String, _ name: String) {
                trace.events[track, default: []].append("\(at.microseconds) \(name) \(seq)")
            }
            if let mark = line["mark"]?.string { add("marks", mark) }
            if let step = line["canceled"]?.int { add("canceled work", "work of step \(step) canceled") }
            if line["gap"] != nil { add("recording", "not recorded") }
            if let state = line["state"] {
                add("snapshots", "snapshot")
                if isFirst { plot(state, at) }
                isFirst = false
            }
            let origin = "from \(line["from"]?.string ?? "an unknown origin")"
            if let action = line["action"]?.object?.members.first?.key { add(origin, action) }
            if let opaque = line["opaque"]?.string { add(origin, opaque) }
            if line["set"] != nil { add("set by hotReload", "state set") }
            guard line["action"] != nil || line["opaque"] != nil || line["set"] != nil else { continue }
            known.insert(seq)
            if let cause = line["cause"]?.int, known.contains(cause) { trace.arrows.insert([cause, seq]) }
            plot(states.next() ?? nil, at)
        }
        return trace
    }

    /// As `trace_processor` reads it: an arrow begins and ends at the last event before it on its track.
    private static func decoded(_ bytes: [UInt8]) throws -> Trace {
        let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [[String: Any]]]
        var trace = Trace()
        var tracks: [Int: String] = [:]
        var latest: [Int: [Int]] = [:]
        var begins: [Int: Int] = [:]
        for event in try #require(document?["traceEvents"]) {
            let (thread, time) = (event["tid"] as? Int ?? 1, event["ts"] as? Int ?? -1)
            let (name, arguments) = (event["name"] as? String ?? "", event["args"] as? [String: Any] ?? [:])
            switch event["ph"] as? String {
            case "M": tracks[thread] = arguments["name"] as? String
            case "C": trace.values[name, default: []].append("\(time) \(arguments["value"] as? Int ?? -1)")
            case "i", "B":
                let seq = try #require(arguments["seq"] as? Int)
                trace.events[try #require(tracks[thread]), default: []].append("\(time) \(name) \(seq)")
                latest[thread] = [time, seq]
            case let phase?:
                #expect(latest[thread]?.first == time)
                let (id, seq) = (try #require(event["id"] as? Int), try #require(latest[thread]?.last))
                if phase == "s" {
                    #expect(begins.updateValue(seq, forKey: id) == nil)
                } else {
                    #expect(phase == "f" && event["bp"] as? String == "e" && id == seq)
                    trace.arrows.insert([begins.removeValue(forKey: id) ?? -1, seq])
                }
            case nil: Issue.record("an event without a phase: \(event)")
            }
        }
        #expect(begins.isEmpty)
        return trace
    }

    @Test func tracksArrowsAndCountersAreThoseOfTheRecording() throws {
        var seed = Seed()
        print("Perfetto: \(seed)")
        for _ in 0..<100 {
            let run = ConvertedRun(using: &seed)
            var trace = try Self.decoded(Self.export(run.text))
            var expected = try Self.expected(run)
            // The state after a gap is plotted, too, as of the time of the gap.
            if !run.isReducible { (trace.values, expected.values) = ([:], [:]) }
            #expect(trace == expected, "\(run.text)")
        }
    }

    /// With texts that need escapes, and times that nanoseconds of 64 bits do not hold.
    @Test func theWholeTraceIsAsWritten() throws {
        let hostile = #"\"\\ \u0000\n😀</script>"#
        let lines = [
            Recorded.header, #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"\#(hostile)"}"#,
            #"{"seq":1,"at":0.100000,"took":0.012}"#,
            #"{"seq":2,"at":0.100000,"opaque":"\#(hostile)","from":"\#(hostile)","cause":1}"#,
            #"{"seq":3,"at":0.200000,"set":{"count":5},"by":"\#(hostile)","cause":1}"#,
            #"{"seq":3,"at":0.200000,"generated":{"uuid":"\#(hostile)"}}"#,
            #"{"seq":4,"at":8999999999999,"action":{"add":{"amount":-5}},"cause":3}"#,
            #"{"seq":4,"at":8999999999999,"took":8999999999999}"#,
        ]
        let trace = #"""
            {"traceEvents":[
            {"ph":"M","pid":1,"name":"process_name","args":{"name":"counter 1.0.0"}},
            {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"snapshots"}},
            {"ph":"i","pid":1,"tid":2,"ts":0,"name":"snapshot","args":{"seq":0,"bytes":11}},
            {"ph":"C","pid":1,"ts":0,"name":"$.count","args":{"value":0}},
            {"ph":"M","pid":1,"tid":3,"name":"thread_name","args":{"name":"from \#(hostile)"}},
            {"ph":"B","pid":1,"tid":3,"ts":100000,"name":"increment","args":{"seq":1,"action":"{\"increment\":{}}"}},
            {"ph":"s","pid":1,"tid":3,"ts":100000,"name":"cause","cat":"cause","id":2},
            {"ph":"s","pid":1,"tid":3,"ts":100000,"name":"cause","cat":"cause","id":3},
            {"ph":"E","pid":1,"tid":3,"ts":112000},
            {"ph":"C","pid":1,"ts":100000,"name":"$.count","args":{"value":1}},
            {"ph":"i","pid":1,"tid":3,"ts":100000,"name":"\#(hostile)","args":{"seq":2,"opaque":"\#(hostile)"}},
            {"ph":"f","pid":1,"tid":3,"ts":100000,"name":"cause","cat":"cause","id":2,"bp":"e"},
            {"ph":"M","pid":1,"tid":4,"name":"thread_name","args":{"name":"set by \#(hostile)"}},
            {"ph":"i","pid":1,"tid":4,"ts":200000,"name":"state set","args":{"seq":3,"by":"\#(hostile)"}},
            {"ph":"f","pid":1,"tid":4,"ts":200000,"name":"cause","cat":"cause","id":3,"bp":"e"},
            {"ph":"s","pid":1,"tid":4,"ts":200000,"name":"cause","cat":"cause","id":4},
            {"ph":"M","pid":1,"tid":5,"name":"thread_name","args":{"name":"generated values"}},
            {"ph":"i","pid":1,"tid":5,"ts":200000,"name":"uuid","args":{"seq":3,"value":"\"\\\"\\\\ \\u0000\\n😀</script>\""}},
            {"ph":"C","pid":1,"ts":200000,"name":"$.count","args":{"value":5}},
            {"ph":"M","pid":1,"tid":6,"name":"thread_name","args":{"name":"from an unknown origin"}},
            {"ph":"B","pid":1,"tid":6,"ts":9223372036854775,"name":"add","args":{"seq":4,"action":"{\"add\":{\"amount\":-5}}"}},
            {"ph":"f","pid":1,"tid":6,"ts":9223372036854775,"name":"cause","cat":"cause","id":4,"bp":"e"},
            {"ph":"E","pid":1,"tid":6,"ts":9223372036854775},
            {"ph":"C","pid":1,"ts":9223372036854775,"name":"$.count","args":{"value":0}}
            ]}
            """#
        #expect(String(decoding: try Self.export(Recorded.text(lines)), as: UTF8.self) == trace)
    }

    @Test(arguments: [
        ("0.00030000000000000003", "0.30000000000000003e-3"), ("18446744073709551616", "1.8446744073709552e+19"),
        ("-0.50", "-0.5"), ("1e2", "100"), ("-9223372036854775808", "-9223372036854775808"),
    ])
    func numbersAreWrittenAsPerfettoReadsThem(recorded: String, written: String) throws {
        #expect(PerfettoExporter.readable(try #require(JSONNumber(text: recorded))).text == written)
    }
}
