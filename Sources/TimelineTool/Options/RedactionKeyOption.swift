internal import ArgumentParser
internal import TimelineKit
internal import TimelineSystem

/// The key of pseudonyms. It is never an argument, which other users of the machine can read and the shell's history keeps.
struct RedactionKeyOption: ParsableArguments {
    @Option(
        name: .customLong("key-file"),
        help: ArgumentHelp(
            "A file of mode 0600 with the key: copies with one key can be compared. (default: $\(Self.variable), else a "
                + "random key that is not stored)",
            valueName: "file"))
    var file: String?

    static let variable = "TIMELINE_REDACTION_KEY"

    func pseudonyms() throws(ToolError) -> Pseudonyms {
        if let file { return Pseudonyms(key: try Self.checked(try Self.bytes(of: file), from: file)) }
        guard let text = Environment[Self.variable] else { return .random() }
        return Pseudonyms(key: try Self.checked(Array(text.utf8), from: "$\(Self.variable)"))
    }

    private static func checked(_ key: [UInt8], from place: String) throws(ToolError) -> [UInt8] {
        guard key.count >= 16 else {
            throw ToolError(.usage, "the key in \(place) has \(Layout.count(key.count, "byte")); it needs at least 16")
        }
        return key
    }

    /// Without the end of a line of text, so that the same text in the environment is the same key.
    private static func bytes(of path: String) throws(ToolError) -> [UInt8] {
        let status: FileStatus
        let key: [UInt8]
        do throws(FileError) {
            let file = try FileDescriptor(path, for: .reading)
            guard let found = file.status, found.kind == .file else { throw FileError(path, "read", .notRegular) }
            status = found
            key = status.isPrivate ? try file.read(at: 0, count: 1 << 16) : []
        } catch { throw ToolError(.usage, error.description) }
        guard status.isPrivate else {
            throw ToolError(
                .usage,
                """
                other users can read \(path): its mode is \(String(status.permissions & 0o777, radix: 8)). The key lets them test guesses for hidden
                values. Restrict it to its owner: chmod 600 \(path)
                """)
        }
        guard key.last == UInt8(ascii: "\n"), key.dropLast().allSatisfy({ 0x20...0x7E ~= $0 }) else { return key }
        return key.dropLast()
    }
}
