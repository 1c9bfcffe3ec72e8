internal import EpisodesCore
internal import Foundation
internal import TimelineKit
internal import TimelineRemote
internal import TimelineStore

/// A dispatch with a remote follower that does not read, beside one without a follower.
struct FollowerMeasure: Measure {
    static let name = "follower"
    static let abstract = "a dispatch while a follower does not read, beside one without a follower"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        let count = context.scale.actions / 2
        return try Comparison(
            measure: Self.name, size: "does not read", ours: { try dispatch(count, followed: true, context) },
            peers: [.init(name: "no follower", goal: 1.1) { try dispatch(count, followed: false, context) }]
        ).findings(rounds: context.rounds)
    }

    private func dispatch(_ count: Int, followed: Bool, _ context: BenchmarkContext) throws -> Double {
        let program = EpisodesProgram()
        let recorder = Recorder(program: program, in: .file(context.recordings.scratch("followed.jsonl")))
        let store = Store(program: program, middleware: [recorder.middleware])
        let host = TimelineHost(
            store, program: program, recorder: recorder, tokenFile: context.recordings.scratch("followed.token"))
        let place = try host.start()
        let connection = try BlockingTask.run { () -> RemoteClient.Messages<FollowMessage>? in
            guard followed, let address = RemoteAddress(place.url) else { return nil }
            let text = try String(contentsOfFile: place.tokenFile, encoding: .utf8)
            guard let token = RemoteToken(text.trimmingCharacters(in: .newlines)) else { return nil }
            return try await RemoteClient(address, token: token).follow()
        }
        guard (connection != nil) == followed else {
            throw BenchmarkError(description: "the host at \(place.url) cannot be followed")
        }
        let seconds = Stopwatch.seconds(each: count) {
            for _ in 1...count { store.dispatch(.searchChanged(text: "rick")) }
        }
        try withExtendedLifetime(connection) { try BlockingTask.run { await host.finish() } }
        recorder.finish()
        return seconds
    }
}
