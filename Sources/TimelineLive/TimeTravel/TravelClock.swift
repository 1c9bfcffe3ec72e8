/// The time that playing goes by.
struct TravelClock: Sendable {
    /// The reading of the clock.
    let now: @Sendable () -> Duration
    /// Waits until the clock reads this; throws where the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// A monotonic clock.
    static let system: TravelClock = {
        let clock = ContinuousClock()
        let start = clock.now
        return TravelClock(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start + $0) })
    }()
}
