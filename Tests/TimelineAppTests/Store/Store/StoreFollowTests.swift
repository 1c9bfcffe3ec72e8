import Testing
import TimelineKit
import TimelineReplay
import TimelineStore
import TimelineTestSupport

/// An action that follows what the UI shows already.
struct StoreFollowTests {
    @Test func itPassesTheRecorderAloneAndNotifiesNoSubscriber() throws {
        let folder = TemporaryFolder()
        let log = Notes()
        let recorder = Recorder(program: TotalProgram(), in: .file(folder.file()))
        let logging = Middleware<Total, TotalAction> { dispatched, _, next in
            log.note("\(dispatched.action)")
            next(dispatched)
        }
        let store = Store(program: TotalProgram(), middleware: [logging, recorder.middleware])
        let whole = store.subscribe { log.note("whole \($0.count)") }
        let part = store.subscribe(to: \.count) { log.note("part \($0)") }
        observe {
            store.count
        } log: {
            log.note("observed \($0)")
        }
        let steps = store.live.core.observe { step in log.note("step \(step.seq)") }
        store.follow(.add(by: 1))
        store.follow(.add(by: 1))
        #expect(store.state.count == 2)
        #expect(log.all == ["observed 0", "step 1", "step 2"])
        // The same value is no change.
        store.dispatch(.add(by: 0))
        #expect(log.all.dropFirst(3) == ["add(by: 0)", "step 3", "whole 2"])
        store.dispatch(.add(by: 1))
        #expect(log.all.dropFirst(6) == ["add(by: 1)", "step 4", "observed 3", "whole 3", "part 3"])
        store.live.core.stopObserving(steps)
        whole.cancel()
        part.cancel()
        recorder.finish()
        var replayer = try Replayer(program: TotalProgram(), timeline: folder.file())
        #expect(try replayer.state(at: 4) == store.state)
    }

    @Test func itIsRefusedWhileThePastIsShown() {
        let log = Notes()
        let store = Store()
        let traveler = ObjectIdentifier(log)
        _ = store.live.core.beginTimeTravel(traveler, refusesActions: true) { log.note("refused \($0.action)") }
        store.follow("a")
        store.live.core.endTimeTravel(traveler, settingBy: nil, .release)
        #expect(log.all == ["refused a"])
        #expect(store.state == Tally())
        _ = store.live.core.beginTimeTravel(traveler, refusesActions: false) { _ in }
        store.follow("b")
        store.live.core.endTimeTravel(traveler, settingBy: nil, .release)
        #expect(store.state.names == ["b"])
    }
}
