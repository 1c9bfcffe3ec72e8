internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A new folder that nobody else can enter, for what Swift's backtracer writes of the processes of one run.
///
/// The backtracer makes its files with the umask of the app; it is the folder that keeps others out.
struct BacktraceFolder {
    private let path: String
    /// The folder itself, whatever the app may put in its place.
    private let descriptor: Int32
    let settings: BacktraceSettings

    /// More files than this are not looked at at once.
    private static let fileLimit = 100

    /// nil where the environment asks for other backtraces, or the folder cannot be made: then there are none for us, and
    /// the app runs as it would have.
    init?() {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        // In a list of settings, no path holds a comma.
        let asked = variable("TMPDIR").flatMap { $0.isEmpty || $0.contains(",") ? nil : RecordingName.absolute($0) }
        var template = Array("\(asked ?? "/tmp")/timeline-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, let settings = BacktraceSettings(asked: variable("SWIFT_BACKTRACE"), folder: path) else {
            if descriptor >= 0 { close(descriptor) }
            rmdir(path)
            return nil
        }
        self.settings = settings
    }

    /// What was written of each process.
    func logs() -> [BacktraceLog] {
        names().sorted().compactMap { name in read(name).map { BacktraceLog(name: name, bytes: $0) } }
    }

    /// Shows the backtraces where people expect them, now that they are here.
    func show(_ logs: [BacktraceLog]) {
        let isError = settings.stream == .error
        let inColour = settings.isColoured ?? (isError ? StandardError.hasColour : StandardOutput.hasColour)
        for log in logs {
            guard let text = BacktraceText.text(log, inColour: inColour) else { continue }
            // A reader who has gone away must not end this before the bundle is made.
            if isError { StandardError.write(text) } else { systemWrite(1, text + "\n") }
        }
    }

    /// Writes what a bundle is to say into the folder, for another executable. Returns the file.
    func write(_ backtrace: Backtrace) throws(FileError) -> String {
        let file = "\(path)/bundle.note"
        try OutputFile.write(backtrace.json.text, to: file, replacing: true)
        return file
    }

    func remove() {
        while case let names = names(), !names.isEmpty {
            guard names.contains(where: { unlinkat(descriptor, $0, 0) == 0 }) else { break }
        }
        close(descriptor)
        rmdir(path)
    }

    private func names() -> [String] {
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let folder = fdopendir(own) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while names.count < Self.fileLimit, let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// A regular file of a size that a backtrace may have; nil for anything else.
    private func read(_ name: String) -> [UInt8]? {
        let descriptor = openat(descriptor, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        fchmod(descriptor, 0o600)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= BacktraceLog.byteLimit {
            let count = systemRead(descriptor, &piece, piece.count)
            if count == 0 { return bytes }
            if count < 0, errno != EINTR { return nil }
            bytes += piece.prefix(max(0, count))
        }
        return nil
    }
}

/// `read(2)`, whose name a method above hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ text: String) {
    var text = text
    text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
}
