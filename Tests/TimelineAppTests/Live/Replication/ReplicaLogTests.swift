import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

@testable import TimelineLive

/// The text of a replica's log. With `TIMELINE_HARNESS=full` it is damaged 50,000 times, otherwise 1,000 times.
struct ReplicaLogTests {
    private typealias Reader = ReplicaLogReader<Order, Numbered>

    private let reader = Reader(program: "order", mode: "actions")

    private func text(of log: ReplicaWorld.Log) throws -> [UInt8] {
        let folder = TemporaryFolder()
        var writer = ReplicaLogWriter<Order, Numbered>(
            folder.file(), .init(program: "order", version: "1", mode: "actions", session: "s", started: "now"),
            RealEncoding(.refused))
        try writer.write(log)
        return try PrivateFile.read(folder.file())
    }

    private func lines(of log: ReplicaWorld.Log) throws -> [String] {
        String(decoding: try text(of: log), as: UTF8.self).split(separator: "\n").map { "\($0)\n" }
    }

    /// The lines without their checksums.
    private func unsealed(_ lines: [String]) -> [String] {
        lines.map { $0.replacing(/,"(crc|checksums)":"\w+"/, with: "") }
    }

    private func world(_ random: inout Seed) -> ReplicaWorld {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 8)
        for _ in 0..<60 { replicas.step(&random, alive: [0, 1]) }
        replicas.settle([0, 1])
        for _ in 0..<5 { replicas.change(0) }
        replicas.publish(0)
        return replicas
    }

    @Test("Writes these lines")
    func lines() throws {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 8)
        replicas.change(1)
        replicas.settle([0, 1])
        replicas.share(0)
        var log = try #require(replicas.members[0].logs.last)
        log.changes[0].at = Moment(microseconds: 1_500_000)
        log.changes[0].from = "user"
        log.changes.append(
            ReplicaWorld.Change(
                origin: "r0", number: 2, clock: 3, seen: log.changes[0].seen,
                kind: .set(Order(counts: [9]), by: "test"),
                at: Moment(microseconds: 2_000_000)))
        let hash = Checksum.text(Checksum.of(try JSONCoding.encode(replicas.members[0].shown).bytes))
        #expect(
            unsealed(try lines(of: log)) == [
                #"{"timeline":1,"session":"s","program":"order","version":"1","started":"now","segment":1,"platform":"#
                    + RunIdentity.platform.description
                    + #","requires":["replica"],"replica":{"epoch":{"clock":0,"included":{"r0":0},"number":1,"origin":"r0"},"#
                    + #""id":"r0","mode":"actions"}}"# + "\n",
                #"{"seq":0,"at":0.000000,"state":{"counts":[0,0],"hash":14695981039346656037,"misplaced":0}}"# + "\n",
                #"{"seq":1,"at":1.500000,"action":{"count":1,"thread":0},"from":"user","clock":2,"seen":{"r1":1}}"#
                    + "\n",
                #"{"seq":2,"at":2.000000,"set":{"counts":[9],"hash":14695981039346656037,"misplaced":0},"by":"test","#
                    + #""clock":3}"# + "\n",
                #"{"replica":{"counts":{"r0":1,"r1":1},"hash":"\#(hash)","number":\#(log.status!.number)}}"# + "\n",
            ])
        let read = try #require(reader.read(try text(of: log), file: "", of: "r0").log)
        #expect(read.changes.map(\.clock) == [2, 3] && read.changes.map(\.seen) == log.changes.map(\.seen))
        #expect(read.changes.map(\.at.seconds) == [1.5, 2] && read.changes.map(\.from) == ["user", nil])
    }

    @Test("A log is a sound timeline")
    func journal() throws {
        var random = Seed()
        let log = try #require(world(&random).members[0].logs.last)
        let journal = try Journal(bytes: try text(of: log)).sound(.strict)
        #expect(journal.first == log.dropped)
        #expect(try journal.index.actions == log.changes.count)
        #expect(journal.header.requires == ["replica"] && journal.header.isReplicaLog)
    }

    @Test("A log cannot be replayed, since it lacks the changes of other replicas between its steps")
    func replay() throws {
        var replicas = ReplicaWorld(.actions, size: 1, limit: 8)
        replicas.share(0)
        let log = try #require(replicas.members[0].logs.last)
        let journal = try Journal(bytes: try text(of: log), name: "r0.jsonl")
        let program = OrderProgram(threads: 1)
        let why =
            "it is the log of a replica, which lacks the changes that other replicas made between its steps; "
            + "replay the recording of an instance instead"
        for isFresh in [false, true] {
            var replayer = Replayer(program, journal, fresh: isFresh)
            #expect(try replayer.state(at: 0) == log.start)
            #expect(throws: ReplayError(.unavailable(seq: 1, file: "r0.jsonl", reason: why))) { try replayer.next() }
            #expect(throws: ReplayError(.unavailable(seq: 1, file: "r0.jsonl", reason: why))) {
                try replayer.state(at: 1)
            }
        }
    }

    @Test("A log that is cut anywhere yields its whole lines, and of one that grew only new lines are read")
    func cuts() throws {
        var random = Seed()
        let log = try #require(world(&random).members[0].logs.last)
        let bytes = try text(of: log)
        var known: Reader.Reading?
        for count in 0...bytes.count {
            let cut = Array(bytes[..<count])
            let whole = reader.read(cut, file: "file", of: "r0")
            let lines = cut.count { $0 == 0x0A }
            #expect(whole.problem == nil, "\(random), \(count) bytes")
            #expect((whole.log == nil) == (lines < 2))
            #expect(whole.log?.changes.count ?? 0 == min(max(0, lines - 2), log.changes.count))
            known = reader.read(cut, file: "file", of: "r0", after: known)
            #expect(known?.log?.last == whole.log?.last)
            #expect(known?.bytes == whole.bytes)
        }
        #expect(known?.log?.status?.counts == log.status?.counts)
    }

    @Test("Any log is read or refused, and the replica continues")
    func damage() throws {
        var random = Seed()
        let replicas = world(&random)
        // Without the checksums, which would detect nearly all damage.
        let lines = unsealed(try lines(of: try #require(replicas.members[0].logs.last)))
        let bytes = Array(lines.joined().utf8)
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
            guard let log = reader.read(damaged, file: "file", of: "r0").log else { continue }
            // An invalid thread number does not concern the log.
            guard
                log.changes.allSatisfy({
                    if case .action(let action) = $0.kind {
                        (0..<2).contains(action.thread) && action.count < 1 << 40
                    } else {
                        true
                    }
                }),
                log.start.counts.count == 2, log.start.counts.allSatisfy({ $0 < 1 << 40 }),
                log.start.misplaced < 1 << 40
            else { continue }
            var member = replicas.members[1]
            _ = member.core.receive([log])
            _ = member.core.publish()
            guard (0..<2).allSatisfy({ $0 < member.core.state.counts.count }) else { continue }
            member.core.change(.action(Numbered(thread: 1, count: 1)), resultingIn: member.core.state)
            _ = member.core.publish()
        }
    }

    @Test("A problem names the line")
    func errors() throws {
        var random = Seed()
        let sealed = try lines(of: try #require(world(&random).members[0].logs.last))
        let lines = unsealed(sealed)
        func problem(_ lines: [String]) -> String? {
            reader.read(Array(lines.joined().utf8), file: "r0.jsonl", of: "r0").problem
        }
        #expect(problem(sealed) == nil && problem(lines) == nil)
        let (none, rest) = ("Nothing of it is read.", "The rest is not read.")
        func head(_ text: String, _ other: String) -> String? {
            problem([lines[0].replacingOccurrences(of: text, with: other)])
        }
        #expect(
            head("\"included\":{\"r0\":", "\"included\":{\"r0\":9876543210987654")
                == "r0.jsonl, line 1: the numbers of the \"epoch\" should be from 0 to 2^53. \(none)")
        let newer = "r0.jsonl, line 1: it is a log of a newer version of Timeline; update this instance. \(none)"
        #expect(head("[\"replica\"]", "[\"replica\",\"merge\"]") == newer)
        #expect(head("\"timeline\":1", "\"timeline\":2") == newer)
        #expect(head("\"replica\":{", "\"copy\":{") == "r0.jsonl, line 1: it is no log of a replica. \(none)")
        let earlier =
            "r0.jsonl, line 1: it is a log of an earlier version of Timeline; update every instance, and share in an empty "
            + "folder. \(none)"
        #expect(
            problem([#"{"dropped":0,"id":"r0","mode":"actions","program":"order","replica":1,"snapshot":{}}"# + "\n"])
                == earlier)
        #expect(head("\"epoch\":{", "\"snapshot\":{") == earlier)
        #expect(
            problem(["{\"x\":1}\n"])
                == "r0.jsonl, line 1: it is no log of a replica: the first line is no header of a timeline. \(none)")
        #expect(
            problem([lines[0], lines[2]])
                == "r0.jsonl, line 2: expected a snapshot after the header, found another line. \(none)")
        let first = try #require(reader.read(Array(lines.joined().utf8), file: "", of: "r0").log).dropped + 1
        #expect(
            problem([lines[0], lines[1], lines[3]])
                == "r0.jsonl, line 3: expected step \(first), found step \(first + 1). \(rest)")
        let step = #"{"seq":\#(first),"at":0.0,"action":{"count":1,"thread":0}"#
        #expect(
            problem([lines[0], lines[1], step + ",\"clock\":0}\n"])
                == "r0.jsonl, line 3: the \"clock\" should be from 1 to 2^53, and is 0. \(rest)")
        #expect(
            problem([lines[0], lines[1], step + "}\n"]) == "r0.jsonl, line 3: the key \"clock\" is missing. \(rest)")
        #expect(
            problem([lines[0], lines[1], lines.last!.replacingOccurrences(of: "\"number\":", with: "\"number\":-")])
                == "r0.jsonl, line 3: the numbers of a status should be from 0 to 2^53. \(rest)")
        let changed = sealed[2].replacingOccurrences(of: "\"thread\":0", with: "\"thread\":1")
        #expect(problem([sealed[0], sealed[1], changed])?.contains("the checksum of this line is") == true)
        #expect(problem([sealed[0], sealed[1], lines[2]])?.contains("each line has a checksum") == true)
    }
}
