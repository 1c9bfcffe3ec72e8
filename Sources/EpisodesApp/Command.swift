internal import EpisodesCore
internal import Foundation
internal import TimelineLive
internal import TimelineNavigation
internal import TimelineStore

struct Command: Sendable {
    /// `search [TEXT]`: the words of the command, and its argument; in brackets if it may be missing.
    let usage: String
    let help: String
    /// Must be on top.
    var place: Place?
    let run: @Sendable (Line) async throws -> Void

    init(_ usage: String, _ help: String, on place: Place? = nil, run: @escaping @Sendable (Line) async throws -> Void)
    {
        (self.usage, self.help, self.place, self.run) = (usage, help, place, run)
    }

    enum Place: String {
        case episode = "episode on top; open ID opens one"
        case comments = "list of comments on top; comments opens that of an episode"
        case write = "sheet for a comment on top; write opens one"
        case settings = "settings sheet on top; settings opens it"
    }

    static let all: [Command] = [
        Command("refresh", "fetches episodes and new comments in the background, see wait") {
            $0.dispatch(.refreshTapped)
        },
        Command("more", "fetches the next page of episodes") { $0.dispatch(.moreTapped) },
        Command("search [TEXT]", "shows the episodes that contain TEXT; without TEXT all") {
            $0.dispatch(.searchChanged(text: $0.text))
        },
        Command("open ID", "opens an episode") { try $0.dispatch(.episodeTapped(id: $0.number())) },
        Command("read all", "marks all comments as read") { $0.dispatch(.allReadTapped) },
        Command("link URL", "opens a link: episodes://episode/3/comments/new, episodes://search?text=rick") {
            $0.dispatch(.linkOpened(url: $0.text))
        },
        Command("back", "closes the screen or sheet on top") { $0.goBack() },
        Command("home", "goes back to the list") { line in
            let screens = line.session.store.state.screens
            if screens.count > 1 { line.dispatch(.wentBack(to: screens[0].id)) }
        },
        Command("comments", "opens the comments on the episode", on: .episode) { $0.tap(.commentsTapped) },
        Command("find [TEXT]", "shows the comments that contain TEXT; without TEXT all", on: .comments) {
            $0.tap(.searchChanged(text: $0.text))
        },
        Command("select ROW", "selects a comment on the screen", on: .comments) {
            try $0.tap(.commentTapped(row: $0.number() - 1))
        },
        Command("delete", "deletes the selected comment", on: .comments) { $0.tap(.deleteTapped) },
        Command("write", "begins a comment", on: .comments) { $0.tap(.writeTapped) },
        Command("type [TEXT]", "sets the comment's text", on: .write) { $0.tap(.draftChanged(text: $0.text)) },
        Command("post", "posts the comment, with a login", on: .write) { $0.tap(.postTapped) },
        Command("cancel", "discards the comment", on: .write) { $0.tap(.cancelTapped) },
        Command("comment TEXT", "write, type TEXT and post", on: .comments) {
            $0.tap(.writeTapped)
            $0.tap(.draftChanged(text: $0.text))
            $0.tap(.postTapped)
        },
        Command("retry", "posts again what could not be posted") { $0.dispatch(.retryTapped) },
        Command("settings", "opens the settings") { $0.dispatch(.settingsTapped) },
        Command("login NAME", "logs in, in the settings", on: .settings) { $0.logIn() },
        Command("logout", "logs out", on: .settings) { $0.tap(.settings(action: .logoutTapped)) },
        Command("done", "closes the settings", on: .settings) { $0.tap(.settings(action: .doneTapped)) },
        Command("wait [SECONDS]", "waits, without SECONDS for all requests") { line in
            let seconds = line.text.isEmpty ? nil : try line.seconds()
            await line.session.showingStates {
                guard let seconds else { return await line.session.effects.allEnded() }
                try? await Task.sleep(for: .seconds(seconds))
            }
        },
        Command("help", "shows this help") { _ in Terminal.write("\(summary(of: all))\n\(summary(of: timeTravel))\n") },
        Command("quit", "waits for all requests, and exits; so does the end of the input") { _ in },
    ]

    static let timeTravel: [Command] = [
        Command("at POSITION", "shows a position: 17, end, -5 (from the end), @12.5s, %name (a mark)") {
            try $0.traveler().jump(to: $0.text)
        },
        Command("step [N]", "shows the next step; step -1 shows the one before") {
            try $0.traveler().step(by: $0.text.isEmpty ? 1 : $0.integers()[0])
        },
        Command("play [SPEED]", "plays from there, or from the first step; SPEED is 1 by default") { line in
            guard let speed = line.text.isEmpty ? 1 : Double(line.text), speed > 0, speed.isFinite else {
                throw CommandError("play needs a speed over 0, not '\(line.text)'")
            }
            let traveler = try line.traveler()
            // While a recording is made, its user can pause for minutes: a viewer should not wait as long.
            try await line.session.showingStates { try await traveler.play(speed: speed, idleLimit: .seconds(2)) }
        },
        Command("without N", "shows the last state without step N, or without several steps") {
            try $0.traveler().showLastState(skipping: Set($0.integers()))
        },
        Command("resume", "shows the present") {
            _ = try $0.traveler()
            $0.session.resume()
        },
        Command("continue", "makes the shown state the present") { try $0.traveler().continueHere() },
    ]

    static func summary(of commands: [Command]) -> String {
        commands.map { "  " + $0.usage.padding(toLength: 16, withPad: " ", startingAt: 0) + $0.help }
            .joined(separator: "\n")
    }

    /// How long an app waits at most: a day.
    static let seconds = 0.0...86_400
}

struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
