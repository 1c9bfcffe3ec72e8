internal import Foundation

/// Formats numbers.
enum Amount {
    /// A count: `1,000`, `100,000`, `10 million`.
    static func count(_ count: Int) -> String {
        if count >= 1_000_000, count.isMultiple(of: 1_000_000) { return "\(count / 1_000_000) million" }
        return count >= 1000 ? "\(count / 1000),\(String(format: "%03d", count % 1000))" : "\(count)"
    }

    /// A size: `1KB`, `10MB`.
    static func bytes(_ bytes: Int) -> String {
        bytes >= 1_000_000 ? "\(bytes / 1_000_000)MB" : bytes >= 1000 ? "\(bytes / 1000)KB" : "\(bytes)B"
    }

    /// A time, to three digits: `1.23 µs`, `45.6 ms`.
    static func seconds(_ seconds: Double) -> String {
        let (value, unit) =
            seconds < 1e-6
            ? (seconds * 1e9, "ns")
            : seconds < 1e-3 ? (seconds * 1e6, "µs") : seconds < 1 ? (seconds * 1e3, "ms") : (seconds, "s")
        return "\(ratio(value)) \(unit)"
    }

    /// A number to three digits.
    static func ratio(_ value: Double) -> String {
        let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4
        return String(format: "%.\(digits)f", value)
    }
}
