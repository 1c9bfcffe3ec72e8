import EpisodesCore
import Foundation
import Synchronization
import TimelineKit
import TimelineStore
import TimelineTestHarness

@testable import EpisodesApp

/// A file of commands in `Fixtures/Scripts`.
struct Script {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    let text: String

    init(_ name: String) throws {
        text = try String(contentsOf: Self.root.appending(path: "Fixtures/Scripts/\(name)"), encoding: .utf8)
    }

    /// The actions that the script leads to, in the order in which they are reduced. Those from the first that `isLast`
    /// on are not reduced, as the first ends the process.
    func actions(upTo isLast: @escaping @Sendable (EpisodesAction) -> Bool = { _ in false }) async throws
        -> [EpisodesAction]
    {
        let actions = Actions()
        let running = RunningEffects()
        let recording = Middleware<EpisodesState, EpisodesAction> { dispatched, _, next in
            actions.all.withLock { $0.append(dispatched.action) }
            if !isLast(dispatched.action) { next(dispatched) }
        }
        let server = EpisodesServer(data: .builtIn, delay: .milliseconds(1))
        let effects = EpisodesEffects(server: server, clock: ManualClock(skipsSleeps: true))
        let store = Store(
            program: EpisodesProgram(),
            middleware: effects.middleware(in: running) + [recording])
        let session = Session(store: store, effects: running)
        for line in text.split(separator: "\n") where line != "quit" {
            try await Line(String(line), in: session)?.run()
        }
        let all = actions.all.withLock { $0 }
        return Array(all[...(all.firstIndex(where: isLast) ?? all.count - 1)])
    }

    private final class Actions: Sendable {
        let all = Mutex<[EpisodesAction]>([])
    }
}

extension EpisodesAction {
    /// The name of the case, without its values; of the action of a screen its own.
    var name: String {
        if case .screen(_, let action) = self { return String("\(action)".prefix { $0 != "(" }) }
        return String("\(self)".prefix { $0 != "(" })
    }
}
