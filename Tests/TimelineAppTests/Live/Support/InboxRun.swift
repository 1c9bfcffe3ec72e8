import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineStore
import TimelineTestSupport

@testable import TimelineLive

/// A recorded store.
struct InboxRun {
    let recorder: Recorder<Inbox, InboxAction>
    let store: Store<Inbox, InboxAction>

    init(_ path: String, received names: String...) throws {
        recorder = try .ticking(for: InboxProgram(), to: path, snapshots: .every(10))
        store = Store(program: InboxProgram(), middleware: [recorder.middleware])
        for name in names { store.dispatch(.received(from: name)) }
    }

    /// Dispatches a random action, or sometimes sets a state.
    func change(_ generator: inout Seed) {
        if Int.random(in: 0..<30, using: &generator) == 0 {
            store.set(Inbox(unread: Int.random(in: 0...99, using: &generator)), by: "test")
        } else {
            store.dispatch(.random(&generator))
        }
    }

    func traveler(
        _ whilePastIsShown: TimeTraveler<InboxProgram>.WhilePastIsShown = .hold, clock: TravelClock = .system,
        onRefused: @escaping @Sendable (ActionDispatch<InboxAction>) -> Void = { _ in }
    ) -> TimeTraveler<InboxProgram> {
        TimeTraveler(
            store, program: InboxProgram(), open: { [recorder] () throws(JournalError) in try recorder.openJournal() },
            whilePastIsShown: whilePastIsShown, onRefused: onRefused, clock: clock)
    }

    /// The steps on file, in words.
    func lines() throws -> [String] { try Self.lines(try #require(recorder.path)) }

    static func lines(_ path: String) throws -> [String] {
        var found: [String] = []
        for step in try Journal(opening: path).steps() {
            switch step.change {
            case .action(let text):
                guard case .object(let action) = text.value else { continue }
                found.append(
                    "\(step.seq) \(action.members[0].key) from \(step.from ?? "?")"
                        + (step.cause.map { " because of \($0)" } ?? ""))
            case .set(_, let by): found.append("\(step.seq) set by \(by)")
            case .opaque(let text): found.append("\(step.seq) opaque \(text)")
            }
        }
        return found
    }
}

/// Waits until `condition` is true, for about `times` × 5 ms.
func wait(most times: Int = 2000, _ condition: () -> Bool) -> Bool {
    for _ in 0..<times {
        if condition() { return true }
        Thread.sleep(forTimeInterval: 0.005)
    }
    return false
}
