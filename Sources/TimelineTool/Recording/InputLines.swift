internal import TimelineDebugger
internal import TimelineKit

struct InputLines: ~Copyable {
    private var pending: LineBuffer
    private var isAtEnd = false
    private var hasBegun = false
    /// nil if the input is not packed. No line of JSON begins as gzip data does.
    private var gunzip: Gunzip?
    private let unpacker: GzipUnpacker
    private var unpackingError: Unpacked.UnpackingError?

    private let descriptor: Int32
    /// Called before each reading; false ends the lines.
    private let isAwaited: () throws -> Bool

    init(
        descriptor: Int32 = 0, after earlier: [UInt8] = [], isAwaited: @escaping () throws -> Bool = { true }
    ) throws(ToolError) {
        (self.descriptor, self.isAwaited) = (descriptor, isAwaited)
        pending = LineBuffer(earlier)
        hasBegun = !earlier.isEmpty
        unpacker = try GzipUnpacker()
    }

    /// Standard input becomes that file, also for an executable that this process becomes, unless it is `-`.
    init(of file: String) throws(ToolError) {
        if file != "-" {
            try ToolError.mapping(try FileDescriptor(file, for: .streaming).replace(0))
        }
        try self.init()
    }

    /// The bytes that were not returned as lines. Reads packed input to its end, so that another reader finds no rest of it.
    mutating func unreadBytes() throws -> [UInt8] {
        guard gunzip != nil else { return pending.takeRest() }
        var bytes: [UInt8] = []
        while let line = try next() { bytes += line + [UInt8(ascii: "\n")] }
        return bytes
    }

    /// Without its LF, which the last line may lack; nil at the end.
    mutating func next() throws -> [UInt8]? {
        while true {
            if let line = pending.takeLine() { return line }
            if isAtEnd {
                if let unpackingError {
                    throw ToolError(.badFile, "standard input cannot be unpacked: \(unpackingError.reason)")
                }
                return pending.count > 0 ? pending.takeRest() : nil
            }
            guard try isAwaited() else { return nil }
            let bytes = try FileDescriptor.read(descriptor, count: 1 << 16, named: "standard input")
            if bytes.isEmpty {
                isAtEnd = true
                unpackingError = gunzip?.errorAtEnd
            } else {
                try append(bytes)
            }
        }
    }

    private mutating func append(_ bytes: [UInt8]) throws(JournalError) {
        if !hasBegun, bytes[0] == Gunzip.magic[0] { gunzip = Gunzip() }
        hasBegun = true
        guard gunzip != nil else { return pending.append(bytes) }
        var unpacked: [UInt8] = []
        unpackingError = gunzip?.unpack(bytes) { unpacked += $0 }
        isAtEnd = unpackingError != nil
        try unpacker.count(packed: bytes.count, unpacked: unpacked.count, of: "standard input")
        pending.append(unpacked)
    }
}
