internal import TimelineJSON

/// How often the app tried to launch without getting as far as `launched()`.
///
///     {"from":17,"launches":1,"limit":2}
struct LaunchAttempts: Equatable, Sendable {
    /// The number of the first state that was tried; those that were saved since may have come of it.
    let from: Int
    let launches: Int
    /// How many launches a state has. Two, lest a good one is given up for an accident; one, where others failed before.
    let limit: Int

    init(from: Int, launches: Int, limit: Int) {
        self.from = from
        self.launches = launches
        self.limit = limit
    }

    /// Nil where the bytes are no such note.
    init?(_ bytes: [UInt8]) {
        guard case .object(let object)? = try? JSON(parsing: bytes), let from = object["from"]?.int,
            let launches = object["launches"]?.int, let limit = object["limit"]?.int
        else { return nil }
        self.init(from: from, launches: launches, limit: limit)
    }

    var bytes: [UInt8] { Array("{\"from\":\(from),\"launches\":\(launches),\"limit\":\(limit)}\n".utf8) }

    var areUsedUp: Bool { launches >= limit }

    /// With one more launch, that begins with the state `number`.
    func another(from number: Int) -> LaunchAttempts {
        LaunchAttempts(from: min(from, number), launches: min(launches, limit) + 1, limit: limit)
    }
}
