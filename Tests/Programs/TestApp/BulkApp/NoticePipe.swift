import Foundation
import TimelineTestPrograms

/// Writes notices to the pipe. Safe for threads: each is one `write(2)` of less than `PIPE_BUF`.
struct NoticePipe: Sendable {
    private let descriptor: Int32

    init(_ path: String) {
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        precondition(descriptor >= 0, "cannot open the pipe \(path)")
    }

    func write(_ notice: Notice) {
        notice.withBytes { bytes in
            while true {
                let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
                if count == bytes.count { return }
                precondition(count < 0 && errno == EINTR, "the pipe took \(count) bytes of a notice")
            }
        }
    }
}
