import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

@Suite(.ownThreads)
struct FlightRecorderTests {
    private let scratch = TemporaryFolder()
    private let problems = Problems()
    private var folder: String { scratch.file("timelines") }

    private func recorder(
        day: Int = 21, session: Int = 0, keeping retention: Retention = RecorderOptions().retention,
        snapshots: SnapshotPolicy = .every(1_000_000), layer: any FileLayer = SystemFiles(),
        onProblem: @escaping @Sendable (RecordingProblem) -> Void = { fatalError("\($0)") }
    ) throws -> Recorder<Total, TotalAction> {
        Recorder(
            program: "counter", version: "1.0.0", initialState: Total(), in: .folder(folder, name: "counter"),
            options: RecorderOptions(snapshots: snapshots, retention: retention, onProblem: onProblem),
            run: RunIdentity(
                session: String(repeating: "\(session)", count: 8) + "-0000-4000-8000-000000000000",
                started: "2026-11-\(day)T04:31:05.123456Z", now: RunIdentity.ticking().now, stopwatch: { .zero }),
            layer: layer)
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    /// The sizes of the segments, in bytes.
    private func sizes() throws -> [Int] {
        try files().filter { $0.hasSuffix(".jsonl") }.map { try text(of: "\(folder)/\($0)").utf8.count }
    }

    /// Adds one `count` times, and waits for the recorder's queue after each step.
    private func add(_ count: Int, to recorder: Recorder<Total, TotalAction>) {
        let reducer = recorder.recording(reduceTotal)
        var state = Total(count: recorder.seq)
        for _ in 0..<count {
            reducer(&state, .add(by: 1))
            recorder.waitForSnapshots()
        }
    }

    private static let stem = "counter-20261121T043105-00000000"

    @Test func aRunWithoutAStatusPageStillCountsAsUnreported() throws {
        let recorder = try recorder(keeping: Retention(bytes: 1 << 20, age: .seconds(8)), onProblem: problems.note)
        for segment in 2...5 { mkdir("\(folder)/\(Self.stem)-00000\(segment).jsonl.status", 0o700) }
        add(25, to: recorder)
        let page = "\(folder)/\(Self.stem)-000002.jsonl.status"
        #expect(
            problems.messages == [
                "whether the last reducer returned will not be known after a crash: cannot replace \(page): it is a "
                    + "folder, and not ours to replace: move it away"
            ])
        #expect(try files().contains("\(Self.stem)-000001.jsonl.status"))
        recorder.finish()
        #expect(try !files().contains("\(Self.stem)-000001.jsonl.status"))
    }

