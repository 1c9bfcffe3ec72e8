internal import TimelineSystem

/// Reads single keys from a terminal, without waiting for a line end.
struct KeyReader {
    enum Key {
        case pause
        case forward
        case back
        case faster
        case slower
        case quit
        /// The terminal was closed.
        case closed
    }

    static let help = ". next step   , step back   + - speed   space pause   q quit"

    private let keys: TerminalKeys

    /// Switches the terminal to single-key input until `restore()`. Returns nil if standard input or output is not a terminal.
    init?() {
        guard let keys = TerminalKeys() else { return nil }
        self.keys = keys
    }

    /// Restores the terminal's settings.
    func restore() { keys.restore() }

    /// Waits up to `timeout` for a key; without limit if it is nil. Without a reader, only waits. Returns nil on timeout, after a
    /// signal, and for a key without a meaning.
    static func wait(_ reader: KeyReader?, for timeout: Duration?) -> Key? {
        switch TerminalKeys.wait(reader?.keys, for: timeout) {
        case .none: nil
        case .closed: .closed
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
