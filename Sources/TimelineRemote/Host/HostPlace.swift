/// Where a host is to be found.
public struct HostPlace: Equatable, Sendable, CustomStringConvertible {
    /// `http://127.0.0.1:49213`, or `unix:/path/to/socket`.
    public let url: String
    /// The file with the token, which its owner alone may read.
    public let tokenFile: String

    public var description: String { url }
}
