import Foundation

/// A port that no process listens on.
package enum FreePort {
    /// One that the system gave and got back. It gives another one next.
    package static func find() throws -> UInt16 {
        let descriptor = try LocalAddress.port(0).listen()
        defer { close(descriptor) }
        return LocalAddress.port(of: descriptor)
    }
}
