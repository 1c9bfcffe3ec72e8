#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where a recorder that nobody listens to speaks.
package enum StandardError {
    package static func write(_ line: String) {
        var line = line + "\n"
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
