import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Steps whose actions are not encoded: each has a snapshot.
struct OpaqueStepTests {
    private let folder = TemporaryFolder()
    private let problems = Problems()

    private func recorder<State, Action>(
        _ state: State, of action: Action.Type, snapshots: SnapshotPolicy = .every(1_000_000),
        layer: any FileLayer = SystemFiles()
    ) throws -> Recorder<State, Action> {
        Recorder(
            program: "counter", version: "1", initialState: state, in: .file(folder.file()),
            options: RecorderOptions(snapshots: snapshots, onProblem: problems.note), run: .ticking(), layer: layer)
    }

    /// The lines after the first snapshot: `o1` for an opaque step, `a2` for an action, `s1` for a snapshot.
    private func lines() throws -> [String] {
        let journal = try Journal(opening: folder.file()).sound()
        var words: [String] = []
        var lines = journal.lines()
        while let line = try lines.next() {
            switch line.content {
            case .header: break
            case .step(let step): words.append("\(step.isOpaque ? "o" : step.isSet ? "set" : "a")\(step.seq)")
            case .snapshot(let snapshot): words.append("s\(snapshot.seq)")
            case .gap(let gap): words.append("gap\(gap.seq)-\(gap.through)")
            case .generated, .mark, .end, .site, .canceled, .took, .unknown: words.append("other")
            }
        }
        return Array(words.dropFirst())
    }

    private func snapshots() throws -> [Int] { try Journal(opening: folder.file()).index.checkpoints.map(\.seq) }

