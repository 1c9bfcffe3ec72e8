internal import TimelineDebugger
internal import TimelineLibc

/// At most one instance at a time. A signal that ends the process restores the terminal first.
final class TerminalKeys {
    enum Input: Equatable, Sendable {
        case key(UInt8)
        /// The time has passed, or a signal interrupted the wait.
        case none
        /// The terminal was closed: no more keys follow.
        case closed
    }

    /// The original settings of the terminal. Set once, before signals are handled; a signal handler can use globals only.
    private nonisolated(unsafe) static var original = termios()

    private var settings = termios()

    init?() {
        guard StandardStream.input.isTerminal, StandardStream.output.isTerminal, tcgetattr(0, &Self.original) == 0
        else { return nil }
        settings = Self.original
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        for signal in [Signal.interrupt, .terminate, .hangUp, .quit] {
            signal.handle { number in
                // Only async-signal-safe calls.
                tcsetattr(0, TCSANOW, &TerminalKeys.original)
                Signal.Handler.restoreDefault(number)
                kill(getpid(), number)
            }
        }
        // The shell changes the settings on control-Z and `fg`. This signal interrupts `wait`, which applies them again.
        Signal.continued.handle { _ in }
        apply()
    }

    private func apply() { tcsetattr(0, TCSANOW, &settings) }

    func restore() { tcsetattr(0, TCSANOW, &Self.original) }

    static func wait(_ keys: TerminalKeys?, for time: Duration?) -> Input {
        let milliseconds = time.map { duration -> Int32 in
            let (seconds, attoseconds) = duration.components
            // Rounded up, so that the wait does not end early.
            return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
        var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        let count = poll(&descriptor, keys == nil ? 0 : 1, milliseconds ?? -1)
        if count < 0, errno == EINTR { keys?.apply() }
        guard keys != nil, count > 0 else { return .none }
        var key: UInt8 = 0
        let taken = read(0, &key, 1)
        if taken == 0 || (taken < 0 && errno == EIO) { return .closed }
        return taken == 1 ? .key(key) : .none
    }
}
