internal import TimelineJournal

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The names of the files that a recording makes.
enum RecordingName {
    /// `episodes-20261121-043105.jsonl`, by the local clock; `timeline-…` where there is no valid name.
    static func now(of program: ProgramName?) -> String { now(program?.text ?? "timeline") }

    /// - Parameter name: Chosen by whoever runs the tool, and without a slash.
    static func now(_ name: String) -> String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return "\(name)-\(text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }).jsonl"
    }

    /// The path from the root, for a process that may work in another folder.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
