import Foundation
import Testing
@testable import TimelineKit
import TimelineTestSupport

@Suite(.ownThreads)
struct CrashReportsTests {
    private let folder = TemporaryFolder()

    private let header =
        #"{"timeline":1,"session":"s","program":"counter","version":"1.0.0","started":"2026-11-21T04:31:05.123456Z","#
        + #""segment":1,"platform":{}}"#
    private let lines = [
        #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}},"from":"user"}"#,
        #"{"seq":2,"at":0.200000,"action":{"add":{"by":1}},"from":"user"}"#,
        #"{"seq":3,"at":0.300000,"action":{"add":{"by":1}},"from":"user"}"#,
    ]

    private func write(_ text: String, _ name: String = "run.jsonl") throws {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    }

    /// Writes the status page of a killed run, in which the reducer of step `reduced` was the last to return.
    private func writePage(beside name: String = "run.jsonl", session: String = "s", reduced: Int) throws {
        _ = try StatusPage(beside: folder.file(name), session: session, reduced: reduced)
    }

    private func pending(
        maxBytes: Int = 20_000_000, last: Int = 2, endedBetweenSteps: Bool = true,
        except: String? = nil
    ) throws -> [PendingCrashReport] {
        try CrashReports.pending(
            in: folder.path, maxBytes: maxBytes, last: last, endedBetweenSteps: endedBetweenSteps, except: except)
    }

    /// The report on a run that was killed after the reducer of step `reduced` had returned.
    private func report(
        on run: [String]? = nil, torn: String = "", reduced: Int? = nil, maxBytes: Int = 20_000_000,
        last: Int = 2
    ) throws -> PendingCrashReport {
        try write(sealed(run ?? [header] + lines) + torn)
        if let reduced { try writePage(reduced: reduced) }
        return try #require(try pending(maxBytes: maxBytes, last: last).first)
    }

    private let noState = "there is no bundle: no state with all steps after it is on file"

    private func note(_ header: String, _ note: String) -> String {
        String(header.dropLast()) + #","bundle":\#(note)}"#
    }

