import EpisodesCore
internal import TimelineJSON
import TimelineKit
internal import TimelineLive
import TimelineRemote

/// Draws a state as text.
///
///     EPISODES                                                              3 unread
///     search: rick
///
///       2  Rick's Diner S4 E7   The Regular         2026-11-25
///       3  Rick's Diner S4 E8   Closing Time        2026-12-02  3 comments, 3 new
struct Screen {
    /// Clears the terminal.
    static let clearing = "\u{1B}[H\u{1B}[2J"

    var hasColor = false

    /// The whole screen, with a line feed at its end.
    func text(of state: EpisodesState) -> String {
        var lines = state.openEpisode.map { episodeLines($0, state) } ?? listLines(state)
        if let draft = state.draft {
            lines += [
                "", strong("YOUR COMMENT"), draft.isEmpty ? faint("(type TEXT, then post; or cancel)") : shown(draft),
            ]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The line above the screen while the past is shown.
    static func text(of status: TravelStatus) -> String {
        let place =
            status.isAltered
            ? "the last state without some steps" : "step \(status.position) of \(status.positions.upperBound)"
        return "[\(place)\(held(status)); resume returns to the present]\n"
    }

    /// The line above the screen while a remote client shows the past.
    static func text(ofOther status: TravelStatus) -> String {
        "[a client shows step \(status.position) of \(status.positions.upperBound), and actions are rejected"
            + "\(held(status)); resume returns to the present]\n"
    }

    private static func held(_ status: TravelStatus) -> String { status.held == 0 ? "" : "; \(status.held) held" }

    // MARK: - The list

    private func listLines(_ state: EpisodesState) -> [String] {
        var lines = [strong("EPISODES") + "  \(state.comments.unread) unread"]
        if let progress = state.list.progress { lines.append("refreshing: \(Int(progress * 100)) %") }
        if !state.list.search.isEmpty { lines.append("search: \(shown(state.list.search))") }
        lines.append("")
        let shown = state.list.shown
        if shown.isEmpty {
            lines.append(faint(state.list.episodes.isEmpty ? "(none yet: refresh)" : "(none found)"))
        }
        let titles = shown.map { ("\(self.shown($0.show)) S\($0.season) E\($0.number)", self.shown($0.title)) }
        let widths = (titles.map(\.0.count).max() ?? 0, titles.map(\.1.count).max() ?? 0)
        for (episode, title) in zip(shown, titles) {
            let about = state.comments.about(episode.id)
            let new = about.count(where: \.isNew)
            var line =
                "\(right(episode.id))  \(left(title.0, widths.0))  \(left(title.1, widths.1))  \(self.shown(episode.airs))"
            if !about.isEmpty { line += "  \(about.count) comment\(about.count == 1 ? "" : "s")" }
            if new > 0 { line += ", " + strong("\(new) new") }
            lines.append(line)
        }
        return lines
    }

    // MARK: - An episode

    private func episodeLines(_ episode: Episode, _ state: EpisodesState) -> [String] {
        var lines = [
            strong(shown(episode.title.uppercased())),
            "\(shown(episode.show)), season \(episode.season), episode \(episode.number); on \(shown(episode.airs))",
        ]
        if !state.detail.search.isEmpty { lines.append("find: \(shown(state.detail.search))") }
        lines.append("")
        let comments = state.shownComments
        if comments.isEmpty { lines.append(faint("(no comments)")) }
        for (row, comment) in comments.enumerated() {
            let mark = row == state.detail.selection ? ">" : " "
            var line = "\(mark)\(right(row + 1))  \(strong(shown(comment.author))): \(shown(comment.text))"
            if comment.isNew { line += "  " + strong("new") }
            if comment.isPosting { line += "  " + faint("(posting)") }
            lines.append(line)
        }
        return lines
    }

    // MARK: - Formatting

    private func right(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, 3 - digits.count)) + digits
    }

    private func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Escapes text from a server, another instance or a remote client, which must not control the terminal.
    private func shown(_ text: String) -> String { VisibleText.of(text) }

    private func strong(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    private func faint(_ text: String) -> String { hasColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
