internal import TimelineDebugger

enum Browser {
    #if canImport(Darwin)
        private static let command = "open"
    #else
        private static let command = "xdg-open"
    #endif

    static func open(_ path: String) throws(ToolError) {
        guard let reason = failure(opening: path.hasPrefix("/") ? path : "./\(path)") else { return }
        throw ToolError(.unavailable, "\(path) was written, but not opened: \(reason). Open it in a browser.")
    }

    static func failure(opening url: String) -> String? {
        do throws(ChildProcess.StartError) {
            return try ChildProcess([command, url]).wait() == .exited(0) ? nil : "\(command) failed"
        } catch { return "\(error)" }
    }
}
