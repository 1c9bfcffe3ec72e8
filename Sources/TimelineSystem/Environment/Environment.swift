#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The environment variables of this process. Not safe to change while other threads read them.
package enum Environment {
    /// The value of a variable; nil if it is not set.
    package static subscript(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    package static func set(_ name: String, to value: String) { setenv(name, value, 1) }

    package static func remove(_ name: String) { unsetenv(name) }

    /// The folder for temporary files: `TMPDIR`, or `/tmp` if that is not set.
    package static var temporaryFolder: String { self["TMPDIR"] ?? "/tmp" }

    /// The folders that `PATH` lists.
    package static var searchPath: [String] { self["PATH"]?.split(separator: ":").map(String.init) ?? [] }
}
