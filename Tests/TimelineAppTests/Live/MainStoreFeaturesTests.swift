import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestSupport

@testable import TimelineLive

/// The main thread waits for the queue of a feature, which calls the store of the main thread.
@MainActor
@Suite(.ownThreads, .timeLimit(.minutes(2)))
struct MainStoreFeaturesTests {
    private let folder = TemporaryFolder()

    @Test func hotReloadBeginsAndEndsOnTheMainThread() throws {
        let path = folder.file("state.json")
        try #"{"count":7}"#.write(toFile: path, atomically: true, encoding: .utf8)
        let store = MainStore(program: TotalProgram())
        let hotReload = try HotReload(store, file: path, writingAtMostEvery: .milliseconds(1))
        #expect(store.state == Total(count: 7))
        for round in 1...50 {
            store.dispatch(.add(by: 1))
            if round % 10 == 0 { hotReload.settle() }
        }
        hotReload.finish()
        #expect(try text(of: path) == "{\n  \"count\": 57\n}\n")
    }

    @Test(arguments: [Replica<InboxProgram>.Mode.mirror, .actions])
    func replicasBeginFlushAndEndOnTheMainThread(mode: Replica<InboxProgram>.Mode) throws {
        func replica(_ store: some LiveStore<Inbox, InboxAction>, _ id: String) throws -> Replica<InboxProgram> {
            try Replica(
                store, program: InboxProgram(), folder: folder.file("shared"), id: id, mode: mode,
                sendingAtMostEvery: .milliseconds(1))
        }
        let other = Store(program: InboxProgram())
        let another = try replica(other, "other")
        other.dispatch(.tagged("other"))
        let isEnded = Cell(false)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !isEnded.load() {
                other.dispatch(.tagged("other"))
                Thread.sleep(forTimeInterval: 0.001)
            }
            done.signal()
        }
        for round in 1...4 {
            another.flush()
            let store = MainStore(program: InboxProgram())
            let replica = try replica(store, "main-\(round)")
            for _ in 1...10 {
                store.dispatch(.tagged("main"))
                replica.flush()
            }
            replica.finish()
            #expect(store.state.tags.contains("other"))
        }
        isEnded.store(true)
        done.wait()
        another.finish()
    }
}
