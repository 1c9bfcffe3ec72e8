import EpisodesCore
import Foundation
import Synchronization
import TimelineKit

@testable import EpisodesApp
import TimelineStore

/// A file of commands in `Fixtures/Scripts`.
struct Script {
    let text: String

    init(_ name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        text = try String(contentsOf: root.appending(path: "Fixtures/Scripts/\(name)"), encoding: .utf8)
    }

    /// The actions that the script leads to, in the order in which they are reduced. The last `delete` may be left out,
    /// as it ends the process.
    func actions(upTo last: EpisodesAction? = nil) async throws -> [EpisodesAction] {
        let actions = Actions()
        let running = RunningEffects()
        let recording = Middleware<EpisodesState, EpisodesAction> { dispatched, _, next in
            actions.all.withLock { $0.append(dispatched.action) }
            if dispatched.action != last { next(dispatched) }
        }
        let server = EpisodesServer(data: .builtIn, delay: .zero)
        let store = Store(
            program: EpisodesProgram(),
            middleware: Main.middleware(server: server, effects: running, recorder: nil) + [recording])
        for line in text.split(separator: "\n") {
            switch try Command(String(line)) {
            case .actions(let actions): for action in actions { store.dispatch(action) }
            case .wait: await running.allEnded()
            default: break
            }
        }
        let all = actions.all.withLock { $0 }
        guard let last, let end = all.firstIndex(of: last) else { return all }
        return Array(all[...end])
    }

    private final class Actions: Sendable {
        let all = Mutex<[EpisodesAction]>([])
    }
}

extension EpisodesAction {
    /// The name of the case, without its values.
    var name: String { String("\(self)".prefix { $0 != "(" }) }
}
