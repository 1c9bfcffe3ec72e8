internal import TimelineRemote

/// What `serve` serves.
enum PagePath: String, ServedPath {
    /// The page without data.
    case page = "/"
    /// The WebSocket with the data.
    case socket = "/socket"

    var methods: [String] { ["GET"] }
    var isWebSocket: Bool { self == .socket }
    var parameterNames: [String] { [] }
    // The token is in a message, so that every GET without one only reads the page without data.
    var isWritten: Bool { false }
}
