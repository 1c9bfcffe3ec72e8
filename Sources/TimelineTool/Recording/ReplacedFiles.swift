internal import TimelineJournal
internal import TimelineSystem

/// Files that a recording replaces: out of its way, and kept until it is sure that there is a new one.
struct ReplacedFiles {
    private var moved: [(path: String, aside: String)] = []

    /// Makes sure that `path` is free: where it is not, moves it aside if that was asked for, and refuses otherwise.
    ///
    /// - Parameter isBundle: Whether nobody named it: then only a bundle is moved.
    mutating func makeWay(_ path: String, force: Bool, isBundle: Bool = false) throws(ToolError) {
        do throws(FileError) {
            guard force else { return try OutputFile.requireNew(path) }
            if isBundle { try OwnFile.requireBundle(path) } else { try OwnFile.requireFile(path, orFolder: true) }
            if FileStatus.isFolder(path) { throw FileError(path, "replace", FileError.isAFolder) }
            let aside = "\(path).\(CurrentProcess.id).replaced"
            if try FileSystem.move(path, to: aside) { moved.append((path, aside)) }
        } catch {
            throw OutputOption.refusal(error)
        }
    }

    /// Nothing came in their place.
    func putBack() {
        for (path, aside) in moved { _ = try? FileSystem.move(aside, to: path) }
    }

    func remove() {
        for (_, aside) in moved { FileSystem.remove(aside) }
    }
}
