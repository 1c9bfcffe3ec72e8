internal import ArgumentParser
internal import TimelineJournal
internal import TimelineSystem

/// The file that a command writes.
struct OutputOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write; - is standard output; .gz compresses it.", valueName: "file"),
        completion: .file())
    var path: String?

    @Flag(name: .customLong("force"), help: "Replace an existing file.")
    var force = false

    /// Rejects an existing file, and a file in another user's folder, before any work is done.
    static func check(_ path: String, force: Bool) throws(ToolError) {
        guard path != "-" else { return }
        try checkingOutput { () throws(FileError) in
            try PrivateFolder.requireOwn(folderOf: path, orShared: true)
            if !force { try OutputFile.requireNew(path) }
        }
    }

    /// The same, and rejects a path that would change the file that is read: its own, one in that folder, or one of a file
    /// that belongs to it.
    ///
    /// - Parameter product: What is written, for the message: `a bundle`.
    func check(_ path: String, of original: String, _ product: String) throws(ToolError) {
        if path != "-", original != "-" {
            if FileStatus.isSame(path, original) {
                throw ToolError(.usage, "-o \(path): \(product) must not replace its original")
            }
            if FileStatus.isFolder(original), OutputFile.isInside(path, original) {
                throw ToolError(
                    .usage, "-o \(path): that is in \(original), which must not change; name a file outside it")
            }
            if let what = OwnFile.what(isAt: path, beside: original) {
                throw ToolError(
                    .usage, "-o \(path): that is \(what) of \(original), which must not change; name another file")
            }
        }
        try Self.check(path, force: force)
    }

    /// Writes the file whole, or not at all.
    ///
    /// - Returns: The size of the file in bytes.
    @discardableResult
    func write(_ bytes: some ByteSource, to path: String) throws(ToolError) -> Int {
        try Self.checkingOutput { () throws(FileError) in
            guard path == "-" else { return try ProductFile.write(bytes, to: path, replacing: force) }
            return try StandardOutput.write(all: bytes)
        }
    }

    /// Turns an error of writing a file into one that says how to replace it.
    static func checkingOutput<Result: ~Copyable>(_ body: () throws(FileError) -> Result) throws(ToolError) -> Result {
        do throws(FileError) { return try body() } catch { throw cannotCreate(error) }
    }

    static func cannotCreate(_ error: FileError) -> ToolError {
        ToolError(.cannotCreate, error.exists ? exists(error.path) : error.description)
    }

    static func exists(_ path: String) -> String { "\(path) exists already; --force replaces it" }
}

/// Whether to print JSON.
struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON.")
    var isOn = false
}
