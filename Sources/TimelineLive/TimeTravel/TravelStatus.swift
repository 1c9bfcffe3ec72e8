/// Where a store is that was taken to its past.
public struct TravelStatus: Equatable, Sendable {
    /// The number of the step whose state is on show.
    public let position: Int
    /// The positions there are. The last is where the run ended, or where it was when the journey began.
    public let positions: ClosedRange<Int>
    /// Whether what is on show is not what was, but what would be today had steps been others.
    public let isAltered: Bool
    /// How many times as fast as it was recorded it plays; nil while it does not.
    public let speed: Double?
    /// How many actions and states wait until the store is back.
    public let held: Int
}
