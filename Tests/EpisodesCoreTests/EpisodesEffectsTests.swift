import EpisodesCore
import Synchronization
import Testing
import TimelineJournal
import TimelineKit
import TimelineStore

struct EpisodesEffectsTests {
    /// The actions of a session that starts with `actions`, with those of all effects.
    private func actions(after actions: [EpisodesAction]) async -> [EpisodesAction] {
        let seen = Seen()
        let running = RunningEffects()
        let effects = EpisodesEffects(server: EpisodesServer(data: .builtIn, delay: .zero))
        let store = Store(
            program: EpisodesProgram(),
            middleware: [
                .effects(in: running, effects.effects),
                Middleware { dispatched, _, next in
                    seen.note(dispatched)
                    next(dispatched)
                },
            ])
        for action in actions {
            store.dispatch(action)
            await running.allEnded()
        }
        return seen.fromEffects
    }

    @Test func aRefreshReportsProgressThenBringsEpisodesAndComments() async {
        let actions = await actions(after: [.refreshTapped])
        #expect(
            actions.prefix(3) == [
                .refreshProgressed(fraction: 0.25), .refreshProgressed(fraction: 0.5),
                .refreshProgressed(fraction: 0.75),
            ])
        guard actions.count == 5, case .episodesLoaded(let episodes) = actions[3],
            case .commentsArrived(let comments) = actions[4]
        else {
            Issue.record("unexpected: \(actions)")
            return
        }
        #expect(episodes.map(\.id) == Array(1...8))
        #expect(comments.map(\.id) == ["c1", "c2", "c3", "c4", "c5", "c6"])
    }

    @Test func eachRefreshBringsNewComments() async {
        let actions = await actions(after: [.refreshTapped, .refreshTapped, .refreshTapped, .refreshTapped])
        let arrived = actions.compactMap { action -> [String]? in
            guard case .commentsArrived(let comments) = action else { return nil }
            return comments.map(\.id)
        }
        #expect(
            arrived == [["c1", "c2", "c3", "c4", "c5", "c6"], ["c7", "c8", "c9", "c10", "c11"], ["c12"], []])
    }

    @Test func aPostIsConfirmed() async {
        let actions = await actions(after: [
            .episodesLoaded(episodes: [.sample(1)]), .episodeTapped(id: 1), .writeTapped, .postTapped,
            .draftChanged(text: "Hello"), .postTapped,
        ])
        #expect(actions == [.commentPosted(draft: "draft-1", id: "posted-1")])
    }
}

/// What came by.
private final class Seen: Sendable {
    private let all = Mutex<[ActionDispatch<EpisodesAction>]>([])

    var fromEffects: [EpisodesAction] { all.withLock { $0.filter { $0.from == .effect }.map(\.action) } }

    func note(_ dispatched: ActionDispatch<EpisodesAction>) { all.withLock { $0.append(dispatched) } }
}
