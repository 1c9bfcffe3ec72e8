/// The lowest, the middle and the highest of some readings.
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
