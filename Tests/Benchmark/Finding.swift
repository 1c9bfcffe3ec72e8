/// A row of the table: ours beside one peer, at one size.
struct Finding: Codable {
    /// `record`.
    let measure: String
    /// The size of the input: `state 1KB`.
    let size: String
    /// Empty where there is no peer.
    var peer = ""
    /// In `unit`; nil if nothing was measured.
    var ours: Spread?
    var theirs: Spread?
    /// Ours divided by theirs in each round; with `isSpeed`, theirs divided by ours.
    var ratio: Spread?
    /// Whether more is better.
    var isSpeed = false
    /// The goal for `ratio`, or for `ours` where there is no peer.
    var goal: Double?
    /// nil for seconds.
    var unit: String?
    /// Why there is no number.
    var missing: String?

    /// Whether the median reaches the goal; nil without a goal or a number.
    var isReached: Bool? {
        guard let goal, let value = (ratio ?? ours)?.median else { return nil }
        return isSpeed ? value >= goal : value <= goal
    }

    /// This finding divided by the one of the size before.
    func growth(from before: Finding, goal: Double?) -> Finding? {
        guard let ours, let theirs = before.ours else { return nil }
        let ratio = Spread([ours.median / theirs.median])
        return Finding(
            measure: "\(measure), growth", size: size, peer: "itself, \(before.size)", ours: ours, theirs: theirs,
            ratio: ratio, goal: goal, unit: unit)
    }

    /// The head of a Markdown table of findings.
    static let head = """
        | measure | size | peer | ours | theirs | ratio: min / median / max | goal | result |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        """

    var row: String {
        func amount(_ value: Double) -> String { unit.map { "\(Amount.ratio(value)) \($0)" } ?? Amount.seconds(value) }
        let parts = ratio.map { [$0.minimum, $0.median, $0.maximum].map(Amount.ratio).joined(separator: " / ") }
        let ratios = parts.map { "\($0) ×" + (isSpeed ? " as fast" : "") }
        // Without a ratio, the goal is for the amount.
        let limit = goal.map { (isSpeed ? "≥ " : "≤ ") + (ratio == nil ? amount($0) : Amount.ratio($0)) }
        let result = isReached.map { $0 ? "reached" : "missed" }
        let amounts = [ours, theirs].map { spread in spread.map { amount($0.median) } ?? "" }
        let cells = [measure, size, peer] + amounts + [ratios ?? missing ?? "", limit ?? "", result ?? ""]
        return "| \(cells.joined(separator: " | ")) |"
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
