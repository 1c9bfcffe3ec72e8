import EpisodesCore
import Foundation
import Synchronization
import Testing
import TimelineJSON
import TimelineKit
import TimelineLive
import TimelineNavigation
import TimelineStore
import TimelineTestSupport

/// A long recorded session with 100 navigations: taps, back swipes, links, sheets that are closed with requests in flight, and
/// generated values.
@Suite(.ownThreads)
struct NavigationSessionTests {
    private static let recording = Task { try await RecordedSession(navigations: 100, seed: Harness.seed) }
    private let session: RecordedSession

    init() async throws { session = try await Self.recording.value }

    @Test func otherProcessesReplayTheStates() throws {
        let last = session.states.count - 1
        let verified = "\(last) steps replayed. It agrees with \(session.snapshots) recorded states.\n"
        #expect(session.snapshots >= last / 4)
        let rounds = Harness.count(small: 3, full: 10)
        for round in 1...rounds {
            let replay = try session.timeline(["replay", session.file, "--verify"])
            #expect(replay == verified, "seed \(session.seed)")
            // From the first state alone: what is recorded later is not used.
            let position = last * round / rounds
            let state = try session.timeline(["state", session.bare, "\(position)", "--json"])
            #expect(state == session.states[position] + "\n", "step \(position), seed \(session.seed)")
        }
        #expect(session.generated >= 5, "seed \(session.seed)")
    }

    @Test func theBadgeIsTheNumberOfNewComments() throws {
        for (seq, text) in session.states.enumerated() {
            let state = try JSONCoding.decode(EpisodesState.self, from: Array(text.utf8))
            #expect(
                state.comments.unread == state.comments.all.count(where: \.isNew), "step \(seq), seed \(session.seed)")
            let broken = EpisodesProgram().invariants.filter { !$0.holds(state) }.map(\.name)
            #expect(
                broken == [] || seq >= session.badStep && broken == ["an episode shows its own details"],
                "step \(seq), seed \(session.seed)")
        }
    }

    @Test func timeTravelShowsTheScreensOfEachStepAndTheWayBackIsLegal() throws {
        let store = Store(program: EpisodesProgram())
        let traveler = TimeTraveler(store, program: EpisodesProgram(), timeline: session.file)
        var shown = store.state.screens
        for seq in session.states.indices.reversed() {
            try traveler.jump(to: seq)
            #expect(try JSONCoding.encode(store.state).bytes == Array(session.states[seq].utf8))
            let steps = shown.steps(to: store.state.screens)
            for step in steps {
                #expect(Self.isLegal(from: shown, to: step.stack), "to step \(seq), seed \(session.seed)")
                shown = step.stack
            }
            #expect(shown == store.state.screens)
        }
    }

    /// Whether SwiftUI shows `new` at once: one push, one presentation, one dismissal, or any number of pops.
    private static func isLegal(from old: ScreenStack<Screen, Int>, to new: ScreenStack<Screen, Int>) -> Bool {
        let same = zip(old, new).prefix { $0.id == $1.id }.count
        let (gone, come) = (old.dropFirst(same), new.dropFirst(same))
        if gone.isEmpty || come.isEmpty == false { return gone.isEmpty && come.count <= 1 }
        return gone.allSatisfy { $0.style == .push }
            || gone.first?.style.isPresented == true && gone.dropFirst().allSatisfy { $0.style == .push }
    }
}

/// A session of random taps, in a file.
private final class RecordedSession: Sendable {
    let seed: UInt64
    private let folder: String
    /// The JSON of each state, from the first.
    let states: [String]
    /// The step that put wrong details on an episode.
    let badStep: Int
    let generated: Int
    /// The number of states on file after the first. A step that is recorded while a state is written has none.
    let snapshots: Int

    var file: String { "\(folder)/run.jsonl" }
    /// The same without the states after the first.
    var bare: String { "\(folder)/bare.jsonl" }

