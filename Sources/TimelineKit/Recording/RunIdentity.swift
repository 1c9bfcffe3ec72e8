#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
package import Dispatch
package import TimelineJSON
package import TimelineJournal

/// What sets one run apart from others: its session, its start, the machine it ran on. Clocks and random numbers come in here.
package struct RunIdentity: Sendable {
    /// Does work on a queue, so many seconds from now.
    package typealias Later =
        @Sendable (_ seconds: Double, _ queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) ->
        Void

    /// 128 random bits as RFC 9562 writes them (version 4).
    package let session: String
    /// By the wall clock, as RFC 3339 has it, in UTC with microseconds.
    package let started: String
    /// Time since the start.
    let now: @Sendable () -> Moment

    package init(session: String, started: String, now: @escaping @Sendable () -> Moment) {
        self.session = session
        self.started = started
        self.now = now
    }
    package var later: Later = { $1.asyncAfter(deadline: .now() + $0, execute: $2) }

    /// The identity of a run that starts now.
    package static func fresh() -> RunIdentity {
        let start = microseconds()
        return RunIdentity(
            session: randomSession(), started: wallClock(), now: { Moment(microseconds: microseconds() - start) })
    }

    /// On a clock that never goes back, and goes on while the machine sleeps: that of `ContinuousClock`, without its
    /// arithmetic of 128 bits, which would take longer than reading the clock does.
    private static func microseconds() -> Int64 {
        #if canImport(Darwin)
            return Int64(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) / 1000)
        #else
            var now = timespec()
            clock_gettime(CLOCK_BOOTTIME, &now)
            return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        #endif
    }

    private static func randomSession() -> String {
        var generator = SystemRandomNumberGenerator()
        let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        func hex(_ value: UInt64) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let a = Array(hex(high))
        let b = Array(hex(low))
        return [a[0..<8], a[8..<12], a[12..<16], b[0..<4], b[4..<16]].map { String($0) }.joined(separator: "-")
    }

    private static func wallClock() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        func padded(_ value: some BinaryInteger, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let day = "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
        let time = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
        return "\(day)T\(time).\(padded(now.tv_nsec / 1000, 6))Z"
    }

    package static let platform: JSON = {
        #if os(Linux)
            let os = "Linux"
        #elseif os(macOS)
            let os = "macOS"
        #elseif os(iOS)
            let os = "iOS"
        #elseif os(tvOS)
            let os = "tvOS"
        #elseif os(watchOS)
            let os = "watchOS"
        #elseif os(visionOS)
            let os = "visionOS"
        #else
            let os = "unknown"
        #endif
        #if arch(x86_64)
            let arch = "x86_64"
        #elseif arch(arm64)
            let arch = "arm64"
        #else
            let arch = "unknown"
        #endif
        // The compiler gives its version only by comparison.
        #if compiler(>=6.4)
            let swift = "6.4 or later"
        #elseif compiler(>=6.3.1)
            let swift = "6.3.1"
        #elseif compiler(>=6.3)
            let swift = "6.3"
        #elseif compiler(>=6.2)
            let swift = "6.2"
        #else
            let swift = "6.1"
        #endif
        return ["os": .string(os), "arch": .string(arch), "swift": .string(swift)]
    }()
}
