import EpisodesCore

/// A command, typed as a line.
enum Command: Equatable {
    case taps([Tap])
    /// Waits for all effects.
    case wait
    case waitFor(Duration)
    case travel(TravelCommand)
    case help
    case quit
    /// An empty line, or a comment (`# …`).
    case nothing

    static let summary = """
        commands:
          refresh         fetches episodes and new comments in the background, see wait
          more            fetches the next page of episodes
          search TEXT     shows the episodes that contain TEXT; without TEXT all
          open ID         opens an episode
          read all        marks all comments as read
          link URL        opens a link: episodes://episode/3/comments/new, episodes://search?text=rick
          back            closes the screen or sheet on top; home goes back to the list
          comments        opens the comments on the episode
          find TEXT       shows the comments that contain TEXT; without TEXT all
          select ROW      selects a comment on the screen
          delete          deletes the selected comment
          write           begins a comment
          type TEXT       sets the comment's text
          post            posts the comment, with a login
          cancel          discards the comment
          comment TEXT    write, type TEXT and post
          retry           posts again what could not be posted
          settings        opens the settings
          login NAME      logs in, in the settings; logout logs out
          done            closes the settings
          wait            waits for all requests
          wait SECONDS    waits
          help            shows this help
          quit            waits for all requests, and exits; so does the end of the input

        """ + TravelCommand.summary

    init(_ line: String) throws(CommandError) {
        let trimmed = line.trimmed
        let word = trimmed.prefix { !$0.isWhitespace }
        let text = String(trimmed.dropFirst(word.count)).trimmed

        let unknown = CommandError(description: "unknown command '\(trimmed)'; help lists them")
        func tap(_ taps: Tap...) throws(CommandError) -> Command { try alone(.taps(taps)) }
        func alone(_ command: Command) throws(CommandError) -> Command {
            guard text.isEmpty else {
                throw CommandError(description: "\(word) takes no argument, not '\(text)'")
            }
            return command
        }
        func number() throws(CommandError) -> Int {
            guard let number = Int(text), number > 0 else {
                throw CommandError(description: "\(word) needs a number from 1, not '\(text)'")
            }
            return number
        }

        func someText() throws(CommandError) -> String {
            guard !text.isEmpty else { throw CommandError(description: "\(word) needs a text after it") }
            return text
        }

        switch word {
        case _ where word.isEmpty || word.hasPrefix("#"): self = .nothing
        case "refresh": self = try tap(.anywhere(.refreshTapped))
        case "more": self = try tap(.anywhere(.moreTapped))
        case "search": self = .taps([.anywhere(.searchChanged(text: text))])
        case "open": self = .taps([.anywhere(.episodeTapped(id: try number()))])
        case "read":
            guard text == "all" else { throw CommandError(description: "read needs 'all' after it, not '\(text)'") }
            self = .taps([.anywhere(.allReadTapped)])
        case "link": self = .taps([.anywhere(.linkOpened(url: try someText()))])
        case "back": self = try tap(.back)
        case "home": self = try tap(.home)
        case "comments": self = try tap(.onTop(.commentsTapped))
        case "find": self = .taps([.onTop(.searchChanged(text: text))])
        case "select": self = .taps([.onTop(.commentTapped(row: try number() - 1))])
        case "delete": self = try tap(.onTop(.deleteTapped))
        case "write": self = try tap(.onTop(.writeTapped))
        case "type": self = .taps([.onTop(.draftChanged(text: text))])
        case "post": self = try tap(.onTop(.postTapped))
        case "cancel": self = try tap(.onTop(.cancelTapped))
        case "comment":
            self = .taps([.onTop(.writeTapped), .onTop(.draftChanged(text: try someText())), .onTop(.postTapped)])
        case "retry": self = try tap(.anywhere(.retryTapped))
        case "settings": self = try tap(.anywhere(.settingsTapped))
        case "login": self = .taps([.loginPage, .onPage(.nameChanged(text: try someText())), .onPage(.loginTapped)])
        case "logout": self = try tap(.onTop(.settings(action: .logoutTapped)))
        case "done": self = try tap(.onTop(.settings(action: .doneTapped)))
        case "wait" where text.isEmpty: self = .wait
        case "wait":
            guard let seconds = Seconds(text) else {
                throw CommandError(
                    description: "wait needs a number of seconds from 0 to \(Seconds.most), not '\(text)'")
            }
            self = .waitFor(seconds.duration)
        case "help": self = try alone(.help)
        case "quit": self = try alone(.quit)
        default:
            guard let command = try TravelCommand(String(word), text) else { throw unknown }
            self = .travel(command)
        }
    }
}

/// Why a line is not a command, or not one for the screen on top.
struct CommandError: Error {
    let description: String
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
