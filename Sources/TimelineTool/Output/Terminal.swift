#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Whether a person sits there, and how much they see.
enum Terminal {
    /// Questions go to standard error, and answers come from standard input.
    static var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

    /// How many columns the terminal at `descriptor` has, 20 at least; 80 where it does not say, or is none.
    static func columns(of descriptor: Int32) -> Int {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return max(20, Int(size.ws_col))
    }
}
