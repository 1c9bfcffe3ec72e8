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
    }

    private var usual = termios()

    /// Nil where standard input or output is no terminal.
    init?() {
        guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &usual) == 0 else { return nil }
        var raw = usual
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(0, TCSANOW, &raw)
    }

    /// Gives the terminal back as it was.
    func restore() { tcsetattr(0, TCSANOW, &usual) }

    /// Waits for a key, at most for `time`; nil is for ever. Returns nil at the end of the time, and for other keys.
    static func wait(_ reader: KeyReader?, for time: Duration?) -> Key? {
        let milliseconds = time.map { duration -> Int32 in
            let (seconds, attoseconds) = duration.components
            // Rounded up, so that the wait does not end just before its time, and again.
            return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
        var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        let count = poll(&descriptor, reader == nil ? 0 : 1, milliseconds ?? -1)
        var key: UInt8 = 0
        guard reader != nil, count > 0, read(0, &key, 1) == 1 else { return nil }
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
