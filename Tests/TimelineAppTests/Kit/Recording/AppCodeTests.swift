import Dispatch
import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// The code of a state, `==`, `encode(to:)` and `deinit`, runs without the recorder's lock: it may take a lock that a dispatching
/// thread holds, and it may dispatch.
@Suite(.ownThreads)
struct AppCodeTests {
    enum Use: CaseIterable {
        case stateIsSet, stateWasChanged, gapCloses, opaqueStepIsLeft, fileIsFull, segmentIsOverdue, runEnds,
            stateIsReleased
    }

    enum Reaction: CaseIterable {
        /// Another thread uses the recorder, and this one waits for it.
        case wait
        case dispatch
    }

    private let folder = TemporaryFolder()

    @Test(arguments: Use.allCases, Reaction.allCases)
    func itMayUseTheRecorder(use: Use, reaction: Reaction) throws {
        let limit = Cell(Int.max)
        let files = LimitedFiles(limit: limit)
        let problems = Problems()
        let isFolder = use == .fileIsFull || use == .segmentIsOverdue
        let recorder = Recorder<Hooked, Either>(
            program: "hooked", version: "1", initialState: Hooked(),
            in: isFolder ? .folder(folder.file("runs")) : .file(folder.file()),
            options: RecorderOptions(
                snapshots: .every(1_000_000), retention: Retention(bytes: 4000), onProblem: problems.note),
            run: .ticking(), layer: files)
        let hook = Hook { [weak recorder] in
            guard let recorder else { return }
            switch reaction {
            case .wait:
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    recorder.mark("meanwhile")
                    isDone.signal()
                }
                #expect(isDone.wait(timeout: .now() + 10) == .success, "the recorder's lock is held")
            case .dispatch: recorder.commit(recorder.begin(.tap, in: Hooked(count: 50)), Hooked(count: 51))
            }
        }
        @Sendable func step(_ action: Either, from before: Hooked, to after: Hooked) {
            recorder.commit(recorder.begin(action, in: before), after)
        }
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            step(.tap, from: Hooked(), to: Hooked(count: 1, hook: hook))
            let first = Hooked(count: 1, hook: hook)
            hook.isArmed.store(true)
            switch use {
            case .stateIsSet: recorder.set(Hooked(count: 9, hook: hook), by: "test")
            case .stateWasChanged: step(.tap, from: Hooked(count: 8, hook: hook), to: Hooked(count: 9))
            case .gapCloses:
                files.base.isNarrow.store(true)
                step(.word(String(repeating: "x", count: 400)), from: first, to: first)
                files.base.isNarrow.store(false)
                step(.tap, from: first, to: first)
            case .opaqueStepIsLeft:
                let outer = recorder.begin(.opaque, in: first)
                step(.tap, from: first, to: first)
                recorder.commit(outer, first)
            case .fileIsFull:
                limit.store(2100)
                for _ in 1...40 { step(.tap, from: first, to: first) }
            case .segmentIsOverdue:
                for _ in 1...20 { step(.word(String(repeating: "x", count: 3000)), from: first, to: first) }
            case .runEnds: recorder.finish()
            case .stateIsReleased:
                step(.tap, from: first, to: Hooked(count: 2, last: LastReference(hook)))
                recorder.set(Hooked(count: 3), by: "test")
            }
            isDone.signal()
        }
        #expect(isDone.wait(timeout: .now() + 20) == .success, "the recorder waits for itself")
        #expect(!hook.isArmed.load())
        recorder.finish()
        let journal = try Journal(opening: try #require(recorder.path)).sound(.strict)
        #expect(journal.hasEnd)
        // A mark is lost in a gap, and so is the state of an opaque step if its encoding dispatches.
        var expected: [RecordingProblem.Kind] = [.opaqueAction, .stopped, .gapWritten]
        if use == .gapCloses { expected.append(.markMissing) }
        if reaction == .dispatch { expected.append(.snapshotMissing) }
        #expect(
            problems.all.map(\.kind).allSatisfy { expected.contains($0) },
            "\(problems.all)")
    }
}

private enum Either: Codable, Sendable {
    case tap
    case word(String)
    case sealed(SealedCount)

    static let opaque = Either.sealed(SealedCount())
}

/// What a state does when it is encoded, compared or released: once.
private final class Hook: Sendable {
    let isArmed = Cell(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
        var wasArmed = false
        isArmed.change { (wasArmed, $0) = ($0, false) }
        if wasArmed { body() }
    }
}

private final class LastReference: Sendable {
    private let hook: Hook

    init(_ hook: Hook) { self.hook = hook }

    deinit { hook.run() }
}

private struct Hooked: Codable, Equatable, Sendable {
    var count = 0
    var hook: Hook?
    var last: LastReference?

    enum CodingKeys: String, CodingKey { case count }

    init(count: Int = 0, hook: Hook? = nil, last: LastReference? = nil) {
        (self.count, self.hook, self.last) = (count, hook, last)
    }

    init(from decoder: any Decoder) throws {
        count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
    }

    func encode(to encoder: any Encoder) throws {
        hook?.run()
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
    }

    static func == (one: Hooked, other: Hooked) -> Bool {
        one.hook?.run()
        return one.count == other.count
    }
}