    init(navigations: Int, seed: UInt64) async throws {
        self.seed = seed
        let temporary = try TemporaryFolder()
        temporary.removeAtExit()
        folder = temporary.path
        let recorder = Recorder(
            program: EpisodesProgram(), in: .file("\(folder)/run.jsonl"), options: RecorderOptions(snapshots: .every(1))
        )
        let running = RunningEffects()
        let seen = Mutex<[String]>([])
        let noting = Middleware<EpisodesState, EpisodesAction> { dispatched, store, next in
            next(dispatched)
            let text = (try? JSONCoding.encode(store.state).bytes).map { String(decoding: $0, as: UTF8.self) }
            seen.withLock { $0.append(text ?? "not encoded") }
        }
        let server = EpisodesServer(data: .builtIn, delay: .milliseconds(2))
        let store = Store(
            program: EpisodesProgram(),
            middleware: EpisodesEffects(server: server, clock: ManualClock(skipsSleeps: true)).middleware(in: running)
                + [noting, recorder.middleware])
        seen.withLock { $0.append(String(decoding: (try? JSONCoding.encode(store.state).bytes) ?? [], as: UTF8.self)) }
        var (user, changes, bad) = (RandomUser(seed: seed), 0, 0)
        while changes < navigations {
            let before = store.state.screens.map(\.id)
            for action in user.actions(on: store.state) { store.dispatch(action) }
            // Now and then, all answers arrive before the next tap; otherwise requests are in flight.
            if user.waits { await running.allEnded() }
            if store.state.screens.map(\.id) != before { changes += 1 }
            if changes >= navigations / 2, bad == 0 {
                let wrong = EpisodeDetails(episode: Self.another, synopsis: "Of another.")
                repeat {
                    store.dispatch(.linkOpened(url: "episodes://episode/5"))
                    // Unless the right ones are faster.
                    store.dispatch(.detailsLoaded(details: wrong))
                } while store.state.screens[1].screen != .episode(id: 5, details: wrong)
                bad = seen.withLock { $0.count - 1 }
            }
        }
        await running.allEnded()
        recorder.finish()
        states = seen.withLock { $0 }
        badStep = bad
        let lines = try String(contentsOfFile: "\(folder)/run.jsonl", encoding: .utf8).split(separator: "\n")
        generated = lines.count { $0.contains(#","generated":"#) }
        snapshots = lines.count { $0.contains(#","state":"#) } - 1
        let kept = lines.enumerated().filter { $0.offset < 2 || !$0.element.contains(#","state":"#) }.map(\.element)
        try (kept.dropLast().joined(separator: "\n") + "\n")
            .write(toFile: "\(folder)/bare.jsonl", atomically: true, encoding: .utf8)
    }

    private static let another = Episode(id: 7, show: "Night Shift", season: 6, number: 3, title: "", airs: "")

    /// What `timeline` prints.
    func timeline(_ arguments: [String]) throws -> String {
        try TestProcess([Run.built("timeline").path] + arguments).finished(within: .seconds(120)).output
    }
}

/// Taps at random what the screen on top has, and swipes, and opens links.
private struct RandomUser {
    private var random: Seed

    init(seed: UInt64) { random = Seed(seed) }

    var waits: Bool { mutating get { Int.random(in: 0..<3, using: &random) == 0 } }

    mutating func actions(on state: EpisodesState) -> [EpisodesAction] {
        let top = state.screens.top
        func tap(_ actions: Screen.Action...) -> [EpisodesAction] { actions.map { .screen(id: top.id, action: $0) } }
        func one(_ ways: [EpisodesAction]...) -> [EpisodesAction] { ways.randomElement(using: &random) ?? [] }
        let links = ["episode/3/comments", "episode/4", "settings", "episode/99", "nowhere", "episode/1/comments/new"]
        let anywhere = one(
            [.linkOpened(url: "episodes://\(links.randomElement(using: &random)!)")],
            [.wentBack(to: state.screens.randomElement(using: &random)!.id)], [.settingsTapped], [.refreshTapped])
        if Int.random(in: 0..<4, using: &random) == 0 { return anywhere }
        switch top.screen {
        case .list:
            return one(
                [.episodeTapped(id: .random(in: 1...8, using: &random))], [.moreTapped], [.retryTapped],
                [.searchChanged(text: "night")], [.searchChanged(text: "")])
        case .episode: return one(tap(.commentsTapped), [.wentBack(to: state.screens.dropLast().last?.id ?? 0)])
        case .comments:
            return one(tap(.writeTapped), tap(.commentTapped(row: 0)), tap(.commentTapped(row: 0), .deleteTapped))
        case .write:
            return one(tap(.draftChanged(text: "Hello"), .postTapped), tap(.draftChanged(text: "")), tap(.cancelTapped))
        case .settings(let sheet):
            let page = sheet.pages.top
            if case .login = page.screen {
                return one(
                    tap(
                        .settings(action: .page(id: page.id, action: .nameChanged(text: "Sam"))),
                        .settings(action: .page(id: page.id, action: .loginTapped))),
                    tap(.settings(action: .wentBack(to: 0))), tap(.settings(action: .doneTapped)))
            }
            return one(
                tap(.settings(action: .loginPageTapped)), tap(.settings(action: .doneTapped)),
                tap(.settings(action: .logoutTapped)))
        }
    }
}
