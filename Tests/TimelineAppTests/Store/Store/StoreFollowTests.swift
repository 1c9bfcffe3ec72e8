import Observation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

/// An action that follows what the UI shows already.
struct StoreFollowTests {
    @Test func itPassesTheRecorderAloneAndNotifiesNoSubscriber() throws {
        let folder = try TemporaryFolder()
        let log = Log()
        let recorder =
            Recorder(program: "tally", version: "1", initialState: Total(), in: .file(folder.file()))
            as Recorder<Total, TotalAction>
        let logging = Middleware<Total, TotalAction> { dispatched, _, next in
            log.note("\(dispatched.action)")
            next(dispatched)
        }
        let store = Store(
            initialState: Total(), middleware: [logging, recorder.middleware], reducer: reduceTotal)
        let whole = store.subscribe { log.note("whole \($0.count)") }
        let part = store.subscribe(to: \.count) { log.note("part \($0)") }
        observe(store, log)
        let steps = store.live.core.observe { step in log.note("step \(step.seq)") }
        store.follow(.add(by: 1))
        store.follow(.add(by: 1))
        #expect(store.state.count == 2)
        #expect(log.lines == ["observed 0", "step 1", "step 2"])
        // The same value is no change.
        store.dispatch(.add(by: 0))
        #expect(log.lines.dropFirst(3) == ["add(by: 0)", "step 3", "whole 2"])
        store.dispatch(.add(by: 1))
        #expect(log.lines.dropFirst(6) == ["add(by: 1)", "step 4", "observed 3", "whole 3", "part 3"])
        store.live.core.stopObserving(steps)
        whole.cancel()
        part.cancel()
        recorder.finish()
        var replayer = try Replayer(program: TallyProgram(), timeline: folder.file())
        #expect(try replayer.state(at: 4) == store.state)
    }

    @Test func itIsRefusedWhileThePastIsShown() {
        let log = Log()
        let store = Store()
        let traveler = ObjectIdentifier(log)
        _ = store.live.core.beginTimeTravel(traveler, refusesActions: true) { log.note("refused \($0.action)") }
        store.follow("a")
        store.live.core.endTimeTravel(traveler, settingBy: nil, .release)
        #expect(log.lines == ["refused a"])
        #expect(store.state == Tally())
        _ = store.live.core.beginTimeTravel(traveler, refusesActions: false) { _ in }
        store.follow("b")
        store.live.core.endTimeTravel(traveler, settingBy: nil, .release)
        #expect(store.state.names == ["b"])
    }

    private func observe(_ store: Store<Total, TotalAction>, _ log: Log) {
        let count = withObservationTracking {
            store.count
        } onChange: {
            observe(store, log)
        }
        log.note("observed \(count)")
    }

    private struct TallyProgram: Program {
        let name = "tally"
        let version = "1"
        let initialState = Total()
        func reduce(_ state: inout Total, _ action: TotalAction) { reduceTotal(&state, action) }
    }
}
