import TestSupport
import TimelineKit
@testable import TimelineLive
import TimelineLive

/// A clock that stands still, but for the sleep of those who wait for it.
final class HeldClock: Sendable {
    private let reading = Cell(Duration.zero)
    private let awaited = Cell<[Duration]>([])

    /// What was waited for.
    var asked: [Duration] { awaited.load() }

    /// What it reads.
    var now: Duration { reading.load() }

    /// - Parameters:
    ///   - late: How much later than asked each sleep ends.
    ///   - meanwhile: Done during a sleep.
    func clock(
        oversleeping late: Duration = .zero, _ meanwhile: @escaping @Sendable (Duration) async -> Void = { _ in }
    ) -> TravelClock {
        TravelClock(now: { self.reading.load() }) { due in
            self.awaited.change { $0.append(due) }
            await meanwhile(due)
            self.reading.change { $0 = max($0, due) + late }
        }
    }
}
