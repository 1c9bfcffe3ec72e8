internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// A new folder that nobody else can enter, for what Swift's backtracer writes of the processes of one run.
///
/// The backtracer makes its files with the umask of the app; it is the folder that keeps others out.
struct BacktraceFolder {
    private let folder: OpenFolder
    let settings: BacktraceSettings

    /// More files than this are not looked at at once.
    private static let fileLimit = 100

    /// nil where the environment asks for other backtraces, or the folder cannot be made: then there are none for us, and
    /// the app runs as it would have.
    init?() {
        // In a list of settings, no path holds a comma.
        let asked = Environment["TMPDIR"].flatMap { $0.isEmpty || $0.contains(",") ? nil : FileSystem.absolute($0) }
        guard let folder = try? OpenFolder(in: asked ?? "/tmp", prefix: "timeline-") else { return nil }
        guard let settings = BacktraceSettings(asked: Environment["SWIFT_BACKTRACE"], folder: folder.path) else {
            folder.remove()
            return nil
        }
        self.folder = folder
        self.settings = settings
    }

    /// What was written of each process.
    func logs() -> [BacktraceLog] {
        folder.names(limit: Self.fileLimit).sorted().compactMap { name in
            folder.read(name, limit: BacktraceLog.byteLimit).map { BacktraceLog(name: name, bytes: $0) }
        }
    }

    /// Shows the backtraces where people expect them, now that they are here.
    func show(_ logs: [BacktraceLog]) {
        let isError = settings.stream == .error
        let inColour = settings.isColoured ?? (isError ? StandardError.hasColour : StandardOutput.hasColour)
        for log in logs {
            guard let text = BacktraceText.text(log, inColour: inColour) else { continue }
            // A reader who has gone away must not end this before the bundle is made.
            if isError { StandardError.write(text) } else { StandardStream.output.write(text + "\n") }
        }
    }

    /// Writes what a bundle is to say into the folder, for another executable. Returns the file.
    func write(_ backtrace: Backtrace) throws(FileError) -> String {
        let file = "\(folder.path)/bundle.note"
        try OutputFile.write(backtrace.json.text, to: file, replacing: true)
        return file
    }

    func remove() { folder.remove() }
}
