import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct PackedInputTests {
    @Test func aPackedFileIsRecognizedByItsFirstBytes() throws {
        let sandbox = Sandbox(["plain.gz": Recorded.run])
        try sandbox.write(Packed.gzip(Recorded.run), to: "packed.jsonl")
        let plain = try sandbox.run(["state", "plain.gz", "7"])
        #expect(plain.status == 0)
        #expect(try sandbox.run(["state", "packed.jsonl", "7"]) == plain)
    }

    // MARK: - Folders and side files

    @Test func aFolderMayHoldPackedSegmentsBesidePlainOnes() throws {
        let lines = Recorded.lines
        let second = Recorded.text([Recorded.header.replacing(#""segment":1"#, with: #""segment":2"#)] + lines[7...])
        let sandbox = Sandbox([
            "plain/app-000001.jsonl": Recorded.text(Array(lines[..<8])), "plain/app-000002.jsonl": second,
            "mixed/app-000002.jsonl": second,
        ])
        try sandbox.write(Packed.gzip(Recorded.text(Array(lines[..<8]))), to: "mixed/app-000001.jsonl.gz")
        try sandbox.write(Packed.gzip("a copy that was broken off").dropLast(9), to: "mixed/app-000002.jsonl.gz")
        try sandbox.write(Packed.gzip("passed over"), to: "mixed/app-000003.bundle.jsonl.gz")
        for command in [["info"], ["log"], ["replay", "--verify"], ["bisect", "--bad", "$.count < 0"]] {
            let plain = try sandbox.run(command + ["plain"])
            let mixed = try sandbox.run(command + ["mixed"])
            #expect(plain.status == 0)
            #expect(mixed.output == plain.output.replacing("plain", with: "mixed"))
            #expect(mixed.status == plain.status && mixed.errors == plain.errors)
        }
        try sandbox.write(Packed.gzip(second), to: "mixed/other.jsonl.gz")
        #expect(
            try sandbox.run(["info", "mixed"])
                == Finished(
                    output: """
                        mixed/app-*.jsonl
                          counter 1.0.0, started 2026-11-21T04:31:05.123456Z, 8 steps, 1 to 8, in 0.800 s, ended cleanly
                        mixed/other.jsonl.gz
                          counter 1.0.0, started 2026-11-21T04:31:05.123456Z, 4 steps, 5 to 8, in 0.800 s, ended cleanly

                        """))
    }

    @Test func theStatusPageOfAPackedRecordingIsFound() throws {
        let sandbox = Sandbox()
        let recorded = try sandbox.shell(
            "timeline record -o run.jsonl -- episodes < \(Sandbox.fixtures)/Scripts/trap.txt")
        #expect(recorded.status > 128)
        let original = try sandbox.shell("timeline info run.jsonl")
        #expect(original.output.hasSuffix("whose reducer never returned\n"))
        #expect(try sandbox.shell("gzip run.jsonl && timeline info run.jsonl.gz") == original)
        let copied = try sandbox.shell(
            "timeline repair run.jsonl.gz -o copy.jsonl.gz >/dev/null && rm run.jsonl* && timeline info copy.jsonl.gz")
        #expect(copied == original)
    }

    /// All cuts are made in this process; some of them, all with `TIMELINE_HARNESS=full`, with the built tool, too.
    @Test func aFileCutAtAnyByteIsRejectedOrReadToItsEnd() throws {
        let whole = try Packed.gzip(Recorded.run)
        let sandbox = Sandbox()
        let lines = Recorded.lines.map { Array($0.utf8) }
        var lengths: Set<Int> = []
        for cut in 0..<whole.count {
            try sandbox.write(whole.prefix(cut), to: "run.jsonl.gz")
            var read: Int?
            do {
                let journal = try Journal(opening: "\(sandbox.folder)/run.jsonl.gz", unpacker: GzipUnpacker(limit: nil))
                try journal.requireSound(.tail)
                #expect(try journal.index.isCut, "cut after \(cut)")
                #expect(throws: JournalError.self, "cut after \(cut)") { try journal.requireSound(.strict) }
                var found: [[UInt8]] = []
                var reader = journal.lines()
                while let line = try reader.next() { found.append(line.bytes) }
                #expect(lines.starts(with: found), "cut after \(cut)")
                lengths.insert(found.count)
                read = found.count
            } catch let error as JournalError {
                #expect(error.isForeignOrDamaged, "cut after \(cut)")
            }
            guard Harness.isFull || cut % 97 == 0 else { continue }
            #expect(try sandbox.run(["log", "run.jsonl.gz"]).status == (read == nil ? 65 : 0), "cut after \(cut)")
            #expect(try sandbox.run(["log", "run.jsonl.gz", "--recover", "strict"]).status == 65, "cut after \(cut)")
        }
        #expect(lengths.contains(lines.count) && lengths.count > 5)
    }

    #if os(Linux)
        @Test func unpackingUsesConstantMemory() throws {
            let sandbox = Sandbox()
            // 96 MiB of blank lines, of which the first is looked at; a limit that they would exceed.
            let finished = try sandbox.shell(
                """
                yes '' | head -c 100663296 | gzip -n1 > run.jsonl.gz
                ulimit -v 180000
                TIMELINE_MAX_UNPACKED=500000000 counter-timeline info run.jsonl.gz
                """)
            #expect(
                finished
                    == Finished(
                        errors: """
                            Error: run.jsonl.gz is not a timeline: line 1, byte 0: the line is blank.
                            A timeline is JSON Lines, and its first line begins with {"timeline":1,

                            """, status: 65))
        }
    #endif

    private static let actions = #"{"increment":{}}"# + "\n" + #"{"add":{"amount":41}}"# + "\n"

    @Test func packedActionsAreReducedAsTheyArrive() throws {
        let sandbox = Sandbox()
        try sandbox.write(Packed.gzip(Self.actions), to: "actions.gz")
        // The last byte is withheld until both actions are on file.
        let record = try sandbox.shell(
            """
            (head -c -1 actions.gz
             for i in $(seq 400); do grep -q '"seq":2' run.jsonl 2>/dev/null && break; sleep 0.05; done
             grep -c '"action"' run.jsonl >&2
             tail -c 1 actions.gz) | counter-timeline record --program counter -o run.jsonl
            """)
        #expect(record == Finished(errors: "2\nrun.jsonl: 2 actions recorded\n"))
    }
}
