internal import TimelineDebugger
internal import TimelineKit

/// The timelines of the arguments, then those of the paths that `--files-from` lists, each as soon as it is read.
struct VerificationInputs: ~Copyable {
    private var found: ArraySlice<FoundTimeline> = []
    private var lines: InputLines?
    private var readLines: [[UInt8]] = []
    private(set) var taken = 0

    init(_ paths: [String], list: String?) throws {
        for path in paths { found += FoundTimeline.all(at: path) }
        guard let list else { return }
        lines = try Self.handedOver().map { try InputLines(after: $0) } ?? InputLines(of: list)
    }

    var count: Int? { lines == nil ? found.count : nil }

    mutating func take() throws -> FoundTimeline? {
        guard try peek(0) != nil else { return nil }
        taken += 1
        readLines = []
        return found.removeFirst()
    }

    private mutating func peek(_ index: Int) throws -> FoundTimeline? {
        while index >= found.count, let line = try lines?.next() {
            readLines.append(line)
            var path = String(decoding: line, as: UTF8.self)
            if path.hasSuffix("\r") { path.removeLast() }
            // Standard input is the list itself.
            if !path.isEmpty { found += FoundTimeline.all(at: path == "-" ? "./-" : path) }
        }
        return found.dropFirst(index).first
    }

    /// If this process lacks the program, becomes the executable of the first timeline that has one. Call this before `take()`.
    mutating func findProgram(_ option: ProgramOption) throws -> ToolError? {
        if ProgramOption.hasBecome { return nil }
        var index = 0
        var missing: ToolError?
        while let input = try peek(index) {
            index += 1
            guard case .place(let place) = input,
                let name = try? place.header(unpacker: GzipUnpacker()).program
            else { continue }
            if option.isLinked(name) { return nil }
            if case .found = ProgramSearch(name, named: option.path) { try handOver() }
            do throws(ToolError) { _ = try option.program(name, for: place.name) } catch { missing = missing ?? error }
            if option.path != nil { break }
        }
        if option.path != nil, let missing { throw missing }
        return missing
    }

    // MARK: - Between executables

    /// The path of what another executable has read of the list.
    private static let variable = "TIMELINE_READ_LIST"

    private mutating func handOver() throws {
        guard let unread = try lines?.unreadBytes() else { return }
        var spool = try Spool(named: "standard input")
        for line in readLines { try spool.append(line + [UInt8(ascii: "\n")]) }
        try spool.append(unread)
        guard let descriptor = try spool.finish().file.inheritableDescriptor() else { return }
        Environment.set(Self.variable, to: "/dev/fd/\(descriptor)")
    }

    private static func handedOver() throws(ToolError) -> [UInt8]? {
        guard ProgramOption.hasBecome, let path = Environment[variable] else { return nil }
        Environment.remove(variable)
        return try FileBytes.contents(of: path)
    }
}
