import EpisodesCore
import Testing
import TimelineKit

@testable import EpisodesApp

/// The scripts in `Fixtures/Scripts` reproduce their bugs.
struct ScriptTests {
    private static let refresh = [
        "refreshTapped", "refreshProgressed", "refreshProgressed", "refreshProgressed", "episodesLoaded",
        "commentsArrived",
    ]
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

    @Test func unreadTurnsNegativeAtStep22AndStaysNegative() async throws {
        let actions = try await Script("unread.txt").actions()
        #expect(
            actions.map(\.name) == Self.refresh + ["searchChanged", "episodeTapped"] + Self.comment
                + ["backTapped", "searchChanged"] + Self.refresh + ["allReadTapped", "episodeTapped"] + Self.comment
                + ["backTapped", "searchChanged", "episodeTapped", "backTapped", "searchChanged"] + Self.refresh
                + ["episodeTapped", "backTapped"])
        #expect(actions[21] == .episodeTapped(id: 7))
        #expect(broken(by: actions) == ["unread is never negative": Array(22...actions.count)])
    }

    @Test func deletingCrashesOneStepAfterTheSelectionIsLost() async throws {
        let actions = try await Script("trap.txt").actions(upTo: .deleteTapped)
        #expect(
            actions.map(\.name) == Self.refresh + ["searchChanged", "episodeTapped"] + Self.comment
                + ["commentSearchChanged", "commentSearchChanged", "backTapped"] + Self.refresh
                + ["episodeTapped", "commentTapped", "commentSearchChanged", "deleteTapped"])
        #expect(broken(by: actions.dropLast()) == ["selection is in the list": [actions.count - 1]])
    }
}