    @Test func anUnencodableTypeIsReportedOnce() throws {
        struct Upload: Action { let body: (Int) -> Int }
        struct Open: Action, Encodable {}
        let recorder = try recorder(Total(), of: (any Action).self)
        let actions: [any Action] = [
            Open(), Upload { $0 }, Upload { $0 + 1 }, SealedCount(), SealedCount(), Upload { $0 },
        ]
        for action in actions { recorder.commit(recorder.begin(action), Total()) }
        recorder.finish()
        #expect(
            problems.all == [
                RecordingProblem(
                    .opaqueAction, step: 2,
                    "actions of type TimelineAppTests.OpaqueStepTests.Upload cannot be encoded, so replay cannot reduce "
                        + "step 2 and those like it: make the type Codable, or record a Codable action in its place"),
                RecordingProblem(
                    .opaqueAction, step: 4,
                    "actions of type TimelineAppTests.SealedCount cannot be encoded, so replay cannot reduce step 4 and "
                        + "those like it: it is sealed"),
            ])
    }

    @Test func aTooDeeplyNestedActionIsOpaque() throws {
        indirect enum Nested: Codable, Sendable {
            case leaf
            case node(Nested)
        }
        let recorder = try recorder(Total(), of: Nested.self)
        recorder.commit(recorder.begin((0..<200).reduce(.leaf) { nested, _ in .node(nested) }), Total(count: 1))
        recorder.finish()
        #expect(try lines() == ["o1", "s1", "other"])
        #expect(try text(of: folder.file()).contains(#"{"seq":1,"at":0.100000,"opaque":"node("#))
        #expect(problems.all.map(\.kind) == [.opaqueAction])
    }

    @Test func underRedactionTheReasonIsWithheld() throws {
        let recorder = Recorder<Total, SealedCount>(
            program: "counter", version: "1", initialState: Total(), in: .file(folder.file()),
            options: RecorderOptions(redaction: Redaction(), onProblem: problems.note))
        recorder.commit(recorder.begin(SealedCount()), Total())
        recorder.finish()
        #expect(problems.messages.map { $0.hasSuffix(": the reason is withheld, since values are redacted") } == [true])
        #expect(try !text(of: folder.file()).contains("range"))
    }

    @Test func theThreadThatDispatchesEncodesTheState() throws {
        let barrier = SlowTally.Barrier()
        let recorder = try recorder(SlowTally(), of: Tap.self)
        for count in 1...3 { recorder.commit(recorder.begin(Tap { $0 }), SlowTally(count: count, barrier: barrier)) }
        #expect(barrier.encodedHere == [1, 2, 3])
        #expect(try lines() == ["o1", "s1", "o2", "s2", "o3", "s3"])
    }

    @Test func aSnapshotThatTheQueueEncodesIsDroppedForThatOfAnOpaqueStep() throws {
        let (barrier, padding) = (SlowTally.Barrier(), String(repeating: "x", count: 5 << 10))
        func state(_ count: Int) -> Padded {
            Padded(tally: SlowTally(count: count, barrier: barrier), padding: padding)
        }
        let recorder = try recorder(state(0), of: Mixed.self, snapshots: .every(2))
        for count in 1...2 { recorder.commit(recorder.begin(.add(by: 1)), state(count)) }
        barrier.waitForAnother()
        recorder.commit(recorder.begin(.tap), state(3))
        #expect(barrier.encodedHere == [0, 3])
        barrier.open()
        recorder.waitForSnapshots()
        #expect(try lines() == ["a1", "a2", "o3", "s3"])
    }

    @Test func aStepDoesNotWaitForTheSnapshotOfAnotherThread() throws {
        let barrier = SlowTally.Barrier()
        let recorder = try recorder(SlowTally(), of: Mixed.self)
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            recorder.commit(recorder.begin(.tap), SlowTally(count: 1, barrier: barrier))
            isDone.signal()
        }
        barrier.waitForAnother()
        recorder.commit(recorder.begin(.add(by: 1)), SlowTally(count: 2))
        #expect(barrier.encodedHere == [1])
        barrier.open()
        isDone.wait()
        #expect(try lines() == ["o1", "s1", "a2"])
        #expect(problems.all.map(\.kind) == [.opaqueAction])
    }

    // MARK: - Nested dispatch

    @Test func aNestedStepSuppliesTheStateOfAnOpaqueOne() throws {
        let recorder = try recorder(Total(), of: Mixed.self)
        let outer = recorder.begin(.tap, in: Total())
        let inner = recorder.begin(.add(by: 2), in: Total(count: 1))
        recorder.commit(inner, Total(count: 3))
        recorder.commit(outer, Total(count: 3))
        recorder.commit(recorder.begin(.add(by: 1), in: Total(count: 3)), Total(count: 4))
        recorder.finish()
        #expect(try lines() == ["o1", "s1", "a2", "a3", "s3", "other"])
        var replayer = try Replayer(program: MixedProgram(), timeline: folder.file())
        #expect(try (0...3).map { try replayer.state(at: $0).count } == [0, 1, 3, 4])
        #expect(problems.all.map(\.kind) == [.opaqueAction])
    }

    @Test func anUnknownStateOfAnOpaqueStepIsReported() throws {
        let recorder = try recorder(Total(), of: Mixed.self)
        let outer = recorder.begin(.tap)
        let inner = recorder.begin(.add(by: 2))
        recorder.commit(inner, Total(count: 3))
        recorder.commit(outer, Total(count: 3))
        recorder.finish()
        // The next known state has a snapshot, so that replay can continue.
        #expect(try lines() == ["o1", "a2", "s2", "other"])
        #expect(
            problems.all.filter { $0.kind != .opaqueAction } == [
                RecordingProblem(
                    .snapshotMissing, step: 1,
                    "the snapshot of step 1 is missing: the next step began before its reducer returned")
            ])
    }

    // MARK: - Problems

    @Test func aLaterSnapshotFollowsOneThatIsNotWritten() throws {
        let files = NarrowFiles()
        let recorder = try recorder(Inbox(), of: Mixed.self, layer: files)
        files.isNarrow.store(true)
        recorder.commit(recorder.begin(.tap), .wide(1))
        files.isNarrow.store(false)
        // The recorder's clock advances by a tenth of a second with each step.
        for count in 2...9 { recorder.commit(recorder.begin(.add(by: 1)), Inbox(unread: count)) }
        #expect(try snapshots() == [0, 2])
        #expect(problems.all.map(\.kind) == [.opaqueAction, .snapshotMissing])
    }

    @Test func snapshotsThatAreNeverWrittenAreReportedOnce() throws {
        let files = NarrowFiles()
        let recorder = try recorder(Inbox(), of: Tap.self, layer: files)
        files.isNarrow.store(true)
        for count in 1...20 { recorder.commit(recorder.begin(Tap { $0 }), .wide(count)) }
        files.isNarrow.store(false)
        recorder.finish()
        #expect(try snapshots() == [0, 20])
        #expect(
            problems.all.filter { $0.kind != .opaqueAction } == [
                RecordingProblem(
                    .snapshotMissing, step: 1,
                    "the snapshot of step 1 is missing: cannot write \(folder.file()): no space left on device")
            ])
    }

    // MARK: - Segments

    @Test func everyOpaqueStepHasASnapshotAcrossSegments() throws {
        let place = folder.file("timelines")
        let recorder = Recorder<Total, Tap>(
            program: "counter", version: "1", initialState: Total(), in: .folder(place, name: "counter"),
            options: RecorderOptions(
                snapshots: .every(1_000_000), durability: .process, retention: Retention(bytes: 80_000),
                onProblem: problems.note), run: .ticking())
        let reducer = recorder.recording { (state: inout Total, tap: Tap) in state.count = tap.body(state.count) }
        var state = Total()
        for _ in 1...300 { reducer(&state, Tap { $0 + 1 }) }
        recorder.finish()
        let journal = try Journal(opening: place).sound()
        #expect(journal.header.segment == 1 && journal.files.count > 2)
        var replayer = try Replayer(program: TotalProgram(), timeline: place)
        for seq in 0...300 { #expect(try replayer.state(at: seq) == Total(count: seq)) }
    }
}

extension Inbox {
    /// A state that is too large for `NarrowFiles`.
    fileprivate static func wide(_ unread: Int) -> Inbox { Inbox(unread: unread, names: (0..<40).map { "name \($0)" }) }
}

private protocol Action {}

extension SealedCount: Action {}

private enum Mixed: Codable, Sendable {
    case add(by: Int, String = "")
    case opaque(SealedCount)

    static let tap = Mixed.opaque(SealedCount())
}

private struct MixedProgram: Program {
    let name = "counter"
    let version = "1"
    let initialState = Total()
    func reduce(_ state: inout Total, _ action: Mixed) {
        if case .add(let number, _) = action { state.count += number }
    }
}
