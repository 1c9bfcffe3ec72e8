internal import ArgumentParser
internal import TimelineKit

struct OutputOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The file to write; - means standard output. It is compressed if its name ends in .gz.", valueName: "file"),
        completion: .file())
    var path: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    /// - Parameter name: The path if no option gives one.
    func validate(else name: String, _ json: JSONOption) throws {
        if path ?? name == "-", json.isOn { throw ValidationError("--json and -o - both write to standard output.") }
    }

    /// Commands call this before they do any work.
    static func check(_ path: String, force: Bool) throws(FileError) {
        guard path != "-" else { return }
        try PrivateFolder.requireOwn(folderOf: path, orShared: true)
        if !force { try OutputFile.requireNew(path) }
    }

    /// Also rejects each path at which writing would change the original.
    func check(_ path: String, of original: String, _ product: String) throws {
        let original = JournalFolder.run(original)?.folder ?? original
        if path != "-", original != "-" {
            func refuse(_ reason: String) -> ToolError { ToolError(.usage, "-o \(path): \(reason)") }
            if FileStatus.isSame(path, original) { throw refuse("\(product) must not replace its original") }
            if FileStatus.isFolder(original), FileSystem.isInside(path, original) {
                throw refuse("that is in \(original), which must not change; name a file outside it")
            }
            if let what = OwnFile.role(of: path, beside: original) {
                throw refuse("that is \(what) of \(original), which must not change; name another file")
            }
        }
        try Self.check(path, force: force)
    }

    @discardableResult
    func write(_ bytes: some ByteSource, to path: String) throws(FileError) -> Int {
        guard path == "-" else { return try ProductFile.write(bytes, to: path, replacing: force) }
        return try StandardOutput.write(all: bytes)
    }

    static func cannotCreate(_ error: FileError) -> ToolError {
        ToolError(.cannotCreate, error.exists ? exists(error.path) : error.description)
    }

    static func exists(_ path: String) -> String { "\(path) already exists; --force replaces it" }
}

struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON.")
    var isOn = false
}
