/// What stands in the way of replication. It goes on with what there is, and tries again.
///
///     /home/ann/Shared/lap.jsonl, line 7: the "number" should be 5, and is 9. What follows is left out.
public struct ReplicaProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String

    package init(_ description: String) { self.description = description }
}