    /// What only a recorder with a fault writes: the right checksum, and two keys of one name.
    @Test func aLineThatDoesNotParseIsDamageWhereTheBundleMayHoldIt() throws {
        func checked(_ header: String) -> String { String(header.dropLast()) + #","checksums":"crc32c"}"# }
        let invalid = lines[1].replacing(#"{"by":1}"#, with: #"{"by":1,"by":1}"#)
        let run = [
            checked(header), lines[0], invalid, #"{"seq":1,"at":0.100000,"state":{"count":1}}"#, lines[2], lines[3],
        ]
        #expect(try report(on: run, last: 3).problem?.hasPrefix("damage in \(folder.file()), line 3, byte ") == true)
        try FileManager.default.removeItem(atPath: folder.file("run.bundle.jsonl"))
        #expect(try report(on: run, last: 2).problem == nil)
        let bundle = [checked(note(header, #"{"states":2,"last":{"seq":3}}"#))] + run[3...]
        #expect(try text(of: folder.file("run.bundle.jsonl")) == sealed(bundle))
    }

    // MARK: - What is found

    /// The last step may have trapped, and is then last in the bundle; without a status page, that is not known.
    @Test(arguments: [(3, true), (2, false), (nil, nil)])
    func aKilledRunIsReturnedWithItsBundle(reduced: Int?, isReduced: Bool?) throws {
        let report = try report(reduced: reduced)
        #expect(report.timeline == folder.file())
        #expect(report.bundle == folder.file("run.bundle.jsonl"))
        #expect(report.isReadable)
        #expect([report.program, report.version, report.session] == ["counter", "1.0.0", "s"])
        #expect(report.started == "2026-11-21T04:31:05.123456Z")
        #expect(
            report.lastStep
                == .init(seq: 3, seconds: 0.3, description: #"{"add":{"by":1}}"#, reducerReturned: isReduced))
        #expect(report.problem == nil)
        let status = isReduced.map { #","reduced":\#($0)"# } ?? ""
        let bundle = sealed([note(header, #"{"states":3,"last":{"seq":3\#(status)}}"#)] + lines)
        #expect(try text(of: folder.file("run.bundle.jsonl")) == bundle)
        #expect(try folder.mode(of: "run.bundle.jsonl") == "600")
        // A second call returns the same report.
        #expect(try pending() == [report])
        #expect(try text(of: folder.file("run.bundle.jsonl")) == bundle)
        let page = reduced == nil ? [] : ["run.jsonl.status"]
        #expect(try folder.names() == ["run.bundle.jsonl", "run.jsonl"] + page)

        try report.markSent()
        #expect(try pending() == [])
        #expect(try folder.names() == ["run.jsonl"] + page + ["run.reported"])
        // Another run with the same name is not reported yet.
        try write(sealed([header.replacing(#""session":"s""#, with: #""session":"t""#)] + lines))
        #expect(try pending().map(\.session) == ["t"])
    }

    /// A run that ended between steps is one that the system ended, a crash of other code, or one that nobody finished.
    @Test func runsThatEndedBetweenStepsAreReturnedWhenAskedFor() throws {
        for (name, reduced) in [("a", 3), ("b", 2), ("c", nil), ("d", 3)] as [(String, Int?)] {
            try write(sealed([header] + lines), "\(name).jsonl")
            if let reduced { try writePage(beside: "\(name).jsonl", reduced: reduced) }
        }
        // `timeline record` saw this one end. If a bundle is made again, for a lower limit, it keeps the signal.
        let trace = #"{"frames":[{"symbol":"\#(String(repeating: "f", count: 400))"}]}"#
        let end = #""last":{"seq":3,"reduced":true},"signal":"SIGSEGV","backtrace":\#(trace)"#
        try write(sealed([note(header, #"{"states":3,\#(end)}"#)] + lines), "d.bundle.jsonl")
        func found(_ reports: [PendingCrashReport]) -> [String] {
            reports.map { URL(filePath: $0.timeline).lastPathComponent }
        }
        for limit in [20_000_000, 700, 700] {
            let reports = try pending(maxBytes: limit, endedBetweenSteps: false)
            #expect(found(reports) == ["b.jsonl", "c.jsonl", "d.jsonl"])
            #expect(reports.allSatisfy { $0.bundle != nil })
        }
        #expect(try found(pending()) == ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl"])
    }

    @Test(arguments: [true, false]) func theRunOfAnUnfinishedRecorderIsReturnedAfterItsRelease(ends: Bool) throws {
        do {
            let recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file())
            recorder.commit(recorder.begin(.add(by: 1)), Total(count: 1))
            // The recorder locks its file; the process may also pass its path.
            #expect(try pending() == [])
            #expect(try pending(except: folder.path + "/./run.jsonl") == [])
            if ends { recorder.finish() }
        }
        // Once the recorder's queue has released the file.
        for _ in 0..<1000 where try pending(except: nil).isEmpty && !ends { usleep(10_000) }
        #expect(try pending().map(\.session) == (ends ? [] : ["00000000-0000-4000-8000-000000000000"]))
        if ends { #expect(try folder.names() == ["run.jsonl"]) }
    }

    @Test(arguments: ["", #"{"seq":0,"at":0.0000"#])
    func aRunKilledBeforeItsFirstSnapshotIsReturnedWithoutABundle(torn: String) throws {
        let report = try report(on: [header], torn: torn)
        #expect(report.isReadable)
        #expect(report.session == "s")
        #expect(report.lastStep == nil)
        #expect(report.bundle == nil)
        let tear = "the last line was cut off while it was written, and is dropped: its action was not reduced\n"
        #expect(report.problem == (torn.isEmpty ? "" : tear) + noState)
        try report.markSent()
        #expect(try pending() == [])
    }

    @Test func aReportedRunStaysReportedIfOnlyAnEmptySegmentIsLeft() throws {
        try write(sealed([header] + lines), "run-000001.jsonl")
        try write("", "run-000002.jsonl")
        try #require(try pending().first).markSent()
        try FileManager.default.removeItem(atPath: folder.file("run-000001.jsonl"))
        #expect(try pending() == [])
    }

    @Test func everyTornSegmentAndLineIsReported() throws {
        try write(sealed([header] + lines), "run-000001.jsonl")
        try writePage(beside: "run-000001.jsonl", reduced: 3)
        try write(String(repeating: "\0", count: 512) + sealed(lines[3]), "run-000002.jsonl")
        let lost =
            "left out: \(folder.file("run-000002.jsonl")), line 1, byte 0: it holds zeros: the power failed before the "
            + "segment's first lines were on the disk"
        let report = try #require(try pending().first)
        #expect(report.timeline == folder.file("run-000001.jsonl"))
        #expect(report.bundle == folder.file("run-segments.bundle.jsonl"))
        #expect(report.lastStep?.seq == 3 && report.lastStep?.reducerReturned == true)
        #expect(report.problem == "the last segment is \(lost)")

        try write(sealed([header] + lines) + #"{"seq":4"#, "run-000001.jsonl")
        try write(#"{"timeline":1"#, "run-000003.jsonl")
        let reason = "line 1, byte 0: the segment ends before its first state is complete"
        let reports = try pending()
        #expect(
            reports.map(\.problem) == [
                """
                a segment is \(lost)
                the last segment is left out: \(folder.file("run-000003.jsonl")), \(reason)
                the last line was cut off while it was written, and is dropped: its action was not reduced
                """
            ])
        try reports[0].markSent()
        #expect(try pending() == [])
    }

    @Test func theOldestRunComesFirst() throws {
        for (name, day) in [("a", "23"), ("b", "21"), ("c", "22")] {
            try write(sealed([header.replacing("2026-11-21", with: "2026-11-\(day)")] + lines), "\(name).jsonl")
        }
        try write("", "0.jsonl")
        #expect(try pending().map(\.timeline) == ["b", "c", "a", "0"].map { folder.file("\($0).jsonl") })
    }

    @Test func linksAndFoldersAreIgnored() throws {
        try write(sealed([header] + lines), "elsewhere.txt")
        try folder.link("run.jsonl", to: folder.file("elsewhere.txt"))
        mkdir(folder.file("folder.jsonl"), 0o700)
        #expect(try pending() == [])
        #expect(try folder.names() == ["elsewhere.txt", "folder.jsonl", "run.jsonl"])
        // A missing folder counts as empty.
        #expect(try CrashReports.pending(in: folder.file("none")) == [])
    }

    @Test func anUnreadableFolderThrows() throws {
        try write("", "file")
        let message = errorMessage { try CrashReports.pending(in: folder.file("file")) }
        #expect(message == "cannot open \(folder.file("file")): not a directory")
    }

    // MARK: - Obstacles

    @Test func anUnreadableTimelineIsReturnedWithTheReason() throws {
        try write("", "empty.jsonl")
        try write("hello\n", "foreign.jsonl")
        try write(sealed([header] + lines))
        let reports = try pending()
        #expect(reports.map(\.isReadable) == [true, false, false])
        #expect(reports.map(\.bundle) == [folder.file("run.bundle.jsonl"), nil, nil])
        #expect(
            reports.map(\.problem) == [
                nil,
                "\(folder.file("empty.jsonl")) is empty: not even a header was written. "
                    + "The app may have ended before its recorder began.",
                """
                \(folder.file("foreign.jsonl")) is not a timeline: line 1, byte 0: expected an object, found "h".
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """,
            ])
        for report in reports { try report.markSent() }
        #expect(try pending() == [])
    }

    @Test func theUndamagedEndOfADamagedTimelineIsSent() throws {
        let late = [
            #"{"seq":3,"at":0.300000,"state":{"count":3}}"#, #"{"seq":4,"at":0.400000,"action":{"add":{"by":1}}}"#,
        ]
        let damaged = sealed([header] + lines + late).replacing(#"{"seq":2,"at":0.2"#, with: #"{"seq":2,"at":0.9"#)
        try write(damaged)
        let report = try #require(try pending(last: 4).first)
        #expect(
            try text(of: report.bundle!)
                == sealed(note(header, #"{"states":1,"last":{"seq":4}}"#), late[0], late[1]))
        #expect(report.problem?.hasPrefix("damage in \(folder.file()), line 4, byte ") == true)
        #expect(try pending(last: 4) == [report])
        try write(damaged.replacing(sealed(late), with: ""))
        #expect(try pending().first?.problem?.hasSuffix("\n" + noState) == true)
    }

    @Test func withoutAStateWithinTheLimitThereIsNoBundle() throws {
        let whole = try #require(try report().bundle)
        let bytes = try text(of: whole).utf8.count
        try FileManager.default.removeItem(atPath: whole)
        let report = try report(maxBytes: 200)
        #expect(report.bundle == nil)
        #expect(
            report.problem == """
                there is no bundle: it takes at least \(bytes) bytes, for one state and the steps after it, and may take 200
                """)
        #expect(try folder.names() == ["run.jsonl"])
    }

    /// Of these states only that of step 2 is not one that replay makes: the action of step 2 has no text.
    @Test func overTheLimitStatesAreDroppedBeforeSteps() throws {
        let large = String(repeating: "x", count: 1000)
        func state(_ seq: Int, _ size: Int = 1000) -> String {
            #"{"seq":\#(seq),"at":0.\#(seq)00000,"state":"\#(large.prefix(size))"}"#
        }
        let opaque = #"{"seq":2,"at":0.200000,"opaque":"callback","from":"user"}"#
        let run = [header, state(0), lines[1], state(1), opaque, state(2, 100), lines[3], state(3)]
        let report = try report(on: run, reduced: 3, maxBytes: 2000, last: 3)
        let note = note(header, #"{"states":3,"last":{"seq":3,"reduced":true}}"#)
        #expect(
            try text(of: #require(report.bundle))
                == sealed([note, state(0), lines[1], opaque, state(2, 100), lines[3]]))
    }

    /// The state is behind later steps in the file, and the site far before it. A file above 1 MiB is not held whole.
    @Test(arguments: [(20_000_000, 14_000, ""), (4000, 20_000, #","asked":50"#)])
    func aLongRunIsCutAtAStateThatCameLate(limit: Int, first: Int, asked: String) throws {
        let site = #"{"seq":0,"at":0.000000,"site":{"number":1,"file":"App/View.swift","line":7}}"#
        var (run, bundle) = ([header, lines[0], site], [String]())
        for seq in 1...20_030 {
            let place = seq == 20_010 ? #","in":1"# : ""
            if seq == 20_010 { bundle.append(site.replacing(#""seq":0,"at":0.0"#, with: #""seq":20009,"at":1.0"#)) }
            run.append(#"{"seq":\#(seq),"at":1.000000,"action":{"add":{"by":1}}\#(place)}"#)
            if seq > first { bundle.append(run.last!) }
            guard seq % 1000 == 3, seq > 3, seq <= first + 3 else { continue }
            run.append(#"{"seq":\#(seq - 3),"at":1.000000,"state":{"count":\#(seq - 3)}}"#)
            if seq > first { bundle.insert(run.last!, at: seq == first + 3 ? 0 : bundle.count) }
        }
        let report = try report(on: run, maxBytes: limit, last: 50)
        let note = note(header, #"{"states":\#(20_030 - first)\#(asked),"last":{"seq":20030}}"#)
        #expect(try text(of: #require(report.bundle)) == sealed([note] + bundle))
    }

    @Test func reducedStepsThatAreNotOnFileAreReported() throws {
        #expect(try report(reduced: 9).problem == "steps 4 to 9 were reduced and are not in the file")
    }
}
