internal import ArgumentParser
internal import TimelineJournal

/// Where a command writes its product.
struct OutputOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to make; - is standard output; .gz packs it.", valueName: "file"))
    var path: String?

    @Flag(name: .customLong("force"), help: "Replace a file that exists.")
    var force = false

    /// Refuses a file that exists, before any work is done.
    func check(_ path: String) throws(ToolError) {
        guard path != "-", !force else { return }
        do throws(FileError) { try OutputFile.requireNew(path) } catch { throw Self.refusal(error) }
    }

    /// Refuses a file in the folder that is read: what is added there, or replaced, changes the original.
    func requireOutside(_ path: String, of original: String) throws(ToolError) {
        guard path != "-", original != "-", JournalFolder.isFolder(original), OutputFile.isInside(path, original) else {
            return
        }
        throw ToolError(
            .usage, "-o \(path): that is in \(original), which is read and must stay as it is; name a place elsewhere")
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
