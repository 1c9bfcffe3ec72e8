import Foundation
import TestHarness
import TestSupport
import Testing

import TimelineKit
@testable import TimelineLive
import TimelineLive

/// A replica's file, whatever is in it. `TIMELINE_HARNESS=full` damages it 50,000 times, rather than 1,000.
struct SheetTextTests {
    private typealias Text = SheetText<Order, Numbered>

    private let text = Text(program: "order", mode: .actions)

    /// A file with a snapshot, changes, and a note.
    private func file(_ sheet: ReplicaWorld.Sheet) throws -> [[UInt8]] {
        var lines = [try text.head(of: sheet)]
        var seen: [String: Int] = [:]
        for change in sheet.changes {
            lines.append(try text.line(change, after: seen))
            seen = change.seen
        }
        if let note = sheet.note { lines.append(try text.line(note)) }
        return lines
    }

    private func world(_ random: inout Seed) -> ReplicaWorld {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 8)
        replicas.join(0)
        replicas.join(1)
        for _ in 0..<60 { replicas.step(&random, alive: [0, 1]) }
        replicas.settle([0, 1])
        for _ in 0..<5 { replicas.change(0) }
        replicas.publish(0)
        return replicas
    }

    @Test("The lines of a file are these")
    func lines() throws {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 8)
        replicas.join(0)
        replicas.join(1)
        replicas.change(1)
        replicas.settle([0, 1])
        replicas.change(0)
        replicas.publish(0)
        let sheet = try #require(replicas.members[0].sheets.last)
        let hash = try StateHash.of(replicas.members[0].shown)
        #expect(
            try file(sheet).map { String(decoding: $0, as: UTF8.self) } == [
                #"{"dropped":0,"id":"r0","mode":"actions","program":"order","replica":1,"snapshot":{"id":{"number":1,"#
                    + #""origin":"r0"},"included":{"r0":0},"state":{"counts":[0,0],"hash":14695981039346656037,"#
                    + #""misplaced":0},"version":0}}"# + "\n",
                #"{"action":{"count":1,"thread":0},"number":1,"seen":{"r0":0,"r1":1},"version":2}"# + "\n",
                #"{"clock":2,"hash":"\#(hash)","note":\#(sheet.note!.number),"point":{"counts":{"r0":1,"r1":1},"#
                    + #""snapshot":{"number":1,"origin":"r0"}}}"# + "\n",
            ])
    }

    @Test("A file that is cut anywhere gives what its whole lines say, and one that grew is read from there")
    func cuts() throws {
        var random = Seed()
        let sheet = try #require(world(&random).members[0].sheets.last)
        let bytes = try file(sheet).flatMap(\.self)
        var known: Text.Reading?
        for count in 0...bytes.count {
            let cut = Array(bytes[..<count])
            let whole = text.read(cut, "file", of: "r0", after: nil)
            let lines = cut.count { $0 == 0x0A }
            #expect(whole.problem == nil, "\(random), \(count) bytes")
            #expect((whole.sheet == nil) == (lines == 0))
            #expect(whole.sheet?.changes.count ?? 0 == min(max(0, lines - 1), sheet.changes.count))
            known = text.read(cut, "file", of: "r0", after: known)
            #expect(known?.sheet?.last == whole.sheet?.last)
            #expect(known?.bytes == whole.bytes)
        }
        #expect(known?.sheet?.note?.point == sheet.note?.point)
    }

    @Test("Whatever is in a file, it is read or refused, and the replica goes on")
    func damage() throws {
        var random = Seed()
        let replicas = world(&random)
        let bytes = try file(try #require(replicas.members[0].sheets.last)).flatMap(\.self)
        for _ in 0..<Harness.count(small: 1000, full: 50_000) {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = damaged.indices.randomElement(using: &random)!
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: damaged.remove(at: place)
                // Numbers grow.
                default:
                    damaged.insert(
                        contentsOf: Array(repeating: 0x39, count: .random(in: 1...19, using: &random)), at: place)
                }
            }
            let reading = text.read(damaged, "file", of: "r0", after: nil)
            guard let sheet = reading.sheet else { continue }
            // Numbers of threads that are none are the program's own affair.
            guard
                sheet.changes.allSatisfy({
                    if case .action(let action) = $0.kind {
                        (0..<2).contains(action.thread) && action.count < 1 << 40
                    } else {
                        true
                    }
                }),
                sheet.snapshot.state.counts.count == 2, sheet.snapshot.state.counts.allSatisfy({ $0 < 1 << 40 }),
                sheet.snapshot.state.misplaced < 1 << 40
            else { continue }
            var member = replicas.members[1]
            _ = member.core.receive([sheet])
            _ = member.core.tick()
            guard (0..<2).allSatisfy({ $0 < member.core.state.counts.count }) else { continue }
            member.core.change(.action(Numbered(thread: 1, count: 1)), leaving: member.core.state)
            _ = member.core.tick()
            _ = member.core.publish()
        }
    }

    @Test("What is wrong in a line is said")
    func errors() throws {
        var random = Seed()
        let lines = try file(try #require(world(&random).members[0].sheets.last)).map {
            String(decoding: $0, as: UTF8.self)
        }
        func problem(_ lines: [String]) -> String? {
            text.read(Array(lines.joined().utf8), "r0.jsonl", of: "r0", after: nil).problem?.description
        }
        #expect(problem(lines) == nil)
        let many = lines[0].replacingOccurrences(
            of: "\"included\":{\"r0\":", with: "\"included\":{\"r0\":9876543210987654")
        let rest = "What follows is left out."
        #expect(
            problem([many])
                == "r0.jsonl, line 1: the first line should have a \"snapshot\", and how many were \"dropped\". Nothing of it "
                + "is taken.")
        let first = try #require(text.read(Array(lines.joined().utf8), "", of: "r0", after: nil).sheet).dropped + 1
        #expect(
            problem([lines[0], lines[2]])
                == "r0.jsonl, line 2: the \"number\" should be \(first), and is \(first + 1). \(rest)")
        #expect(
            problem([lines[0], "{\"action\":{\"count\":1,\"thread\":0},\"number\":\(first),\"version\":0}\n"])
                == "r0.jsonl, line 2: the \"version\" should be from 1 to 2^53, and is 0. \(rest)")
        #expect(
            problem([lines[0], "{\"note\":1}\n"])
                == "r0.jsonl, line 2: a note has a \"clock\", a \"point\" and a \"hash\". \(rest)")
        #expect(
            problem([lines[0], lines.last!.replacingOccurrences(of: "\"clock\":", with: "\"clock\":-")])
                == "r0.jsonl, line 2: a note's numbers should be from 0 to 2^53. \(rest)")
        #expect(
            problem([lines[0].replacingOccurrences(of: "\"replica\":1", with: "\"replica\":2")])
                == "r0.jsonl, line 1: the first line should have \"replica\":1, the version of the format. Nothing of it is "
                + "taken.")
    }
}
