internal import TimelineDebugger
internal import TimelineSystem

/// The folders whose timelines an agent may read.
struct AgentFolders {
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
        for path in names.compactMap(FileSystem.resolved) where contains(path) { return path }
        let list = folders.map(\.name).joined(separator: ", ")
        throw ToolError(
            .usage, "\(name) is in none of the folders \(list). Call info without a file for the timelines there.")
    }

    private func contains(_ path: String) -> Bool {
        folders.contains { path == $0.path || path.hasPrefix($0.path == "/" ? "/" : "\($0.path)/") }
    }

    /// The names of their timelines and, of each that can't be read, why.
    func timelines() -> [String] {
        folders.flatMap { FoundTimeline.all(at: $0.path) }.map { found in
            switch found {
            case .place(let place): place.name
            case .error(let path, let error): "\(path): \(error)"
            }
        }
    }
}
