internal import TimelineKit
internal import TimelineRemote

/// Makes one change after another, each with its own connection, and the token at that time: a restarted app has another one.
actor AppControl {
    enum Change: Sendable {
        case travel(JSON)
        case dispatch(JSON)
        case open(String)
    }

    private let address: RemoteAddress
    private let page: ServedPage
    private var latest: Task<Void, any Error>?

    private static let interval = Duration.milliseconds(250)

    init(of address: RemoteAddress, showing page: ServedPage) {
        (self.address, self.page) = (address, page)
        Task.detached {
            while true {
                try await Task.sleep(for: Self.interval)
                // An app that cannot be reached is reported by the follower.
                if page.isObserved, page.isLive { try? await self.make(nil) }
            }
        }
    }

    func make(_ change: Change?) async throws {
        let task = Task { [latest] in
            _ = await latest?.result
            var client = RemoteClient(address, token: try RemoteToken.found(for: address))
            switch change {
            case .travel(let request)?: page.show(travel: try await client.travel(TravelRequest(request)))
            case .dispatch(let action)?:
                if try await client.dispatch(JSONText(action)).object?["dropped"] != nil {
                    throw ToolError(.negative, "a middleware of the app dropped the action")
                }
            case .open(let link)?: _ = try await client.open(link: link)
            case nil: page.show(travel: try await client.travelPosition())
            }
        }
        latest = task
        try await task.value
    }
}
