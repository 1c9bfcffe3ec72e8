import Dispatch
import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

@Suite(.ownThreads)
struct ActionOriginTests {
    private let folder = TemporaryFolder()
    private let recorder: Recorder<Total, TotalAction>

    init() throws { recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file()) }

    /// Records an action as step `seq`.
    @discardableResult private func reduce(_ number: Int, from: Origin? = nil, cause: Int? = nil) -> Int {
        let seq = recorder.begin(.add(by: number), from: from, cause: cause)
        recorder.commit(seq, Total())
        return seq
    }

    /// The origins of the steps: `effect ← 1`.
    private func origins() throws -> [String] {
        recorder.finish()
        return try Journal(opening: folder.file()).steps().compactMap { step in
            step.from.map { from in "\(from)" + (step.cause.map { " ← \($0)" } ?? "") }
        }
    }

    private func origin(of seq: Int) -> ActionOrigin<TotalAction> {
        var origin: ActionOrigin<TotalAction>?
        let wrapped = recorder.recording({ (state: inout Total, action: TotalAction) in }) { origin = $1 }
        var state = Total()
        wrapped(&state, .add(by: -seq))
        return origin!
    }

    @Test func aTagMatchesOnceOnAnotherThread() throws {
        let origin = origin(of: 1)
        _ = origin.tag(.add(by: 5))
        reduce(4)
        DispatchQueue(label: "store").sync { _ = reduce(5) }
        reduce(5)
        #expect(try origins() == ["user", "user", "effect ← 1", "user"])
    }

    @Test func equalActionsHaveACauseOnlyIfTheyHaveTheSame() throws {
        let (first, second) = (origin(of: 1), origin(of: 2))
        for _ in 1...2 { _ = first.tag(.add(by: 5)) }
        reduce(5)
        reduce(5)
        _ = first.tag(.add(by: 6))
        _ = second.tag(.add(by: 6))
        reduce(6)
        reduce(6)
        #expect(try origins() == ["user", "user", "effect ← 1", "effect ← 1", "effect", "effect"])
    }

    @Test func tagsOfDroppedActionsExpire() throws {
        let origin = origin(of: 1)
        for number in 0...1024 { _ = origin.tag(.add(by: number)) }
        reduce(0)
        reduce(1)
        #expect(try origins() == ["user", "user", "effect ← 1"])
    }

    @Test func performSetsTheOriginOfItsActionsAndTasks() async throws {
        let origin = origin(of: 1)
        let task = origin.perform {
            reduce(2)
            reduce(3)
            return Task { reduce(4) }
        }
        _ = await task.value
        reduce(5)
        #expect(try origins() == ["user", "effect ← 1", "effect ← 1", "effect ← 1", "user"])
    }

    @Test func aQueueDoesNotInheritTheOrigin() throws {
        let origin = origin(of: 1)
        let queue = DispatchQueue(label: "effect")
        origin.perform { queue.async { reduce(2) } }
        queue.sync {}
        #expect(try origins() == ["user", "user"])
    }

    @Test func originsOfAnotherRecorderAreIgnored() throws {
        // A recorder that also uses origins.
        let handle = recorder.effects { _, _ in { next in { next($0) } } }({ _ in }, { nil })({ action in
            recorder.commit(recorder.begin(action), Total())
        })
        let other = Recorder<Total, TotalAction>(program: TotalProgram(), in: .file(folder.file("other.jsonl")))
        other.effectOrigin.perform {
            reduce(1)
            #expect(recorder.effectOrigin.step == nil)
            handle(.add(by: 2))
        }
        #expect(try origins() == ["user", "user"])
    }

    @Test func anExplicitOriginIsUsed() throws {
        origin(of: 1).perform { _ = reduce(2, from: "push", cause: nil) }
        reduce(3, from: .effect, cause: 2)
        recorder.origin("timer").perform { _ = reduce(4) }
        #expect(try origins() == ["user", "push", "effect ← 2", "timer"])
    }

    @Test func anEffectOfTheNextStepHasItsNumberOnceItIsReduced() throws {
        let dropped = recorder.nextEffectOrigin(carried: nil)
        let next = recorder.nextEffectOrigin(carried: nil)
        #expect(next.step?.seq == nil)
        // A step of another thread does not count.
        onThreads(1) { _ in reduce(1) }
        #expect(next.step?.seq == nil)
        reduce(2)
        reduce(3)
        #expect(next.step?.seq == 2)
        #expect(dropped.step?.seq == nil)
        #expect(try origins() == ["user", "user", "user"])
    }

    @Test func aPendingStepBelongsToItsThread() throws {
        let origin = origin(of: 1)
        _ = recorder.nextEffectOrigin(carried: origin.text)
        onThreads(1) { _ in reduce(2) }
        reduce(3)
        #expect(try origins() == ["user", "user", "effect ← 1"])
    }

    @Test func aTagMatchesOnAnotherThreadForASecond() throws {
        let origin = origin(of: 1)
        _ = origin.tag(.add(by: 5))
        usleep(1_050_000)
        onThreads(1) { _ in reduce(5) }
        #expect(try origins() == ["user", "user"])
    }

    /// A canceled task tags an action that the store drops; then the user dispatches an equal one.
    @Test func aTagOfATaskDoesNotMatchOutsideTasks() throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let origin = origin(of: 1)
        onThreads(1) { _ in
            Task.immediate { _ = origin.tag(.add(by: 5)) }
            reduce(5)
            Task.immediate {
                _ = origin.tag(.add(by: 6))
                reduce(6)
            }
        }
        #expect(try origins() == ["user", "user", "effect ← 1"])
    }

    @Test func onlyItsRecorderReadsTheTextOfAnOrigin() throws {
        let origin = origin(of: 1)
        let other = Recorder<Total, TotalAction>(program: TotalProgram(), in: .file(folder.file("other.jsonl")))
        let texts: [String?] = [
            origin.text, recorder.effectOrigin.text, recorder.origin("deep link").text, other.origin("push").text,
            "timeline", "something of the app's own", nil,
        ]
        for text in texts {
            _ = recorder.nextEffectOrigin(carried: text)
            reduce(2)
        }
        #expect(
            try origins() == [
                "user", "effect ← 1", "effect", "deep link", "user", "user", "user", "user",
            ])
    }
}
