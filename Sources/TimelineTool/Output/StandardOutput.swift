internal import Synchronization
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

/// Where facts go. Lines are gathered, and written when there are many, at `flush()`, or at once on a terminal.
enum StandardOutput {
    private static let gathered = Mutex<[UInt8]>([])

    /// Whether what is left to do is for the reader alone, so that without one the process may end. What a command finds
    /// is told by its exit status, too, which it must come to.
    static let isForReaderAlone = Atomic(false)

    /// Whether a person is looking.
    static let isTerminal = StandardStream.output.isTerminal

    /// Whether to use colour: on a terminal, unless `NO_COLOR` is set to anything (no-color.org).
    static let hasColour = StandardStream.output.hasColor

    /// How many columns a line may have: those of the terminal, 80 elsewhere.
    static let columns = StandardStream.output.columns

    /// Writes lines. On a terminal, what is unprintable and no style of ours is written out as JSON has it, and lines that are
    /// longer than its lines are broken between words.
    static func print(_ text: String) {
        let text = isTerminal ? Layout.wrapped(Style.onTerminal(text), to: columns) : text
        gather(Array(text.utf8) + [UInt8(ascii: "\n")])
    }

    /// Writes whole lines of JSON: as they are into a file or a pipe, and with what is unprintable written out on a
    /// terminal.
    static func write(_ bytes: [UInt8]) {
        gather(isTerminal ? Array(VisibleText.json(String(decoding: bytes, as: UTF8.self)).utf8) : bytes)
    }

    private static func gather(_ bytes: [UInt8]) {
        let isFull = gathered.withLock {
            $0.append(contentsOf: bytes)
            return $0.count > 1 << 16
        }
        if isFull || isTerminal { flush() }
    }

    /// Writes all of a file of JSON, and returns how many bytes it has. They are out then, so that it may be told.
    static func write(all bytes: some ByteSource) throws(FileError) -> Int {
        var offset = 0
        // What was read and may end within a character.
        var pending: [UInt8] = []
        while true {
            let piece = try bytes.read(at: offset, count: 1 << 16)
            if piece.isEmpty { break }
            pending += piece
            let end = pending.lastIndex { $0 < 0x80 }.map { $0 + 1 } ?? 0
            write(Array(pending[..<end]))
            pending.removeFirst(end)
            offset += piece.count
        }
        write(pending)
        flush()
        return offset
    }

    /// Writes what was gathered. That a reader has gone away is no error: what he does not want is dropped.
    static func flush() {
        let bytes = gathered.withLock { gathered in
            defer { gathered = [] }
            return gathered
        }
        do throws(FileError) { try StandardStream.output.write(bytes) } catch {
            if error.isBrokenPipe {
                if isForReaderAlone.load(ordering: .relaxed) { CurrentProcess.exit(0) }
                return
            }
            StandardError.write("Error: cannot write to standard output: \(error.systemReason)")
            CurrentProcess.exit(ExitStatus.cannotCreate.rawValue)
        }
    }
}
