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

    func remove() { folder.remove() }
}

/// The value of `SWIFT_BACKTRACE` for a recorded app: `key=value,key=value`, where the last value of a key counts and case does not matter.
/// See <https://github.com/swiftlang/swift/blob/main/docs/Backtracing.rst>.
struct BacktraceSettings: Equatable {
    enum Stream: Equatable { case output, error }

    let value: String
    let stream: Stream
    /// nil: on a terminal.
    let hasColor: Bool?

    /// Nil if the environment asks for another form, which this would prevent, or if a list of settings cannot hold the folder.
    init?(inherited: String?, folder: String) {
        guard folder.hasPrefix("/"), !folder.contains(",") else { return nil }
        var settings: [String: String] = [:]
        for setting in (inherited ?? "").split(separator: ",") {
            guard let sign = setting.firstIndex(of: "=") else { continue }
            settings[setting[..<sign].lowercased()] = setting[setting.index(after: sign)...].lowercased()
        }
        let yes: Set<String> = ["on", "true", "yes", "y", "t", "1"]
        let maybe: Set<String> = ["tty", "auto"]
        func isOn(_ key: String) -> Bool? { settings[key].flatMap { maybe.contains($0) ? nil : yes.contains($0) } }
        if isOn("enable") == false || isOn("interactive") == true || settings["format"] == "json" { return nil }
        switch settings["output-to"] ?? "auto" {
        case "stdout": stream = .output
        case "stderr", "auto": stream = .error
        default: return nil
        }
        hasColor = isOn("color")
        // An older runtime does not know all of these settings, and must not print warnings about them.
        let first = "warnings=suppressed,enable=yes,"
        let own = inherited.map { $0.hasSuffix(",") || $0.isEmpty ? $0 : "\($0)," } ?? ""
        // `sanitize` hides the app's memory. Without the trailing slash, a process that outlives the folder would create a file of its name.
        let last =
            "format=json,output-to=\(folder)/,interactive=no,color=no,sanitize=yes,threads=crashed,registers=none,images=mentioned"
        value = first + own + last
    }
}
