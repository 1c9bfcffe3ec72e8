import EpisodesCore

/// A line that was typed.
enum Command: Equatable {
    /// Things that happen in the app.
    case actions([EpisodesAction])
    /// To wait until nothing is under way.
    case wait
    case waitFor(Duration)
    case travel(TravelCommand)
    case help
    case quit
    /// An empty line, or a comment (`# …`).
    case nothing

    static let summary = """
        commands:
          refresh         fetches episodes and new comments; goes on behind your back, see wait
          search TEXT     shows the episodes with TEXT in them; without TEXT all
          open ID         opens an episode
          read all        marks all comments as read
          back            leaves the episode
          find TEXT       shows the comments with TEXT in them; without TEXT all
          select ROW      selects a comment on the screen
          delete          deletes the comment that is selected
          write           begins a comment
          type TEXT       makes TEXT the comment's text
          post            posts the comment
          cancel          gives the comment up
          comment TEXT    write, type TEXT and post
          wait            waits until nothing is under way
          wait SECONDS    waits
          help            shows this
          quit            waits until nothing is under way, and ends; so does the end of the input

        """ + TravelCommand.summary

    /// Reads a line.
    init(_ line: String) throws(CommandError) {
        let trimmed = line.trimmed
        let word = trimmed.prefix { $0 != " " }
        let text = String(trimmed.dropFirst(word.count)).trimmed

        func alone(_ command: Command) throws(CommandError) -> Command {
            guard text.isEmpty else { throw .tooMuch(command: String(word), text) }
            return command
        }
        func number() throws(CommandError) -> Int {
            guard let number = Int(text), number > 0 else { throw .notNumber(command: String(word), text) }
            return number
        }

        switch word {
        case "": self = .nothing
        case _ where word.hasPrefix("#"): self = .nothing
        case "refresh": self = try alone(.actions([.refreshTapped]))
        case "search": self = .actions([.searchChanged(text: text)])
        case "open": self = .actions([.episodeTapped(id: try number())])
        case "read":
            guard text == "all" else { throw .unknown(trimmed) }
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
            guard !text.isEmpty else { throw .missingText(command: "comment") }
            self = .actions([.writeTapped, .draftChanged(text: text), .postTapped])
        case "wait" where text.isEmpty: self = .wait
        case "wait":
            guard let seconds = Seconds(text) else { throw .notSeconds(text) }
            self = .waitFor(seconds.duration)
        case "help": self = try alone(.help)
        case "quit": self = try alone(.quit)
        default:
            guard let command = try TravelCommand(String(word), text) else { throw .unknown(trimmed) }
            self = .travel(command)
        }
    }
}

extension String {
    /// Without the spaces at both ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