    @Test func segmentsReplayAloneAndAsOne() throws {
        let recorder = try recorder(keeping: Retention(bytes: 1 << 20, age: .seconds(8)))
        add(40, to: recorder)
        recorder.finish()

        let names = try files()
        #expect(names == (1...names.count).map { "\(Self.stem)-00000\($0).jsonl" })
        #expect(names.count == 5)
        for name in names {
            var replayer = try Replayer(program: TotalProgram(), timeline: "\(folder)/\(name)")
            #expect(try replayer.state(at: replayer.last) == Total(count: replayer.last))
        }
        var replayer = try Replayer(program: TotalProgram(), timeline: folder)
        #expect((replayer.first, replayer.last) == (0, 40))
        while let step = try replayer.next() { #expect(step.state == Total(count: step.seq)) }
        #expect(replayer.divergence == nil)
        let index = try Journal(opening: folder).index
        #expect(index.end?.actions == 40)
        #expect(index.snapshots == index.end?.snapshots)
    }

    /// Ten steps per second, and one or two segments per second.
    @Test(arguments: [
        (Retention(bytes: 6000, age: .seconds(8)), 1...199), (Retention(bytes: 1 << 20, age: .seconds(4)), 150...170),
    ])
    func overTheLimitTheOldestSegmentsAreDeletedAndTheHeaderCountsThem(limit: Retention, first: ClosedRange<Int>) throws
    {
        let recorder = try recorder(keeping: limit)
        add(200, to: recorder)
        recorder.finish()

        let (names, sizes) = (try files(), try sizes())
        #expect(sizes.reduce(0, +) <= limit.bytes + sizes.max()!)
        let journal = try Journal(opening: folder).sound()
        #expect(first.contains(journal.first), "\(journal.first)")
        #expect(journal.last == 200)
        let last = try Journal(opening: "\(folder)/\(names.last!)")
        let dropped = try #require(last.header.object["dropped"]?.object)
        #expect(dropped["segments"]?.int == last.header.segment - names.count)
        #expect(dropped["through"]?.int == journal.first)
    }

    @Test func theLimitHoldsDuringTheRun() throws {
        let recorder = try recorder(keeping: Retention(bytes: 6000))
        var largest = 0
        for _ in 1...400 {
            add(1, to: recorder)
            let sizes = try sizes()
            largest = max(largest, sizes.reduce(0, +))
            // The limit of one segment, and the first lines of the next.
            #expect(sizes.max()! <= 6000 / 8 + 800)
        }
        // The current segment and its status page.
        #expect(largest <= 6000 + 6000 / 8 + 800)
        #expect(largest > 4000)
        recorder.finish()
    }

    @Test func theCurrentSegmentIsNeverDeleted() throws {
        // Each segment exceeds every limit.
        let recorder = try recorder(keeping: Retention(bytes: 1, age: .seconds(0.000_001)))
        for step in 1...50 {
            add(1, to: recorder)
            let names = try files().filter { $0.hasSuffix(".jsonl") }
            #expect(names.count <= 2, "\(names)")
            let journal = try Journal(opening: "\(folder)/\(names.last ?? "none")").sound()
            #expect(journal.last == step)
        }
        recorder.finish()
        let last = try #require(try files().last)
        #expect(try Journal(opening: "\(folder)/\(last)").index.end?.actions == 50)
    }

    @Test func theCurrentSegmentIsKeptIfTheNextCannotBegin() throws {
        let recorder = try recorder(keeping: Retention(bytes: 1, age: .seconds(0.000_001)), onProblem: problems.note)
        mkdir("\(folder)/\(Self.stem)-000002.jsonl", 0o700)
        add(20, to: recorder)
        recorder.finish()
        #expect(problems.all.map(\.kind) == [.segmentNotCreated])
        let journal = try Journal(opening: "\(folder)/\(Self.stem)-000001.jsonl").sound()
        #expect(try journal.index.end?.actions == 20)
    }

    @Test func aNewRunDoesNotChangeEarlierFiles() throws {
        let names = ["\(Self.stem)-000001.jsonl", "counter-20261122T043105-11111111-000001.jsonl"]
        try recorder().finish()
        let before = try text(of: "\(folder)/\(names[0])")
        try recorder(day: 22, session: 1).finish()
        #expect(try files() == names)
        #expect(try text(of: "\(folder)/\(names[0])") == before)
        #expect(throws: JournalError.severalTimelines(folder: folder, names: names)) { try Journal(opening: folder) }
    }

    /// Leaves 5 segments, a status page and a bundle, as after a kill. Returns their names.
    private func crash(_ stem: String) throws -> [String] {
        let session = Int(stem.suffix(1))!
        add(40, to: try recorder(day: 20, session: session, keeping: Retention(bytes: 1 << 20, age: .seconds(8))))
        try "bundle".write(toFile: "\(folder)/\(stem)-segments.bundle.txt", atomically: false, encoding: .utf8)
        let left = try files().filter { $0.hasPrefix(stem) }
        #expect(left.count == 7)
        #expect(left[5] == "\(stem)-000005.jsonl.status")
        return left
    }

    @Test func runsThatWereNotReportedAreKeptFirstWithinTheLimit() throws {
        let crashed = "counter-20261120T043105-33333333"
        let left = try crash(crashed)
        let size = try sizes().reduce(0, +) + 64 + "bundle".utf8.count
        // Later, but ended.
        try recorder().finish()

        let next = try recorder(day: 22, session: 4, keeping: Retention(bytes: size + 4000))
        add(400, to: next)
        next.finish()
        #expect(try files().filter { $0.hasPrefix(crashed) } == left)
        #expect(try !files().contains { $0.hasPrefix(Self.stem) })
        #expect(try Journal(opening: "\(folder)/\(files().last!)").index.end?.actions == 400)

        // Without its last bytes the oldest segment goes, and below the size of all, all of it.
        try recorder(day: 23, session: 5, keeping: Retention(bytes: size)).finish()
        #expect(try files().filter { $0.hasPrefix(crashed) }.count < left.count)
        #expect(try files().contains(left[5]))
        try recorder(day: 24, session: 6, keeping: Retention(bytes: 100)).finish()
        #expect(try files() == ["counter-20261124T043105-66666666-000001.jsonl"])
    }

    /// As after a kill while it was deleted.
    @Test func filesOfARunWithoutSegmentsAreDeleted() throws {
        for name in try crash("counter-20261120T043105-22222222") where name.hasSuffix(".jsonl") {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        try recorder(keeping: Retention(bytes: 100)).finish()
        #expect(try files() == ["\(Self.stem)-000001.jsonl"])
    }

    @Test func aReportedRunGoesBeforeOneThatWasNot() throws {
        let (one, other) = ("counter-20261120T043105-33333333", "counter-20261120T043105-44444444")
        let left = try crash(one)
        let size = try sizes().reduce(0, +)
        _ = try crash(other)
        try "4".write(toFile: "\(folder)/\(other)-segments.reported", atomically: false, encoding: .utf8)
        try recorder(keeping: Retention(bytes: size + 600)).finish()
        #expect(try files() == left + ["\(Self.stem)-000001.jsonl"])
    }

    @Test func aRunThatAnotherProcessWritesIsKept() throws {
        let live = "counter-20261120T043105-33333333"
        let left = try crash(live)
        let descriptor = open("\(folder)/\(live)-000005.jsonl", O_RDONLY)
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 { usleep(10_000) }
        try recorder(keeping: Retention(bytes: 100)).finish()
        #expect(try files() == left + ["\(Self.stem)-000001.jsonl"])
    }

    @Test func aRunKilledAfterItsEndLineNeedsNoReport() throws {
        let ended = "counter-20261120T043105-22222222-000001.jsonl"
        try recorder(day: 20, session: 2).finish()
        // The file that `finish` had no time to remove.
        _ = try StatusPage(beside: "\(folder)/\(ended)", session: "22222222-0000-4000-8000-000000000000")
        #expect(try files() == [ended, ended + ".status"])
        #expect(try CrashReports.pending(in: folder) == [])

        try recorder(keeping: Retention(bytes: 100)).finish()
        #expect(try files() == ["\(Self.stem)-000001.jsonl"])
    }

    @Test func otherFilesAreNotDeleted() throws {
        mkdir(folder, 0o700)
        let others = [
            "counter-000001.jsonl", "counter-b-20261121T043105-00000000-000001.jsonl", "counter.jsonl", "notes.txt",
        ]
        for name in others { try "x".write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8) }
        try recorder(keeping: Retention(bytes: 1, age: .seconds(0.001))).finish()
        #expect(try files().filter { !$0.hasPrefix(Self.stem) } == others)
    }

    @Test(arguments: ["deleted", "extended", "truncated"])
    func aChangedSegmentIsFollowedByAnother(change: String) throws {
        let recorder = try recorder(snapshots: .every(2), onProblem: problems.note)
        let first = "\(folder)/\(Self.stem)-000001.jsonl"
        switch change {
        case "deleted": try FileManager.default.removeItem(atPath: first)
        case "extended": try append("x".utf8, to: first)
        default: truncate(first, 10)
        }
        add(3, to: recorder)
        recorder.finish()
        #expect(problems.all.map(\.kind) == [.fileChanged])
        let journal = try Journal(opening: "\(folder)/\(Self.stem)-000002.jsonl").sound()
        #expect((journal.first, journal.last) == (2, 3))
    }

    @Test func aFolderReplacedByALinkIsNotFollowed() throws {
        let recorder = try recorder(keeping: Retention(bytes: 4_000, age: .seconds(8)), onProblem: problems.note)
        add(40, to: recorder)
        let segments = try files()
        let moved = scratch.file("moved")
        let target = scratch.file("target")
        try FileManager.default.moveItem(atPath: folder, toPath: moved)
        mkdir(target, 0o700)
        for name in segments { try "precious".write(toFile: "\(target)/\(name)", atomically: false, encoding: .utf8) }
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: target)
        add(100, to: recorder)
        recorder.finish()

        #expect(
            problems.messages == [
                "the next segment was not created: cannot open \(folder): it is a symbolic link, which is not followed"
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: target).sorted() == segments)
        for name in segments { #expect(try text(of: "\(target)/\(name)") == "precious") }
        // The current segment goes on where it is.
        let journal = try Journal(opening: moved).sound()
        #expect(journal.last == 140)
    }

