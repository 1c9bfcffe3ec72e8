#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The time of day, by the local clock.
package enum LocalTime {
    /// Now, for a file's name: `20261121-043105`.
    package static func compact() -> String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
