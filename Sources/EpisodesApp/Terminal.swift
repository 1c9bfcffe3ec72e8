#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// A stream that people may be looking at.
struct Terminal: Sendable {
    static let output = Terminal(descriptor: 1)
    static let errors = Terminal(descriptor: 2)

    let descriptor: Int32

    /// Whether a person looks at it, rather than a file or another program.
    var isInteractive: Bool { isatty(descriptor) == 1 }

    /// Whether colours are wanted. `NO_COLOR` in the environment says no.
    var isColoured: Bool { isInteractive && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true) }

    /// Removes all that is on the screen.
    func clear() { write("\u{1B}[H\u{1B}[2J") }

    /// Writes `text` at once, so that it is there even if the app crashes next. A stream that is closed or full is
    /// passed over: the app has nowhere to say so.
    func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                #if canImport(Darwin)
                    let count = Darwin.write(descriptor, start, rest.count)
                #elseif canImport(Musl)
                    let count = Musl.write(descriptor, start, rest.count)
                #else
                    let count = Glibc.write(descriptor, start, rest.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    /// Ends the process.
    static func exit(_ status: Int32) -> Never {
        #if canImport(Darwin)
            Darwin.exit(status)
        #elseif canImport(Musl)
            Musl.exit(status)
        #else
            Glibc.exit(status)
        #endif
    }
}
