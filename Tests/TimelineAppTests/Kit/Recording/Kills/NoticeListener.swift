import Foundation
import TimelineTestPrograms

/// Reads notices from a pipe.
struct NoticeListener {
    private let pipe: Int32
    private var rest: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private(set) var notices: [Notice] = []

    init(_ pipe: Int32) { self.pipe = pipe }

    /// The new notices. Never waits.
    mutating func listen() -> ArraySlice<Notice> {
        let before = notices.count
        while true {
            let count = read(pipe, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += buffer[..<count]
            let whole = rest.count / Notice.size * Notice.size
            rest.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: whole, by: Notice.size) {
                    notices.append(Notice(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Notice.size]))!)
                }
            }
            rest.removeFirst(whole)
        }
        return notices[before...]
    }
}
