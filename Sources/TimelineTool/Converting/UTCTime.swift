internal import TimelineSystem

/// Microseconds since 1970-01-01 in UTC of an RFC 3339 text as headers have it: `2026-11-21T04:31:05.123456Z`.
enum UTCTime {
    private static let day: Int64 = 86_400_000_000
    /// The end of the year 9999.
    static let limit: Int64 = 253_402_300_800_000_000

    /// - Returns: nil unless the text has that form, and is from 1970 to 9999. Leap seconds count as the second after them.
    static func microseconds(_ text: String) -> Int64? {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z/) else {
            return nil
        }
        let parts = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int64($0) }
        guard parts.count == 6, (1...12).contains(parts[1]), (1...31).contains(parts[2]), parts[3] < 24, parts[4] < 60,
            parts[5] <= 60
        else { return nil }
        let fraction = String(match.7 ?? "").prefix(6)
        let digits = fraction + String(repeating: "0", count: 6 - fraction.count)
        let seconds = (parts[3] * 60 + parts[4]) * 60 + parts[5]
        let time = days(parts[0], parts[1], parts[2]) * day + seconds * 1_000_000 + (Int64(digits) ?? 0)
        guard (0..<limit).contains(time) else { return nil }
        // February has no day 31. A leap second may end a day.
        return parts[5] == 60 || SystemInfo.timestamp(time).prefix(10) == text.prefix(10) ? time : nil
    }

    /// From 1970 to a day of the Gregorian calendar. Years count from March, so that a leap day is the last of its year.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
