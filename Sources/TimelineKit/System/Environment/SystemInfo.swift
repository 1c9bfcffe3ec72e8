internal import TimelineLibc

package enum SystemInfo {
    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    package static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, 255) == 0 else { return nil }
        return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Of a monotonic clock that includes sleep. `ContinuousClock` computes with 128 bits, which takes longer than reading the clock.
    package static var microseconds: Int64 {
        #if canImport(Darwin)
            return Int64(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) / 1000)
        #else
            var now = timespec()
            clock_gettime(CLOCK_BOOTTIME, &now)
            return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        #endif
    }

    /// In UTC, as RFC 3339: `2026-11-21T04:31:05.123456Z`.
    package static var timestamp: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return timestamp(Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000)
    }

    /// - Parameter microseconds: Since 1970; not negative.
    package static func timestamp(_ microseconds: Int64) -> String {
        var seconds = time_t(microseconds / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return "\(text(of: parts, "%Y-%m-%dT%H:%M:%S")).\(String(1_000_000 + microseconds % 1_000_000).dropFirst())Z"
    }

    /// For file names: `20261121-043105`.
    package static var localTimestamp: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return text(of: parts, "%Y%m%d-%H%M%S")
    }

    private static func text(of time: tm, _ format: String) -> String {
        var text = [CChar](repeating: 0, count: 32)
        withUnsafePointer(to: time) { _ = strftime(&text, text.count, format, $0) }
        return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}

/// Must not change while other threads read it.
package enum Environment {
    package static subscript(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    package static func set(_ name: String, to value: String) { setenv(name, value, 1) }

    package static func remove(_ name: String) { unsetenv(name) }

    package static var temporaryFolder: String { self["TMPDIR"] ?? "/tmp" }
    package static var searchPath: [String] { self["PATH"]?.split(separator: ":").map(String.init) ?? [] }
}
