/// A child process that this process sends lines to, and receives lines from.
///
/// The lines to the child arrive at its descriptor 3. What it writes to standard output and standard error arrives here, in the order of
/// its writes, or it writes lines to its descriptor 4 alone. Not thread-safe.
package final class PipedProcess {
    /// The descriptor at which the child reads the lines.
    package static let inputDescriptor: Int32 = 3
    /// The descriptor at which a child writes the lines whose standard output is discarded.
    package static let outputDescriptor: Int32 = 4

    private let child: ChildProcess
    /// Nil when the input is closed.
    private var input: FileDescriptor?
    private let output: FileDescriptor
    /// Bytes that were received and not returned.
    private var received: [UInt8] = []
    /// Where the next line begins in `received`.
    private var start = 0
    private var ending: ChildProcess.Ending?
    private let lineLimit: Int

    /// Held from the creation of a pipe until its child is started: another child that inherits an end would keep it open.
    private static let starting = Locked<Void>(())

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - arguments: The command, looked up on the `PATH`, and its arguments.
    ///   - environment: Variables to add to the environment of this process.
    ///   - bytes: The bytes for the command's standard input; nil to inherit it.
    ///   - discardsStandardOutput: Whether standard output and standard error are discarded, and lines arrive from descriptor 4.
    ///   - descriptor: Another descriptor of the command, a duplicate of one of this process.
    ///   - lineLimit: The bytes of a line above which reading ends. By default those of a line of a timeline, and some for what
    ///     is put before it.
    package init(
        _ arguments: [String], environment: [String: String] = [:], input bytes: [UInt8]? = nil,
        discardsStandardOutput: Bool = false, sharing descriptor: (number: Int32, own: Int32)? = nil,
        lineLimit: Int = (256 << 20) + (1 << 16)
    ) throws(ChildProcess.StartError) {
        self.lineLimit = lineLimit
        Self.starting.lock()
        defer { Self.starting.unlock() }
        let input = try Self.pipe(arguments[0])
        let output = try Self.pipe(arguments[0])
        var descriptors = [Self.inputDescriptor: input.reading.rawValue]
        for number in discardsStandardOutput ? [Self.outputDescriptor] : [1, 2] {
            descriptors[number] = output.writing.rawValue
        }
        if let descriptor { descriptors[descriptor.number] = descriptor.own }
        child = try ChildProcess(
            arguments, environment: environment, input: bytes,
            outputFile: discardsStandardOutput ? "/dev/null" : nil, discardsErrors: discardsStandardOutput,
            descriptors: descriptors)
        self.input = input.takeWriting()
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

    /// Sends a line. Returns false if the child has closed its end.
    package func send(_ line: [UInt8]) -> Bool {
        guard let descriptor = input?.rawValue else { return false }
        return (line + [UInt8(ascii: "\n")]).withUnsafeBytes { FileDescriptor.write($0, to: descriptor) } == 0
    }

    /// Waits for the next line, and returns it without its LF, which the last line may lack; nil at the end.
    ///
    /// - Throws: `FileError` if the line is too long. Then no other line can be read.
    package func nextLine() throws(FileError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(received[start..<end])
            }
            received.removeSubrange(..<start)
            start = 0
            searched = received.count
            guard searched <= lineLimit else { throw FileError(output.path, "read", .lineTooLong) }
            let more = try FileDescriptor.read(output.rawValue, count: 1 << 16, named: output.path)
            if more.isEmpty {
                defer { received = [] }
                return received.isEmpty ? nil : received
            }
            received += more
        }
    }

    /// Closes the child's input, and waits until it exits.
    package func wait() throws(ChildProcess.StartError) -> ChildProcess.Ending {
        if let ending { return ending }
        input = nil
        let ending = try child.wait()
        self.ending = ending
        return ending
    }
}
