import Foundation
import Testing
import TimelineKit
import TimelineLive
import TimelineTestSupport

/// Live features in a store of another library.
@Suite(.ownThreads)
struct AttachedStoreTests {
    /// A store with only a reducer, which may delay actions that are dispatched from outside.
    private final class PlainStore: Sendable {
        let state = Locked(Total())
        let delayed = Locked<[TotalAction]>([])
        private let reducer: @Sendable (inout Total, TotalAction) -> Void
        /// The effect of a reducer outside the recorder.
        private let outside: @Sendable (inout Total) -> Void

        init(
            _ reducer: @escaping @Sendable (inout Total, TotalAction) -> Void,
            outside: @escaping @Sendable (inout Total) -> Void = { _ in }
        ) {
            (self.reducer, self.outside) = (reducer, outside)
        }

        var count: Int { state.withLock { $0.count } }

        func dispatch(_ action: TotalAction) {
            state.withLock {
                reducer(&$0, action)
                outside(&$0)
            }
        }
    }

    private let folder = TemporaryFolder()
    private let problems = Problems()
    private let inert = TotalAction.add(by: 0)

    private func recorder(in place: RecordingDestination? = nil) -> Recorder<Total, TotalAction> {
        Recorder(
            program: TotalProgram(), in: place ?? .file(folder.file()),
            options: RecorderOptions(onProblem: problems.note))
    }

    private func steps() throws -> [String] {
        try text(of: folder.file()).split(separator: "\n").compactMap { line in
            guard line.contains(#""action""#) || line.contains(#""set""#) else { return nil }
            let fields = line.split(separator: ",", maxSplits: 2)
            return fields[0].dropFirst(7) + " " + (fields[2].prefix { $0 != "\u{7D}" }) + "}"
        }
    }

    @Test func anActionThatOvertakesTheInertOneFindsTheStateThatWasSet() throws {
        let recorder = recorder()
        let store = PlainStore(recorder.recording(sendable: reduceTotal))
        let attached = recorder.attach(store, inert: inert) { store, action in
            store.delayed.withLock { $0.append(action) }
        }
        store.dispatch(.add(by: 1))
        attached.live.core.set(Total(count: 10), by: "test")
        #expect(store.count == 1)
        #expect(attached.live.core.liveStep.state.count == 10)
        store.dispatch(.add(by: 5))
        #expect(store.count == 15)
        #expect(store.delayed.withLock { $0 } == [inert])
        store.dispatch(inert)
        #expect(store.count == 15)
        recorder.finish()
        #expect(
            try steps() == [
                #"1 "action":{"add":{"by":1}"#, #"2 "set":{"count":10}"#, #"3 "action":{"add":{"by":5}"#,
            ])
        #expect(problems.all == [])
    }

    @Test func attachingWaitsForAReducerThatRuns() throws {
        let recorder = recorder()
        let (begun, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let store = PlainStore(
            recorder.recording(sendable: { state, action in
                if action == .add(by: 1) {
                    begun.signal()
                    mayReturn.wait()
                }
                reduceTotal(&state, action)
            }))
        Thread.detachNewThread { store.dispatch(.add(by: 1)) }
        begun.wait()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { mayReturn.signal() }
        let attached = recorder.attach(store, inert: inert) { $0.dispatch($1) }
        #expect(attached.live.core.liveStep == (Total(count: 1), 1))
        // The recorder also counts states that were set otherwise.
        store.state.withLock { $0.count = 10 }
        store.dispatch(.add(by: 5))
        #expect(attached.live.core.liveStep == (Total(count: 15), 3))
    }

    /// A step that begins before the store is attached, and ends after, is not missed.
    @Test func attachingMissesNoStepOfAnotherThread() {
        for _ in 1...Harness.count(small: 50, full: 1000) {
            let recorder = recorder(in: .file(folder.file(UUID().uuidString)))
            let store = PlainStore(recorder.recording(sendable: reduceTotal))
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                for _ in 1...100 { store.dispatch(.add(by: 1)) }
                done.signal()
            }
            let attached = recorder.attach(store, inert: inert) { $0.dispatch($1) }
            done.wait()
            #expect(attached.live.core.liveStep == (Total(count: 100), 100))
        }
    }

    @Test func aReducerOutsideTheRecordersIsReported() throws {
        let recorder = recorder()
        let store = PlainStore(recorder.recording(sendable: reduceTotal), outside: { $0.count += 100 })
        let attached = recorder.attach(store, inert: inert) { $0.dispatch($1) }
        for _ in 1...3 { store.dispatch(.add(by: 1)) }
        let traveler = TimeTraveler(attached, program: TotalProgram(), recorder: recorder)
        try traveler.jump(to: 1)
        store.dispatch(.add(by: 1))
        store.dispatch(.add(by: 1))
        #expect(
            problems.messages == [
                "the store does not show the state that it was given: a reducer outside the recorder's changed the state; "
                    + "wrap the root reducer, and dispatch past middleware that drops actions"
            ])
        #expect(problems.all.map(\.kind) == [.stateNotShown])
    }

    /// The second recorder records nothing.
    @Test(arguments: [nil, RecordingDestination.requested])
    func anInertActionThatDoesNotArriveIsReported(place: RecordingDestination?) async throws {
        let recorder = recorder(in: place)
        let store = PlainStore(recorder.recording(sendable: reduceTotal))
        let attached = recorder.attach(store, inert: inert) { _, _ in }
        store.dispatch(.add(by: 1))
        attached.live.core.set(Total(count: 10), by: "test")
        for _ in 0..<600 where problems.all.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(
            problems.messages == [
                "the store does not show the state that it was given: the inert action did not reach the reducer; wrap the "
                    + "root reducer, and dispatch past middleware that drops actions"
            ])
    }

    @Test func eightThreadsDispatchDuringTimeTravel() async throws {
        let recorder = recorder()
        let store = PlainStore(recorder.recording(sendable: reduceTotal))
        let attached = recorder.attach(store, inert: inert) { $0.dispatch($1) }
        let refused = Locked(0)
        let traveler = TimeTraveler(
            attached, program: TotalProgram(), recorder: recorder, onRefused: { _ in refused.withLock { $0 += 1 } })
        store.dispatch(.add(by: 1))
        await withTaskGroup { group in
            for _ in 1...8 { group.addTask { for _ in 1...500 { store.dispatch(.add(by: 1)) } } }
            group.addTask {
                for _ in 1...20 {
                    try? traveler.jump(to: 1)
                    traveler.resume()
                }
            }
        }
        #expect(store.count == 4001 - refused.withLock { $0 })
        recorder.finish()
        #expect(recorder.seq == store.count)
    }
}
