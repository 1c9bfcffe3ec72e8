/// What could be seen of a file when it was looked at last. Used on one queue.
package final class Glance: @unchecked Sendable {
    private let path: String
    /// Touched on the queue of its timer alone.
    private var last: [Int]?

    package init(_ path: String) {
        self.path = path
        last = FileGlance.of(path)
    }

    /// Whether something else can be seen now.
    package func isOther() -> Bool {
        let seen = FileGlance.of(path)
        defer { last = seen }
        return seen != last
    }
}
