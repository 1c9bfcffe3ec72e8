/// The limits of a host.
package struct HostLimits: Sendable {
    /// The size of the request line and the headers together, in bytes.
    package var headBytes = 16 << 10
    /// The number of headers.
    package var headers = 100
    /// The size of a body, in bytes.
    package var bodyBytes = 1 << 20
    /// The size of a WebSocket frame from a client, in bytes: it sends `ping` and `close` only.
    package var frameBytes = 4 << 10
    /// The number of open connections.
    package var connections = 32
    /// The time for the headers, from the start of the connection; and again for the body.
    package var headTime = Duration.seconds(10)
    /// The time that a connection may be idle between requests.
    package var idleTime = Duration.seconds(60)
    /// The number of steps that wait for one follower.
    package var followerSteps = 256
    /// The number of clients whose last request is remembered to detect a retry.
    package var clients = 256

    package init() {}
}
