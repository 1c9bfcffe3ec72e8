#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Single keys from a terminal, without waiting for the end of a line.
final class KeyReader {
    enum Key {
        case pause
        case forward
        case back
        case faster
        case slower
        case quit
        /// The terminal was closed: no key will come any more.
        case gone
    }

    static let help = ". next step   , step back   + - speed   space pause   q quit"

    /// How the terminal was. Set once, before signals are caught; a handler can reach nothing else.
    private nonisolated(unsafe) static var usual = termios()

    private var raw = termios()

    /// Nil where standard input or output is no terminal.
    init?() {
        guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &Self.usual) == 0 else { return nil }
        var raw = Self.usual
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            signal(number) { number in
                // Only calls that are safe in a handler. The signal then does what it does by default.
                tcsetattr(0, TCSANOW, &KeyReader.usual)
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
        }
        // After control-Z and `fg` the shell has set the terminal its own way: waiting ends, and it is set anew.
        var continued = sigaction()
        continued.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGCONT, &continued, nil)
        self.raw = raw
        takeTerminal()
    }

    private func takeTerminal() { tcsetattr(0, TCSANOW, &raw) }

    /// Gives the terminal back as it was.
    func restore() { tcsetattr(0, TCSANOW, &Self.usual) }

    /// Waits for a key, at most for `time`; nil is for ever. Returns nil at the end of the time, and for other keys.
    static func wait(_ reader: KeyReader?, for time: Duration?) -> Key? {
        let milliseconds = time.map { duration -> Int32 in
            let (seconds, attoseconds) = duration.components
            // Rounded up, so that the wait does not end just before its time, and again.
            return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
        var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        let count = poll(&descriptor, reader == nil ? 0 : 1, milliseconds ?? -1)
        if count < 0, errno == EINTR { reader?.takeTerminal() }
        var key: UInt8 = 0
        guard reader != nil, count > 0 else { return nil }
        let taken = read(0, &key, 1)
        if taken == 0 || (taken < 0 && errno == EIO) { return .gone }
        guard taken == 1 else { return nil }
        return switch key {
        case UInt8(ascii: " "): .pause
        case UInt8(ascii: "."): .forward
        case UInt8(ascii: ","): .back
        case UInt8(ascii: "+"), UInt8(ascii: "="): .faster
        case UInt8(ascii: "-"): .slower
        case UInt8(ascii: "q"): .quit
        default: nil
        }
    }
}
