#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Async-signal-safe operations for signal handlers. None of them allocates.
package enum SignalHandler {
    /// Writes to standard error.
    package static func write(_ text: StaticString) {
        write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package static func write(_ bytes: UnsafeRawBufferPointer) { _ = systemWrite(2, bytes.baseAddress, bytes.count) }

    package static func restoreDefault(_ number: Int32) { signal(number, SIG_DFL) }

    package static func raise(_ number: Int32) { _ = systemRaise(number) }

    /// Ends the process without exit handlers.
    package static func exit(_ status: Int32) -> Never { _exit(status) }
}

/// Functions of the C library whose names the methods above hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemRaise(_ number: Int32) -> Int32 { raise(number) }
