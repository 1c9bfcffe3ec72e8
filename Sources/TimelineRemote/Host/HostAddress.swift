/// Where a host listens.
public enum HostAddress: Equatable, Sendable {
    /// On this machine alone, at 127.0.0.1. Port 0 lets the system choose.
    case loopback(port: UInt16 = 0)

    /// On this machine alone, at a socket in the file system that its owner alone may use. A socket that is left there by a
    /// run that ended is replaced.
    case unixSocket(path: String)

    /// On a network: whoever can reach the machine can try. Traffic is not encrypted, and the token goes over the wire.
    ///
    /// - Parameters:
    ///   - address: The address of the interface, `192.168.1.5`; `0.0.0.0` for all.
    ///   - names: What clients call the machine, each in lower case and with the port where it is not 80:
    ///     `mac.local:4000`, `192.168.1.5:4000`, `[::1]:4000`.
    case openToOtherMachines(address: String, port: UInt16, names: Set<String>)
}
