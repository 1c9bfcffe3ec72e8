/// Copies the logs in a replica's folder to a host, and those of others back.
package protocol ReplicaTransport: Sendable {
    /// Returns false if the changes in the folder do not arrive at the host in time.
    func flush(within time: Duration) async -> Bool

    /// Ends after the present exchange, without waiting.
    func finish()

    /// Waits until it has ended, and the host knows.
    func waitForEnd(within time: Duration) async
}
