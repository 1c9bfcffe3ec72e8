internal import EpisodesCore
internal import TimelineKit

/// Actions of the example app for a recording of any length.
///
/// The comments of the first actions determine the size of the state. At `badStep` the badge falls below zero, by the
/// example's own bug, and stays there, for bisect to find.
struct EpisodesSession {
    /// The number of actions.
    let count: Int
    let badStep: Int
    private let first: [EpisodesAction]

    /// What the user types in each round, as a search and as a comment.
    private static let words = ["r", "ri", "ric", "rick", "rick'", "rick's", "rick's ", "rick's d"]
    private static let stepsInRound = 22
    private static let screensInRound = 3

    /// A session of `count` actions with a state of about `stateBytes` bytes of JSON.
    init(count: Int, stateBytes: Int) {
        self.count = count
        let episodes = (1...6).map {
            Episode(id: $0, show: "Rick's Diner", season: 4, number: $0, title: "Part \($0)", airs: "2026-12-0\($0)")
        }
        // A comment takes about 80 bytes, everything else about 600.
        let comments = (0..<max(2, (stateBytes - 600) / 80)).map {
            Comment(
                id: "c\($0)", episode: $0 == 0 ? 2 : 1, author: "Ada",
                text: $0.isMultiple(of: 2) ? "At last." : "Who is Rick?")
        }
        first = [
            .refreshTapped, .episodesLoaded(episodes: episodes, page: 0, isLast: true),
            .commentsArrived(comments: comments, arrival: 0),
        ]
        // In the part of a round that searches the list, so that no screen of the round is left out.
        let start = max(0, count * 7 / 10 - first.count) / Self.stepsInRound * Self.stepsInRound
        badStep = first.count + start + 3
    }

    func action(_ seq: Int) -> EpisodesAction {
        if seq <= first.count { return first[seq - 1] }
        // A comment on the second episode is still new when all are marked as read, and is subtracted again here.
        if seq == badStep - 1 { return .allReadTapped }
        if seq == badStep { return .episodeTapped(id: 2) }
        if seq == badStep + 1 { return .wentBack(to: 0) }
        let (round, place) = (seq - first.count - 1).quotientAndRemainder(dividingBy: Self.stepsInRound)
        // The screens of the rounds before, and the screen of the bad step.
        let screens = round * Self.screensInRound + (seq > badStep ? 1 : 0)
        switch place {
        case 0...7: return .searchChanged(text: Self.words[place])
        case 8: return .episodeTapped(id: 1)
        case 9: return .screen(id: screens + 1, action: .commentsTapped)
        case 10: return .screen(id: screens + 2, action: .writeTapped)
        case 11...18: return .screen(id: screens + 3, action: .draftChanged(text: Self.words[place - 11]))
        case 19: return .screen(id: screens + 3, action: .cancelTapped)
        case 20: return .screen(id: screens + 2, action: .searchChanged(text: "rick"))
        default: return .wentBack(to: 0)
        }
    }

    /// The state at its full size.
    var largeState: EpisodesState {
        let program = EpisodesProgram()
        var state = program.initialState
        for action in first { program.reduce(&state, action) }
        return state
    }

    static let smallAction = EpisodesAction.searchChanged(text: "rick")

    /// The condition for `bisect --bad`, which turns true at `badStep`.
    static let badCondition = "$.comments.unread < 0"

    /// A condition on the same value that is true for no state.
    static let impossibleCondition = "$.comments.unread < -1"
}
