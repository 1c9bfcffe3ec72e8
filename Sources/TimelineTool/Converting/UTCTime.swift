/// Microseconds since 1970-01-01 in UTC, and their RFC 3339 text as headers have it: `2026-11-21T04:31:05.123456Z`.
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
        return (0..<limit).contains(time) ? time : nil
    }

    /// - Parameter time: From 0 to before `limit`.
    static func text(_ time: Int64) -> String {
        let (days, rest) = time.quotientAndRemainder(dividingBy: day)
        let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1_000_000)
        // The last year that begins at or before the day, then the last such month.
        var year = 1970 + days / 366
        while Self.days(year + 1, 1, 1) <= days { year += 1 }
        var month: Int64 = 1
        while month < 12, Self.days(year, month + 1, 1) <= days { month += 1 }
        func padded(_ number: Int64, _ width: Int) -> String {
            String(repeating: "0", count: width - String(number).count) + String(number)
        }
        let date = [padded(year, 4), padded(month, 2), padded(days - Self.days(year, month, 1) + 1, 2)]
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "." + padded(fraction, 6) + "Z"
    }

    /// From 1970 to a day of the Gregorian calendar. Years count from March, so that a leap day is the last of its year.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
