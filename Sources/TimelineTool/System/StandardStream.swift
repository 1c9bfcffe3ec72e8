internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineLibc

struct StandardStream: Sendable {
    static let input = StandardStream(descriptor: 0, name: "standard input")
    static var output: StandardStream {
        StandardStream(descriptor: outputDescriptor.load(ordering: .relaxed), name: "standard output")
    }
    static var errors: StandardStream {
        StandardStream(descriptor: CommandGroup.errors.load(ordering: .relaxed), name: "standard error")
    }

    private static let outputDescriptor = Atomic<Int32>(1)

    /// Descriptors 1 and 2 then refer to `descriptor`, so what other code prints is not part of the output. Idempotent.
    static func separateOutput(printingTo descriptor: Int32) {
        separate(1, outputDescriptor, printingTo: descriptor)
        if descriptor != 2 { separate(2, CommandGroup.errors, printingTo: descriptor) }
    }

    private static func separate(_ stream: Int32, _ current: borrowing Atomic<Int32>, printingTo descriptor: Int32) {
        guard current.load(ordering: .relaxed) == stream else { return }
        let own = fcntl(stream, F_DUPFD_CLOEXEC, 64)
        // Also -1, if the stream is closed: nothing can be written to it.
        guard own >= 0 || errno == EBADF else { return }
        current.store(own, ordering: .relaxed)
        if dup2(descriptor, stream) < 0 { close(stream) }
    }

    /// Makes descriptors 1 and 2 the standard streams again, for an executable that this process becomes.
    static func rejoinOutput() {
        rejoin(1, outputDescriptor)
        rejoin(2, CommandGroup.errors)
    }

    private static func rejoin(_ stream: Int32, _ current: borrowing Atomic<Int32>) {
        let own = current.load(ordering: .relaxed)
        if own == stream { return }
        fflush(nil)
        if own < 0 || dup2(own, stream) < 0 { close(stream) }
        if own >= 0 { close(own) }
        current.store(stream, ordering: .relaxed)
    }

    let descriptor: Int32
    private let name: String

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether to use color: on a terminal, unless `NO_COLOR` is set to anything (no-color.org).
    var hasColor: Bool { isTerminal && Environment["NO_COLOR"]?.isEmpty ?? true }

    /// The width of the terminal in columns, at least 20; 80 if it is unknown, or if this is not a terminal.
    var columns: Int {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return max(20, Int(size.ws_col))
    }

    /// Returns true once all readers of a pipe are gone; false at once where there is no stream, and once `input` has bytes or ended.
    func waitForClosedReader(orInput input: Int32 = -1) -> Bool {
        var places = [descriptor, input].map { pollfd(fd: $0, events: $0 == input ? Int16(POLLIN) : 0, revents: 0) }
        while poll(&places, 2, -1) < 0, errno == EINTR {}
        return places[0].revents & Int16(POLLERR | POLLHUP) != 0
    }

    func write(_ bytes: [UInt8]) throws(FileError) {
        let code = bytes.withUnsafeBytes { FileDescriptor.write($0, to: descriptor) }
        if code != 0 { throw FileError(name, "write", code) }
    }

    /// Writes text without a buffer, so that it survives a crash. Ignores errors.
    func write(_ text: String) { try? write(Array(text.utf8)) }
}
