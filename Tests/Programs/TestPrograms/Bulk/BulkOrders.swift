/// What the app is to do: its one argument, as JSON.
public struct BulkOrders: Codable, Sendable {
    /// It holds the folders below.
    public var folder: String
    public var blocks: Int
    public var threads: Int
    /// How many bytes the flight recorder keeps.
    public var retention: Int
    /// A snapshot each so many steps; nil: the balanced policy.
    public var snapshotEvery: Int?
    /// Whether the recorder wraps the reducer, rather than standing in the middleware.
    public var wrapsReducer: Bool
    /// Whether the reports are sent after the recorder is made.
    public var sendsLate: Bool
    /// Of each thread.
    public var actions: Int
    /// How long a thread rests after an action, in microseconds, at most.
    public var rest: UInt32
    public var seed: UInt64

    public init(
        folder: String, blocks: Int, threads: Int, retention: Int, snapshotEvery: Int?, wrapsReducer: Bool,
        sendsLate: Bool, actions: Int, rest: UInt32, seed: UInt64
    ) {
        (self.folder, self.blocks, self.threads) = (folder, blocks, threads)
        (self.retention, self.snapshotEvery, self.wrapsReducer) = (retention, snapshotEvery, wrapsReducer)
        (self.sendsLate, self.actions, self.rest, self.seed) = (sendsLate, actions, rest, seed)
    }

    /// The named pipe that it writes notices to.
    public var pipe: String { folder + "/pipe" }
    /// Where it records.
    public var recordings: String { folder + "/recordings" }
    /// Where it saves its state.
    public var saved: String { folder + "/saved" }
    /// Where the sound copies of torn runs go.
    public var repaired: String { folder + "/repaired" }
    /// The folder that bundles are copied to.
    public var sent: String { folder + "/sent" }
}
