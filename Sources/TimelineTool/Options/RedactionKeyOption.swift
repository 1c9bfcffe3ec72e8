internal import ArgumentParser
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

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
        guard let text = Environment[Self.variable] else { return .random() }
        return Pseudonyms(key: try Self.checked(Array(text.utf8), from: "$\(Self.variable)"))
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
        let status: FileStatus
        let key: [UInt8]
        do throws(FileError) {
            let file = try FileDescriptor(path, for: .reading)
            guard let found = file.status, found.kind == .file else { throw FileError(path, "read", .notRegular) }
            status = found
            key = status.isPrivate ? try file.read(at: 0, count: 1 << 16) : []
        } catch {
            throw ToolError(.usage, error.description)
        }
        guard status.isPrivate else {
            throw ToolError(
                .usage,
                """
                others may read \(path): its mode is \(String(status.permissions & 0o777, radix: 8)). Whoever has the key can try values out.
                Make it its owner's alone: chmod 600 \(path)
                """)
        }
        guard key.last == UInt8(ascii: "\n"), key.dropLast().allSatisfy({ 0x20...0x7E ~= $0 }) else { return key }
        return key.dropLast()
    }
}
