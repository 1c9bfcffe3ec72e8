internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Where the actions of a timeline were dispatched: `Sources/EpisodesCore/Episode.swift:42`, the path in the package or repository of
/// the current folder, or `EpisodesCore/Episode.swift:42`, the name in the recording, if the file is not found there.
/// The folder is searched for the first step that has a site, not before.
final class SiteText: Sendable {
    private let journal: Journal
    private let found = Mutex<(table: SiteTable, sources: SourceFiles?)>((SiteTable(), nil))

    init(_ journal: Journal) { self.journal = journal }

    /// A line that was recorded since, in the order of the lines.
    func add(_ line: Line) { found.withLock { $0.table.add(line) } }

    private func find(_ step: Step) -> (site: Site, path: String?)? {
        if step.site == nil { return nil }
        return found.withLock { found in
            let sources = found.sources ?? SourceFiles(around: FileSystem.absolute("."))
            found.sources = sources
            // The sites of a file that can no longer be read are unknown.
            return (try? found.table.site(of: step, in: journal)).map { ($0, sources.path(of: $0.file)) }
        }
    }

    func text(_ step: Step) -> String? {
        find(step).map { "\(Layout.visible($0.path ?? $0.site.file)):\($0.site.line)" }
    }

    /// The path after `./`, which the page links; or the name in the recording, which must not look like one.
    func page(_ step: Step) -> String? {
        find(step).map { site, path in
            if let path { return "./\(path):\(site.line)" }
            var name = Substring(site.file).utf8
            while name.starts(with: "./".utf8) { name = name.dropFirst(2) }
            return "\(Substring(name)):\(site.line)"
        }
    }

    /// The folder in which the files are found; nil if no step had a site.
    var root: String? { found.withLock { $0.sources?.root } }

    func json(_ step: Step) -> JSON? { find(step).map(Self.fields.json) }

    static let fields: Fields<(site: Site, path: String?)> = """
        file\({ $0.site.file }): text // The module and the file.
        line\({ $0.site.line }): count
        path?\({ $0.path }): text // Of the file, in the package of the current folder, if it is there.
        """
}

/// The Swift files of the package or repository that holds a folder.
struct SourceFiles: Sendable {
    /// By name, relative to the root.
    private var paths: [String: [String]] = [:]
    private(set) var root: String?
    private static let limit = 100_000

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

    /// The only file with the name, below a folder of the name of the module if that is known: a file elsewhere may be that of another.
    func path(of file: String) -> String? {
        let parts = file.split(separator: "/")
        guard let name = parts.last, parts.count <= 2, let found = paths[String(name)] else { return nil }
        // The module of the target `my-app` is `my_app`.
        let module = parts.dropLast().first?.replacing("-", with: "_")
        let own = found.filter { path in
            module == nil || path.split(separator: "/").dropLast().contains { $0.replacing("-", with: "_") == module }
        }
        return own.count == 1 ? own[0] : nil
    }
}
