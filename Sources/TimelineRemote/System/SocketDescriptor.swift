internal import TimelineLibc

struct SocketDescriptor: Sendable {
    enum Direction: Sendable { case reading, writing, both }

    static let maxPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private let rawValue: Int32

    init(_ rawValue: Int32) { self.rawValue = rawValue }

    static func restrictToOwner(_ path: String) -> Bool { chmod(path, 0o600) == 0 }

    func closeOnExec() { _ = fcntl(rawValue, F_SETFD, FD_CLOEXEC) }

    /// Detects a peer whose machine is gone, sends small messages at once, and lets a write to a peer that is gone fail, in place of
    /// `SIGPIPE`. Child processes do not inherit the connection.
    func prepareConnection() {
        closeOnExec()
        set(SOL_SOCKET, SO_KEEPALIVE)
        set(Int32(IPPROTO_TCP), TCP_NODELAY)
        // FlyingSocks writes with `write(2)` there, and elsewhere with `MSG_NOSIGNAL`.
        #if canImport(Darwin)
            set(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    /// No effect on a socket that lacks the option.
    private func set(_ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        _ = setsockopt(rawValue, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Ends reading or writing, and wakes the tasks that wait for it.
    func end(_ direction: Direction) {
        let number =
            switch direction {
            case .reading: SHUT_RD
            case .writing: SHUT_WR
            case .both: SHUT_RDWR
            }
        _ = shutdown(rawValue, Int32(number))
    }

    func sendNow(_ bytes: [UInt8]) {
        #if canImport(Darwin)
            _ = send(rawValue, bytes, bytes.count, Int32(MSG_DONTWAIT))
        #else
            _ = send(rawValue, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        #endif
    }
}
