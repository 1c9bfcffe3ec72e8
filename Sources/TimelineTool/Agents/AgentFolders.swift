internal import TimelineDebugger
internal import TimelineKit

/// The folders whose timelines an agent may read.
struct AgentFolders: Sendable {
    private let folders: [(name: String, path: String)]

    init(_ names: [String]) throws(ToolError) {
        var folders: [(name: String, path: String)] = []
        for name in names {
            guard let path = FileSystem.resolved(name), FileStatus(path)?.kind == .folder else {
                throw ToolError(.usage, "\(name) is no folder")
            }
            folders.append((name, path))
        }
        self.folders = folders
    }

    /// The path of a file or folder, without links; a relative name is of the first folder that has it.
    func resolved(_ name: String) throws(ToolError) -> String {
        let names = name.hasPrefix("/") ? [name] : folders.map { "\($0.path)/\(name)" } + [name]
        for path in names.compactMap(FileSystem.resolved) where contains(path) && holdsOnlyOwn(path) { return path }
        let list = folders.map(\.path).joined(separator: ", ")
        throw ToolError(
            .usage, "\(name) is in none of the folders: \(list)\nCall info without a file for the timelines there.")
    }

    /// Segments of a timeline may be links that lead out of the folders.
    private func holdsOnlyOwn(_ path: String) -> Bool {
        guard FileStatus.isFolder(path) else { return true }
        let names = (try? JournalFolder.journals(in: path, packed: true)) ?? []
        return names.allSatisfy { FileSystem.resolved("\(path)/\($0)").map(contains) ?? false }
    }

    private func contains(_ path: String) -> Bool {
        folders.contains { path == $0.path || path.hasPrefix($0.path == "/" ? "/" : "\($0.path)/") }
    }

    /// The names of their timelines and, where some can't be read, why.
    func timelines() -> [String] {
        folders.flatMap { FoundTimeline.all(at: $0.path) }.flatMap { found in
            switch found {
            case .place(let place):
                // Of several runs in one folder, each segment.
                let names = FileStatus.exists(place.name) ? [place.name] : place.files
                return names.filter { FileSystem.resolved($0).map { contains($0) && holdsOnlyOwn($0) } ?? false }
            case .error(_, let error): return ["\(error)"]
            }
        }
    }
}
