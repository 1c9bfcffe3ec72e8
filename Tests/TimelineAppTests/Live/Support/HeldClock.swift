import TimelineTestSupport

@testable import TimelineLive

/// A clock that advances only when its callers sleep.
final class HeldClock: Sendable {
    private let reading = Cell(Duration.zero)
    private let awaited = Cell<[Duration]>([])

    /// The times until which callers slept.
    var deadlines: [Duration] { awaited.load() }

    /// The present time.
    var now: Duration { reading.load() }

    /// - Parameters:
    ///   - late: How late each sleep ends.
    ///   - duringSleep: Done during a sleep.
    func clock(
        oversleeping late: Duration = .zero, _ duringSleep: @escaping @Sendable (Duration) async -> Void = { _ in }
    ) -> TravelClock {
        TravelClock(now: { self.reading.load() }) { due in
            self.awaited.change { $0.append(due) }
            await duringSleep(due)
            self.reading.change { $0 = max($0, due) + late }
        }
    }
}
