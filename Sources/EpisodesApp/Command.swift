import EpisodesCore

/// A command, typed as a line.
enum Command: Equatable {
    case actions([EpisodesAction])
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
          search TEXT     shows the episodes that contain TEXT; without TEXT all
          open ID         opens an episode
          read all        marks all comments as read
          back            leaves the episode
          find TEXT       shows the comments that contain TEXT; without TEXT all
          select ROW      selects a comment on the screen
          delete          deletes the selected comment
          write           begins a comment
          type TEXT       sets the comment's text
          post            posts the comment
          cancel          discards the comment
          comment TEXT    write, type TEXT and post
          wait            waits for all requests
          wait SECONDS    waits
          help            shows this help
          quit            waits for all requests, and exits; so does the end of the input

        """ + TravelCommand.summary

    init(_ line: String) throws(CommandError) {
        let trimmed = line.trimmed
        let word = trimmed.prefix { $0 != " " }
        let text = String(trimmed.dropFirst(word.count)).trimmed

        let unknown = CommandError(description: "unknown command '\(trimmed)'; help lists them")
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

        switch word {
        case _ where word.isEmpty || word.hasPrefix("#"): self = .nothing
        case "refresh": self = try alone(.actions([.refreshTapped]))
        case "search": self = .actions([.searchChanged(text: text)])
        case "open": self = .actions([.episodeTapped(id: try number())])
        case "read":
            guard text == "all" else { throw unknown }
            self = .actions([.allReadTapped])
        case "back": self = try alone(.actions([.backTapped]))
        case "find": self = .actions([.commentSearchChanged(text: text)])
        case "select": self = .actions([.commentTapped(row: try number() - 1)])
        case "delete": self = try alone(.actions([.deleteTapped]))
        case "write": self = try alone(.actions([.writeTapped]))
        case "type": self = .actions([.draftChanged(text: text)])
        case "post": self = try alone(.actions([.postTapped]))
        case "cancel": self = try alone(.actions([.writeCancelled]))
        case "comment":
            guard !text.isEmpty else { throw CommandError(description: "comment needs a text after it") }
            self = .actions([.writeTapped, .draftChanged(text: text), .postTapped])
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

/// Why a line is not a command.
struct CommandError: Error {
    let description: String
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
