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
    /// What a trace shows, as JSON: the events on each track, the arrows, and the values of the counters.
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
            trace.values["$.count", default: []].append("\(at.microseconds * 1000) \(value)")
            last = value
        }
        var states = run.steps.map(\.state).makeIterator()
        var isFirst = true
        for line in run.lines.dropFirst() {
            guard case .object(let line) = try JSON(parsing: line), let seq = line["seq"]?.int,
                let at = line["at"]?.number.flatMap({ Moment(seconds: $0.double) })
            else { continue }
            func add(_ track: String, _ name: String) {
                trace.events[track, default: []].append("\(at.microseconds * 1000) \(name) \(seq)")
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

    /// With the message types of the PyPI package `perfetto`. Its `trace_processor` is a binary that it downloads.
    @Test(.needs(.perfetto)) func theSchemaOfPerfettoReadsTheSame() throws {
        let sandbox = Sandbox()
        var seed = Seed()
        print("Perfetto's schema: \(seed)")
        let runs = (0..<40).map { _ in ConvertedRun(using: &seed) }
        for (number, run) in runs.enumerated() {
            try sandbox.write(Data(Self.export(run.text)), to: "\(number).pftrace")
        }
        let read = try Python.run(Self.script, in: sandbox)
        #expect(read.status == 0, "\(read)")
        let traces = read.output.split(separator: "\n")
        #expect(traces.count == runs.count)
        for (run, line) in zip(runs, traces) {
            let expected = try Self.decoded(Self.export(run.text))
            let found = try JSON(parsing: String(line)).object
            func lists(_ name: String) -> [String: [String]] {
                let members = found?[name]?.object?.members ?? []
                return Dictionary(
                    uniqueKeysWithValues: members.map { ($0.key, $0.value.array?.compactMap(\.string) ?? []) })
            }
            #expect(lists("events") == expected.events)
            #expect(lists("values") == expected.values)
            #expect(Set(found?["arrows"]?.array?.map { $0.array?.compactMap(\.int) ?? [] } ?? []) == expected.arrows)
            #expect(found?["unknown"] == 0)
        }
    }

    private static let script = """
        import collections, json, os
        from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb
        number = 0
        while os.path.exists(f'{number}.pftrace'):
            trace = pb.Trace()
            trace.ParseFromString(open(f'{number}.pftrace', 'rb').read())
            tracks, begins, ends = {}, {}, {}
            events, values = collections.defaultdict(list), collections.defaultdict(list)
            for packet in trace.packet:
                assert packet.trusted_packet_sequence_id == 1
                if packet.HasField('track_descriptor'):
                    d = packet.track_descriptor
                    tracks[d.uuid] = d
                    assert d.HasField('process') or d.parent_uuid in tracks
                    continue
                e = packet.track_event
                d = tracks[e.track_uuid]
                if e.type == pb.TrackEvent.TYPE_COUNTER:
                    assert d.HasField('counter')
                    values[d.name].append(f'{packet.timestamp} {e.counter_value}')
                    continue
                assert e.type == pb.TrackEvent.TYPE_INSTANT
                notes = {a.name: a for a in e.debug_annotations}
                seq = notes['seq'].int_value
                events[d.name].append(f'{packet.timestamp} {e.name} {seq}')
                for flow in e.flow_ids: begins[flow] = seq
                for flow in e.terminating_flow_ids: ends[flow] = seq
            assert begins.keys() == ends.keys()
            size = trace.ByteSize()
            trace.DiscardUnknownFields()
            unknown = size - trace.ByteSize()
            print(json.dumps({'events': events, 'values': values, 'unknown': unknown,
                              'arrows': [[begins[flow], ends[flow]] for flow in begins]}))
            number += 1
        """

    // MARK: - A decoder of the wire format

    private struct Field {
        let number: UInt64
        var varint: UInt64 = 0
        var bytes: ArraySlice<UInt8> = []
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private static func fields(_ message: ArraySlice<UInt8>) -> [Field] {
        var rest = message
        func varint() -> UInt64 {
            var value: UInt64 = 0
            for shift in stride(from: 0, to: 70, by: 7) {
                let byte = rest.removeFirst()
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { break }
            }
            return value
        }
        var fields: [Field] = []
        while !rest.isEmpty {
            let key = varint()
            switch key & 7 {
            case 0: fields.append(Field(number: key >> 3, varint: varint()))
            case 1:
                let value = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                rest.removeFirst(8)
                fields.append(Field(number: key >> 3, varint: value))
            default:
                let length = Int(varint())
                fields.append(Field(number: key >> 3, bytes: rest.prefix(length)))
                rest.removeFirst(length)
            }
        }
        return fields
    }

    private static func decoded(_ bytes: [UInt8]) -> Trace {
        var trace = Trace()
        var tracks: [UInt64: String] = [:]
        var (begins, ends): ([UInt64: Int], [UInt64: Int]) = ([:], [:])
        for packet in fields(bytes[...]) {
            let members = fields(packet.bytes)
            let time = members.first { $0.number == 8 }?.varint ?? 0
            for member in members {
                let parts = fields(member.bytes)
                func part(_ number: UInt64) -> Field? { parts.first { $0.number == number } }
                if member.number == 60, let id = part(1) { tracks[id.varint] = part(2)?.text ?? "process" }
                guard member.number == 11, let id = part(11), let track = tracks[id.varint] else { continue }
                if part(9)?.varint == 4 {
                    let value = Int64(bitPattern: part(30)?.varint ?? 0)
                    trace.values[track, default: []].append("\(time) \(value)")
                    continue
                }
                let note = parts.filter { $0.number == 4 }.map { fields($0.bytes) }.first { $0.first?.text == "seq" }
                let seq = Int(note?.last?.varint ?? 0)
                trace.events[track, default: []].append("\(time) \(part(23)?.text ?? "") \(seq)")
                for flow in parts where flow.number == 47 { begins[flow.varint] = seq }
                for flow in parts where flow.number == 48 { ends[flow.varint] = seq }
            }
        }
        for (flow, seq) in begins { trace.arrows.insert([seq, ends[flow] ?? -1]) }
        return trace
    }
}
