/// What Swift is asked to do where an app crashes: the value of `SWIFT_BACKTRACE`. Pure.
///
/// It is a list of settings, `key=value,key=value`, of which the last of a key counts; keys and values are of either case.
/// See <https://github.com/swiftlang/swift/blob/main/docs/Backtracing.rst>.
struct BacktraceSettings: Equatable {
    /// Where what was asked for can still be had, though the backtrace goes to us first.
    enum Stream: Equatable {
        case output, error
    }

    /// What the app's environment says, with our own settings after it.
    let value: String
    /// Where people expect to read the backtrace.
    let stream: Stream
    /// Whether in colour; nil: on a terminal.
    let isColoured: Bool?

    /// - Parameters:
    ///   - asked: What the environment says already.
    ///   - folder: Where backtraces are to go, from the root.
    /// - Returns: nil where the environment asks for what would be lost: no backtrace at all, one in a file or as JSON for
    ///   another reader, or a conversation at the place of the crash; and where the folder cannot be named in a list.
    init?(asked: String?, folder: String) {
        guard folder.hasPrefix("/"), !folder.contains(",") else { return nil }
        var settings: [String: String] = [:]
        for setting in (asked ?? "").split(separator: ",") {
            guard let sign = setting.firstIndex(of: "=") else { continue }
            settings[setting[..<sign].lowercased()] = setting[setting.index(after: sign)...].lowercased()
        }
        let yes: Set<String> = ["on", "true", "yes", "y", "t", "1"]
        let maybe: Set<String> = ["tty", "auto"]
        func isOn(_ key: String) -> Bool? {
            settings[key].flatMap { maybe.contains($0) ? nil : yes.contains($0) }
        }
        if isOn("enable") == false || isOn("interactive") == true || settings["format"] == "json" { return nil }
        switch settings["output-to"] ?? "auto" {
        case "stdout": stream = .output
        case "stderr", "auto": stream = .error
        default: return nil
        }
        isColoured = isOn("color")
        // An older runtime does not know all of these: it is to say nothing of that, unless asked.
        let first = "warnings=suppressed,enable=yes,"
        let own = asked.map { $0.hasSuffix(",") || $0.isEmpty ? $0 : "\($0)," } ?? ""
        // Sanitised, what is written holds no memory of the app. Without the slash, a process that lives on after the folder
        // is gone would make a file of that name.
        let last =
            "format=json,output-to=\(folder)/,interactive=no,color=no,sanitize=yes,threads=crashed,registers=none,images=mentioned"
        value = first + own + last
    }
}
