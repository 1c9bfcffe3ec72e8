#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that has lost its name. An editor that opened it before may still write into it.
package final class DisplacedFile {
    private let descriptor: Int32
    /// What was in it when it was opened, or looked at last.
    private(set) var text: [UInt8]

    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        text = []
        guard descriptor >= 0 else { return nil }
        guard let text = look() else { return nil }
        self.text = text
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// What was written into it since it was looked at last; nil where nothing was.
    package func newText() -> [UInt8]? {
        guard let now = look(), now != text else { return nil }
        text = now
        return now
    }

    private func look() -> [UInt8]? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= StateFile.mostBytes
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + count, $0.count - count, count)
            }
            if more < 0, errno != EINTR { return nil }
            if more == 0 { break }
            count += max(0, more)
        }
        return Array(bytes[..<count])
    }
}
