import EpisodesCore
import Testing
import TimelineKit
import TimelineTestHarness

@testable import EpisodesApp

/// The scripts in `Fixtures/Scripts` reproduce their bugs.
@Suite(.ownThreads)
struct ScriptTests {
    private static let refresh = [
        "refreshTapped", "refreshProgressed", "refreshProgressed", "refreshProgressed", "episodesLoaded",
        "commentsArrived",
    ]
    private static let logIn = ["settingsTapped"] + Array(repeating: "settings", count: 5)
    private static let open = ["episodeTapped", "appeared", "detailsLoaded"]
    private static let comment = ["writeTapped", "draftChanged", "postTapped", "commentPosted"]

    /// The numbers of the steps whose states break an invariant, by its name.
    private func broken(by actions: [EpisodesAction]) -> [String: [Int]] {
        let program = EpisodesProgram()
        var state = program.initialState
        var broken: [String: [Int]] = [:]
        for (index, action) in actions.enumerated() {
            program.reduce(&state, action)
            for invariant in program.invariants where !invariant.holds(state) {
                broken[invariant.name, default: []].append(index + 1)
            }
        }
        return broken
    }

    @Test func unreadTurnsNegativeAtStep33AndStaysNegative() async throws {
        let actions = try await Script("unread.txt").actions()
        var names = Self.refresh + ["moreTapped", "episodesLoaded"] + Self.logIn + ["searchChanged"] + Self.open
        names += ["commentsTapped"] + Self.comment + ["wentBack", "searchChanged"] + Self.refresh + ["allReadTapped"]
        names += Self.open + ["commentsTapped"] + Self.comment + ["wentBack", "searchChanged"] + Self.open
        names += ["wentBack", "searchChanged"] + Self.refresh + Self.open + ["wentBack"]
        #expect(actions.map(\.name) == names)
        #expect(actions[32] == .episodeTapped(id: 7))
        #expect(broken(by: actions) == ["unread is never negative": Array(33...actions.count)])
    }

    @Test func deletingCrashesOneStepAfterTheSelectionIsLost() async throws {
        let actions = try await Script("trap.txt").actions { $0.name == "deleteTapped" }
        var names = Self.refresh + ["moreTapped", "episodesLoaded"] + Self.logIn + ["searchChanged"] + Self.open
        names += ["commentsTapped"] + Self.comment + ["searchChanged", "searchChanged", "wentBack"] + Self.refresh
        names += Self.open + ["commentsTapped", "commentTapped", "searchChanged", "deleteTapped"]
        #expect(actions.map(\.name) == names)
        #expect(broken(by: actions.dropLast()) == ["selection is in the list": [actions.count - 1]])
    }
}
