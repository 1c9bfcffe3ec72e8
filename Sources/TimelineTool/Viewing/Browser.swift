internal import TimelineSystem

/// The browser of the system.
enum Browser {
    #if canImport(Darwin)
        private static let command = "open"
    #else
        private static let command = "xdg-open"
    #endif

    /// Opens a file.
    static func open(_ path: String) throws(ToolError) {
        let reason: String
        do throws(ChildProcess.StartError) {
            let ending = try ChildProcess([command, path.hasPrefix("/") ? path : "./\(path)"]).wait()
            if ending == .exited(0) { return }
            reason = "\(command) failed"
        } catch { reason = "\(error)" }
        throw ToolError(.unavailable, "\(path) was written, but not opened: \(reason). Open it in a browser.")
    }
}
