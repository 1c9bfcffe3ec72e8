import Foundation
import TimelineTestPrograms
import TimelineKit
import TimelineRemote
import TimelineStore
import TimelineTestSupport

/// A counter with a host, in the process of the tests.
final class LiveApp: Sendable {
    let store: Store<Counter, CounterAction>
    let url, token, tokenFile: String
    private let folder: TemporaryFolder
    private let recorder: Recorder<Counter, CounterAction>
    private let host: TimelineHost<CounterProgram>

    struct LinkError: Error, CustomStringConvertible {
        let link: String

        var description: String { "\(link): a number is missing" }
    }

    /// - Parameter opensLinks: Whether a link that ends in a number adds it: `counter://add/3`.
    init(isReadOnly: Bool = false, opensLinks: Bool = true) throws {
        folder = TemporaryFolder()
        let program = CounterProgram()
        recorder = Recorder(program: program, in: .file(folder.file()))
        store = Store(program: program, middleware: [recorder.middleware])
        let linkAction: (@Sendable (String) throws -> CounterAction)? = opensLinks ? Self.action : nil
        host = TimelineHost(
            store, program: program, recorder: recorder, tokenFile: folder.file("token"), isReadOnly: isReadOnly,
            linkAction: linkAction,
            onRefused: { _ in })
        let place = try host.start()
        url = place.url
        tokenFile = place.tokenFile
        token = try text(of: place.tokenFile).trimmingCharacters(in: .newlines)
    }

    deinit { recorder.finish() }

    @Sendable private static func action(for link: String) throws -> CounterAction {
        guard let amount = link.split(separator: "/").last.flatMap({ Int($0) }) else { throw LinkError(link: link) }
        return .add(amount: amount)
    }

    func stop() async { await host.finish() }

    /// Dispatches periodically, until the steps are released. On a thread of its own, because the shared ones wait for tools.
    func countUp(_ actions: [CounterAction] = [.increment]) -> CountedSteps {
        let steps = CountedSteps()
        Thread { [store, weak steps] in
            while steps != nil {
                usleep(20_000)
                for action in actions { store.dispatch(action) }
            }
        }.start()
        return steps
    }
}

/// Dispatches steps until it is released.
final class CountedSteps: Sendable {}
