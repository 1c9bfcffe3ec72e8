/// Holds an object that its reducer changes in place.
public struct SharedState: CaseState {
    final class Box: Codable, Equatable, @unchecked Sendable {
        // Of one thread: that of the reducer.
        var n = 0
        static func == (one: Box, other: Box) -> Bool { one.n == other.n }
    }

    public static let program = "shared"
    var box = Box()

    public init() {}

    public mutating func reduce(_ action: Int) { box.n += action }
}
