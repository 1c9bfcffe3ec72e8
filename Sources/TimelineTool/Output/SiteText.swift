internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// Where the actions of a timeline were dispatched: `Sources/EpisodesCore/Episode.swift:42`, the path in the package or repository of
/// the current folder, or `EpisodesCore/Episode.swift:42`, the name in the recording, if the file is not found there.
struct SiteText: Sendable {
    private var table: SiteTable
    private var sources = SourceFiles()

    init(_ journal: any ReplayableJournal) throws(JournalError) {
        table = try SiteTable(of: journal.segments)
        if !table.isEmpty { sources = SourceFiles(around: FileSystem.absolute(".")) }
    }

    mutating func add(_ site: Site) {
        if table.isEmpty { sources = SourceFiles(around: FileSystem.absolute(".")) }
        table.add(site)
    }

    func text(_ step: Step) -> String? {
        table[step: step].map { "\(Layout.visible(sources.path(of: $0.file) ?? $0.file)):\($0.line)" }
    }

    /// The path after `./`, or the name in the recording.
    func page(_ step: Step) -> String? {
        table[step: step].map { "\(sources.path(of: $0.file).map { "./\($0)" } ?? $0.file):\($0.line)" }
    }

    /// The folder in which the files are found.
    var root: String? { sources.root }

    /// `{"file":"EpisodesCore/Episode.swift","line":42,"path":"Sources/EpisodesCore/Episode.swift"}`
    func json(_ step: Step) -> JSON? {
        table[step: step].map {
            .members([
                "file": .string($0.file), "line": .int($0.line), "path": sources.path(of: $0.file).map { .string($0) },
            ])
        }
    }
}

/// The Swift files of the package or repository that holds a folder.
struct SourceFiles: Sendable {
    /// By name, relative to the root.
    private var paths: [String: [String]] = [:]
    private(set) var root: String?
    private static let limit = 100_000

    init() {}

    init(around folder: String) {
        var root = folder.hasSuffix("/.") ? String(folder.dropLast(2)) : folder
        while !FileStatus.exists("\(root)/Package.swift"), !FileStatus.exists("\(root)/.git") {
            guard let slash = root.lastIndex(of: "/") else { return }
            root = String(root[..<slash])
        }
        self.root = root
        var count = 0
        var folders = [""]
        while let folder = folders.popLast(), count < Self.limit {
            for name in (try? FileSystem.names(in: root + "/" + folder)) ?? [] where !name.hasPrefix(".") {
                count += 1
                if name.hasSuffix(".swift") {
                    paths[name, default: []].append(folder + name)
                } else if !name.contains("."), FileStatus("\(root)/\(folder)\(name)")?.kind == .folder {
                    folders.append("\(folder)\(name)/")
                }
            }
        }
    }

    /// The only file with the name below a folder of the name of the module. A file elsewhere may be that of another module.
    func path(of file: String) -> String? {
        let parts = file.split(separator: "/")
        guard parts.count == 2, let found = paths[String(parts[1])] else { return nil }
        let own = found.filter { path in
            // The module of the target `my-app` is `my_app`.
            path.split(separator: "/").dropLast().contains { $0.replacing("-", with: "_") == parts[0] }
        }
        return own.count == 1 ? own[0] : nil
    }
}
