internal import TimelineKit
internal import TimelineRemote

/// Makes one change after another, each with its own connection, and the token at that time: a restarted app has another one.
actor AppControl {
    typealias Change = @Sendable (_ client: inout RemoteClient) async throws -> Void

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
                if page.isObserved, page.isLive {
                    try? await self.make { client in page.show(travel: try await client.travelPosition()) }
                }
            }
        }
    }

    func make(_ change: @escaping Change) async throws {
        let task = Task { [latest] in
            _ = await latest?.result
            var client = RemoteClient(address, token: try RemoteToken.found(for: address))
            try await change(&client)
        }
        latest = task
        try await task.value
    }
}
