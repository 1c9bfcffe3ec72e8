/// A time in a timeline: microseconds since it was started, on a monotonic clock. The `at` of a line.
package struct Moment: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package static let zero = Moment(microseconds: 0)

    package var seconds: Double { Double(microseconds) / 1_000_000 }

    package static func < (one: Moment, other: Moment) -> Bool { one.microseconds < other.microseconds }

    package var description: String { String(decoding: JSONBuffer.bytes { $0.append(self) }, as: UTF8.self) }

    /// Rounds a number of seconds to microseconds. Returns nil if the result is negative or over 285,000 years.
    package init?(seconds: Double) {
        let microseconds = (seconds * 1_000_000).rounded()
        // Rounding makes every microsecond exact up to 2^51 microseconds (71 years).
        guard microseconds >= 0, microseconds < 9_000_000_000_000_000_000 else { return nil }
        self.init(microseconds: Int64(microseconds))
    }
}
