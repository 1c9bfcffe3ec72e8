internal import EpisodesCore
internal import TimelineKit
internal import TimelineLive
internal import TimelineNavigation

/// `  3  Rick's Diner S4 E8  Closing Time  2026-12-02  3 comments, 3 new`
struct TerminalView {
    static let clearing = "\u{1B}[H\u{1B}[2J"

    var hasColor = false

    func text(of state: EpisodesState) -> String {
        let sheets = state.screens.filter(\.style.isPresented)
        let base = state.screens.last { !$0.style.isPresented } ?? state.screens[0]
        var lines = self.lines(of: base, state)
        if let notice = state.notice { lines.insert(strong("! \(shown(notice))"), at: 1) }
        for sheet in sheets { lines += [""] + self.lines(of: sheet, state) }
        return lines.map { $0 + "\n" }.joined()
    }

    static func text(of status: TravelStatus) -> String {
        let place =
            status.isAltered
            ? "the last state without some steps" : "step \(status.position) of \(status.positions.upperBound)"
        return "[\(place)\(held(status)); resume returns to the present]\n"
    }

    static func text(ofOther status: TravelStatus) -> String {
        "[a client shows step \(status.position) of \(status.positions.upperBound), and actions are rejected"
            + "\(held(status)); resume returns to the present]\n"
    }

    private static func held(_ status: TravelStatus) -> String { status.held == 0 ? "" : "; \(status.held) held" }

    private func lines(of entry: ScreenStack<Screen, Int>.Entry, _ state: EpisodesState) -> [String] {
        switch entry.screen {
        case .list: listLines(state)
        case .episode(let id, let details): episodeLines(id, details, state)
        case .comments(let episode, let search, let selection):
            commentLines(
                "\(title(episode, state)): COMMENTS", state.shownComments(on: entry.id), search: search,
                selection: selection)
        case .write(_, let text):
            [strong("YOUR COMMENT"), text.isEmpty ? faint("(type TEXT, then post; or cancel)") : shown(text)]
        case .settings(let sheet): settingsLines(sheet, state)
        }
    }

    // MARK: - The list

    private func listLines(_ state: EpisodesState) -> [String] {
        var lines = [strong("EPISODES") + "  \(state.comments.unread) unread"]
        if let progress = state.list.progress { lines.append("refreshing: \(Int(progress * 100)) %") }
        if !state.list.search.isEmpty { lines.append("search: \(shown(state.list.search))") }
        lines.append("")
        let shown = state.list.shown
        if shown.isEmpty { lines.append(faint(state.list.episodes.isEmpty ? "(none yet: refresh)" : "(none found)")) }
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
        if state.list.hasMore { lines.append(faint("(more: type more)")) }
        return lines
    }

    // MARK: - An episode

    private func episodeLines(_ id: Episode.ID, _ details: EpisodeDetails?, _ state: EpisodesState) -> [String] {
        var lines = [strong(title(id, state))]
        if let episode = state.list.episodes.first(where: { $0.id == id }) {
            lines.append(
                "\(shown(episode.show)), season \(episode.season), episode \(episode.number); on \(shown(episode.airs))"
            )
        }
        let count = state.comments.about(id).count
        lines += [
            "", details.map { shown($0.synopsis) } ?? faint("(loading)"),
            count == 0 ? faint("(no comments)") : "\(count) comment\(count == 1 ? "" : "s")",
        ]
        return lines
    }

    private func commentLines(_ title: String, _ comments: [Comment], search: String, selection: Int?) -> [String] {
        var lines = [strong(title)]
        if !search.isEmpty { lines.append("find: \(shown(search))") }
        lines.append("")
        if comments.isEmpty { lines.append(faint("(no comments)")) }
        for (row, comment) in comments.enumerated() {
            let mark = row == selection ? ">" : " "
            var line = "\(mark)\(right(row + 1))  \(strong(shown(comment.author))): \(shown(comment.text))"
            if comment.isNew { line += "  " + strong("new") }
            switch comment.delivery {
            case .posting: line += "  " + faint("(posting)")
            case .failed: line += "  " + strong("(not posted: retry)")
            case nil: break
            }
            lines.append(line)
        }
        return lines
    }

    private func title(_ id: Episode.ID, _ state: EpisodesState) -> String {
        state.list.episodes.first { $0.id == id }.map { shown($0.title.uppercased()) } ?? "EPISODE \(id)"
    }

    // MARK: - The settings

    private func settingsLines(_ sheet: SettingsSheet, _ state: EpisodesState) -> [String] {
        var lines = [strong("SETTINGS")]
        if let reason = sheet.reason { lines.append(reason) }
        switch sheet.pages.top.screen {
        case .account: lines.append(state.account.map { "logged in as \(shown($0.name))" } ?? faint("(login NAME)"))
        case .login(_, false): lines.append(faint("(login NAME)"))
        case .login(let name, true): lines.append("logging in as \(shown(name))")
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
    private func shown(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { shown, scalar in
            switch scalar.properties.generalCategory {
            // A joiner shows nothing, and emoji need it.
            case .control, .lineSeparator, .paragraphSeparator,
                .format where scalar != "\u{200D}":
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
    }

    private func strong(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    private func faint(_ text: String) -> String { hasColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
