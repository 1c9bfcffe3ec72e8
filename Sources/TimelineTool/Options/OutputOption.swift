internal import ArgumentParser
internal import TimelineJournal
internal import TimelineSystem

/// Where a command writes its product.
struct OutputOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to make; - is standard output; .gz packs it.", valueName: "file"),
        completion: .file())
    var path: String?

    @Flag(name: .customLong("force"), help: "Replace a file that exists.")
    var force = false

    /// Refuses a file that exists, or would stand in another user's folder, before any work is done.
    func check(_ path: String) throws(ToolError) { try Self.check(path, force: force) }

    static func check(_ path: String, force: Bool) throws(ToolError) {
        guard path != "-" else { return }
        do throws(FileError) {
            try PrivateFolder.requireOwn(folderOf: path, orShared: true)
            if !force { try OutputFile.requireNew(path) }
        } catch {
            throw refusal(error)
        }
    }

    /// Refuses a file in the folder that is read, or one that tells of the run in the file that is read: what is added
    /// there, or replaced, changes the original.
    static func requireOutside(_ path: String, of original: String) throws(ToolError) {
        guard path != "-", original != "-" else { return }
        if FileStatus.isFolder(original), OutputFile.isInside(path, original) {
            throw ToolError(
                .usage,
                "-o \(path): that is in \(original), which is read and must stay as it is; name a place elsewhere")
        }
        if let what = OwnFile.what(isAt: path, beside: original) {
            throw ToolError(
                .usage,
                "-o \(path): that is \(what) of \(original), which is read and must stay as it is; name another file")
        }
    }

    /// Writes the file whole, or not at all.
    ///
    /// - Returns: The bytes of the file.
    @discardableResult
    func write(_ bytes: some ByteSource, to path: String) throws(ToolError) -> Int {
        do throws(FileError) {
            guard path == "-" else { return try ProductFile.write(bytes, to: path, replacing: force) }
            return try StandardOutput.write(all: bytes)
        } catch {
            throw Self.refusal(error)
        }
    }

    static func refusal(_ error: FileError) -> ToolError {
        ToolError(
            .cannotCreate, error.exists ? "\(error.path) exists already; --force replaces it" : error.description)
    }
}
