internal import TimelineKit
internal import TimelineRemote

final class AppControl: Sendable {
    enum Change: Sendable {
        case travel(TravelRequest)
        case dispatch(JSONText)

        static func travel(_ body: JSON) throws(ToolError) -> Change {
            do throws(RequestError) { return .travel(try TravelRequest(body)) } catch {
                throw ToolError(.usage, error.reason)
            }
        }
    }

    private typealias Reply = Result<Void, ToolError>

    private let changes: AsyncStream<(Change?, CheckedContinuation<Reply, Never>)>.Continuation

    private static let interval = Duration.milliseconds(250)

    init(of address: RemoteAddress, showing page: ServedPage) {
        let (stream, continuation) = AsyncStream<(Change?, CheckedContinuation<Reply, Never>)>.makeStream()
        changes = continuation
        Task.detached {
            var connection: Connection?
            for await (change, reply) in stream {
                reply.resume(returning: await Self.make(change, address, &connection, page))
            }
        }
        Task.detached { [self] in
            while true {
                try await Task.sleep(for: Self.interval)
                // An app that cannot be reached is reported by the follower.
                if page.isObserved, page.liveRecording != nil { try? await make(nil) }
            }
        }
    }

    func make(_ change: Change?) async throws(ToolError) {
        try await withCheckedContinuation { changes.yield((change, $0)) }.get()
    }

    /// A restarted app has another token.
    private typealias Connection = (recording: Int?, client: RemoteClient)

    private static func make(
        _ change: Change?, _ address: RemoteAddress, _ connection: inout Connection?, _ page: ServedPage
    ) async -> Reply {
        do {
            let recording = page.liveRecording
            if connection == nil || connection?.recording != recording {
                let client = RemoteClient(address, token: try RemoteToken.found(for: address))
                connection = (recording, client)
            }
            switch change {
            case .travel(let request)?:
                if let position = try await connection?.client.travel(request) { page.show(travel: position) }
            case .dispatch(let action)?:
                if try await connection?.client.dispatch(action).object?["dropped"] != nil {
                    return .failure(ToolError(.negative, "a middleware of the app dropped the action"))
                }
            case nil: if let position = try await connection?.client.travelPosition() { page.show(travel: position) }
            }
            return .success(())
        } catch { return .failure(ToolError(error)) }
    }
}
