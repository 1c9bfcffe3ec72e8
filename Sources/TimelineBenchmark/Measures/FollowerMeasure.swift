internal import EpisodesCore
internal import Foundation
internal import TimelineKit
internal import TimelineRemote
internal import TimelineStore

/// A dispatch while somebody follows over the network and does not read, beside one while nobody does.
struct FollowerMeasure: Measure {
    static let name = "follower"
    static let abstract = "a dispatch while a follower does not read, beside one without a follower"

    func findings(_ bench: Bench) throws -> [Finding] {
        let count = bench.extent.actions / 2
        return try Contest(
            measure: Self.name, size: "does not read",
            ours: Contender(name: "a follower") { try dispatch(count, followed: true, bench) },
            peers: [
                (Contender(name: "no follower") { try dispatch(count, followed: false, bench) }, .cost(atMost: 1.1))
            ]
        ).findings(rounds: bench.rounds)
    }

    private func dispatch(_ count: Int, followed: Bool, _ bench: Bench) throws -> Double {
        let program = EpisodesProgram()
        let recorder = Recorder(program: program, in: .file(bench.recordings.scratch("followed.jsonl")))
        let store = Store(program: program, middleware: [recorder.middleware])
        let host = TimelineHost(
            store, program: program, recorder: recorder, tokenFile: bench.recordings.scratch("followed.token"))
        let place = try host.start()
        let follower = Outcome<RemoteClient.Messages<FollowMessage>?> {
            guard followed, let address = RemoteAddress(place.url) else { return nil }
            let text = try String(contentsOfFile: place.tokenFile, encoding: .utf8)
            guard let token = RemoteToken(text.trimmingCharacters(in: .newlines)) else { return nil }
            return try await RemoteClient(address, token: token).follow()
        }
        let connection = try follower.get()
        guard (connection != nil) == followed else {
            throw Command.Failure(description: "the host at \(place.url) cannot be followed")
        }
        let seconds = Stopwatch.seconds(each: count) {
            for _ in 1...count { store.dispatch(.searchChanged(text: "rick")) }
        }
        try withExtendedLifetime(connection) { try Outcome { await host.finish() }.get() }
        recorder.finish()
        return seconds
    }
}
