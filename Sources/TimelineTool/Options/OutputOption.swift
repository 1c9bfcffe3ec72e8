internal import ArgumentParser
internal import TimelineJournal

/// Where a command writes its product.
struct OutputOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The file to make; - is standard output; .gz packs it. (default: NAME.bundle.jsonl)", valueName: "file"))
    var path: String?

    @Flag(name: .customLong("force"), help: "Replace a file that exists.")
    var force = false

    /// Refuses a file that exists, before any work is done.
    func check(_ path: String) throws(ToolError) {
        guard path != "-", !force else { return }
        do throws(FileError) { try OutputFile.requireNew(path) } catch { throw Self.refusal(error) }
    }

    /// Writes the file whole, or not at all.
    ///
    /// - Returns: The bytes of the file.
    @discardableResult
    func write(_ bytes: [UInt8], to path: String) throws(ToolError) -> Int {
        if path == "-" {
            StandardOutput.write(bytes)
            return bytes.count
        }
        do throws(FileError) { return try ProductFile.write(bytes, to: path, replacing: force) } catch {
            throw Self.refusal(error)
        }
    }

    static func refusal(_ error: FileError) -> ToolError {
        ToolError(
            .cannotCreate, error.exists ? "\(error.path) exists already; --force replaces it" : error.description)
    }
}
