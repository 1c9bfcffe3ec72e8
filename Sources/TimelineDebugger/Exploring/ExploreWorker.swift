internal import TimelineJSON
package import TimelineSystem

/// A search in another process, and in a new one after each trap.
package final class ExploreWorker {
    package enum Event {
        case progress
        /// Returns the key of its shortest run; nil if it was not bad when it was run again.
        case found(ExploreFailure)
        /// A run did not end, or ended the process otherwise.
        case ended(ExploredRun, String)
    }

    /// Then the reducer traps too often to search on.
    private static let trapLimit = 50
    private static let timeoutLimit = 3
    /// A reducer has to return in time: see the help of the tool.
    package static let secondLimit =
        Environment["TIMELINE_TIMEOUT"].flatMap { Int($0) }.map { $0 > 0 ? $0 : .max >> 32 } ?? 10

    private let text: [UInt8]
    private let command: [String]
    private let progress: ReplayProgress
    package private(set) var stats = ExploreStats()
    /// What the recordings show; nil until all were reduced.
    package private(set) var learned: LearnedConditions?
    /// Why the search ended early.
    package private(set) var stopped: String?

    /// - Parameter text: Of all recordings: see `TrialRun.text`.
    package init(text: [UInt8], command: [String]) throws(FileError) {
        (self.text, self.command) = (text, command)
        progress = try ReplayProgress()
    }

    /// - Parameters:
    ///   - isInterrupted: By control-C, which the process received, too.
    ///   - isStopped: What was found is enough.
    package func explore(
        _ options: ExploreOptions, until end: ContinuousClock.Instant?, isInterrupted: () -> Bool,
        isStopped: () -> Bool,
        report: (Event) throws -> ExploreKey?
    ) throws {
        var (kept, keys): ([KeptRun], [ExploreKey]) = ([], [])
        var timeouts = 0
        var traps: [ExploreRequest.Trap] = []
        var signal: Signal?
        for _ in 0..<Self.trapLimit {
            progress.reset()
            let (noted, firstRun) = (progress.count, traps.last.map { $0.run + 1 } ?? 0)
            let process = try PipedProcess(
                command, environment: ["SWIFT_BACKTRACE": "enable=no"], input: text, discardsStandardOutput: true,
                sharing: (TrialWorker.progressDescriptor, progress.file.rawValue))
            let seconds = end.map { max(0, ($0 - ContinuousClock.now) / .seconds(1)) }
            let request = ExploreRequest(
                options: options, seconds: seconds, kept: kept, keys: keys, stats: stats, learned: learned,
                traps: traps)
            // Where it has ended already, nothing comes, and its status tells how.
            _ = process.send(try JSONCoding.encode(request).bytes)
            var isOver = false
            while let line = try process.nextLine() {
                let message = try JSONCoding.decode(ExploreMessage.self, from: line)
                if message.hasSharedState { throw SharedStateError() }
                stats = message.stats
                if let learned = message.learned {
                    self.learned = learned
                } else if let run = message.kept {
                    kept.append(run)
                } else if let event = event(message, signal) {
                    let key = try report(event)
                    if let key { keys.append(key) }
                    guard process.send(try JSONCoding.encode(key).bytes) else { break }
                } else {
                    isOver = message.isOver
                    _ = try report(.progress)
                }
                if isStopped() { return }
                if message.trapped != nil, signal == .forbiddenCall {
                    stopped = "its reducer started a process"
                    return
                }
            }
            if isOver || isInterrupted() { return }
            switch try process.wait() {
            case .signaled(let number) where progress.isReducing:
                let run = Int(progress.status)
                // The last message is of any time before. Each run but this one noted its end, too.
                stats.steps = request.stats.steps + Int(progress.count - noted) - (run - firstRun) - 1
                if Signal(rawValue: number) == .alarm { timeouts += 1 }
                if timeouts == Self.timeoutLimit {
                    stopped = "its reducer did not return \(timeouts) times"
                    return
                }
                traps.append(.init(run: run, step: progress.seq ?? 0))
                signal = Signal(rawValue: number)
            case let ending:
                stopped = "the process of the search \(ending.text)"
                return
            }
        }
        stopped = "the reducer ended the process of the search \(Self.trapLimit) times"
    }

    private func event(_ message: ExploreMessage, _ signal: Signal?) -> Event? {
        if let failure = message.found { return .found(failure) }
        guard let run = message.trapped, let signal else { return nil }
        if signal.isCrash, signal != .forbiddenCall {
            return .found(ExploreFailure(rule: .crash(signal.name), run: run))
        }
        let seconds = "\(Self.secondLimit) second\(Self.secondLimit == 1 ? "" : "s")"
        return .ended(
            run, signal == .alarm ? "did not end within \(seconds)" : ChildProcess.Ending.signaled(signal.rawValue).text
        )
    }
}
