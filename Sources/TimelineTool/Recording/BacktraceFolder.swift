internal import TimelineKit

/// A private temporary folder for the files of Swift's backtracer, which creates them with the umask of the app.
struct BacktraceFolder {
    private let folder: TemporaryDirectory
    let settings: BacktraceSettings

    private static let fileLimit = 100

    /// nil if the environment asks for other backtraces, or the folder cannot be created.
    init?() {
        // A path with a comma cannot be part of a list of settings.
        let parent = Environment["TMPDIR"].flatMap { $0.isEmpty || $0.contains(",") ? nil : FileSystem.absolute($0) }
        guard let folder = try? TemporaryDirectory(in: parent ?? "/tmp", name: "timeline") else { return nil }
        guard let settings = BacktraceSettings(inherited: Environment["SWIFT_BACKTRACE"], folder: folder.path) else {
            folder.remove()
            return nil
        }
        (self.folder, self.settings) = (folder, settings)
    }

    /// Prints all, and returns that of the process, else the only one, as where a shell started the app.
    func show(crashOf process: Int) -> BacktraceLog? {
        let logs = folder.names(limit: Self.fileLimit).sorted().compactMap { name in
            folder.read(name, limit: BacktraceLog.byteLimit).map { BacktraceLog(name: name, bytes: $0) }
        }
        let isError = settings.stream == .error
        let hasColor = settings.hasColor ?? (isError ? StandardError.hasColor : StandardOutput.hasColor)
        for log in logs {
            guard let text = log.printed(inColor: hasColor) else { continue }
            // Not through StandardOutput: a closed pipe must not end the process before the bundle is made.
            if isError { StandardError.write(text) } else { StandardStream.output.write(text + "\n") }
        }
        return logs.last { $0.id == process } ?? (logs.count == 1 ? logs[0] : nil)
    }

    func write(_ backtrace: Backtrace) throws(FileError) -> String {
        let file = "\(folder.path)/bundle.note"
        try OutputFile.write(backtrace.json.text, to: file, replacing: true)
        return file
    }

    func remove() { folder.remove() }
}
