import Foundation
import Synchronization
import TimelineTestPrograms
import TimelineKit
import TimelineStore

struct Launch {
    private let orders: BulkOrders
    private let notices: NoticePipe
    private let program: BulkProgram

    init(_ orders: BulkOrders) {
        self.orders = orders
        notices = NoticePipe(orders.pipe)
        program = BulkProgram(blocks: orders.blocks, threads: orders.threads)
    }

    func run() throws {
        notices.write(Notice(.started))
        let recovery = Recovery(orders, notices)
        let reports = try recovery.reports()
        try recovery.repair(reports)
        if !orders.sendsLate { try recovery.send(reports) }

        let restorer = StateRestorer(program: program, in: orders.saved)
        let restored = restorer.restore()
        if let problem = restored.problem { fatalError(problem) }
        let source: UInt8 =
            switch restored.source {
            case .lastSaved: 0
            case .earlier: 1
            case .initial: 2
            }
        notices.write(Notice(.restored, flags: source, a: UInt64(restored.state.total), b: restored.state.digest))

        let recorder = Recorder(
            program: program, in: orders.recordings,
            options: RecorderOptions(
                snapshots: orders.snapshotEvery.map(SnapshotPolicy.every) ?? .balanced,
                retention: Retention(bytes: orders.retention), onProblem: { fatalError("\($0)") }))
        notices.write(Notice(.recording))
        let store = store(recorder, restored)
        if orders.sendsLate { try recovery.send(reports) }
        restorer.launched()
        notices.write(Notice(.launched))

        let working = Atomic<Int>(orders.threads)
        for thread in 0..<orders.threads {
            Thread.detachNewThread {
                work(thread, store)
                working.subtract(1, ordering: .sequentiallyConsistent)
            }
        }
        var random = SeededGenerator(seed: orders.seed ^ 0xFFFF, seconds: 0)
        while working.load(ordering: .sequentiallyConsistent) > 0 {
            usleep(UInt32.random(in: 1000...100_000, using: &random))
            let state = store.state
            notices.write(Notice(.saving, a: UInt64(state.total), b: state.digest))
            try restorer.save(state)
            notices.write(Notice(.saved, a: UInt64(state.total), b: state.digest))
        }
        notices.write(Notice(.finishing))
        recorder.finish()
        notices.write(Notice(.finished))
    }

    private func store(
        _ recorder: Recorder<BulkState, BulkAction>, _ restored: RestoredState<BulkState>
    ) -> Store<BulkState, BulkAction> {
        let (program, notices) = (program, notices)
        let isRestored = restored.source != .initial
        @Sendable func reduce(_ state: inout BulkState, _ action: BulkAction) {
            notices.write(Notice(.reducing, thread: action.thread, number: action.number, a: action.check))
            program.reduce(&state, action)
        }
        if isRestored { notices.write(Notice(.setting)) }
        let store: Store<BulkState, BulkAction>
        if orders.wrapsReducer {
            if isRestored { recorder.set(restored.state, by: "restore") }
            store = Store(initialState: restored.state) { state, action in
                let seq = recorder.begin(action, in: state)
                reduce(&state, action)
                recorder.commit(seq, state)
            }
        } else {
            store = Store(
                initialState: program.initialState, middleware: [recorder.middleware],
                reducer: { reduce(&$0, $1) })
            if isRestored { store.set(restored.state, by: "restore") }
        }
        if isRestored { notices.write(Notice(.set)) }
        return store
    }

    private func work(_ thread: Int, _ store: Store<BulkState, BulkAction>) {
        var random = SeededGenerator(seed: orders.seed &+ UInt64(thread), seconds: 0)
        let before = store.state.threads[thread]
        for index in 1...orders.actions {
            let action = BulkAction(thread: thread, number: before + index, text: random.text())
            store.dispatch(action)
            notices.write(Notice(.acknowledged, thread: thread, number: action.number, a: action.check))
            if orders.rest > 0 { usleep(UInt32.random(in: 0...orders.rest, using: &random)) }
        }
    }
}
