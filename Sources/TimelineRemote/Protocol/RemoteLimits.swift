/// How much a host takes.
package struct RemoteLimits: Sendable {
    /// Bytes of the request line and the headers together.
    package var headBytes = 16 << 10
    /// Header lines.
    package var headers = 100
    /// Bytes of a body.
    package var bodyBytes = 1 << 20
    /// Bytes of what a follower may send in one frame: it has nothing to say but `ping` and `close`.
    package var frameBytes = 4 << 10
    /// Connections at a time.
    package var connections = 32
    /// How long the headers may take, from the moment the connection is there; and the body after them.
    package var headTime = Duration.seconds(10)
    /// How long a connection that was of use may be idle.
    package var idleTime = Duration.seconds(60)
    /// Steps that wait for one follower; when it is further behind it is told which it missed.
    package var followerSteps = 256
    /// Clients whose last request is remembered, so that one that is sent again has no second effect.
    package var clients = 256

    package init() {}
}
