import Foundation
import Testing
import TimelineTestPrograms
import TimelineDebugger
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

/// The start of the recordings here, computed by Foundation.
enum UTCStart {
    static let microseconds = microseconds(of: "2026-11-21T04:31:05.123456Z")

    static func microseconds(of text: String) -> Int64 {
        let formatter = ISO8601DateFormatter()
        let (date, fraction) = (String(text.prefix(19)) + "Z", Int64(text.dropFirst(20).prefix(6)) ?? 0)
        return (formatter.date(from: date).map { Int64($0.timeIntervalSince1970) } ?? -1) * 1_000_000 + fraction
    }
}

/// Conversions in this process.
enum Converting {
    static func export<Exporter: TimelineExporter>(
        _ text: String, _ exporter: Exporter, needsStates: Bool = true
    ) throws -> (text: String, exporter: Exporter) {
        let journal = try Journal(bytes: Array(text.utf8), name: "run.jsonl").sound()
        guard needsStates else {
            var lines = journal.lines()
            while let line = try lines.next() { try exporter.add(line.content) }
            return (try Self.text(exporter.finish()), exporter)
        }
        let states = ReplayedStates(Replayer(CounterProgram(), journal))
        let product = try TimelineExport.run(states, exporter)
        return (try Self.text(product), exporter)
    }

    static func text(_ product: FileBytes) throws -> String {
        String(decoding: try product.read(at: 0, count: try product.size()), as: UTF8.self)
    }

    /// The timeline, which is checked strictly.
    static func load(
        _ bytes: [UInt8], _ read: (ForeignFile, ImportedTimeline) throws -> Void
    ) throws -> (journal: Journal, losses: [String]) {
        let file = ForeignFile(name: "input", source: bytes)
        let timeline = try ImportedTimeline(
            program: "counter", version: "1.0.0", session: try file.fingerprint()
        ) { ["count": 0] }
        try read(file, timeline)
        let product = try timeline.finish()
        let journal = try Journal(bytes: try product.read(at: 0, count: try product.size()), name: "imported")
        try journal.requireSound(.strict)
        return (journal, timeline.losses.lines("a timeline"))
    }

    /// Cuts and changes of a file: each is either refused with a place, or makes a sound timeline.
    static func attack(
        _ text: String, count: Int, using seed: inout Seed, _ read: (ForeignFile, ImportedTimeline) throws -> Void
    ) throws -> (refused: Int, read: Int) {
        let bytes = Array(text.utf8)
        let words = [
            "{", "}", "[", "]", ",", ":", "\"", "0", "-1", "1e999", "null", "\\u0000", "\u{FF}", "{\"type\":\"x\"}",
        ]
        var outcomes = (refused: 0, read: 0)
        for number in 0..<count {
            var changed = bytes
            if number % 2 == 0 {
                changed = Array(bytes[..<Int.random(in: 0...bytes.count, using: &seed)])
            } else {
                for _ in 0..<Int.random(in: 1...3, using: &seed) {
                    let start = Int.random(in: 0..<changed.count, using: &seed)
                    let end = min(changed.count, start + Int.random(in: 0...12, using: &seed))
                    changed.replaceSubrange(start..<end, with: Array(words.randomElement(using: &seed)!.utf8))
                }
            }
            do {
                _ = try load(changed, read)
                outcomes.read += 1
            } catch let error as ToolError {
                #expect(error.status == ExitStatus.badFile.rawValue && error.message.hasPrefix("input, "))
                outcomes.refused += 1
            }
        }
        return outcomes
    }
}

struct ConvertingTests {
    @Test func timesAreThoseOfTheCalendar() {
        var seed = Seed()
        for _ in 0..<1_000 {
            let time = Int64.random(in: 0..<UTCTime.limit, using: &seed)
            let text = SystemInfo.timestamp(time)
            #expect(UTCTime.microseconds(text) == time, "\(text)")
            #expect(UTCStart.microseconds(of: text) == time, "\(text)")
        }
        #expect(UTCTime.microseconds("2026-02-31T00:00:00Z") == nil)
        #expect(SystemInfo.timestamp(UTCTime.limit - 1) == "9999-12-31T23:59:59.999999Z")
        #expect(UTCTime.microseconds("1970-01-01T00:00:00Z") == 0)
        for text in ["", "now", "2026-13-01T00:00:00Z", "1969-12-31T23:59:59Z", "2026-11-21T04:31:05+01:00"] {
            #expect(UTCTime.microseconds(text) == nil)
        }
    }
}
