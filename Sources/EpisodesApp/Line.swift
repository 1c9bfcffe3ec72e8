internal import EpisodesCore
internal import Foundation
internal import TimelineLive
internal import TimelineNavigation
internal import TimelineStore

struct Line: Sendable {
    let command: Command
    let text: String
    let session: Session

    init?(_ line: String, in session: Session) throws(CommandError) {
        let line = line.trimmingCharacters(in: .whitespaces)
        if line.isEmpty || line.hasPrefix("#") { return nil }
        let words = line.split(whereSeparator: \.isWhitespace)
        let found = (Command.all + Command.timeTravel).first { command in
            words.starts(with: command.words, by: ==)
        }
        guard let found else { throw CommandError("unknown command '\(line)'; help lists them") }
        let name = found.words.joined(separator: " ")
        // The argument keeps its white space.
        let rest = found.words.reduce(Substring(line)) { rest, word in
            rest.drop(while: \.isWhitespace).dropFirst(word.count)
        }
        text = rest.trimmingCharacters(in: .whitespaces)
        let argument = found.usage.split(separator: " ").dropFirst(found.words.count).first
        if argument == nil, !text.isEmpty { throw CommandError("\(name) takes no argument, not '\(text)'") }
        if let argument, !argument.hasPrefix("["), text.isEmpty {
            throw CommandError("\(name) needs \(argument) after it")
        }
        (command, self.session) = (found, session)
    }

    func run() async throws {
        if let place = command.place, place != Command.Place(session.store.state.screens.top.screen) {
            throw CommandError("there is no \(place.rawValue)")
        }
        try await command.run(self)
    }

    // MARK: - The argument

    func number() throws(CommandError) -> Int {
        guard let number = Int(text), number > 0 else { throw needs("a number from 1") }
        return number
    }

    func integers() throws(CommandError) -> [Int] {
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == text.split(separator: " ").count else { throw needs("a whole number") }
        return numbers
    }

    func seconds() throws(CommandError) -> Double {
        guard let seconds = Double(text), Command.seconds.contains(seconds) else {
            throw needs("a number of seconds from 0 to 86400")
        }
        return seconds
    }

    private func needs(_ argument: String) -> CommandError {
        CommandError("\(command.words.joined(separator: " ")) needs \(argument), not '\(text)'")
    }

    // MARK: - What the user does

    func dispatch(_ action: EpisodesAction) { session.store.dispatch(action) }

    func tap(_ action: Screen.Action) { dispatch(.screen(id: session.store.state.screens.top.id, action: action)) }

    /// Also closes a sheet.
    func goBack() {
        let screens = session.store.state.screens
        if case .settings(let settings) = screens.top.screen, let page = settings.pages.dropLast().last {
            tap(.settings(action: .wentBack(to: page.id)))
        } else if let screen = screens.dropLast().last {
            dispatch(.wentBack(to: screen.id))
        }
    }

    func logIn() {
        func pages() -> ScreenStack<SettingsSheet.Page, Int>? {
            if case .settings(let settings) = session.store.state.screens.top.screen { settings.pages } else { nil }
        }
        if pages()?.count == 1 { tap(.settings(action: .loginPageTapped)) }
        for action in [SettingsSheet.Page.Action.nameChanged(text: text), .loginTapped] {
            if let page = pages()?.top { tap(.settings(action: .page(id: page.id, action: action))) }
        }
    }

    func traveler() throws(CommandError) -> TimeTraveler<EpisodesProgram> {
        if let traveler = session.traveler { return traveler }
        throw CommandError("there is no recording; start with --travel FILE, or with timeline record")
    }
}

extension Command {
    var words: [Substring] { usage.split(separator: " ").prefix { $0.allSatisfy(\.isLowercase) } }
}

extension Command.Place {
    fileprivate init?(_ screen: Screen) {
        switch screen {
        case .list: return nil
        case .episode: self = .episode
        case .comments: self = .comments
        case .write: self = .write
        case .settings: self = .settings
        }
    }
}
