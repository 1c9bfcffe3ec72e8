/// A child that reads lines from its descriptor 3. The lines that it writes to standard output and standard error, or to its descriptor
/// 4 alone, arrive here. Not thread-safe.
package final class PipedProcess {
    package static let inputDescriptor: Int32 = 3
    /// For a child whose standard output is discarded.
    package static let outputDescriptor: Int32 = 4
    /// Nothing is sent to it. At its end, the process that started the child is gone.
    package static let lifelineDescriptor: Int32 = 6

    package let child: ChildProcess
    private var input: FileDescriptor?
    private let output: FileDescriptor
    private let lifeline: FileDescriptor
    private var received = LineBuffer()
    private var ending: ChildProcess.Ending?
    private let lineLimit: Int

    /// Another child that inherits an end of a pipe would keep it open.
    package static let starting = Locked<Void>(())

    package init(
        _ arguments: [String], environment: [String: String] = [:], input bytes: [UInt8]? = nil,
        discardsStandardOutput: Bool = false, sharing descriptor: (number: Int32, own: Int32)? = nil,
        group: Int32? = nil, lineLimit: Int = (256 << 20) + (1 << 16)
    ) throws(ChildProcess.StartError) {
        self.lineLimit = lineLimit
        Self.starting.lock()
        defer { Self.starting.unlock() }
        let input = try Self.pipe(arguments[0])
        let output = try Self.pipe(arguments[0])
        let lifeline = try Self.pipe(arguments[0])
        var descriptors = [
            Self.inputDescriptor: input.reading.rawValue, Self.lifelineDescriptor: lifeline.reading.rawValue,
        ]
        for number in discardsStandardOutput ? [Self.outputDescriptor] : [1, 2] {
            descriptors[number] = output.writing.rawValue
        }
        if let descriptor { descriptors[descriptor.number] = descriptor.own }
        child = try ChildProcess(
            arguments, environment: environment, input: bytes,
            outputFile: discardsStandardOutput ? "/dev/null" : nil, discardsErrors: discardsStandardOutput,
            descriptors: descriptors, group: group)
        self.input = input.takeWriting()
        self.lifeline = lifeline.takeWriting()
        self.output = output.takeReading()
    }

    private static func pipe(_ command: String) throws(ChildProcess.StartError) -> FileDescriptor.Pipe {
        do throws(FileError) { return try FileDescriptor.pipe(named: command) } catch {
            throw ChildProcess.StartError(command: command, code: error.code)
        }
    }

    deinit {
        if ending == nil {
            input = nil
            child.kill()
            _ = try? child.wait()
        }
    }

    /// False if the child has closed its end.
    package func send(_ line: [UInt8]) -> Bool {
        guard let descriptor = input?.rawValue else { return false }
        return (line + [UInt8(ascii: "\n")]).withUnsafeBytes { FileDescriptor.write($0, to: descriptor) } == 0
    }

    /// Without its LF, which the last line may lack; nil at the end. After a line that is too long, no other line can be read.
    package func nextLine() throws(FileError) -> [UInt8]? {
        while true {
            if let line = received.takeLine() { return line }
            guard received.count <= lineLimit else { throw FileError(output.path, "read", .lineTooLong) }
            let more = try FileDescriptor.read(output.rawValue, count: 1 << 16, named: output.path)
            if more.isEmpty { return received.count > 0 ? received.takeRest() : nil }
            received.append(more)
        }
    }

    package func wait() throws(ChildProcess.StartError) -> ChildProcess.Ending {
        if let ending { return ending }
        input = nil
        let ending = try child.wait()
        self.ending = ending
        return ending
    }
}
