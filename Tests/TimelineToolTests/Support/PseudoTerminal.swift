import Foundation
import TimelineTestSupport

final class PseudoTerminal {
    /// The path that a process opens as its terminal.
    let path: String
    /// The output so far, with LF as line end.
    private(set) var transcript = ""
    private let descriptor: Int32
    private var other: Int32
    private var searched = 0
    /// The bytes of an incomplete character or line end.
    private var unfinished: [UInt8] = []

    init(columns: Int = 80) throws {
        var (own, other): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 25, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        var name = [CChar](repeating: 0, count: 256)
        guard openpty(&own, &other, &name, nil, &size) == 0 else {
            throw TestProcess.Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        _ = fcntl(own, F_SETFD, FD_CLOEXEC)
        _ = fcntl(other, F_SETFD, FD_CLOEXEC)
        descriptor = own
        // Kept open until `release`, so that the size is kept.
        self.other = other
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Closes this end: when the process exits, the terminal has no more users.
    func release() {
        if other >= 0 { close(other) }
        other = -1
    }

    deinit {
        release()
        close(descriptor)
    }

    /// Reads until `text` appears after the text that was awaited before; with an empty text, until the tool reads single keys.
    func await(_ text: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        var settings = termios()
        while text.isEmpty {
            if tcgetattr(descriptor, &settings) == 0, settings.c_lflag & tcflag_t(ICANON) == 0 { return }
            guard ContinuousClock.now < deadline else { throw TestProcess.Failure(description: "no key is read") }
            usleep(2000)
        }
        while true {
            let rest = transcript.dropFirst(searched)
            if let found = rest.range(of: text) {
                searched = transcript.distance(from: transcript.startIndex, to: found.upperBound)
                return
            }
            guard ContinuousClock.now < deadline, read(for: 100) != false else {
                throw TestProcess.Failure(description: "\"\(text)\" was not shown, but:\n\(transcript)")
            }
        }
    }

    func type(_ text: String) { _ = text.withCString { write(descriptor, $0, strlen($0)) } }

    /// Reads until the terminal has no more users.
    func readToEnd() {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline, read(for: 100) != false {}
    }

    /// False at the end, nil if nothing arrived.
    private func read(for milliseconds: Int32) -> Bool? {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, milliseconds) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        unfinished += buffer[..<max(count, 0)]
        // A read may end within a character, or between CR and LF.
        let start = unfinished.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        let length =
            switch unfinished.isEmpty ? 0 : unfinished[start] {
            case 0x0D: 2
            case 0xC0..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0...: 4
            default: 1
            }
        let isFinished = count <= 0 || unfinished.count - start >= length
        let finished = unfinished.prefix(isFinished ? unfinished.count : start)
        unfinished.removeFirst(finished.count)
        transcript += String(decoding: finished, as: UTF8.self).replacing("\r\n", with: "\n")
        return count > 0
    }
}
