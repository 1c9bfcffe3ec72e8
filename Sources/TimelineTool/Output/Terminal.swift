#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Whether a person sits there.
enum Terminal {
    /// Questions go to standard error, and answers come from standard input.
    static var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }
}
