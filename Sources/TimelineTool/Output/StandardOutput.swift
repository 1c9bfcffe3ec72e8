internal import Dispatch
internal import Synchronization
internal import TimelineKit

/// The stream of results. Lines are buffered; on a terminal they are written at once.
enum StandardOutput {
    private static let buffer = Mutex<[UInt8]>([])

    /// A closed pipe ends any command but one whose exit status is a result, or that cleans up: that runs to its end.
    static let hasResult = Atomic(false)

    static let isTerminal = StandardStream.output.isTerminal

    static let hasColor = StandardStream.output.hasColor

    static let columns = StandardStream.output.columns

    static func print(_ text: String) {
        let text = isTerminal ? Layout.wrapped(Style.onTerminal(text), to: columns) : text
        append(Array(text.utf8) + [UInt8(ascii: "\n")])
    }

    private static let limit = 1 << 16

    /// Writes whole lines of JSON: unchanged into a file or a pipe, with unprintable characters escaped on a terminal.
    static func write(_ bytes: [UInt8]) {
        append(isTerminal ? Array(VisibleText.json(String(decoding: bytes, as: UTF8.self)).utf8) : bytes)
    }

    private static func append(_ bytes: [UInt8]) {
        let isFull = buffer.withLock {
            $0.append(contentsOf: bytes)
            return $0.count > limit
        }
        if isFull || isTerminal { flush() }
    }

    /// Returns where the bytes end.
    static func write(all bytes: some ByteSource, from start: Int = 0) throws(FileError) -> Int {
        var offset = start
        // The bytes read so far that may end within a character.
        var pending: [UInt8] = []
        while case let piece = try bytes.read(at: offset, count: 1 << 16), !piece.isEmpty {
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

    /// Ends this process once nobody reads its output. For a command that may write nothing for long.
    static func endWithReader() {
        DispatchQueue(label: "timeline.reader").async {
            if StandardStream.output.waitForClosedReader() { SupervisedProcess.exit(0) }
        }
    }

    /// Writes the buffer. A closed pipe is not an error.
    static func flush() {
        let bytes = buffer.withLock { exchange(&$0, with: []) }
        do throws(FileError) { try StandardStream.output.write(bytes) } catch {
            if error.isBrokenPipe {
                if hasResult.load(ordering: .relaxed) { return }
                SupervisedProcess.exit(0)
            }
            StandardError.write("Error: cannot write to standard output: \(error.systemReason)")
            SupervisedProcess.exit(ExitStatus.cannotCreate.rawValue)
        }
    }
}
