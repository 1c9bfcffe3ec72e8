internal import TimelineSystem

/// Single keys from a terminal, without waiting for the end of a line.
struct KeyReader {
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

    private let keys: TerminalKeys

    /// Nil where standard input or output is no terminal.
    init?() {
        guard let keys = TerminalKeys() else { return nil }
        self.keys = keys
    }

    /// Gives the terminal back as it was.
    func restore() { keys.restore() }

    /// Waits for a key, at most for `time`; nil is for ever. Returns nil at the end of the time, and for other keys.
    static func wait(_ reader: KeyReader?, for time: Duration?) -> Key? {
        switch TerminalKeys.wait(reader?.keys, for: time) {
        case .none: nil
        case .closed: .gone
        case .key(let byte): key(byte)
        }
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
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
