internal import TimelineJSON

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where a recorder that nobody listens to speaks.
package enum StandardError {
    /// Writes one line. What is unprintable is written out, line feeds too: a problem may quote what another process wrote.
    package static func write(_ line: String) {
        var line = VisibleText.of(line) + "\n"
        line.withUTF8 { bytes in
            #if canImport(Glibc)
                _ = Glibc.write(2, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                _ = Musl.write(2, bytes.baseAddress, bytes.count)
            #elseif canImport(Darwin)
                _ = Darwin.write(2, bytes.baseAddress, bytes.count)
            #endif
        }
    }
}
