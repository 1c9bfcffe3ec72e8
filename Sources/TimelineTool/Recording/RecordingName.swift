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
    /// `episodes-20261121-043105.jsonl`, by the local clock.
    static func now(_ name: String) -> String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return "\(name)-\(text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }).jsonl"
    }

    /// Makes sure that `path` is free: where it is not, takes it away if that was asked for, and refuses otherwise.
    static func makeWay(_ path: String, force: Bool) throws(ToolError) {
        do throws(FileError) {
            if force {
                if unlink(path) != 0, errno != ENOENT { throw FileError(path, "replace", errno) }
            } else {
                try OutputFile.requireNew(path)
            }
        } catch {
            throw OutputOption.refusal(error)
        }
    }

    /// The path from the root, for a process that may work in another folder.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
