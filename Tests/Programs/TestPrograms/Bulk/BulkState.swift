/// A state of any size that depends on every action and on their order.
public struct BulkState: Codable, Equatable, Sendable {
    /// How many actions of each thread were reduced.
    public var threads: [Int]
    /// Over all actions, in their order.
    public var digest: UInt64
    /// Of 1,024 bytes each. Every action writes to one of them.
    public var blocks: [String]

    public static let blockSize = 1024

    public init(blocks: Int, threads: Int) {
        self.threads = Array(repeating: 0, count: threads)
        digest = 0
        self.blocks = Array(repeating: String(repeating: ".", count: Self.blockSize), count: blocks)
    }

    /// How many actions it has seen.
    public var total: Int { threads.reduce(0, +) }
}
