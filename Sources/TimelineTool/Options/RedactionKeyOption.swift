internal import ArgumentParser
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The key of pseudonyms. It never stands on the command line, which other users of the machine and the shell's history
/// see.
struct RedactionKeyOption: ParsableArguments {
    @Option(
        name: .customLong("key-file"),
        help: ArgumentHelp(
            "A file of mode 0600 with the key, so that copies made with it can be compared. (default: "
                + "$\(Self.variable), else a random key that is kept nowhere)",
            valueName: "file"))
    var file: String?

    static let variable = "TIMELINE_REDACTION_KEY"

    /// Pseudonyms under the key that was given, or under a random one.
    func pseudonyms() throws(ToolError) -> Pseudonyms {
        if let file { return Pseudonyms(key: try Self.checked(try Self.bytes(of: file), from: file)) }
        guard let text = getenv(Self.variable) else { return .random() }
        return Pseudonyms(key: try Self.checked(Array(String(cString: text).utf8), from: "$\(Self.variable)"))
    }

    private static func checked(_ key: [UInt8], from place: String) throws(ToolError) -> [UInt8] {
        guard key.count >= 16 else {
            throw ToolError(
                .usage, "the key in \(place) has \(Layout.count(key.count, "byte")), and needs 16 or more")
        }
        return key
    }

    /// The bytes of the file. Where they are a line of text, its end is no part of the key, so that the same text in the
    /// environment is the same key.
    private static func bytes(of path: String) throws(ToolError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw ToolError(.usage, FileError(path, "open", errno).description) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ToolError(.usage, "cannot read \(path): it is no regular file")
        }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() || status.st_uid == 0 else {
            throw ToolError(
                .usage,
                """
                others may read \(path): its mode is \(String(status.st_mode & 0o777, radix: 8)). Whoever has the key can try \
                values out.
                Make it its owner's alone: chmod 600 \(path)
                """)
        }
        var key = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        while count < key.count {
            let more = key.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if more == 0 { break }
            if more < 0, errno != EINTR { throw ToolError(.usage, FileError(path, "read", errno).description) }
            count += max(0, more)
        }
        key.removeLast(key.count - count)
        guard key.last == UInt8(ascii: "\n"), key.dropLast().allSatisfy({ 0x20...0x7E ~= $0 }) else { return key }
        return key.dropLast()
    }
}
