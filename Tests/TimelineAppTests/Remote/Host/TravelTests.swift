import Testing
import TimelineLive
import TimelineTestPrograms
import TimelineKit
import TimelineRemote
import TimelineStore
import TimelineTestSupport

/// The events that an app receives while a client shows the past.
@Suite(.ownThreads)
struct TravelTests {
    private let run: HostRun<CounterProgram>
    private let client: RemoteClient
    private let reported = Notes()
    private var store: Store<Counter, CounterAction> { run.store }
    private var host: TimelineHost<CounterProgram> { run.host }

    init() throws {
        run = try HostRun(
            CounterProgram(),
            onTravel: { [reported] travel in
                if case .refused(let dispatched) = travel { reported.note("\(dispatched.action)") }
                reported.note("\(travel)")
            })
        client = try run.client()
    }

    private static let began = "a client shows the past, and actions are refused until the client or the app resumes"
    private static let refused = "an action was refused because a client shows the past"
    private static let ended = "the live state is shown again"

    @Test func `reports that travel began, each refused action of the app, and that it ended`()
        async throws
    {
        for _ in 1...3 { store.dispatch(.increment) }
        var client = client
        _ = try await client.travel(.to("1"))
        _ = try await client.travel(.step(1))
        #expect(reported.all == [Self.began])
        #expect(host.travelStatus?.position == 2)
        store.dispatch(.increment)
        store.dispatch(.add(amount: 7))
        // A client gets a response instead.
        await #expect(throws: RemoteError.self) { _ = try await client.dispatch(JSONText(["increment": [:]])) }
        #expect(reported.all == [Self.began, "increment", Self.refused, "add(amount: 7)", Self.refused])
        _ = try await client.travel(.resume(releasesHeld: true))
        #expect(reported.all.suffix(1) == [Self.ended])
        #expect(host.travelStatus == nil)
        await host.finish()
    }

    @Test func `no number in a request ends the app`() async throws {
        store.dispatch(.increment)
        for number in ["9223372036854775807", "-9223372036854775808", "1e308", "1e-308", "-1e400", "0.5"] {
            for body in [#"{"step":N}"#, #"{"play":N}"#, #"{"to":"N"}"#, #"{"to":"@Ns"}"#] {
                #expect(try run.post("/travel", body.replacing("N", with: number)).status != 0, "\(body), \(number)")
            }
            for path in ["/timeline?from=N", "/timeline?through=N", "/timeline?from=N&through=N", "/state?path=$[N]"] {
                #expect(try run.get(path.replacing("N", with: number)).status != 0, "\(path), \(number)")
            }
        }
        await host.finish()
    }

    @Test func `a request for a position that does not exist does not leave the live state`() async throws {
        store.dispatch(.increment)
        var client = client
        await #expect(throws: RemoteError.self) { _ = try await client.travel(.to("99")) }
        #expect(host.travelStatus == nil)
        store.dispatch(.increment)
        #expect(store.state.count == 2)
        // Nor does it leave the past.
        _ = try await client.travel(.to("1"))
        await #expect(throws: RemoteError.self) { _ = try await client.travel(.to("99")) }
        #expect(host.travelStatus?.position == 1)
        #expect(reported.all == [Self.began])
        await host.finish()
    }

    @Test func `the past remains visible after its client disconnects, until the app resumes`() async throws {
        for _ in 1...3 { store.dispatch(.increment) }
        do {
            var client = client
            _ = try await client.travel(.to("1"))
        }
        #expect(store.state.count == 1)
        // Also while it plays.
        do {
            var client = client
            _ = try await client.travel(.play(speed: 0.001))
        }
        #expect(host.travelStatus?.speed == 0.001)
        store.dispatch(.increment, from: .effect)
        host.resume()
        #expect(store.state.count == 4)
        #expect(reported.all == [Self.began, Self.ended])
        store.dispatch(.increment)
        #expect(store.state.count == 5)
        // While the live state is shown, this does nothing.
        host.resume()
        #expect(reported.all == [Self.began, Self.ended])
        // A client may travel again.
        var client = client
        _ = try await client.travel(.to("0"))
        #expect(store.state.count == 0)
        await host.finish()
        #expect(store.state.count == 5)
        #expect(reported.all == [Self.began, Self.ended, Self.began, Self.ended])
    }

    @Test func `a subscriber may ask for the position, and resume`() async throws {
        for _ in 1...3 { store.dispatch(.increment) }
        let positions = Notes()
        let subscription = store.subscribe { [host] _ in
            guard let status = host.travelStatus else { return }
            positions.note("\(status.position)")
            host.resume()
        }
        var client = client
        _ = try await client.travel(.to("1"))
        #expect(positions.all == ["1"])
        #expect(store.state.count == 3)
        subscription.cancel()
        await host.finish()
    }
}
