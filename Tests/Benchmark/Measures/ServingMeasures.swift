internal import EpisodesCore
internal import Foundation
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineRemote
internal import TimelineStore

/// Apps that serve remote clients while they run.
enum ServingMeasures {
    /// A dispatch with a remote follower that does not read.
    static func follower(_ context: BenchmarkContext) -> [Measure] {
        let peer = Measure.Peer("no follower", goal: 1.1) { try dispatch(followed: false, context) }
        return [Measure("follower", "does not read", peers: [peer]) { try dispatch(followed: true, context) }]
    }

    private static func dispatch(followed: Bool, _ context: BenchmarkContext) throws -> Double {
        let count = context.scale.actions / 2
        return try serving(context) { store, host in
            let connection = try BlockingTask.run { () -> RemoteClient.Messages? in
                guard followed, let address = RemoteAddress(host.url), let token = try TokenFile.read(host.tokenFile)
                else { return nil }
                return try await RemoteClient(address, token: token).follow()
            }
            guard (connection != nil) == followed else {
                throw BenchmarkError(description: "the host at \(host.url) cannot be followed")
            }
            return withExtendedLifetime(connection) {
                Stopwatch.seconds(each: count) {
                    for _ in 1...count { store.dispatch(EpisodesSession.smallAction) }
                }
            }
        }
    }

    /// Runs `body` with a recorded store and the address of its host.
    private static func serving<Result>(
        _ context: BenchmarkContext,
        _ body: (Store<EpisodesState, EpisodesAction>, HostAddress.Location) throws -> Result
    ) throws -> Result {
        let program = EpisodesProgram()
        let recorder = Recorder(program: program, in: .file(context.recordings.scratch("served.jsonl")))
        defer { recorder.finish() }
        let store = Store(program: program, middleware: [recorder.middleware])
        let tokenFile = context.recordings.scratch("served.token")
        let host = TimelineHost(store, program: program, recorder: recorder, tokenFile: tokenFile)
        let address = try host.start()
        defer { try? BlockingTask.run { await host.finish() } }
        return try body(store, address)
    }

    // MARK: - A page of timeline serve

    /// The steps of the app, each second.
    private static let rate = 200

    static func serve(_ context: BenchmarkContext) -> [Measure] {
        let isSmoke = context.scale == .smoke
        let bytes = isSmoke ? 2000 : 100_000
        let count = isSmoke ? 40 : context.scale == .full ? 10 * rate : 3 * rate
        let values: [Measure.Value] = [
            .init("serve, a step, median", unit: "ms"), .init("serve, a step, p95", unit: "ms"),
            .init("serve, a step, longest", unit: "ms", goal: isSmoke ? nil : 100),
        ]
        return [
            Measure(values, "\(rate)/s × \(Amount.bytes(bytes))", mostRounds: .max) {
                let times = try times(count, bytes, context).sorted()
                return [times[count / 2], times[count * 95 / 100], times[count - 1]].map { $0 * 1000 }
            }
        ]
    }

    /// The seconds from each dispatch until a page has received the step.
    private static func times(_ count: Int, _ bytes: Int, _ context: BenchmarkContext) throws -> [Double] {
        try serving(context) { store, host in
            let session = EpisodesSession(count: 1_000_000, stateBytes: bytes)
            let first = 25
            for seq in 1...first { store.dispatch(session.action(seq)) }
            guard let token = try TokenFile.read(host.tokenFile) else {
                throw BenchmarkError(description: "\(host.tokenFile) has no token")
            }
            let output = context.recordings.scratch("serve.output")
            let server = try ChildProcess(
                [context.tool, "serve", host.url], environment: ["TIMELINE_TOKEN": token.text], input: [],
                outputFile: output, discardsErrors: true)
            defer {
                kill(server.id, SIGINT)
                _ = try? server.wait()
            }
            let page = try page(servedAt: output)
            _ = try page.rows()

            let start = ContinuousClock.now
            let interval = Duration.seconds(1) / rate
            Thread {
                for index in 0..<count {
                    let wait = (start + interval * index) - .now
                    if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
                    store.dispatch(session.action(first + 1 + index))
                }
            }.start()
            var times: [Double] = []
            while times.count < count {
                let rows = try page.rows()
                let time = (ContinuousClock.now - start) / .seconds(1)
                for _ in 0..<rows { times.append(time - Double(times.count) / Double(rate)) }
            }
            return times
        }
    }

    /// Connects to the address that `timeline serve` prints.
    private static func page(servedAt output: String) throws -> PageSocket {
        let address = ##/serving at http://127\.0\.0\.1:(\d+)/#token=([0-9a-f]{64})\n/##
        for _ in 1...1000 {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            if let match = text.wholeMatch(of: address), let port = UInt16(match.1) {
                return try PageSocket(port: port, token: String(match.2))
            }
            usleep(20_000)
        }
        throw BenchmarkError(description: "timeline serve did not print its address")
    }
}
