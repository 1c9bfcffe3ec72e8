import Foundation
import Testing
import TimelineJournal
import TimelineTestHarness

@testable import TimelineTool

@Suite(.ownThreads)
struct PackedInputTests {
    private static let readers = BadInputTests.readers + [["info", "-"], ["repair", "-", "-o", "-"]]

    /// A command of the counter's tool as a line of the shell.
    private func line(_ command: [String]) -> String {
        "counter-timeline " + command.map { "'\($0)'" }.joined(separator: " ")
    }

    @Test(arguments: readers) func everyCommandReadsPackedTimelines(_ command: [String]) throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        try sandbox.write(Packed.gzip(Recorded.run), to: "run.jsonl.gz")
        let lines = Recorded.lines
        let members = try [lines[..<1], lines[1..<9], lines[9...]].map { try Packed.gzip(Recorded.text(Array($0))) }
        try sandbox.write(members.reduce(Data(), +), to: "members")
        let plain = try sandbox.shell(line(command) + " < run.jsonl")
        #expect(try sandbox.shell(line(command) + " < run.jsonl.gz") == plain)
        #expect(try sandbox.shell(line(command) + " < members") == plain)
    }

    @Test func aPackedFileIsRecognizedByItsFirstBytes() throws {
        let sandbox = try Sandbox(["plain.gz": Recorded.run])
        try sandbox.write(Packed.gzip(Recorded.run), to: "packed.jsonl")
        let plain = try sandbox.run(["state", "plain.gz", "7"])
        #expect(plain.status == 0)
        #expect(try sandbox.run(["state", "packed.jsonl", "7"]) == plain)
    }

    @Test func anExecutableThatTheToolBecomesReadsPackedInput() throws {
        let sandbox = try Sandbox()
        try sandbox.write(Packed.gzip(Recorded.run), to: "run.jsonl.gz")
        let state = try sandbox.shell("timeline state - 7 --json < run.jsonl.gz")
        #expect(state == Finished(output: #"{"count":-2}"# + "\n"))
    }

    // MARK: - Folders and side files

    @Test func aFolderMayHoldPackedSegmentsBesidePlainOnes() throws {
        let lines = Recorded.lines
        let second =
            Recorded.text([Recorded.header.replacing(#""segment":1"#, with: #""segment":2"#)] + lines[7...])
        let sandbox = try Sandbox([
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
        let several = try sandbox.run(["info", "mixed"])
        #expect(
            several
                == Finished(
                    errors: """
                        Error: mixed holds 2 timelines, and this command takes one:
                          mixed/app-000001.jsonl.gz
                          mixed/other.jsonl.gz

                        """, status: 64))
    }

    @Test func theStatusPageOfAPackedRecordingIsFound() throws {
        let sandbox = try Sandbox()
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

    // MARK: - Cut and damaged

    @Test func aTruncatedFileIsReadUpToItsEnd() throws {
        let sandbox = try Sandbox(["head.jsonl": Recorded.text(Array(Recorded.lines[..<11]))])
        // Two members, of which the second is cut.
        let whole = try Packed.gzip(Recorded.text(Array(Recorded.lines[..<11])))
        let cut = try whole + Packed.gzip(Recorded.text(Array(Recorded.lines[11...]))).prefix(15)
        try sandbox.write(cut, to: "run.jsonl.gz")
        let size = try sandbox.read("head.jsonl").utf8.count
        let damage =
            "run.jsonl.gz, line 12, byte \(size): its gzip data is incomplete: it ends after packed byte \(cut.count)"
        let plain = try sandbox.run(["log", "head.jsonl"])
        let warning = "Warning: \(damage); it is unknown whether more steps came after step 7\n"
        #expect(try sandbox.run(["log", "run.jsonl.gz"]) == Finished(output: plain.output, errors: warning))
        #expect(
            try sandbox.run(["log", "run.jsonl.gz", "--recover", "strict"])
                == Finished(
                    errors: """
                        Error: damage in \(damage).
                        The end of the file was cut off; without --recover strict, the part before it is read.

                        """, status: 65))
        #expect(
            try sandbox.run(["log", "run.jsonl.gz", "--recover", "salvage"])
                == Finished(
                    output: plain.output,
                    errors: "Warning: \(damage)\nWarning: unknown: whether more steps came after step 7\n"))
        let info = try sandbox.run(["info", "run.jsonl.gz"])
        #expect(
            info.output.hasSuffix(
                """

                ended      unknown: its gzip data is incomplete: it ends after packed byte \(cut.count)
                mark       %before reset, after step 3

                """))
        #expect(info.status == 0)
        #expect(
            try sandbox.run(["repair", "run.jsonl.gz", "-o", "sound.jsonl"])
                == Finished(
                    output: """
                        sound.jsonl: 11 lines kept, \(size) bytes
                        left out   \(damage)
                        unknown    whether more steps came after step 7

                        """))
        #expect(try sandbox.read("sound.jsonl") == sandbox.read("head.jsonl"))
    }

    @Test func aCutInASegmentThatAnotherFollowsIsDamage() throws {
        let lines = Recorded.lines
        let sandbox = try Sandbox([
            "runs/app-000002.jsonl": Recorded.text(
                [Recorded.header.replacing(#""segment":1"#, with: #""segment":2"#)] + lines[7...])
        ])
        let first = try Packed.gzip(Recorded.text(Array(lines[..<8]))).dropLast(8)
        try sandbox.write(first, to: "runs/app-000001.jsonl.gz")
        let size = Recorded.text(Array(lines[..<8])).utf8.count
        let damage =
            "runs/app-000001.jsonl.gz, line 9, byte \(size): its gzip data is incomplete: it ends after packed byte "
            + "\(first.count)"
        #expect(
            try sandbox.run(["state", "runs", "8"])
                == Finished(
                    errors: "Error: damage in \(damage).\nIt is the only damage.\n\(Recorded.remedy)\n", status: 65))
        #expect(
            try sandbox.run(["state", "runs", "8", "--json", "--recover", "salvage"])
                == Finished(output: #"{"count":-1}"# + "\n", errors: "Warning: 1 line left out: \(damage)\n"))
    }

    @Test func aFileThatLacksOnlyItsTrailerIsComplete() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        try sandbox.write(Packed.gzip(Recorded.run).dropLast(8), to: "run.jsonl.gz")
        let plain = try sandbox.run(["info", "run.jsonl"])
        #expect(try sandbox.run(["info", "run.jsonl.gz"]) == plain)
        #expect(try sandbox.run(["info", "run.jsonl.gz", "--recover", "strict"]).status == 65)
        #expect(
            try sandbox.run(["log", "run.jsonl.gz"]).errors.hasPrefix("Warning: run.jsonl.gz, line 15, byte 990: its"))
    }

    @Test func damagedDataIsRejectedOrSalvaged() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        var packed = try Packed.gzip(Recorded.run)
        packed[packed.count - 5] ^= 1
        try sandbox.write(packed, to: "run.jsonl.gz")
        let damage =
            "run.jsonl.gz, line 15, byte 990: its gzip data is damaged at packed byte \(packed.count - 4): "
            + "incorrect data check"
        for command in [["log"], ["log", "--recover", "strict"], ["replay", "--verify"], ["bundle"]] {
            #expect(
                try sandbox.run(command + ["run.jsonl.gz"])
                    == Finished(
                        errors: "Error: damage in \(damage).\nIt is the only damage.\n\(Recorded.remedy)\n", status: 65)
            )
        }
        let info = try sandbox.run(["info", "run.jsonl.gz"])
        #expect(
            info.output.hasSuffix(
                """

                ended      cleanly
                damage     \(damage)
                remedy     \(Recorded.remedy.dropLast())
                mark       %before reset, after step 3

                """))
        #expect(info.status == 65)
        let plain = try sandbox.run(["log", "run.jsonl"])
        #expect(
            try sandbox.run(["log", "run.jsonl.gz", "--recover", "salvage"])
                == Finished(output: plain.output, errors: "Warning: 1 line left out: \(damage)\n"))
        try sandbox.write(Packed.gzip(Recorded.run) + Data("hello".utf8), to: "run.jsonl.gz")
        #expect(
            try sandbox.run(["log", "run.jsonl.gz"])
                == Finished(
                    errors: """
                        Error: damage in run.jsonl.gz, line 15, byte 990: its gzip data ends at packed byte \
                        \(packed.count), and other data follows.
                        It is the only damage.
                        `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.

                        """, status: 65))
    }

    @Test func anIncompleteMemberIsReported() throws {
        let sandbox = try Sandbox()
        try sandbox.write(Packed.gzip(Recorded.run).prefix(30), to: "run.jsonl.gz")
        try sandbox.write(Data([0x1F, 0x8B, 7]) + Data(count: 20), to: "other.gz")
        for how in ["strict", "tail", "salvage"] {
            #expect(
                try sandbox.run(["log", "run.jsonl.gz", "--recover", how])
                    == Finished(
                        errors: """
                            Error: run.jsonl.gz cannot be unpacked: its gzip data is incomplete: it ends after packed byte 30.
                            Not one whole line comes before that.

                            """, status: 65))
            #expect(
                try sandbox.run(["log", "other.gz", "--recover", how])
                    == Finished(
                        errors: """
                            Error: other.gz cannot be unpacked: its gzip data is damaged at packed byte 4: unknown compression method.
                            Not one whole line comes before that.

                            """, status: 65))
        }
    }

    /// All cuts are made in this process; some of them, all with `TIMELINE_HARNESS=full`, with the built tool, too.
    @Test func aFileCutAtAnyByteIsRejectedOrReadToItsEnd() throws {
        let whole = try Packed.gzip(Recorded.run)
        let isFull = Harness.isFull
        let sandbox = try Sandbox()
        let lines = Recorded.lines.map { Array($0.utf8) }
        var lengths: Set<Int> = []
        for cut in 0..<whole.count {
            try sandbox.write(whole.prefix(cut), to: "run.jsonl.gz")
            var read: Int?
            do {
                let journal = try Journal(
                    opening: "\(sandbox.folder)/run.jsonl.gz", unpacker: GzipUnpacker(limit: UnpackLimit(nil)))
                try journal.requireSound(.tail)
                #expect(journal.index.isCut, "cut after \(cut)")
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
            guard isFull || cut % 23 == 0 else { continue }
            #expect(try sandbox.run(["log", "run.jsonl.gz"]).status == (read == nil ? 65 : 0), "cut after \(cut)")
            #expect(try sandbox.run(["log", "run.jsonl.gz", "--recover", "strict"]).status == 65, "cut after \(cut)")
        }
        #expect(lengths.contains(lines.count) && lengths.count > 5)
    }

    // MARK: - Too much

    @Test func aSmallFileThatUnpacksToALargeOneIsRejected() throws {
        let sandbox = try Sandbox()
        // 100 MiB of zeros take some 100 KiB.
        let made = try sandbox.shell("head -c 104857600 /dev/zero | gzip -n > run.jsonl.gz")
        #expect(made.status == 0)
        let before = sandbox.files()
        for command in [
            ["info", "run.jsonl.gz"], ["log", "run.jsonl.gz", "--recover", "salvage"],
            ["repair", "run.jsonl.gz", "-o", "x.jsonl"],
        ] {
            #expect(
                try sandbox.run(command)
                    == Finished(
                        errors: """
                            Error: run.jsonl.gz unpacks to more than 67108864 bytes.
                            Recordings rarely compress that well. If you trust the file, set TIMELINE_MAX_UNPACKED to a larger number of bytes.

                            """, status: 65))
        }
        let record = try sandbox.shell("counter-timeline record --program counter -o x.jsonl < run.jsonl.gz")
        #expect(record.status == 65)
        #expect(record.errors.hasPrefix("Error: standard input unpacks to more than 67108864 bytes.\n"))
        #expect(sandbox.files() == before)
    }

    @Test func anotherLimitCanBeSet() throws {
        let sandbox = try Sandbox()
        let lines = Recorded.lines
        let second = Recorded.text([Recorded.header.replacing(#""segment":1"#, with: #""segment":2"#)] + lines[7...])
        try sandbox.write(Packed.gzip(Recorded.text(Array(lines[..<8]))), to: "runs/app-000001.jsonl.gz")
        try sandbox.write(Packed.gzip(second), to: "runs/app-000002.jsonl.gz")
        let size = Recorded.text(Array(lines[..<8])).utf8.count + second.utf8.count
        // It is one for all files.
        let enough = try sandbox.run(["info", "runs"], environment: ["TIMELINE_MAX_UNPACKED": "\(size)"])
        #expect(enough.status == 0)
        let tooLittle = try sandbox.run(["info", "runs"], environment: ["TIMELINE_MAX_UNPACKED": "\(size - 1)"])
        #expect(
            tooLittle
                == Finished(
                    errors: """
                        Error: runs/app-000002.jsonl.gz unpacks to more than \(size - 1) bytes.
                        TIMELINE_MAX_UNPACKED sets this limit.

                        """, status: 65))
        for word in ["0", "-1", "many", "1e9"] {
            let refused = try sandbox.run(["info", "runs"], environment: ["TIMELINE_MAX_UNPACKED": word])
            #expect(
                refused
                    == Finished(
                        errors: "Error: TIMELINE_MAX_UNPACKED=\(word): must be a number of bytes greater than 0\n",
                        status: 64))
        }
    }

    #if os(Linux)
        @Test func unpackingUsesConstantMemory() throws {
            let sandbox = try Sandbox()
            // 400 MiB of blank lines, of which the first is looked at.
            let finished = try sandbox.shell(
                """
                yes '' | head -c 419430400 | gzip -n1 > run.jsonl.gz
                ulimit -v 350000
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

    // MARK: - Actions

    private static let actions = #"{"increment":{}}"# + "\n" + #"{"add":{"amount":41}}"# + "\n"

    @Test func packedActionsAreReduced() throws {
        let sandbox = try Sandbox()
        try sandbox.write(Packed.gzip(Self.actions) + Packed.gzip(#"{"increment":{}}"#), to: "actions.gz")
        let record = try sandbox.shell("counter-timeline record --program counter -o run.jsonl < actions.gz")
        #expect(record == Finished(errors: "run.jsonl: 3 actions recorded\n"))
        let state = try sandbox.run(["state", "run.jsonl", "--json"])
        #expect(state == Finished(output: #"{"count":43}"# + "\n"))
    }

    @Test func packedActionsAreReducedAsTheyArrive() throws {
        let sandbox = try Sandbox()
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

    @Test func packedActionsBeforeDamageAreOnFile() throws {
        let sandbox = try Sandbox()
        let packed = try Packed.gzip(Self.actions)
        try sandbox.write(packed.dropLast(3), to: "actions.gz")
        let record = try sandbox.shell("counter-timeline record --program counter -o run.jsonl < actions.gz")
        #expect(
            record
                == Finished(
                    errors: """
                        Error: standard input cannot be unpacked: its gzip data is incomplete: it ends after packed byte \(packed.count - 3)
                        2 actions before it are recorded in run.jsonl.

                        """, status: 65))
        #expect(try sandbox.run(["info", "run.jsonl"]).output.hasSuffix("ended      cleanly\n"))
    }
}
