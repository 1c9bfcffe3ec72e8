internal import EpisodesCore
internal import TimelineKit

/// Actions of the example app for a recording of any length.
///
/// The comments of the first actions determine the size of the state. At `badStep` the badge falls below zero, by the
/// example's own bug, and stays there, for bisect to find.
struct EpisodesSession {
    /// The number of actions.
    let count: Int
    /// The number of the step that turns the state bad.
    let badStep: Int
    private let first: [EpisodesAction]
    private let round: [EpisodesAction]

    /// A session of `count` actions with a state of about `stateBytes` bytes of JSON.
    init(count: Int, stateBytes: Int) {
        self.count = count
        badStep = count * 7 / 10
        let episodes = (1...6).map {
            Episode(id: $0, show: "Rick's Diner", season: 4, number: $0, title: "Part \($0)", airs: "2026-12-0\($0)")
        }
        // A comment takes about 100 bytes, everything else about 600.
        let comments = (0..<max(2, (stateBytes - 600) / 100)).map {
            Comment(
                id: "c\($0)", episode: $0 == 0 ? 2 : 1, author: "Ada",
                text: $0.isMultiple(of: 2) ? "At last." : "Who is Rick?")
        }
        first = [.refreshTapped, .episodesLoaded(episodes: episodes), .commentsArrived(comments: comments)]
        let words = ["r", "ri", "ric", "rick", "rick'", "rick's", "rick's ", "rick's d"]
        round =
            words.map { .searchChanged(text: $0) } + [.episodeTapped(id: 1), .writeTapped]
            + words.map { .draftChanged(text: $0) } + [
                .writeCancelled, .commentSearchChanged(text: "rick"), .backTapped,
            ]
    }

    /// The action of step `seq`, from 1.
    func action(_ seq: Int) -> EpisodesAction {
        if seq <= first.count { return first[seq - 1] }
        // A comment on the second episode is still new when all are marked as read, and is subtracted again here.
        if seq == badStep - 1 { return .allReadTapped }
        if seq == badStep { return .episodeTapped(id: 2) }
        if seq == badStep + 1 { return .backTapped }
        return round[(seq - first.count - 1) % round.count]
    }

    /// The state at its full size.
    var largeState: EpisodesState {
        let program = EpisodesProgram()
        var state = program.initialState
        for action in first { program.reduce(&state, action) }
        return state
    }

    /// A typical action.
    var smallAction: EpisodesAction { .searchChanged(text: "rick") }

    /// The condition for `bisect --bad`, which turns true at `badStep`.
    static let badCondition = "$.comments.unread < 0"

    /// A condition on the same value that is true for no state.
    static let impossibleCondition = "$.comments.unread < -1"
}
