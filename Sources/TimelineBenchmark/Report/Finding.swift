/// The result of one comparison: ours beside one peer, at one size.
struct Finding: Codable {
    /// The name of the measure: `record`.
    let measure: String
    /// The size of the input: `state 1KB`.
    let size: String
    /// The name of the peer; empty where there is none.
    var peer = ""
    /// Seconds for one unit of ours, or a count in `unit`; nil if nothing was measured.
    var ours: Spread?
    /// The same for the peer; nil if there is none, or it is not installed.
    var theirs: Spread?
    /// Ours divided by theirs in each round; with `isSpeed`, theirs divided by ours.
    var ratio: Spread?
    /// Whether more is better.
    var isSpeed = false
    /// The goal for `ratio`, or for `ours` where there is no peer; nil for no goal.
    var goal: Double?
    /// The unit of `ours`; nil for seconds.
    var unit: String?
    /// Why there is no ratio.
    var missing: String?

    /// A finding without a value, because `peer` is not installed.
    static func missing(_ measure: String, size: String, peer: String) -> Finding {
        Finding(measure: measure, size: size, peer: peer, missing: "\(peer) is not installed")
    }

    /// Whether the median reaches the goal; nil without a goal or a value.
    var isReached: Bool? {
        guard let goal, let value = (ratio ?? ours)?.median else { return nil }
        return isSpeed ? value >= goal : value <= goal
    }
}

/// The minimum, median and maximum of some readings.
struct Spread: Codable, Equatable {
    let minimum: Double
    let median: Double
    let maximum: Double

    /// - Precondition: There is a reading.
    init(_ readings: [Double]) {
        let sorted = readings.sorted()
        minimum = sorted[0]
        maximum = sorted[sorted.count - 1]
        let middle = sorted.count / 2
        median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
