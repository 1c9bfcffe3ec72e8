import TimelineKit
import TimelineLive
import TimelineRemote
import TimelineStore

nonisolated struct Banner {
    func show(_ text: String) {}
}

nonisolated struct FeedProgram: Program {
    let name = "feed"
    let version = "1.0.0"
    let initialState = Feed()

    func reduce(_ state: inout Feed, _ action: FeedAction) {}
}

extension Core {
    static func edit(_ store: Store<Counter, CounterAction>) throws {
        // sample: EditingTheState#Overview:1
        _ = hotReload
    }

    static func replicate(_ store: Store<Counter, CounterAction>) throws {
        // sample: Replication#Overview:1
        _ = replica
    }

    static func share(_ store: Store<Counter, CounterAction>, _ recorder: Recorder<Counter, CounterAction>) throws {
        // sample: Replication#Through a host:1
        _ = host
    }

    static func link(_ store: Store<Counter, CounterAction>) async throws {
        // sample: Replication#Through a host:2
        _ = replica
    }

    static func travel(_ program: CounterProgram, folder: String) async throws {
        // sample: TimeTravel#Overview:1
    }

    static func serve(folder: String) throws {
        // sample: RemoteControl#Overview:1
        _ = host
    }

    static func serve(
        _ store: Store<Counter, CounterAction>, _ recorder: Recorder<Counter, CounterAction>, _ banner: Banner
    ) {
        // sample: RemoteControl#When a client shows the past:1
        _ = host
    }

    static func serve(_ store: Store<Feed, FeedAction>, _ recorder: Recorder<Feed, FeedAction>) {
        // sample: RemoteControl#Deep links:1
        _ = host
    }
}
