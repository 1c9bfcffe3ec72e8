import Foundation

/// The example without its bugs, in a module of the same name, to compile generated tests against.
enum MendedEpisodes {
    /// The changes that mend the bugs: files, and texts in them.
    private static let changes: [(file: String, before: String, after: String)] = [
        // All comments are read, not just none counted.
        (
            "EpisodesProgram.swift", "case .allReadTapped: comments.unread = 0",
            "case .allReadTapped: for comment in comments.all { comments.see(comment.episode) }"
        ),
        // The selection is of a row among those shown.
        (
            "Screens/Screen.swift",
            """
                    case (.comments(let episode, _, let selection), .searchChanged(let text)):
                        self = .comments(episode: episode, search: text, selection: selection)
            """,
            """
                    case (.comments(let episode, _, _), .searchChanged(let text)):
                        self = .comments(episode: episode, search: text, selection: nil)
            """
        ),
        // Details are shown on their own episode alone.
        (
            "Episode/EpisodesState+Episode.swift",
            "guard case .episode(let id, let known) = entry.screen else { continue }",
            "guard case .episode(details.episode.id, let known) = entry.screen else { continue }\n            let id = details.episode.id"
        ),
    ]

    struct ChangeError: Error {
        let file: String
    }

    /// Writes the sources to a folder, and returns their paths.
    static func write(to folder: String) throws -> [String] {
        let sources = URL(filePath: Sandbox.fixtures).deletingLastPathComponent().appending(
            path: "Sources/EpisodesCore")
        var paths: [String] = []
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        for name in names.sorted() where name.hasSuffix(".swift") {
            var text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            for change in changes where change.file == name {
                guard text.contains(change.before) else { throw ChangeError(file: name) }
                text = text.replacing(change.before, with: change.after)
            }
            let path = "\(folder)/\(name.replacing("/", with: "-"))"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            paths.append(path)
        }
        return paths
    }
}
