/// The address at which a host listens.
public enum HostAddress: Equatable, Sendable {
    /// 127.0.0.1, for this machine only. With port 0 the system chooses a port.
    case loopback(port: UInt16 = 0)

    /// A Unix socket that only its owner may use. A socket that an earlier run left there is replaced.
    case unixSocket(path: String)

    /// A network interface: everyone who can reach the machine can attempt to connect. Traffic, including the token, is not
    /// encrypted.
    ///
    /// - Parameters:
    ///   - address: The address of the interface, `192.168.1.5`; `0.0.0.0` for all.
    ///   - names: The allowed values of `Host`, each in lower case and with the port if it is not 80: `mac.local:4000`,
    ///     `192.168.1.5:4000`, `[::1]:4000`.
    case openToOtherMachines(address: String, port: UInt16, names: Set<String>)

    /// The URL and the token file of a host that listens.
    public struct Location: Equatable, Sendable, CustomStringConvertible {
        /// `http://127.0.0.1:49213`, or `unix:/path/to/socket`.
        public let url: String
        /// The file with the token, which only its owner may read.
        public let tokenFile: String

        public var description: String { url }
    }
}
