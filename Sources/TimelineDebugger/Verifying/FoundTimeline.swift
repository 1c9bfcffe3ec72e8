package import TimelineKit

package enum FoundTimeline: Equatable, Sendable {
    case place(TimelinePlace)
    case error(path: String, JournalError)

    /// In a folder and its subfolders, sorted by name, without bundles, which repeat the end of others. Links are not followed.
    package static func all(at path: String) -> [FoundTimeline] {
        if path == "-" { return [.place(TimelinePlace(name: "standard input", files: [path]))] }
        if let run = JournalFolder.run(path) { return [.place(TimelinePlace(name: path, files: run.files))] }
        do throws(FileError) { _ = try FileStatus(of: path) } catch { return [.error(path: path, .unreadable(error))] }
        guard FileStatus.isFolder(path) else { return [.place(TimelinePlace(name: path, files: [path]))] }
        var (folder, found): (String, [FoundTimeline]) = (path, [])
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        collect(folder, &found)
        return found.isEmpty ? [.error(path: path, .emptyFolder(path))] : found
    }

    private static func collect(_ folder: String, _ found: inout [FoundTimeline]) {
        var subfolders: [String] = []
        do throws(FileError) {
            let timelines = JournalFolder.timelines(of: try JournalFolder.journals(in: folder, packed: true))
            found += timelines.map { .place(place(of: $0, in: folder, isAlone: timelines.count == 1)) }
            for name in try FileSystem.names(in: folder).sorted() where !name.hasPrefix(".") {
                let path = "\(folder)/\(name)"
                do throws(FileError) {
                    if try FileStatus(of: path).kind == .folder { subfolders.append(path) }
                } catch {
                    if !error.isMissing { found.append(.error(path: path, .unreadable(error))) }
                }
            }
        } catch { found.append(.error(path: folder, .unreadable(error))) }
        for subfolder in subfolders { collect(subfolder, &found) }
    }

    private static func place(of names: [String], in folder: String, isAlone: Bool) -> TimelinePlace {
        let files = names.map { "\(folder)/\($0)" }
        let name =
            isAlone ? folder : files.count == 1 ? files[0] : "\(folder)/\(JournalFolder.stem(of: names[0]))-*.jsonl"
        return TimelinePlace(name: name, files: files)
    }
}
