/// How long a client waits for a host.
package struct RemotePatience: Sendable {
    /// Until the connection is there: its name is looked up, and all its addresses are tried.
    package var connecting = Duration.seconds(10)
    /// Until what was asked is taken, until the answer begins, and between two pieces of it.
    package var answering = Duration.seconds(10)
    /// How long one who follows hears nothing before the host is asked for a sign of life; it has as long for that.
    package var silence = Duration.seconds(10)
    /// Until a replica has joined: as long as an app that is launched may be held up.
    package var joining = Duration.seconds(10)

    package init() {}
}
