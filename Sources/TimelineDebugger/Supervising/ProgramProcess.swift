internal import TimelineKit

/// A child that runs code of the program. How far its replay came is in shared memory, and what the program prints is relayed. A child that
/// is asked reads requests and writes answers, both `Codable`: the program may print, trap or end the process, and speaks for neither. The
/// child ends with this object. Not thread-safe.
package final class ProgramProcess {
    package enum Descriptor {
        package static let requests: Int32 = 3
        package static let answers: Int32 = 4
        /// At its end, the process that started the child is gone.
        package static let lifeline: Int32 = 10
        package static let printed: Int32 = 11
        package static let progress: Int32 = 12
        package static let all = [lifeline, printed, progress]
    }

    package static let command = "worker"
    /// The ID of the process that watches the child; 0 where a script may stand between the two, and -1 where the child only ends with it.
    package static let variable = "TIMELINE_SUPERVISED"

    /// Of an answer and of what is printed, in bytes.
    private static let limits = (answer: (256 << 20) + (1 << 16), printed: 1 << 16)
    /// In seconds. The search for a cause waits about a second without a step.
    private static let slack = 1.5

    package let child: ChildProcess
    package let progress: ReplayProgress
    private let lifeline: FileDescriptor
    private var requests: FileDescriptor?
    private let answers: FileDescriptor
    private var received = LineBuffer()
    private var printed: FileDescriptor?
    private var printedLines = LineBuffer()
    private let relay: ((_ line: [UInt8]) -> Void)?

    /// In which its replay must take a step, or with `onlyReducers`, in which a reducer must return; 0 for no limit. Only time
    /// counts in which this process runs, and waits for the child.
    package var seconds: Int { didSet { idle = 0 } }
    private var limit: Double { seconds > 0 ? Double(seconds) : .infinity }
    private let onlyReducers: Bool
    private var idle = 0.0
    private var last = (count: Int64(-1), time: ContinuousClock.now)
    private var (isLate, isEnded) = (false, false)

    /// - Parameters:
    ///   - isAsked: Otherwise, its standard streams are those of this process, as for a command that a person runs.
    ///   - notes: The number of words that it may note beside its progress.
    ///   - input: Its standard input; nil for that of this process.
    ///   - relay: Called with each line that the program printed, before an answer is returned that was made later.
    package init(
        _ arguments: [String] = [CurrentProcess.executable, command],
        environment: [String: String] = [variable: "0", "SWIFT_BACKTRACE": "enable=no"], isAsked: Bool = true,
        input: [UInt8]? = nil, notes: Int = 0, seconds: Int = 0, onlyReducers: Bool = true,
        relay: ((_ line: [UInt8]) -> Void)? = nil
    ) throws {
        progress = try ReplayProgress(others: notes)
        (self.seconds, self.onlyReducers, self.relay) = (seconds, onlyReducers, relay)
        ChildProcess.starting.lock()
        defer { ChildProcess.starting.unlock() }
        let lifeline = try FileDescriptor.Pipe(named: arguments[0])
        let printed = try FileDescriptor.Pipe(named: arguments[0])
        let requests = try FileDescriptor.Pipe(named: arguments[0])
        let answers = try FileDescriptor.Pipe(named: arguments[0])
        var descriptors = [
            Descriptor.lifeline: lifeline.reading.rawValue, Descriptor.printed: printed.writing.rawValue,
            Descriptor.progress: progress.file.rawValue,
        ]
        if isAsked {
            (descriptors[1], descriptors[2]) = (printed.writing.rawValue, printed.writing.rawValue)
            descriptors[Descriptor.requests] = requests.reading.rawValue
            descriptors[Descriptor.answers] = answers.writing.rawValue
        }
        child = try ChildProcess(
            arguments, environment: environment, input: input, descriptors: descriptors, keepsSignals: !isAsked)
        self.lifeline = lifeline.writing
        self.printed = consume printed.reading
        self.requests = consume requests.writing
        self.answers = answers.reading
    }

    deinit {
        if isEnded { return }
        child.kill()
        _ = try? child.wait()
    }

    /// The time limit begins anew. After the answers to the last request, the process ends.
    package func ask(_ request: some Encodable, isLast: Bool = false) throws {
        progress.reset()
        (idle, last.time) = (0, .now)
        let line = try JSONCoding.encode(request).bytes + [UInt8(ascii: "\n")]
        // A process that has ended reads nothing, and answers nothing.
        if let requests = requests?.rawValue { _ = line.withUnsafeBytes { FileDescriptor.write($0, to: requests) } }
        if isLast { requests = nil }
    }

    /// Nil if the process ended, or closed its descriptor.
    package func next<Answer: Decodable>(_: Answer.Type) throws -> (answer: Answer, byteCount: Int)? {
        while true {
            if let line = received.takeLine() {
                relayPrinted(until: nil)
                return (try JSONCoding.decode(Answer.self, from: line), line.count)
            }
            guard received.count <= Self.limits.answer else { throw FileError(answers.path, "read", .lineTooLong) }
            relayPrinted(until: answers.rawValue)
            let more = try FileDescriptor.read(answers.rawValue, count: 1 << 16, named: answers.path)
            if more.isEmpty { return nil }
            received.append(more)
        }
    }

    /// Waits for its end. `isLate` if it was ended because of the limit.
    package func end() throws -> (ending: ChildProcess.Ending, isLate: Bool) {
        requests = nil
        relayPrinted(until: lifeline.rawValue)
        while true {
            relayPrinted(until: nil)
            if let ending = try child.ending() {
                isEnded = true
                if printedLines.count > 0 { relay?(printedLines.takeRest()) }
                return (ending, isLate)
            }
            // It ends at this moment, unless code of the program closed that descriptor.
            _ = FileDescriptor.ready([], milliseconds: 1)
        }
    }

    /// What there is, and more until another descriptor has bytes, or was closed.
    private func relayPrinted(until other: Int32?) {
        while true {
            let milliseconds = other == nil ? 0 : Int(interval * 1000)
            let ready = FileDescriptor.ready([printed?.rawValue ?? -1, other ?? -1], milliseconds: milliseconds)
            checkProgress()
            guard ready[0], let number = printed?.rawValue else {
                if other == nil || ready[1] { return }
                continue
            }
            let more = (try? FileDescriptor.read(number, count: 1 << 16, named: "")) ?? []
            if more.isEmpty { printed = nil }
            guard let relay else { continue }
            printedLines.append(more)
            while let line = printedLines.takeLine() { relay(line) }
            if printedLines.count > Self.limits.printed { relay(printedLines.takeRest()) }
        }
    }

    /// Of looking at its progress, in seconds.
    private var interval: Double { min(1, limit / 10) }

    private func checkProgress() {
        let (count, now) = (progress.count, ContinuousClock.now)
        idle = count == last.count ? idle + min((now - last.time) / .seconds(1), interval) : 0
        last = (count, now)
        let most = progress.isReducing ? limit : onlyReducers ? .infinity : limit + Self.slack
        guard !isLate, idle > most else { return }
        child.kill()
        isLate = true
    }
}
