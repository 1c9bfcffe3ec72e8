internal import TimelineKit

/// Microseconds since 1970-01-01 in UTC of an RFC 3339 text as headers have it: `2026-11-21T04:31:05.123456Z`.
enum UTCTime {
    /// The end of the year 9999.
    static let limit: Int64 = 253_402_300_800_000_000

    /// - Returns: nil unless the text has that form, and is from 1970 to 9999. Leap seconds count as the second after them.
    static func microseconds(_ text: String) -> Int64? {
        guard let match = text.wholeMatch(of: /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z/) else { return nil }
        let wanted = "\(match.1).\("\(match.2 ?? "")000000".prefix(6))Z"
        // Such texts are in the order of their times.
        let time = Int64((0..<Int(limit)).partitioningIndex { SystemInfo.timestamp(Int64($0)) >= wanted })
        guard time < limit else { return nil }
        return match.1.hasSuffix("23:59:60") || SystemInfo.timestamp(time) == wanted ? time : nil
    }
}