    @Test func aRecorderWhoseFolderDisappearsGoesOnInANewOne() throws {
        let recorder = try recorder(keeping: Retention(bytes: 4_000, age: .seconds(8)), onProblem: problems.note)
        add(40, to: recorder)
        #expect(try files().contains("\(Self.stem)-000006.jsonl"))
        try FileManager.default.removeItem(atPath: folder)
        add(100, to: recorder)
        recorder.finish()

        #expect(recorder.seq == 140)
        #expect(
            problems.messages == [
                "\(folder)/\(Self.stem)-000006.jsonl was deleted: what is recorded is lost when the process ends"
            ])
        let journal = try Journal(opening: folder).sound()
        #expect(journal.last == 140)
    }

    @Test(arguments: [(limit: 3_000, steps: 1000), (4_000, 1000), (10_000, 1000)] + (1...40).map { (3_000, $0) })
    func aSmallLimitOnTheSizeOfFilesBeginsSegments(limit: Int, steps: Int) throws {
        let recorder = try recorder(
            keeping: Retention(bytes: 1 << 20), layer: LimitedFiles(limit: Cell(limit)), onProblem: problems.note)
        let reducer = recorder.recording(reduceTotal)
        var state = Total()
        for _ in 0..<steps { reducer(&state, .add(by: 1)) }
        recorder.finish()
        #expect(problems.messages == [])
        #expect(try sizes().max()! <= limit)
        let journal = try Journal(opening: folder).sound()
        #expect(try (journal.first, journal.last, journal.index.gaps.count) == (0, steps, 0))
        #expect(journal.hasEnd)
        var replayer = try Replayer(program: TotalProgram(), timeline: folder)
        #expect(try replayer.state(at: steps) == state)
    }

    @Test func afterAStepThatFitsNoFileRecordingGoesOn() throws {
        let recorder = Recorder<Inbox, InboxAction>(
            program: "inbox", version: "1", initialState: Inbox(), in: .folder(folder, name: "inbox"),
            options: RecorderOptions(snapshots: .every(1_000_000), onProblem: problems.note), run: .ticking(),
            layer: LimitedFiles(limit: Cell(5_000)))
        let reducer = recorder.recording { (state: inout Inbox, _: InboxAction) in _ = state }
        var state = Inbox()
        for _ in 0..<10 { reducer(&state, .tagged("a")) }
        reducer(&state, .tagged(String(repeating: "b", count: 6_000)))
        for _ in 0..<10 { reducer(&state, .tagged("c")) }
        reducer(&state, .tagged(String(repeating: "b", count: 6_000)))
        recorder.finish()
        #expect(
            problems.messages == [
                "recording stopped at step 11: file too large", "recording resumes at step 12; 1 are missing",
                "recording stopped at step 22: file too large",
                "the recording ends with step 22; 1 are missing",
            ])
        let journal = try Journal(opening: folder).sound()
        #expect(try (journal.last, journal.index.gaps.map(\.seq)) == (22, [11, 22]))
        #expect(journal.hasEnd)
    }
}
